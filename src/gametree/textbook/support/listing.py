"""The functions of an algorithm as they are shown beside its tree: its own file, without what only Python needs.

Left out are docstrings, decorators, the kinds of parameters, and checks of what the user has given. Every line keeps
the number that it has in the file, so that the line on which a step stands can be lit.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gametree.textbook.support.standing import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gametree.textbook.support.standing import Places

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Listing:
    """One function."""

    name: str
    file: str
    lines: tuple[tuple[str, str], ...]
    """Each line with its place, ``alphabeta.py:78``."""

    def __str__(self) -> str:
        return "\n".join(text for _, text in self.lines)


def listings(places: Iterable[Places]) -> list[Listing]:
    """The functions on which steps stand; first those in which most steps are.

    >>> from gametree.textbook import trace
    >>> found = trace("tree:example=textbook", algorithm="minimax")
    >>> listing = listings(event.lines for event in found.events)[0]
    >>> print(*(text for _, text in listing.lines[5:8]), sep="\\n")
        def value(s, a):
            player = walk.enter(s, a)
            best = max_value(s) if player == MAX else min_value(s)
    """
    weight: dict[Listing, int] = {}
    for stand, steps in Counter(places).items():
        for rank, place in enumerate(stand):
            file, _, number = place.rpartition(":")
            for found in functions(file):
                if found.lines and _number(found.lines[0]) <= int(number) <= _number(found.lines[-1]):
                    weight[found] = weight.get(found, 0) + (steps if rank == 0 else 0)
    return sorted(weight, key=lambda found: -weight[found])


def _number(line: tuple[str, str]) -> int:
    return int(line[0].rpartition(":")[2])


@cache
def functions(file: str) -> tuple[Listing, ...]:
    """The functions of a file of this folder, and the methods of its classes."""
    try:
        source = (FOLDER / file).read_text(encoding="utf-8")
    except OSError:  # an installation without sources: there is nothing to show
        return ()
    text = source.splitlines()
    return tuple(_listing(file, text, node) for node in _outermost(ast.parse(source)))


def _outermost(tree: ast.Module) -> Iterator[Function]:
    for node in tree.body:
        if isinstance(node, Function):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (inner for inner in node.body if isinstance(inner, Function))


def _listing(file: str, text: list[str], top: Function) -> Listing:
    shown = {number: text[number - 1] for number in range(top.lineno, (top.end_lineno or top.lineno) + 1)}
    for node in ast.walk(top):
        if isinstance(node, Function):
            first = node.body[0]
            for number in range(node.lineno, first.lineno):
                shown.pop(number, None)
            shown[node.lineno] = f"{' ' * node.col_offset}def {node.name}({', '.join(_parameters(node.args))}):"
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(node.body) > 1:
                _drop(shown, first)
        elif isinstance(node, ast.If) and not node.orelse and all(isinstance(s, ast.Raise) for s in node.body):
            _drop(shown, node)
    lines = [(f"{file}:{number}", _plain(shown[number][top.col_offset :])) for number in sorted(shown)]
    return Listing(top.name, file, tuple(_without_gaps(lines)))


def _drop(shown: dict[int, str], node: ast.stmt) -> None:
    for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
        shown.pop(number, None)


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if argument.arg != "tracer":
            yield argument.arg


def _plain(line: str) -> str:
    """A line without the notes that only programs read, and without the kind of a variable."""
    line = re.sub(r"\s*# (noqa|pyright|type:).*$", "", line).rstrip()
    return re.sub(r"^(\s*\w+): [\w\[\], .|]+ = ", r"\1 = ", line)


def _without_gaps(lines: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """No empty lines at the beginning, and none after another."""
    before = ""
    for place, text in lines:
        if text or before:
            yield place, text
        before = text
