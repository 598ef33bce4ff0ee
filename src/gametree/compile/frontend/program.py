# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""All the functions that are written for one game: each for the shapes of its arguments, with the tables they share."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.kinds import Object
from gametree.compile.frontend.runtime import REWRITTEN
from gametree.compile.frontend.shapes import (
    Int,
    Keyed,
    Opt,
    Packed,
    Shape,
    Some,
    Sym,
    Tup,
    UnreadyError,
    UnsupportedError,
    slots,
)
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
    changes: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    """The parameters that it changes in place, with the paths inside: it returns them too."""
    after: dict[str, Shape] = field(default_factory=dict)
    """Their shapes afterwards."""


class Program:
    """What is written for one game. ``scope`` is the name space of the emitted functions."""

    def __init__(self, game: AnyGame, wide: int = 0):
        self.game, self.wide = game, wide
        self.scope: dict[str, Any] = {REWRITTEN: True}
        self.specs: dict[Any, Spec] = {}
        self.texts: dict[str, str] = {}
        self._tables: dict[tuple[Any, ...], str] = {}
        self._names: dict[int, str] = {}
        self.temps = 0
        self.usual: list[Sym] = []
        """The keys and the numbers of cells of states: what a set of places most likely holds."""
        self.objects: dict[type, Object] = {}
        """The classes of the user's whose objects are in states."""
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

    def keys_like(self, shape: Shape) -> list[Any] | None:
        """Keys for a set or dict of the rules' own whose members may be anything of this shape: those of the state.
        One that is none of them stops the compiled form."""
        count = len(shape.items) if isinstance(shape, Tup) else 0
        fitting = [k for k in self.usual if _length(k) == count and (count or isinstance(shape, Int))]
        return list(max(fitting, key=lambda k: len(k.values)).values) if fitting else None

    def temp(self, hint: str = "t") -> str:
        self.temps += 1
        return f"_{hint}{self.temps}"

    def special(self, function: Any, args: dict[str, Value], caller: Any = None) -> tuple[Spec, list[str]]:
        """The function for these arguments, and the texts to call it with."""
        inner = function if isinstance(function, Closure) else None
        who = id(function.node) if inner else function
        recursive = any(spec.open and mark[0] == who for mark, spec in self.specs.items())
        general = {name: _general(v, recursive) for name, v in args.items()}
        mark = who, tuple((n, v.shape) for n, v in general.items())
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
            before = spec.returns, spec.yields, dict(spec.after)
            frame = Frame(self, function, node, shapes, spec, turn)
            frame.take({name: v.shape for name, v in args.items()})
            frame.body()
            if not frame.dirty and not frame.skipped and (spec.returns, spec.yields, spec.after) == before:
                break
            if frame.skipped and not frame.dirty and (spec.returns, spec.yields, spec.after) == before:
                raise frame.skipped
        else:
            raise UnsupportedError(f"{spec.name.rsplit('_', 1)[0]}: what kind of values these are does not settle")
        if spec.generator and spec.changes:
            raise UnsupportedError(f"{next(iter(spec.changes))} is changed in place by a generator")
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


def _general(v: Value, recursive: bool) -> Value:
    """An argument, with a range that others like it have too: a function is written once for all of them. A function
    that calls itself is written for numbers of any size."""
    if recursive and isinstance(v.shape, Int | Tup):
        return Value(_unbounded(v.shape), v.codes)
    match v.shape:
        case Lazy():
            raise UnsupportedError("an iterator handed to a function")
        case Int(lo=lo, hi=hi):
            low = None if lo is None or lo < -(1 << 20) else 0 if lo >= 0 else -(1 << (-lo).bit_length())
            high = None if hi is None or hi >= 1 << 20 else 0 if hi <= 0 else (1 << hi.bit_length()) - 1
            return Value(Int(low, high), v.codes)
    assert slots(v.shape) == len(v.codes), v
    return v


def _unbounded(shape: Shape) -> Shape:
    match shape:
        case Int():
            return Int()
        case Tup(items=items, cls=cls) if all(isinstance(i, Int) for i in items):
            return Tup(tuple(map(_unbounded, items)), cls)
    return shape


def _length(keys: Sym) -> int:
    """How many numbers a key is; 0 where it is one that is no tuple."""
    return len(keys.values[0]) if isinstance(keys.values[0], tuple) else 0


def usual_keys(shape: Shape) -> list[Sym]:
    """The keys of the sets and dicts of a state, and the numbers of its cells.

    >>> usual_keys(Tup((Packed(2, Packed(3, Int(0, 1))), Int(0, 1))))
    [Sym(0, 1), Sym((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))]
    """
    match shape:
        case Tup(items=items):
            return [k for item in items for k in usual_keys(item)]
        case Keyed(domain=keys):
            return [keys]
        case Packed(n=n, item=item):
            inner = item.n if isinstance(item, Packed) else 0
            pairs = [Sym(tuple((i, j) for i in range(n) for j in range(inner)))] if inner else []
            return [Sym(tuple(range(n))), *pairs]
    return []


def objects_in(shape: Shape) -> dict[type, Object]:
    """The classes of the objects in a state, with their attributes."""
    match shape:
        case Tup(items=items, cls=kind):
            inside = [objects_in(item) for item in items]
            return {c: k for d in inside for c, k in d.items()} | ({kind.cls: kind} if isinstance(kind, Object) else {})
        case Packed(item=item) | Some(item=item) | Opt(item=item):
            return objects_in(item)
    return {}
