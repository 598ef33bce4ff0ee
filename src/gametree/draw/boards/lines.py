"""Lines that are drawn by the players: Dots and Boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

STEP, MARGIN = 52.0, 20.0


def dots(game: Any, s: Any, b: Board) -> Path:
    """Dots, the lines that are there, and closed boxes filled. A state does not know who closed which box: it knows
    the margin, which is written below."""
    rows, columns = game.rows, game.columns
    b.width, b.height = 2 * MARGIN + columns * STEP, 2 * MARGIN + rows * STEP + 22

    def at(r: int, c: int) -> tuple[float, float]:
        return MARGIN + c * STEP, MARGIN + (rows - r) * STEP

    closed = 0
    for i, box in enumerate(game.boxes):
        if int(box) & ~s.lines == 0:
            closed += 1
            x, y = at(i // columns + 1, i % columns)
            b.rect(x, y, STEP, STEP, "p2", opacity=0.35)
    for a in range(game.count):
        (r, c), (t, d) = game._ends(a)
        (x, y), (u, v) = at(r, c), at(t, d)
        name = game.name(s, a)
        if s.lines >> a & 1:
            b.line(x, y, u, v, "rule", 4, name)
        else:
            b.line(x, y, u, v, "hair", 2, name)
        wide = abs(u - x) > abs(v - y)
        b.spot(name, (x + u) / 2, (y + v) / 2, STEP - 14 if wide else 22, 22 if wide else STEP - 14)
    for r in range(rows + 1):
        for c in range(columns + 1):
            b.circle(*at(r, c), 4.5, "ink")
    scores = f"Max {(closed + s.margin) // 2}, Min {(closed - s.margin) // 2}"
    b.write(b.width / 2, b.height - 14, scores, "", 13)
    return lambda a: (game.name(s, a),)
