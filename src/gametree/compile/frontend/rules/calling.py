# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Calls: of the rules' own functions, each written for the shapes of its arguments; of lambdas, written out in place;
of functions of Python, by the rule that is registered for them, or beforehand where all is known.
"""

from __future__ import annotations

import ast
import inspect
import operator
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import expression, opened
from gametree.compile.frontend.rules.tabulating import all_known, domain, tabulated
from gametree.compile.frontend.shapes import (
    Float,
    Int,
    Sym,
    Truth,
    Tup,
    UnreadyError,
    UnsupportedError,
    is_record,
    slots,
    told,
)
from gametree.compile.frontend.values import Bound, Closure, Lazy, Value, known

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.frontend.frame import Frame

BUILTINS: dict[Any, Callable[[Frame, list[Value], dict[str, Value]], Value]] = {}
"""The rules for functions of Python and its libraries."""
METHODS: dict[str, Callable[[Frame, Value, list[Value], dict[str, Value]], Value]] = {}
"""The rules for methods of lists, words, sets and dicts, by name."""
CHANGES: dict[str, Callable[[Frame, str, list[Value]], None]] = {}
"""The rules for methods that change a list."""


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
    function = frame.expr(node.func)
    args: list[Value] = []
    for a in node.args:
        args += items_of(frame, frame.expr(a.value)) if isinstance(a, ast.Starred) else [frame.expr(a)]
    kws: dict[str, Value] = {}
    for k in node.keywords:
        if k.arg is None:
            raise frame.cannot("** in a call", node)
        kws[k.arg] = frame.expr(k.value)
    return called(frame, function, args, kws)


def called(frame: Frame, function: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """A call of a value."""
    from gametree.compile.frontend.rules import records

    fixed = known(function)
    if fixed is None:
        raise UnsupportedError("a call of one of several functions")
    target = fixed[0]
    if isinstance(target, Bound):
        if target.function is not None:
            return call_function(frame, target.function, [target.value, *args], kws)
        return _method(frame, target, args, kws)
    if isinstance(target, Closure):
        return call_closure(frame, target, args, kws)
    rule = _rule_for(target)
    if rule is not None:
        return rule(frame, args, kws)
    if is_record(target):
        return records.made(frame, target, args, kws)
    if isinstance(target, FunctionType) and not target.__module__.startswith("gametree."):
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
    from gametree.compile.frontend.rules.collecting import listed

    args = [listed(frame, a) if isinstance(a.shape, Lazy) else a for a in args]
    bound = bound_arguments(function, args, kws, frame)
    spec, codes = frame.program.special(function, bound, frame)
    return answered(frame, spec, codes)


def answered(frame: Frame, spec: Any, codes: list[str]) -> Value:
    """What a call of a written function gives."""
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
    if slots(spec.returns) == 0:
        return Value(spec.returns, ())
    return opened(frame, text, spec.returns)


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
        v = frame.read(name)
        if v.codes:
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
    spec, codes = frame.program.special(made, given | extra, frame)
    return answered(frame, spec, codes)


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
            return frame.constant(issubclass(made, cls[0]))
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
