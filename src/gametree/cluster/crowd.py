# pyright: basic
"""The workers of a Dask scheduler, and jobs spread over them."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from gametree.cluster.jobs import perform, stamp
from gametree.errors import GameError

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterable

    from gametree.cluster.jobs import Job

AHEAD, LEAST = 16, 64
"""How many jobs are with the scheduler at a time: so many for each thread of a worker, and at least so many."""
WAIT = 0.1
"""Seconds between two looks at ``stop`` and at the scheduler."""
LOST = "finished work that has a file is kept, and the same command goes on"


class Cluster:
    """The workers of a scheduler, as a client sees them (``joining.py``)."""

    def __init__(self, client: Any, address: str):
        self.client, self.address = client, address
        self.jobs = 0
        """The jobs that were finished here."""

    @property
    def threads(self) -> int:
        """How many jobs can run at a time."""
        return max(1, sum(self.client.nthreads().values()))

    def memory(self) -> int:
        """The bytes that each job may take: of the smallest worker, shared by its threads."""
        workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        return min((int(w["memory_limit"] // max(1, w["nthreads"])) for w in workers if w["memory_limit"]), default=0)

    def run(
        self,
        jobs: Iterable[Job],
        stop: threading.Event | None = None,
        waiting: Callable[[], object] | None = None,
    ) -> Generator[tuple[Job, Any]]:
        """Every job and its result, in the order in which they finish. Jobs are taken as workers come free, so there
        may be very many. ``waiting`` is called from time to time. If ``stop`` is set, the iteration ends early.

        A job whose worker has died is run again elsewhere. A job that fails ends the run with its error.
        """
        todo, running = iter(jobs), {}
        finished: SimpleQueue[Any] = SimpleQueue()
        ahead, looked = max(LEAST, AHEAD * self.threads), time.monotonic()
        try:
            more = True
            while (more or running) and not (stop is not None and stop.is_set()):
                while more and len(running) < ahead:
                    job = next(todo, None)
                    if job is None:
                        more = False
                    else:
                        assert job.key not in running
                        future = self._submit(job)
                        running[job.key] = job, future
                        future.add_done_callback(finished.put)
                try:
                    done = finished.get(timeout=WAIT) if running else None
                except Empty:
                    done = None
                if done is not None:
                    job, _ = running.pop(done.key)
                    result = self._result(job, done)
                    self.jobs += 1
                    yield job, result
                if time.monotonic() - looked > WAIT:
                    looked = time.monotonic()
                    if self.client.status in ("closed", "closing"):
                        raise GameError(f"the scheduler {self.address} is gone; {LOST}")
                    if waiting is not None:
                        waiting()
        finally:
            if running and self.client.status == "running":
                self.client.cancel([future for _, future in running.values()], force=True)

    def _submit(self, job: Job) -> Any:
        try:
            return self.client.submit(perform, stamp(), job.work, job.arguments, key=job.key, pure=True)
        except Exception as error:
            if self.client.status != "running":
                raise GameError(f"the scheduler {self.address} is gone; {LOST}") from error
            raise

    def _result(self, job: Job, future: Any) -> Any:
        from distributed import KilledWorker

        if future.status in ("cancelled", "lost"):
            raise GameError(f"the scheduler {self.address} is gone; {LOST}")
        if future.status == "finished":
            return future.result()
        error = future.exception()
        if isinstance(error, KilledWorker):
            raise GameError(
                f"{job.work.__name__} has ended several workers, perhaps for want of memory: give them more; {LOST}"
            ) from None
        if isinstance(error, ModuleNotFoundError):
            raise GameError(f"a worker of {self.address} cannot import {error.name}: install it there") from None
        if "deserialization" in str(error):
            raise GameError(f"the scheduler {self.address} cannot read the tasks: it needs gametree too") from None
        raise error
