"""Unconditional life by Benson's theorem: stones that cannot be taken, even if their owner always passes.

A region of one side is a set of points without its stones that hang together. A region is vital to a group if every
empty point in it is a liberty of the group: then the other side can never fill all of them. Groups that have two vital
regions each, in regions that only such groups enclose, live. (D. B. Benson, Life in the game of Go, 1976.)

Where suicide is allowed, stones in a region can make room by it, so their points must be beside the group too. This
never takes a group for alive that can be taken, but may miss one that lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import without_lowest

if TYPE_CHECKING:
    from gametree.games.go.groups import Stones
    from gametree.games.go.rules import Rules, State


def alive(game: Rules, s: State) -> tuple[Stones, Stones]:
    """Black's stones that live unconditionally, and White's.

    >>> from gametree import load
    >>> from gametree.bits import popcount
    >>> game = load("go:4")
    >>> s = game.parse('''
    ...     . X . X
    ...     X X X X
    ...     O O O O
    ...     . . . O   X to move''')
    >>> [popcount(stones) for stones in alive(game, s)]
    [6, 0]
    """
    return _lasting(game, s.black, s.white), _lasting(game, s.white, s.black)


def _lasting(game: Rules, mine: Stones, theirs: Stones) -> Stones:
    groups = parts(game, mine)
    regions = parts(game, game.full & ~mine)
    room = game.full & ~mine if game.suicide else game.full & ~(mine | theirs)
    while True:
        good = [g for g in groups if sum(_is_vital(game, region & room, g) for region in regions) >= 2]
        kept = game.empty
        for g in good:
            kept |= g
        enclosed = [r for r in regions if game.neighbours(r) & mine & ~kept == game.empty]
        if len(good) == len(groups) and len(enclosed) == len(regions):
            return kept
        groups, regions = good, enclosed


def _is_vital(game: Rules, room: Stones, group: Stones) -> bool:
    """Are these points of a region, of which some are empty, all beside the group?"""
    return room & ~game.neighbours(group) == game.empty


def parts(game: Rules, points: Stones) -> list[Stones]:
    """The points in sets that hang together."""
    found: list[Stones] = []
    while points != game.empty:
        found.append(game.grown(points & ~without_lowest(points), points))
        points &= ~found[-1]
    return found
