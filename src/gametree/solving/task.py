"""The conditions of a solve: memory and threads, progress reports, and when to stop."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GIB = 1 << 30


class StoppedError(Exception):
    """The task was stopped before it was done. Finished work is on disk, if there is an ``out``."""


@dataclass(frozen=True)
class SolveProgress:
    """The progress of a task."""

    what: str
    """The current stage, in a word or two: ``exploring``, ``labelling tier 12``."""
    done: int
    """Positions done in this stage."""
    total: int | None
    """Positions of this stage, if known."""
    seconds: float
    """Seconds since the task began."""


@dataclass(frozen=True)
class Task:
    """The conditions of one solve."""

    memory: int = 8 * GIB
    """The most bytes of memory for its tables."""
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    out: Path | None = None
    """The folder of the database (or the file of the certificate) to write; None for nothing."""
    progress: Callable[[SolveProgress], None] | None = None
    workshop: Any = None
    """What fills a dense table instead of the threads (``gpu/tables.py``)."""
    cluster: Any = None
    """The workers that do the tasks (``cluster/crowd.py``)."""
    halt: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Seconds since the task began."""
        return time.perf_counter() - self.started

    def tell(self, what: str, done: int, total: int | None = None) -> None:
        """Report the progress; raises StoppedError if the task was told to stop.

        >>> Task(progress=lambda report: print(report.what, report.done)).tell("exploring", 12)
        exploring 12
        """
        if self.halt.is_set():
            raise StoppedError
        if self.progress is not None:
            self.progress(SolveProgress(what, done, total, self.seconds))
