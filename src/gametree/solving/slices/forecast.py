"""How long a solve by slices will take, and how much memory and disk: said before it begins, compared when it ends."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import Any

from gametree.engine.packed import BLOCKS

DENSITY = 22
"""Positions that a byte on the disk holds, more or less, each slice's list of words left out: 21 with checkers of up to
4 pieces, 25 with up to 5."""
PART = 0.8
"""A solve takes this part of the time in which all moves and steps back of its positions are gone through once: it need
not look at all of them, but it packs and writes. Measured with checkers of up to 4 pieces, and of up to 5 on 6×6."""


@dataclass(frozen=True)
class Forecast:
    """What is foreseen.

    >>> print(Forecast(2_659_661_286, 209, 1500, memory=512_345_678, group=217_836_864, disk=121_109_150))
    2,659,661,286 positions in 209 slices: about 25.0 min; 512.3 MB of memory, 217.8 MB of it for the largest group; \
121.1 MB on the disk
    """

    positions: int
    slices: int
    seconds: float
    """On a machine that does nothing else."""
    memory: int
    """The most that the process will have, with the files that it reads; 0 where the system does not say."""
    group: int
    """Memory for the largest group of slices."""
    disk: int

    def __str__(self) -> str:
        group = f"{self.group / 1e6:.1f} MB"
        memory = f"{self.memory / 1e6:.1f} MB of memory, {group} of it" if self.memory else f"{group} of memory"
        return (
            f"{self.positions:,} positions in {self.slices} slices: about {spoken(self.seconds)}; "
            f"{memory} for the largest group; {self.disk / 1e6:.1f} MB on the disk"
        )

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON."""
        return asdict(self)

    def say(self) -> None:
        """Tell the user."""
        print(f"foreseen: {self}", file=sys.stderr)

    def compare(self, seconds: float, processor: float, memory: int, disk: int) -> None:
        """Tell the user how it went: how long by the clock, and of that, how long each thread had a processor."""
        print(f"taken: {spoken(seconds)}, {spoken(processor)} of it computing (foreseen {spoken(self.seconds)}); "
              f"{memory / 1e6:.1f} MB of memory ({self.memory / 1e6:.1f}); "
              f"{disk / 1e6:.1f} MB on the disk ({self.disk / 1e6:.1f})", file=sys.stderr)  # fmt: skip


def disk_for(positions: int, slices: int) -> int:
    """Bytes that so many positions will take.

    >>> disk_for(7_361_090, 69)                              # 416,894 were taken
    405803
    """
    return positions // DENSITY + slices * BLOCKS


def memory_so_far() -> int:
    """The most memory that this process has had, in bytes; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def spoken(seconds: float) -> str:
    """A time for people.

    >>> spoken(0.42), spoken(42), spoken(600), spoken(9000)
    ('0.4 s', '42 s', '10.0 min', '2.5 h')
    """
    if seconds < 120:
        return f"{seconds:.1f} s" if seconds < 9.5 else f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"
