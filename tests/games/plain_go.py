"""Go as one would write it on the first day: a dict from a point (column, row) to ".", "X" or "O"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import has_bit

if TYPE_CHECKING:
    from gametree.games.go import Go
    from gametree.games.go.rules import State

Point = tuple[int, int]
Board = dict[Point, str]


def grid(game: Go, s: State) -> Board:
    """The board of one of our states."""
    board: Board = {}
    for c in range(game.columns):
        for r in range(game.rows):
            p = r * (game.columns + 1) + c
            board[c, r] = "X" if has_bit(s.black, p) else "O" if has_bit(s.white, p) else "."
    return board


def number(game: Go, point: Point) -> int:
    return point[1] * (game.columns + 1) + point[0]


def beside(board: Board, point: Point) -> list[Point]:
    c, r = point
    return [p for p in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)) if p in board]


def group(board: Board, point: Point) -> tuple[set[Point], set[Point]]:
    """The points of the same kind that hang together with this one, and the points around them."""
    inside, around, waiting = {point}, set[Point](), [point]
    while waiting:
        for p in beside(board, waiting.pop()):
            if board[p] != board[point]:
                around.add(p)
            elif p not in inside:
                inside.add(p)
                waiting.append(p)
    return inside, around


def liberties(board: Board, point: Point) -> int:
    return sum(board[p] == "." for p in group(board, point)[1])


def put(board: Board, point: Point, mark: str) -> Board:
    """The board after a stone: first the other side's groups without liberties go, then one's own."""
    after = {**board, point: mark}
    for own in (False, True):
        for p in [p for p in after if after[p] != "." and (after[p] == mark) == own]:
            if after[p] != "." and liberties(after, p) == 0:
                for q in group(after, p)[0]:
                    after[q] = "."
    return after


def legal(history: list[Board], movers: list[str], mark: str, ko: str, suicide: bool) -> set[Point]:
    """Where a stone may be put. ``movers``: who put the stone that made each board of the history but the first, which
    White left to Black; after a pass, written "-", the board is there once more."""
    board, found = history[-1], set[Point]()
    for point in [p for p in board if board[p] == "."]:
        after = put(board, point, mark)
        if after == board or (after[point] == "." and not suicide):
            continue
        if ko == "positional" and after in history:
            continue
        if ko != "positional" and len(history) > 1 and movers[-1] != "-" and after == history[-2]:
            continue
        if ko == "situational" and any(after == b and m == mark for b, m in zip(history, ["O", *movers], strict=True)):
            continue
        found.add(point)
    return found


def area(board: Board) -> int:
    """Black's stones and points that reach only Black's, less White's."""
    total = 0
    for p, mark in board.items():
        seen = {mark} if mark != "." else {board[q] for q in group(board, p)[1]}
        total += (seen == {"X"}) - (seen == {"O"})
    return total
