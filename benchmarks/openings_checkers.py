"""The openings by which checkers was proven a draw, tried for a bounded time with proof numbers over our databases.

    gametree solve checkers:endgame=5 --outcomes --out five
    python -m benchmarks.openings_checkers five 30          # seconds for each question, by the clock

The proof of J. Schaeffer and others (*Checkers is solved*, Science 2007) rests on 19 openings. After 9-13 Black must be
able to draw, whatever White answers: seven openings, each with a reply of Black's. After each first move Black must not
be able to win, and one good answer of White's is enough: six openings in which the next move is forced, one of them
among the seven, and all seven replies after 12-16 24-19. We took them from memory; that they are just what is needed
follows from the rules (``tests/games/test_checkers_slices.py``). Chinook had a database of ten pieces for them.
"""

from __future__ import annotations

import sys
import threading
import time

from gametree import load, solve
from gametree.solving.database import Database
from gametree.solving.task import SolveProgress, StoppedError

DRAWS = (
    "9-13 22-17 13x22", "9-13 21-17 5-9", "9-13 22-18 10-15", "9-13 23-18 5-9", "9-13 23-19 11-16", "9-13 24-19 11-15",
    "9-13 24-20 11-15",
)  # fmt: skip
"""Can Black draw? It should be so."""
NO_WINS = (
    "9-13 22-17 13x22", "9-14 23-18 14x23", "10-14 23-18 14x23", "10-15 22-18 15x22", "11-15 22-18 15x22",
    "11-16 23-19 16x23", "12-16 24-19 9-13", "12-16 24-19 9-14", "12-16 24-19 10-14", "12-16 24-19 10-15",
    "12-16 24-19 11-15", "12-16 24-19 16-20", "12-16 24-19 8-12",
)  # fmt: skip
"""Can Black win? It should not be so."""
START = "B:W21-32:B1-12"


def tried(words: str, folder: str, moves: str, goal: str, seconds: float) -> str:
    """What is known after so many seconds: can Black, who is Max, reach the goal?"""
    stop, developed = threading.Event(), [0]

    def heard(news: SolveProgress) -> None:
        developed[0] = max(developed[0], news.done)

    clock = threading.Timer(seconds, stop.set)
    clock.start()
    begun = time.process_time()
    try:
        found = solve(words, START, moves=moves, level="weak", goal=goal, database=folder, stop=stop, progress=heard)
    except StoppedError:
        return f"open after {developed[0]:,} positions, {time.process_time() - begun:.1f} s"
    finally:
        clock.cancel()
    said = "no" if found.bound == "upper" else "yes"
    return f"{said}: {found.positions:,} positions in the proof, {time.process_time() - begun:.1f} s"


def main(folder: str, seconds: str = "30") -> None:
    """Try each opening."""
    words = str(Database(folder).manifest["game"])
    print(f"{words}: {getattr(load(words), 'index_size'):,} positions; {seconds} s a question; processor time")  # noqa: B009
    tried(words, folder, DRAWS[0], "draw", 60.0)  # compiles
    for goal, openings in (("draw", DRAWS), ("win", NO_WINS)):
        for moves in openings:
            print(f"{moves:18} can Black {goal}? {tried(words, folder, moves, goal, float(seconds))}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
