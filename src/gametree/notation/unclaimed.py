"""Draws that have to be claimed: a client of chess may go on where fifty moves have passed or a position has come back,
and wants a move then as ever. To our rules such a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, legal, over
from gametree.hooks import asked

if TYPE_CHECKING:
    from gametree.game import AnyGame


def moves_by_rule(game: AnyGame, s: Any) -> list[int]:
    """The moves that the rules of movement allow, also in a drawn position; none where the game has ended for good.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> len(moves_by_rule(game, game.initial()))
    9
    """
    if game.player(s) == CHANCE:
        return legal(game, s)
    return [] if game.terminal(s) else list(game.actions(s))


def afresh(game: AnyGame, s: Any) -> Any:
    """The position without what has made it a draw: its counter of moves without progress begins again."""
    return asked(game, "uncounted")(s) if over(game, s) else s  # else it is the history that has made it one
