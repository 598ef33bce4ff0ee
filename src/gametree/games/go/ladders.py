"""Ladders: can a group be taken by leaving it one liberty after every move?

The attacker puts a stone on one of two liberties. The owner has one liberty left: he goes there, or takes stones beside
the group that have only one liberty themselves. Few moves are searched, but across the whole board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import has_bit, ones, with_bit, without_lowest
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.go import notation

if TYPE_CHECKING:
    from gametree.games.go.groups import Stones
    from gametree.games.go.rules import Rules, State


def ladder(game: Rules, s: State, point: int) -> list[int]:
    """The moves by which the group on a point is taken, the attacker's and the owner's in turn; none if it escapes. The
    owner plays what lasts longest.

    >>> from gametree import load
    >>> game = load("go:5")
    >>> s = game.parse('''
    ...     . . . . .
    ...     . . . . .
    ...     O X . . .
    ...     . O O . .
    ...     . . . . .   O to move''')
    >>> [game.name(s, a) for a in ladder(game, s, 13)]
    ['B4', 'C3', 'D3', 'C4', 'D4', 'C5', 'B5', 'D5', 'E5']
    """
    if not has_bit(s.black | s.white, point):
        raise GameError(f"there is no stone on {notation.point(game.columns, point)}")
    blacks = has_bit(s.black, point)
    found = _hunted(game, s, point, blacks) if (s.turn == MAX) != blacks else _hiding(game, s, point, blacks)
    return found or []


def _hunted(game: Rules, s: State, point: int, blacks: bool) -> list[int] | None:
    """The line if the attacker moves; None if the group escapes."""
    exits = _liberties(game, s, point, blacks)
    if len(exits) > 2:
        return None
    allowed = game.open(s)
    for a in exits:
        if has_bit(allowed, a):
            after = game.result(s, a)
            line = [] if len(exits) == 1 else _hiding(game, after, point, blacks)
            if line is not None:
                return [a, *line]
    return None


def _hiding(game: Rules, s: State, point: int, blacks: bool) -> list[int] | None:
    """The line if the owner moves: the longest, if none of his moves saves the group. If he has none he passes."""
    exits = _liberties(game, s, point, blacks)
    if len(exits) != 1:
        return None
    longest: list[int] = []
    allowed = game.open(s)
    for a in {*exits, *_captures(game, s, point, blacks)}:
        if has_bit(allowed, a):
            line = _hunted(game, game.result(s, a), point, blacks)
            if line is None:
                return None
            longest = max(longest, [a, *line], key=len)
    return longest or [game.passing, *exits]


def _group(game: Rules, s: State, point: int, blacks: bool) -> Stones:
    return game.grown(with_bit(game.empty, point), s.black if blacks else s.white)


def _liberties(game: Rules, s: State, point: int, blacks: bool) -> list[int]:
    free = game.full & ~(s.black | s.white)
    return list(ones(game.neighbours(_group(game, s, point, blacks)) & free))


def _captures(game: Rules, s: State, point: int, blacks: bool) -> list[int]:
    """Where the owner takes stones that stand beside the group."""
    theirs, free = s.white if blacks else s.black, game.full & ~(s.black | s.white)
    rest, found = game.neighbours(_group(game, s, point, blacks)) & theirs, list[int]()
    while rest != game.empty:
        group = game.grown(rest & ~without_lowest(rest), theirs)
        rest &= ~group
        exits = list(ones(game.neighbours(group) & free))
        if len(exits) == 1:
            found += exits
    return found
