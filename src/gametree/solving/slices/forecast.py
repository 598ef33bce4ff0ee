"""How long a solve by slices will take, and how much memory and disk: said when it begins, compared when it ends."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import Any

DENSITY = 20
"""Positions that a byte on the disk holds, more or less: 18 with checkers of up to 4 pieces, 24 with up to 5."""
ENOUGH = 1_000_000
"""The rate is taken from so many positions (a smaller solve is over before anybody could ask)."""


@dataclass(frozen=True)
class Forecast:
    """What is foreseen.

    >>> print(Forecast(positions=2_659_661_286, slices=209, seconds=5400, memory=217_836_864, disk=132_983_064))
    2,659,661,286 positions in 209 slices: about 1.5 h, 217.8 MB of memory for the largest group, 133.0 MB on the disk
    """

    positions: int
    slices: int
    seconds: float
    memory: int
    disk: int

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions in {self.slices} slices: about {spoken(self.seconds)}, "
            f"{self.memory / 1e6:.1f} MB of memory for the largest group, {self.disk / 1e6:.1f} MB on the disk"
        )

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON."""
        return asdict(self)

    def say(self) -> None:
        """Tell the user."""
        print(f"foreseen: {self}", file=sys.stderr)

    def compare(self, seconds: float, disk: int) -> None:
        """Tell the user how it went."""
        print(
            f"foreseen {spoken(self.seconds)} and {self.disk / 1e6:.1f} MB on the disk; "
            f"taken {spoken(seconds)} and {disk / 1e6:.1f} MB",
            file=sys.stderr,
        )


def spoken(seconds: float) -> str:
    """A time for people.

    >>> spoken(42), spoken(600), spoken(9000)
    ('42 s', '10.0 min', '2.5 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"
