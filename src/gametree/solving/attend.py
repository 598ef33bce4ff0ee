"""Run a kernel, report its progress, and stop it on request."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from gametree.solving.task import Task

STOP, DONE, STATUS, WHERE = range(4)
"""The first words that a kernel shares with Python: a request to stop; the count of done work; its status; a place."""


def attend(
    task: Task,
    what: str,
    work: Callable[[], Any],
    shared: np.ndarray[Any, np.dtype[np.int64]],
    before: int = 0,
    total: int | None = None,
) -> None:
    """Run ``work``, which calls a kernel, in a thread of its own. Every tenth of a second the progress is reported:
    ``before`` plus the word DONE. If the task is told to stop, or Ctrl-C comes, the word STOP is set, and the kernel
    returns.

    >>> import numpy as np
    >>> from gametree.solving.task import Task
    >>> shared = np.zeros(4, np.int64)
    >>> attend(Task(), "counting", lambda: shared.put(DONE, 12), shared)
    >>> int(shared[DONE])
    12
    """
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # raised again in the caller
            errors.append(error)

    task.tell(what, before + int(shared[DONE]), total)
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join(0.1)
        while thread.is_alive():
            task.tell(what, before + int(shared[DONE]), total)
            thread.join(0.1)
    except BaseException:
        shared[STOP] = 1
        thread.join()
        raise
    if errors:
        raise errors[0]
