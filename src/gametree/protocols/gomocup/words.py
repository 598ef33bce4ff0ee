"""The words of Gomocup's protocol: points by their column and row from 0 at the top left, and rules by number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.games.gomoku import Gomoku
from gametree.protocols.session import shorten
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

RULES = {0: "freestyle", 1: "exact", 4: "renju"}
"""Our names of the rules."""
OWN, OPPONENT = 1, 2
"""Whose stone a line of ``BOARD`` puts."""


def gomoku(game: AnyGame) -> Gomoku:
    """The game, if the protocol is made for it."""
    if not isinstance(game, Gomoku):
        raise GameError(f"Gomocup's protocol is for gomoku, not for {title(game)}")
    if game.opening != "free":
        raise GameError("Gomocup's protocol has no words for opening rules: use opening=free")
    return game


def point_of(game: Gomoku, words: str) -> int:
    """The action at a point.

    >>> point_of(Gomoku(15), "0,0"), point_of(Gomoku(15), " 14 , 14 ")
    (224, 14)
    >>> point_of(Gomoku(15), "15,0")
    Traceback (most recent call last):
    gametree.errors.GameError: 15,0 is no point of a board of 15×15: write X,Y, each 0 to 14
    """
    found = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", words, re.ASCII)
    if not found or not (int(found[1]) < game.size > int(found[2])):
        shown, last = shorten(words.strip()), game.size - 1
        raise GameError(f"{shown} is no point of a board of {game.size}×{game.size}: write X,Y, each 0 to {last}")
    return (game.size - 1 - int(found[2])) * (game.size + 1) + int(found[1])


def words_of(game: Gomoku, action: int) -> str:
    """The point of an action.

    >>> words_of(Gomoku(15), 224), words_of(Gomoku(15), 14)
    ('0,0', '14,14')
    """
    row, column = divmod(action, game.size + 1)
    return f"{column},{game.size - 1 - row}"
