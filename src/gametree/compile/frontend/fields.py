# pyright: basic
"""How many bits the numbers of a state need, as random games show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend.observing import observe, roomier
from gametree.compile.frontend.shapes import LOWEST, WORD, Int, Packed, Shape, Truth, Tup, UnsupportedError, width
from gametree.compile.frontend.twin import GAMES, STATES, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame


def seen_fields(game: AnyGame, room: int) -> tuple[tuple[int, int], ...]:
    """Of every number of a state the least value and the bits; nothing where a state holds something else than numbers.
    With more ``room`` more games are played, and the fields are wider.

    >>> from gametree.games.nim import Nim
    >>> seen_fields(Nim((3, 4, 5)), 0)
    ((0, 3), (0, 3), (0, 3), (0, 1))
    """
    try:
        shape = observe(Seen(game, GAMES << 2 * room, STATES << 2 * room).states)
        return tuple(_fields(roomier(shape, room)))
    except UnsupportedError:
        return ()


def _fields(shape: Shape) -> Iterator[tuple[int, int]]:
    """Of every number of a state the least value and the bits."""
    match shape:
        case Int(lo=int(lo)) if (bits := width(shape)) < WORD:
            yield lo, bits
        case Int():
            yield LOWEST, WORD
        case Truth():
            yield 0, 1
        case Tup(items=items):
            for item in items:
                yield from _fields(item)
        case Packed(n=n, item=item):
            yield from [*_fields(item)] * n
        case _:
            raise UnsupportedError(f"a state that holds {shape}")
