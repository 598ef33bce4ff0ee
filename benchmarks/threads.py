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

from benchmarks.contest import Part, Run, Target, clocked, contest
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
QUICK = (
    Task("chess", "", 8), Task("othello", "f5 d6", 9), Task("connect4", "4 4 4", 15), Task("connect4", "1 2", 14),
)  # fmt: skip
FULL = (
    Task("chess", "", 16), Task("chess", "e4 e5 Nf3 Nc6 Bb5", 15), Task("chess", "d4 Nf6 c4 e6 Nc3 Bb4", 15),
    Task("othello", "", 17), Task("othello", "f5 d6 c3", 15), Task("othello", "f5 f6 e6 f4", 15),
    Task("connect4", "", 20), Task("connect4", "4", 20), Task("connect4", "4 4 4", 20), Task("connect4", "1 2", 19),
    Task("connect4", "4 3 3", 20), Task("connect4", "2 4 6", 20), Task("mnk:5,5,4", "", 12), Task("mnk:6,6,5", "", 9),
    Task("kalah", "", 18), Task("morris", "", 9),
)  # fmt: skip
PROMISED, JUDGED = 1.7, ("chess", "othello", "connect4")
"""What was promised: time to a depth on these games, one thread by two, as a geometric mean over the games; the ratio
of a game is the geometric mean over its positions."""


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("e", "two threads / one thread, seconds on the wall to the same depth")
    cores: list[float] = []
    for task in tasks:
        contestants = {"2 threads": search_run(task, 2, cores), "1 thread": search_run(task, 1, [])}
        found.duels += contest(str(task), contestants, rounds, steady=False)
    saved = geometric_mean(duel.nodes[1] / duel.nodes[0] for duel in found.duels)
    quicker = geometric_mean(duel.time.middle for duel in found.duels)
    games = {game: [duel.time.middle for duel in found.duels if duel.task.startswith(f"{game},")] for game in JUDGED}
    of_games = {game: geometric_mean(ratios) for game, ratios in games.items() if ratios}
    found.targets += [
        Target(f"time to a depth, two threads, {game}", ratio, PROMISED, at_least=True)
        for game, ratio in of_games.items()
    ]
    if len(of_games) == len(JUDGED):
        mean, names = geometric_mean(of_games.values()), ", ".join(JUDGED)
        found.targets.append(Target(f"the same, geometric mean of {names}", mean, PROMISED, at_least=True))
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
