"""The client's side of a protocol: another program is started and asked for moves. Every wait for it has a limit."""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, cast

from gametree.errors import GameError
from gametree.protocols.session import lines_of, shorten

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO, BinaryIO

BACKLOG = 10_000
"""Lines kept until they are read; a program that writes more has to wait."""
KEPT = 1000
"""The most lines kept of an answer."""
TICK = 0.05
"""Seconds between two checks whether a wait should stop."""
FAREWELL = 1.0
"""Seconds that a program gets to end after ``quit``."""


class ProgramError(GameError):
    """A program failed. ``reason`` says why its game ends."""

    def __init__(self, reason: str, message: str):
        super().__init__(message)
        self.reason = reason


class Program:
    """A program that speaks in lines.

    >>> program = Program("cat")                  # it repeats its input
    >>> program.send("hello"); program.hear("hello", seconds=10)
    ['hello']
    >>> program.close(); program.alive
    False
    """

    def __init__(self, command: str):
        self.command = command
        try:
            words = shlex.split(command)
            if not words:
                raise GameError("a program needs a command: cmd=./engine")
            # a process group of its own: it gets no Ctrl-C of our terminal, and its children can be killed with it
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            if isinstance(error, GameError):
                raise
            raise GameError(f"{command}: cannot be started: {error}") from error
        self.heard: queue.Queue[str | None] = queue.Queue(BACKLOG)
        self.errors: deque[str] = deque(maxlen=3)
        _follow(self.process.stdout, self.heard.put)
        self.complaining = _follow(self.process.stderr, self._complaint)

    @property
    def alive(self) -> bool:
        """Does it still run?"""
        return self.process.poll() is None

    def send(self, line: str) -> None:
        """Send it a line."""
        assert self.process.stdin
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def hear(self, first: str, seconds: float, stop: threading.Event | None = None) -> list[str]:
        """Its output up to a line that begins with this word; of very many lines, the last ones."""
        said: list[str] = []
        late = time.monotonic() + seconds
        while True:
            line = self.next_line(late - time.monotonic(), stop)
            if line is None:
                raise ProgramError("no answer", f"{self.command}: no {first} within {seconds:.3g} s")
            said.append(line)
            if len(said) > 2 * KEPT:
                del said[:-KEPT]
            if line.split(maxsplit=1)[:1] == [first]:
                return said

    def next_line(self, seconds: float, stop: threading.Event | None = None) -> str | None:
        """The next line that it writes, or None if there is none within ``seconds``."""
        late = time.monotonic() + seconds
        while (left := late - time.monotonic()) > 0:
            if stop is not None and stop.is_set():
                raise ProgramError("stopped", f"{self.command}: the game was stopped")
            try:
                line = self.heard.get(timeout=min(left, TICK))
            except queue.Empty:
                continue
            if line is None:
                raise self._ended()
            return line
        return None

    def _complaint(self, line: str | None) -> None:
        if line:
            self.errors.append(line)

    def _ended(self) -> ProgramError:
        """The error for a program that has ended, with the reason as far as it is known."""
        try:
            status = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return ProgramError("crash", f"{self.command}: it has closed its output")
        self.complaining.join(FAREWELL)  # its last lines may not have arrived yet
        words = f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        said = f": {shorten(self.errors[-1], 200)}" if self.errors else ""
        return ProgramError("crash", f"{self.command}: {words}{said}")

    def close(self, farewell: str = "quit") -> None:
        """End it: first with ``farewell``, then by a signal."""
        if self.alive:
            try:
                self.send(farewell)
                assert self.process.stdin
                self.process.stdin.close()
                self.process.wait(FAREWELL)
            except (ProgramError, OSError, subprocess.TimeoutExpired):
                self.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            _close(pipe)

    def kill(self) -> None:
        """Kill it and its children."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self.process.kill()
        self.process.wait()


def _follow(pipe: IO[bytes] | None, take: Callable[[str | None], None]) -> threading.Thread:
    """Read a pipe in a thread; None at its end."""
    assert pipe

    def read() -> None:
        for line in lines_of(cast("BinaryIO", pipe)):
            take(line or "")
        take(None)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe:
            pipe.close()
    except OSError:
        return  # what was not written yet is lost
