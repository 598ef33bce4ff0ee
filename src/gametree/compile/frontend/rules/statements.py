# pyright: basic
"""Statements: ``if``, ``return``, ``assert``, ``raise``, and calls that stand by themselves.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("if x > 3:", "    return 1", "assert x < 3", "return 0", x=[0, 7])
if (x_ > 3):
    return 1
if not (x_ < 3):
    raise RaisesError
return 0
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import statement
from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.ownership import CHANGING
from gametree.compile.frontend.rules.choosing import condition
from gametree.compile.frontend.rules.numbers import as_truth
from gametree.compile.frontend.shapes import Dict, Keyed, List, Opt, Packed, Some, Sym, Tup, UnsupportedError
from gametree.compile.frontend.values import Closure, Lazy, Value, known, parts_of

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


def items_of(frame: Frame, value: Value, count: int | None = None) -> list[Value]:
    """The items of a sequence whose length is known."""
    from gametree.compile.frontend import cells
    from gametree.compile.frontend.rules.iterating import iterated
    from gametree.compile.frontend.rules.tabulating import tabulated

    match value.shape:
        case Tup(cls=Fields()):
            raise UnsupportedError("the keys of a dict with values of several kinds, one by one")
        case Tup():
            return parts_of(value)
        case Packed(n=n):
            held = frame.kept(value)
            return [cells.get(frame, held, str(i)) for i in range(n)]
        case Opt():
            return items_of(frame, frame.there(value), count)
        case Sym(values=values):
            fixed = known(value)
            if fixed is not None:
                return [frame.constant(x) for x in fixed[0]]
            lengths = {len(x) for x in values if hasattr(x, "__len__")}
            if count is not None or len(lengths) == 1:
                held = frame.kept(value)
                if count is not None and lengths != {count}:
                    held = tabulated(frame, lambda x: _of_length(x, count), held)
                return [tabulated(frame, lambda x, i=i: list(x)[i], held) for i in range(count or lengths.pop())]
        case Some() if count is not None:
            source = iterated(frame, value)
            frame.raises_if(f"{source.length} != {count}", ValueError)
            return [source.item(frame, str(i)) for i in range(count)]  # type: ignore
        case List(item=item) if count is not None:
            from gametree.compile.frontend.frame import opened

            code = frame.temp(value.code)
            frame.raises_if(f"len({code}) != {count}", ValueError)
            return [opened(frame, f"{code}[{i}]", item) for i in range(count)]
        case Keyed() | Dict() if count is not None:
            from gametree.compile.frontend.frame import opened
            from gametree.compile.frontend.rules.collecting import gathered, item_shape

            source = iterated(frame, value)
            item = item_shape(frame, source)
            made = gathered(frame, source, item)
            frame.raises_if(f"len({made.code}) != {count}", ValueError)
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


def _of_length(x: Any, count: int) -> Any:
    if len(x) != count:
        raise ValueError
    return x


@statement(ast.Return)
def returns(frame: Frame, node: ast.Return) -> bool:
    """``return a``."""
    if frame.spec.generator and frame.on_return is None:
        if node.value is not None:
            raise frame.cannot("a generator that returns a value", node)
        frame.write("return")
    elif frame.gone_through and isinstance(_inside(node.value), ast.ListComp | ast.GeneratorExp):
        from gametree.compile.frontend.rules.comprehensions import generator

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


@statement(ast.Assert)
def assertion(frame: Frame, node: ast.Assert) -> None:
    """``assert a``."""
    code = condition(frame, node.test).code
    if code != "True":
        frame.raises_if(f"not {code}", AssertionError)


@statement(ast.Raise)
def raises(frame: Frame, node: ast.Raise) -> bool:
    """``raise ValueError(…)``: that the rules raise is enough to know."""
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    fixed = known(frame.expr(error)) if error is not None else None
    if frame.tries and (fixed is None or not isinstance(fixed[0], type)):
        raise frame.cannot("this raise inside try", node)
    frame.raises_if("True", fixed[0] if fixed is not None and isinstance(fixed[0], type) else Exception)
    return True


@statement(ast.FunctionDef)
def inner(frame: Frame, node: ast.FunctionDef) -> None:
    """A function inside a function."""
    frame.shapes[node.name] = Sym((Closure(node, frame, tuple(frame.binds)),))
    frame.binds.append({node.name: Value(frame.shapes[node.name], ())})
