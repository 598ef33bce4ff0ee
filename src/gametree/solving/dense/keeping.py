"""The table of a dense solve on disk, so that a killed solve can be continued.

Between two rounds (a sweep, or a depth) only the table and the state of the solve are needed to continue. From time to
time they are written to ``OUT.work``: ``codes-0.npy`` and ``codes-1.npy`` in turn, and then ``round.json``, which names
the newest one, with its checksum. If the file is damaged, the solve begins again.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.errors import GameError
from gametree.files import aside, map_array, remove, write_array
from gametree.solving.work import is_whole, read_record, write_record

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.solving.dense.table import DenseTable

RECORD = "round.json"
EVERY = 20.0
"""The least seconds between two writings; also at least ten times as long as the last writing took."""
AGAIN = "finished work is kept: free some space, and run the same command again"


class Keeper:
    """Writes a table from time to time, and reads it back. ``folder`` is None if nothing is to be kept."""

    def __init__(self, folder: Path | None, table: DenseTable):
        self.folder, self.table, self.turn = folder, table, 0
        self.written, self.cost = time.monotonic(), 0.0

    def resume(self, at: dict[str, Any]) -> dict[str, Any]:
        """The state of the solve as written, with the table, or else ``at``, the beginning."""
        record = None if self.folder is None else read_record(self.folder / RECORD)
        if self.folder is None or (record is None and not (self.folder / RECORD).exists()):
            return at
        if record is None or record["at"].keys() != at.keys() or not is_whole(self.folder, record["codes"]):
            print(f"{self.folder} is damaged: the solve begins again", file=sys.stderr)
            return at
        entry = record["codes"]
        try:
            codes = map_array(self.folder / entry["file"], (entry["rows"],), np.dtype(entry["dtype"]))
        except GameError as error:
            print(f"{error}: the solve begins again", file=sys.stderr)
            return at
        self.turn = 1 - record["turn"]
        self.table.restore(np.array(codes), record["form"])
        return record["at"]

    @property
    def kept(self) -> bool:
        """Is there a saved table to continue from?"""
        return self.folder is not None and (self.folder / RECORD).exists()

    def keep(self, at: dict[str, Any]) -> None:
        """A round is over; write the table if the last writing was long ago."""
        now = time.monotonic()
        if self.folder is None or now - self.written < max(EVERY, 10 * self.cost):
            return
        codes, name = self.table.codes, f"codes-{self.turn}.npy"
        with aside(self.folder / name, AGAIN) as place:
            digest = write_array(place, [codes], len(codes), codes[:0])
        entry = {"file": name, "rows": len(codes), "dtype": str(codes.dtype), "sha256": digest}
        record = {"at": at, "form": self.table.form(), "turn": self.turn, "codes": entry}
        write_record(self.folder / RECORD, record, AGAIN)
        self.turn = 1 - self.turn
        remove(self.folder / f"codes-{self.turn}.npy")
        self.written = time.monotonic()
        self.cost = self.written - now
