# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Functions of the rules, each written for the shapes of its arguments; what they change in place they return too.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("found = []", "def add(x):", "    found.append(x)", "add(x)", "return len(found)", x=[0, 7])
found_ = [0 for _ in range(0)]
found_ = add_2(self, x_, found_)
return len(found_)
"""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import opened
from gametree.compile.frontend.rules.calling import handed
from gametree.compile.frontend.shapes import Sym, Tup, UnreadyError, UnsupportedError, slots
from gametree.compile.frontend.values import Closure, Lazy, Value, parts_of

if TYPE_CHECKING:
    from types import FunctionType

    from gametree.compile.frontend.frame import Frame
    from gametree.compile.frontend.program import Spec


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
