"""Heaps: Nim. To take three stones of a heap, click the third stone from its top."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.draw.board import Board, Path

STONE, HEAP, SHOWN = 18.0, 60.0, 30
"""The height of a stone, the width of a heap, and how many stones of a heap are drawn one by one."""


def pile(b: Board, heaps: Sequence[int], most: Sequence[int]) -> None:
    """Heaps side by side, drawn with at most thirty stones; ``most`` are their heights at the start."""
    tallest = min(max(*most, *heaps, 1), SHOWN)
    b.width, b.height = 16 + HEAP * len(heaps), tallest * STONE + 44
    floor = b.height - 28
    b.line(8, floor, b.width - 8, floor, "rule", 2)
    for i, stones in enumerate(heaps):
        x, letter = 8 + (i + 0.5) * HEAP, string.ascii_lowercase[i]
        b.write(x, floor + 15, f"{letter} {stones}", "soft", 12)
        shown = min(stones, SHOWN)
        for k in range(shown):  # from the floor up
            y, name = floor - (k + 0.5) * STONE, f"{letter}{shown - k}"
            b.rect(x - HEAP * 0.34, y - STONE * 0.48, HEAP * 0.68, STONE * 0.92, "p2 s-ink", at=name, rx=STONE * 0.46)
            b.spot(name, x, y, HEAP * 0.8, STONE)


def nim(game: Any, s: Any, b: Board) -> Path:
    """Heaps a, b, c, …"""
    pile(b, s.heaps, game.heaps)
    return lambda a: (name,) if (name := game.name(s, a)) in b.spots else ()


def crowdnim(game: Any, s: Any, b: Board) -> Path:
    """The same for more players."""
    pile(b, s.piles, game.piles)
    return lambda a: (name,) if (name := game.name(s, a)) in b.spots else ()
