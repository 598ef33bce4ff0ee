"""Boards of points and lines: the morris games, Pong Hau K'i, the star of Chinese Checkers, Gomoku, Pente, Go."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit, ones, popcount
from gametree.draw.boards.rows import strike_rows
from gametree.draw.svg import stone
from gametree.games.go.handicap import stars
from gametree.games.go.notation import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gametree.draw.board import Board, Path

STEP, MARGIN, MAN = 36.0, 26.0, 13.0
LINE = 28.0
"""How far apart lines are that cross."""


def points(b: Board, places: Mapping[str, tuple[float, float]], edges: Iterable[tuple[str, str]]) -> None:
    """Points by name, where they lie (in units, y downwards), and the lines between them."""
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    b.width = 2 * MARGIN + (max(x for x, _ in places.values()) - left) * STEP
    b.height = 2 * MARGIN + (max(y for _, y in places.values()) - top) * STEP
    b.rect(2, 2, b.width - 4, b.height - 4, "wood s-shade", rx=8, stroke_width=1.5)
    for name, (x, y) in places.items():
        b.spot(name, MARGIN + (x - left) * STEP, MARGIN + (y - top) * STEP, 2 * MAN, 2 * MAN, round=True)
    for a, c in edges:
        b.line(*b.centre(a), *b.centre(c), "rule", 2)
    for name in places:
        b.circle(*b.centre(name), 4, "ink", at=name)


def morris(game: Any, s: Any, b: Board) -> Path:
    """White men are Max's; those in hand lie beside the board."""
    ground = game.board
    size = 2 * ground.centre
    places = {name: (float(x), float(size - y)) for name, (x, y) in zip(ground.names, ground.places, strict=True)}
    points(b, places, [(ground.names[p], ground.names[q]) for p, q in ground.edges])
    for cls, men in (("white", s.white), ("black", s.black)):
        for p, name in enumerate(ground.names):
            if men >> p & 1:
                b.stone(*b.centre(name), MAN, cls, name)
    here = (int(popcount(s.white)) + s.white_hand, int(popcount(s.black)) + s.black_hand)
    lost = [max(game.men - left, 0) for left in here] if game.men else [0, 0]
    b.taken = ([stone(20, 20, MAN, "black")] * lost[1], [stone(20, 20, MAN, "white")] * lost[0])
    below = b.height
    if s.white_hand + s.black_hand:
        b.height += 30
        for side, (cls, hand) in enumerate((("white", s.white_hand), ("black", s.black_hand))):
            for i in range(hand):
                x = 14 + 10 * i if side == 0 else b.width - 14 - 10 * i
                b.stone(x, below + 14, 9, cls)

    def path(a: int) -> tuple[str, ...]:
        if a >= game.takes:
            return (ground.names[a - game.takes],)
        to = ground.names[a % game.points]
        return (ground.names[a // game.points - 1], to) if a >= game.points else (to,)

    return path


def ponghauki(game: Any, s: Any, b: Board) -> Path:
    """Five points; an action is the point that a stone leaves, and there is one to go to."""
    places = {"1": (0.0, 0.0), "2": (3.0, 0.0), "3": (1.5, 1.5), "4": (0.0, 3.0), "5": (3.0, 3.0)}
    points(b, places, [("1", "3"), ("1", "4"), ("2", "3"), ("2", "5"), ("3", "4"), ("3", "5"), ("4", "5")])
    for player, stones in enumerate((s.first, s.second)):
        for p in range(5):
            if stones >> p & 1:
                b.stone(*b.centre(str(p + 1)), MAN + 2, f"p{player}", str(p + 1), "XO"[player])
    empty = str(game.empty(s) + 1)
    return lambda a: (str(a + 1), empty)


def star(game: Any, s: Any, b: Board) -> Path:
    """The star, in slanted rows; cells are called by their numbers, from 1."""
    places = {str(i + 1): (q + r / 2, r * 0.866) for i, (q, r) in enumerate(game.places)}
    near = [(str(i + 1), str(int(k) + 1)) for i, row in enumerate(game.near) for k in row if int(k) > i]
    points(b, places, near)
    for player, men in enumerate(s.men):
        for i in range(game.area):
            if men >> i & 1:
                b.stone(*b.centre(str(i + 1)), MAN, f"p{player}", str(i + 1), str(player + 1))
    return lambda a: () if a == 0 else (str(a // 64 + 1), str(a % 64 + 1))


def crossings(b: Board, columns: str, rows: int, marked: Iterable[tuple[int, int]]) -> None:
    """Lines that cross, with a letter for each column and a number for each row, and some points marked (column and
    row, from 0). A point is called by its letter and number."""
    step = LINE
    b.width, b.height = 2 * MARGIN + (len(columns) - 1) * step, 2 * MARGIN + (rows - 1) * step
    b.rect(2, 2, b.width - 4, b.height - 4, "wood s-shade", rx=8, stroke_width=1.5)
    right, low = b.width - MARGIN, b.height - MARGIN
    for i, letter in enumerate(columns):
        x = MARGIN + i * step
        b.line(x, MARGIN, x, low, "rule", 1)
        b.write(x, b.height - 9, letter, "soft", 10)
    for i in range(rows):
        b.line(MARGIN, low - i * step, right, low - i * step, "rule", 1)
        b.write(10, low - i * step, str(i + 1), "soft", 10)
    for row in range(rows):
        for i, letter in enumerate(columns):
            b.spot(f"{letter}{row + 1}", MARGIN + i * step, low - row * step, step, step, round=True)
    for i, row in marked:
        b.circle(MARGIN + i * step, low - row * step, 3, "ink")


def stones(game: Any, s: Any, b: Board, bits: int) -> None:
    """Black and white stones on the crossings."""
    for cls, men in (("black", s.black), ("white", s.white)):
        for point in range(bits):
            if has_bit(men, point):
                name = game.name(s, point)
                b.stone(*b.centre(name), LINE * 0.44, cls, name)


def strike_stones(game: Any, s: Any, b: Board, length: int) -> None:
    """Strike through rows of stones, if one has won."""
    for men in (s.black, s.white):
        names = [game.name(s, point) for point in range(game.bits) if has_bit(men, point)]
        own: dict[tuple[int, ...], tuple[float, float]] = {(ord(n[0]), int(n[1:])): b.centre(n) for n in names}
        strike_rows(b, own, length)


def gomoku(game: Any, s: Any, b: Board) -> Path:
    """Stones on the crossings of lines, with letters and numbers at the edges and five points marked."""
    return in_a_row(game, s, b, 5)


def connect6(game: Any, s: Any, b: Board) -> Path:
    """The same, where six in a row win."""
    return in_a_row(game, s, b, 6)


def in_a_row(game: Any, s: Any, b: Board, length: int) -> Path:
    """The board of Gomoku, on which so many stones in a row win."""
    size = game.size
    edge = 3 if size > 12 else 2
    marked = [(edge, edge), (edge, size - 1 - edge), (size - 1 - edge, edge), (size - 1 - edge, size - 1 - edge)]
    if size % 2:
        marked.append((size // 2, size // 2))
    crossings(b, string.ascii_lowercase[:size], size, marked)
    stones(game, s, b, game.bits)
    strike_stones(game, s, b, length)
    return lambda a: (game.name(s, a),) if a < game.bits else ()  # the others are choices


def go(game: Any, s: Any, b: Board) -> Path:
    """Stones on the crossings of lines, with star points; a square where a ko may not be taken back. At the end small
    squares in a side's colour are the empty points that count for it."""
    crossings(b, LETTERS[: game.columns], game.rows, stars(game.columns, game.rows))
    stones(game, s, b, game.bits)
    if s.ko >= 0:
        x, y = b.centre(game.name(s, s.ko))
        b.rect(x - 5, y - 5, 10, 10, "ink")
    if s.passes == 2:
        free = game.full & ~(s.black | s.white)
        black, white = game.grown(s.black, free) & free, game.grown(s.white, free) & free
        for cls, territory in (("black", black & ~white), ("white", white & ~black)):
            for point in ones(territory):
                x, y = b.centre(game.name(s, point))
                b.rect(x - 4, y - 4, 8, 8, cls)
    return lambda a: () if a == game.passing else (game.name(s, a),)


def pente(game: Any, s: Any, b: Board) -> Path:
    """The board of Gomoku; below it lie the stones that Black has taken, at the left, and those that White has."""
    path = gomoku(game, s, b)
    below, radius = b.height, 8.0
    b.height += 3 * radius
    room = max(b.width / 2 - 30, 1)
    for side, (cls, taken) in enumerate((("white", s.black_took), ("black", s.white_took))):
        step = min(2 * radius + 1, room / max(taken, 1))
        for i in range(taken):
            x = 14 + i * step
            b.stone(x if side == 0 else b.width - x, below + radius, radius, cls)
    return path
