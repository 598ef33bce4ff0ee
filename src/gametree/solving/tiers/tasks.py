"""The two kinds of tasks of solving by tiers. A task is one tier; its inputs and outputs are files.

``explore_tier``, the tiers from the highest down:
    in    ``from-U.to-T.K.npy`` of every higher tier U: states of tier T that are reached from there
    out   ``tier-T.keys.npy``, all states of the tier in rising order; ``from-T.to-V.K.npy`` for lower tiers V
    then  ``down-T.json``: what was written, with checksums, and which payoffs occur

``label_tier``, the tiers from the lowest up:
    in    the keys of the tier; keys and codes of the tiers that its moves lead to
    out   ``tier-T.codes.npy``
    then  ``up-T.json``: the checksum and the counts

Every file is written under another name and renamed, the record (``….json``) last: a task is done when its record
exists, otherwise it is done again. Tasks share nothing else, so they may run on different machines that share the
folder; ``label_tier`` of tiers that do not lead to each other may run at the same time.
"""

from __future__ import annotations

import threading
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import row_form, row_of
from gametree.errors import GameError
from gametree.files import Array, aside, map_array, write_array
from gametree.game import provides
from gametree.solving.crew import Crew
from gametree.solving.strong.choose import choose
from gametree.solving.strong.space import FullError
from gametree.solving.strong.tally import Tally
from gametree.solving.strong.unfold import MAX_MOVES, MIN_MOVES
from gametree.solving.tiers.below import Below
from gametree.solving.tiers.children import Chunk, children_of
from gametree.solving.tiers.inner import ENDED, NEVER, NO_EXIT, Inner, label_inner
from gametree.solving.tiers.rows import Heap, in_order, seek
from gametree.solving.words import PARTS
from gametree.solving.work import is_whole, read_record, write_record
from gametree.solving.worths import divides, middle, refuse_loops, sides
from gametree.titles import title

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.solving.label import Coding
    from gametree.solving.task import Task

AGAIN = "finished work is kept: free some space, and run the same command again"
"""The message for a full disk."""


ALONE = 1 << 14
"""A smaller tier is not divided among threads."""
FAR = 1 << 31
"""The remoteness that stands for "never" while children are compared."""


class Place:
    """The folder in which a game is solved by tiers: its files, and the records of the finished tasks."""

    def __init__(self, folder: Path, game: AnyGame, start: Any):
        self.folder, self.game, self.start = folder, game, start
        self.form = row_form(game)
        self.width = len(self.form)
        self.divided = divides(game, start)

    def records(self, way: str) -> dict[int, dict[str, Any]]:
        """The records of all tasks of a kind (``down`` or ``up``) that are finished, by tier, the highest first."""
        found = {int(file.stem[len(way) + 1 :]): read_record(file) for file in self.folder.glob(f"{way}-*.json")}
        return {tier: record for tier, record in sorted(found.items(), reverse=True) if record is not None}

    def arrived(self, tier: int) -> list[dict[str, Any]]:
        """The files with states of a tier, from the tiers that are explored."""
        return [out for record in self.records("down").values() for out in record["out"] if out["tier"] == tier]

    def write_record(self, way: str, tier: int, record: dict[str, Any]) -> None:
        """A task is done."""
        write_record(self.folder / f"{way}-{tier}.json", record, AGAIN)

    def drop_damaged(self, task: Task) -> None:
        """Read every file that a record names. If one is damaged, remove the record, so that its task is done again."""
        for way in ("down", "up"):
            for tier, record in self.records(way).items():
                task.tell(f"checking tier {tier}", 0)
                files = [record["keys"], *record["out"]] if way == "down" else [record["codes"]]
                if not all(is_whole(self.folder, entry) for entry in files):
                    (self.folder / f"{way}-{tier}.json").unlink()

    def save(self, name: str, array: Array) -> dict[str, Any]:
        """Write an array; return its entry in a record."""
        self.folder.mkdir(exist_ok=True)
        with aside(self.folder / name, AGAIN) as place:
            digest = write_array(place, [array], len(array), array[:0])
        return {"file": name, "rows": len(array), "dtype": str(array.dtype), "sha256": digest}

    def open(self, entry: dict[str, Any], *, keys: bool) -> Array:
        """The array of an entry in a record."""
        shape = (entry["rows"], self.width) if keys else (entry["rows"],)
        return map_array(self.folder / entry["file"], shape, np.dtype(entry["dtype"]))


def shares_of(count: int, threads: int) -> list[tuple[int, int]]:
    """Consecutive shares of about the same size, one for each thread.

    >>> shares_of(100_000, 2), shares_of(100, 2)
    ([(0, 50000), (50000, 100000)], [(0, 100)])
    """
    threads = threads if count >= ALONE else 1
    cuts = [count * i // threads for i in range(threads + 1)]
    return list(pairwise(cuts))


# --- going down: finding the states -----------------------------------------------------------------------------------


def explore_tier(place: Place, tier: int, task: Task) -> None:
    """Find all states of a tier, and the states below that its moves lead to."""
    try:
        _Finder(place, tier, task).run()
    except FullError:
        raise GameError(
            f"{title(place.game)}: the positions of tier {tier} do not fit into the {task.memory:,} bytes of memory "
            f"that are allowed; {AGAIN.replace('free some space', 'allow more memory')}"
        ) from None


class _Finder:
    def __init__(self, place: Place, tier: int, task: Task):
        self.place, self.tier, self.task = place, tier, task
        # more memory is needed for the new rows, the sorted ones and the buffers
        self.memory = task.memory // 4
        self.arrived = [place.open(entry, keys=True) for entry in place.arrived(tier)]
        self.here = Heap(place.width, self.memory)
        self.below = Below(place, f"from-{tier}", self.memory)
        self.cycles: set[float] = set()
        self.payoffs: set[float] = set()
        self.inner = False
        self.lock = threading.Lock()

    def run(self) -> None:
        place, tier = self.place, self.tier
        for rows in self.arrived:
            self.here.put(rows)
        if int(place.game.tier(place.start)) == tier:
            self.here.put(np.array([row_of(place.game, place.form, place.start)], np.int64))
        with Crew(self.task) as crew:
            while len(fresh := self.here.fresh()):
                shares = shares_of(len(fresh), self.task.threads)
                alone = len(shares) == 1
                works = [lambda rows=fresh[a:b], alone=alone: self.share(rows, alone=alone) for a, b in shares]
                crew.run(works, self.report)
        keys = self.here.rows()
        saved = place.save(f"tier-{tier}.keys.npy", keys[in_order(keys)])
        self.below.flush(0)
        record: dict[str, Any] = {"tier": tier, "keys": saved, "out": self.below.out, "inner": self.inner}
        place.write_record("down", tier, record | {"payoffs": sorted(self.payoffs), "cycles": sorted(self.cycles)[:2]})

    def report(self) -> None:
        self.task.tell(f"exploring tier {self.tier}", len(self.here))

    def share(self, rows: Array, *, alone: bool) -> None:
        """One thread's share of the new states."""
        children = children_of(self.place.game, self.place.start, divided=self.place.divided)
        for chunk in children.of(rows):
            if self.task.halt.is_set():
                return
            with self.lock:
                self.take(chunk)
                self.payoffs.update(children.payoffs)
            if alone:
                self.report()

    def take(self, chunk: Chunk) -> None:
        """Keep the children of a chunk, each in its tier."""
        if provides(self.place.game, "repeated"):
            self.cycles.update(np.unique(chunk.cycles[chunk.kinds < 0]).tolist())
        for tier in np.unique(chunk.tiers).tolist():
            rows = chunk.words[chunk.tiers == tier]
            if tier > self.tier:
                raise leads_up(self.place, self.tier, tier)
            if tier == self.tier:
                self.inner = True
                self.here.put(rows)
            else:
                self.below.put(tier, rows)
        self.below.flush(self.memory // 2)


def leads_up(place: Place, tier: int, higher: int) -> GameError:
    """The error of rules whose tiers rise."""
    return GameError(f"{title(place.game)}: a move leads from tier {tier} up to tier {higher}")


# --- going up: labelling the states -----------------------------------------------------------------------------------


def label_tier(place: Place, tier: int, coding: Coding, task: Task) -> None:
    """Label all states of a tier, after the tiers that its moves lead to."""
    down, up = place.records("down"), place.records("up")
    record = down[tier]
    keys = place.open(record["keys"], keys=True)
    tiers = {entry["tier"] for entry in record["out"]}
    known = {t: (place.open(down[t]["keys"], keys=True), place.open(up[t]["codes"], keys=False)) for t in tiers}
    labeller = Labeller(place, tier, coding, keys, known, task)
    codes, loops = labeller.run(inner=record["inner"])
    tally = Tally(place.game, coding)
    tally.count(codes, labeller.weights, np.full(len(codes), tier), tier)
    saved = place.save(f"tier-{tier}.codes.npy", codes.astype(np.min_scalar_type(int(codes.max(initial=0)))))
    counts = [(t.tier, t.positions, t.wins, t.losses, t.draws) for t in tally.tiers]
    place.write_record("up", tier, {"tier": tier, "codes": saved, "counts": counts, "loops": loops})


class Labeller:
    """The labels of some states of a tier, ``keys``."""

    def __init__(
        self, place: Place, tier: int, coding: Coding, keys: Array, known: dict[int, tuple[Array, Array]], task: Task
    ):
        self.place, self.tier, self.coding, self.keys, self.known, self.task = place, tier, coding, keys, known, task
        self.payoffs = len(coding.payoffs)
        self.endless = coding.payoffs.index(coding.endless)
        self.codes = np.empty(len(keys), np.int64)
        self.exits, self.movers = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
        self.weights = np.empty(len(keys), np.int32)
        self.parents: list[Array] = []
        self.children: list[Array] = []
        self.done = 0
        self.lock = threading.Lock()

    def run(self, *, inner: bool) -> tuple[Array, bool]:
        """The codes, and whether there is a loop."""
        with Crew(self.task) as crew:
            shares = shares_of(len(self.keys), self.task.threads)
            crew.run([lambda a=a, b=b: self.share(a, b, alone=len(shares) == 1) for a, b in shares], self.report)
            return self.label_inner(crew) if inner else (self.label_exits(), False)

    def report(self) -> None:
        self.task.tell(f"labelling tier {self.tier}", self.done, len(self.keys))

    def share(self, first: int, end: int, *, alone: bool) -> None:
        """One thread's share of the states."""
        place = self.place
        children = children_of(place.game, place.start, self.coding.payoffs, divided=place.divided)
        for chunk in children.of(self.keys[first:end]):
            if self.task.halt.is_set():
                return
            self.take(chunk, first + chunk.first)
            self.done += len(chunk.kinds)
            if alone:
                self.report()

    def label_exits(self) -> Array:
        """The codes if every move leads to a lower tier."""
        self.codes[self.codes > FAR * self.payoffs] = 0
        return self.codes

    def label_inner(self, crew: Crew) -> tuple[Array, bool]:
        """The codes if moves stay in the tier, and whether there is a loop."""
        distances = (self.codes - 1) // self.payoffs
        distances[distances >= FAR] = NEVER
        graph = Inner(self.movers, self.exits, distances, np.concatenate(self.parents), np.concatenate(self.children))
        even = middle(self.place.game)
        hurries = MAX_MOVES if self.coding.endless > even else MIN_MOVES if self.coding.endless < even else 0
        halt = np.zeros(1, np.int64)
        values, remoteness, loops = crew.aside(
            lambda: label_inner(graph, self.payoffs, self.endless, hurries, halt), lambda: halt.put(0, 1), self.report
        )
        if loops:
            refuse_loops(self.place.game)
        return np.where(remoteness < 0, 0, 1 + remoteness * self.payoffs + values), loops

    def take(self, chunk: Chunk, first: int) -> None:
        """The best exit of each state of a chunk, as a code, and its moves that stay."""
        count = len(chunk.kinds)
        here = slice(first, first + count)
        answers, tags = np.zeros(len(chunk.words), np.int64), chunk.tags.copy()
        leaves = chunk.kinds >= 0
        for tier in np.unique(chunk.tiers).tolist():
            of = np.flatnonzero(chunk.tiers == tier)
            if tier == self.tier:
                found = self.find(self.keys, chunk.words[of])
                with self.lock:
                    self.parents.append(first + tags[of].astype(np.int64))
                    self.children.append(found)
                tags[of] = count  # a child within the tier is not an exit
            else:
                keys, codes = self.known[tier]
                answers[of] = codes[self.find(keys, chunk.words[of])]
                leaves[tags[of]] = True
        answers[answers == 0] = 1 + FAR * self.payoffs + self.endless
        fill = np.zeros(PARTS, np.int64)
        fill[0] = len(answers)
        ranks, codes = np.empty(count, np.int64), np.empty(count, np.int64)
        below, above = sides(self.place.game, self.coding)
        choose(tags, answers, fill, len(answers), chunk.kinds, count, self.payoffs, below, above, ranks, codes)
        self.codes[here] = codes
        self.exits[here] = np.where(leaves, (codes - 1) % self.payoffs, NO_EXIT)
        self.movers[here] = np.where(chunk.kinds < 0, chunk.kinds, ENDED)
        self.weights[here] = chunk.weights

    def find(self, keys: Array, rows: Array) -> Array:
        """The rows of states among the keys of a tier."""
        rows, found = np.ascontiguousarray(rows), np.empty(len(rows), np.int64)
        missing = seek(keys.ctypes.data, len(keys), self.place.width, rows.ctypes.data, len(rows), found)
        if missing:
            raise GameError(
                f"{title(self.place.game)}: a move led to another state the second time; the rules must not be random"
            )
        return found
