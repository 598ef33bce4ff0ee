"""The limits of all analyses together: their number, and the memory for their tables."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Generator

TABLES = {"searching": 32, "long": 64, "solving": 1024, "watch": 256}
"""Megabytes of an analysis in a room whose table has no stated size."""
OVERHEAD = 16
"""Megabytes in addition to the table."""
MOST_ANALYSES = 24
LEAST = 4096
"""The least total, in megabytes."""


class BusyError(GameError):
    """The server is too busy now; later it may not be."""


def megabytes() -> int:
    """The memory for all analyses together: half of the machine's."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (ValueError, OSError):  # the system does not say
        whole = 0
    return max(whole // 2, LEAST)


class Budget:
    """Counts the running analyses and their memory.

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
        """Count an analysis in a room; quick questions, outside of rooms, cost nothing."""
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
                f"too busy: the tables of all searches would need {self.spent + cost} MB, but {self.most} are allowed; "
                "try again later"
            )
        self.spent, self.running = self.spent + cost, self.running + 1
        try:
            yield
        finally:
            self.spent, self.running = self.spent - cost, self.running - 1
