# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
"""One function while it is rewritten: its variables, and the lines that are written for it.

An expression gives a ``Value``; what needs statements of its own (a loop for a generator expression, say) is written
before the statement that it stands in. A variable has one shape throughout: the function is gone through again until
the shapes have settled.
"""

from __future__ import annotations

import ast
import builtins
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.observing import join
from gametree.compile.frontend.ownership import Holdings, own_parts
from gametree.compile.frontend.runtime import RaisesError
from gametree.compile.frontend.shapes import (
    Dict,
    Int,
    List,
    Opt,
    Packed,
    Shape,
    Sym,
    Tup,
    UnreadyError,
    UnsupportedError,
    slots,
)
from gametree.compile.frontend.values import Closure, Lazy, Value, constant, is_atom

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FunctionType

    from gametree.compile.frontend.program import Program, Spec

EXPRESSIONS: dict[type, Callable[[Frame, Any], Value]] = {}
"""The rule for each kind of expression."""
STATEMENTS: dict[type, Callable[[Frame, Any], bool | None]] = {}
"""The rule for each kind of statement; it answers True where nothing can follow."""


def expression(*kinds: type) -> Callable[[Any], Any]:
    """The rule for a kind of expression."""

    def register(rule: Any) -> Any:
        EXPRESSIONS.update(dict.fromkeys(kinds, rule))
        return rule

    return register


def statement(*kinds: type) -> Callable[[Any], Any]:
    """The rule for a kind of statement."""

    def register(rule: Any) -> Any:
        STATEMENTS.update(dict.fromkeys(kinds, rule))
        return rule

    return register


@dataclass
class Loop:
    """A loop of the user's, which may be several loops of ours."""

    depth: int
    compound: bool
    flag: str
    used: bool = False


@dataclass
class Try:
    """A ``try`` that is being written: where one of its errors comes, its flag is set, and its loop is left."""

    flag: str
    caught: tuple[type[Exception], ...]
    depth: int


class Frame:
    """One function while it is rewritten."""

    def __init__(self, program: Program, function: Any, node: Any, shapes: dict[str, Shape], spec: Spec, turn: int = 0):
        from gametree.compile.frontend import rules  # noqa: F401 (they register themselves)

        self.program, self.function, self.node, self.shapes, self.spec, self.turn = (
            program, function, node, shapes, spec, turn,
        )  # fmt: skip
        outer = function.frame if isinstance(function, Closure) else None
        self.outer = outer
        self.owner: Any = outer.owner if outer else None
        plain = outer.plain if outer else function
        self.plain: FunctionType = plain
        self.file = plain.__code__.co_filename
        self.out: list[tuple[int, str, int]] = []
        self.indent, self.depth, self.line = 0, 0, node.lineno
        self.binds: list[dict[str, Value]] = list(function.binds) if isinstance(function, Closure) else []
        self.loops: list[Loop] = []
        self.tries: list[Try] = []
        self.dirty = False
        self.skipped: Exception | None = None
        self.parameters: list[str] = []
        self.locals = _assigned(node)
        self.held = Holdings(node)
        self.handed: set[str] = set()
        """The parameters: what is changed in them, whoever calls this function is given back."""
        self.fixed: set[str] = set()
        """What must not be changed: the state that a hook is given."""
        self.begun: dict[str, Value] = {}
        """The variables that begin as an empty list or set of which nothing is known yet."""
        spec.generator = not isinstance(node, ast.Lambda) and _yields(node)
        self.on_return: Callable[[Value], None] | None = None
        self.on_yield: Callable[[Value], None] | None = None
        self.nothing: Callable[[], None] | None = None
        self.asks_truth = False
        """Does only matter whether what it returns is true?"""
        self.gone_through = False
        """Is what it returns only gone through?"""

    # --- writing -----------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        self.out.append((self.indent, text, self.line))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What stands under an if, or another head."""
        self.write(head)
        at = len(self.out)
        self.indent += 1
        try:
            yield
        finally:
            if len(self.out) == at:
                self.write("pass")
            self.indent -= 1

    @contextmanager
    def loop(self, head: str) -> Iterator[None]:
        """One loop of ours; where the user's loop has been left inside, this one's surroundings are left too."""
        self.depth += 1
        with self.block(head):
            yield
        self.depth -= 1
        for loop in self.loops:
            if loop.used and self.depth > loop.depth:
                self.write(f"if {loop.flag}: break")

    @contextmanager
    def user_loop(self, *, compound: bool = False) -> Iterator[Loop]:
        """A loop that may be left early: what its flag needs is written before it."""
        loop = Loop(self.depth, compound, self.program.temp("left"))
        at = len(self.out)
        self.loops.append(loop)
        yield loop
        self.loops.remove(loop)
        if loop.used:
            self.out.insert(at, (self.indent, f"{loop.flag} = False", self.line))

    def leave(self, loop: Loop) -> None:
        """Write what leaves a loop of the user's."""
        if self.depth > loop.depth + 1 or loop.compound:
            loop.used = True
            self.write(f"{loop.flag} = True")
        self.write("break")

    def raises_if(self, test: str, error: type[Exception]) -> None:
        """Where a test holds, Python raises this error: a ``try`` around it is left, or the compiled form stops."""
        with self.block(f"if {test}:"):
            if self.tries and issubclass(error, self.tries[-1].caught):
                if self.depth > self.tries[-1].depth:
                    raise self.cannot("a loop inside try")
                self.write(f"{self.tries[-1].flag} = 1")
                self.write("break")
            else:
                self.write(f"raise {self.program.helper(RaisesError)}")

    def there(self, v: Value, error: type[Exception] = TypeError) -> Value:
        """What a value is, where it must not be None."""
        if not isinstance(v.shape, Opt):
            return v
        v = Value(v.shape, (self.temp(v.codes[0]), *v.codes[1:]))
        self.raises_if(f"{v.codes[0]} == 0", error)
        return Value(v.shape.item, v.codes[1:])

    @contextmanager
    def aside(self) -> Iterator[list[tuple[int, str, int]]]:
        """What is written meanwhile goes to a list of its own."""
        kept, self.out = self.out, []
        found = self.out
        try:
            yield found
        finally:
            self.out = kept

    def temp(self, code: str, hint: str = "t") -> str:
        """A name for a text that is used more than once."""
        if is_atom(code):
            return code
        name = self.program.temp(hint)
        self.write(f"{name} = {code}")
        return name

    def kept(self, v: Value) -> Value:
        """The same value, each slot a name or a number."""
        return Value(v.shape, tuple(map(self.temp, v.codes)))

    # --- variables ---------------------------------------------------------------------------------------------

    def names_of(self, name: str, shape: Shape) -> tuple[str, ...]:
        n = slots(shape)
        return (f"{name}_",) if n == 1 else tuple(f"{name}__{i}" for i in range(n))

    def take(self, params: dict[str, Shape]) -> None:
        """The parameters: a variable that is also assigned to is copied first."""
        for name, shape in params.items():
            joined = join(self.shapes.get(name), shape)
            codes = (
                self.names_of(name, shape) if joined == shape else tuple(f"{c}in" for c in self.names_of(name, shape))
            )
            self.parameters += codes
            self.shapes.setdefault(name, shape)
            self.handed.add(name)
            if joined != shape:
                self.assign(name, Value(shape, codes))

    def changes(self, name: str, path: tuple[str, ...], node: Any) -> None:
        """What lies in a variable under a path is changed: nobody else may hold it, but for whom it was handed by."""
        first = self.held.first_change.get(name) or node.lineno
        rebound = self.held.rebound.get(name)
        is_given = rebound is None or rebound >= first  # it is still what the function was given
        if name in self.handed | self.fixed and is_given:
            if name in self.fixed:
                raise self.cannot(f"{name} is changed in place: rules make a new state and leave the old one", node)
            if rebound is None and name not in self.held.given and name not in self.held.copied:
                if path not in self.spec.changes.setdefault(name, []):
                    self.spec.changes[name].append(path)
                    self.dirty = True
                return
        elif self.held.is_own(name, path, self, node.lineno):
            return
        raise self.cannot(f"{name} is changed in place, and it is not clear that nobody else holds it", node)

    def read(self, name: str) -> Value:
        for scope in reversed(self.binds):
            if name in scope:
                return scope[name]
        if name in self.locals:
            if name not in self.shapes:
                raise UnreadyError
            return Value(self.shapes[name], self.names_of(name, self.shapes[name]))
        if self.outer is not None:
            return self.outer.captured(name)
        function = self.plain
        free = function.__code__.co_freevars
        if name in free and function.__closure__ is not None:
            return self.constant(function.__closure__[free.index(name)].cell_contents)
        if name in function.__globals__:
            return self.constant(function.__globals__[name])
        if hasattr(builtins, name):
            return self.constant(getattr(builtins, name))
        raise self.cannot(f"the name {name} is not defined")

    def captured(self, name: str) -> Value:
        """What an inner function sees of this one: constants only; its variables are handed over as arguments."""
        value = self.read(name)
        if value.codes:
            raise self.cannot(f"an inner function that uses {name}")
        return value

    def constant(self, v: Any) -> Value:
        return constant(v, self.program.wide)

    def assign(self, name: str, value: Value) -> None:
        from gametree.compile.frontend.coerce import coerce

        if isinstance(value.shape, Lazy):
            from gametree.compile.frontend.rules.collecting import solid

            if not value.shape.again:
                raise self.cannot("an iterator kept in a variable")
            value = solid(self, value)
        now = self.shapes.get(name)
        if name in self.held.growing and isinstance(value.shape, Packed | Tup | Sym) and _is_list(value.shape):
            from gametree.compile.frontend.rules.collecting import item_shape
            from gametree.compile.frontend.rules.iterating import iterated

            inner = now.item if isinstance(now, List) else item_shape(self, iterated(self, value))
            value = Value(List(inner), coerce(self, value, List(inner)))
        joined = join(now, value.shape)
        if joined != now:
            joined = widened(now, joined) if self.turn > 2 and now is not None else joined
            self.shapes[name] = joined
            self.dirty = True
        codes = coerce(self, value, joined)
        names = self.names_of(name, joined)
        changed = [(n, c) for n, c in zip(names, codes, strict=True) if n != c]
        if changed:
            self.write(f"{', '.join(n for n, _ in changed)} = {', '.join(c for _, c in changed)}")

    # --- going through ------------------------------------------------------------------------------------------

    def expr(self, node: Any) -> Value:
        rule = EXPRESSIONS.get(type(node))
        if rule is None:
            raise self.cannot(f"{ast.unparse(node)[:40]} ({type(node).__name__})", node)
        try:
            return rule(self, node)
        except UnsupportedError as error:
            if not error.line:
                error.line = getattr(node, "lineno", self.line)
                error.file = self.file  # type: ignore
            raise

    def cannot(self, what: str, node: Any = None) -> UnsupportedError:
        error = UnsupportedError(what)
        error.line = getattr(node, "lineno", self.line)
        error.file = self.file  # type: ignore
        return error

    def statements(self, nodes: list[Any]) -> bool:
        """Statements one after the other; True where nothing can follow."""
        for node in nodes:
            self.line = node.lineno
            rule = STATEMENTS.get(type(node))
            if rule is None:
                raise self.cannot(f"{ast.unparse(node).splitlines()[0][:40]} ({type(node).__name__})", node)
            at = len(self.out)
            state = self.indent, self.depth, list(self.loops), len(self.binds)
            try:
                if rule(self, node):
                    return True
            except UnreadyError as error:  # what it needs is assigned further down: next time
                self.skipped = self.cannot("what kind of value this is does not become clear (an empty list?)", node)
                del self.out[at:]
                self.indent, self.depth, self.loops = state[0], state[1], state[2]
                del self.binds[state[3] :]
                del error
            except UnsupportedError as error:
                if not error.line:
                    error.line = node.lineno
                    error.file = self.file  # type: ignore
                raise
        return False

    def body(self) -> None:
        """The whole function."""
        if isinstance(self.node, ast.Lambda):
            self.returned(self.expr(self.node.body))
        elif not self.statements(self.node.body) and not self.spec.generator:
            if self.nothing is not None:
                self.nothing()
            elif self.spec.returns is not None or not self.skipped:
                self.returned(self.constant(None))

    def returned(self, value: Value) -> None:
        from gametree.compile.frontend.coerce import coerce
        from gametree.compile.frontend.rules.collecting import solid

        if self.on_return is not None:
            self.on_return(value)
            return
        value = solid(self, value)
        joined = join(self.spec.returns, value.shape)
        if joined != self.spec.returns:
            self.spec.returns = widened(self.spec.returns, joined) if self.turn > 2 and self.spec.returns else joined
            self.dirty = True
        codes = list(coerce(self, value, self.spec.returns))
        for name in self.spec.changes:
            self.spec.after[name] = self.shapes[name]
            codes += self.names_of(name, self.shapes[name])
        self.write(f"return {bundle(codes)}")

    def yielded(self, value: Value) -> None:
        from gametree.compile.frontend.coerce import coerce
        from gametree.compile.frontend.rules.collecting import solid

        if self.on_yield is not None:
            self.on_yield(value)
            return
        value = solid(self, value)
        joined = join(self.spec.yields, value.shape)
        if joined != self.spec.yields:
            self.spec.yields = widened(self.spec.yields, joined) if self.turn > 2 and self.spec.yields else joined
            self.dirty = True
        codes = coerce(self, value, self.spec.yields)
        self.write(f"yield {bundle(codes)}")


def _is_list(shape: Shape) -> bool:
    if isinstance(shape, Tup):
        return bool(shape.items) and shape.cls is list
    return isinstance(shape, Packed) and shape.kind is list


def bundle(codes: Any) -> str:
    """Slots as one thing: nothing is 0, several are a tuple."""
    codes = list(codes)
    return "0" if not codes else codes[0] if len(codes) == 1 else f"({', '.join(codes)})"


def opened(frame: Frame, code: str, shape: Shape) -> Value:
    """The value whose bundled slots a text gives."""
    n = slots(shape)
    if n == 0:
        return Value(shape, ())
    if n == 1:
        return Value(shape, (code,))
    names = tuple(frame.program.temp() for _ in range(n))
    frame.write(f"{', '.join(names)} = {code}")
    return Value(shape, names)


def widened(old: Shape | None, new: Shape) -> Shape:
    """Where a range grows from pass to pass: no range at all."""
    match old, new:
        case Int(), Int():
            return Int(new.lo if new.lo == old.lo else None, new.hi if new.hi == old.hi else None)
        case Opt(), Opt():
            return Opt(widened(old.item, new.item))
        case Packed(), Packed():
            return Packed(new.n, widened(old.item, new.item), new.kind)
        case Dict(), Dict():
            return Dict(new.domain, widened(old.item, new.item) if new.item else None, new.kind)
        case _ if type(old) is type(new) and hasattr(new, "items") and hasattr(old, "items"):
            return type(new)(tuple(map(widened, old.items, new.items)), new.cls)  # type: ignore
        case _ if type(old) is type(new) and hasattr(new, "item") and not isinstance(new, Sym | Lazy):
            return type(new)(widened(old.item, new.item))  # type: ignore
    return new


def _assigned(node: Any) -> set[str]:
    found = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    for part in own_parts(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found.add(part.id)
        elif isinstance(part, ast.NamedExpr):
            found.add(part.target.id)
    return found


def _yields(node: Any) -> bool:
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in own_parts(node))
