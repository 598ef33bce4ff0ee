"""Chess: leaves of the tree of moves per second, ours, python-chess's and Stockfish's.

python-chess makes and takes back every move; beside it we visit every leaf too, or count the last moves in bulk.
Stockfish's ``go perft`` counts in bulk; its time is the processor time of its process, less that of one which is
started and counts to depth 1. All must count the same leaves.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, Target, clocked, contest
from gametree.games.chess import Chess
from gametree.verbs.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = 0.1  # seconds: what is done faster is done several times
PROMISED, BULK = 30.0, 0.4
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SEEN_BY_STOCKFISH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])


class Task(NamedTuple):
    """A position and how deep to count: with python-chess, and with Stockfish, which is faster."""

    name: str
    fen: str
    depth: int
    deeper: int


TINY = (Task("start", START, 2, 3),)
QUICK = (Task("start", START, 4, 6),)
FULL = (Task("start", START, 4, 6), Task("Kiwipete", KIWIPETE, 4, 5))


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("j", "perft of chess: ours / python-chess, ours / Stockfish, leaves/s")
    if find_spec("chess") is None:
        found.notes.append("python-chess is not installed (pip install -e '.[dev]')")
    else:
        found.notes.append(f"python-chess {version('chess')}")
        for task in tasks:
            name, theirs = f"chess, {task.name}, depth {task.depth}", their_run(task)
            found.duels += contest(name, {"gametree": our_run(task, task.depth), "python-chess": theirs}, rounds)
        slowest = min(duel.speed.middle for duel in found.duels)
        found.targets.append(Target("least speed of perft / that of python-chess", slowest, PROMISED, at_least=True))
    program = shutil.which("stockfish", path=SEEN_BY_STOCKFISH)
    if program is None:
        found.notes.append("Stockfish is not installed")
        return found
    for task in tasks:
        name, theirs = f"chess, {task.name}, depth {task.deeper}", stockfish_run(program, task)
        for label, bulk in (("gametree", False), ("gametree, bulk", True)):
            ours = our_run(task, task.deeper, bulk=bulk)
            found.duels += contest(name, {label: ours, "stockfish, bulk": theirs}, rounds)
    least = min(duel.speed.middle for duel in found.duels if duel.ours == "gametree, bulk")
    found.targets.append(Target("least speed of perft in bulk / that of Stockfish", least, BULK, at_least=True))
    return found


def our_run(task: Task, depth: int, *, bulk: bool = False) -> Callable[[], Run]:
    """Ours: every leaf is visited, or the last moves are counted in bulk."""
    game = Chess()
    start = game.parse(task.fen)
    perft(game, start, 1, bulk=bulk)  # compiled before the clock starts

    def run() -> Run:
        seconds, found = clocked(lambda: perft(game, start, depth, bulk=bulk), SHORT)
        return Run(seconds, found.nodes, found.nodes)

    return run


def their_run(task: Task) -> Callable[[], Run]:
    """python-chess's."""
    import chess  # pyright: ignore[reportMissingImports]

    board: Any = chess.Board(task.fen)

    def run() -> Run:
        seconds, leaves = clocked(lambda: count(board, task.depth))
        return Run(seconds, leaves, leaves)

    return run


def count(board: Any, depth: int) -> int:
    """The leaves at a depth."""
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += count(board, depth - 1)
        board.pop()
    return leaves


def stockfish_run(program: str, task: Task) -> Callable[[], Run]:
    """Stockfish's, by its own processor time."""

    def spent(depth: int) -> tuple[float, int]:
        before = os.times()
        words = f"position fen {task.fen}\ngo perft {depth}\nquit\n"
        answer = subprocess.run([program], input=words, capture_output=True, text=True, check=True).stdout
        after = os.times()
        leaves = next(int(line.split()[-1]) for line in answer.splitlines() if line.startswith("Nodes searched"))
        return sum(after[2:4]) - sum(before[2:4]), leaves

    def run() -> Run:
        idle, _ = spent(1)
        seconds, leaves = spent(task.deeper)
        return Run(max(seconds - idle, 1e-3), leaves, leaves)

    return run
