"""(c) The same search of the same rules, compiled and in plain Python.

It is one function in two forms. Without a table both visit the same nodes, which is asserted. With one they may differ
a little: in plain Python the table is a dict and keeps every position, compiled it has fixed slots and loses some; the
value and the best move must be the same all the same. The leaves that perft counts must be the same too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, clocked, contest, overall
from gametree.catalogue import load
from gametree.engine.options import Options
from gametree.engine.searcher import RootResult, Searcher
from gametree.engine.table import Table
from gametree.game import line_of
from gametree.verbs.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

TABLE = 64  # MiB
SHORT = 0.02  # seconds: what is done faster is done several times


PERFT, PLAIN, TABLED = "perft", "alpha-beta without a table", "alpha-beta"


class Task(NamedTuple):
    """A game from the catalogue, a depth, and what is done to that depth."""

    game: str
    depth: int
    what: str = PLAIN

    def __str__(self) -> str:
        return f"{self.game}, {self.what} to depth {self.depth}"


TINY = (Task("tictactoe", 4), Task("connect4", 3, PERFT))
QUICK = (Task("tictactoe", 9), Task("connect4", 8), Task("connect4", 9, TABLED), Task("connect4", 6, PERFT))
FULL = (
    Task("tictactoe", 9), Task("connect4", 9), Task("kalah", 11), Task("mnk:5,5,4", 5), Task("nim:3,4,5", 9),
    Task("connect4", 11, TABLED), Task("kalah", 12, TABLED), Task("connect4", 7, PERFT), Task("kalah", 6, PERFT),
)  # fmt: skip


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("c", "compiled / interpreted")
    for task in tasks:
        game = load(task.game)
        if task.what == PERFT:
            contestants = {"compiled": perft_run(game, task.depth), "interpreted": count_run(game, task.depth)}
        else:
            contestants = {
                "compiled": search_run(game, task, compiled=True),
                "interpreted": search_run(game, task, compiled=False),
            }
        found.duels += contest(str(task), contestants, rounds, same_nodes=task.what != TABLED)
    found.notes.append(f"geometric mean of the ratios of speed: {overall(found.duels):.1f}")
    return found


def search_run(game: AnyGame, task: Task, *, compiled: bool) -> Callable[[], Run]:
    """Alpha-beta, depth after depth, in one of its two forms; to make it ready does not count."""
    line, tabled = line_of(game, None), task.what == TABLED
    options = Options.named("alphabeta", table=tabled)

    def deepen(searcher: Searcher) -> RootResult:
        found = [searcher.search(depth) for depth in range(1, task.depth + 1)][-1]
        assert found is not None
        return found

    def run() -> Run:
        table = Table(TABLE if tabled else 0)
        searcher = Searcher(game, line, options, table, compiled=compiled)
        seconds, found = clocked(lambda: deepen(searcher))
        table.give_back()
        return Run(seconds, searcher.nodes, (found.score, found.line[0]))

    return run


def perft_run(game: AnyGame, depth: int) -> Callable[[], Run]:
    """Counting leaves, compiled."""
    perft(game, depth=1)

    def run() -> Run:
        seconds, found = clocked(lambda: perft(game, depth=depth), SHORT)
        return Run(seconds, found.nodes, found.nodes)

    return run


def count_run(game: AnyGame, depth: int) -> Callable[[], Run]:
    """Counting leaves, interpreted."""

    def leaves(s: Any, depth: int) -> int:
        if depth == 0:
            return 1
        if game.terminal(s):
            return 0
        return sum(leaves(game.result(s, a), depth - 1) for a in game.actions(s))

    def run() -> Run:
        seconds, nodes = clocked(lambda: leaves(game.initial(), depth), SHORT)
        return Run(seconds, nodes, nodes)

    return run
