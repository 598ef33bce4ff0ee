"""Star points, and the stones that a weaker Black begins with."""

from __future__ import annotations

Point = tuple[int, int]
"""Column and row, from 0."""


def stars(columns: int, rows: int) -> list[Point]:
    """The points that a board has marked: from 7 lines on those near the corners, on 9 and more lines the middle, and
    on 13 and more the middles of the sides; middles only where there is a middle line.

    >>> stars(9, 9)
    [(2, 2), (6, 6), (2, 6), (6, 2), (4, 4)]
    >>> len(stars(19, 19)), len(stars(8, 8)), stars(5, 5), stars(6, 6)
    (9, 4, [(2, 2)], [])
    """
    (left, middle, right), (low, centre, high) = _lines(columns), _lines(rows)
    if min(columns, rows) < 7:
        return [(middle, centre)] if middle and centre and min(columns, rows) == 5 else []
    found = [(left, low), (right, high), (left, high), (right, low)]
    if middle and centre and min(columns, rows) >= 13:
        found += [(left, centre), (right, centre), (middle, low), (middle, high)]
    return [*found, (middle, centre)] if middle and centre and min(columns, rows) >= 9 else found


def _lines(count: int) -> tuple[int, int, int]:
    """The marked lines of one direction: near the first edge, in the middle (0 if there is none), near the other."""
    edge = 3 if count >= 13 else 2
    return edge, count // 2 if count % 2 else 0, count - 1 - edge


def most(columns: int, rows: int) -> int:
    """The most handicap stones: nine from 9 lines on, four on smaller boards and on those without a middle.

    >>> most(19, 19), most(9, 9), most(7, 7), most(8, 8), most(6, 6)
    (9, 9, 4, 4, 0)
    """
    if min(columns, rows) < 7:
        return 0
    return 9 if columns % 2 and rows % 2 and min(columns, rows) >= 9 else 4


def placed(columns: int, rows: int, stones: int) -> list[Point]:
    """Where handicap stones stand: corners, then pairs at the sides; an odd one from five on in the middle.

    >>> placed(9, 9, 3), placed(9, 9, 5)[-1]
    ([(2, 2), (6, 6), (2, 6)], (4, 4))
    >>> placed(19, 19, 6)[4:]
    [(3, 9), (15, 9)]
    """
    (left, middle, right), (low, centre, high) = _lines(columns), _lines(rows)
    pairs = [(left, low), (right, high), (left, high), (right, low)]
    pairs += [(left, centre), (right, centre), (middle, low), (middle, high)]
    if stones >= 5 and stones % 2:
        return [*pairs[: stones - 1], (middle, centre)]
    return pairs[:stones]
