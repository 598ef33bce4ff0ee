"""Boards of cells: Tic-Tac-Toe and its kin, Qubic, Connect Four, Sharks, EinStein würfelt nicht."""

from __future__ import annotations

import string
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit
from gametree.draw.board import CELL, Board
from gametree.draw.boards.rows import rows_of, strike_rows
from gametree.draw.svg import circle, line, polygon
from gametree.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.draw.board import Path

WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left."""
EDGE = 22.0
"""The margin for letters and numbers."""


def mark(b: Board, x: float, y: float, player: int, at: str, r: float = CELL * 0.3) -> None:
    """A cross, a nought; a triangle, a square, … for further players."""
    if player == 0:
        b.man(at, line(x - r, y - r, x + r, y + r, "rule s-p0", 5), line(x - r, y + r, x + r, y - r, "rule s-p0", 5))
    elif player == 1:
        b.man(at, circle(x, y, r, "none s-p1", stroke_width=5))
    else:
        corners = player + 1
        turn = -pi / 2 if corners % 2 else pi / corners - pi / 2
        points = [
            (x + r * cos(turn + 2 * pi * i / corners), y + r * sin(turn + 2 * pi * i / corners)) for i in range(corners)
        ]
        b.man(at, polygon(points, f"none s-p{player}", stroke_width=5, stroke_linejoin="round"))


def grid(b: Board, names: Sequence[Sequence[str]], *, rows: bool = True, columns: bool = True) -> None:
    """Cells by name, the top row first, with letters and numbers at the edges and hairlines between them."""
    height, width = len(names), len(names[0])
    left, bottom = EDGE if rows else 8.0, EDGE if columns else 8.0
    b.width, b.height = left + width * CELL + 8, 8 + height * CELL + bottom
    for r, row in enumerate(names):
        for c, name in enumerate(row):
            b.spot(name, left + (c + 0.5) * CELL, 8 + (r + 0.5) * CELL, CELL, CELL)
    for r in range(1, height):
        b.line(left, 8 + r * CELL, left + width * CELL, 8 + r * CELL, "rule s-faint", 1.5)
    for c in range(1, width):
        b.line(left + c * CELL, 8, left + c * CELL, 8 + height * CELL, "rule s-faint", 1.5)
    for r in range(height if rows else 0):
        b.write(left / 2, 8 + (r + 0.5) * CELL, str(height - r), "soft", 11)
    for c in range(width if columns else 0):
        letter = string.ascii_lowercase[c % 26]
        b.write(left + (c + 0.5) * CELL, b.height - bottom / 2, letter, "soft", 11)


def tictactoe(game: Any, s: Any, b: Board) -> Path:
    """Cells 1 to 9."""
    grid(b, [[str(3 * r + c + 1) for c in range(3)] for r in range(3)], rows=False, columns=False)
    for cell in range(9):
        for player, marks in enumerate(s):
            if marks >> cell & 1:
                mark(b, *b.centre(str(cell + 1)), player, str(cell + 1))
    for marks in s:
        strike_rows(b, {(c % 3, c // 3): b.centre(str(c + 1)) for c in range(9) if marks >> c & 1}, 3)
    return lambda a: (str(a + 1),)


def qubic(game: Any, s: Any, b: Board) -> Path:
    """Four levels side by side, the lowest at the left."""
    cell, apart = CELL * 0.6, 14.0
    b.width, b.height = EDGE + 4 * (4 * cell + apart), 8 + 4 * cell + EDGE
    for z in range(4):
        left = EDGE + z * (4 * cell + apart)
        for i in range(5):
            b.line(left + i * cell, 8, left + i * cell, 8 + 4 * cell, "rule s-faint", 1.5)
            b.line(left, 8 + i * cell, left + 4 * cell, 8 + i * cell, "rule s-faint", 1.5)
        for x in range(4):
            b.write(left + (x + 0.5) * cell, b.height - EDGE / 2, f"{'abcd'[x]}·{z + 1}", "soft", 9)
            for y in range(4):
                name = f"{'abcd'[x]}{y + 1}{z + 1}"
                b.spot(name, left + (x + 0.5) * cell, 8 + (3.5 - y) * cell, cell, cell)
    for y in range(4):
        b.write(EDGE / 2, 8 + (3.5 - y) * cell, str(y + 1), "soft", 11)
    for player, marks in enumerate(s):
        own: dict[tuple[int, ...], tuple[float, float]] = {}
        for a in range(64):
            if has_bit(marks, a):
                name = game.name(s, a)
                mark(b, *b.centre(name), player, name, cell * 0.3)
                own["abcd".index(name[0]), int(name[1]), int(name[2])] = b.centre(name)
        for row in rows_of(own, 4):  # over several boards: a ring around each
            for x, y in row:
                b.circle(x, y, cell * 0.46, "none s-now won", stroke_width=3)
    return lambda a: (game.name(s, a),)


def _lettered(m: int, n: int) -> list[list[str]]:
    return [[f"{string.ascii_lowercase[c]}{r + 1}" for c in range(n)] for r in reversed(range(m))]


def mnk(game: Any, s: Any, b: Board) -> Path:
    """Cells row by row from the bottom; with gravity an action is where the stone comes to lie."""
    names = _lettered(game.m, game.n)
    grid(b, names)
    by_number = [name for row in reversed(names) for name in row]
    for cell, name in enumerate(by_number):
        for player, stones in enumerate(s):
            if has_bit(stones, cell):
                mark(b, *b.centre(name), player, name)
    for stones in s:
        own = {divmod(c, game.n): b.centre(name) for c, name in enumerate(by_number) if has_bit(stones, c)}
        strike_rows(b, own, game.k)
    return lambda a: (by_number[a],)


def crowdmnk(game: Any, s: Any, b: Board) -> Path:
    """The same for more players, with an empty bit after each row."""
    grid(b, _lettered(game.m, game.n))
    for cell in range(game.m * (game.n + 1)):
        for player, stones in enumerate(s.stones):
            if stones >> cell & 1:
                mark(b, *b.centre(game.name(s, cell)), player, game.name(s, cell))
    for stones in s.stones:
        cells = [c for c in range(game.m * (game.n + 1)) if stones >> c & 1]
        strike_rows(b, {divmod(c, game.n + 1): b.centre(game.name(s, c)) for c in cells}, game.k)
    return lambda a: (game.name(s, a),)


def connect4(game: Any, s: Any, b: Board) -> Path:
    """The upright board with its holes; one clicks anywhere in a column."""
    wide, high = game.width, game.height
    b.width, b.height = 16 + wide * CELL, 16 + high * CELL + EDGE
    b.rect(4, 4, wide * CELL + 8, high * CELL + 8, "p0", rx=8, opacity=0.85)
    for c in range(wide):
        x = 8 + (c + 0.5) * CELL
        b.write(x, b.height - EDGE / 2, str(c + 1), "soft", 12)
        for r in range(high):
            y, bit = 8 + (high - r - 0.5) * CELL, c * (high + 1) + r
            b.circle(x, y, CELL * 0.4, "paper")
            if s.first >> bit & 1:  # a ring too, for readers who do not see colours
                ring = circle(x, y, CELL * 0.24, "none s-white", stroke_width=2)
                b.man(str(c + 1), circle(x, y, CELL * 0.4, "p4"), ring)
            elif s.second >> bit & 1:
                b.man(str(c + 1), circle(x, y, CELL * 0.4, "draw"))
        b.spot(str(c + 1), x, 8 + high * CELL / 2, CELL, high * CELL)
    for discs in (s.first, s.second):
        places = [divmod(i, high + 1) for i in range(wide * (high + 1)) if discs >> i & 1]
        strike_rows(b, {(c, r): (8 + (c + 0.5) * CELL, 8 + (high - r - 0.5) * CELL) for c, r in places}, game.connect)
    return lambda a: (str(a + 1),)


def sharks(game: Any, s: Any, b: Board) -> Path:
    """Two sharks with their headings; click the cell ahead, and then choose how to turn."""
    names = [[f"{c},{r}" for c in range(game.width)] for r in reversed(range(game.height))]
    grid(b, names, rows=False, columns=False)

    def name(cell: int) -> str:
        return f"{cell % game.width},{cell // game.width}"

    for side in range(2):
        x, y = b.centre(name(s.cells[side]))
        fx, fy = WAYS[int(s.headings[side])]
        r = CELL * 0.36
        nose, left, right = (x + fx * r, y + fy * r), (fy, -fx), (-fy, fx)
        body = [
            nose,
            (x + left[0] * r * 0.5, y + left[1] * r * 0.5),
            (x - fx * r + left[0] * r * 0.75, y - fy * r + left[1] * r * 0.75),
            (x - fx * r * 0.5, y - fy * r * 0.5),
            (x - fx * r + right[0] * r * 0.75, y - fy * r + right[1] * r * 0.75),
            (x + right[0] * r * 0.5, y + right[1] * r * 0.5),
        ]
        shape = polygon(body, f"p{side} s-ink", stroke_width=1.2, stroke_linejoin="round")
        b.man(name(s.cells[side]), shape)
    ahead = game.ahead(s, s.turn)
    return lambda a: (name(ahead),)


def einstein(game: Any, s: Any, b: Board) -> Path:
    """Numbered stones and the die."""
    side = game.side
    names = [[str(r * side + c) for c in range(side)] for r in range(side)]
    grid(b, names, rows=False, columns=False)
    b.width += CELL + 8
    for player, stones in enumerate((s.first, s.second)):
        for stone in range(6):
            if place := stones >> 5 * stone & 31:
                b.stone(*b.centre(str(place - 1)), CELL * 0.38, f"p{player}", str(place - 1), str(stone + 1))
    x = b.width - CELL / 2 - 8
    if s.die:
        b.die(x, b.height / 2, s.die)
    b.circle(x, b.height / 2 + CELL, 8, f"p{s.turn} s-ink")

    def path(a: int) -> tuple[str, ...]:
        if game.player(s) == CHANCE:
            return ()
        place = (s.second if s.turn else s.first) >> 5 * (a // 3) & 31
        return str(place - 1), str(game.target(s.turn, place, a % 3))

    return path
