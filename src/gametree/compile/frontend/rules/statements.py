# pyright: basic
"""Statements. A list that is changed in place becomes a variable that is given a new value."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import statement
from gametree.compile.frontend.ownership import CHANGING
from gametree.compile.frontend.rules.choosing import condition
from gametree.compile.frontend.rules.numbers import applied, as_truth
from gametree.compile.frontend.shapes import (
    Dict,
    Keyed,
    List,
    Opt,
    Own,
    Packed,
    Some,
    Sym,
    Truth,
    Tup,
    UnreadyError,
    UnsupportedError,
)
from gametree.compile.frontend.values import Closure, Lazy, Value, known, parts_of, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@statement(ast.Pass, ast.Import, ast.ImportFrom)
def nothing(frame: Frame, node: Any) -> None:
    """Nothing to do."""
    if not isinstance(node, ast.Pass):
        raise frame.cannot("an import inside a function", node)


@statement(ast.Expr)
def expression_statement(frame: Frame, node: ast.Expr) -> None:
    """A call that changes a list, a ``yield``, a docstring."""
    match node.value:
        case ast.Constant():
            return
        case ast.Yield(value=value):
            if value is None:
                raise frame.cannot("yield without a value", node)
            frame.yielded(frame.expr(value))
        case ast.YieldFrom(value=value):
            from gametree.compile.frontend.rules.iterating import iterated

            source = iterated(frame, frame.expr(value))
            with frame.user_loop(compound=source.compound):
                source.each(frame, frame.yielded)
        case ast.Call(func=ast.Attribute(value=receiver, attr=attr), args=args, keywords=keywords) if (
            attr in CHANGING and _is_place(receiver) and not _is_own_method(frame, receiver, attr)
        ):
            from gametree.compile.frontend.rules.changing import changed

            changed(frame, receiver, attr, args, keywords)
        case _:
            frame.expr(node.value)


def _is_place(node: Any) -> bool:
    from gametree.compile.frontend.rules.changing import is_place

    return is_place(node)


def _is_own_method(frame: Frame, receiver: Any, attr: str) -> bool:
    """Is this a method of the user's that happens to be called ``add`` or ``remove``?"""
    if isinstance(receiver, ast.Name) and receiver.id in frame.locals and receiver.id not in frame.shapes:
        return False  # a list or set of which nothing is known yet
    from gametree.compile.frontend.rules.names import attribute_of

    with frame.aside():
        fixed = known(attribute_of(frame, frame.expr(receiver), attr))
    return fixed is not None and getattr(fixed[0], "function", fixed[0]) is not None


@statement(ast.Assign)
def assignment(frame: Frame, node: ast.Assign) -> None:
    """``a = b``, ``a, b = c``, ``a[i] = b``."""
    empty = isinstance(node.value, ast.List | ast.Call) and _empty_kind(node.value)
    if empty and all(isinstance(t, ast.Name) for t in node.targets):
        for target in node.targets:
            _begin(frame, target.id, empty)  # type: ignore
        return
    value = frame.expr(node.value)
    if isinstance(node.value, ast.Dict | ast.DictComp | ast.Call) and _grows(frame, node.targets, value):
        from gametree.compile.frontend.rules.dicts import grown_from

        value = grown_from(frame, value)
    if len(node.targets) > 1:
        value = frame.kept(value)
    for target in node.targets:
        store(frame, target, value)


def _empty_kind(node: Any) -> str:
    match node:
        case ast.List(elts=[]):
            return "list"
        case ast.Call(func=ast.Name(id="list" | "set" as kind), args=[], keywords=[]):
            return kind
        case ast.Call(func=ast.Name(id="deque") | ast.Attribute(attr="deque"), args=[], keywords=[]):
            return "list"
    return ""


def _grows(frame: Frame, targets: list[Any], value: Value) -> bool:
    """Is this a dict made of constants here that is changed later?"""
    fixed = known(value)
    here = fixed is not None and isinstance(fixed[0], dict)
    return here and any(isinstance(t, ast.Name) and t.id in frame.held.changed for t in targets)


def begun(kind: str) -> Value:
    """An empty list or set of which nothing is known yet."""
    if kind == "list":
        return Value(Tup((), list), ())
    return Value(Keyed(Sym(()), Packed(0, Truth()), Own), ())


def _begin(frame: Frame, name: str, kind: str) -> None:
    """An empty list: what it holds is known from what is put into it."""
    from gametree.compile.frontend.rules.collecting import empty_list

    shape = frame.shapes.get(name)
    if name not in frame.held.changed and shape is None:  # it stays empty, is replaced as a whole, or is handed on
        frame.assign(name, begun(kind))
        return
    if shape is None:
        frame.begun[name] = begun(kind)
        raise UnreadyError
    if isinstance(shape, List):
        frame.write(f"{frame.names_of(name, shape)[0]} = {empty_list(shape.item)}")
        return
    from gametree.compile.frontend.rules.keyed import empty_keyed

    names, codes = frame.names_of(name, shape), empty_keyed(frame, shape)
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(codes)}")


@statement(ast.AnnAssign)
def annotated(frame: Frame, node: ast.AnnAssign) -> None:
    """``a: int = b``."""
    if node.value is not None:
        assignment(frame, ast.copy_location(ast.Assign([node.target], node.value), node))


@statement(ast.AugAssign)
def augmented(frame: Frame, node: ast.AugAssign) -> None:
    """``a += b``."""
    target: Any = ast.parse(ast.unparse(node.target), mode="eval").body
    ast.copy_location(target, node)
    for part in ast.walk(target):
        ast.copy_location(part, node)
    if (
        isinstance(node.op, ast.Add)
        and isinstance(node.target, ast.Name)
        and isinstance(frame.shapes.get(node.target.id), List)
    ):
        from gametree.compile.frontend.rules.changing import changed

        changed(frame, node.target, "extend", [node.value])
        return
    store(frame, node.target, applied(frame, type(node.op), frame.expr(target), frame.expr(node.value)))


def store(frame: Frame, target: Any, value: Value) -> None:
    """Give a name, several names, or a cell of a list a value."""
    match target:
        case ast.Name(id=name):
            for scope in reversed(frame.binds):
                if name in scope:
                    scope[name] = frame.kept(value)
                    return
            frame.assign(name, value)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            unpack(frame, elts, value)
        case ast.Subscript() | ast.Attribute():
            from gametree.compile.frontend.rules.changing import changed_item

            changed_item(frame, target, value)
        case _:
            raise frame.cannot(f"{ast.unparse(target)} that is assigned to", target)


def unpack(frame: Frame, elts: list[Any], value: Value) -> None:
    """``a, b = c`` and ``a, *b = c``."""
    if isinstance(value.shape, List) and isinstance(elts[-1], ast.Starred):
        _first_and_rest(frame, elts, value)
        return
    parts = items_of(frame, value, None if any(isinstance(e, ast.Starred) for e in elts) else len(elts))
    parts = [frame.kept(p) if len(elts) > 1 else p for p in parts]
    star = next((i for i, e in enumerate(elts) if isinstance(e, ast.Starred)), None)
    if star is not None:
        after = len(elts) - star - 1
        middle = parts[star : len(parts) - after]
        rest = product_of(middle, list)
        parts = [*parts[:star], rest, *parts[len(parts) - after :]] if after else [*parts[:star], rest]
        elts = [e.value if isinstance(e, ast.Starred) else e for e in elts]
    if len(parts) != len(elts):
        raise UnsupportedError(f"{len(parts)} values for {len(elts)} names")
    for e, part in zip(elts, parts, strict=True):
        store(frame, e, part)


def _first_and_rest(frame: Frame, elts: list[Any], value: Value) -> None:
    """``first, *rest = xs`` of a list of any length."""
    from gametree.compile.frontend.frame import opened

    assert isinstance(value.shape, List)
    code = frame.temp(value.code)
    for i, e in enumerate(elts[:-1]):
        store(frame, e, opened(frame, f"{code}[{i}]", value.shape.item))
    store(frame, elts[-1].value, Value(value.shape, (f"{code}[{len(elts) - 1}:]",)))


def items_of(frame: Frame, value: Value, count: int | None = None) -> list[Value]:
    """The items of a sequence whose length is known."""
    from gametree.compile.frontend import cells
    from gametree.compile.frontend.rules.iterating import iterated
    from gametree.compile.frontend.rules.tabulating import tabulated

    match value.shape:
        case Tup():
            return parts_of(value)
        case Packed(n=n):
            held = frame.kept(value)
            return [cells.get(frame, held, str(i)) for i in range(n)]
        case Opt(item=item):
            return items_of(frame, Value(item, value.codes[1:]), count)
        case Sym(values=values):
            fixed = known(value)
            if fixed is not None:
                return [frame.constant(x) for x in fixed[0]]
            lengths = {len(x) for x in values if hasattr(x, "__len__")}
            if count is not None or len(lengths) == 1:
                held = frame.kept(value)
                return [tabulated(frame, lambda x, i=i: list(x)[i], held) for i in range(count or lengths.pop())]
        case Some() if count is not None:
            source = iterated(frame, value)
            return [source.item(frame, str(i)) for i in range(count)]  # type: ignore
        case List(item=item) if count is not None:
            from gametree.compile.frontend.frame import opened

            code = frame.temp(value.code)
            return [opened(frame, f"{code}[{i}]", item) for i in range(count)]
        case Keyed() | Dict() if count is not None:
            from gametree.compile.frontend.frame import opened
            from gametree.compile.frontend.rules.collecting import gathered, item_shape
            from gametree.compile.frontend.runtime import fit_length

            source = iterated(frame, value)
            item = item_shape(frame, source)
            made = gathered(frame, source, item)
            frame.write(f"{frame.program.helper(fit_length)}(len({made.code}), {count})")
            return [opened(frame, f"{made.code}[{i}]", item) for i in range(count)]
        case Lazy():
            source = iterated(frame, value)
            if isinstance(source.length, int) and source.item is not None:
                return [source.item(frame, str(i)) for i in range(source.length)]
            if isinstance(source.length, int):
                from gametree.compile.frontend.rules.collecting import gathered

                made = gathered(frame, source)
                return items_of(frame, made, source.length)
    raise UnsupportedError("values taken apart whose number is not known")


@statement(ast.Return)
def returns(frame: Frame, node: ast.Return) -> bool:
    """``return a``."""
    if frame.spec.generator and frame.on_return is None:
        if node.value is not None:
            raise frame.cannot("a generator that returns a value", node)
        frame.write("return")
    elif frame.gone_through and isinstance(_inside(node.value), ast.ListComp | ast.GeneratorExp):
        from gametree.compile.frontend.rules.collecting import generator

        frame.returned(Value(generator(frame, _inside(node.value)), ()))
    elif frame.asks_truth and node.value is not None:
        frame.returned(condition(frame, node.value))
    else:
        frame.returned(frame.expr(node.value) if node.value is not None else frame.constant(None))
    return True


def _inside(node: Any) -> Any:
    """What is made into a list or tuple only to be gone through."""
    match node:
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[inner], keywords=[]):
            return inner
    return node


@statement(ast.If)
def choice(frame: Frame, node: ast.If) -> bool:
    """``if a:``; of a branch that is never taken nothing is written."""
    test = condition(frame, node.test)
    fixed = known(test)
    if fixed is not None:
        return frame.statements(node.body if fixed[0] else node.orelse)
    code = as_truth(frame, test)
    if code in ("True", "False"):
        return frame.statements(node.body if code == "True" else node.orelse)
    with frame.block(f"if {code}:"):
        ended = frame.statements(node.body)
    if not node.orelse:
        return False
    with frame.block("else:"):
        other = frame.statements(node.orelse)
    return ended and other


@statement(ast.For)
def for_loop(frame: Frame, node: ast.For) -> None:
    """``for a in b:``."""
    from gametree.compile.frontend.rules.iterating import iterated

    if node.orelse:
        raise frame.cannot("else after a loop", node)
    source = iterated(frame, frame.expr(node.iter))

    def body(item: Value) -> None:
        line = frame.line
        store(frame, node.target, item)
        frame.statements(node.body)
        frame.line = line

    with frame.user_loop(compound=source.compound):
        source.each(frame, body)


@statement(ast.While)
def while_loop(frame: Frame, node: ast.While) -> None:
    """``while a:``."""
    if node.orelse:
        raise frame.cannot("else after a loop", node)
    with frame.aside() as written:
        code = condition(frame, node.test).code
    with frame.user_loop():
        if not written:
            with frame.loop(f"while {code}:"):
                frame.statements(node.body)
            return
        with frame.loop("while True:"):
            code = condition(frame, node.test).code
            frame.write(f"if not {code}: break")
            frame.statements(node.body)


@statement(ast.Break)
def leaves(frame: Frame, node: ast.Break) -> bool:
    """``break``."""
    if frame.tries and frame.loops and getattr(frame.loops[-1], "depth", 0) < _try_depth(frame):
        raise frame.cannot("break inside try", node)
    frame.leave(frame.loops[-1])
    return True


def _try_depth(frame: Frame) -> int:
    return getattr(frame, "try_depth", 0)


@statement(ast.Continue)
def goes_on(frame: Frame, node: ast.Continue) -> bool:
    """``continue``."""
    if frame.tries and frame.loops[-1].depth < _try_depth(frame):
        raise frame.cannot("continue inside try", node)
    frame.write("continue")
    return True


@statement(ast.Assert)
def assertion(frame: Frame, node: ast.Assert) -> None:
    """``assert a``."""
    code = condition(frame, node.test).code
    if code != "True":
        frame.write(f"assert {code}")


@statement(ast.Raise)
def raises(frame: Frame, node: ast.Raise) -> bool:
    """``raise ValueError(…)``: that the rules raise is enough to know."""
    frame.write("raise ValueError")
    return True


@statement(ast.FunctionDef)
def inner(frame: Frame, node: ast.FunctionDef) -> None:
    """A function inside a function."""
    frame.shapes[node.name] = Sym((Closure(node, frame, tuple(frame.binds)),))
    frame.binds.append({node.name: Value(frame.shapes[node.name], ())})


@statement(ast.Delete)
def deletes(frame: Frame, node: ast.Delete) -> None:
    """``del a[k]``."""
    from gametree.compile.frontend.rules.changing import removed_item

    for target in node.targets:
        if not isinstance(target, ast.Subscript):
            raise frame.cannot("del of a name", node)
        removed_item(frame, target)


@statement(ast.Match)
def matches(frame: Frame, node: ast.Match) -> bool:
    """``match`` with constants and ``_``: a row of ifs."""
    subject = frame.kept(frame.expr(node.subject))
    return _cases(frame, subject, node.cases)


def _cases(frame: Frame, subject: Value, cases: list[Any]) -> bool:
    from gametree.compile.frontend.rules.sequences import equal

    if not cases:
        return False
    case, *rest = cases
    values: list[Any]
    match case.pattern:
        case ast.MatchAs(pattern=None, name=None) if case.guard is None:
            return frame.statements(case.body)
        case ast.MatchValue(value=value):
            values = [frame.expr(value)]
        case ast.MatchSingleton(value=value):
            values = [frame.constant(value)]
        case ast.MatchOr(patterns=patterns) if all(isinstance(p, ast.MatchValue) for p in patterns):
            values = [frame.expr(p.value) for p in patterns]  # type: ignore
        case _:
            raise frame.cannot("this pattern", case.pattern)
    if case.guard is not None:
        raise frame.cannot("a guard in match", case.pattern)
    test = " or ".join(equal(frame, subject, v).code for v in values)
    with frame.block(f"if {test}:"):
        ended = frame.statements(case.body)
    with frame.block("else:"):
        other = _cases(frame, subject, rest)
    return ended and other


_ = coerce
