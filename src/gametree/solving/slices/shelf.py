"""The packed slices of a database: where each is, what a number is worth, and what all of it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.engine.packed import ENTRY, HOLE, outcome_at
from gametree.mixins import numbered
from gametree.solving.dense.table import DenseTable
from gametree.solving.slices.packing import unpack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gametree.files import Array
    from gametree.game import AnyGame
    from gametree.solving.database import Part
    from gametree.solving.label import Label

PAYOFFS = (-1.0, 0.0, 1.0)
"""What LOSS, DRAW and WIN are worth to the mover."""
NEVER = 1 << 62
"""A first number beyond all others."""


class Shelf:
    """The slices that are solved so far. Compiled code reads ``words`` (``fill.py``)."""

    def __init__(self, slices: Array):
        """``slices`` are the rows of the game's hook of that name."""
        self.slices = slices
        self.contents: dict[int, Array] = {}
        self.words = np.zeros(1 + ENTRY * len(slices), np.int64)
        self.words[0] = len(slices)
        self.words[1::ENTRY] = slices[:, 0]

    def put(self, k: int, content: Array) -> None:
        """A slice is solved: its packed outcomes."""
        self.contents[k] = content
        self.words[ENTRY * (k + 1)] = content.ctypes.data

    def below(self, group: int) -> Array:
        """The words without the slices of this group and of higher ones."""
        words = self.words.copy()
        words[2::ENTRY][self.slices[:, 2] >= group] = 0
        return words

    def slice_of(self, i: int) -> int:
        """The slice that a number is in."""
        return int(np.searchsorted(self.slices[:, 0], i, "right")) - 1

    def outcome(self, i: int) -> int:
        """The outcome of a number; HOLE if its slice is not here."""
        k = self.slice_of(i)
        return int(outcome_at(self.contents[k], i - int(self.slices[k, 0]))) if k in self.contents else HOLE

    def outcomes(self, k: int) -> Array:
        """All the outcomes of a slice."""
        first, last, _ = self.slices[k]
        found = np.empty(last - first, np.uint8)
        unpack(self.contents[k], found)
        return found


class SlicedTable(DenseTable):
    """A table of outcomes that lies packed on a shelf. Codes are those of values in a dense table: 0 marks a hole, else
    1 + the number of the payoff."""

    def __init__(self, game: AnyGame, shelf: Shelf):
        super().__init__(game, np.zeros(0, np.uint8), PAYOFFS, valued=True)
        self.shelf = shelf

    def code(self, i: int) -> int:
        """The code of a number."""
        return (self.shelf.outcome(i) + 1) % (HOLE + 1)

    def codes_in(self, k: int) -> Array:
        """The codes of all the numbers of a slice."""
        return (self.shelf.outcomes(k) + np.uint8(1)) % np.uint8(HOLE + 1)

    def unlabelled(self, first: int, last: int) -> int:
        """No position is without a value."""
        return 0

    def _histogram(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        for k in sorted(self.shelf.contents):
            begin, end, _ = self.shelf.slices[k].tolist()
            if begin < last and end > first:
                yield from enumerate(np.bincount(self.codes_in(k)[max(first - begin, 0) : last - begin]).tolist())


class Lower:
    """What a search may read of a database of outcomes: the groups of slices below that of its root, or all if there is
    no root or it has no number. Without distances, a winner who only asks which positions are won could turn round in
    them for ever; so a win counts where it has come nearer to its end, in a lower group."""

    def __init__(self, table: SlicedTable, root: Any):
        self.table, i = table, -1 if root is None else int(table.game.index(root))
        slices = table.shelf.slices
        self.group = int(slices[table.shelf.slice_of(i), 2]) if i >= 0 else int(slices[:, 2].max(initial=0)) + 1

    @property
    def words(self) -> Array:
        """What compiled code reads."""
        return self.table.shelf.below(self.group)

    def label(self, state: Any) -> Label | None:
        """The label of a position, for a search in plain Python."""
        i = int(self.table.game.index(state))
        inside = i >= 0 and self.table.shelf.slices[self.table.shelf.slice_of(i), 2] < self.group
        return self.table.label(state) if inside else None


def shelf_of(game: AnyGame, parts: Mapping[int, Part]) -> Shelf:
    """The shelf of a database, of its parts by slice."""
    shelf = Shelf(np.asarray(numbered(game).slices))
    for k, part in parts.items():
        shelf.put(k, part.codes)
    return shelf
