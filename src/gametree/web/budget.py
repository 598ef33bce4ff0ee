"""What all analyses together may take: so many at once, and so much memory for their tables."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Generator

TABLES = {"searching": 32, "long": 64, "solving": 1024, "watch": 256}
"""Megabytes that an analysis in a room takes, where it does not say how large its table shall be."""
OVERHEAD = 16
"""Megabytes beside the table."""
MOST_ANALYSES = 24
LEAST = 4096
"""Megabytes that there always are."""


class BusyError(GameError):
    """There is no room for this now; later there may be."""


def megabytes() -> int:
    """What all analyses may have together: half of the machine's memory."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (ValueError, OSError):  # a system that does not tell
        whole = 0
    return max(whole // 2, LEAST)


class Budget:
    """Counts what runs.

    >>> budget = Budget(100)
    >>> with budget.spend("searching", {"table": 60}):
    ...     budget.spent
    76
    >>> budget.spent
    0
    """

    def __init__(self, most: int | None = None):
        self.most = megabytes() if most is None else most
        self.spent = self.running = 0

    @contextmanager
    def spend(self, room: str, asked: dict[str, Any]) -> Generator[None]:
        """An analysis in a room; quick questions, in none, cost nothing."""
        if room not in TABLES:
            yield
            return
        table = asked.get("table")
        if isinstance(table, bool) or not isinstance(table, int) or room == "solving":
            table = TABLES[room]
        cost = OVERHEAD + min(max(table, 0), self.most)
        if self.running >= MOST_ANALYSES:
            raise BusyError(f"too busy: {self.running} analyses are running already; stop one, or try again later")
        if self.running and self.spent + cost > self.most:
            raise BusyError(
                f"too busy: the tables of all searches would have {self.spent + cost} MB, and there are {self.most}; "
                "try again later"
            )
        self.spent, self.running = self.spent + cost, self.running + 1
        try:
            yield
        finally:
            self.spent, self.running = self.spent - cost, self.running - 1
