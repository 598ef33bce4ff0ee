"""Win, draw or loss of every position that has a number, slice by slice, as Chinook's databases were made.

A game says which ranges of its numbers belong together (``slices``), in the order in which moves lead from one group to
the next. One group at a time is in memory, a byte a position (``fill.py``); then each of its slices is packed
(``packing.py``) and written. A later group reads the earlier ones where they lie. So memory is needed for the largest
group alone, and a solve that was killed goes on with the first group that is not written.
"""

from __future__ import annotations

import os
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, prepare
from gametree.engine.packed import DRAW, HOLE, LOSS, WIN
from gametree.errors import GameError
from gametree.files import aside, map_array, remove, write_array
from gametree.game import AnyGame, provides
from gametree.hooks import asked
from gametree.mixins import Numbered, numbered
from gametree.solving.crew import Crew
from gametree.solving.database import Database, check_place, describe
from gametree.solving.label import Coding
from gametree.solving.manifest import MANIFEST, write_manifest
from gametree.solving.slices import fill
from gametree.solving.slices.forecast import PART, Forecast, disk_for, memory_so_far
from gametree.solving.slices.packing import pack
from gametree.solving.slices.shelf import PAYOFFS, Shelf, SlicedTable
from gametree.solving.slices.trial import compiled_walk, seconds_for_one
from gametree.solving.solution import Solution, Tier
from gametree.solving.work import held, is_whole, read_record, work_of, write_record
from gametree.solving.worths import refuse_loops, refuse_unsound
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.files import Array
    from gametree.solving.task import Task

CHUNK = 1 << 16
"""Numbers that a thread takes at a time."""
FORESEEN = "foreseen.json"
AGAIN = "finished slices are kept: free some space, and run the same command again"
MISTAKES = {
    fill.NO_MOVES: "has no actions in a state that is not terminal",
    fill.NO_NUMBER: "has a state without a number (index −1) that is no end",
    fill.TOO_MANY: f"has over {fill.SAFE - fill.WAITING - 1} moves in a slice",
    fill.SAME_MOVER: "has a player who moves twice: slices are for games in which the players take turns",
    fill.ABOVE: "has a move to a higher group of slices than its own",
    fill.NO_WHOLE_PAYOFF: "has a payoff that is not −1, 0 or 1",
}


def solve_slices(game: AnyGame, start: Any, task: Task) -> Solution:
    """Solve every position that has a number, and write the database to ``task.out``.

    >>> import tempfile
    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("checkers:size=4,endgame=3")
    >>> answer = solve_slices(game, game.initial(), Task(out=Path(tempfile.mkdtemp()) / "database", threads=1))
    >>> answer.positions, answer.wins, answer.losses, answer.draws
    (2750, 1078, 803, 869)
    """
    game = numbered(game)
    _check(game, task)
    assert task.out is not None
    out = Path(task.out)
    if (done := _finished(out, game)) is not None:
        return done.solution()
    check_place(out)
    folder = work_of(out)
    with held(folder, game, start, "slices"):
        if not (folder / MANIFEST).exists():
            _Work(game, folder, task).run(start)
        for file in folder.iterdir():
            if file.suffix == ".json" and file.name != MANIFEST:
                remove(file)
        Database(folder, game).verify()
        remove(folder / "lock")
        remove(out)
        folder.rename(out)
    return Database(out, game).solution()


def _check(game: Numbered[Any], task: Task) -> None:
    """Refuse a game that cannot be solved in this way, with the reason."""
    name = title(game)
    for hook in ("index", "state", "slices", "inner_parents"):
        if not provides(game, hook) or (hook == "slices" and not len(asked(game, hook))):
            raise GameError(f"{name} has no {hook}: outcomes by slices need index, state, slices and inner_parents")
    if not game.relative_index or tuple(game.bounds) != (-1, 1):
        raise GameError(f"{name}: outcomes by slices need relative_index and payoffs of −1, 0 and 1")
    refuse_unsound(game)
    refuse_loops(game)
    if task.out is None:
        raise GameError(f"{name}: outcomes by slices need a folder for the database (--out)")
    largest = largest_group(game.slices)
    if largest > task.memory:
        raise GameError(f"{name}: a group of slices has {largest:,} positions, over {task.memory:,} bytes (--memory)")


def groups_of(slices: Any) -> list[list[tuple[int, int]]]:
    """The ranges of numbers of each group, in the order of the groups.

    >>> groups_of(np.array([(0, 5, 0), (5, 8, 2), (8, 9, 1), (9, 12, 2)]))
    [[(0, 5)], [(8, 9)], [(5, 8), (9, 12)]]
    """
    rows = np.asarray(slices)
    return [[(a, b) for a, b, g in rows.tolist() if g == group] for group in sorted(set(rows[:, 2].tolist()))]


def largest_group(slices: Any) -> int:
    """The positions of the largest group: a byte each is needed in memory.

    >>> largest_group(np.array([(0, 5, 0), (5, 8, 2), (8, 9, 1), (9, 12, 2)]))
    6
    """
    return max(sum(last - first for first, last in group) for group in groups_of(slices))


def _finished(out: Path, game: AnyGame) -> Database | None:
    """The database, if it is finished already and nothing has been damaged since."""
    if not (out / MANIFEST).exists():
        return None
    found = Database(out, game)
    if not found.sliced:
        raise GameError(f"{out} exists already and holds distances too; choose another name")
    found.verify()
    return found


class _Work:
    """A solve in its folder."""

    def __init__(self, game: Numbered[Any], folder: Path, task: Task):
        self.game, self.folder, self.task = game, folder, task
        self.shelf = Shelf(np.asarray(game.slices))
        self.counts: dict[int, list[int]] = {}
        self.files: dict[int, dict[str, Any]] = {}
        self.seconds, self.size, self.done = 0.0, int(game.index_size), 0
        self.computing, self.memory = 0.0, 0
        self.lanes = min(task.threads, os.cpu_count() or 1)
        self.walk: Any = None

    def run(self, start: Any) -> None:
        """All groups that are not done, and the manifest."""
        groups = sorted(set(self.shelf.slices[:, 2].tolist()))
        self.compile()
        foreseen = self.foresee()
        foreseen.say()
        with Crew(self.task) as crew:
            for group in groups:
                ranks = np.flatnonzero(self.shelf.slices[:, 2] == group).tolist()
                record = read_record(self.folder / f"group-{group}.json")
                if record is None or not all(is_whole(self.folder, entry) for entry in record["files"]):
                    record = self.solve(crew, group, ranks)
                self.take(ranks, record)
        self.describe(start)
        foreseen.compare(self.seconds, self.computing, self.memory, sum(entry["rows"] for entry in self.files.values()))

    def compile(self) -> None:
        """Make all the compiled code, so that it does not count for the rate."""
        codes, parts, words = np.zeros(1, np.uint8), np.zeros((1, 3), np.int64), self.shelf.words
        _compiled(fill.settle, self.game, codes, parts, words, words)
        _compiled(fill.spread, self.game, codes, parts, words)
        pack(codes)
        self.walk = compiled_walk(self.game)

    def foresee(self) -> Forecast:
        """How long all of it will take, and how much memory and disk; of a solve that goes on, what was said first."""
        said = read_record(self.folder / FORESEEN)
        if said is not None:
            return Forecast(**said)
        slices = len(self.shelf.slices)
        group, disk = largest_group(self.shelf.slices), disk_for(self.size, slices)
        own = memory_so_far()
        found = Forecast(
            positions=self.size, slices=slices, memory=own + group + disk if own else 0, group=group, disk=disk,
            seconds=PART * seconds_for_one(self.game, self.walk) * self.size / self.lanes,
        )  # fmt: skip
        write_record(self.folder / FORESEEN, found.to_json(), AGAIN)
        return found

    def take(self, ranks: list[int], record: dict[str, Any]) -> None:
        """A group is on the disk."""
        for k, entry, counts in zip(ranks, record["files"], record["counts"], strict=True):
            self.files[k], self.counts[k] = entry, counts
            self.shelf.put(k, map_array(self.folder / entry["file"], (entry["rows"],), np.dtype(np.uint8)))
            self.done += int(self.shelf.slices[k, 1] - self.shelf.slices[k, 0])
        self.seconds += record["seconds"]
        self.computing += record["computing"]
        self.memory = max(self.memory, record["memory"])

    # --- one group -----------------------------------------------------------------------------------------------

    def solve(self, crew: Crew, group: int, ranks: list[int]) -> dict[str, Any]:
        """Solve a group and write its slices."""
        begun, computed = time.perf_counter(), time.process_time()
        filled = _Filling(self, crew, [self.shelf.slices[k, :2].tolist() for k in ranks])
        codes = filled.run()
        files: list[dict[str, Any]] = []
        counts: list[list[int]] = []
        for k, begin in zip(ranks, filled.parts[:, 2].tolist(), strict=True):
            first, last, _ = self.shelf.slices[k].tolist()
            outcomes = codes[begin : begin + last - first]
            found = _counted(outcomes)
            counts.append([len(outcomes) - found[HOLE], found[WIN], found[LOSS], found[DRAW]])
            files.append(self.write(f"slice-{k}.npy", pack(outcomes)))
        record = {
            "files": files, "counts": counts, "seconds": time.perf_counter() - begun, "memory": memory_so_far(),
            "computing": (time.process_time() - computed) / self.lanes,
        }  # fmt: skip
        write_record(self.folder / f"group-{group}.json", record, AGAIN)
        return record

    def write(self, name: str, content: Array) -> dict[str, Any]:
        """Write a packed slice."""
        with aside(self.folder / name, AGAIN) as place:
            digest = write_array(place, [content], len(content), content[:0])
        return {"file": name, "rows": len(content), "sha256": digest}

    def tell(self, done: int) -> None:
        """Report how far all of it has come."""
        self.task.tell("solving slices", self.done + done, self.size)

    # --- the end -------------------------------------------------------------------------------------------------

    def describe(self, start: Any) -> None:
        """Write the manifest: with it the folder is a database."""
        game, shelf = self.game, self.shelf
        tiered = provides(game, "tier")

        def tier(k: int) -> int:
            return int(game.tier(game.state(int(shelf.slices[k, 0])))) if tiered else k

        tiers = tuple(sorted((Tier(tier(k), *counts) for k, counts in self.counts.items()), key=lambda t: t.tier))
        total = [sum(counts[n] for counts in self.counts.values()) for n in range(4)]
        label = SlicedTable(game, shelf).label(start)
        if label is None:
            raise GameError(f"{title(game)}: the start has no number: {start}")
        size = sum(entry["rows"] for entry in self.files.values())
        notes = (
            f"counted over all numbers of the table ({game.index_size:,}), reachable or not",
            "a number is a position from its mover's side; wins are the mover's",
            "win, draw or loss alone, without distances",
            f"{size:,} bytes in {len(self.files)} slices: {self.size / size:.1f} positions a byte",
        )
        answer = Solution(
            game=title(game), level="strong", value=label.value, remoteness=None, positions=total[0],
            seconds=self.seconds, method="slices", wins=total[1], losses=total[2], draws=total[3], tiers=tiers,
            notes=notes,
        )  # fmt: skip
        entries = [
            {"tier": k, "rows": entry["rows"], "dtype": "uint8",
             "codes": {"file": entry["file"], "sha256": entry["sha256"]}}
            for k, entry in self.files.items()
        ]  # fmt: skip
        head = describe(game, answer, Coding(PAYOFFS, 0.0), start, symmetric=False) | {"kind": "sliced"}
        with aside(self.folder / MANIFEST, AGAIN) as new:
            write_manifest(new, head, entries)


class _Filling:
    """The codes of one group, and the kernels that fill them."""

    def __init__(self, work: _Work, crew: Crew, ranges: list[tuple[int, int]]):
        self.work, self.crew, self.game = work, crew, work.game
        begins = np.cumsum([0] + [last - first for first, last in ranges])
        self.parts = np.array([(*part, begin) for part, begin in zip(ranges, begins, strict=False)], np.int64)
        self.codes = np.zeros(int(begins[-1]), np.uint8)

    def run(self) -> Array:
        """The outcomes of all positions of the group."""
        self.sweep(fill.settle, self.parts, self.work.shelf.words)
        while self.sweep(fill.spread, self.parts):
            pass
        for begin in range(0, len(self.codes), CHUNK):
            codes = self.codes[begin : begin + CHUNK]
            codes[codes >= fill.WAITING] = DRAW
            codes[codes >= fill.FRESH] -= fill.FRESH
        return self.codes

    def sweep(self, entry: Any, *args: Array) -> int:
        """Run a kernel over all numbers of the group; how many positions it has decided."""
        chunks = [
            pair for first, last, _ in self.parts.tolist() for pair in pairwise([*range(first, last, CHUNK), last])
        ]
        task = self.work.task
        lanes = min(task.threads, len(chunks))
        answers = [np.zeros(3, np.int64) for _ in range(lanes)]
        call = _compiled(entry, self.game, self.codes, *args, answers[0])
        done = [0] * lanes

        def lane(n: int) -> None:
            for first, last in chunks[n::lanes]:
                if task.halt.is_set() or call(self.game, self.codes, first, last, *args, answers[n]):
                    return
                done[n] += last - first if entry is fill.settle else 0
                if lanes == 1:
                    self.work.tell(done[0])

        self.crew.run([lambda n=n: lane(n) for n in range(lanes)], lambda: self.work.tell(sum(done)))
        for answer in answers:
            if answer[fill.STATUS]:
                where = self.game.state(int(answer[fill.WHERE]))
                raise GameError(f"{title(self.game)} {MISTAKES[int(answer[fill.STATUS])]}: {where}")
        return sum(int(answer[fill.DECIDED]) for answer in answers)


def _counted(outcomes: Array) -> list[int]:
    """How many there are of each outcome: a part at a time, since counting takes eight bytes for each.

    >>> _counted(np.array([LOSS] * 3 + [WIN] * CHUNK, np.uint8))
    [3, 0, 65536, 0]
    """
    total = np.zeros(HOLE + 1, np.int64)
    for begin in range(0, len(outcomes), CHUNK):
        total += np.bincount(outcomes[begin : begin + CHUNK], minlength=HOLE + 1)
    return total.tolist()


def _compiled(entry: Any, game: AnyGame, codes: Array, *args: Array) -> Callable[..., Any]:
    try:
        return prepare(entry, game, codes, 0, 0, *args)
    except NotCompiledError as error:
        raise GameError(f"{title(game)}: outcomes by slices need rules that compile: {error}") from None
