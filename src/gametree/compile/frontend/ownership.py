# pyright: basic
"""Who else holds what is changed in place? Emitted code has values, not objects: a list, set, dict or object may be
changed only where nobody else would see the change.

>>> tree = ast.parse("def f(s):\\n    rows = [list(r) for r in s]\\n    rows[0][1] = 2\\n    return rows").body[0]
>>> held = Holdings(tree)
>>> sorted(held.changed), held.is_own("rows", (ANY,), None)
(['rows'], True)
>>> held = Holdings(ast.parse("def f(s):\\n    rows = list(s)\\n    rows[0][1] = 2\\n    return rows").body[0])
>>> held.is_own("rows", (ANY,), None)                # the rows themselves belong to s
False
>>> put = "t = dict(s)\\n    t['row'] = list(t['row'])\\n    t['row'][1] = 2\\n    return t"
>>> held = Holdings(ast.parse("def f(s):\\n    " + put).body[0])
>>> held.is_own("t", ("row",), None, line=4), held.is_own("t", ("column",), None, line=4)
(True, False)
"""

from __future__ import annotations

import ast
from dataclasses import is_dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANGING = {
    "append", "extend", "add", "discard", "remove", "pop", "insert", "sort", "reverse", "update", "clear",
    "setdefault", "popleft", "appendleft", "extendleft",
}  # fmt: skip
"""The methods that change what they belong to."""
GROWING = {"append", "extend", "pop", "insert", "remove", "clear", "popleft", "appendleft", "extendleft"}
_MAKERS = {
    "tuple", "frozenset", "bytes", "list", "set", "dict", "sorted", "bytearray", "copy", "deepcopy", "array", "zeros",
    "ones", "full", "defaultdict", "Counter", "deque", "tolist", "zeros_like", "ones_like", "where", "astype",
}  # fmt: skip
_DEEP = {"deepcopy", "array", "zeros", "ones", "full", "copy", "zeros_like", "ones_like", "where", "astype"}
"""What these make shares nothing with anything (a copy of an array is one)."""
ANY = ""
"""A step into any item; other steps are names of attributes, and words that are keys."""


def own_parts(node: Any) -> Iterator[Any]:
    """The parts of a function, without those of functions and comprehensions inside it."""
    stack = list(ast.iter_child_nodes(node)) if not isinstance(node, ast.Lambda) else [node.args, node.body]
    while stack:
        part = stack.pop()
        yield part
        if isinstance(part, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(part, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            stack += [n for n in ast.walk(part) if isinstance(n, ast.NamedExpr)]
            continue
        stack += list(ast.iter_child_nodes(part))


def base(node: Any) -> tuple[str, int] | None:
    """The variable that ``a.b[i].c`` begins with, and how deep inside it this lies."""
    depth = 0
    while isinstance(node, ast.Subscript | ast.Attribute):
        node, depth = node.value, depth + 1
    return (node.id, depth) if isinstance(node, ast.Name) else None


def step(node: Any) -> str:
    """The last step of ``a.b`` or ``a["b"]``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.slice.value if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str) else ANY


class Holdings:
    """What the variables of a function are given, and which of them are changed in place."""

    def __init__(self, node: Any):
        self.changed: set[str] = set()
        self.growing: set[str] = set()
        self.given: dict[str, list[Any]] = {}
        self.copied: set[str] = set()
        self.first_change: dict[str, int] = {}
        self.rebound: dict[str, int] = {}
        """Where a variable is first given a value, of those that are no part of an if or a loop."""
        self.put: dict[tuple[str, str], list[Any]] = {}
        """What is put under a name or a key into what a variable holds."""
        self.put_first: dict[tuple[str, str], int] = {}
        """Where that is first done for certain."""
        for part in own_parts(node):
            self._look(part)
        for statement in node.body if isinstance(node, ast.FunctionDef) else []:
            if isinstance(statement, ast.Assign):
                for t in statement.targets:
                    if isinstance(t, ast.Name):
                        self.rebound.setdefault(t.id, statement.lineno)
                    elif isinstance(t, ast.Attribute | ast.Subscript) and isinstance(t.value, ast.Name):
                        self.put_first.setdefault((t.value.id, step(t)), statement.lineno)

    def _look(self, part: Any) -> None:
        targets: list[Any] = []
        match part:
            case ast.Assign(targets=targets, value=value):
                for t in targets:
                    self._give(t, value)
            case ast.AnnAssign(target=ast.Name() as target, value=value):
                self._give(target, value)
            case ast.NamedExpr(target=target, value=value):
                self._give(target, value)
            case ast.AugAssign(target=target):
                targets = [target]
            case ast.Delete(targets=targets):
                pass
            case ast.For(target=target):
                for n in ast.walk(target):
                    if isinstance(n, ast.Name):
                        self.given.setdefault(n.id, []).append(None)
            case ast.Call(func=ast.Attribute(value=receiver, attr=attr)) if attr in CHANGING:
                if found := base(receiver):
                    if found[1] == 0 and attr in GROWING:
                        self.growing.add(found[0])
                    self._change(found[0], part.lineno)
        for t in targets:
            for sub in t.elts if isinstance(t, ast.Tuple | ast.List) else [t]:
                if isinstance(sub, ast.Subscript | ast.Attribute) and (found := base(sub)):
                    self._change(found[0], part.lineno)

    def _change(self, name: str, line: int) -> None:
        self.changed.add(name)
        self.first_change[name] = min(self.first_change.get(name, line), line)

    def _give(self, target: Any, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.given.setdefault(target.id, []).append(value)
            if isinstance(value, ast.Name):
                self.copied.add(value.id)
        elif isinstance(target, ast.Attribute | ast.Subscript) and isinstance(target.value, ast.Name):
            self.put.setdefault((target.value.id, step(target)), []).append(value)
        elif isinstance(target, ast.Tuple | ast.List):
            known = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
            values = value.elts if known else [None] * len(target.elts)
            for t, v in zip(target.elts, values, strict=True):
                self._give(t, v)

    def is_own(self, name: str, path: tuple[str, ...], frame: Any, line: int = 0) -> bool:
        """Does nobody else hold what lies in a variable under a path, in this line? ``frame`` knows the functions that
        it calls."""
        given = self.given.get(name, [])
        if name in self.copied:
            return False
        if all(is_fresh(v, path, frame) for v in given):
            return True
        if not path or path[0] == ANY or len(given) != 1 or self.put_first.get((name, path[0]), line) >= line:
            return False
        return is_fresh(given[0], (), frame) and all(is_fresh(v, path[1:], frame) for v in self.put[name, path[0]])


def is_fresh(value: Any, path: tuple[str, ...], frame: Any = None) -> bool:
    """Is what an expression gives made here, all the way down a path?"""
    here = not path
    match value:
        case ast.Constant():
            return True
        case ast.ListComp(elt=elt) | ast.SetComp(elt=elt) | ast.DictComp(value=elt):
            return here or is_fresh(elt, path[1:], frame)
        case ast.List(elts=elts) | ast.Set(elts=elts):
            return here or all(is_fresh(e, path[1:], frame) for e in elts)
        case ast.Dict() | ast.BinOp():
            return here
        case ast.Subscript(slice=ast.Slice()):
            return here
        case ast.Call(
            func=ast.Name(id="list" | "tuple" | "map"),
            args=[ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="list"), _])],
        ):
            return len(path) <= 1
        case ast.Call(func=ast.Name(id="copy") | ast.Attribute(attr="copy"), args=[_]):
            return here  # copy.copy(x)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _MAKERS:
            return here or name in _DEEP
        case ast.Call():
            return frame is not None and _makes(frame, value, path)
        case ast.IfExp(body=a, orelse=b):
            return is_fresh(a, path, frame) and is_fresh(b, path, frame)
    return False


def _makes(frame: Any, call: ast.Call, path: tuple[str, ...]) -> bool:
    """Does a call make something new? A class does; a function of the user's where all that it returns is new."""
    from gametree.compile.frontend.source import tree_of
    from gametree.compile.frontend.values import Bound, known

    with frame.aside():
        fixed = known(frame.expr(call.func))
    target = fixed[0] if fixed is not None else None
    target = target.function if isinstance(target, Bound) else target
    if isinstance(target, type):
        return not path or _keeps(target, call, path, frame)
    if not isinstance(target, FunctionType):
        return False
    tree = tree_of(target)
    held = Holdings(tree)
    answers = [n.value for n in own_parts(tree) if isinstance(n, ast.Return)]
    return all(
        is_fresh(a, path) or (isinstance(a, ast.Name) and a.id in held.given and held.is_own(a.id, path, None))
        for a in answers
    )


def _keeps(cls: type, call: ast.Call, path: tuple[str, ...], frame: Any) -> bool:
    """Is what a new object has under a path its own? What its ``__init__`` makes is, and what it is given anew."""
    from gametree.compile.frontend.source import tree_of

    init = vars(cls).get("__init__")
    given = [*call.args, *(k.value for k in call.keywords)]
    if not isinstance(init, FunctionType) or is_dataclass(cls):
        return all(is_fresh(a, path[1:], frame) for a in given)
    tree = tree_of(init)
    parameters = [a.arg for a in tree.args.args]
    for part in own_parts(tree):
        targets = part.targets if isinstance(part, ast.Assign) else []
        if not any(isinstance(t, ast.Attribute) and path[0] in (ANY, t.attr) for t in targets):
            continue
        value = part.value
        if isinstance(value, ast.Name) and value.id in parameters:  # it keeps what it is given
            number = parameters.index(value.id) - 1
            value = given[number] if number < len(call.args) else None
        if not is_fresh(value, path[1:], None):
            return False
    return True
