"""Chequered boards and discs: chess, checkers, Othello. The chessmen are drawn by us, in a box of 45 × 45."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit, popcount
from gametree.draw.board import CELL
from gametree.draw.svg import circle, element, number, polygon, stone
from gametree.game import legal, provides

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.draw.board import Board, Path

EDGE = 20.0
MEN = {
    "P": "M22.5 9a5.5 5.5 0 0 1 4 9.3h2.5v3h-3.5c.5 5.5 2.5 8.5 5.5 11.7v4H14v-4c3-3.2 5-6.2 5.5-11.7H16v-3h2.5"
    "a5.5 5.5 0 0 1 4-9.3z",
    "R": "M12 9h5v4h3.5V9h4v4H28V9h5v8l-4 3.5V31l4 3v4H12v-4l4-3V20.5L12 17z",
    "N": "M13 38c0-9 8-10 8-17l-6 4-4-1.5-1-3.5L16.5 13l.5-6 5 4c8 1 12 9 12 27zM19 15.5a1.3 1.3 0 1 0 .1 0z",
    "B": "M22.5 5a2.7 2.7 0 0 1 1.6 5C31 15 32 22 28 27h-2l1 5 7 3v3.5H11V35l7-3 1-5h-2C13 22 14 15 20.9 10"
    "a2.7 2.7 0 0 1 1.6-5zM21.5 15v3.5H18v2h3.5V25h2v-4.5H27v-2h-3.5V15z",
    "Q": "M7.5 11.5a2.3 2.3 0 1 1 2.5 2.3L15 22l2-11.2a2.4 2.4 0 1 1 2.3.2l3.2 10.5L25.7 11a2.4 2.4 0 1 1 2.3-.2"
    "L30 22l5-8.2a2.3 2.3 0 1 1 2.2.6L33 31v7H12v-7L8 14a2.3 2.3 0 0 1-.5-2.5zM14 32.5v2h17v-2z",
    "K": "M21 4h3v3h3.5v3H24v4c6-4 13-1 12.5 5-.4 4.5-4 7-4.5 12v7H13v-7c-.5-5-4.1-7.5-4.5-12C8 13 15 10 21 14"
    "v-4h-3.5V7H21zM14.5 32.5v2h16v-2z",
}
"""The outlines, with holes by the rule of even and odd."""


def chequer(b: Board, wide: int, high: int, letters: bool = True, mirrored: bool = False) -> None:
    """Light and dark squares, the lower left one dark unless ``mirrored``, with letters and numbers at the edges."""
    left, top = (EDGE, 6.0) if letters else (6.0, 6.0)
    b.width, b.height = left + wide * CELL + 6, top + high * CELL + (EDGE if letters else 6)
    for r in range(high):
        for c in range(wide):
            dark = ((r + c) % 2 == 0) != mirrored
            x, y = left + c * CELL, top + (high - 1 - r) * CELL
            b.rect(x, y, CELL, CELL, "shade" if dark else "wood")
    for r in range(high if letters else 0):
        b.write(left / 2, top + (high - r - 0.5) * CELL, str(r + 1), "soft", 11)
    for c in range(wide if letters else 0):
        b.write(left + (c + 0.5) * CELL, b.height - EDGE / 2, string.ascii_lowercase[c], "soft", 11)


def chessman(x: float, y: float, kind: str, side: int) -> str:
    """A chessman, its middle at (x, y)."""
    fill, rim = (("white", "s-black"), ("black", "s-white"))[side]
    scale = CELL * 0.92 / 45
    move = f"translate({number(x - 22.5 * scale)} {number(y - 22.5 * scale)}) scale({scale:.3f})"
    look = {"stroke_width": 1.4, "stroke_linejoin": "round", "fill_rule": "evenodd"}
    return element("path", cls=f"{fill} {rim}", d=MEN[kind], transform=move, **look)


def chess(game: Any, s: Any, b: Board) -> Path:
    """Squares are called by file and rank; a move by the square it leaves and the one it goes to, as UCI has it: a king
    that castles goes two squares (in Chess960, to his rook)."""
    wide, high = game.width, game.height
    chequer(b, wide, high)
    kinds = {"P": s.pawns, "N": s.knights, "B": s.bishops, "R": s.rooks, "Q": s.queens, "K": s.kings}
    mover = s.ply & 1
    checked = game.in_check(s)
    for r in range(high):
        for c in range(wide):
            name, square = f"{string.ascii_lowercase[c]}{r + 1}", 8 * r + c
            b.spot(name, EDGE + (c + 0.5) * CELL, 6 + (high - r - 0.5) * CELL, CELL, CELL)
            for kind, men in kinds.items():
                if men >> square & 1:
                    side = s.black >> square & 1
                    if kind == "K" and checked and side == mover:
                        b.circle(*b.centre(name), CELL * 0.47, "loss check", opacity=0.6)
                    b.man(name, chessman(*b.centre(name), kind, side))
    b.taken = _taken(game, s)
    for a in legal(game, s):
        if len(word := str(game.name(s, a, "uci"))) == 5 and "@" not in word:
            b.faces[a] = chessman(CELL / 2, CELL / 2, word[-1].upper(), mover)

    if held := re.search(r"\[(\w*)\]", game.fen(s)):
        _pockets(b, held[1])

    def path(a: int) -> tuple[str, ...]:
        word = str(game.name(s, a, "uci"))
        if "@" in word:  # a man is dropped
            kind = word[0].upper() if s.ply & 1 == 0 else word[0].lower()
            return f"pocket {kind}", word[-2:]
        return tuple(square for square in re.findall(r"[a-h][1-8]", word) if square in b.spots)[-2:]

    return path


def _taken(game: Any, s: Any) -> tuple[list[str], list[str]]:
    """The men that are gone since the start, White's takings first; a pawn that was promoted was not taken."""
    if not provides(game, "fen") or "[" in game.fen(s):
        return [], []  # in Crazyhouse they are in hand
    start, found = game.initial(), (list[str](), list[str]())
    for side in (0, 1):
        gone = {kind: _count(start, kind, side) - _count(s, kind, side) for kind in "QRBNP"}
        gone["P"] += sum(min(count, 0) for count in gone.values())
        for kind, count in gone.items():
            found[1 - side].extend([chessman(CELL / 2, CELL / 2, kind, side)] * max(count, 0))
    return found


def _count(s: Any, kind: str, side: int) -> int:
    men = {"P": s.pawns, "N": s.knights, "B": s.bishops, "R": s.rooks, "Q": s.queens}[kind]
    return int(popcount(men & (s.black if side else ~s.black)))


def _pockets(b: Board, held: str) -> None:
    """The men in hand, beside the board: White's below, Black's above; ``pocket N`` is a spot, ``pocket n`` Black's."""
    x = b.width + CELL * 0.6
    for side, letters in enumerate(("PNBRQ", "pnbrq")):
        for k, kind in enumerate(letters):
            y = 6 + (k + 0.5) * CELL * 0.78 if side else b.height - EDGE - (k + 0.5) * CELL * 0.78
            if count := held.count(kind):
                b.man(f"pocket {kind}", chessman(x, y, kind.upper(), side))
                b.write(x + CELL * 0.6, y, f"× {count}", "start", 12, at=f"pocket {kind}")
                b.spot(f"pocket {kind}", x + CELL * 0.3, y, CELL * 1.5, CELL * 0.76)
    b.width += CELL * 1.7


def othello(game: Any, s: Any, b: Board) -> Path:
    """Black is Max; the rows are counted from the top."""
    n = game.size
    b.width, b.height = EDGE + n * CELL + 6, EDGE + n * CELL + 6
    b.rect(EDGE, EDGE, n * CELL, n * CELL, "win s-ink", opacity=0.75, stroke_width=2)
    for i in range(1, n):
        b.line(EDGE + i * CELL, EDGE, EDGE + i * CELL, EDGE + n * CELL, "rule", 1)
        b.line(EDGE, EDGE + i * CELL, EDGE + n * CELL, EDGE + i * CELL, "rule", 1)
    for i in range(n):
        b.write(EDGE + (i + 0.5) * CELL, EDGE / 2, string.ascii_lowercase[i], "soft", 11)
        b.write(EDGE / 2, EDGE + (i + 0.5) * CELL, str(i + 1), "soft", 11)
    black, white = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
    for i, name in enumerate(game.names[: n * n]):
        b.spot(name, EDGE + (i % n + 0.5) * CELL, EDGE + (i // n + 0.5) * CELL, CELL, CELL)
        if (black | white) >> i & 1:
            b.stone(*b.centre(name), CELL * 0.42, "black" if black >> i & 1 else "white", name)
    return lambda a: (name,) if (name := game.name(s, a)) in b.spots else ()


def checkers(game: Any, s: Any, b: Board) -> Path:
    """White is below; the dark squares are called by their numbers, and kings wear a crown. A man who jumps on goes
    from square to square."""
    n = game.board.size
    chequer(b, n, n, letters=False)
    _draughtsmen(game, s, b, lambda bit: str(game.board.number(bit)))
    return lambda a: tuple(re.findall(r"\d+", game.name(s, a, "long")))


def draughts(game: Any, s: Any, b: Board) -> Path:
    """As checkers, on boards of any size; squares are called as people call them in this kind of draughts."""
    ground = game.board
    chequer(b, ground.width, ground.height, letters=False, mirrored=ground.places[-1][1] == ground.width - 1)
    _draughtsmen(game, s, b, lambda bit: ground.called(bit, game.notation))
    return lambda a: tuple(re.findall(r"[a-n]?\d+", game.name(s, a, "long")))


def _draughtsmen(game: Any, s: Any, b: Board, name_of: Callable[[int], str]) -> None:
    """The pieces on the dark squares, and the names of the empty ones."""
    for (row, column), bit in zip(game.board.places, game.board.bits, strict=True):
        name = name_of(bit)
        x, y = 6 + (column + 0.5) * CELL, 6 + (row + 0.5) * CELL
        b.spot(name, x, y, CELL, CELL)
        if has_bit(s.white | s.black, bit):
            b.man(name, draught(x, y, has_bit(s.black, bit), has_bit(s.kings, bit)))
        else:
            b.write(x - CELL * 0.36, y - CELL * 0.36, name, "ink", 8, at=name, opacity=0.6)
    start = game.initial()
    black, white = popcount(start.black) - popcount(s.black), popcount(start.white) - popcount(s.white)
    lost = {"black": [draught(CELL / 2, CELL / 2, True, False)] * max(black, 0)}
    lost["white"] = [draught(CELL / 2, CELL / 2, False, False)] * max(white, 0)
    first, second = game.player_colours
    b.taken = lost[second], lost[first]


def draught(x: float, y: float, black: bool, king: bool) -> str:
    """A man of checkers, its middle at (x, y); a king wears a crown."""
    disc = stone(x, y, CELL * 0.4, "black" if black else "white")
    if not king:
        return disc + circle(x, y, CELL * 0.26, f"none s-{'white' if black else 'black'}", opacity=0.5)
    crown = [(-9, 6), (-11, -6), (-4, 0), (0, -8), (4, 0), (11, -6), (9, 6)]
    return disc + polygon([(x + u, y + v) for u, v in crown], "draw s-ink", stroke_width=1)
