"""(h) Promptness: an answer when the time is over, an end when Ctrl-C is pressed, and no game lost on time.

All in one process and on the wall, with the game compiled before. The worst game counts. A machine that is busy with
other things shows here: its load stands below.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.contest import Part, Target, tell
from gametree import best, load
from gametree.catalogue import CATALOGUE
from gametree.verbs.match import match

if TYPE_CHECKING:
    from collections.abc import Generator

LIMIT = 1.0
"""Seconds that an answer is asked for in."""
PRESSED = 0.3
"""Seconds after which Ctrl-C is pressed."""
BASE = 0.1
"""Seconds that a player has for a whole game."""


class Task(NamedTuple):
    """Which games are asked, and how many are played by a clock."""

    games: tuple[str, ...]
    matches: int


TINY = Task(("tictactoe",), 2)
QUICK = Task(("connect4", "kalah", "mnk"), 100)
FULL = Task(tuple(CATALOGUE), 1000)


def part(task: Task) -> Part:
    """The whole part."""
    found = Part("h", f"Promptness: best --time {LIMIT:g}, Ctrl-C, and games of {BASE:g} s")
    answers: list[float] = []
    stops: list[float] = []
    for number, name in enumerate(task.games, 1):
        tell("best and Ctrl-C", number, len(task.games))
        game = load(name)
        best(game, time=0.01)  # compiled
        begin = time.perf_counter()
        answer = best(game, time=LIMIT)
        answers.append(time.perf_counter() - begin)
        stop = _interrupted(name)
        stops += [] if stop is None else [1000 * stop]
        found.rows.append({
            "game": name, "algorithm": answer.algorithm, "answered in s": f"{answers[-1]:.3f}",
            "Ctrl-C in ms": "known before" if stop is None else f"{1000 * stop:.1f}",
        })  # fmt: skip
    found.targets.append(Target(f"seconds of the slowest answer of best --time {LIMIT:g}", max(answers), 1.1, False))
    if stops:
        found.targets.append(Target("milliseconds from Ctrl-C to the answer, the slowest", max(stops), 50, False))
    with _busy() as busy:
        player = f"pvs:table=1,tc={BASE}"
        result = match("connect4:5,4", f"{player},name=a", f"{player},name=b", games=task.matches, plies=2)
    lost = result.endings.get("time forfeit", 0)
    found.targets.append(Target(f"games of {task.matches} with {BASE:g} s a side lost on time", lost, 0, False))
    found.notes.append(
        f"{busy} busy processes beside the match; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return found


def _interrupted(name: str) -> float | None:
    """Seconds from Ctrl-C to the answer; None where the answer was there before."""
    game = load(name)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(PRESSED, press)
    answered = 0.0
    with contextlib.suppress(KeyboardInterrupt):  # one that comes when the answer is there already
        timer.start()
        best(game, time=30)
        answered = time.perf_counter()
        timer.cancel()
        timer.join()
    return answered - pressed[0] if pressed and answered > pressed[0] else None


@contextlib.contextmanager
def _busy() -> Generator[int]:
    """Processes that do nothing but keep the machine busy: as many as it lacks to twice its cores."""
    missing = max(0, 2 * (os.cpu_count() or 1) - round(os.getloadavg()[0]))
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(missing)]
    try:
        yield missing
    finally:
        for process in processes:
            process.kill()
            process.wait()
