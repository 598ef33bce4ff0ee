# pyright: basic
"""From plain Python to compiled code, in the middle of a search.

As long as the kernel is being compiled (``compile/ahead.py``), plain Python searches. It visits the same nodes as
compiled code, a hundred times slower. If it comes to its end first, that is the answer, and the same answer. Otherwise
compiled code begins the search again, from the table as it was. So nothing depends on when the kernel came, except
where the clock decides: there, what plain Python has found is the answer until compiled code knows more.
"""

from __future__ import annotations

import time as clock
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.ahead import Coming
    from gametree.engine.driver import Finding, Search
    from gametree.engine.searcher import Searcher
    from gametree.engine.table import Table

LOOK = 0.02
"""Seconds between two looks at whether the kernel is there."""


class Relay:
    """The change from one form of a search to the other. ``load`` makes the compiled searchers."""

    def __init__(self, kernel: Coming, load: Callable[[], list[Searcher]], table: Table):
        self.kernel, self.load, self.table = kernel, load, table
        self.before = table.generation, table.age
        self.next: list[Searcher] = []
        self.earlier: Finding | None = None

    def watch(self, search: Search) -> None:
        """Wait for the kernel, load it, and stop plain Python. Runs in a thread of its own."""
        plain, spent = search.main, clock.process_time()
        while not search.done.wait(LOOK):
            now = clock.process_time()
            self.kernel.wait(now - spent)
            spent = now
            if not self.kernel.ready.is_set():
                continue
            found = self.load()
            if found[0].compiled:
                self.next = found
                plain.stop()
            return

    def take_over(self, search: Search) -> bool:
        """Plain Python has ended. Was it stopped, and is compiled code to begin? Otherwise its answer stands."""
        plain, known = search.main, search.finding
        if plain.stopped and self.next:
            now = self.table.generation, self.table.age
            self.table.generation, self.table.age = self.before
            for searcher in self.next:
                searcher.block.begin()
            if search.change(self.next):
                self.earlier = known and replace(known, compiled=False)
                return True
            self.table.generation, self.table.age = now
        plain.keep()
        return False

    def better_than(self, found: Finding | None) -> Finding | None:
        """What plain Python had found, as long as compiled code has found less."""
        if self.earlier is None or found is None:
            return self.earlier
        return None if found.between is not None or found.depth >= self.earlier.depth else self.earlier
