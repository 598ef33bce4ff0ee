"""Patterns of men: what stands on blocks of four rows and two squares, as a number into a table of weights.

Every block of the board has a table with a weight for each way in which men of both sides can stand on its eight
squares, 3⁸ of them. Turning the board round exchanges the sides: so a block and the one opposite share a table, which
is read from Max's side in the one and from Min's in the other. Checkers and draughts share this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from gametree.bits import has_bit
from gametree.features import Weighted

if TYPE_CHECKING:
    from collections.abc import Iterator

S = TypeVar("S")

ROWS, ACROSS = 4, 2
"""The rows of a block, and its squares in each of them."""
SQUARES = ROWS * ACROSS
PATTERNS = 3**SQUARES


class Squares(Protocol):
    """What a board tells of its squares."""

    bits: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


class Blocks(Weighted[S]):
    """A game with patterns of men among its features, on the blocks that it has set up."""

    patterns: int
    """Are there patterns? 0 or 1."""
    shifts: Any
    """Of each row of each block the lower one of its two bits."""
    tables: Any
    """Of each block the number of its first pattern among the features."""
    by_max: Any
    by_min: Any
    """Of each block: is it read from Max's side, and is it read from Min's? In the middle it is both."""
    ternary: Any
    """A set of the eight squares as a number with a digit 0 or 1 for each, three to a place."""
    turned: Any
    """The same of the set turned round."""

    def add_blocks(self, board: Squares | None) -> None:
        """Find the blocks of a board; their patterns are further features, with weights of 0. None: no patterns."""
        self.patterns = 0 if board is None else 1
        found, bits = ([], ()) if board is None else (_blocks(board), board.bits)
        places = {block: n for n, block in enumerate(found)}
        opposite = dict(zip(bits, reversed(bits), strict=True))
        first, names = len(self.terms), list[str]()
        tables, by_max, by_min = [0] * len(found), [0] * len(found), [0] * len(found)
        for n, block in enumerate(found):
            other = places[tuple(sorted(opposite[bit] for bit in block))]
            if n <= other:
                tables[n] = tables[other] = first + len(names)
                by_max[n], by_min[other] = 1, 1
                corners = f"{bits.index(block[0]) + 1} to {bits.index(block[-1]) + 1}"
                names += [f"squares {corners}: pattern {k}" for k in range(PATTERNS)]
        self.terms = (*self.terms, *names)  # type: ignore[misc]
        self.weights = np.concatenate([self.weights, np.zeros(len(names))])
        self.shifts = np.array([block[::ACROSS] for block in found], np.int64).reshape(-1, ROWS)
        self.tables, self.by_max, self.by_min = (np.array(x, np.int64) for x in (tables, by_max, by_min))
        digits = [[k >> i & 1 for i in range(SQUARES)] for k in range(1 << SQUARES)]
        self.ternary = np.array([sum(d * 3**i for i, d in enumerate(each)) for each in digits], np.int64)
        self.turned = np.array([sum(d * 3**i for i, d in enumerate(reversed(each))) for each in digits], np.int64)

    def patterns_of(self, men: Any, others: Any) -> Iterator[tuple[int, int]]:
        """The pattern in each block, given the men of Max and of Min: its feature, and 1 or −1."""
        for n in range(len(self.tables)):
            here, there = 0, 0
            for i in range(ROWS):
                for k in range(ACROSS):
                    at, place = int(self.shifts[n, i]) + k, 1 << ACROSS * i + k
                    here |= place if has_bit(men, at) else 0
                    there |= place if has_bit(others, at) else 0
            if self.by_max[n]:
                yield int(self.tables[n] + self.ternary[here] + 2 * self.ternary[there]), 1
            if self.by_min[n]:
                yield int(self.tables[n] + self.turned[there] + 2 * self.turned[here]), -1


def _blocks(board: Squares) -> list[tuple[int, ...]]:
    """The bits of each block, the lowest first."""
    rows: dict[int, list[int]] = {}
    for bit, (row, _) in zip(board.bits, board.places, strict=True):
        rows.setdefault(row, []).append(bit)
    across = len(rows[0])
    return [
        tuple(bit for row in range(first, first + ROWS) for bit in rows[row][column : column + ACROSS])
        for first in range(len(rows) - ROWS + 1)
        for column in range(across - ACROSS + 1)
    ]
