"""(e) Two threads against one: the time to the same depth.

Threads share a table and search the same position a little differently (lazy SMP), so two of them visit more nodes
than one, and not the same ones in every run; what counts is how soon the depth is reached. The clock is the wall's:
processor time would count both threads. It wants two idle cores: on a busy machine a second thread finds none.
"""

from __future__ import annotations

import os
from statistics import geometric_mean
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.contest import Part, Run, clocked, contest
from gametree.catalogue import load
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.notation import read_moves

if TYPE_CHECKING:
    from collections.abc import Callable


class Task(NamedTuple):
    """A game, moves, and the depth to reach."""

    game: str
    moves: str
    depth: int

    def __str__(self) -> str:
        return f"{self.game}, {self.moves or 'start'}, to depth {self.depth}"


TINY = (Task("connect4", "", 6),)
QUICK = (Task("connect4", "", 14), Task("connect4", "4 4 4", 15), Task("connect4", "1 2", 14), Task("mnk:5,5,4", "", 9))
FULL = (
    Task("connect4", "", 17), Task("connect4", "4", 17), Task("connect4", "4 4 4", 18), Task("connect4", "1 2", 17),
    Task("connect4", "4 3 3", 17), Task("connect4", "2 4 6", 17), Task("mnk:5,5,4", "", 11), Task("mnk:6,6,5", "", 9),
)  # fmt: skip


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("e", "two threads / one thread, seconds on the wall to the same depth")
    for task in tasks:
        contestants = {"2 threads": search_run(task, 2), "1 thread": search_run(task, 1)}
        found.duels += contest(str(task), contestants, rounds, steady=False)
    found.notes.append(
        f"geometric mean of the ratios of time: {geometric_mean(duel.time.middle for duel in found.duels):.2f}"
    )
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    found.notes.append(f"cores: {os.cpu_count()}; processes that wanted one, ours among them: {load:.1f}")
    return found


def search_run(task: Task, threads: int) -> Callable[[], Run]:
    """The usual search with all its techniques, to a depth. Values may differ: what is pruned without proof depends on
    what the other thread has left in the table."""
    game = load(task.game)
    line = read_moves(game, game.initial(), task.moves)

    def search() -> int:
        with Engine(game, "pvs", threads=threads) as engine:
            found = engine.best(line, Limits(task.depth))
        assert found is not None
        return found.nodes

    search()

    def run() -> Run:
        seconds, nodes = clocked(search, wall=True)
        return Run(seconds, nodes, task)

    return run
