"""(q) Chess: nodes/s of the whole search, with the full evaluation, on one thread.

The usual search (``pvs``, every technique that the game does not leave out) visits a million nodes in each of five
positions: an opening, middle games that are open and closed, and an ending. Beside it Stockfish's own nodes/s for as
many nodes, where it is installed: it evaluates by a network, searches another tree and counts its nodes in its own
way, so the ratio says how far a compiled Python game is from a champion's hand-written C++, and no more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from statistics import geometric_mean, median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Target, clocked, tell
from benchmarks.perft_chess import KIWIPETE, SEEN_BY_STOCKFISH, START
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.games.chess import Chess

if TYPE_CHECKING:
    from gametree.games.chess.rules import State

PROMISED = 2.0
"""Million nodes/s, on a quiet machine."""


class Task(NamedTuple):
    """Positions by name, and how many nodes to search in each."""

    positions: dict[str, str]
    nodes: int


TINY = Task({"start": START}, 2000)
FIVE = {
    "start": START,
    "Kiwipete": KIWIPETE,
    "closed": "r1bq1rk1/pp3ppp/2nbpn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "open": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "ending": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
}
QUICK, FULL = Task(FIVE, 200_000), Task(FIVE, 1_000_000)


def part(task: Task, rounds: int) -> Part:
    """The whole part."""
    found = Part("q", "search of chess: million nodes/s of one thread, by the processor's time")
    game = Chess()
    program = shutil.which("stockfish", path=SEEN_BY_STOCKFISH)
    searched(game, game.initial(), 1000)  # compiled before the clock starts
    rates: list[float] = []
    for name, fen in task.positions.items():
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(1, rounds + 1):
            tell(f"chess, {name}", number, rounds)
            ours.append(searched(game, game.parse(fen), task.nodes))
            if program is not None:
                theirs.append(by_stockfish(program, fen, task.nodes))
        row: dict[str, Any] = {"position": name, "M/s": median(ours), "from to": f"{min(ours):.3g}–{max(ours):.3g}"}
        if theirs:
            ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
            row |= {"Stockfish's": median(theirs), "ours / Stockfish's": median(ratios)}
        found.rows.append(row)
        rates.append(median(ours))
    mean = geometric_mean(rates)
    found.targets.append(Target("million nodes/s, geometric mean", mean, PROMISED, at_least=True))
    if program is None:
        found.notes.append("Stockfish is not installed")
    return found


def searched(game: Chess, s: State, nodes: int) -> float:
    """Million nodes/s of our search, with an empty table."""
    with Engine(game, "pvs", threads=1) as engine:
        seconds, visited = clocked(lambda: _visited(engine, s, nodes))
    return visited / seconds / 1e6


def _visited(engine: Engine, s: State, nodes: int) -> int:
    search = engine.start(s, Limits(nodes=nodes))
    search.wait()
    return search.main.nodes


def by_stockfish(program: str, fen: str, nodes: int) -> float:
    """Million nodes/s of Stockfish's search, less its start."""

    def spent(most: int) -> tuple[float, int]:
        before = os.times()
        words = f"uci\nposition fen {fen}\ngo nodes {most}\n"
        with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(words)
            process.stdin.flush()
            visited = 0
            for line in process.stdout:
                told = line.split()
                if " nodes " in line:
                    visited = int(told[told.index("nodes") + 1])
                if line.startswith("bestmove"):
                    break
            process.communicate("quit\n")
        after = os.times()
        return sum(after[2:4]) - sum(before[2:4]), visited

    idle, _ = spent(1)
    seconds, visited = spent(nodes)
    return visited / max(seconds - idle, 1e-3) / 1e6
