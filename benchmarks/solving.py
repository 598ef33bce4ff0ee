"""(g) Strong solving: every position of a game, found and labelled.

Against what a user would write first: the same rules, interpreted, with a dict from states to labels. Both have to find
the same value, and as many positions won, lost and drawn. Then larger games by themselves, on one and two threads, for
positions/s and bytes a position, beside what the memory of this machine allows (``memory.py``). The forms are those of
``gametree solve``: in memory, with the moves kept or made a second time; by tiers on disk; and dense, for a game that
numbers its positions. Symmetries are not used here, so a position is a state that is found, stored and labelled.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, Target, clocked, contest, overall, tell
from benchmarks.memory import limit
from gametree.bits import popcount
from gametree.compile import row_form
from gametree.game import Game, legal, over, payoff, worth
from gametree.games.connect4 import ConnectFour, State
from gametree.games.nim import Nim
from gametree.solving.dense.solve import solve_dense
from gametree.solving.dense.table import DenseTable
from gametree.solving.solution import Solution, outcome, preference
from gametree.solving.strong import kept
from gametree.solving.strong.solve import SpaceLabels, solve_compiled
from gametree.solving.task import Task as Conditions
from gametree.solving.tiers.solve import solve_tiers

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame


class Unfolded(ConnectFour):
    """Connect Four without its mirror."""

    symmetries = Game.symmetries  # pyright: ignore[reportAssignmentType, reportUnknownVariableType, reportUnknownMemberType]


class Tiered(Unfolded):
    """The same with tiers: the cells that are empty."""

    def tier(self, s: State) -> int:
        return self.width * self.height - popcount(s.first | s.second)


class Task(NamedTuple):
    """Boards (width, height) for the contest with a dict; boards and heaps of Nim for speed and memory; and boards by
    tiers, on disk."""

    duels: tuple[tuple[int, int], ...]
    alone: tuple[tuple[int, int], ...]
    heaps: tuple[tuple[int, ...], ...]
    tiers: tuple[tuple[int, int], ...]


TINY = Task(((4, 3),), ((4, 4),), ((7, 7),), ())
QUICK = Task(((5, 3),), ((4, 5),), ((31, 31, 31, 15),), ((4, 5),))
FULL = Task(
    ((4, 4), (5, 3)),
    ((4, 5), (4, 6), (5, 5)),
    ((31, 31, 31, 15), (63, 63, 63, 31), (127, 127, 63, 63)),
    ((4, 5), (4, 6)),
)
SPEED, MEMORY = 10, 24
"""What was promised: million positions/s on two cores, bytes a position."""


def part(task: Task, rounds: int) -> Part:
    """The whole part."""
    found = Part("g", "strong solving: every position of Connect Four, found and labelled")
    for width, height in task.duels:
        game = Unfolded(width, height)
        contestants = {"gametree, 1 thread": ours(game), "a dict": theirs(game)}
        found.duels += contest(f"connect4 {width}×{height}", contestants, rounds, same_nodes=True)
    forms: list[tuple[str, str, AnyGame, Callable[[AnyGame, int], Solution]]] = []
    for width, height in task.alone:
        name, game = f"connect4 {width}×{height}", Unfolded(width, height)
        forms += [("in memory, moves kept", name, game, strong), ("in memory, moves made twice", name, game, frugal)]
    forms += [("by tiers, on disk", f"connect4 {w}×{h}", Tiered(w, h), by_tiers) for w, h in task.tiers]
    for heaps in task.heaps:
        name = f"Nim {', '.join(map(str, heaps))}, one or two a turn"
        forms.append(("dense", name, Nim(heaps, limit=2), dense))
    for threads in (1, 2):
        found.rows += [alone(form, name, game, solver, threads, rounds) for form, name, game, solver in forms]
    for row in found.rows:
        if row["threads"] == 2:
            where = f"{row['game']}, {row['form']}"
            found.targets.append(Target(f"million positions/s, {where}", row["M/s"], SPEED, at_least=True))
            if row["form"] == "in memory, moves made twice":
                found.targets.append(Target(f"bytes a position, {where}", row["bytes"], MEMORY, at_least=False))
    found.notes += [
        f"geometric mean of the ratios of speed to a dict: {overall(found.duels):.1f}",
        "M/s: positions by the processor's seconds, times the threads: what threads get with a core each; the median "
        f"of {rounds} rounds, with the lowest and the highest",
        "limit: M/s with two reads a position at random places of a table of this size, none waiting for another; "
        "chained: each waiting for the one before; of the limit: M/s by the first",
    ]
    return found


def ours(game: AnyGame) -> Callable[[], Run]:
    """The compiled solver, with one thread."""
    strong(game, 1)

    def run() -> Run:
        seconds, found = clocked(lambda: strong(game, 1))
        return Run(seconds, found.positions, (found.value, found.remoteness, found.wins, found.losses, found.draws))

    return run


def strong(game: AnyGame, threads: int) -> Solution:
    """Solve, compiled."""
    return solve_compiled(game, game.initial(), Conditions(threads=threads))


def theirs(game: AnyGame) -> Callable[[], Run]:
    """A dict of labels, filled by recursion over the interpreted rules."""

    def label(s: Any, known: dict[Any, tuple[float, int]]) -> tuple[float, int]:
        if s not in known:
            if over(game, s):
                known[s] = float(worth(payoff(game, s))), 0
            else:
                children = [label(game.result(s, a), known) for a in legal(game, s)]
                value, remoteness = min(children, key=lambda child: preference(game, s, *child))
                known[s] = value, remoteness + 1
        return known[s]

    def solve() -> dict[Any, tuple[float, int]]:
        known: dict[Any, tuple[float, int]] = {}
        label(game.initial(), known)
        return known

    def run() -> Run:
        seconds, known = clocked(solve)
        words = [outcome(game, value) for value, _ in known.values()]
        counts = (words.count("win"), words.count("loss"), words.count("draw"))
        return Run(seconds, len(known), (*known[game.initial()], *counts))

    return run


def frugal(game: AnyGame, threads: int) -> Solution:
    """The same without keeping the moves."""
    most, kept.MOST = kept.MOST, 0.0
    try:
        return strong(game, threads)
    finally:
        kept.MOST = most


def by_tiers(game: AnyGame, threads: int) -> Solution:
    """Tier by tier, on disk."""
    with tempfile.TemporaryDirectory() as folder:
        return solve_tiers(game, game.initial(), Conditions(threads=threads, out=Path(folder) / "found"))


def dense(game: AnyGame, threads: int) -> Solution:
    """In a table by the numbers of the positions."""
    return solve_dense(game, game.initial(), Conditions(threads=threads))


def alone(
    form: str, name: str, game: AnyGame, solver: Callable[[AnyGame, int], Solution], threads: int, rounds: int
) -> dict[str, Any]:
    """One game in one form."""
    solver(game, threads)  # compiled before the clock starts
    rates: list[float] = []
    for number in range(1, rounds + 1):
        tell(f"{name}, {form}, {threads} threads", number, rounds)
        processor = time.process_time()
        found = solver(game, threads)
        rates.append(threads * found.positions / (time.process_time() - processor) / 1e6)
    size = bytes_of(found)
    most = limit(size, threads)
    return {
        "form": form, "game": name, "positions": f"{found.positions:,}", "threads": threads,
        "M/s": median(rates), "from to": f"{min(rates):.3g}–{max(rates):.3g}", "limit": most.free,
        "chained": most.chained, "of the limit": median(rates) / most.free, "bytes": size / found.positions,
    }  # fmt: skip


def bytes_of(found: Solution) -> int:
    """The bytes of the tables at their largest; of a database, those of its files."""
    if isinstance(found.labels, SpaceLabels):
        return found.labels.space.peak + found.labels.space.beside
    if isinstance(found.labels, DenseTable):
        return found.labels.codes.nbytes
    return found.positions * (8 * len(row_form(found.rules)) + 1)
