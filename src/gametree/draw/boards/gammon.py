"""Backgammon's points, its bar and its dice; and the bear-off. Max's men are white and go towards the lower right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.games.backgammon.men import BAR, OFF, count, total

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

POINT, LONG, MAN, BAR_WIDE, TRAY = 34.0, 150.0, 14.0, 40.0, 46.0


def _place(p: int) -> tuple[float, bool]:
    """The middle of a point, by Max's number, and whether it is in the upper half."""
    column = p - 13 if p > 12 else 12 - p
    return 8 + (column + 0.5) * POINT + (BAR_WIDE if column > 5 else 0), p > 12


def backgammon(game: Any, s: Any, b: Board) -> Path:
    """Points are called 1 to 24 by Max's numbers, the bar ``bar``, and the trays of the men borne off ``off0``,
    ``off1``. A play is the ways of its men: from and to, and again from and to."""
    b.width, b.height = 16 + 12 * POINT + BAR_WIDE + TRAY, 2 * LONG + 92
    inner = 12 * POINT + BAR_WIDE
    b.rect(8, 24, inner, b.height - 48, "wood s-shade", stroke_width=2)
    middle = 8 + 6 * POINT + BAR_WIDE / 2
    b.rect(middle - BAR_WIDE / 2, 24, BAR_WIDE, b.height - 48, "shade")
    for p in range(1, 25):
        x, upper = _place(p)
        base, tip = (24, 24 + LONG) if upper else (b.height - 24, b.height - 24 - LONG)
        dark = p % 2 == 0
        b.polygon(
            [(x - POINT / 2, base), (x + POINT / 2, base), (x, tip)],
            "shade" if dark else "paper",
            at=str(p),
            opacity=0.8,
        )
        b.write(x, 12 if upper else b.height - 12, str(p), "soft", 11)
        b.spot(str(p), x, (base + tip) / 2, POINT, LONG)
        mine, theirs = count(s.near, s.far, p), count(s.other_near, s.other_far, 25 - p)
        _men(b, x, base, mine or theirs, "white" if mine else "black", 1 if upper else -1, str(p))
    b.spot("bar", middle, b.height / 2, BAR_WIDE, b.height - 48)
    sides = ((s.near, s.far), (s.other_near, s.other_far))
    for side, men in enumerate(sides):
        cls, way = ("white", "black")[side], (-1, 1)[side]
        _men(b, middle, b.height / 2 - way * 28, count(*men, BAR), cls, -way, "bar")
        x, off = 8 + inner + TRAY / 2, game.men - total(men[0]) - total(men[1])
        y = b.height - 24 - LONG / 2 if side == 0 else 24 + LONG / 2
        b.rect(x - 16, y - LONG / 2, 32, LONG, "wood s-shade", stroke_width=1.5)
        for i in range(off):
            b.rect(x - 13, y + (LONG / 2 - 9 - 9.5 * i if side == 0 else 9.5 * i - LONG / 2 + 2), 26, 8, f"{cls} s-ink")
        b.spot(f"off{side}", x, y, 34, LONG)
    _dice(b, s, 8 + 9 * POINT + BAR_WIDE, 8 + 3 * POINT)
    if s.cube or s.stage:
        x, y = 8 + inner + TRAY / 2, b.height / 2
        b.rect(x - 15, y - 15, 30, 30, "white s-ink", rx=4)
        b.write(x, y, str(1 << s.cube) if s.cube else "64", "black", 14, font_weight="bold")

    def path(a: int) -> tuple[str, ...]:
        if s.stage or s.dice == 0 or a == 0:
            return ()
        spots: list[str] = []
        high, low = s.dice >> 3, s.dice & 7
        steps = [(a >> 5 * i & 31, low if i == 1 else high) for i in range(4) if a >> 5 * i & 31]
        for p, die in sorted(steps, reverse=True):
            spots += [_spot(p, s.turn), _spot(max(p - die, OFF), s.turn)]
        return tuple(spots)

    return path


def _spot(p: int, turn: int) -> str:
    """A player's own number of a point as the name of its spot."""
    if p == OFF:
        return f"off{turn}"
    return "bar" if p == BAR else str(p if turn == 0 else 25 - p)


def _men(b: Board, x: float, base: float, men: int, cls: str, way: int, at: str) -> None:
    for i in range(min(men, 5)):
        b.stone(x, base + way * (MAN + 2 * MAN * i), MAN, cls, at, str(men) if men > 5 and i == 4 else "")


def _dice(b: Board, s: Any, right: float, left: float) -> None:
    if s.dice:
        for i, die in enumerate((s.dice >> 3, s.dice & 7)):
            b.die((right if s.turn == 0 else left) + (i - 0.5) * 36, b.height / 2, die, 28)


def bearoff(game: Any, s: Any, b: Board) -> Path:
    """Six points a side; the names are s1, s2, … for Max and n1, n2, … for Min."""
    n = game.points
    b.width, b.height = 16 + n * POINT + TRAY, 2 * LONG + 92
    b.rect(8, 24, n * POINT, b.height - 48, "wood s-shade", stroke_width=2)
    for side, men in enumerate((s.mine, s.theirs)):
        base, way = (b.height - 24, -1) if side == 0 else (24, 1)
        for p in range(1, n + 1):
            x, name = 8 + (n - p + 0.5) * POINT, f"{'sn'[side]}{p}"
            corners = [(x - POINT / 2, base), (x + POINT / 2, base), (x, base + way * LONG)]
            b.polygon(corners, "shade" if p % 2 == 0 else "paper", at=name, opacity=0.8)
            b.write(x, b.height - 12 if side == 0 else 12, str(p), "soft", 11)
            b.spot(name, x, base + way * LONG / 2, POINT, LONG)
            _men(b, x, base, men >> 4 * (p - 1) & 15, ("white", "black")[side], way, name)
        b.spot(f"off{side}", 8 + n * POINT + TRAY / 2, base + way * LONG / 2, 34, LONG)
    _dice(b, s, b.width / 2 - TRAY / 2, b.width / 2 - TRAY / 2)

    def path(a: int) -> tuple[str, ...]:
        if s.dice == 0:
            return ()
        spots: list[str] = []
        for i, die in enumerate((s.dice >> 3, s.dice & 7, s.dice >> 3, s.dice >> 3)):
            if p := a >> 5 * i & 31:
                to = p - die
                spots += [f"{'sn'[s.turn]}{p}", f"{'sn'[s.turn]}{to}" if to > 0 else f"off{s.turn}"]
        return tuple(spots)

    return path
