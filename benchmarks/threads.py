"""(e) Two threads against one: the time to the same depth.

Threads share a table and search the same position, each putting off the moves that another one is at. Two of them visit
more nodes than one as a rule, and not the same ones in every run; what counts is how soon the depth is reached. The
clock is the wall's: processor time would count both threads. It wants two idle cores: on a busy machine a second thread
finds none. So the nodes of the leading thread stand beside: how many of them the other thread spares it does not depend
on the clock.
"""

from __future__ import annotations

import os
import time
from statistics import geometric_mean, median
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.contest import Part, Run, clocked, contest
from gametree.catalogue import load
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.notation.names import read_moves

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
    Task("connect4", "", 20), Task("connect4", "4", 20), Task("connect4", "4 4 4", 20), Task("connect4", "1 2", 19),
    Task("connect4", "4 3 3", 20), Task("connect4", "2 4 6", 20), Task("mnk:5,5,4", "", 12), Task("mnk:6,6,5", "", 9),
    Task("kalah", "", 18), Task("morris", "", 9),
)  # fmt: skip


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("e", "two threads / one thread, seconds on the wall to the same depth")
    cores: list[float] = []
    for task in tasks:
        contestants = {"2 threads": search_run(task, 2, cores), "1 thread": search_run(task, 1, [])}
        found.duels += contest(str(task), contestants, rounds, steady=False)
    saved = geometric_mean(duel.nodes[1] / duel.nodes[0] for duel in found.duels)
    quicker = geometric_mean(duel.time.middle for duel in found.duels)
    found.notes += [
        f"geometric mean of the ratios of time: {quicker:.2f}",
        f"geometric mean of the nodes of one thread alone by those of the leading one of two: {saved:.2f}",
        f"of the {os.cpu_count()} cores here, two threads got {median(cores):.2f}",
    ]
    return found


def search_run(task: Task, threads: int, cores: list[float]) -> Callable[[], Run]:
    """The usual search with all its techniques, to a depth; how many ``cores`` it got is noted. Values may differ: what
    is pruned without proof depends on what the other thread has left in the table."""
    game = load(task.game)
    line = read_moves(game, game.initial(), task.moves)

    def search() -> int:
        with Engine(game, "pvs", threads=threads) as engine:
            search = engine.start(line, Limits(task.depth))
            search.wait()
        return search.main.nodes

    search()

    def run() -> Run:
        before = time.process_time()
        seconds, nodes = clocked(search, wall=True)
        cores.append((time.process_time() - before) / seconds)
        return Run(seconds, nodes, task)

    return run
