"""Ends that are forced within a few actions, found by looking at all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, even, over, payoff, worth

if TYPE_CHECKING:
    from gametree.game import AnyGame


def forced_end(game: AnyGame, s: Any, plies: int) -> tuple[float, int] | None:
    """The payoff that both sides can force within ``plies`` actions, and the number of actions: the side that is ahead
    hurries. None if the value depends on later actions.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> forced_end(game, game.parse("XX. OO. ..."), 2), forced_end(game, game.initial(), 2)
    ((1, 1), None)
    """
    if over(game, s):
        return worth(payoff(game, s)), 0
    player = game.player(s)
    if plies == 0 or player == CHANCE:
        return None
    sign = 1 if player == MAX else -1
    ends = [forced_end(game, game.result(s, a), plies - 1) for a in game.actions(s)]
    known = [(value, away + 1) for value, away in filter(None, ends)]
    limit = game.bounds[1] if player == MAX else game.bounds[0]
    if not known or (len(known) < len(ends) and all(value != limit for value, _ in known)):
        return None
    best = max(sign * value for value, _ in known)
    aways = [away for value, away in known if sign * value == best]
    return sign * best, min(aways) if best > sign * even(game) else max(aways)


def wins(game: AnyGame, s: Any, a: int) -> bool:
    """Does this action end the game with the mover's best payoff?"""
    best = game.bounds[1] if game.player(s) == MAX else game.bounds[0]
    after = game.result(s, a)
    return over(game, after) and worth(payoff(game, after)) == best


def loses(game: AnyGame, s: Any, a: int) -> bool:
    """Does this action lose at once, or to the other side's next one?"""
    after = game.result(s, a)
    if over(game, after):
        worst = game.bounds[0] if game.player(s) == MAX else game.bounds[1]
        return worth(payoff(game, after)) == worst
    if game.player(after) in (CHANCE, game.player(s)):
        return False
    return any(wins(game, after, b) for b in game.actions(after))
