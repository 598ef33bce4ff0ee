# pyright: basic
"""What becomes of a few lines of rules: the examples of ``rules/`` are made with this."""

from __future__ import annotations

import linecache
import re
from typing import Any

from gametree.compile.frontend.program import Program
from gametree.compile.frontend.shapes import observe
from gametree.compile.frontend.values import Value


def rewritten(lines: str, /, scope: dict[str, Any] | None = None, **values: Any) -> None:
    """Print what becomes of an expression, or of the lines of a function, for values like these.

    >>> rewritten("x + y", x=[1, 2, 3], y=[0, 7])
    return (x_ + y_)
    """
    if "\n" not in lines and "return" not in lines:
        lines = f"return {lines}"
    text = (
        "\n".join([f"def f({', '.join(values)}):", *("    " + line for line in lines.strip("\n").split("\n"))]) + "\n"
    )
    file = f"<example {abs(hash(text))}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = dict(scope or {})
    exec(compile(text, file, "exec"), names)  # an example of ours
    program: Any = Program(None)  # type: ignore
    shapes = {name: observe(seen) for name, seen in values.items()}
    spec, _ = program.special(names["f"], {name: Value(s, _codes(name, s)) for name, s in shapes.items()})
    for name, written in program.texts.items():
        body = written.split("\n", 1)[1]
        if name != spec.name:
            print(_plain(written))
        else:
            print(_plain(re.sub(r"^    ", "", body, flags=re.MULTILINE)))


def _codes(name: str, shape: Any) -> tuple[str, ...]:
    from gametree.compile.frontend.shapes import slots

    n = slots(shape)
    return (f"{name}_",) if n == 1 else tuple(f"{name}__{i}" for i in range(n))


def _plain(text: str) -> str:
    """The same with the numbers of its names from 1 on."""
    found: dict[str, str] = {}
    for name in re.findall(r"\b_[a-z]+\d+\b", text):
        found.setdefault(name, re.sub(r"\d+", str(len(found) + 1), name))
    return re.sub(r"\b_[a-z]+\d+\b", lambda m: found[m[0]], text)
