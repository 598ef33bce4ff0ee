"""Hex and Y as one would write them on the first day: a dict from a cell (column, row) to "R" or "B", and a walk."""

from __future__ import annotations

SIX = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
Cell = tuple[int, int]


def chain(board: dict[Cell, str], start: Cell) -> set[Cell]:
    """All stones that are joined to this one."""
    found, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for dx, dy in SIX:
            near = (x + dx, y + dy)
            if near not in found and board.get(near) == board[start]:
                found.add(near)
                waiting.append(near)
    return found


def hex_won(board: dict[Cell, str], columns: int, rows: int, mark: str) -> bool:
    """Has this side joined its edges? R: the top and the bottom; B: the left and the right."""
    last, axis = (rows - 1, 1) if mark == "R" else (columns - 1, 0)
    starts = [cell for cell, there in board.items() if there == mark and cell[axis] == 0]
    return any(cell[axis] == last for start in starts for cell in chain(board, start))


def y_won(board: dict[Cell, str], size: int, mark: str) -> bool:
    """Does a chain of this side touch all three sides of the triangle?"""
    for start in [cell for cell, there in board.items() if there == mark]:
        cells = chain(board, start)
        if (
            any(x + y == size - 1 for x, y in cells)
            and any(x == size - 1 for x, _ in cells)
            and any(y == size - 1 for _, y in cells)
        ):
            return True
    return False
