"""(m) A second client's latency while others ask the page what is hard to answer.

The server runs in a process of its own, as ``gametree serve`` starts it. Several hostile clients send one request again
and again, as fast as they are answered; meanwhile another client asks for a position, on a new connection each time.
What it waits counts: the median and the worst of all its questions. A machine that is busy with other things shows
here: its load stands below.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import multiprocessing
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Target, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from multiprocessing.synchronize import Event

    Attack = Callable[[int, Event], None]

CLIENTS = 4
"""Hostile ones at once."""
RENEWED = 0.04
"""Seconds after which a hostile client opens one more connection, and closes its oldest if it has enough."""
HELD = 100
"""Connections that each of them holds."""
PAUSE = 0.02
"""Seconds between two questions of the other."""
MEDIAN, WORST = 0.2, 1.0
"""Seconds that are promised."""


class Task(NamedTuple):
    """Which attacks, and for how many seconds each."""

    names: tuple[str, ...]
    seconds: float


def asking(path: str, **asked: Any) -> Attack:
    """A request, again and again."""
    body = json.dumps(asked)

    def attack(port: int, done: Event) -> None:
        while not done.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                ask(port, path, body, timeout=20)

    return attack


def leaving(path: str, **asked: Any) -> Attack:
    """A request whose client goes away before it is answered, again and again."""
    body = json.dumps(asked).encode()

    def attack(port: int, done: Event) -> None:
        while not done.wait(0.3):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=20) as link:
                link.sendall(_head(port, path, len(body)) + body)
                done.wait(0.3)

    return attack


def unfinished(port: int, done: Event) -> None:
    """Bodies that never end."""
    _crowd(port, done, _head(port, "position", 1000) + b"{")


def silent(port: int, done: Event) -> None:
    """Connections on which nothing is asked."""
    _crowd(port, done, b"")


def _crowd(port: int, done: Event, said: bytes) -> None:
    links: list[socket.socket] = []
    for _ in range(HELD):
        with contextlib.suppress(OSError):
            links.append(socket.create_connection(("127.0.0.1", port), timeout=20))
            links[-1].sendall(said)
    while not done.wait(RENEWED):
        with contextlib.suppress(OSError):
            links.append(socket.create_connection(("127.0.0.1", port), timeout=20))
            links[-1].sendall(said)
        if len(links) >= HELD:
            links.pop(0).close()
    for link in links:
        link.close()


def _head(port: int, path: str, length: int) -> bytes:
    kind = "content-type: application/json"
    return f"POST /api/{path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{kind}\r\ncontent-length: {length}\r\n\r\n".encode()


KNIGHTS = " ".join(f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 400, 2))
ATTACKS: dict[str, Attack] = {
    "nothing": lambda port, done: None,
    "a position of 9,990 blanks": asking("position", game="nim", position=" " * 9990 + "!"),
    "a PGN of 199,000 !": asking("read", game="chess", text="1. " + "!" * 199_000),
    "a PGN of 90,000 numbers": asking("read", game="chess", text="1. e4 " + "1 " * 90_000),
    "a long game of chess": asking("read", game="chess", text=KNIGHTS),
    "1e-999999999": asking("position", game='tree:{"chance": [["1e-999999999", 1], ["1/2", 2]]}'),
    "nim:0xffffffff": asking("best", game="nim:0xffffffff"),
    "nim:1_000_000,1_000_000": asking("solve", game="nim:1_000_000,1_000_000"),
    "best, and gone": leaving("best", game="connect4", time=60),
    "perft, and gone": leaving("perft", game="mnk:5,5,4", depth=20),
    "solve, and gone": leaving("solve", game="mnk:4,4,4", time=300),
    "solve for 5 s": asking("solve", game="mnk:4,4,4", time=5),
    "bodies that never end": unfinished,
    "silent connections": silent,
}
TINY = Task(("a position of 9,990 blanks",), 0.5)
QUICK = Task(tuple(ATTACKS), 3.0)
FULL = Task(tuple(ATTACKS), 20.0)


def part(task: Task) -> Part:
    """The whole part."""
    found = Part("m", f"A second client's latency while {CLIENTS} others ask what is hard to answer")
    medians: list[float] = []
    worsts: list[float] = []
    with serving() as port:
        measure(port, lambda *_: None, 1.0)  # what is loaded once is loaded
        for number, name in enumerate(task.names, 1):
            tell(name, number, len(task.names))
            waited, failed = measure(port, ATTACKS[name], task.seconds)
            medians.append(statistics.median(waited))
            worsts.append(max(waited))
            found.rows.append({
                "asked by the others": name, "questions": len(waited), "unanswered": failed,
                "median s": f"{medians[-1]:.3f}", "worst s": f"{worsts[-1]:.3f}",
            })  # fmt: skip
    found.targets.append(Target("seconds of the slowest median", max(medians), MEDIAN, False))
    found.targets.append(Target("seconds of the slowest answer", max(worsts), WORST, False))
    found.notes.append(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return found


def measure(port: int, attack: Attack, seconds: float) -> tuple[list[float], int]:
    """How long each question of the second client took, and how many were not answered."""
    apart = multiprocessing.get_context("fork")  # or they would share our interpreter, and we would wait for that
    done = apart.Event()
    crowd = [apart.Process(target=attack, args=(port, done), daemon=True) for _ in range(CLIENTS)]
    for one in crowd:
        one.start()
    waited: list[float] = []
    failed = 0
    body = json.dumps({"game": "connect4", "moves": "4 4"})
    end = time.perf_counter() + seconds
    try:
        while time.perf_counter() < end or not waited:
            begin = time.perf_counter()
            try:
                failed += ask(port, "position", body, timeout=60) != 200
            except (OSError, http.client.HTTPException):
                failed += 1
            waited.append(time.perf_counter() - begin)
            time.sleep(PAUSE)
    finally:
        done.set()
        for one in crowd:
            one.join(30)
            one.kill()
    return waited, failed


def ask(port: int, path: str, body: str, timeout: float) -> int:
    """Ask something on a new connection, and read the whole answer; its status."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        link.request("POST", f"/api/{path}", body, {"content-type": "application/json"})
        answer = link.getresponse()
        answer.read()
        return answer.status
    finally:
        link.close()


@contextlib.contextmanager
def serving() -> Generator[int]:
    """A server on a free port."""
    command = [sys.executable, "-m", "gametree", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        try:
            yield int(found[1])
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
