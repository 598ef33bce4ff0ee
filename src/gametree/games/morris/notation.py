"""Morris on paper: drawn boards. Points are called by column and row, ``a1`` at the lower left."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.bits import popcount
from gametree.errors import GameError
from gametree.games.morris.rules import State

if TYPE_CHECKING:
    from gametree.games.morris import Morris


def drawing(game: Morris, s: State) -> str:
    """The board, who moves, and the men in hand."""
    men = ["X" if s.white >> p & 1 else "O" if s.black >> p & 1 else "." for p in range(game.points)]
    does = "takes a man" if s.removing else "to move"
    hands = f"; in hand X {s.white_hand}, O {s.black_hand}" if s.white_hand + s.black_hand else ""
    return f"{game.board.draw(men)}   {'XO'[s.turn]} {does}{hands}"


def read(game: Morris, text: str) -> State:
    """A board as ``drawing`` has it."""
    match = re.fullmatch(r"(?s)(.*?)([XO]) (to move|takes a man)(?:; in hand X (\d+), O (\d+))?\s*", text.strip())
    cells = re.findall(r"[.XO]", match[1]) if match else []
    if match is None or len(cells) != game.points:
        raise GameError(f"not a position: expected {game.points} points out of . X O, then who moves")
    order = game.board.reading_order
    white, black = (sum(1 << p for p, c in zip(order, cells, strict=True) if c == mark) for mark in "XO")
    s = State(white, black, int(match[4] or 0), int(match[5] or 0), int(match[2] == "O"), int("takes" in match[3]))
    for side, men, hand in (("X", s.white, s.white_hand), ("O", s.black, s.black_hand)):
        if popcount(men) + hand > game.men:
            raise GameError(f"not a position: {side} has {popcount(men) + hand} men, but a side has {game.men}")
    if s.removing and not game.in_mills(s.black if s.turn else s.white):
        raise GameError("not a position: no mill was closed, so no man is taken")
    return s
