"""(a) The engine against its C++ twin: the same algorithm by hand, for Connect Four only, compiled by g++ on the spot.

The algorithm is that of the driver ``alphabeta``. Both get a table of the same size, search the same positions depth
after depth, and must agree in the value, the move, the depth and, to the last one, the number of nodes. What is left is
what it costs to write the rules in Python, and to have one search for all games with its techniques on switches.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.contest import Part, Run, Target, clocked, contest, overall
from gametree.engine.driver import Finding
from gametree.engine.options import Options
from gametree.engine.searcher import Searcher
from gametree.engine.table import Table, slots_for
from gametree.engine.telling import is_settled
from gametree.game import Line
from gametree.games.connect4 import ConnectFour

if TYPE_CHECKING:
    from collections.abc import Callable

COMPILER = "g++"
FLAGS = ("-O3", "-march=native", "-std=c++20", "-shared", "-fPIC")
TABLE = 64  # MiB


class Task(NamedTuple):
    """A position of Connect Four and a depth; without a depth it is solved."""

    width: int
    height: int
    moves: str
    depth: int | None

    def __str__(self) -> str:
        what = f"depth {self.depth}" if self.depth else "solved"
        return f"connect4 {self.width}×{self.height}, {self.moves or 'empty board'}, {what}"


TINY = (Task(7, 6, "", 7), Task(7, 6, "4453", 7), Task(4, 4, "", None))
QUICK = (Task(7, 6, "", 16), Task(7, 6, "444444", 16), Task(7, 6, "4453", 17), Task(5, 4, "", None))
FULL = (*QUICK, Task(7, 6, "1234567", 16), Task(7, 6, "46", 16), Task(6, 4, "", None))


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("a", "engine / C++ twin, the same nodes")
    if shutil.which(COMPILER) is None:
        found.notes.append(f"skipped: the C++ twin: there is no {COMPILER} here")
        return found
    with tempfile.TemporaryDirectory() as folder:
        boards = {(task.width, task.height) for task in tasks}
        twins = {board: build(*board, Path(folder)) for board in boards}
        for task in tasks:
            game = ConnectFour(task.width, task.height)
            twin = twins[task.width, task.height]
            found.duels += contest(
                str(task),
                {"engine": engine_run(game, task), "twin": twin_run(game, twin, task)},
                rounds,
                same_nodes=True,
            )
    found.targets.append(Target("speed of the engine / that of the twin", overall(found.duels), 0.80, at_least=True))
    return found


def build(width: int, height: int, folder: Path) -> ctypes.CDLL:
    """Compile the twin for one size of board, and load it."""
    library = folder / f"twin{width}x{height}.so"
    source = Path(__file__).with_name("twin.cpp")
    sizes = (f"-DWIDTH={width}", f"-DHEIGHT={height}")
    subprocess.run([COMPILER, *FLAGS, *sizes, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def engine_run(game: ConnectFour, task: Task) -> Callable[[], Run]:
    """How the engine does a task: its iterations, without the thread that watches the clock. Compiled beforehand."""
    line, options = Line(game.parse(task.moves)), Options.named("alphabeta")
    Searcher(game, line, options, Table(0))

    def deepen(searcher: Searcher) -> Finding:
        depth = 0
        while True:
            depth += 1
            found = searcher.search(depth)
            assert found is not None
            finding = Finding(depth, found.score, found.line, found.whole)
            if depth == task.depth or is_settled(game, finding):
                return finding

    def run() -> Run:
        table = Table(TABLE)
        searcher = Searcher(game, line, options, table)
        seconds, found = clocked(lambda: deepen(searcher))
        table.give_back()
        return Run(seconds, searcher.nodes, (found.score, found.line[0], found.depth))

    return run


def twin_run(game: ConnectFour, twin: ctypes.CDLL, task: Task) -> Callable[[], Run]:
    """How the twin does a task."""
    search = twin.deepen_iteratively
    number, address = ctypes.c_int64, ctypes.c_void_p
    search.argtypes, search.restype = [number, number, number, address, number, number, address], None
    s = game.parse(task.moves)
    depth = task.depth or game.width * game.height
    slots = slots_for(TABLE)
    table, generations = np.zeros(2 * slots, np.uint64), count(1)

    def run() -> Run:
        answer, generation = np.zeros(4, np.int64), next(generations)
        seconds, _ = clocked(lambda: search(*s, depth, table.ctypes.data, slots, generation, answer.ctypes.data))
        nodes, score, action, reached = answer.tolist()
        return Run(seconds, nodes, (score, action, reached))

    return run
