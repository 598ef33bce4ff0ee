"""Othello: leaves of the tree of moves per second, ours and OpenSpiel's, and the FFO positions solved.

OpenSpiel plays its C++ rules through its Python states, a clone for every move. Both must count the same leaves.
"""

from __future__ import annotations

import os
import time
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import DisagreementError, Part, Run, Target, clocked, contest, tell
from gametree.answering.best import best
from gametree.formats.obf import Record, read_records
from gametree.game import MAX, worth
from gametree.games.othello import Othello
from gametree.verbs.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SHORT = 0.1  # seconds: what is done faster is done several times
PROMISED = 30.0
FOLDER = Path(os.environ.get("GAMETREE_TRUTH", Path(__file__).parents[2] / "shared" / "truth")) / "othello"
SUITES = ("fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf")


class Task(NamedTuple):
    """A transcript from the start, and how deep to count from there."""

    moves: str
    depth: int

    def __str__(self) -> str:
        return f"othello, {self.moves or 'start'}, depth {self.depth}"


TINY = (Task("", 4),)
QUICK = (Task("", 7), Task("f5d6c3d3c4f4f6f3e6e7", 5))
FULL = (Task("", 8), Task("f5d6c3d3c4f4f6f3e6e7", 6))


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("k", "perft of Othello: ours / OpenSpiel, leaves/s")
    if find_spec("pyspiel") is None:
        found.notes.append("skipped: OpenSpiel is not installed (pip install -e '.[bench]')")
        return found
    found.notes.append(f"open_spiel {version('open_spiel')}")
    for task in tasks:
        found.duels += contest(str(task), {"gametree": our_run(task), "open_spiel": their_run(task)}, rounds)
    slowest = min(duel.speed.middle for duel in found.duels)
    found.targets.append(Target("least speed of perft / that of OpenSpiel", slowest, PROMISED, at_least=True))
    return found


def our_run(task: Task) -> Callable[[], Run]:
    """Ours: every leaf is visited."""
    game = Othello()
    start = game.parse(task.moves)
    perft(game, start, 1)  # compiled before the clock starts

    def run() -> Run:
        seconds, found = clocked(lambda: perft(game, start, task.depth), SHORT)
        return Run(seconds, found.nodes, found.nodes)

    return run


def their_run(task: Task) -> Callable[[], Run]:
    """OpenSpiel's, whose actions are ours."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    start: Any = pyspiel.load_game("othello").new_initial_state()
    game = Othello()
    for action in game.transcript(game.initial(), task.moves):
        start.apply_action(action)

    def run() -> Run:
        seconds, leaves = clocked(lambda: count(start, task.depth))
        return Run(seconds, leaves, leaves)

    return run


def count(state: Any, depth: int) -> int:
    """The leaves at a depth."""
    if depth == 0:
        return 1
    return 0 if state.is_terminal() else sum(count(state.child(a), depth - 1) for a in state.legal_actions())


def ffo(numbers: Sequence[int]) -> Part:
    """The exact scores of FFO positions, one after the other on one thread, in seconds of the processor."""
    found = Part("ffo", "FFO positions, exact score, one thread")
    if not FOLDER.is_dir():
        found.notes.append(f"skipped: the positions are not in {FOLDER} (GAMETREE_TRUTH names the folder above it)")
        return found
    records = [record for suite in SUITES for record in read_records(FOLDER / suite)]
    game = Othello()
    best(game, game.initial(), algorithm="exact", nodes=1000)  # compiled before the clock starts
    for round_, number in enumerate(numbers, 1):
        tell("FFO", round_, len(numbers))
        found.rows.append(solved(game, number, records[number - 1]))
    nodes, seconds = (sum(row[key] for row in found.rows) for key in ("nodes", "seconds"))
    found.rows.append({"FFO": "all", "empty": "", "score": "", "nodes": nodes, "seconds": round(seconds, 2)})
    found.notes.append("nodes with four empty squares or fewer are counted out and not counted here")
    return found


def solved(game: Othello, number: int, record: Record) -> dict[str, Any]:
    """A row of the table."""
    s = game.parse(record.position)
    start = time.process_time()
    answer = best(game, s, algorithm="exact", table=512)
    seconds = time.process_time() - start
    score = worth(answer.value) if s.turn == MAX else -worth(answer.value)
    if score != record.score:
        raise DisagreementError(f"FFO {number}: {score}, and {record.score} is known")
    row = {"FFO": number, "empty": game.tier(s), "score": score, "nodes": answer.nodes}
    return {**row, "seconds": round(seconds, 2)}


if __name__ == "__main__":
    from benchmarks.__main__ import as_text

    print(as_text(part(FULL, 3)))
    print(as_text(ffo(range(1, 45))))
