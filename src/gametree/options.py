"""Options by name: a value from a word, and whether a value is of its option's kind, which is that of the default."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "a word"),
)


def value_of_word(word: str) -> Any:
    """What a word means: a number, true or false, a list, or else the word itself.

    >>> value_of_word("3"), value_of_word("off"), value_of_word("0.5"), value_of_word("soft")
    (3, False, 0.5, 'soft')
    """
    if word.lower() in ("true", "yes", "on"):
        return True
    if word.lower() in ("false", "no", "off"):
        return False
    try:
        return ast.literal_eval(word)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: deeply nested brackets
        return word


def check_kind(owner: str, name: str, value: object, default: object) -> None:
    """Raise where a value is not of the kind of its default. A whole number is a number too; a default of none of
    these kinds allows everything.

    >>> check_kind("connect4", "width", 5, 7)
    >>> check_kind("connect4", "width", "five", 7)
    Traceback (most recent call last):
    gametree.errors.GameError: connect4: width must be a whole number, not 'five'
    """
    for kind, what in KINDS:
        if isinstance(default, kind):
            fits = isinstance(value, (int, float) if kind is float else kind)
            if not fits or (isinstance(value, bool) and kind is not bool):
                raise GameError(f"{owner}: {name} must be {what}, not {value!r}")
            return


def check_options(owner: str, known: Mapping[str, object], given: Mapping[str, object]) -> None:
    """Raise where an option that is given is not known, or is not of the kind of its default.

    >>> check_options("star2", {"table": True, "sample": 0}, {"sampel": 3})
    Traceback (most recent call last):
    gametree.errors.GameError: star2 has no option 'sampel'; did you mean sample? It has table, sample
    """
    from difflib import get_close_matches

    for name, value in given.items():
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}? It" if close else "it"
            raise GameError(f"{owner} has no option {name!r}; {hint} has {', '.join(known) or 'none'}")
        check_kind(owner, name, value, known[name])
