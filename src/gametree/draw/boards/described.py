"""A board from the game's own description: ``picture(s)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from gametree.draw.boards.grids import grid, mark
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

SIDES = {"X": 0, "x": 0, "O": 1, "o": 1}


def described(game: Any, s: Any, b: Board) -> Path:
    """Rows of characters, the top one first: X and O are marks, a letter is a man (capital: Max's), a dot is an empty
    cell. Cells are called a1, b1, … from the bottom left; ``moves`` tells which cells an action concerns."""
    told: Any = game.picture(s)
    if type(told) is not dict:
        raise GameError(f"picture(s) must be a dictionary with rows and moves, not {told!r}")
    facts = cast("dict[str, Any]", told)
    rows = [str(row).replace(" ", "") for row in facts.get("rows", ())]
    if not rows or len({len(row) for row in rows}) > 1 or not rows[0]:
        raise GameError("picture(s) must have rows of equal length, such as {'rows': ['X.O', '...', '.X.']}")
    high, wide = len(rows), len(rows[0])
    names = [[f"{_letter(c)}{high - r}" for c in range(wide)] for r in range(high)]
    grid(b, names)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            name = names[r][c]
            if sign in SIDES:
                mark(b, *b.centre(name), SIDES[sign], name)
            elif sign not in ".·-_":
                b.stone(*b.centre(name), 15, "p0" if sign == sign.upper() else "p1", name, sign)
    moves: dict[int, Any] = facts.get("moves", {})

    def path(a: int) -> tuple[str, ...]:
        cells = moves.get(a, ())
        cells = (cells,) if isinstance(cells, str) else tuple(cells)
        for cell in cells:
            if cell not in b.spots:
                raise GameError(f"picture(s): there is no cell {cell!r} in a board of {wide}×{high}; a1 is bottom left")
        return cells

    return path


def _letter(c: int) -> str:
    return chr(97 + c) if c < 26 else f"{chr(96 + c // 26)}{chr(97 + c % 26)}"
