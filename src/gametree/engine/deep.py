# pyright: basic
"""Threads with a deep stack: a deep line needs it, compiled or not. They are kept for the next search, since starting
one takes longer than a short search."""

from __future__ import annotations

import os
import queue
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STACK = 256 << 20
"""Bytes of a stack; only what is used takes memory."""
KEPT = 8
"""How many idle threads are kept."""


class Task:
    """Something that a thread does. It must not raise.

    >>> found = []
    >>> start_deep(lambda: found.append(1)).join()
    >>> found
    [1]
    """

    def __init__(self, work: Callable[[], None]):
        self.work = work
        self.running = threading.Lock()
        self.running.acquire()

    def do(self) -> None:
        """Do it, and let those who wait go on."""
        try:
            self.work()
        finally:
            self.running.release()

    def join(self) -> None:
        """Wait until it is done."""
        with self.running:
            pass


_idle: list[queue.SimpleQueue[Task]] = []
_lock = threading.Lock()
os.register_at_fork(after_in_child=_idle.clear)  # the threads are not there


def start_deep(work: Callable[[], None]) -> Task:
    """Do something in a thread with a deep stack."""
    task = Task(work)
    with _lock:
        tasks = _idle.pop() if _idle else _new_thread()
    tasks.put(task)
    return task


def _new_thread() -> queue.SimpleQueue[Task]:
    """A new thread, by its tasks. The size of a stack is a setting of the process."""
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    before = threading.stack_size(STACK)
    try:
        threading.Thread(target=_work, args=(tasks,), daemon=True).start()
    finally:
        threading.stack_size(before)
    return tasks


def _work(tasks: queue.SimpleQueue[Task]) -> None:
    while True:
        task = tasks.get()
        task.do()
        del task  # it holds a search
        with _lock:
            if len(_idle) >= KEPT:
                return
            _idle.append(tasks)
