"""Boards of hexagons: Hex with its coloured edges, and the triangle of Y.

In Hex the cells that prove a win are tinted: those of a virtual connection of the winner's edges. On boards of several
words the search for one takes a while in plain Python, so there it is made only where bridges alone are enough.
"""

from __future__ import annotations

import math
import string
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit, ones, with_bit
from gametree.boards import LARGEST

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

    Sides = tuple[tuple[str, ...], tuple[str, ...]]

SIDE, MARGIN = 18.0, 34.0
WIDE, HIGH = SIDE * math.sqrt(3), SIDE * 1.5
"""How far apart the middles of neighbours are, in a row and from row to row."""
RED, BLUE = "p4", "p0"
ALL = ("left", "right", "bottom")
"""The sides of the triangle of Y."""
CORNERS = [(math.sin(math.pi * i / 3) * SIDE, -math.cos(math.pi * i / 3) * SIDE) for i in range(6)]
"""From the top corner, clockwise."""
EDGES = {
    "top": (RED, ((5, 0), (0, 1))), "bottom": (RED, ((2, 3), (3, 4))),
    "left": (BLUE, ((4, 5), (3, 4))), "right": (BLUE, ((0, 1), (1, 2))),
}  # fmt: skip
"""The colour of each edge of Hex, and which sides of its cells belong to it, by their corners."""


def hexagons(game: Any, s: Any, b: Board, joining: Sides = (ALL, ALL)) -> Path:
    """The cells with stones on them, letters above (or, under a triangle, below) and numbers at the left; rings on a
    chain that has won by ``joining`` the sides of its colour."""
    cells = [c for c in range(game.bits) if has_bit(game.full, c)]
    places = {c: (c % game.width + c // game.width / 2, c // game.width) for c in cells}
    first = min(x for x, _ in places.values())
    b.width = 2 * MARGIN + (max(x for x, _ in places.values()) - first + 1) * WIDE
    b.height = 2 * MARGIN + (game.rows - 1) * HIGH + 2 * SIDE
    lettered = 0 if has_bit(game.full, 0) else game.rows - 1  # the row that all columns reach
    for c, (x, y) in places.items():
        u, v = MARGIN + (x - first + 0.5) * WIDE, MARGIN + SIDE + y * HIGH
        name = game.name(s, c)
        b.spot(name, u, v, WIDE * 0.96, WIDE * 0.96, round=True)
        b.polygon([(u + dx, v + dy) for dx, dy in CORNERS], "wood s-shade", at=name, stroke_width=1.5)
        if c % game.width == 0 or not has_bit(game.full, c - 1):
            b.write(u - WIDE * 0.85, v, str(c // game.width + 1), "soft", 10)
        if lettered == c // game.width:
            side = 1 if lettered else -1
            b.write(u + side * WIDE * 0.3, v + side * SIDE * 1.4, string.ascii_lowercase[c % game.width], "soft", 10)
    for c in cells:
        u, v = b.centre(game.name(s, c))
        for cls, stones in ((RED, s.red), (BLUE, s.blue)):
            if has_bit(stones, c):
                b.stone(u, v, SIDE * 0.68, cls, game.name(s, c))
    if b.over:
        for stones, sides in ((s.red, joining[0]), (s.blue, joining[1])):
            for c in _chain(game, stones, sides):
                b.circle(*b.centre(game.name(s, c)), SIDE * 0.36, "none s-now won", stroke_width=3.5)
    return lambda a: () if a == game.swapping else (game.name(s, a),)


def _chain(game: Any, stones: Any, sides: tuple[str, ...]) -> list[int]:
    """The cells of a chain that touches all these sides; none if there is no such chain."""
    for c in range(game.bits):
        if has_bit(stones, c) and has_bit(getattr(game, sides[0]), c):
            chain = game.grown(with_bit(game.empty, c), stones, game.empty)
            if all(chain & getattr(game, side) != game.empty for side in sides):
                return [cell for cell in range(game.bits) if has_bit(chain, cell)]
    return []


def hex_board(game: Any, s: Any, b: Board) -> Path:
    """The board of Hex: red edges at the top and bottom, blue ones at the left and right."""
    path = hexagons(game, s, b, (("top", "bottom"), ("left", "right")))
    for edge, (cls, sides) in EDGES.items():
        for c in range(game.bits):
            if has_bit(getattr(game, edge), c):
                u, v = b.centre(game.name(s, c))
                # The corner cells at the acute angles share a side with the next edge; it is drawn for one of them.
                shared = (edge == "left" and c // game.width == game.rows - 1) or (edge == "right" and c < game.width)
                for i, j in sides:
                    if not (shared and (i, j) in ((3, 4), (0, 1))):
                        b.line(
                            u + CORNERS[i][0], v + CORNERS[i][1], u + CORNERS[j][0], v + CORNERS[j][1], f"s-{cls}", 5
                        )
    prove(game, s, b)
    return path


def prove(game: Any, s: Any, b: Board) -> None:
    """Tint the free cells of the connection by which a side has won."""
    if not game.terminal(s) and (game.bits <= LARGEST or game.reach(s)[0] == game.reach(s)[1]):
        winner, cells = game.proof(s)
        for c in ones(cells):
            u, v = b.centre(game.name(s, c))
            corners = [(u + dx * 0.8, v + dy * 0.8) for dx, dy in CORNERS]
            b.polygon(corners, RED if winner > 0 else BLUE, at=game.name(s, c), opacity=0.35)
