"""Pente on paper: a board as Gomoku's, and after it how many stones each side has taken."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.bits import popcount
from gametree.errors import GameError
from gametree.games.gomoku.notation import drawing, stones, transcribed
from gametree.games.pente.rules import State

if TYPE_CHECKING:
    from gametree.games.pente import Pente

TAKEN = re.compile(r";?\s*stones taken:\s*X\s+(\d{1,3}),?\s+O\s+(\d{1,3})\s*$")


def written(game: Pente, s: State) -> str:
    """The board, who moves, and the stones that were taken if there are any."""
    board = drawing(game.size, s.black, s.white, game.player(s))
    taken = f"; stones taken: X {s.black_took}, O {s.white_took}" if s.black_took or s.white_took else ""
    return board + taken


def read(game: Pente, text: str) -> State:
    """A position: stones put one after the other, or a board as ``written`` writes it."""
    if not re.search(r"[.]|\b[XO]\b", text):
        s = game.initial()
        for a in transcribed(game, s, text):
            s = game.result(s, a)
        return s
    found = TAKEN.search(text)
    took = (int(found[1]), int(found[2])) if found else (0, 0)
    return checked(game, State(*stones(game, text[: found.start()] if found else text), *took))


def checked(game: Pente, s: State) -> State:
    """The position, if it can have come to be by the number of its stones."""
    if not game.keryo and (s.black_took % 2 or s.white_took % 2):
        raise GameError("not a position: stones are taken two at a time")
    if popcount(s.black) + s.white_took - popcount(s.white) - s.black_took not in (0, 1):
        raise GameError("not a position: X moves first, so it has put as many stones as O, or one more")
    mover = game.player(s)
    mine, took, yours = (s.white, s.white_took, s.black_took) if mover else (s.black, s.black_took, s.white_took)
    if took >= game.goal or yours >= game.goal + 24:
        raise GameError(f"not a position: {game.goal} stones taken win, so the game was over before")
    if game.five(mine, False):
        raise GameError(f"not a position: {'XO'[mover]} has five in a line already and is to move")
    return s
