# pyright: basic
# pyright: reportAttributeAccessIssue=false
# (Numba's own annotations of tuples are wrong)
"""States as flat tuples of 64-bit words: for Python ``words_of`` and ``state_of``, in compiled code ``pack`` and
``unpack``, which cost nothing there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from gametree.compile.frontend.held import Held
from gametree.compile.gametype import GameType
from gametree.compile.interpreted import ONLY_INTEGERS, NotCompiledError
from gametree.compile.pipeline import AS_PART
from gametree.patterns import flat

if TYPE_CHECKING:
    from gametree.game import AnyGame


def words_of(state: Any) -> tuple[int, ...]:
    """A state flattened to the words that kernels take; a state that is not made of 64-bit integers is refused.

    >>> words_of((1, (2, 3)))
    (1, 2, 3)
    """
    if isinstance(state, tuple):
        return tuple(word for item in state for word in words_of(item))
    if isinstance(state, bool | int | np.integer | np.bool_):
        if -(1 << 63) <= state < 1 << 63:
            return (int(state),)
        raise NotCompiledError(f"the state holds {state}, which does not fit into 64 bits")
    if isinstance(state, Held) and state.grown is not None:
        raise state.grown()
    raise NotCompiledError(f"the state holds {state!r} ({type(state).__name__}); {ONLY_INTEGERS}")


def state_of(game: AnyGame, words: tuple[int, ...]) -> Any:
    """The state that these words stand for.

    >>> from gametree import load
    >>> state_of(load("connect4"), (1, 2))
    State(first=1, second=2)
    """
    return _rebuild(game.initial(), iter(words))


def _rebuild(like: Any, words: Any) -> Any:
    if isinstance(like, tuple):
        items = [_rebuild(item, words) for item in like]
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    return int(next(words))


def _state_type(like: Any) -> types.Type:
    """The Numba type of states of this form: 64-bit integers throughout."""
    if not isinstance(like, tuple):
        return types.int64
    kinds = [_state_type(item) for item in like]
    uniform = len(set(kinds)) == 1
    if hasattr(like, "_fields"):
        return types.NamedUniTuple(kinds[0], len(kinds), type(like)) if uniform else types.NamedTuple(kinds, type(like))
    return types.UniTuple(kinds[0], len(kinds)) if uniform else types.Tuple(kinds)


def _count(kind: types.Type) -> int:
    return sum(map(_count, kind.types)) if isinstance(kind, types.BaseTuple) else 1


def packed_type(state: types.Type) -> types.Type | None:
    """The type of a state's words: as many 64-bit integers as it holds numbers."""

    def integers(kind):
        if isinstance(kind, types.BaseTuple):
            return all(map(integers, kind.types))
        if isinstance(kind, types.Float):
            raise TypingError("a state holds a float where an integer belongs")
        return isinstance(kind, types.Integer | types.Boolean)

    return types.UniTuple(types.int64, _count(state)) if integers(state) else None


def emit_pack(context, builder, kind, value):
    """The code that flattens a state."""

    def flatten(kind, value):
        if isinstance(kind, types.BaseTuple):
            for i, item in enumerate(kind.types):
                yield from flatten(item, builder.extract_value(value, i))
        else:
            yield context.cast(builder, value, kind, types.int64)

    return context.make_tuple(builder, types.UniTuple(types.int64, _count(kind)), list(flatten(kind, value)))


def unpacked_type(game: types.Type, words: types.Type) -> types.Type | None:
    """The type of the state that these words stand for in this game."""
    if not isinstance(game, GameType):
        return None
    kind = _state_type(game.game.initial())
    if _count(kind) != words.count:
        raise TypingError(f"a state of {words.count} words, where the initial state has {_count(kind)}")
    return kind


def emit_unpack(context, builder, kind, value):
    """The code that builds a state from its words."""

    def build(kind, words):
        if isinstance(kind, types.BaseTuple):
            return context.make_tuple(builder, kind, [build(item, words) for item in kind.types])
        return next(words)

    return build(kind, iter(cgutils.unpack_tuple(builder, value, _count(kind))))


@intrinsic
def pack(typingctx, state):
    """A state as a flat tuple of words."""
    flat = packed_type(state)
    return flat and (flat(state), lambda context, builder, _, args: emit_pack(context, builder, state, args[0]))


@intrinsic
def unpack(typingctx, game, words):
    """The state that a flat tuple of words stands for in this game."""
    kind = unpacked_type(game, words)
    return kind and (kind(game, words), lambda context, builder, _, args: emit_unpack(context, builder, kind, args[1]))


@overload(flat, jit_options=AS_PART)
def _flat(s):
    return lambda s: pack(s)  # noqa: PLW0108  # pyright: ignore[reportCallIssue]
