"""(c) The same search of the same rules, compiled and interpreted.

A table that is a dict keeps every position, one of fixed size loses some, so the nodes of the two may differ a little;
the value and the best move may not. The leaves that perft counts may not differ either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, clocked, contest, overall
from gametree.catalogue import load
from gametree.engine.compiled import Compiled
from gametree.engine.driver import Limits, deepen_iteratively
from gametree.engine.interpreted import Interpreted
from gametree.game import line_of
from gametree.verbs.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

SHORT = 0.02  # seconds: what is done faster is done several times


class Task(NamedTuple):
    """A game from the catalogue, and a depth to search or to count to."""

    game: str
    depth: int
    leaves: bool = False

    def __str__(self) -> str:
        return f"{self.game}, {'perft' if self.leaves else 'alpha-beta'} to depth {self.depth}"


TINY = (Task("tictactoe", 4), Task("connect4", 3, leaves=True))
QUICK = (Task("tictactoe", 9), Task("connect4", 10), Task("kalah", 7), Task("connect4", 6, leaves=True))
FULL = (
    Task("tictactoe", 9), Task("connect4", 12), Task("kalah", 9), Task("mnk:5,5,4", 5), Task("nim:3,4,5", 12),
    Task("connect4", 7, leaves=True), Task("kalah", 6, leaves=True),
)  # fmt: skip


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("c", "compiled / interpreted")
    for task in tasks:
        game = load(task.game)
        if task.leaves:
            contestants = {"compiled": perft_run(game, task.depth), "interpreted": count_run(game, task.depth)}
        else:
            contestants = {name: search_run(kind, game, task.depth) for name, kind in SEARCHERS.items()}
        found.duels += contest(str(task), contestants, rounds, same_nodes=task.leaves)
    found.notes.append(f"geometric mean of the ratios of speed: {overall(found.duels):.1f}")
    return found


SEARCHERS: dict[str, Any] = {"compiled": Compiled, "interpreted": Interpreted}


def search_run(kind: Any, game: AnyGame, depth: int) -> Callable[[], Run]:
    """Iterative deepening to a depth, by a searcher of this kind."""
    limits, line = Limits(depth), line_of(game, None)

    def search() -> Any:
        searcher = kind(game, line, limits, 64)
        found = deepen_iteratively(game, searcher, limits)
        searcher.close()
        return found

    search()

    def run() -> Run:
        seconds, found = clocked(search, SHORT)
        return Run(seconds, found.nodes, (found.score, found.line[0]))

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
