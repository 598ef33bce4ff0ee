"""Threads that share one piece of work, with reports of its progress."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, TypeVar

from gametree.solving.task import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gametree.solving.task import Task

T = TypeVar("T")
REPORTS = 0.1
"""Seconds between two reports."""


class Crew:
    """As many threads as the task has. The work is compiled, and runs without the GIL."""

    def __init__(self, task: Task):
        self.task = task
        self.pool = ThreadPoolExecutor(task.threads)

    def run(self, works: Sequence[Callable[[], T]], report: Callable[[], None]) -> list[T]:
        """Run all works and return their results; ``report`` is called meanwhile, and at the end.

        A work must check ``task.halt`` from time to time, and return when it is set: then StoppedError is raised here.
        """
        if len(works) == 1:
            answers = [works[0]()]
        else:
            futures = [self.pool.submit(work) for work in works]
            while wait(futures, REPORTS).not_done:
                report()
            answers = [future.result() for future in futures]
        if self.task.halt.is_set():
            raise StoppedError
        report()
        return answers

    def aside(self, work: Callable[[], T], stop: Callable[[], None], report: Callable[[], None]) -> T:
        """Run one work in its own thread and return its result; ``stop`` is called when the task must stop."""
        report()
        future = self.pool.submit(work)
        while wait([future], REPORTS).not_done:
            if self.task.halt.is_set():
                stop()
            else:
                report()
        if self.task.halt.is_set():
            raise StoppedError
        return future.result()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)
