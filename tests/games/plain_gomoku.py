"""Five in a row as one would write it on the first day: a dict from a point (column, row) to "X" or "O"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def grid(game: Any, s: Any) -> dict[tuple[int, int], str]:
    """The board of a state, read from its text."""
    rows = [line.split()[1:] for line in game.text(s).splitlines()[: game.size]]
    return {(c, game.size - 1 - r): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}


def cell(game: Any, a: int) -> tuple[int, int]:
    """The point of an action."""
    return a % (game.size + 1), a // (game.size + 1)


def along(point: tuple[int, int], way: tuple[int, int], n: int) -> tuple[int, int]:
    return point[0] + n * way[0], point[1] + n * way[1]


def run(board: dict[tuple[int, int], str], point: tuple[int, int], way: tuple[int, int]) -> int:
    """How many stones like the one at this point stand in a row through it."""
    mark, length = board[point], 1
    for sign in (1, -1):
        n = sign
        while board.get(along(point, way, n)) == mark:
            length, n = length + 1, n + sign
    return length


def wins(board: dict[tuple[int, int], str], mark: str, exact: bool) -> bool:
    runs = [run(board, point, way) for point, m in board.items() if m == mark for way in WAYS]
    return any(n == 5 or (n > 5 and not exact) for n in runs)


def perft(size: int, exact: bool, depth: int, board: dict[tuple[int, int], str] | None = None, turn: int = 0) -> int:
    """How many games of this length there are."""
    board = board or {(c, r): "." for c in range(size) for r in range(size)}
    if depth == 0:
        return 1
    if any(wins(board, mark, exact) for mark in "XO"):
        return 0
    return sum(
        perft(size, exact, depth - 1, {**board, point: "XO"[turn]}, 1 - turn)
        for point, mark in board.items()
        if mark == "."
    )


def lines(board: dict[tuple[int, int], str], mark: str, exact: bool) -> Iterator[list[tuple[int, int]]]:
    """The rows of five points in which this side may still make five (and, if ``exact``, not six)."""
    for point in board:
        for way in WAYS:
            points = [along(point, way, n) for n in range(5)]
            if all(board.get(p) in (mark, ".") for p in points):
                beside = [board.get(along(point, way, n)) for n in (-1, 5)]
                if not exact or mark not in beside:
                    yield points


def straight(board: dict[tuple[int, int], str], mark: str, exact: bool) -> Iterator[list[tuple[int, int]]]:
    """The rows of four points of this side in which a straight four may come to be: with an empty point at each end."""
    for point in board:
        for way in WAYS:
            six = [along(point, way, n) for n in range(6)]
            if board.get(six[0]) == board.get(six[5]) == "." and all(board.get(p) in (mark, ".") for p in six):
                beside = [board.get(along(point, way, n)) for n in (-1, 6)]
                if not exact or mark not in beside:
                    yield six[1:5]


def lacking(
    rows: Iterator[list[tuple[int, int]]], board: dict[tuple[int, int], str], empty: int
) -> set[tuple[int, int]]:
    """The empty points of those rows that have this many of them."""
    found = [[p for p in row if board[p] == "."] for row in rows]
    return {p for points in found if len(points) == empty for p in points}
