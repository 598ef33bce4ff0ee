"""A board from the game's own description: ``picture(s)``."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from gametree.draw.board import CELL
from gametree.draw.boards import chequered
from gametree.draw.boards.grids import grid, mark
from gametree.draw.boards.hexagons import CORNERS, HIGH, SIDE, WIDE
from gametree.draw.boards.picture import Picture, read_picture
from gametree.draw.boards.points import MAN, points
from gametree.draw.svg import rect

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

FILLED = "#"
SIDES = {"X": 0, "x": 0, "O": 1, "o": 1}
MARGIN, TALL = 12.0, CELL * 1.3
"""The margin of grids without letters, and the height of a triangle."""


def described(game: Any, s: Any, b: Board) -> Path:
    """The board that a game describes, with the cells of its moves."""
    return drawn(read_picture(game.picture(s)), b)


def drawn(told: Picture, b: Board) -> Path:
    """A picture on an empty board."""
    if told.points:
        points(b, told.points, told.lines)
        for name, colour in told.fill.items():
            b.circle(*b.centre(name), 7, f"{colour} s-ink", at=name)
    else:
        {"square": _squares, "hex": _hexagons, "triangle": _triangles}[told.grid](told, b)
    for piece in told.pieces:
        _piece(b, piece.cells, piece.colour, piece.text)
    for name, sign in told.cells():
        if sign:
            _man(b, told, name, sign)
    for i, words in enumerate(told.below.split("\n") if told.below else []):
        b.write(b.width / 2, b.height + 8 + 18 * i, words, "", 13)
    b.height += 18 * len(told.below.split("\n")) + 4 if told.below else 0
    return lambda a: told.moves.get(a, ())


def _man(b: Board, told: Picture, name: str, sign: str) -> None:
    """What stands on a cell: a chessman, a mark, a number, or a man with his letter."""
    x, y = b.centre(name)
    if told.chessmen and sign.upper() in chequered.MEN:
        b.man(name, chequered.chessman(x, y, sign.upper(), 0 if sign.isupper() else 1))
    elif sign == FILLED:
        spot = b.spots[name]
        b.man(name, rect(x - spot.width * 0.46, y - spot.height * 0.46, spot.width * 0.92, spot.height * 0.92, "soft"))
    elif sign in SIDES:
        mark(b, x, y, SIDES[sign], name, CELL * (0.3 if told.grid == "square" and not told.points else 0.22))
    elif len(sign) > 1 or (sign.isdigit() and told.rows and any(len(cell) > 1 for row in told.rows for cell in row)):
        b.write(x, y, sign, "", min(15, CELL / (0.62 * len(sign))), at=name)
    else:
        radius = {"square": 15.0, "hex": SIDE * 0.68, "triangle": 9.0}[told.grid] if not told.points else MAN
        b.stone(x, y, radius, "p0" if sign == sign.upper() else "p1", name, sign)


def _squares(told: Picture, b: Board) -> None:
    names = told.names()
    if told.checkered:
        high, wide = len(names), len(names[0])
        chequered.chequer(b, wide, high)
        for r, row in enumerate(names):
            for c, name in enumerate(row):
                if name:
                    b.spot(name, chequered.EDGE + (c + 0.5) * CELL, 6 + (r + 0.5) * CELL, CELL, CELL)
                else:
                    b.rect(chequered.EDGE + c * CELL, 6 + r * CELL, CELL, CELL, "paper")
    else:
        grid(b, names)
        b.spots.pop("", None)
    for name, colour in told.fill.items():
        x, y = b.centre(name)
        b.rect(x - CELL / 2, y - CELL / 2, CELL, CELL, colour, at=name, opacity=0.8)


def _hexagons(told: Picture, b: Board) -> None:
    """Rows of equal length are shifted by half a cell each, as in Hex; others are centred."""
    names = told.names()
    widest = max(map(len, names))
    even = min(map(len, names)) == widest
    for r, row in enumerate(names):
        shift = r / 2 if even else (widest - len(row)) / 2
        for c, name in enumerate(row):
            if name:
                x, y = MARGIN + (c + shift + 0.5) * WIDE, MARGIN + SIDE + r * HIGH
                b.spot(name, x, y, WIDE * 0.96, WIDE * 0.96, round=True)
                fill = told.fill.get(name, "wood")
                b.polygon([(x + dx, y + dy) for dx, dy in CORNERS], f"{fill} s-shade", at=name, stroke_width=1.5)
    b.width = 2 * MARGIN + (widest + ((len(names) - 1) / 2 if even else 0)) * WIDE
    b.height = 2 * MARGIN + 2 * SIDE + (len(names) - 1) * HIGH


def _triangles(told: Picture, b: Board) -> None:
    """Triangles that point up and down in turn. Rows of equal length make a strip; others are centred, and the first of
    each points up."""
    names = told.names()
    widest = max(map(len, names))
    even = min(map(len, names)) == widest
    half = TALL / sqrt(3)
    for r, row in enumerate(names):
        for c, name in enumerate(row):
            up = (r + c) % 2 == 0 if even else c % 2 == 0
            x = MARGIN + half * (1 + c + (0 if even else (widest - len(row)) / 2))
            top = MARGIN + r * TALL
            tip, foot = (top, top + TALL) if up else (top + TALL, top)
            if name:
                y = foot + (tip - foot) / 3
                b.spot(name, x, y, half * 0.9, half * 0.9, round=True)
                fill = told.fill.get(name, "wood")
                corners = [(x - half, foot), (x + half, foot), (x, tip)]
                b.polygon(corners, f"{fill} s-shade", at=name, stroke_width=1.5, stroke_linejoin="round")
    b.width = 2 * MARGIN + half * (widest + 1)
    b.height = 2 * MARGIN + len(names) * TALL


def _piece(b: Board, cells: tuple[str, ...], colour: str, text: str) -> None:
    """One shape over several cells: a block over every two of them that touch, and over every four."""
    wide, high = b.spots[cells[0]].width * 0.8, b.spots[cells[0]].height * 0.8
    middles = [b.centre(name) for name in cells]
    for name, (x, y) in zip(cells, middles, strict=True):
        for u, v in middles:
            across = abs(u - x) > 1 and abs(v - y) > 1
            whole = not across or ((x, v) in middles and (u, y) in middles)
            if whole and max(abs(u - x), abs(v - y)) < 1.1 * CELL:
                left, top = min(x, u) - wide / 2, min(y, v) - high / 2
                b.rect(left, top, abs(u - x) + wide, abs(v - y) + high, colour, at=name, rx=6)
    if text:
        x, y = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
        b.write(
            *min(middles, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2), text, "paper", 15, font_weight="bold"
        )
