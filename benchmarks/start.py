"""(d) Starting: fresh processes, with an empty cache of compiled games and with a warm one.

``seconds`` are those of the wall's clock, ``processor`` those that the process computed. A busy machine makes the first
longer, a library that starts threads makes the second longer: the targets are held against the smaller one.

Numba imports SciPy where it is installed. It is no dependency of ours, but the peers bring it: here it is hidden,
except from the line that says so.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.contest import Part, Target, tell

PYTHON = (sys.executable, "-c")
GAMETREE = (sys.executable, "-m", "gametree")
COMPILE = """
import time
from gametree import load
from gametree.engine.options import Options
from gametree.engine.searcher import Searcher
from gametree.engine.table import Table
from gametree.game import line_of
game = load("connect4")
wall, start = time.perf_counter(), time.process_time()
Searcher(game, line_of(game, None), Options(), Table(1))
print(time.perf_counter() - wall, time.process_time() - start)
"""
ANSWER = """
import time
from gametree import load
from gametree.answering.best import best
game = load("connect4")
best(game, depth=1)
wall, start = time.perf_counter(), time.process_time()
for _ in range(50):
    best(game, depth=1)
print((time.perf_counter() - wall) / 50, (time.process_time() - start) / 50)
"""


ENGINE = """
import time
from gametree import Engine, Limits, load
engine = Engine(load("connect4"))
engine.best(None, Limits(depth=1))
wall, start = time.perf_counter(), time.process_time()
for _ in range(500):
    engine.best(None, Limits(depth=1))
print((time.perf_counter() - wall) / 500, (time.process_time() - start) / 500)
"""


class Task(NamedTuple):
    """A command. ``cold`` gives it an empty cache; an ``inner`` one prints its two times itself; one that answers
    ``at_once`` does not wait for the compiler."""

    name: str
    words: tuple[str, ...]
    target: float | None = None
    cold: bool = False
    scipy: bool = False
    inner: bool = False
    at_once: bool = False


SOON = (*GAMETREE, "best", "connect4", "--time", "0.3")
BEST = (*GAMETREE, "best", "connect4", "--depth", "8")
TASKS = (
    Task("python -c pass", (*PYTHON, "pass")),
    Task("python -c 'import numba'", (*PYTHON, "import numba")),
    Task("gametree --help", (*GAMETREE, "--help"), 0.3),
    Task("gametree best connect4 --depth 8, cold", BEST, cold=True),
    Task("gametree best connect4 --depth 8, warm", BEST, 1.0),
    Task("gametree best connect4 --depth 8, where SciPy is installed", BEST, scipy=True),
    Task("gametree best nim:3,4,5, cold, at once", (*GAMETREE, "best", "nim:3,4,5"), 1.0, cold=True, at_once=True),
    Task("gametree solve nim:3,4,5, cold, at once", (*GAMETREE, "solve", "nim:3,4,5"), 1.0, cold=True, at_once=True),
    Task("connect4 compiled, cold", (*PYTHON, COMPILE), 5.0, cold=True, inner=True),
    Task("connect4 fetched from the cache, warm", (*PYTHON, COMPILE), inner=True),
    Task("an answer at depth 1, in a running process", (*PYTHON, ANSWER), 0.0005, inner=True),
    Task("the same of one engine", (*PYTHON, ENGINE), 0.0001, inner=True),
    Task("gametree best connect4 --time 0.3, cold, at once", SOON, cold=True, at_once=True),
)


def part(rounds: int) -> Part:
    """The whole part."""
    found = Part("d", "cold and warm start, seconds")
    runs: dict[Task, list[tuple[float, float]]] = {task: [] for task in TASKS}
    with tempfile.TemporaryDirectory() as folder:
        hidden = Path(folder) / "hidden" / "scipy"
        hidden.mkdir(parents=True)
        (hidden / "__init__.py").write_text("raise ImportError('hidden by the benchmark')\n")
        for task in TASKS:
            if not task.cold:
                start(task, Path(folder))  # fills the cache
        for number in range(1, rounds + 1):
            tell("starting", number, rounds)
            for task in TASKS:
                runs[task].append(start(task, Path(folder)))
    cold = 0.0
    for task in TASKS:
        if task.scipy and find_spec("scipy") is None:
            continue
        seconds, processor = (median(times) for times in zip(*runs[task], strict=True))
        row: dict[str, object] = {"what": task.name, "seconds": seconds, "processor": processor}
        if task.cold and not task.at_once:
            cold = processor
        elif task.name.endswith("warm"):
            row["cold / warm"] = cold / processor
        found.rows.append(row)
        if task.target:
            quicker = min(seconds, processor)
            found.targets.append(Target(f"seconds of {task.name}", quicker, task.target, at_least=False))
    return found


def start(task: Task, folder: Path) -> tuple[float, float]:
    """How long a fresh process takes, by the wall's clock and by the processor's."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"GAMETREE_CACHE": empty if task.cold else str(folder / "cache")}
        if task.at_once:
            environment.pop("GAMETREE_COMPILE", None)
        if not task.scipy:
            environment["PYTHONPATH"] = os.pathsep.join(
                [str(folder / "hidden"), *filter(None, [os.environ.get("PYTHONPATH")])]
            )
        wall, before = time.perf_counter(), _processor()
        done = subprocess.run(task.words, env=environment, check=True, capture_output=True, text=True)
        times = time.perf_counter() - wall, _processor() - before
    if task.inner:
        seconds, processor = map(float, done.stdout.split())
        return seconds, processor
    return times


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
