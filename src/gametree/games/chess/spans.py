"""Distances on the chessboard, and the squares ahead, beside and behind a pawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import highest, lowest
from gametree.games.chess.board import union

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Table = NDArray[np.int64]


def distance(a: int, b: int) -> int:
    """How many moves a king takes from one square to another on an empty board.

    >>> distance(0, 63), distance(8, 10)
    (7, 2)
    """
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def ranks_to(men: int, rank: int, colour: int) -> int:
    """How many ranks ahead the nearest of these men stands, which are all ahead; 0 where there is none.

    >>> from gametree.bits import bit
    >>> ranks_to(bit(27) | bit(43), 0, 0), ranks_to(bit(27) | bit(43), 7, 1), ranks_to(0, 0, 0)
    (3, 2, 0)
    """
    if men == 0:
        return 0
    return (lowest(men) >> 3) - rank if colour == 0 else rank - (highest(men) >> 3)


def spans(width: int, height: int) -> tuple[Table, Table, Table]:
    """For a board of this size: the squares ahead of a pawn, on its own file and the files beside it, by colour; the
    files beside a file, whole; and the squares on the files beside a pawn that are not ahead of it, by colour.

    >>> from gametree.bits import bit
    >>> fronts, besides, supports = spans(8, 8)
    >>> int(fronts[0, 48]) == bit(56) | bit(57), int(besides[0]) == int(supports[0, 56])      # a7, the a-file, a8
    (True, True)
    """
    fronts, supports = (np.zeros((2, 64), np.int64) for _ in range(2))
    besides = np.zeros(8, np.int64)

    def board(files: Iterable[int], ranks: Iterable[int]) -> int:
        return union(file + 8 * rank for file in files for rank in ranks if 0 <= file < width)

    for file in range(width):
        besides[file] = board((file - 1, file + 1), range(height))
        for rank in range(height):
            square = file + 8 * rank
            for side, step in ((0, 1), (1, -1)):
                ahead = [r for r in range(height) if (r - rank) * step > 0]
                behind = [r for r in range(height) if (r - rank) * step <= 0]
                fronts[side, square] = board((file - 1, file, file + 1), ahead)
                supports[side, square] = board((file - 1, file + 1), behind)
    return fronts, besides, supports
