"""Solving by tiers on a cluster whose workers see the folder of the work under the same name.

Small tiers, and those in which moves stay, are tasks as they are (``tasks.py``). The others are divided into ranges of
states (``ranges.py``), which are independent: so no tier need fit into the memory of a worker. Tiers that do not lead
to each other are labelled at the same time. The client holds the lock of the folder, and says what comes next; all
results are files and records there, so whoever dies, the same command goes on.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.cluster.carrying import carry, spot
from gametree.cluster.jobs import Job
from gametree.errors import GameError
from gametree.solving.task import StoppedError, Task
from gametree.solving.tiers import ranges
from gametree.solving.tiers.tasks import Place, explore_tier, label_tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gametree.cluster.carrying import Carried, Spot
    from gametree.cluster.crowd import Cluster
    from gametree.solving.label import Coding

BLOCK = 1 << 20
"""States of a range, about; a smaller tier is one task."""
PLACES = 8
"""How many folders a worker keeps in mind."""


@lru_cache(PLACES)
def _place(carried: Carried, folder: str, start: Spot) -> Place:
    game = carried.game()
    return Place(Path(folder), game, start.state(game))


def _there(where: tuple[Carried, str, Spot]) -> Place:
    """The folder of the work, on a worker."""
    if not Path(where[1]).is_dir():
        raise GameError(f"{where[1]} is not there on a worker: the folder of --out must be shared under this name")
    return _place(*where)


def explore_whole(where: tuple[Carried, str, Spot], tier: int, _: str, memory: int) -> None:
    """The work of a task: the states of a tier. (Its inputs are in the name of the task.)"""
    explore_tier(_there(where), tier, Task(memory=memory, threads=1))


def explore_part(
    where: tuple[Carried, str, Spot], tier: int, part: int, bounds: ranges.Bounds, files: Any, memory: int
) -> bool:
    """The work of a task: the states of a range."""
    return ranges.explore_range(_there(where), tier, part, bounds, files, memory)


def label_whole(where: tuple[Carried, str, Spot], tier: int, _: str, coding: Coding, memory: int) -> None:
    """The work of a task: the labels of a tier."""
    label_tier(_there(where), tier, coding, Task(memory=memory, threads=1))


def label_part(
    where: tuple[Carried, str, Spot], tier: int, part: int, bounds: tuple[int, int], coding: Coding, tables: Any
) -> None:
    """The work of a task: the labels of a range."""
    ranges.label_range(_there(where), tier, part, bounds, coding, Task(threads=1), tables)


def join_down(where: tuple[Carried, str, Spot], tier: int, parts: int, _: str) -> None:
    """The work of a task: the ranges of a tier become the tier."""
    ranges.join_keys(_there(where), tier, parts)


def join_up(where: tuple[Carried, str, Spot], tier: int, parts: int, _: str) -> None:
    """The same for its labels."""
    ranges.join_codes(_there(where), tier, parts)


class Spread:
    """The work in one folder, as jobs for a cluster."""

    def __init__(self, place: Place, task: Task, cluster: Cluster):
        self.place, self.task, self.cluster = place, task, cluster
        self.where = carry(place.game), str(place.folder.resolve()), spot(place.game, place.start)
        limit = cluster.memory()
        self.memory = min(task.memory, limit * 3 // 4) if limit else task.memory

    def explore(self, next_down: Callable[[Place], int | None]) -> None:
        """Find all states, tier by tier."""
        while (tier := next_down(self.place)) is not None:
            files = self.place.arrived(tier)
            rows = sum(entry["rows"] for entry in files)
            what = f"exploring tier {tier}"
            if rows <= BLOCK or not self._in_ranges(tier, files, rows):
                names = " ".join(entry["sha256"] for entry in files)
                self._run(what, [(0, Job(explore_whole, (self.where, tier, names, self.memory)))], rows)

    def _in_ranges(self, tier: int, files: list[dict[str, Any]], rows: int) -> bool:
        """Explore a tier in ranges; False if its moves stay in it."""
        fitting = self.memory // (16 * 8 * self.place.width)
        parts = -(-rows // max(1, min(BLOCK, fitting)))
        files = [{"ordered": False} | entry for entry in files]
        bounds = ranges.bounds_of([self.place.open(entry, keys=True) for entry in files], parts)
        jobs = [
            (rows // len(bounds), Job(explore_part, (self.where, tier, part, bound, files, self.memory)))
            for part, bound in enumerate(bounds)
            if ranges.finished(self.place, "down", tier, part, ranges.down_inputs(bound, files)) is None
        ]
        if not all(self._run(f"exploring tier {tier}", jobs, rows)):
            return False
        names = " ".join(entry["sha256"] for entry in files)
        self._run(f"exploring tier {tier}", [(0, Job(join_down, (self.where, tier, len(bounds), names)))], rows)
        return True

    def label(self, ready_up: Callable[[Place], list[int]], coding: Coding) -> None:
        """Label all states, all tiers that are ready at a time."""
        while tiers := ready_up(self.place):
            down, up = self.place.records("down"), self.place.records("up")
            jobs: list[tuple[int, Job]] = []
            joins: list[tuple[int, Job]] = []
            for tier in tiers:
                record = down[tier]
                below = sorted({entry["tier"] for entry in record["out"]})
                tables = record["keys"], [(t, down[t]["keys"], up[t]["codes"]) for t in below]
                name = str(ranges.up_inputs((0, 0), tables))
                rows = record["keys"]["rows"]
                if record["inner"] or rows <= BLOCK:
                    jobs.append((rows, Job(label_whole, (self.where, tier, name, coding, self.memory))))
                    continue
                parts = -(-rows // BLOCK)
                cuts = list(pairwise(rows * i // parts for i in range(parts + 1)))
                jobs += [
                    (b - a, Job(label_part, (self.where, tier, part, (a, b), coding, tables)))
                    for part, (a, b) in enumerate(cuts)
                    if ranges.finished(self.place, "up", tier, part, ranges.up_inputs((a, b), tables)) is None
                ]
                joins.append((0, Job(join_up, (self.where, tier, parts, name))))
            what = f"labelling tier {tiers[0]}" + (f" to {tiers[-1]}" if len(tiers) > 1 else "")
            total = sum(down[tier]["keys"]["rows"] for tier in tiers)
            self._run(what, jobs, total)
            self._run(what, joins, total)

    def _run(self, what: str, jobs: Iterable[tuple[int, Job]], total: int) -> list[Any]:
        """Run jobs, each with the number of states that it does; return their results."""
        weights = {job.key: weight for weight, job in jobs}
        results: list[Any] = []
        done = total - sum(weights.values())

        def tell() -> None:
            if not self.task.halt.is_set():
                self.task.tell(what, done, total)

        tell()
        for job, result in self.cluster.run([job for _, job in jobs], self.task.halt, tell):
            results.append(result)
            done += weights[job.key]
        if self.task.halt.is_set():
            raise StoppedError
        return results
