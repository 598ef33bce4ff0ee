"""Winning rows: men of one side in a straight line, on boards of two or three dimensions."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gametree.draw.board import Board

    Place = tuple[int, ...]
    Point = tuple[float, float]


def rows_of(men: Mapping[Place, Point], length: int) -> list[list[Point]]:
    """The straight rows of at least this many men, each from end to end; ``men`` says where a man on a place is drawn.

    >>> men = {(0, 0): (5.0, 5.0), (1, 1): (6.0, 6.0), (2, 2): (7.0, 7.0), (0, 1): (5.0, 6.0)}
    >>> rows_of(men, 3)
    [[(5.0, 5.0), (6.0, 6.0), (7.0, 7.0)]]
    """
    found: list[list[Point]] = []
    for place in men:
        for step in product((1, 0, -1), repeat=len(place)):
            if step <= (0,) * len(place) or _moved(place, step, -1) in men:
                continue  # the other way round, or not the first of its row
            row = [place]
            while (following := _moved(row[-1], step, 1)) in men:
                row.append(following)
            if len(row) >= length:
                found.append([men[one] for one in row])
    return found


def _moved(place: Place, step: Place, times: int) -> Place:
    return tuple(x + times * dx for x, dx in zip(place, step, strict=True))


def strike_rows(b: Board, men: Mapping[Place, Point], length: int) -> None:
    """Strike through the winning rows, if the game is over."""
    for row in rows_of(men, length) if b.over else ():
        b.strike(*row)
