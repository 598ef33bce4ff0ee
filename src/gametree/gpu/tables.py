# pyright: basic, reportCallIssue=false
"""Dense solving on a GPU: the kernels of ``solving/dense``, over a table in its memory.

Positions are labelled by many lanes at the same time, as they are by threads: a label is written once, by an atomic
instruction where two may want to. So the table is the same to the bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, kernel
from gametree.errors import GameError
from gametree.gpu.lanes import Graphics
from gametree.gpu.lowering import PerLane
from gametree.gpu.memory import add_to
from gametree.solving.dense.common import ENDS, SEEN, Room
from gametree.solving.dense.table import DenseTable
from gametree.solving.dense.work import Workshop
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.gpu.lanes import Device
    from gametree.solving.task import Task

SHARE = 4
"""How many numbers a lane takes at a time: four may share a byte."""


LONG = 256
"""The same for a kernel that only looks at codes."""
LEAST = 256
"""Room for so many successors of a position there must be."""


@kernel
def count_codes(game, codes, first, last, bins):
    """How often each code occurs. Equal neighbours are counted together, so that few lanes add at the same time."""
    begin = first
    while begin < last:
        code, end = codes[begin], begin + 1
        while end < last and codes[end] == code:
            end += 1
        add_to(bins, np.int64(code), end - begin)
        begin = end
    return 0


@kernel
def rename(game, codes, first, last, smaller):
    """Give labels other codes."""
    for i in range(first, last):
        code = np.int64(codes[i])
        if 0 < code <= len(smaller):
            codes[i] = smaller[code - 1]
    return 0


@kernel
def widen(game, codes, first, last, wider, top, shift):
    """Copy codes to a wider dtype; those from ``top`` on rise."""
    for i in range(first, last):
        code = np.int64(codes[i])
        wider[i] = code + shift if code >= top else code
    return 0


@kernel
def forget(game, codes, first, last, top, hole):
    """Set codes from ``top`` on to 0, but not holes."""
    for i in range(first, last):
        code = np.int64(codes[i])
        if code >= top and code != hole:
            codes[i] = 0
    return 0


class TableThere(DenseTable):
    """A table whose codes are on the device while lanes work on it, and here while Python asks for them."""

    def __init__(self, game: AnyGame, on: Device):
        self.on: Any = on
        self._here: Any = None
        self._there: Any = None
        super().__init__(game)

    @property
    def codes(self) -> Any:
        """The codes, here. They may be changed."""
        if self._here is None:
            self._here, self._there = self.on.fetch(self._there), None
        return self._here

    @codes.setter
    def codes(self, codes: Any) -> None:
        self._here, self._there = codes, None

    @property
    def there(self) -> Any:
        """The codes, on the device. They may be changed."""
        if self._there is None:
            self._there, self._here = self.on.keep(self._here), None
        return self._there

    @property
    def dtype(self) -> Any:
        codes = self._there if self._here is None else self._here
        return codes.dtype

    def unlabelled(self, first: int, last: int) -> int:
        return dict(self._histogram(first, last)).get(0, 0)

    def _histogram(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        if self.packed or self.dtype.itemsize > 2:
            yield from super()._histogram(first, last)
            return
        bins = self.on.keep(np.zeros(np.iinfo(self.dtype).max + 1, np.int64))
        self._run(count_codes, bins, first=first, last=last)
        counts = self.on.fetch(bins)
        yield from ((int(code), int(counts[code])) for code in np.nonzero(counts)[0])

    def _rename(self, smaller: Any) -> None:
        self._run(rename, self.on.keep(np.asarray(smaller, np.int64)))

    def _widen(self, wider: Any, top: int, shift: int) -> None:
        new = self.on.empty(self.size, wider)
        self._run(widen, new, top, shift)
        self._here, self._there = None, new

    def _forget(self, top: int) -> None:
        self._run(forget, top, self.hole)

    def _run(self, entry: Any, *args: Any, first: int = 0, last: int | None = None) -> None:
        self.on.run(
            entry, first, self.size if last is None else last, LONG, [self.game, self.there, None, None, *args]
        )  # fmt: skip


class WorkshopThere(Workshop):
    """A table on a device, and the kernels that fill it there."""

    def __init__(self, game: AnyGame, task: Task, folder: Path | None = None, on: Device | None = None):
        super().__init__(game, task, folder)
        self.on = on or Graphics()
        self.table = TableThere(game, self.on)
        self.keeper.table = self.table
        if isinstance(self.on, Graphics):  # every lane has a room of its own
            self.seen = min(SEEN, max(LEAST, self.on.gpu.free // 8 // (8 * self.on.lanes)))

    def _run(
        self, what: str, entry: Any, first: int, last: int, step: int, args: tuple[Any, ...], *, alone: bool = False,
        fatal: bool = False,
    ) -> Any:  # fmt: skip
        del step, alone
        found = PerLane(ENDS + self.table.kinds, np.int64)
        given = [PerLane(a.size, np.int64, scratch=True) if isinstance(a, Room) else a for a in args]
        given = [self.on.keep(a) if isinstance(a, np.ndarray) else a for a in given]

        def tell(done: int) -> None:
            self.task.tell(what, done - first, last - first)

        try:
            self.on.run(entry, first, last, SHARE, [self.game, self.table.there, None, None, *given, found], tell)
        except NotCompiledError as error:
            raise GameError(f"{title(self.game)} cannot be solved on a GPU: {error}") from None
        return self._together(found.columns.T, fatal=fatal)


def on_device(on: Device) -> Any:
    """The workshop of a task whose dense tables are filled on this device."""
    return lambda game, task, folder=None: WorkshopThere(game, task, folder, on)
