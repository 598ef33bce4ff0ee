"""The answer of an estimate: positions, bytes and hours, for people and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Estimate:
    """The cost of solving a game strongly. ``positions`` is exact (``exact``), an estimate (``estimate``: right within
    the ``factor``), or only the number found before the time was over (``lower``)."""

    game: str
    positions: float
    kind: str
    factor: float | None
    """The estimate is wrong by at most this factor; None if unknown."""
    at_most: int | None
    """The game's ``index_size``, if it has one."""
    classes: float | None
    """Positions up to symmetry, if the game has ``symmetries``: only these are stored."""
    levels: int
    """Actions to the furthest position."""
    bytes: float
    """Memory or disk, for positions that are found by their words."""
    dense_bytes: float | None
    """If the game numbers its positions: one byte for each number, or what ``rolls.py`` needs for dice."""
    hours: float
    core_hours: float
    """The hours of one core."""
    network_bytes: float | None
    """What the workers of a cluster read and write in the shared folder, at most; None where it cannot solve the game
    (``tiers/spread.py``)."""
    sampled: int
    """Positions that were expanded for the estimate."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON; those that do not apply are left out."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        about = {"exact": "", "estimate": "about ", "lower": "more than "}[self.kind]
        within = f", within a factor of {self.factor:.1f}" if self.kind == "estimate" and self.factor else ""
        most = f", at most {show(self.at_most)}" if self.at_most is not None and self.kind != "exact" else ""
        rows = [f"{self.game}: {about}{show(self.positions)} positions{within}{most}"]
        if self.classes is not None:
            rows.append(f"up to symmetry  {about}{show(self.classes)}")
        rows.append(f"memory          {about}{show_bytes(self.bytes)}")
        if self.dense_bytes is not None:
            rows.append(f"by numbers      {show_bytes(self.dense_bytes)}")
        if self.kind != "lower" or self.hours >= 1:  # "more than a second" says nothing
            rows.append(f"time            {about}{show_time(3600 * self.hours)}")
            if self.network_bytes is not None and self.core_hours >= 1:
                hours, moved = _few(self.core_hours), show_bytes(self.network_bytes)
                rows.append(f"on a cluster    {about}{hours} core-hours, at most {moved} over the network")
        return "\n".join([*rows, f"({self.sampled:,} positions sampled in {self.seconds:.1f} s)"])

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)


def show(n: float) -> str:
    """A number of positions for people.

    >>> show(5478), show(123456789), show(4.53e12)
    ('5,478', '123,000,000', '4.5e+12')
    """
    if n < 100_000:
        return f"{n:,.0f}"
    return f"{float(f'{n:.3g}'):,.0f}" if n < 1e12 else f"{n:.1e}"


def show_bytes(n: float) -> str:
    """A size for people.

    >>> show_bytes(900), show_bytes(3.2e9), show_bytes(1e40)
    ('900 bytes', '3.0 GiB', '8.9e+24 PiB')
    """
    for power, unit in ((5, "PiB"), (4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB")):
        if n >= 1024**power:
            return f"{_few(n / 1024**power)} {unit}"
    return f"{n:.0f} bytes"


def show_time(seconds: float) -> str:
    """A duration for people.

    >>> show_time(0.2), show_time(90), show_time(8000), show_time(1e9)
    ('less than a second', '1.5 minutes', '2.2 hours', '31.7 years')
    """
    for size, unit in ((3.156e7, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")):
        if seconds >= size:
            return f"{_few(seconds / size)} {unit}"
    return "less than a second"


def _few(n: float) -> str:
    return f"{n:.1f}" if n < 1e6 else f"{n:.1e}"
