"""Ctrl-C as a request to stop, where something worth telling has been found already."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator


@contextmanager
def interrupts(stop: threading.Event) -> Generator[None, None, None]:
    """Ctrl-C sets ``stop``; a second one interrupts. (Only the main thread hears of signals: elsewhere, nothing.)

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

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
