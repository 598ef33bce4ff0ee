# pyright: basic
"""One search, two forms: how the same functions run compiled and in plain Python.

A function of the engine is an ordinary Python function, registered with Numba by ``inner``: compiled code that calls
it calls its compiled form, and Python code the function itself. The memory of a search (``block.py``) is, compiled, a
row of words, some of which are addresses of arrays; in plain Python it is a list, some of whose items are lists. The
few functions below hide that difference. In plain Python a state is its own words, and its own key.
"""

from __future__ import annotations

import inspect
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, overload
from numba.np import arrayobj

from gametree.compile import (
    AS_PART,
    DERIVED,
    IN_PLACE,
    compile_as,
    constant,
    emit_pack,
    emit_unpack,
    packed_type,
    unpacked_type,
)
from gametree.game import provides, smallest, worth
from gametree.hooks import COMPILED_METHODS, COMPILED_SETTINGS, asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

WORDS = types.Array(types.int64, 1, "C")
REALS = types.Array(types.float64, 1, "C")
ROOM = 1 << 40
"""The stated length of an array in compiled code, where lengths are not checked."""


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that kernels call: plain Python in Python, compiled in compiled code."""
    compile_as(function, function)
    return function


def in_place(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like ``inner``, for a function that is called at every node, from one place: it is inlined."""
    compile_as(function, function, IN_PLACE)
    return function


def inner_if(condition: str, options: Any = AS_PART) -> Callable[..., Any]:
    """Like ``inner``, for a function that only some games need: those for which a condition holds (one of ``DERIVED``).
    In the others it is compiled to nothing, and returns 0."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        names = ", ".join(inspect.signature(function).parameters)
        scope: dict[str, Any] = {"function": function, "constant": constant, "condition": condition}
        exec(f"def nothing({names}): return 0", scope)
        exec(f"def choose({names}): return function if constant(game.game, condition) else nothing", scope)
        overload(function, jit_options=options)(scope["choose"])
        return function

    return register


def _builtin(function: Callable[..., Any], typer: Callable[..., Any], emit: Callable[..., Any]) -> None:
    """Register a plain function as an instruction of compiled code: its return type for given types, and its code. It
    compiles faster than a function, which matters if it is used a hundred times."""

    @infer_global(function)  # pyright: ignore[reportOptionalCall]
    class _Template(AbstractTemplate):
        def generic(self, args, kws):
            result = typer(*args)
            return signature(result, *args) if result is not None else None

    @lower_builtin(function, types.VarArg(types.Any))
    def _lower(context, builder, sig, args):
        return emit(context, builder, sig, args)


def _array_at(context, builder, address, kind=WORDS):
    """The view of an array at an address; its length is not checked."""
    array = context.make_array(kind)(context, builder)
    data = builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer())
    length, item = (context.get_constant(types.intp, n) for n in (ROOM, 8))
    extents = [cgutils.pack_array(builder, [n], ty=length.type) for n in (length, item)]
    arrayobj.populate_array(array, data=data, shape=extents[0], strides=extents[1], itemsize=item, meminfo=None)
    return array._getvalue()


def context_of(block):
    """The words of a search's memory."""
    return block


def row(context, which):
    """One of the arrays of a search's memory."""
    return context[which]


def reals_of(block):
    """The words of a search's memory, read as floats."""
    return block


def reals(context, which):
    """One of the arrays of a search's memory, read as floats."""
    return context[which]


def at(i):
    """An index that is never negative: in compiled code that saves a test."""
    return i


def unliteral(x):
    """A constant as a plain number: Numba would compile a function again for each constant argument."""
    return x


def pack(state):
    """A state as it is passed from node to node."""
    return state


def unpack(game, words):
    """The state that was packed."""
    return words


def _emit_row(context, builder, sig, args):
    words = context.make_array(WORDS)(context, builder, args[0])
    which = context.cast(builder, args[1], sig.args[1], types.int64)
    return _array_at(context, builder, builder.load(builder.gep(words.data, [which])), sig.return_type)


def bump(array, i, amount):
    """Add to an item; returns what it was before. Compiled, no other thread comes between."""
    before = array[i]
    array[i] = before + amount
    return before


def claim_item(array, i, old, new):
    """Replace an item if it is ``old``; was it? Compiled, of several threads one succeeds."""
    if array[i] != old:
        return False
    array[i] = new
    return True


def publish(array, i, value):
    """Write an item. Other threads that see it see everything that was written before."""
    array[i] = value


def _item(context, builder, sig, args):
    """The pointer to an item of a row."""
    words = context.make_array(WORDS)(context, builder, args[0])
    return builder.gep(words.data, [context.cast(builder, args[1], sig.args[1], types.int64)])


def _whole(context, builder, sig, args, which):
    return context.cast(builder, args[which], sig.args[which], types.int64)


def _emit_bump(context, builder, sig, args):
    place = _item(context, builder, sig, args)
    return builder.atomic_rmw("add", place, _whole(context, builder, sig, args, 2), "acq_rel")


def _emit_claim(context, builder, sig, args):
    place = _item(context, builder, sig, args)
    old, new = (_whole(context, builder, sig, args, which) for which in (2, 3))
    return builder.extract_value(builder.cmpxchg(place, old, new, "acq_rel", "monotonic"), 1)


def _emit_publish(context, builder, sig, args):
    place = _item(context, builder, sig, args)
    builder.store_atomic(_whole(context, builder, sig, args, 2), place, "release", 8)
    return context.get_dummy_value()


_builtin(bump, lambda array, i, amount: types.int64, _emit_bump)
_builtin(claim_item, lambda array, i, old, new: types.boolean, _emit_claim)
_builtin(publish, lambda array, i, value: types.none, _emit_publish)
_builtin(context_of, lambda block: WORDS, lambda c, b, sig, args: _array_at(c, b, args[0]))
_builtin(reals_of, lambda block: REALS, lambda c, b, sig, args: _array_at(c, b, args[0], REALS))
_builtin(row, lambda context, which: WORDS, _emit_row)
_builtin(reals, lambda context, which: REALS, _emit_row)
_builtin(at, lambda i: types.uint64, lambda c, b, sig, args: c.cast(b, args[0], sig.args[0], types.int64))
_builtin(unliteral, lambda x: types.int64, lambda c, b, sig, args: c.cast(b, args[0], sig.args[0], types.int64))
_builtin(pack, packed_type, lambda c, b, sig, args: emit_pack(c, b, sig.args[0], args[0]))
_builtin(unpack, unpacked_type, lambda c, b, sig, args: emit_unpack(c, b, sig.return_type, args[1]))


def passed(game, s):
    """The state after a pass, in a game that has ``null``."""
    return game.null(s)


@overload(passed, jit_options=AS_PART)
def _passed(game, s):
    if provides(game.game, "null"):
        return lambda game, s: game.null(s)
    return lambda game, s: s


def within_reach(game, s):
    """The payoffs that are still possible, in a game with ``reach``."""
    return game.reach(s)


@overload(within_reach, jit_options=AS_PART)
def _within_reach(game, s):
    if constant(game.game, "_reaches"):
        return lambda game, s: game.reach(s)
    return lambda game, s: (0, 0)


@overload(smallest, jit_options=AS_PART)
def _smallest(game, words):
    if not provides(game.game, "symmetries"):
        return lambda game, words: words

    def search(game, words):
        least = words
        for image in game.symmetries(unpack(game, words)):
            other = pack(image)
            if other < least:
                least = other
        return least

    return search


def tier_of(game, s):
    """The tier of a state; 0 in a game without tiers."""
    return game.tier(s)


@overload(tier_of, jit_options=AS_PART)
def _tier_of(game, s):
    return (lambda game, s: np.int64(game.tier(s))) if provides(game.game, "tier") else (lambda game, s: 0)


@overload(worth, jit_options=AS_PART)
def _worth(payoff):
    if isinstance(payoff, types.BaseTuple):
        return lambda payoff: (float(payoff[0]) - float(payoff[1])) / 2
    return lambda payoff: payoff


def in_python(kernel: Any) -> Callable[..., Any]:
    """A recursive kernel as a plain Python function."""
    function: FunctionType = kernel.py_func
    scope = dict(function.__globals__)
    plain = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    scope[function.__name__] = plain
    return plain


def facts(game: AnyGame) -> Any:
    """A game for kernels in plain Python: its hooks and settings, and the constants that follow from them."""
    known = {name: derive(game) for name, derive in DERIVED.items()}
    return SimpleNamespace(**known, **{name: asked(game, name) for name in (*COMPILED_METHODS, *COMPILED_SETTINGS)})
