"""A position in a terminal: the game's own text, or else the same board as in the drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.draw.boards.guessed import fields_of, guess, has_text, table
from gametree.draw.boards.picture import read_picture
from gametree.game import provides

if TYPE_CHECKING:
    from gametree.game import AnyGame


def in_words(game: AnyGame, s: Any) -> str:
    """A position for a terminal.

    >>> from gametree import Game, load
    >>> print(in_words(load("tictactoe"), load("tictactoe").parse("1 5")))
    X . .
    . O .
    . . .   X to move
    >>> class Corners(Game):
    ...     def picture(self, s): return {"rows": ["X.", ".o"]}
    >>> print(in_words(Corners(), 0))
    2  X .
    1  . o
       a b
    """
    if has_text(game, s):
        return game.text(s)
    if provides(game, "picture"):
        return str(read_picture(game.picture(s)))
    picture = guess(game, s)
    if picture is not None:
        return str(picture)
    found = fields_of(game, s)
    return game.text(s) if len(found) < 2 else table(found)
