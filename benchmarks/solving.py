"""(g) Strong solving: every position of a game, found and labelled.

Against what a user would write first: the same rules, interpreted, with a dict from states to labels. Both have to find
the same value, and as many positions won, lost and drawn. Then larger boards by themselves, for positions/s on two
threads and bytes a position. Symmetries are not used here, so a position is a state that is found, stored and labelled.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, Target, clocked, contest, overall, tell
from gametree.game import Game, legal, over, payoff, worth
from gametree.games.connect4 import ConnectFour
from gametree.solving.solution import Solution, outcome, preference
from gametree.solving.strong.solve import solve_compiled
from gametree.solving.task import Task as Conditions

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame


class Unfolded(ConnectFour):
    """Connect Four without its mirror."""

    symmetries = Game.symmetries  # pyright: ignore[reportAssignmentType, reportUnknownVariableType, reportUnknownMemberType]


class Task(NamedTuple):
    """Boards (width, height) for the contest with a dict, and boards for speed and memory."""

    duels: tuple[tuple[int, int], ...]
    alone: tuple[tuple[int, int], ...]


TINY = Task(((4, 3),), ((4, 4),))
QUICK = Task(((5, 3),), ((5, 4),))
FULL = Task(((4, 4), (5, 3)), ((5, 4), (4, 6), (5, 5)))
SPEED, MEMORY = 1.5e6, 24
"""What was promised: positions/s with two threads, bytes a position."""


def part(task: Task, rounds: int) -> Part:
    """The whole part."""
    found = Part("g", "strong solving: every position of Connect Four, found and labelled")
    for width, height in task.duels:
        game = Unfolded(width, height)
        contestants = {"gametree, 1 thread": ours(game), "a dict": theirs(game)}
        found.duels += contest(f"connect4 {width}×{height}", contestants, rounds, same_nodes=True)
    for width, height in task.alone:
        found.rows.append(alone(Unfolded(width, height), rounds))
    for row in found.rows:
        found.targets += [
            Target(
                f"million positions/s, two cores, {row['board']}", row["M/s, two cores"], SPEED / 1e6, at_least=True
            ),
            Target(f"bytes a position, {row['board']}", row["bytes"], MEMORY, at_least=False),
        ]
    found.notes += [
        f"geometric mean of the ratios of speed to a dict: {overall(found.duels):.1f}",
        "M/s, two cores: positions by half of the processor seconds; what two threads get with a core each",
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


def alone(game: ConnectFour, rounds: int) -> dict[str, Any]:
    """One board with two threads: the fastest of the rounds."""
    strong(Unfolded(2, 2), 2)  # what all games share is compiled before the clock starts
    prepared(game)
    name = f"{game.width}×{game.height}"
    best: dict[str, Any] = {}
    for number in range(1, rounds + 1):
        tell(f"connect4 {name}, alone", number, rounds)
        processor, wall = time.process_time(), time.perf_counter()
        found = strong(game, 2)
        processor, wall = time.process_time() - processor, time.perf_counter() - wall
        space = getattr(found.labels, "space")  # noqa: B009
        row = {
            "board": name, "positions": f"{found.positions:,}", "outcome": found.outcome, "seconds": wall,
            "processor": processor, "M/s": found.positions / wall / 1e6,
            "M/s, two cores": 2 * found.positions / processor / 1e6, "cores": processor / wall,
            "bytes": space.peak / len(space),
        }  # fmt: skip
        if not best or row["processor"] < best["processor"]:
            best = row
    return best


def prepared(game: AnyGame) -> None:
    """Compile what knows the game."""
    from gametree.compile import prepare, row_form
    from gametree.solving.strong.unfold import unfold

    prepare(unfold, game, row_form(game), 0)
