"""States of lower tiers, on their way from one tier into files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.solving.tiers.rows import Heap, in_order

if TYPE_CHECKING:
    from gametree.files import Array
    from gametree.solving.tiers.tasks import Place


class Below:
    """What the moves of a tier, or of a range of it, lead to. ``out`` has the entries of the files."""

    def __init__(self, place: Place, name: str, memory: int, *, ordered: bool = False):
        """``name`` begins the names of the files; ``ordered``: each has its rows in rising order."""
        self.place, self.name, self.memory, self.ordered = place, name, memory, ordered
        self.heaps: dict[int, Heap] = {}
        self.out: list[dict[str, Any]] = []

    def put(self, tier: int, rows: Array) -> None:
        """States of a tier below."""
        if tier not in self.heaps:
            self.heaps[tier] = Heap(self.place.width, self.memory)
        self.heaps[tier].put(rows)

    def flush(self, most: int) -> None:
        """Write states to files, until those in memory take at most this much."""
        while self.heaps and (not most or sum(heap.bytes for heap in self.heaps.values()) > most):
            tier = max(self.heaps, key=lambda tier: self.heaps[tier].bytes)
            run = sum(entry["tier"] == tier for entry in self.out)
            rows = self.heaps.pop(tier).rows()
            saved = self.place.save(f"{self.name}.to-{tier}.{run}.npy", rows[in_order(rows)] if self.ordered else rows)
            self.out.append({"tier": tier, "ordered": self.ordered} | saved)
