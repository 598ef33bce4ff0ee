# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Calls: of functions of Python, by the rule that is registered for them, or beforehand where all is known; of one of
several functions, each under an if. The rules' own functions: ``functions.py``.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("abs(x) + len('abc')", x=[-3, 3])
return (abs(x_) + 3)
"""

from __future__ import annotations

import ast
import operator
from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.kinds import is_record
from gametree.compile.frontend.observing import join_all
from gametree.compile.frontend.ownership import CHANGING
from gametree.compile.frontend.rules.tabulating import all_known, domain, tabulated
from gametree.compile.frontend.shapes import Sym, UnsupportedError, slots, told
from gametree.compile.frontend.values import Bound, Closure, Lazy, Value, known

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.frontend.frame import Frame

BUILTINS: dict[Any, Callable[[Frame, list[Value], dict[str, Value]], Value]] = {}


"""The rules for functions of Python and its libraries."""


METHODS: dict[str, Callable[[Frame, Value, list[Value], dict[str, Value]], Value]] = {}


"""The rules for methods of lists, words, sets and dicts, by name."""


def builtin(*functions: Any) -> Callable[[Any], Any]:
    """The rule for a function of Python's."""

    def register(rule: Any) -> Any:
        BUILTINS.update(dict.fromkeys(functions, rule))
        return rule

    return register


def method(*names: str) -> Callable[[Any], Any]:
    """The rule for a method."""

    def register(rule: Any) -> Any:
        METHODS.update(dict.fromkeys(names, rule))
        return rule

    return register


@expression(ast.Call)
def call(frame: Frame, node: ast.Call) -> Value:
    """``f(a, b, key=c)``."""
    from gametree.compile.frontend.rules.bits import counted_bits
    from gametree.compile.frontend.rules.statements import items_of

    if (bits := counted_bits(frame, node)) is not None:
        return bits
    function = _function(frame, node.func)
    args: list[Value] = []
    for a in node.args:
        args += items_of(frame, frame.expr(a.value)) if isinstance(a, ast.Starred) else [handed(frame, a)]
    kws: dict[str, Value] = {}
    for k in node.keywords:
        if k.arg is None:
            raise frame.cannot("** in a call", node)
        kws[k.arg] = handed(frame, k.value)
    return called(frame, function, args, kws)


def handed(frame: Frame, node: ast.expr) -> Value:
    """An argument, with the place that it comes from."""
    if isinstance(node, ast.Name) and node.id not in frame.shapes and node.id in frame.begun:
        return replace(frame.begun[node.id], place=node)
    return replace(frame.expr(node), place=node)


def _function(frame: Frame, node: ast.expr) -> Value:
    """What is called; a method knows the place of what it belongs to."""
    from gametree.compile.frontend.rules.changing import is_place, place
    from gametree.compile.frontend.rules.names import attribute_of

    if not isinstance(node, ast.Attribute) or not is_place(node.value):
        return frame.expr(node)
    receiver = replace(frame.expr(node.value), place=node.value)
    found = attribute_of(frame, receiver, node.attr)
    fixed = known(found)
    if node.attr in CHANGING and fixed is not None and isinstance(fixed[0], Bound) and fixed[0].function is None:
        place(frame, node.value)  # x = xs.pop(): may it be changed?
    return found


def called(frame: Frame, function: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """A call of a value."""
    from gametree.compile.frontend.rules import records
    from gametree.compile.frontend.rules.functions import call_closure, call_function

    fixed = known(function)
    if fixed is None:
        return _one_of_several(frame, function, args, kws)
    target = fixed[0]
    if isinstance(target, Bound):
        if target.function is not None:
            return call_function(frame, target.function, [target.value, *args], kws)
        return _method(frame, target, args, kws)
    if isinstance(target, Closure):
        return call_closure(frame, target, args, kws)
    if isinstance(target, operator.itemgetter | operator.attrgetter):
        return _getter(frame, target, args[0])
    rule = _rule_for(target)
    if rule is not None:
        return rule(frame, args, kws)
    if is_record(target) or _is_object(frame, target):
        return records.made(frame, target, args, kws)
    if isinstance(target, FunctionType) and is_rule(target):
        return call_function(frame, target, args, kws)
    values = [*args, *kws.values()]
    if all(domain(v) is not None and not isinstance(v.shape, Lazy) for v in values) and not isinstance(
        target, FunctionType
    ):
        names = list(kws)
        return tabulated(
            frame, lambda *v: target(*v[: len(args)], **dict(zip(names, v[len(args) :], strict=True))), *values
        )
    raise UnsupportedError(f"{getattr(target, '__name__', repr(target))}(…) of these values")


def _one_of_several(frame: Frame, function: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """A call of a function that is chosen at run time: each of them, under an if."""
    from gametree.compile.frontend.coerce import coerce
    from gametree.compile.frontend.rules.collecting import zeros

    if not isinstance(function.shape, Sym):
        raise UnsupportedError(f"a call of {told(function.shape)}")
    args = [replace(frame.kept(a), place=a.place) for a in args]
    kws = {k: replace(frame.kept(v), place=v.place) for k, v in kws.items()}
    targets = [frame.constant(f) for f in function.shape.values]
    with frame.aside():
        shape = join_all([called(frame, f, args, kws).shape for f in targets])
    names = tuple(frame.program.temp("answer") for _ in range(slots(shape)))
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(zeros(shape))}")
    at = frame.temp(function.code)
    for i, f in enumerate(targets):
        with frame.block(f"if {at} == {i}:"):
            codes = coerce(frame, called(frame, f, args, kws), shape)
            if names:
                frame.write(f"{', '.join(names)} = {', '.join(codes)}")
    return Value(shape, names)


def _is_object(frame: Frame, target: Any) -> bool:
    return isinstance(target, type) and target in frame.program.objects


def is_rule(function: FunctionType) -> bool:
    """Is this a function of the rules, and not one of ours? The adapters of other programs' games are rules."""
    name = function.__module__
    return not name.startswith("gametree.") or name.startswith("gametree.adapters.")


def _getter(frame: Frame, target: Any, v: Value) -> Value:
    """``itemgetter(1)(x)``, ``attrgetter("name")(x)``."""
    from gametree.compile.frontend.rules.names import attribute_of
    from gametree.compile.frontend.rules.sequences import item
    from gametree.compile.frontend.values import product_of

    keys = target.__reduce__()[1]
    if isinstance(target, operator.attrgetter):
        found = [attribute_of(frame, v, k) for k in keys]
    else:
        found = [item(frame, v, frame.constant(k)) for k in keys]
    return found[0] if len(found) == 1 else product_of(found)


def _rule_for(target: Any) -> Any:
    try:
        return BUILTINS.get(target)
    except TypeError:
        return None


def _method(frame: Frame, target: Bound, args: list[Value], kws: dict[str, Value]) -> Value:
    v, name = target.value, target.name
    finite = isinstance(v.shape, Sym) and not kws
    if finite and (fixed := all_known([v, *args])) is not None and not isinstance(fixed[0], type):
        found = getattr(fixed[0], name)(*fixed[1:])
        return frame.constant(tuple(found) if type(found).__name__.startswith("dict_") else found)
    if finite and all(domain(a) is not None for a in args) and name not in ("join",):
        return tabulated(frame, lambda x, *a: _plain(getattr(x, name)(*a)), v, *args)
    if name in METHODS:
        return METHODS[name](frame, v, args, kws)
    raise UnsupportedError(f"the method {name} of {told(v.shape)}")


def _plain(x: Any) -> Any:
    return tuple(x) if isinstance(x, list) or type(x).__name__.startswith("dict_") else x


def inlined(frame: Frame, function: Value, args: list[Value]) -> Value:
    """A call of what was handed over as a function."""
    return called(frame, function, args, {})
