# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Calls: of the rules' own functions, each written for the shapes of its arguments; of lambdas, written out in place;
of functions of Python, by the rule that is registered for them, or beforehand where all is known.
"""

from __future__ import annotations

import ast
import inspect
import operator
from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import expression, opened
from gametree.compile.frontend.ownership import CHANGING
from gametree.compile.frontend.rules.tabulating import all_known, domain, tabulated
from gametree.compile.frontend.shapes import (
    Float,
    Int,
    Sym,
    Truth,
    Tup,
    UnreadyError,
    UnsupportedError,
    Wide,
    class_of,
    field_names,
    is_record,
    join_all,
    slots,
    told,
)
from gametree.compile.frontend.values import Bound, Closure, Lazy, Value, known, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.frontend.frame import Frame
    from gametree.compile.frontend.program import Spec

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


def bound_arguments(function: Any, args: list[Value], kws: dict[str, Value], frame: Frame) -> dict[str, Value]:
    """Arguments by name, with the defaults of those that are not given."""
    try:
        given = inspect.signature(function).bind(*args, **kws)
    except TypeError as error:
        raise UnsupportedError(f"{function.__name__} is called with the wrong arguments: {error}") from None
    given.apply_defaults()
    found: dict[str, Value] = {}
    for name, v in given.arguments.items():
        kind = given.signature.parameters[name].kind
        if kind == inspect.Parameter.VAR_POSITIONAL:
            from gametree.compile.frontend.values import product_of

            found[name] = product_of(list(v))
        elif kind == inspect.Parameter.VAR_KEYWORD:
            raise UnsupportedError("a function with ** arguments")
        else:
            found[name] = v if isinstance(v, Value) else frame.constant(v)
    return found


def call_function(frame: Frame, function: FunctionType, args: list[Value], kws: dict[str, Value]) -> Value:
    """A function of the rules: it is written for arguments of these shapes."""
    return answered(frame, *prepared(frame, function, args, kws))


def prepared(
    frame: Frame, function: FunctionType, args: list[Value], kws: dict[str, Value]
) -> tuple[Spec, list[str], dict[str, Value]]:
    """A function for these arguments, the texts to call it with, and the arguments by name."""
    from gametree.compile.frontend.rules.collecting import solid

    args, kws = [solid(frame, a) for a in args], {k: solid(frame, v) for k, v in kws.items()}
    bound = bound_arguments(function, args, kws, frame)
    spec, codes = frame.program.special(function, bound, frame)
    if spec.open and any(name not in spec.after for name in spec.changes):
        raise UnreadyError
    return spec, codes, bound


def answered(frame: Frame, spec: Any, codes: list[str], given: dict[str, Value]) -> Value:
    """What a call of a written function gives; arguments that it changes are given their new values."""
    text = f"{spec.name}({', '.join(codes)})"
    if spec.generator:
        if spec.yields is None:
            if not spec.open:
                return Value(Lazy(lambda frame, body: None, 0), ())
            raise UnreadyError

        def each(frame: Frame, body: Any) -> None:
            item = frame.program.temp("item")
            with frame.loop(f"for {item} in {text}:"):
                body(opened(frame, item, spec.yields))

        return Value(Lazy(each), ())
    if spec.returns is None:
        raise UnreadyError
    if spec.changes:
        return _changed(frame, spec, text, given)
    if slots(spec.returns) == 0:
        return Value(spec.returns, ())
    return opened(frame, text, spec.returns)


def _changed(frame: Frame, spec: Any, text: str, given: dict[str, Value]) -> Value:
    from gametree.compile.frontend.rules.changing import is_place, written_back

    after = [spec.after.get(name, given[name].shape) for name in spec.changes]
    answer, *changed = parts_of(opened(frame, text, Tup((spec.returns, *after))))
    for (name, paths), new in zip(spec.changes.items(), changed, strict=True):
        where = given[name].place
        if where is None or not is_place(where):
            continue
        for path in paths:
            written_back(frame, where, new, path)
    return answer


def call_closure(frame: Frame, target: Closure, args: list[Value], kws: dict[str, Value]) -> Value:
    """A lambda, or an inner function of one return: written out where it is called."""
    node = target.node
    names = [a.arg for a in node.args.args]
    defaults = dict(zip(names[len(names) - len(node.args.defaults) :], node.args.defaults, strict=True))
    given = dict(zip(names, args, strict=False)) | kws
    for name in names:
        if name not in given:
            if name not in defaults:
                raise UnsupportedError("a lambda called with the wrong arguments")
            given[name] = frame.expr(defaults[name])
    body = node.body
    if isinstance(node, ast.FunctionDef):
        plain = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
        if len(plain) == 1 and isinstance(plain[0], ast.Return) and plain[0].value is not None:
            body = plain[0].value
        else:
            return _inner(frame, target, given)
    kept, frame.binds = (
        frame.binds,
        [*target.binds, {name: frame.kept(v) if not isinstance(v.shape, Lazy) else v for name, v in given.items()}],
    )
    try:
        return frame.expr(body)
    finally:
        frame.binds = kept


def _inner(frame: Frame, target: Closure, given: dict[str, Value]) -> Value:
    """An inner function: what it uses of the outer one is handed over too."""
    node = target.node
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - set(given)
    extra: dict[str, Value] = {}
    for name in sorted(used & (frame.locals | {k for b in target.binds for k in b})):
        if name == node.name:
            continue
        v = handed(frame, ast.copy_location(ast.Name(name, ast.Load()), node))
        if v.codes or not isinstance(v.shape, Sym):
            extra[name] = v
    import copy

    clone = copy.copy(node)
    clone.args = copy.deepcopy(node.args)
    clone.args.args += [ast.arg(name) for name in extra]
    if any(isinstance(n, ast.Nonlocal | ast.Global) for n in ast.walk(node)):
        raise UnsupportedError("nonlocal")
    key = (id(node), tuple(extra))
    cache = frame.program.__dict__.setdefault("inner", {})
    made = cache.setdefault(key, Closure(clone, frame, target.binds))
    given = given | extra
    spec, codes = frame.program.special(made, given, frame)
    return answered(frame, spec, codes, given)


def inlined(frame: Frame, function: Value, args: list[Value]) -> Value:
    """A call of what was handed over as a function."""
    return called(frame, function, args, {})


# --- numbers ---------------------------------------------------------------------------------------------------------


@builtin(bool)
def to_truth(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``bool(x)``."""
    from gametree.compile.frontend.rules.numbers import as_truth

    return Value(Truth(), (as_truth(frame, args[0]),))


@builtin(int)
def to_int(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``int(x)``."""
    from gametree.compile.frontend.rules.numbers import as_number

    v = args[0]
    if isinstance(v.shape, Sym) and any(isinstance(x, str) for x in v.shape.values):
        return tabulated(frame, int, v)
    n = as_number(frame, v)
    return Value(Int(), (f"int({n.code})",)) if isinstance(n.shape, Float) else n


@builtin(float)
def to_float(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``float(x)``."""
    from gametree.compile.frontend.coerce import coerce
    from gametree.compile.frontend.rules.numbers import as_number

    fixed = known(args[0])
    if fixed is not None:
        return frame.constant(float(fixed[0]))
    return Value(Float(), coerce(frame, as_number(frame, args[0]), Float()))


@builtin(abs)
def magnitude(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``abs(x)``."""
    from gametree.compile.frontend.rules.numbers import as_number

    n = as_number(frame, args[0])
    fixed = known(n)
    if fixed is not None:
        return frame.constant(abs(fixed[0]))
    if isinstance(n.shape, Float):
        return Value(Float(), (f"abs({n.code})",))
    lo, hi = n.shape.lo, n.shape.hi  # type: ignore
    return Value(Int(0, max(-lo, hi) if lo is not None and hi is not None else None), (f"abs({n.code})",))


@builtin(round)
def rounded(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``round(x)``."""
    from gametree.compile.frontend.rules.numbers import as_number

    n = as_number(frame, args[0])
    if len(args) > 1 or not isinstance(n.shape, Float):
        raise UnsupportedError("round to digits")
    return Value(Int(), (f"int(round({n.code}))",))


@builtin(divmod)
def both(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``divmod(a, b)``."""
    from gametree.compile.frontend.rules.numbers import applied
    from gametree.compile.frontend.values import product_of

    a, b = (frame.kept(v) for v in args)
    return product_of([applied(frame, ast.FloorDiv, a, b), applied(frame, ast.Mod, a, b)])


@builtin(pow)
def power(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``pow(a, b)``."""
    from gametree.compile.frontend.rules.numbers import applied

    if len(args) != 2:
        raise UnsupportedError("pow with a modulus")
    return applied(frame, ast.Pow, *args)


@builtin(getattr)
def attribute_named(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``getattr(x, "name", default)``."""
    from gametree.compile.frontend.rules.names import attribute_of

    name = known(args[1])
    if name is None:
        raise UnsupportedError("getattr of a name that is not known")
    if len(args) > 2 and not _has(args[0], name[0]):
        return args[2]
    return attribute_of(frame, args[0], name[0])


@builtin(hasattr)
def has_attribute(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``hasattr(x, "name")``."""
    name = known(args[1])
    if name is None:
        raise UnsupportedError("hasattr of a name that is not known")
    return frame.constant(_has(args[0], name[0]))


def _has(v: Value, name: str) -> bool:
    fixed = known(v)
    if fixed is not None:
        return hasattr(fixed[0], name)
    if not isinstance(v.shape, Tup):
        raise UnsupportedError(f"an attribute of {told(v.shape)} that may not be there")
    return name in field_names(v.shape.cls) or hasattr(class_of(v.shape.cls), name)


@builtin(type)
def kind_of(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``type(x)``."""
    match args[0].shape:
        case Sym():
            return tabulated(frame, type, args[0])
        case Tup(cls=cls):
            return frame.constant(class_of(cls))
        case Int() | Wide():
            return frame.constant(int)
        case Truth():
            return frame.constant(bool)
        case Float():
            return frame.constant(float)
    raise UnsupportedError(f"the type of {told(args[0].shape)}")


@builtin(isinstance)
def is_instance(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``isinstance(x, C)``."""
    v, cls = args[0], known(args[1])
    if cls is None:
        raise UnsupportedError("isinstance of a class that is not known")
    match v.shape:
        case Sym():
            return tabulated(frame, lambda x: isinstance(x, cls[0]), v)
        case Tup(cls=made):
            return frame.constant(issubclass(class_of(made), cls[0]))
        case Int():
            return frame.constant(issubclass(int, cls[0]))
    raise UnsupportedError("isinstance of this value")


@builtin(operator.not_)
def negated(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``operator.not_(x)``."""
    from gametree.compile.frontend.rules.numbers import as_truth

    return Value(Truth(), (f"(not {as_truth(frame, args[0])})",))


@builtin(hash, id, print, open, input)
def refused(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """What rules should not do."""
    raise UnsupportedError("a function that rules should not call (hash, id, print, open or input)")


def _operators() -> None:
    from gametree.compile.frontend.rules.numbers import OPERATORS

    for kind, (_, function) in OPERATORS.items():

        @builtin(function)
        def rule(frame: Frame, args: list[Value], kws: dict[str, Value], kind: Any = kind) -> Value:
            from gametree.compile.frontend.rules.numbers import applied

            return applied(frame, kind, *args)

    for symbol, function in (
        ("==", operator.eq),
        ("!=", operator.ne),
        ("<", operator.lt),
        ("<=", operator.le),
        (">", operator.gt),
        (">=", operator.ge),
    ):

        @builtin(function)
        def comparison(frame: Frame, args: list[Value], kws: dict[str, Value], symbol: str = symbol) -> Value:
            from gametree.compile.frontend.rules.numbers import ordered

            return ordered(frame, symbol, *args)

    @builtin(operator.getitem)
    def getitem(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        from gametree.compile.frontend.rules.sequences import item

        return item(frame, *args)
