"""Dominoes on a grid: Domineering."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.bits import ones
from gametree.draw.board import CELL
from gametree.draw.boards.grids import grid
from gametree.draw.svg import line, rect

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

EDGE = 5.0
"""How much room there is between a domino and the edge of its cells."""


def dominoes(game: Any, s: Any, b: Board) -> Path:
    """Upright and flat dominoes, each with a line across its middle; one points at the two cells."""
    grid(b, [[game.cell(r * game.step + c) for c in range(game.columns)] for r in reversed(range(game.rows))])
    for side, cells in enumerate(s):
        for a in ones(game.packed(cells, side)):
            (x, y), (u, v) = b.centre(game.cell(a)), b.centre(game.cell(a + game.way(side)))
            wide, high = u - x + CELL - 2 * EDGE, y - v + CELL - 2 * EDGE
            left, top = x - CELL / 2 + EDGE, v - CELL / 2 + EDGE
            body = rect(left, top, wide, high, f"p{(0, 4)[side]} s-ink", rx=7, stroke_width=1.2)
            middle, across = ((x + u) / 2, (y + v) / 2), (CELL * 0.28 if side == 0 else 0, CELL * 0.28 if side else 0)
            bar = line(
                middle[0] - across[0], middle[1] - across[1], middle[0] + across[0], middle[1] + across[1], "rule", 1.5
            )
            b.man(game.cell(a), body, bar)
    return lambda a: (game.cell(a), game.cell(a + game.way(game.player(s))))
