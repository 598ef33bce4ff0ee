"""The rule-based player: no search, only knowledge, as ordered if-then rules. The first rule that applies decides.

For Tic-Tac-Toe: win, else block, else the centre, else a corner, else an edge. The rules sound perfect and are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, even, legal, over, payoff, provides, worth
from gametree.textbook.support.walk import Result, State, Walk
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


def rules(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """The move that the game's own ``rule_of_thumb`` chooses. Its value is the estimate of where it leads; depth has no
    meaning.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> rules(game, game.parse("1 5 2")).note                  # X threatens 3
    'stops a win'

    Corner, centre, opposite corner: the rules take a corner, and X has two threats at once. An edge would have kept the
    draw.

    >>> s = game.parse("1 5 9")
    >>> reply = game.result(s, rules(game, s).action)
    >>> from gametree.textbook.minimax import minimax
    >>> minimax(game, s).value, minimax(game, reply).value
    (0, 1)
    """
    if not provides(game, "rule_of_thumb"):
        raise GameError(f"{title(game)} has no rule_of_thumb(s): the rule-based player does not know what to do")
    walk = Walk("rules", game, position, depth, tracer, selective=True, limited=True)
    s = walk.root
    walk.enter(s)
    if walk.over(s):
        return walk.result(*walk.leave(*walk.leaf(s)))
    a = game.rule_of_thumb(s)
    if a not in legal(game, s):
        raise GameError(f"{title(game)}: rule_of_thumb chose {a}, which is not legal here")
    walk.tracer.expanded += 1
    walk.tracer.generated += 1
    child = game.result(s, a)
    walk.enter(child, a)
    walk.over(child)
    v, _ = walk.leave(*walk.leaf(child))
    why = reason(game, s, a)
    walk.update(v, why=why)
    walk.leave(v, (a,))
    return walk.result(v, (a,), note=why)


def reason(game: AnyGame, s: State, a: int) -> str:
    """The reason for a move, as far as one move ahead shows: it wins, or it stops a win."""
    me, child = game.player(s), game.result(s, a)
    if wins(game, child, me):
        return "wins"
    threats = sum(threatened(game, game.result(s, b), me) for b in legal(game, s))
    return "stops a win" if threats and not threatened(game, child, me) else "by rule"


def threatened(game: AnyGame, s: State, me: int) -> bool:
    """Can the other player win at once here?"""
    if over(game, s) or game.player(s) in (me, CHANCE):
        return False
    other = game.player(s)
    return any(wins(game, game.result(s, a), other) for a in legal(game, s))


def wins(game: AnyGame, s: State, who: int) -> bool:
    """Is the game over, and won by this player (0 or 1)?"""
    margin = worth(payoff(game, s)) - even(game) if over(game, s) else 0
    return margin > 0 if who == 0 else margin < 0
