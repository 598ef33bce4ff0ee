"""The desk: gives jobs to worker processes, waits for their answers, and stops jobs that never end.

There are a few workers for quick questions about the games of the catalogue, if possible one of them idle, and a worker
for each file of the user. Long work (counting, checking, searching, solving) runs in a worker of its own for each game,
so nobody waits until the rules of another game are compiled. If a worker is killed or dies, its other jobs are done
again, each alone. So a harmful request loses only its own answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.web.budget import Budget, BusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from gametree.web.shelf import Shelf

    Tell = Callable[[dict[str, Any]], None]

PATIENCE = 10.0
"""Seconds after which a quick answer is given up, by default."""
GRACE, COMPILING = 3.0, 120.0
"""Seconds that a job gets to stop. A job that compiles cannot stop; it is left alone for the second number of seconds,
and its compiled code is kept for the next time."""
BUSY, MOMENT = 3, 0.1
"""On a busy machine a worker gets this many times as long; shorter waits than a moment are ignored."""
MOST_JOBS = 32
"""The most jobs in one worker."""
QUICK = 3
"""Workers for quick questions about the games of the catalogue."""
ALONE = 4
"""The most jobs that are done again at a time, each in a worker of its own."""
ROOMS = {"searching": 3, "solving": 2, "long": 3}
"""The rooms in which each game has its own worker, and the most workers of each room."""
LONGEST_LINE = 256 << 20
NICE = 5
"""By how much the priority of long work is lowered (``nice``)."""


class LostError(GameError):
    """The worker ended while it did several jobs: another job may be the cause."""


@dataclass
class _Pending:
    answer: asyncio.Future[Any]
    tell: Tell | None = None
    state: str | None = None
    """Its last report; None before the first."""
    left: bool = False
    """Does nobody wait for the answer any more?"""


@dataclass
class Process:
    """One worker process, seen from the server."""

    name: str
    process: asyncio.subprocess.Process
    pending: dict[int, _Pending] = field(default_factory=dict[int, _Pending])
    count: int = 0
    gone: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @staticmethod
    async def start(name: str, file: str | None) -> Process:
        """Start a process; it is ready when it answers."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "gametree.web.worker", *([file] if file else []),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE,
        )  # fmt: skip
        self = Process(name, process)
        self._begin(self._listen())
        return self

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def step_back(self) -> None:
        """Lower the priority of the process."""
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.process.pid, NICE)

    def busy(self) -> int:
        """The number of jobs with a waiting client."""
        return sum(not pending.left for pending in self.pending.values())

    async def _listen(self) -> None:
        assert self.process.stdout
        with contextlib.suppress(ConnectionError, ValueError):
            async for line in self.process.stdout:
                self._hear(json.loads(line))
        self._fail(f"{self.name} has stopped unexpectedly: perhaps it needed more memory than a worker may have")

    def _hear(self, message: dict[str, Any]) -> None:
        pending = self.pending.get(message["id"])
        if pending is None:
            return
        if "tell" in message:
            pending.state = message["tell"].get("state", "")
            if pending.tell is not None:
                pending.tell(message["tell"])
        elif not pending.answer.done():
            if "done" in message:
                pending.answer.set_result(message["done"])
            else:
                pending.answer.set_exception(GameError(message["error"]))

    def end(self, why: str, *, wanted: bool = True) -> None:
        """Kill the process; waiting clients are told why. If it was not ``wanted``, the other jobs can be done
        again."""
        if not self.gone:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        self._fail(why, wanted=wanted)

    def _fail(self, why: str, *, wanted: bool = False) -> None:
        self.gone = True
        waiting = [pending for pending in self.pending.values() if not pending.answer.done()]
        kind = GameError if wanted or len(waiting) < 2 else LostError
        for pending in waiting:
            pending.answer.set_exception(kind(why))

    def write(self, message: dict[str, Any]) -> None:
        """Write one line to the process."""
        assert self.process.stdin
        if not self.gone:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

    async def work(
        self,
        job: str,
        game: str | None,
        asked: dict[str, Any],
        seconds: float | None,
        tell: Tell | None = None,
        halt: asyncio.Event | None = None,
    ) -> Any:
        """Do a job. After ``seconds``, or when ``halt`` is set, it is told to stop; if it does not, the process is
        killed. If the rules are being compiled, which cannot be stopped, or nothing has begun, the client gets an error
        at once."""
        if len(self.pending) >= MOST_JOBS:
            raise BusyError(f"too busy: {MOST_JOBS} questions wait already; stop one, or try again later")
        self.count += 1
        number, answer = self.count, asyncio.get_running_loop().create_future()
        pending = self.pending[number] = _Pending(answer, tell)
        if self.gone:  # it ended meanwhile
            answer.set_exception(LostError(f"{self.name} has just stopped: ask again"))
        try:
            self.write({"id": number, "job": job, "game": game, "asked": asked})
            stopped = asyncio.create_task(halt.wait()) if halt is not None else None
            try:
                await self._patiently({answer, stopped} if stopped else {answer}, seconds)
            finally:
                if stopped is not None:
                    stopped.cancel()
            if not answer.done():
                self.write({"id": number, "halt": True})
                halted = halt is not None and halt.is_set()
                if pending.state == "compiling" or (halted and pending.state is None):
                    pending.left = True
                    self._begin(self._leave(number, pending))
                    raise GameError("it was stopped; compiling continues, and its result will be ready the next time")
                await asyncio.wait({answer}, timeout=GRACE)
            if not answer.done():
                self.end(self._late(), wanted=False)
            return await answer
        except asyncio.CancelledError:
            self.write({"id": number, "halt": True})
            raise
        finally:
            if not pending.left:
                self.pending.pop(number, None)

    async def _patiently(self, ends: set[Any], seconds: float | None) -> None:
        """Wait until one of these is done, or the process has used ``seconds`` of processor time, if the system reports
        that: on a busy machine wall-clock seconds say little. There is a limit in wall-clock time too."""
        begun, start, left = used(self.process.pid), time.monotonic(), seconds
        while True:
            done, _ = await asyncio.wait(ends, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            now = used(self.process.pid)
            if done or seconds is None or begun is None or now is None:
                return
            left = min(seconds - (now - begun), BUSY * seconds - (time.monotonic() - start))
            if left < MOMENT:
                return

    async def _leave(self, number: int, pending: _Pending) -> None:
        """Wait for the end of a job that has no client any more."""
        await asyncio.wait({pending.answer}, timeout=PATIENCE)
        if pending.state == "compiling":
            await asyncio.wait({pending.answer}, timeout=COMPILING)
        if not pending.answer.done():
            self.end(self._late(), wanted=False)
        pending.answer.exception()  # marks it as read
        self.pending.pop(number, None)

    def _late(self) -> str:
        return f"{self.name} did not answer in time and was stopped: does a loop in its rules never end?"


def used(pid: int) -> float | None:
    """Seconds of processor time that a process has used; None if the system does not say."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Desk:
    """Takes every request for work: finds the worker for the game and starts it if needed."""

    def __init__(self, shelf: Shelf, patience: float = PATIENCE):
        """``patience``: seconds that quick answers may take."""
        self.shelf, self.patience = shelf, patience
        self.processes: dict[tuple[str | None, str], Process] = {}
        self.starting, self.housing, self.sparing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self.alone = asyncio.Semaphore(ALONE)
        self.budget = Budget()
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    async def work(
        self,
        job: str,
        game: object,
        asked: dict[str, Any],
        *,
        long: bool = False,
        room: str = "",
        seconds: float | None = None,
        tell: Tell | None = None,
        halt: asyncio.Event | None = None,
    ) -> Any:
        """Do ``job`` ("module:function") with a game, given by its name in the request, and return its result.

        After ``seconds`` (by default the desk's patience), or when ``halt`` is set, it is stopped. ``long`` work has
        its own worker. So has work in a ``room`` (in some rooms, one for each game): data kept in memory there, such as
        the solution of a game, is found again later, unless its place was needed. A GameError says what was wrong with
        the request, or why there is no answer.
        """
        words = self.shelf.checked(game)
        file, room = self.shelf.file_of(words), room or ("long" if long else "")
        seconds = self.patience if seconds is None else seconds
        with self.budget.spend(room, asked):
            try:
                process = await self._worker(file, room, words)
                return await process.work(job, words, asked, seconds, tell, halt)
            except LostError:
                return await self._again(file, job, words, asked, seconds, tell, halt)

    async def _worker(self, file: str | None, room: str, words: str) -> Process:
        if room in ROOMS:
            return await self.own(file, room, words)
        return await (self.quick() if file is None and not room else self.process(file, room))

    async def _again(self, file: str | None, job: str, words: str, *how: Any) -> Any:
        """Do a job again, alone, after its worker was killed with several jobs in it."""
        async with self.alone:
            if self.closed:
                raise GameError("the server stops")
            process = self.processes[file, f"alone {id(how)}"] = await Process.start(self._called(file), file)
            try:
                return await process.work(job, words, *how)
            finally:
                self.processes.pop((file, f"alone {id(how)}"), None)
                process.end("the worker is not needed any more")
                await process.process.wait()

    async def quick(self) -> Process:
        """The worker for quick questions with the fewest jobs. If no other one is idle, a new one is started."""
        there = self._quick_ones()
        found = min(there, key=lambda process: len(process.pending)) if there else await self.process(None)
        task = asyncio.create_task(self.spare())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return found

    def _quick_ones(self) -> list[Process]:
        found = (self.processes.get((None, room)) for room in _quick_rooms())
        return [process for process in found if process is not None and not process.gone]

    async def spare(self) -> None:
        """Keep one worker for quick questions idle, within the allowed number of workers."""
        async with self.sparing:
            there = self._quick_ones()
            if self.closed or len(there) >= QUICK or any(not process.pending for process in there):
                return
            taken = [room for room in _quick_rooms() if self.processes.get((None, room)) in there]
            room = next(room for room in _quick_rooms() if room not in taken)
            with contextlib.suppress(GameError):
                process = await self.process(None, room)
                await process.work("gametree.web.jobs:games", None, {}, self.patience * BUSY)  # loads the games

    async def process(self, file: str | None, room: str = "") -> Process:
        """The worker for a file, or for the catalogue."""
        async with self.starting:
            if self.closed:
                raise GameError("the server stops")
            found = self.processes.get((file, room))
            if found is None or found.gone:
                found = self.processes[file, room] = await Process.start(self._called(file), file)
                if room not in _quick_rooms():
                    found.step_back()
            return found

    def _called(self, file: str | None) -> str:
        return "the worker for the catalogue" if file is None else self.shelf.name_of(file)

    async def own(self, file: str | None, room: str, words: str) -> Process:
        """The worker of a game in a room. If there are enough workers already, an idle one is replaced; if none is
        idle, the game shares the worker with the fewest jobs."""
        async with self.housing:
            key = (file, f"{room} {words}")
            inside = {k: process for k, process in self.processes.items() if k[1].startswith(f"{room} ")}
            if key not in inside and len(inside) >= ROOMS[room]:
                least = min(inside, key=lambda k: inside[k].busy())  # of several, the one used longest ago
                if inside[least].busy():
                    hosts = [process for k, process in inside.items() if k[0] == file]
                    if hosts:
                        return min(hosts, key=lambda process: process.busy())
                    return await self.process(file, room if file is None else "")
                self.processes.pop(least).end("another game took its worker: ask again")
            found = await self.process(*key)
            self.processes[key] = self.processes.pop(key)
            return found

    def replace(self, file: str, fresh: Process) -> None:
        """Replace the old processes of a file by one that has read the edited file."""
        for key in [key for key in self.processes if key[0] == file]:
            old = self.processes.pop(key)
            old.end(f"{old.name} was edited: it starts again with the new rules")
        self.processes[file, ""] = fresh

    def running(self) -> int:
        """How many jobs are being done."""
        return sum(len(process.pending) for process in self.processes.values())

    async def close(self) -> None:
        """End all processes at once."""
        ended = list(self.processes.values())
        self.processes.clear()
        self.closed = True
        for task in self.tasks:
            task.cancel()
        for process in ended:
            process.end("the server stops")
        await asyncio.gather(*(process.process.wait() for process in ended))


def _quick_rooms() -> list[str]:
    return ["", *(f"quick {n}" for n in range(1, QUICK))]
