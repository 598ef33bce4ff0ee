"""What the scheduler costs: tasks that do nothing, and the same work directly and with 1, 2, … workers.

python -m benchmarks.cluster tasks --tasks 100000
python -m benchmarks.cluster solve --game connect4:5,4 --workers 1 2 4
python -m benchmarks.cluster perft --game connect4 --depth 10 --workers 1 2 4
python -m benchmarks.cluster ranges --game connect4:5,4 --block 100000   (processor time: whole tiers, and ranges)
python -m benchmarks.cluster endings                                     (positions of draughts with few pieces)
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import product
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree import load, perft, solve
from gametree.cluster.jobs import Job
from gametree.cluster.joining import joined
from gametree.solving.task import Task
from gametree.solving.tiers import spread
from gametree.solving.tiers.solve import solve_tiers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def nothing(n: int) -> int:
    """A task without work."""
    return n


def tasks(count: int, workers: list[int]) -> None:
    """Seconds of a task beside its work."""
    for many in workers:
        with joined(f"local:{many}") as cluster:
            list(cluster.run(Job(nothing, (-n,)) for n in range(1, 100)))
            began, mine = time.perf_counter(), time.process_time()
            done = sum(1 for _ in cluster.run(Job(nothing, (n,)) for n in range(count)))
            taken, own = time.perf_counter() - began, time.process_time() - mine
            each = f"{1e3 * taken / done:.2f} ms a task ({1e3 * own / done:.2f} ms of them by client and scheduler)"
            print(f"{many} workers: {done:,} tasks, {taken:.1f} s, {each}", flush=True)


def solving(game: str, workers: list[int]) -> None:
    """The same solve directly and with workers; the second of two runs, so that nothing is compiled."""
    with tempfile.TemporaryDirectory() as folder:
        for many in [0, *workers]:
            for run in range(2):
                out = Path(folder) / f"{many}-{run}"
                if not many:
                    found = solve(game, out=out, threads=1)
                else:
                    with joined(f"local:{many}") as cluster:
                        solve("tictactoe", out=out.with_name(f"warm-{many}-{run}"), cluster=cluster)
                        found = solve(game, out=out, cluster=cluster)
            print(f"{many or 'no'} workers: {found.positions:,} positions, {found.seconds:.1f} s", flush=True)


def counting(game: str, depth: int, workers: list[int]) -> None:
    """The same count directly and with workers."""
    for many in [0, *workers]:
        if not many:
            perft(game, depth=2, bulk=True)
            found = perft(game, depth=depth, bulk=True)
        else:
            with joined(f"local:{many}") as cluster:
                perft(game, depth=depth - 3, bulk=True, cluster=cluster)
                found = perft(game, depth=depth, bulk=True, cluster=cluster)
        print(f"{many or 'no'} workers: {found.nodes:,} leaves, {found.seconds:.1f} s", flush=True)


class Here:
    """A cluster without Dask: every job at once, in this process."""

    threads = 1

    def __init__(self) -> None:
        self.jobs = 0

    def memory(self) -> int:
        """No limit of its own."""
        return 0

    def run(self, jobs: Iterable[Job], *_: object) -> Iterator[tuple[Job, Any]]:
        """The results in order."""
        for job in jobs:
            self.jobs += 1
            yield job, job.work(*job.arguments)


def dividing(words: str, block: int) -> None:
    """Processor time of one solve in whole tiers, and of the same in ranges."""
    game, spread.BLOCK = load(words), block
    for run in range(3):  # the first one compiles
        taken: list[float] = []
        jobs = 0
        for here in (None, Here()):
            with tempfile.TemporaryDirectory() as folder:
                began = time.process_time()
                task = Task(out=Path(folder) / "out", threads=1, cluster=here)
                found = solve_tiers(game, game.initial(), task)
                taken.append(time.process_time() - began)
                jobs = here.jobs if here else 0
            if run and here:
                stored = found.classes or found.positions
                each = " and ".join(f"{1e6 * t / stored:.2f}" for t in taken)
                print(f"{found.positions:,} positions, {jobs} tasks: {each} µs for each that is stored", flush=True)


def endings(most: int, squares: int = 50, row: int = 5) -> None:
    """Positions of draughts with some pieces, both sides present, up to exchanging the colours. No man stands on the
    row where it would be crowned."""
    for pieces in range(2, most + 1):
        total = 0
        for black in range(1, pieces):
            white = pieces - black
            for bm, wm in product(range(black + 1), range(white + 1)):
                men = sum(
                    comb(squares - 2 * row, j) * comb(row, bm - j) * comb(squares - row - j, wm) for j in range(bm + 1)
                )
                rest = squares - bm - wm
                total += men * comb(rest, black - bm) * comb(rest - black + bm, white - wm)
        print(f"{pieces} pieces: {total:,}")


def main() -> None:
    """The measurements by name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("tasks", "solve", "perft", "ranges", "endings"))
    parser.add_argument("--game", default="connect4:5,4")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--block", type=int, default=100_000)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    asked = parser.parse_args()
    if asked.what == "tasks":
        tasks(asked.tasks, asked.workers)
    elif asked.what == "solve":
        solving(asked.game, asked.workers)
    elif asked.what == "ranges":
        dividing(asked.game, asked.block)
    elif asked.what == "endings":
        endings(asked.pieces)
    else:
        counting(asked.game, asked.depth, asked.workers)


if __name__ == "__main__":
    main()
