"""Gomoku on paper: points, moves one after the other, and boards."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from gametree.bits import filled, has_bit, popcount
from gametree.errors import GameError
from gametree.games.gomoku.rules import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.game import S
    from gametree.games.gomoku import Gomoku
    from gametree.games.gomoku.lines import Lines, Stones

POINT = r"[a-zA-Z][0-9]{1,2}"


def point(size: int, a: int) -> str:
    """The letter of the column and the number of the row, a1 at the bottom left.

    >>> point(15, 7 * 16 + 7)
    'h8'
    """
    return f"{string.ascii_lowercase[a % (size + 1)]}{a // (size + 1) + 1}"


def numbered(size: int, name: str) -> int | None:
    """The number of a point that is called so; None if there is no such point.

    >>> numbered(15, "h8"), numbered(15, "q1")
    (119, None)
    """
    if not re.fullmatch(POINT, name):
        return None
    column, row = string.ascii_lowercase.index(name[0].lower()), int(name[1:]) - 1
    return row * (size + 1) + column if 0 <= row < size and column < size else None


def drawing(size: int, black: Stones, white: Stones, mover: int) -> str:
    """The board with its letters and numbers, and who moves: X is Black, O is White."""
    rows: list[str] = []
    for r in reversed(range(size)):
        points = range(r * (size + 1), r * (size + 1) + size)
        marks = ["X" if has_bit(black, p) else "O" if has_bit(white, p) else "." for p in points]
        rows.append(f"{r + 1:<2} {' '.join(marks)}")
    return "\n".join(rows) + f"\n   {' '.join(string.ascii_lowercase[:size])}   {'XO'[mover]} to move"


def transcribed(game: Lines[S], s: S, text: str) -> list[int]:
    """The actions of moves that are written one after the other, with or without blanks: ``h8i9h7``."""
    words = re.findall(rf"{POINT}|[^\s,]+", text)
    actions: list[int] = []
    for number, word in enumerate(words, 1):
        if game.terminal(s):
            raise GameError(f"stone {number}: the game is over already")
        actions.append(_legal(game, s, word, f"stone {number}: "))
        s = game.result(s, actions[-1])
    return actions


def _legal(game: Lines[S], s: S, word: str, where: str) -> int:
    a = numbered(game.size, word)
    if a is None:
        raise GameError(
            f"{where}{word!r} is no point of this board; points are called a1 to {point(game.size, game.bits - 2)}"
        )
    if a not in game.actions(s):
        raise GameError(f"{where}{word!r} cannot be played: {game.refusal(s, a)}")
    return a


def read(game: Gomoku, text: str) -> State:
    """A position: stones put one after the other, or a board as ``drawing`` draws it."""
    if not is_board(text):
        s = game.initial()
        for a in transcribed(game, s, text):
            s = game.result(s, a)
        return s
    return checked(game, State(*stones(game, text)))


def checked(game: Gomoku, s: State) -> State:
    """The position, if it can have come to be by the number of its stones."""
    if popcount(s.black) - popcount(s.white) not in (0, 1):
        raise GameError("not a position: X moves first, so it has as many stones as O, or one more")
    mover = game.turn(s)
    if game.five(s.white if mover else s.black, game.exact[mover]):
        raise GameError(f"not a position: {'XO'[mover]} has five in a line already and is to move")
    return s


def is_board(text: str) -> bool:
    """Is it a board, rather than moves one after the other?"""
    return re.search(r"[.]|\b[XO]\b", text) is not None


def stones(game: Lines[S], text: str) -> tuple[Stones, Stones]:
    """The stones of X and of O on a board as ``drawing`` draws it."""
    size = game.size
    marks = re.sub(r"[XO] to move\s*$|[a-z0-9\s]", "", text)
    if len(marks) != size * size or not set(marks) <= set(".XO"):
        raise GameError(f"not a position: expected {size} rows of {size} points out of . X O")
    points = [(size - 1 - i // size) * (size + 1) + i % size for i in range(size * size)]
    black, white = (sum(1 << p for p, mark in zip(points, marks, strict=True) if mark == side) for side in "XO")
    return filled(game.bits, black), filled(game.bits, white)


def sgf_point(size: int, a: int) -> str:
    """A point as SGF has it: two letters, from the left and from the top.

    >>> sgf_point(15, 0), sgf_point(15, 7 * 16 + 7)
    ('ao', 'hh')
    """
    return string.ascii_lowercase[a % (size + 1)] + string.ascii_lowercase[size - 1 - a // (size + 1)]


def sgf_board(size: int, black: Iterable[str], white: Iterable[str]) -> tuple[Stones, Stones]:
    """The stones on these points of SGF."""
    bits = size * (size + 1)
    points = [row * (size + 1) + column for row in range(size) for column in range(size)]
    numbers = {sgf_point(size, p): p for p in points}
    for point in (*black, *white):
        if point not in numbers:
            raise GameError(f"{point!r} is no point of this board")
    return filled(bits, sum(1 << numbers[p] for p in {*black})), filled(bits, sum(1 << numbers[p] for p in {*white}))


def sgf_mover(game: Lines[S], s: S, mover: int | None) -> S:
    """The position, if it is this player's turn in it."""
    if mover is not None and game.player(s) != mover:
        raise GameError(f"{('Black', 'White')[mover]} cannot be to move with so many stones: Black begins")
    return s
