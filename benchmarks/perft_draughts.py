"""Draughts: leaves of the tree of moves per second, ours and pydraughts'.

pydraughts is plain Python; its board is copied for every move, and two ways to the same result are one move here as
with us. Both must count the same leaves.
"""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, Target, clocked, contest
from gametree import load
from gametree.verbs.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = 0.1  # seconds: what is done faster is done several times
PROMISED = 500.0


class Task(NamedTuple):
    """A variant by our name and by that of pydraughts, moves from the start, and how deep to count from there."""

    variant: str
    theirs: str
    moves: str
    depth: int

    def __str__(self) -> str:
        return f"{self.variant}, {self.moves or 'start'}, depth {self.depth}"


TINY = (Task("international", "standard", "", 2),)
QUICK = (Task("international", "standard", "", 3), Task("russian", "russian", "", 4))
FULL = (
    *QUICK,
    Task("international", "standard", "32-28 19-23 28x19 14x23 37-32 10-14", 3),
    Task("frisian", "frisian", "", 3),
)


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("p", "perft of draughts: ours / pydraughts, leaves/s")
    if find_spec("draughts") is None:
        found.notes.append("skipped: pydraughts is not installed (pip install -e '.[dev]')")
        return found
    found.notes.append(f"pydraughts {version('pydraughts')}")
    for task in tasks:
        theirs = their_run(task)
        found.duels += contest(str(task), {"gametree": our_run(task), "pydraughts": theirs}, rounds)
        found.duels += contest(str(task), {"gametree, bulk": our_run(task, bulk=True), "pydraughts": theirs}, rounds)
    slowest = min(duel.speed.middle for duel in found.duels)
    found.targets.append(Target("least speed of perft / that of pydraughts", slowest, PROMISED, at_least=True))
    return found


def our_run(task: Task, *, bulk: bool = False) -> Callable[[], Run]:
    """Ours: every leaf is visited, or the last moves are counted in bulk."""
    game: Any = load(f"draughts:variant={task.variant}")
    start = game.parse(task.moves)
    perft(game, start, 1, bulk=bulk)  # compiled before the clock starts

    def run() -> Run:
        seconds, found = clocked(lambda: perft(game, start, task.depth, bulk=bulk), SHORT)
        return Run(seconds, found.nodes, found.nodes)

    return run


def their_run(task: Task) -> Callable[[], Run]:
    """pydraughts'."""
    from draughts.core.game import Game

    game: Any = load(f"draughts:variant={task.variant}")
    s = game.parse(task.moves)
    start: Any = Game(task.theirs, game.fen(s) if game.notation == "numeric" else "startpos")

    def run() -> Run:
        seconds, leaves = clocked(lambda: count(start, task.depth))
        return Run(seconds, leaves, leaves)

    return run


def count(board: Any, depth: int) -> int:
    """The leaves at a depth."""
    moves, captures = board.legal_moves()
    ends = {
        (way[0][0], way[-1][1], *sorted(n for n in taken if n)): way for way, taken in zip(moves, captures, strict=True)
    }
    if depth == 1:
        return len(ends)
    leaves = 0
    for way in ends.values():
        after = board.copy_fast()
        after.push(way)
        leaves += count(after, depth - 1)
    return leaves
