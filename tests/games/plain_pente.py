"""Pente as one would write it on the first day: a dict from a point (column, row) to "X" or "O", and two counts."""

from __future__ import annotations

import plain_gomoku as plain

EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def put(board: dict[tuple[int, int], str], took: list[int], point: tuple[int, int], mark: str, keryo: bool) -> None:
    """Put a stone, and take what it closes in."""
    board[point] = mark
    other = "O" if mark == "X" else "X"
    for way in EIGHT:
        for length in (2, 3) if keryo else (2,):
            between = [plain.along(point, way, n) for n in range(1, length + 1)]
            beyond = plain.along(point, way, length + 1)
            if all(board.get(p) == other for p in between) and board.get(beyond) == mark:
                for p in between:
                    board[p] = "."
                took["XO".index(mark)] += length


def over(board: dict[tuple[int, int], str], took: list[int], goal: int) -> tuple[bool, int]:
    """Is the game over, and who has won: 1, −1 or 0?"""
    won = [took[side] >= goal or plain.wins(board, mark, False) for side, mark in enumerate("XO")]
    return any(won) or "." not in board.values(), won[0] - won[1]


def perft(board: dict[tuple[int, int], str], took: list[int], goal: int, keryo: bool, depth: int, turn: int) -> int:
    """How many games of this length there are."""
    if depth == 0:
        return 1
    if over(board, took, goal)[0]:
        return 0
    total = 0
    for point in [p for p, mark in board.items() if mark == "."]:
        after, counts = dict(board), list(took)
        put(after, counts, point, "XO"[turn], keryo)
        total += perft(after, counts, goal, keryo, depth - 1, 1 - turn)
    return total
