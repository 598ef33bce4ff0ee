"""The luck of a roll: the value of the position after it, minus the value before it, when all rolls were possible.

Both values come from a search of limited depth, so luck is an estimate too. Over all possible rolls it averages to
zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Line, over, payoff, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.engine.engine import Engine

NODES, INTERPRETED = 10_000, 200
"""The search goes deeper while its last iteration took fewer nodes than this; the second is for games that are not
compiled."""
DEEPEST = 12
"""The greatest depth in actions, with the roll."""


@dataclass
class Luck:
    """The luck of a game so far: for each roll its ply, and what each player has gained by it.

    >>> luck = Luck([(0, (0.2, 0.0)), (2, (0.0, -0.1))])
    >>> luck.sums(2)
    (0.2, -0.1)
    >>> luck.cut(2); luck.sums(2)
    (0.2, 0.0)
    """

    rolls: list[tuple[int, tuple[float, ...]]] = field(default_factory=list[tuple[int, tuple[float, ...]]])

    def sums(self, players: int) -> tuple[float, ...]:
        """What each player has gained by all rolls."""
        return tuple(sum(gains[p] for _, gains in self.rolls) for p in range(players))

    def cut(self, plies: int) -> None:
        """Forget the rolls after this many plies: moves were taken back."""
        self.rolls = [roll for roll in self.rolls if roll[0] < plies]


def roller(game: AnyGame, states: Sequence[Any]) -> int | None:
    """The player whose roll it is at the last of these states: the one who decides next, if that is the same for all
    outcomes; otherwise the one who decided last; None if nobody did.

    >>> from gametree import load
    >>> game = load("pig")
    >>> roller(game, [game.initial(), game.result(game.initial(), 1)])    # after a 1 the other player rolls
    1
    """
    s = states[-1]
    after = [t for t in (game.result(s, o) for o, _ in game.chances(s)) if not over(game, t)]
    movers = {game.player(t) for t in after} - {CHANCE}
    if len(movers) == 1:
        return movers.pop()
    decided = [player for t in states[:-1] if (player := game.player(t)) != CHANCE]
    return decided[-1] if decided else None


def gains(game: AnyGame, states: Sequence[Any], outcome: int) -> tuple[float, ...]:
    """What each player has gained by an outcome of chance at the last of these states. It counts for the roller alone;
    a roll of nobody counts half for each player.

    >>> from gametree import load
    >>> game = load("tree:example=chance")
    >>> [gains(game, [game.result(game.initial(), 0)], outcome) for outcome in (0, 1)]    # 2 or 3, nine to one
    [(0.0, 0.1), (0.0, -0.9)]
    """
    gained = _gained(game, states[-1], outcome)
    who = roller(game, states)
    if who is not None:
        return tuple(round(gained[p], 9) if p == who else 0.0 for p in range(game.players))
    return tuple(round(g / 2, 9) for g in gained) if game.players == 2 else gained


def _gained(game: AnyGame, s: Any, outcome: int) -> tuple[float, ...]:
    from gametree.engine.driver import Limits
    from gametree.engine.expectation import ExpectationEngine

    def values(engine: Engine, position: Any, depth: int) -> tuple[tuple[float, ...], int, bool]:
        found = engine.best(Line(position), Limits(depth=depth))
        if found is None:
            raise GameError("the search for the luck was stopped")
        return _each(game, found.value), found.nodes, found.proven

    # its own live, so that the luck of a roll does not depend on earlier searches
    with ExpectationEngine(game, "maxn" if game.players > 2 else "star2", table=1) as engine:
        depth = 1
        while True:
            depth += 1
            before, nodes, proven = values(engine, s, depth)
            if proven or depth == DEEPEST or nodes > (NODES if engine.compiled else INTERPRETED):
                break
        t = game.result(s, outcome)
        after = _each(game, payoff(game, t)) if over(game, t) else values(engine, t, depth - 1)[0]
    return tuple(b - a for a, b in zip(before, after, strict=True))


def _each(game: AnyGame, value: Any) -> tuple[float, ...]:
    """A value as one for each player."""
    if game.players > 2:
        return tuple(value)
    mine = worth(value)
    return (mine, -mine)
