"""Draws that must be claimed: a chess client may play on after fifty moves or a repetition, and still wants a move. By
our rules such a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, legal, over
from gametree.hooks import asked

if TYPE_CHECKING:
    from gametree.game import AnyGame


def moves_by_rule(game: AnyGame, s: Any) -> list[int]:
    """The legal moves, also in a drawn position; empty if the game has really ended.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> len(moves_by_rule(game, game.initial()))
    9
    """
    if game.player(s) == CHANCE:
        return legal(game, s)
    return [] if game.terminal(s) else list(game.actions(s))


def afresh(game: AnyGame, s: Any) -> Any:
    """The position with its counter of moves without progress set back, so that it is not a draw."""
    return asked(game, "uncounted")(s) if over(game, s) else s  # otherwise the history made it a draw
