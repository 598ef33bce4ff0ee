# pyright: basic
"""The methods of a game that searches call, rewritten: they take and give a state in words, and an action by number."""

from __future__ import annotations

import ast
import copy
import inspect
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.digesting import definitions, function_of
from gametree.compile.frontend.frame import Frame
from gametree.compile.frontend.layout import Layout
from gametree.compile.frontend.program import PASSES, Program, Spec, objects_in, usual_keys
from gametree.compile.frontend.rules.collecting import solid
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import as_int, as_number, as_truth
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.shapes import WORD, Float, Int, Opt, Shape, Sym, Truth, Tup, UnsupportedError, Wide
from gametree.compile.frontend.source import tree_of
from gametree.compile.frontend.values import Value, product_of
from gametree.hooks import BY_ACTION

if TYPE_CHECKING:
    from gametree.game import AnyGame

TRUTHS = ("terminal", "drawn", "quiet", "threatened", "playout_over")
PAYOFFS = ("utility", "evaluate", "repeated")
NUMBERS = ("player", "tier", "index", "order", "relative_index", "playout_weight")
STATES = ("result", "null", "state")
MANY_STATES = ("symmetries", "parents", "inner_parents")
MANY_ACTIONS = ("actions", "tactics", "candidates", "must_play")
PLACES = ("position", "key")
MANY = (*MANY_STATES, *MANY_ACTIONS, "chances")
"""The hooks that give several answers."""
REWRITTEN = (*TRUTHS, *PAYOFFS, *NUMBERS, *STATES, *MANY_STATES, *MANY_ACTIONS, *PLACES, "chances")
"""The hooks that can be rewritten."""


class Rewriting:
    """The rewriting of one game: the form of its states and actions, and the program that is written."""

    def __init__(self, game: AnyGame, state: Shape, action: Shape, wide: int = 0):
        self.program = Program(game, wide)
        self.program.usual, self.program.objects = usual_keys(state), objects_in(state)
        self.game = game
        self.state = Layout(_widened(state, wide))
        self.action = None if isinstance(action, Int) else Layout(_widened(action, wide))
        if self.action is not None and self.action.words > 1:
            raise UnsupportedError("actions that do not fit one word")

    def hook(self, name: str) -> Any:
        """A hook, rewritten: a function of the twin's class."""
        found = next(iter(definitions(type(self.game), name)), None)
        function = function_of(found[1]) if found is not None else None
        if function is None:
            raise UnsupportedError(f"{name} is no method")
        params = list(inspect.signature(function).parameters)[1:]
        node = tree_of(function)
        spec, shapes = Spec(name), {}
        if name in (*MANY_STATES, *MANY_ACTIONS, "chances"):
            node = yielding(node)
        for turn in range(PASSES):
            before = spec.returns
            frame = Frame(self.program, function, node, shapes, spec, turn)
            self._enter(frame, name, params, function)
            self._leave(frame, name)
            frame.body()
            if not frame.dirty and not frame.skipped and spec.returns == before:
                break
            if frame.skipped and not frame.dirty and spec.returns == before:
                raise frame.skipped
        else:
            raise UnsupportedError(f"{name}: what kind of values these are does not settle")
        if name in (*MANY_STATES, *MANY_ACTIONS, "chances"):
            blank = {"chances": "(0, 0.0)"}.get(
                name, self._state_text(["0"] * self.state.words) if name in MANY_STATES else "0"
            )
            frame.indent = 0
            frame.write(f"for _ in range(0): yield {blank}")
        args = ["i"] if name == "state" else ["s", "a"] if name in BY_ACTION else ["s"]
        return self.program.define(name, ["self", *args], frame, function)

    def _enter(self, frame: Frame, name: str, params: list[str], function: Any) -> None:
        this = next(iter(inspect.signature(function).parameters))
        frame.shapes[this] = Sym((self.game,))
        frame.fixed = {this, *params}
        if name == "state":
            frame.assign(params[0], Value(Int(), ("i",)))
            return
        self._unpacked(frame, params[0], self.state, [f"s[{i}]" for i in range(self.state.words)])
        if name in BY_ACTION:
            if self.action is None:
                frame.assign(params[1], Value(Int(), ("a",)))
            else:
                self._unpacked(frame, params[1], self.action, ["a"])

    def _unpacked(self, frame: Frame, name: str, layout: Layout, words: list[str]) -> None:
        """A variable, from the words of its packed form."""
        codes = []
        for slot in layout.slots:
            code = words[slot.word]
            if slot.bits < WORD:
                code = (
                    f"({code} >> {slot.shift} & {(1 << slot.bits) - 1})"
                    if slot.shift
                    else f"({code} & {(1 << slot.bits) - 1})"
                )
                code = f"({code} + {slot.low})" if slot.low > 0 else f"({code} - {-slot.low})" if slot.low < 0 else code
            codes.append(code)
        frame.assign(name, Value(layout.shape, tuple(_gathered(iter(codes), layout.shape))))

    def _leave(self, frame: Frame, name: str) -> None:
        """What is done with an answer."""

        def done(v: Value) -> None:
            frame.write(f"return {v.code}")

        def plain(convert: Any) -> None:
            own = frame.returned

            def returned(v: Value) -> None:
                frame.on_return = None
                own(convert(v))
                frame.on_return = returned

            frame.on_return = returned

        if name in TRUTHS:
            frame.asks_truth = True
            frame.on_return = lambda v: done(Value(Truth(), (as_truth(frame, v),)))
        elif name in NUMBERS:
            frame.on_return = lambda v: done(Value(Int(), (as_int(frame, v),)))
        elif name in PAYOFFS:
            plain(
                lambda v: (
                    product_of([as_number(frame, p) for p in items_of(frame, v)])
                    if isinstance(v.shape, Tup) or _is_tuple(v)
                    else as_number(frame, v)
                )
            )
        elif name in STATES:
            frame.on_return = lambda v: frame.write(f"return {self._packed(frame, v)}")
        elif name in PLACES:
            plain(lambda v: v)
        else:
            one = {**dict.fromkeys(MANY_STATES, self._packed), **dict.fromkeys(MANY_ACTIONS, self._numbered)}.get(
                name, self._outcome
            )
            frame.on_yield = lambda v: frame.write(f"yield {one(frame, v)}")

            def each(v: Value) -> None:
                if v.shape != Sym((None,)):
                    source = iterated(frame, v)
                    with frame.user_loop(compound=source.compound):
                        source.each(frame, lambda x: frame.write(f"yield {one(frame, x)}"))
                frame.write("return")

            frame.on_return, frame.gone_through = each, True
            frame.nothing = lambda: None

    def _packed(self, frame: Frame, v: Value) -> str:
        """The words of a state."""
        return self._state_text(self._words(frame, v, self.state))

    def _state_text(self, words: list[str]) -> str:
        return f"State({', '.join(words)})"

    def _numbered(self, frame: Frame, v: Value) -> str:
        """The number of an action."""
        return as_int(frame, v) if self.action is None else self._words(frame, v, self.action)[0]

    def _outcome(self, frame: Frame, v: Value) -> str:
        action, chance = items_of(frame, v, 2)
        return f"({self._numbered(frame, action)}, {coerce(frame, as_number(frame, chance), Float())[0]})"

    def _words(self, frame: Frame, v: Value, layout: Layout) -> list[str]:
        v = solid(frame, v)
        codes = _spread(frame, iter(coerce(frame, v, layout.shape)), layout.shape)
        words: list[list[str]] = [[] for _ in range(layout.words)]
        for (code, truth), slot in zip(codes, layout.slots, strict=True):
            text = f"(1 if {code} else 0)" if truth else code
            if slot.low and slot.bits < WORD:
                text = f"({text} - {slot.low})" if slot.low > 0 else f"({text} + {-slot.low})"
            words[slot.word].append(f"({text} << {slot.shift})" if slot.shift else text)
        return [" | ".join(w) or "0" for w in words]


def _is_tuple(v: Value) -> bool:
    return hasattr(v.shape, "n") or (isinstance(v.shape, Sym) and all(isinstance(x, tuple) for x in v.shape.values))


def _widened(shape: Shape, wide: int) -> Shape:
    """The shape with all wide integers of one width."""
    match shape:
        case Wide():
            return Wide(max(wide, shape.words))
        case Tup(items=items, cls=cls):
            return Tup(tuple(_widened(i, wide) for i in items), cls)
        case Opt(item=item):
            return Opt(_widened(item, wide))
    return shape


def _gathered(codes: Any, shape: Shape) -> Any:
    """The slots from the words: of a wide integer one tuple, and conditions for what is true or false."""
    match shape:
        case Wide(words=words):
            yield f"({', '.join(next(codes) for _ in range(words))})"
        case Tup(items=items):
            for item in items:
                yield from _gathered(codes, item)
        case Opt(item=item):
            yield next(codes)
            yield from _gathered(codes, item)
        case Truth():
            yield f"({next(codes)} != 0)"
        case _:
            from gametree.compile.frontend.shapes import slots

            for _ in range(slots(shape)):
                yield next(codes)


def _spread(frame: Frame, codes: Any, shape: Shape) -> Any:
    """The slots as words, each with whether it is a condition."""
    match shape:
        case Wide(words=words):
            name = frame.temp(next(codes))
            for i in range(words):
                yield f"{name}[{i}]", False
        case Tup(items=items):
            for item in items:
                yield from _spread(frame, codes, item)
        case Opt(item=item):
            yield next(codes), False
            yield from _spread(frame, codes, item)
        case Truth():
            yield next(codes), True
        case _:
            from gametree.compile.frontend.shapes import slots

            for _ in range(slots(shape)):
                yield next(codes), False


def yielding(node: ast.FunctionDef) -> ast.FunctionDef:
    """A function that makes a list, and does nothing but append to it and return it, as one that yields.

    >>> tree = ast.parse("def f(s):\\n    found = []\\n    for i in s:\\n        found.append(i)\\n    return found")
    >>> print(ast.unparse(yielding(tree.body[0])))
    def f(s):
        for i in s:
            yield i
        return
    """
    made = [n.targets[0].id for n in node.body if isinstance(n, ast.Assign) and _is_empty(n)]  # type: ignore
    for name in made:
        uses = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == name]
        fine = 1
        for n in ast.walk(node):
            match n:
                case ast.Expr(
                    value=ast.Call(func=ast.Attribute(value=ast.Name(id=i), attr="append" | "extend"), args=[_])
                ) if i == name:
                    fine += 1
                case ast.Return(value=ast.Name(id=i)) if i == name:
                    fine += 1
        returns = [n for n in ast.walk(node) if isinstance(n, ast.Return)]
        plain = all(isinstance(r.value, ast.Name) and r.value.id == name for r in returns) and returns
        if (
            fine == len(uses)
            and plain
            and not any(
                isinstance(n, ast.Yield | ast.YieldFrom | ast.FunctionDef) and n is not node for n in ast.walk(node)
            )
        ):
            return ast.fix_missing_locations(_Yielding(name).visit(copy.deepcopy(node)))
    return node


def _is_empty(n: ast.Assign) -> bool:
    return (
        len(n.targets) == 1
        and isinstance(n.targets[0], ast.Name)
        and isinstance(n.value, ast.List)
        and not n.value.elts
    )


class _Yielding(ast.NodeTransformer):
    def __init__(self, name: str):
        self.name = name

    def visit_Assign(self, node: ast.Assign) -> Any:
        return None if _is_empty(node) and node.targets[0].id == self.name else node  # type: ignore

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=i), attr=attr), args=[x]) if i == self.name:
                made = ast.Yield(x) if attr == "append" else ast.YieldFrom(x)
                return ast.copy_location(ast.Expr(ast.copy_location(made, node)), node)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        return ast.copy_location(ast.Return(None), node)
