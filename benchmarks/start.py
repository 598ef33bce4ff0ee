"""(d) Starting: fresh processes, with an empty cache of compiled games and with a warm one. Seconds on the wall's clock,
for that is what one waits; beside them what Python and Numba take by themselves."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.contest import Part, Target

if TYPE_CHECKING:
    from collections.abc import Callable

PYTHON = (sys.executable,)
GAMETREE = (sys.executable, "-m", "gametree")
COMPILE = """
import time
from gametree import load
from gametree.engine.compiled import Compiled
from gametree.engine.driver import Limits
from gametree.game import line_of
game = load("connect4")
start = time.perf_counter()
Compiled(game, line_of(game, None), Limits(), 1)
print(time.perf_counter() - start)
"""


class Task(NamedTuple):
    """A command; ``cold`` starts it with an empty cache; ``inner`` takes the seconds that it prints."""

    name: str
    words: tuple[str, ...]
    target: float | None = None
    cold: bool = False
    inner: bool = False


BEST = (*GAMETREE, "best", "connect4", "--depth", "8")
TASKS = (
    Task("python -c pass", (*PYTHON, "-c", "pass")),
    Task("python -c 'import numba'", (*PYTHON, "-c", "import numba")),
    Task("gametree --help", (*GAMETREE, "--help"), 0.3),
    Task("gametree best connect4 --depth 8, cold", BEST, cold=True),
    Task("gametree best connect4 --depth 8, warm", BEST, 1.0),
    Task("compiling connect4, cold", (*PYTHON, "-c", COMPILE), 5.0, cold=True, inner=True),
    Task("fetching connect4 from the cache", (*PYTHON, "-c", COMPILE), inner=True),
)
PAIRS = ((3, 4), (5, 6))  # cold and warm of the same


def part(rounds: int) -> Part:
    """The whole part."""
    found = Part("d", "cold and warm start, seconds")
    seconds: dict[str, list[float]] = {task.name: [] for task in TASKS}
    with tempfile.TemporaryDirectory() as warm:
        for task in TASKS:
            start(task, warm)  # nobody meets a disk, or a cache, that is cold by chance
        for number in range(1, rounds + 1):
            print(f"\rstarting: round {number} of {rounds}", end="", file=sys.stderr, flush=True)
            for task in TASKS:
                seconds[task.name].append(start(task, warm))
    print(file=sys.stderr)
    middle = {name: median(times) for name, times in seconds.items()}
    for task in TASKS:
        times = seconds[task.name]
        found.rows.append({"what": task.name, "seconds": middle[task.name], "low": min(times), "high": max(times)})
        if task.target:
            found.targets.append(Target(f"seconds of {task.name}", middle[task.name], task.target, at_least=False))
    for cold, warm_one in PAIRS:
        ratio = middle[TASKS[cold].name] / middle[TASKS[warm_one].name]
        found.rows[cold]["cold / warm"] = ratio
    return found


def start(task: Task, warm: str) -> float:
    """How long a fresh process takes."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"GAMETREE_CACHE": empty if task.cold else warm}
        before = time.perf_counter()
        done = subprocess.run(task.words, env=environment, check=True, capture_output=True, text=True)
        passed = time.perf_counter() - before
        return float(done.stdout) if task.inner else passed
