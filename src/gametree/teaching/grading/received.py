"""What a program says, made fit to be judged and shown: small, of plain kinds, and of characters that can be seen.

A program may write anything to the grader: numbers that no float can hold, lists within lists within lists, texts that
move a terminal's cursor. None of that may stop the grader, or make a report look like another.
"""

from __future__ import annotations

import json
import sys
from math import inf
from typing import Any, cast

DEEPEST = 12
"""How deep lists may be within lists; moves are tuples of numbers."""
LONGEST_TEXT = 200
"""The most characters of a text within an answer; names of moves are shorter."""


def message(line: bytes) -> dict[str, Any] | None:
    """A line of the program's as a message; None if it is none.

    >>> message(b'{"ask": "initial"}'), message(b"[]"), message(b"}{")
    ({'ask': 'initial'}, None, None)
    """
    try:
        told: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", told) if isinstance(told, dict) else None


def tamed(value: Any, depth: int = DEEPEST) -> Any:
    """An answer, or a part of one: numbers, texts and lists of them, of a decent size.

    >>> tamed([[10**400, -(10**400)], "x" * 1000, {"a": 1}])[0]
    [inf, -inf]
    >>> len(tamed("x" * 1000)), tamed({"a": 1}), tamed([[[]]], depth=2)
    (201, "{'a': 1}", [['…']])
    """
    match value:
        case bool() | float() | None:
            return value
        case int():
            return value if abs(value) <= sys.float_info.max else inf if value > 0 else -inf
        case list():
            return [tamed(item, depth - 1) for item in cast("list[Any]", value)] if depth > 0 else "…"
        case dict():
            return cut(str(cast("Any", value)) if depth > 0 else "…")
        case _:
            return cut(str(value))


def cut(text: str) -> str:
    """A text, cut where it is long."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


def visible(text: str) -> str:
    """A text with what cannot be seen written out.

    >>> visible("one\\ntwo\\x1b[2J\\ud800")
    'one\\ntwo\\\\x1b[2J\\\\ud800'
    """
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
