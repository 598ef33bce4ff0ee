"""Boards of pits and stores: Kalah and Awari. Max's pits are below, Min's above, and the stones go round."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.draw.board import Board, Path

PIT = 56.0
"""The width of a pit."""


def sow(b: Board, south: Sequence[int], north: Sequence[int], stores: tuple[int, int]) -> None:
    """The board; pits are called s1, s2, … and n1, n2, …, from their owner's left."""
    n = len(south)
    b.width, b.height = (n + 2) * PIT + 16, 2 * PIT + 60
    b.rect(4, 20, b.width - 8, b.height - 40, "wood s-shade", rx=28, stroke_width=2)
    for side, pits in enumerate((south, north)):
        for i, stones in enumerate(pits):
            column = i if side == 0 else n - 1 - i
            x, y = 8 + (column + 1.5) * PIT, 30 + (1.5 if side == 0 else 0.5) * PIT
            name = f"{'sn'[side]}{i + 1}"
            b.circle(x, y, PIT * 0.42, "shade", at=name)
            seeds(b, x, y, stones, PIT * 0.34, name)
            b.write(x, 10 if side else b.height - 10, str(stones), "", 13)
            b.spot(name, x, y, PIT * 0.9, PIT * 0.9, round=True)
    for side, stones in enumerate(stores):
        x = b.width - 8 - PIT / 2 if side == 0 else 8 + PIT / 2
        b.rect(x - PIT * 0.38, 34, PIT * 0.76, 2 * PIT - 8, "shade", rx=PIT * 0.38)
        seeds(b, x, b.height / 2, stones, PIT * 0.3, "", tall=2.4)
        b.write(x, 10 if side else b.height - 10, str(stones), "", 13, font_weight="bold")


def seeds(b: Board, x: float, y: float, stones: int, r: float, at: str, tall: float = 1.0) -> None:
    """Stones in a pit, in a spiral like sunflower seeds; more than forty are shown as a number."""
    shown = min(stones, 40)
    for i in range(shown):
        away = r * sqrt((i + 0.5) / max(shown, 4)) if shown > 1 else 0
        turn = i * pi * (3 - sqrt(5))
        b.circle(x + away * cos(turn), y + tall * away * sin(turn), 4.2, "white s-ink", at=at, stroke_width=0.8)


def kalah(game: Any, s: Any, b: Board) -> Path:
    """Max's pits, Max's store, Min's pits, Min's store."""
    m = game.m
    sow(b, s.board[:m], s.board[m + 1 : -1], (s.board[m], s.board[-1]))
    return lambda a: (f"{'sn'[s.turn]}{a + 1}",)


def awari(game: Any, s: Any, b: Board) -> Path:
    """What was taken is in the stores."""
    south, north = ([side >> 6 * p & 63 for p in range(game.pits)] for side in (s.south, s.north))
    sow(b, south, north, (s.taken, game.amount - sum(south) - sum(north) - s.taken))
    return lambda a: (f"{'sn'[s.turn]}{a + 1}",)
