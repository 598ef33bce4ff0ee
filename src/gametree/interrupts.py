"""Ctrl-C as a request to stop and report what was found so far."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator


@contextmanager
def interrupts(stop: threading.Event, *, last: bool = True) -> Generator[None, None, None]:
    """Ctrl-C sets ``stop``; a second Ctrl-C interrupts. (Only the main thread gets signals: in others nothing happens.)
    If this is the ``last`` thing that a command does, SIGTERM, which ``kill`` and ``timeout`` send, sets ``stop`` too:
    the result is kept, and programs that the command started are ended.

    >>> stop = threading.Event()
    >>> with interrupts(stop):
    ...     signal.raise_signal(signal.SIGINT)
    >>> stop.is_set()
    True
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    requests = (signal.SIGINT, signal.SIGTERM) if last else (signal.SIGINT,)
    before = {which: signal.signal(which, handle) for which in requests}
    try:
        yield
    finally:
        for which, usual in before.items():
            signal.signal(which, usual)
