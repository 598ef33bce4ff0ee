"""How people write checkers: positions as FEN or as a drawn board, moves by the numbers of their squares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.bits import ones
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.checkers.rules import PLACE, Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.checkers.board import Board

FEN = re.compile(
    r"([BW])\s*:\s*([BW])([K\d,\s-]*):\s*([BW])([K\d,\s-]*)(?::\s*H(\d+))?(?::\s*F\d+)?\s*\.?", re.IGNORECASE
)
"""Who moves, and the squares of each side; then, as lidraughts adds them, the actions without progress and the number
of the move."""
MOVE = re.compile(r"(\d{1,4})(?:\s*([-x:])\s*(\d{1,4}))+", re.IGNORECASE)


def write_fen(board: Board, s: State) -> str:
    """The position as FEN: who moves, White's squares, Black's; ``K`` before the square of a king. The actions without
    progress follow if there are any."""
    white, black = (",".join(_squares(board, side, s.kings)) for side in (s.white, s.black))
    return f"{'BW'[s.turn]}:W{white}:B{black}" + (f":H{s.idle}" if s.idle else "")


def _squares(board: Board, side: int, kings: int) -> Iterator[str]:
    for bit in ones(side):
        yield f"{'K' if kings >> bit & 1 else ''}{board.number(bit)}"


def read_fen(board: Board, text: str, patience: int) -> State:
    """The position that a FEN says; ``1-12`` is a range of squares."""
    match = FEN.search(text)
    if match is None:
        raise GameError(f"not a position: {text!r}; write it as B:W21,22,K30:B1,2,K3 (who moves, and the squares)")
    turn, one, ones_squares, two, twos_squares, idle = match.groups()
    if one.upper() == two.upper():
        raise GameError(f"not a position: {text!r} has two lists for one side")
    found = {one.upper(): _read_side(board, ones_squares), two.upper(): _read_side(board, twos_squares)}
    (black, black_kings), (white, white_kings) = found["B"], found["W"]
    if black & white:
        both = ", ".join(_squares(board, black & white, 0))
        raise GameError(f"not a position: both sides have a piece on {both}")
    for side, kings, row, name in (
        (black, black_kings, board.rows[-1], "Black"), (white, white_kings, board.rows[0], "White"),
    ):  # fmt: skip
        if men := side & ~kings & row:
            where = ", ".join(_squares(board, men, 0))
            raise GameError(f"not a position: {name} has a man where it would be a king, on {where}; write K{where}")
    kings = black_kings | white_kings
    return State(black, white, kings, "BW".index(turn.upper()), min(int(idle or 0), patience))


def _read_side(board: Board, squares: str) -> tuple[int, int]:
    """The pieces of a side, and which of them are kings."""
    pieces = kings = 0
    for word in filter(None, re.split(r"[,\s]+", squares)):
        match = re.fullmatch(r"(K?)(\d+)(?:-(\d+))?", word, re.IGNORECASE)
        first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
        if match is None or not 1 <= first <= last <= board.squares:
            raise GameError(f"not a position: {word!r} is not a square; squares are 1 to {board.squares}")
        mask = board.mask(range(first - 1, last))
        if pieces & mask:
            raise GameError(f"not a position: {word!r} is there twice")
        pieces |= mask
        kings |= mask if match[1] else 0
    return pieces, kings


def draw(board: Board, s: State) -> str:
    """The board as White sees it, and the position as FEN below it: b and w are men, B and W are kings."""
    cells = [[" " for _ in range(board.size)] for _ in range(board.size)]
    for (row, column), bit in zip(board.places, board.bits, strict=True):
        mark = "b" if s.black >> bit & 1 else "w" if s.white >> bit & 1 else "."
        cells[row][column] = mark.upper() if s.kings >> bit & 1 else mark
    return "\n".join([*(" ".join(row).rstrip() for row in cells), write_fen(board, s)])


def squares_of(game: Rules, board: Board, s: State, a: int) -> list[int]:
    """The squares that a move visits, by their numbers; of several ways to the same result, the first one."""
    start, taken = a & 63, a >> 2 * PLACE
    visited = [start, a >> PLACE & 63]
    if taken:
        way = next(w for w, end, t in game.jumps_of(s, 1 << start) if (end, t) == (1 << visited[1], taken))
        visited = along(game, start, way, taken.bit_count())
    return [board.number(bit) for bit in visited]


def along(game: Rules, start: int, way: int, jumps: int) -> list[int]:
    """The bits that a way of ``jumps`` jumps visits."""
    visited = [start]
    for n in range(jumps):
        visited.append(visited[-1] + 2 * game.steps[way >> 2 * n & 3])
    return visited


def write_move(game: Rules, board: Board, s: State, a: int, *, whole: bool = False) -> str:
    """``11-15``, or ``22x8`` for what takes; with the squares between, ``22x15x8``, where they are asked for or where
    another move has the same ends."""
    ends = a & (1 << 2 * PLACE) - 1
    if a >> 2 * PLACE == 0:
        return f"{board.number(a & 63)}-{board.number(a >> PLACE & 63)}"
    alike = sum(b & (1 << 2 * PLACE) - 1 == ends for b in game.actions(s))
    visited = squares_of(game, board, s, a)
    return "x".join(str(n) for n in (visited if whole or alike > 1 else (visited[0], visited[-1])))


def read_move(game: Rules, board: Board, s: State, word: str) -> int:
    """The legal move that a word means: its first and its last square, and between them any that it passes through, as
    far as they are needed to tell it from others. All ways to a result are known.

    >>> from gametree.games.checkers import Checkers
    >>> game = Checkers()
    >>> game.name(game.initial(), read_move(game, game.board, game.initial(), "9x14"))
    '9-14'
    """
    numbers = [int(n) for n in re.findall(r"\d+", word)] if MOVE.fullmatch(word.strip()) else []
    legal = list(game.actions(s))
    found = [a for a in legal if numbers and _means(game, board, s, a, numbers)]
    if len(found) == 1:
        return found[0]
    names = " ".join(write_move(game, board, s, a) for a in legal)
    if found:
        longer = " ".join(write_move(game, board, s, a, whole=True) for a in found)
        raise GameError(f"{word!r} can mean several moves: {longer}")
    raise GameError(f"{word!r} is not a legal move here; legal: {names}")


def _means(game: Rules, board: Board, s: State, a: int, numbers: list[int]) -> bool:
    """Can a move be written with these squares?"""
    start, end, taken = a & 63, a >> PLACE & 63, a >> 2 * PLACE
    if [board.number(start), board.number(end)] != [numbers[0], numbers[-1]]:
        return False
    if not taken or len(numbers) == 2:
        return len(numbers) == 2
    empty = game.full & ~(s.black | s.white) | 1 << start
    first, last = (0, 4) if s.kings >> start & 1 else (0, 2) if s.turn == MAX else (2, 4)
    for way, where, over in game.routes(1 << start, taken, empty, first, last):
        if (where, over) == (1 << end, taken):
            passed = iter([board.number(bit) for bit in along(game, start, way, taken.bit_count())][1:-1])
            if all(n in passed for n in numbers[1:-1]):  # each further on than the one before
                return True
    return False
