"""Hex on paper: cells, moves one after the other, and boards."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit, popcount
from gametree.errors import GameError
from gametree.game import MAX, S
from gametree.games.hex.cells import Cells
from gametree.games.hex.rules import State

if TYPE_CHECKING:
    from gametree.games.hex import Hex
    from gametree.games.hex.cells import Stones

WORD = r"[a-z][0-9]{1,2}|[^\s,]+"


class Written(Cells[S]):
    """The text of games whose states have ``red``, ``blue`` and ``mover``."""

    def name(self, s: S, a: int, style: str = "") -> str:
        return "swap" if a == self.swapping else cell(self.width, a)

    def transcript(self, s: S, text: str) -> list[int]:
        """The actions of moves that are written one after the other."""
        return transcribed(self, s, text)

    def text(self, s: Any) -> str:
        return drawing(self, s.red, s.blue, s.mover)


def cell(width: int, a: int) -> str:
    """The letter of the column and the number of the row, a1 at the top left.

    >>> cell(12, 13)
    'b2'
    """
    return f"{string.ascii_lowercase[a % width]}{a // width + 1}"


def drawing(game: Cells[S], red: Stones, blue: Stones, mover: int) -> str:
    """The slanted board with its letters and numbers, and who moves: R is Red, B is Blue, a blank is no cell."""
    lines = ["  " + " ".join(string.ascii_lowercase[: game.columns])]
    for row in range(game.rows):
        cells = range(row * game.width, row * game.width + game.columns)
        marks = [_mark(game, red, blue, c) for c in cells]
        lines.append((" " * row + f"{row + 1:<2} " + " ".join(marks)).rstrip())
    return "\n".join(lines) + f"   {'RB'[mover]} to move"


def _mark(game: Cells[S], red: Stones, blue: Stones, c: int) -> str:
    return "R" if has_bit(red, c) else "B" if has_bit(blue, c) else "." if has_bit(game.full, c) else " "


def transcribed(game: Cells[S], s: S, text: str) -> list[int]:
    """The actions of moves that are written one after the other, with or without blanks: ``c2b3``."""
    actions: list[int] = []
    for number, word in enumerate(re.findall(WORD, text.lower()), 1):
        if game.terminal(s):
            raise GameError(f"move {number}: the game is over already")
        named = {game.name(s, a): a for a in game.actions(s)}
        if word not in named:
            there = re.fullmatch(r"[a-z][0-9]{1,2}", word) and _is_cell(game, word)
            why = "a stone is there already" if there else "cells are called by column and row, as a1"
            raise GameError(f"move {number}: {word!r} cannot be played: {why}")
        actions.append(named[word])
        s = game.result(s, actions[-1])
    return actions


def _is_cell(game: Cells[S], word: str) -> bool:
    column, row = string.ascii_lowercase.index(word[0]), int(word[1:]) - 1
    return column < game.columns and 0 <= row < game.rows and has_bit(game.full, row * game.width + column)


def is_moves(text: str) -> bool:
    """Is this a list of moves, and no board?"""
    return not re.search(r"[.]|\b[RB]\b", text)


def played(game: Cells[S], text: str) -> S:
    """The position after these moves."""
    s = game.initial()
    for a in transcribed(game, s, text):
        s = game.result(s, a)
    return s


def position(game: Cells[S], text: str, swap: bool) -> tuple[Stones, Stones, int]:
    """The stones of R and of B on a board as ``drawing`` draws it, and who moves."""
    said = re.search(r"\b([RB]) to move\s*$", text)
    marks = re.sub(r"[a-z0-9\s]", "", text[: said.start()] if said else text)
    cells = [(c % game.width, c // game.width) for c in range(game.bits) if has_bit(game.full, c)]
    if len(marks) != len(cells) or not set(marks) <= set(".RB"):
        raise GameError(f"not a position: expected {len(cells)} cells out of . R B, in {game.rows} rows")
    red, blue = (game.these(at for at, mark in zip(cells, marks, strict=True) if mark == side) for side in "RB")
    ahead = popcount(red) - popcount(blue)
    mover = "RB".index(said[1]) if said else int(ahead == 1)
    if ahead != mover and not (swap and ahead == mover - 1 and blue != game.empty):
        raise GameError("not a position: R moves first, and the sides move in turn")
    return red, blue, mover


def read(game: Hex, text: str) -> State:
    """A position of Hex: moves one after the other, or a board as ``drawing`` draws it."""
    if is_moves(text):
        return played(game, text)
    return with_chains(game, *position(game, text, game.swap))


def with_chains(game: Hex, red: Stones, blue: Stones, mover: int) -> State:
    """The state with these stones: the chains that are joined to the first edges are found."""
    red_joined = game.grown(red & game.top, red, game.empty)
    blue_joined = game.grown(blue & game.left, blue, game.empty)
    s = State(red, blue, red_joined, blue_joined, mover)
    if game.terminal(s) and (game.utility(s) > 0) == (mover == MAX):
        raise GameError(f"not a position: {'RB'[mover]} has won already and is to move")
    return s
