# pyright: basic
"""What becomes of a few lines of rules: the examples of ``rules/`` are made with this."""

from __future__ import annotations

import linecache
import re
from typing import Any, NamedTuple

from gametree.compile.frontend.observing import observe
from gametree.compile.frontend.program import Program
from gametree.compile.frontend.shapes import slots
from gametree.compile.frontend.values import Value


class Pair(NamedTuple):
    """A state for examples."""

    a: int
    b: int


BOARD = [("X", ".", "O"), (".", ".", "X")]
"""What games have shown of a board of words."""
CELLS = [(0, 1, 2), (2, 1, 0)]
"""What they have shown of one of numbers."""


def rewritten(*lines: str, **seen: Any) -> None:
    """Print what becomes of an expression, or of the lines of a function, where games have shown these values of its
    variables. A name that is given something else than a list means that.

    >>> rewritten("x + y", x=[1, 2, 3], y=[0, 7])
    return (x_ + y_)
    """
    values = {name: v for name, v in seen.items() if isinstance(v, list)}
    body = list(lines) if len(lines) > 1 else [f"return {line}" for line in lines]
    text = "\n".join([f"def f({', '.join(values)}):", *("    " + line for line in body)]) + "\n"
    file = f"<example {text}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {name: v for name, v in seen.items() if name not in values}
    exec(compile(text, file, "exec"), names)  # an example of ours
    program: Any = Program(None)  # type: ignore
    shapes = {name: observe(v) for name, v in values.items()}
    spec, _ = program.special(names["f"], {name: Value(s, _codes(name, s)) for name, s in shapes.items()})
    written = program.texts[spec.name].split("\n", 1)[1]
    print(_numbered(re.sub(r"^    ", "", written, flags=re.MULTILINE)))


def _codes(name: str, shape: Any) -> tuple[str, ...]:
    n = slots(shape)
    return (f"{name}_",) if n == 1 else tuple(f"{name}__{i}" for i in range(n))


def _numbered(text: str) -> str:
    """The same with the numbers of its names from 1 on."""
    found: dict[str, str] = {}
    for name in re.findall(r"\b_[a-z]+\d+\b", text):
        found.setdefault(name, re.sub(r"\d+", str(len(found) + 1), name))
    return re.sub(r"\b_[a-z]+\d+\b", lambda m: found[m[0]], text)
