"""A position that is given by the moves that lead to it from the start: what the ``parse`` of many games reads too."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gametree.game import Game

S = TypeVar("S")


def played(
    game: Game[S],
    words: Iterable[str],
    refused: str = "{!r} is not possible here",
    what: str = "move",
    read: Callable[[S, str], int] | None = None,
) -> S:
    """The state after moves from the start. Each word is the name of an action, capitals or not, or what ``read`` takes
    for one.

    ``what`` is what a move puts on the board, and ``refused`` what is wrong with a word that names no legal move.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> print(game.text(played(game, ["5", "1"])))
    O . .
    . X .
    . . .   X to move
    >>> played(game, ["5", "5"], "cell {} is taken", "mark")
    Traceback (most recent call last):
    gametree.errors.GameError: mark 2: cell 5 is taken
    """
    s = game.initial()
    for number, word in enumerate(words, 1):
        if game.terminal(s):
            raise GameError(f"{what} {number}: the game is over already")
        if read is not None:
            s = game.result(s, read(s, word))
            continue
        names = {game.name(s, a): a for a in game.actions(s)}
        if word.lower() not in names:
            raise GameError(f"{what} {number}: {refused.format(word)}")
        s = game.result(s, names[word.lower()])
    return s
