# pyright: basic
"""A range of numbers divided among lanes: of a GPU, or of the processor.

``Device.run`` calls a kernel for every share of a range of numbers. Whichever device it is, the kernel is the same one,
with the same arguments; so what is tested on the processor is what the GPU runs.
"""

from __future__ import annotations

import os
import weakref
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import prepare
from gametree.compile.gametype import array_names
from gametree.errors import GameError
from gametree.game import Game
from gametree.gpu.driver import GPU, NoGPUError, gpu
from gametree.gpu.lowering import ENTRY, PerLane, device_code
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

THREADS, BLOCKS = 128, 16
"""How many lanes a block has, and how many blocks there are for a multiprocessor."""
POLL = 0.1
"""Seconds between two looks at lanes that work."""
LONG, SHORT = 0.4, 0.1
"""A launch takes at most about this many seconds, so that Ctrl-C is heard; one that takes less is doubled."""


@dataclass
class Kept:
    """An array in the memory of a GPU."""

    address: int
    shape: tuple[int, ...]
    dtype: Any
    on: GPU
    sample: Any = field(init=False)
    """An empty array of this kind, for its type."""

    def __post_init__(self) -> None:
        self.sample = np.zeros((0,) * len(self.shape), self.dtype)
        weakref.finalize(self, _release, self.on, self.address)

    @property
    def nbytes(self) -> int:
        return int(np.prod(self.shape)) * np.dtype(self.dtype).itemsize


def _release(on: GPU, address: int) -> None:
    on.enter()
    on.release(address)


def _gap(args: Sequence[Any]) -> int:
    """Where the range of a kernel's numbers belongs."""
    return next(slot for slot, a in enumerate(args) if a is None)


class Processor:
    """Lanes on the cores of this machine."""

    def __init__(self, lanes: int = 8):
        self.lanes, self.seconds = lanes, 0.0

    name = "the processor"

    def keep(self, array: np.ndarray[Any, Any]) -> Any:
        """An array as the device has it."""
        return array

    def empty(self, size: int, dtype: Any) -> Any:
        """A new array of zeros."""
        return np.zeros(size, dtype)

    def fetch(self, kept: Any) -> np.ndarray[Any, Any]:
        """An array of the device."""
        return kept

    def run(
        self,
        kernel: Any,
        first: int,
        last: int,
        share: int,
        args: Sequence[Any],
        tell: Callable[[int], None] | None = None,
    ) -> None:
        """Call ``kernel(game, …)`` for every share of the numbers from ``first`` to ``last``. In ``args`` the places of
        the two are None, first comes the game."""
        place = _gap(args)
        own = [a for a in args if isinstance(a, PerLane)]
        for a in own:
            a.columns = np.zeros((a.size, self.lanes + 1), a.dtype)

        def given(lane: int, begin: int, end: int) -> list[Any]:
            found = [a.columns[:, lane] if isinstance(a, PerLane) else a for a in args]
            found[place : place + 2] = begin, end
            return found

        work = prepare(kernel, *given(0, first, last))
        done = [0] * self.lanes

        def one(lane: int) -> None:
            for begin in range(first + lane * share, last, self.lanes * share):
                if work(*given(lane, begin, min(begin + share, last))) != 0:
                    break
                done[lane] += share

        with ThreadPoolExecutor(os.cpu_count()) as crew:
            jobs = [crew.submit(one, lane) for lane in range(self.lanes)]
            for job in jobs:
                while not job.done():
                    wait([job], POLL)
                    if tell:
                        tell(min(first + sum(done), last))
                job.result()


class Graphics:
    """The lanes of a GPU."""

    def __init__(self, on: GPU | None = None):
        self.gpu = on or gpu()
        self.lanes = self.gpu.processors * BLOCKS * THREADS
        self.seconds = 0.0
        """How long its lanes have worked."""

    @property
    def name(self) -> str:
        """What the card is called."""
        return self.gpu.name

    def keep(self, array: np.ndarray[Any, Any]) -> Kept:
        """An array as the device has it."""
        self.gpu.enter()
        array = np.ascontiguousarray(array)
        kept = Kept(self._room(array.nbytes), array.shape, array.dtype, self.gpu)
        self.gpu.upload(kept.address, array)
        return kept

    def empty(self, size: int, dtype: Any) -> Kept:
        """A new array of zeros."""
        self.gpu.enter()
        kept = Kept(self._room(size * np.dtype(dtype).itemsize), (size,), np.dtype(dtype), self.gpu)
        self.gpu.clear(kept.address, kept.nbytes)
        return kept

    def _room(self, size: int) -> int:
        if size > (free := self.gpu.free):
            raise NoGPUError(f"{self.name}: {size:,} bytes are needed, and {free:,} are free")
        return self.gpu.allocate(size)

    def fetch(self, kept: Kept) -> np.ndarray[Any, Any]:
        """An array of the device."""
        self.gpu.enter()
        array = np.empty(kept.shape, kept.dtype)
        self.gpu.download(kept.address, array)
        return array

    def run(
        self,
        kernel: Any,
        first: int,
        last: int,
        share: int,
        args: Sequence[Any],
        tell: Callable[[int], None] | None = None,
    ) -> None:
        """The same as ``Processor.run``, in launches that are not too long."""
        place = _gap(args)
        own = [a for a in args if isinstance(a, PerLane)]
        samples = [a.sample if isinstance(a, Kept) else a for a in args]
        samples[place : place + 2] = 0, 0
        code = device_code(kernel, tuple(samples))
        self.gpu.enter()
        entry = self.gpu.load(code.ptx, ENTRY)
        rows = [self.empty(self.lanes * a.size, a.dtype) for a in own]
        failed = self.empty(1, np.int64)
        held: list[Kept] = []
        words = self._words(args, place, dict(zip(map(id, own), rows, strict=True)), held)
        launch = self.lanes * share
        while first < last:
            end = min(first + launch, last)
            took = self.gpu.launch(entry, self.lanes // THREADS, THREADS, [first, end, share, failed.address, *words])
            self.seconds += took
            if (status := int(self.fetch(failed)[0])) != 0:
                raise GameError(f"{title(args[0])}: the rules raise an error on the GPU ({status}): run without --gpu")
            first = end
            if tell:
                tell(first)
            launch = launch * 2 if took < SHORT else max(launch // 2, self.lanes * share) if took > LONG else launch
        for a, kept in zip(own, rows, strict=True):
            if not a.scratch:
                a.columns = self.fetch(kept).reshape(a.size, self.lanes)

    def _words(self, args: Sequence[Any], place: int, rows: dict[int, Kept], held: list[Kept]) -> list[Any]:
        """The arguments as words of 64 bits, as Numba passes them."""
        words: list[Any] = []
        for slot, a in enumerate(args):
            if slot in (place, place + 1):
                continue
            if isinstance(a, Game):
                words.append(self._game(a, held))
            elif isinstance(a, PerLane):
                size = np.dtype(a.dtype).itemsize
                words += [0, 0, a.size, size, rows[id(a)].address, a.size, self.lanes * size]
            elif isinstance(a, Kept):
                size = np.dtype(a.dtype).itemsize
                steps = [int(np.prod(a.shape[i + 1 :])) * size for i in range(len(a.shape))]
                words += [0, 0, int(np.prod(a.shape)), size, a.address, *a.shape, *steps]
            elif isinstance(a, tuple):
                words += [int(w) for w in a]
            else:
                words.append(float(a) if isinstance(a, float) else int(a))
        return words

    def _game(self, game: Any, held: list[Kept]) -> int:
        """The address of the table of the addresses of a game's arrays, all on the device."""
        arrays = [self.keep(getattr(game, name)) for name in array_names(game)]
        table = self.keep(np.array([*[a.address for a in arrays], 0], np.int64))
        held += [*arrays, table]
        return table.address


Device = Processor | Graphics


def device(*, wanted: bool = True, tell: Callable[[str], None] | None = None) -> Device:
    """The GPU, or else the processor, after one line that says why."""
    if wanted:
        try:
            return Graphics()
        except NoGPUError as error:
            if tell:
                tell(f"{error}; the processor does the work")
    return Processor()
