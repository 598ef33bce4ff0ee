"""The server in a process of its own, on a free port, as users start it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RACE = '''
from typing import NamedTuple
from gametree import Game

class Sum(NamedTuple):
    total: int
    turn: int

class Race(Game):
    """Add one, two or three; who reaches the goal wins."""
    def __init__(self, goal=10): self.goal = goal
    def initial(self): return Sum(0, 0)
    def player(self, s): return s.turn
    def actions(self, s):
        for n in (1, 2, 3):
            if s.total + n <= self.goal:
                yield n
    def result(self, s, a): return Sum(s.total + a, 1 - s.turn)
    def terminal(self, s): return s.total == self.goal
    def utility(self, s): return 1 if s.turn else -1
'''
"""A user's file."""


@dataclass
class Served:
    """A server that runs."""

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1].strip("/"))

    def post(self, name: str, timeout: float = 60, **asked: Any) -> httpx.Response:
        """Ask something of the API."""
        return httpx.post(f"{self.address}api/{name}", json=asked, timeout=timeout)

    def ask(self, name: str, **asked: Any) -> dict[str, Any]:
        """The answer to a question, which must be a good one."""
        answer = self.post(name, **asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def games(self) -> dict[str, Any]:
        return httpx.get(f"{self.address}api/games", timeout=60).json()


def wait_for(served: Served, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """What /api/games says, as soon as it is what was wanted."""
    for _ in range(600):
        found = served.games()
        if wanted(found):
            return found
        time.sleep(0.1)
    raise AssertionError(found)


@contextmanager
def serving(*words: str) -> Iterator[Served]:
    """A server with these arguments."""
    command = [sys.executable, "-m", "gametree", "serve", "--port", "0", "--no-open", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, process.stderr and process.stderr.read()
            yield Served(found[0], process)
        finally:
            ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as by the background jobs of a shell
            process.send_signal(signal.SIGTERM if ignored else signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
