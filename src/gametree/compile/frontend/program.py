# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""All the functions that are written for one game: each for the shapes of its arguments, with the tables they share."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.shapes import Int, Shape, UnreadyError, UnsupportedError, slots
from gametree.compile.frontend.values import Closure, Lazy, Value

if TYPE_CHECKING:
    from types import FunctionType

    from gametree.game import AnyGame

PASSES = 12


@dataclass
class Spec:
    """A function for arguments of given shapes."""

    name: str
    returns: Shape | None = None
    yields: Shape | None = None
    generator: bool = False
    text: str = ""
    open: bool = True
    recursive: bool = False


class Program:
    """What is written for one game. ``scope`` is the name space of the emitted functions."""

    def __init__(self, game: AnyGame, wide: int = 0):
        self.game, self.wide = game, wide
        self.scope: dict[str, Any] = {}
        self.specs: dict[Any, Spec] = {}
        self.texts: dict[str, str] = {}
        self._tables: dict[tuple[Any, ...], str] = {}
        self._names: dict[int, str] = {}
        self.temps = 0
        self.loose = False
        """Was anything said to be in range that is only checked when it runs?"""

    def table(self, entries: list[Any]) -> str:
        """The name of a table of numbers."""
        content = tuple(entries)
        mark = (type(content[0]).__name__, content)
        if mark not in self._tables:
            self._tables[mark] = f"TABLE_{len(self._tables)}"
            self.scope[self._tables[mark]] = content
        return self._tables[mark]

    def helper(self, thing: Any) -> str:
        """The name under which emitted code calls a function of ours."""
        name = thing.__name__
        if self.scope.setdefault(name, thing) is not thing:
            name = f"{name}_{len(self.scope)}"
            self.scope[name] = thing
        return name

    def temp(self, hint: str = "t") -> str:
        self.temps += 1
        return f"_{hint}{self.temps}"

    def special(self, function: Any, args: dict[str, Value], caller: Any = None) -> tuple[Spec, list[str]]:
        """The function for these arguments, and the texts to call it with."""
        general = {name: _general(v) for name, v in args.items()}
        inner = function if isinstance(function, Closure) else None
        mark = (id(function.node) if inner else function, tuple((n, v.shape) for n, v in general.items()))
        codes = ["self", *(c for v in general.values() for c in v.codes)]
        spec = self.specs.get(mark)
        if spec is None:
            label = function.node.name if inner else function.__name__.replace("<lambda>", "function")
            spec = self.specs[mark] = Spec(f"{label}_{len(self.specs)}")
            self._write(spec, function, general)
        elif spec.open:
            spec.recursive = True
            if spec.returns is None and spec.yields is None:
                raise UnreadyError
        return spec, codes

    def _write(self, spec: Spec, function: Any, args: dict[str, Value]) -> None:
        from gametree.compile.frontend.frame import Frame
        from gametree.compile.frontend.source import tree_of

        node = function.node if isinstance(function, Closure) else tree_of(function)
        shapes: dict[str, Shape] = {}
        for turn in range(PASSES):
            before = spec.returns, spec.yields
            frame = Frame(self, function, node, shapes, spec, turn)
            frame.take({name: v.shape for name, v in args.items()})
            frame.body()
            if not frame.dirty and not frame.skipped and (spec.returns, spec.yields) == before:
                break
            if frame.skipped and not frame.dirty and (spec.returns, spec.yields) == before:
                raise frame.skipped
        else:
            raise UnsupportedError(f"{spec.name.rsplit('_', 1)[0]}: what kind of values these are does not settle")
        spec.open = False
        params = ["self", *frame.parameters]
        self.define(spec.name, params, frame, function)
        spec.text = self.texts[spec.name]

    def define(self, name: str, params: list[str], frame: Any, function: Any) -> FunctionType:
        """Make a function of what a frame has written: it has the file and the lines of the user's."""
        first = frame.node.lineno
        lines = [(0, f"def {name}({', '.join(params)}):", first), *((d + 1, t, n) for d, t, n in frame.out)]
        if not frame.out:
            lines.append((1, "pass", first))
        text = "\n".join("    " * d + t for d, t, _ in lines)
        self.texts[name] = text
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = lines[node.lineno - 1][2]  # type: ignore
                node.col_offset = node.end_col_offset = 0  # type: ignore
        file = frame.file
        exec(compile(tree, file, "exec"), self.scope)
        made = self.scope[name]
        self.scope.pop("__builtins__", None)
        return made


def _general(v: Value) -> Value:
    """An argument, with a range that others like it have too: a function is written once for all of them."""
    match v.shape:
        case Lazy():
            raise UnsupportedError("an iterator handed to a function")
        case Int(lo=lo, hi=hi):
            low = None if lo is None or lo < -(1 << 20) else 0 if lo >= 0 else -(1 << (-lo).bit_length())
            high = None if hi is None or hi >= 1 << 20 else 0 if hi <= 0 else (1 << hi.bit_length()) - 1
            return Value(Int(low, high), v.codes)
    assert slots(v.shape) == len(v.codes), v
    return v
