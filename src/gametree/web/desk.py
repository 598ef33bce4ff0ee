"""The desk: hands jobs to worker processes, waits for their answers, and ends those that never come.

There are a few workers for quick questions about the games of the catalogue, one of them with nothing to do where that
is possible, and a worker for each file of the user's. Long work (counting, checking, searching, solving) is done
elsewhere, in a worker that a game has of its own: nobody waits until the rules of another game are compiled. Where a
worker must be killed, or dies, and others than the culprit waited for it, what they asked is done again, each alone:
who asks something harmful loses his own question only.
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
"""Seconds after which a quick answer is given up, unless it is said otherwise."""
GRACE, COMPILING = 3.0, 120.0
"""Seconds within which a job that was told to stop must have stopped; one that compiles cannot, and is left alone for
so long: what it has compiled is there the next time."""
BUSY, MOMENT = 3, 0.1
"""A worker on a busy machine is waited for so many times as long; a shorter time than a moment is none."""
MOST_JOBS = 32
"""So many jobs may run in one worker."""
QUICK = 3
"""Workers for quick questions about the games of the catalogue."""
ALONE = 4
"""So many jobs are done again at a time, each in a worker that has nothing else to do."""
ROOMS = {"searching": 3, "solving": 2, "long": 3}
"""Work for which each game has a worker of its own, and how many of these there may be."""
LONGEST_LINE = 256 << 20
NICE = 5
"""How far those who do long work step back behind those who answer quick questions."""


class LostError(GameError):
    """The worker has gone while it did several jobs: this one may have been another's victim."""


@dataclass
class _Pending:
    answer: asyncio.Future[Any]
    tell: Tell | None = None
    state: str | None = None
    """What it does, as it has told; None before it has told anything."""
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
        """Let others go first, where the machine is busy."""
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.process.pid, NICE)

    def busy(self) -> int:
        """For how many jobs somebody waits."""
        return sum(not pending.left for pending in self.pending.values())

    async def _listen(self) -> None:
        assert self.process.stdout
        with contextlib.suppress(ConnectionError, ValueError):
            async for line in self.process.stdout:
                self._hear(json.loads(line))
        self._fail(f"{self.name} has stopped unexpectedly: did it need more memory than a worker may have?")

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
        """Kill the process; whoever waits for it is told why. Where nobody ``wanted`` that, the jobs of others can be
        done again."""
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
        """Have a job done. After ``seconds``, or when ``halt`` is set, it is told to stop; if it does not, the process
        is killed. Who asked is answered at once where the rules are being compiled, which cannot be stopped, and where
        nothing was begun yet."""
        if len(self.pending) >= MOST_JOBS:
            raise BusyError(f"too busy: {MOST_JOBS} questions wait already; stop one, or try again later")
        self.count += 1
        number, answer = self.count, asyncio.get_running_loop().create_future()
        pending = self.pending[number] = _Pending(answer, tell)
        if self.gone:  # since it was asked for
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
                    raise GameError("it was stopped; what is being compiled will be there the next time")
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
        """Wait until one of these is done, or the process has had so many seconds: by the processor's clock, where the
        system tells that, since on a busy machine others have most of a second; but not for ever."""
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
        """See a job to its end for which nobody waits."""
        await asyncio.wait({pending.answer}, timeout=PATIENCE)
        if pending.state == "compiling":
            await asyncio.wait({pending.answer}, timeout=COMPILING)
        if not pending.answer.done():
            self.end(self._late(), wanted=False)
        pending.answer.exception()  # nobody else asks for it
        self.pending.pop(number, None)

    def _late(self) -> str:
        return f"{self.name} did not answer in time and was stopped: does a loop in its rules never end?"


def used(pid: int) -> float | None:
    """Seconds of the processor that a process has had, where the system tells; None where it does not."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Desk:
    """Where every request for work goes: it finds the worker for the game and starts it when it is needed."""

    def __init__(self, shelf: Shelf, patience: float = PATIENCE):
        """``patience`` is how many seconds quick answers may take."""
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
        """Do ``job`` ("module:function") with a game, given in the words of the network, and answer what it returns.

        After ``seconds`` (the desk's patience, if it is not said) it is stopped; so it is when ``halt`` is set.
        ``long`` work has a worker of its own, and so has work in a ``room`` (in some of them, one for each game): what
        is kept in memory there, such as the solution of a game, is found again unless others needed the place.
        GameError tells what was wrong with the question, or that there is no answer.
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
        """Do a job again whose worker was killed while others were in it too: alone, so that it can hurt nobody."""
        async with self.alone:
            if self.closed:
                raise GameError("the server stops")
            process = self.processes[file, f"alone {id(how)}"] = await Process.start(self._called(file), file)
            try:
                return await process.work(job, words, *how)
            finally:
                self.processes.pop((file, f"alone {id(how)}"), None)
                process.end("it is not needed any more")
                await process.process.wait()

    async def quick(self) -> Process:
        """The worker for quick questions that has least to do. If no other one is idle, another is made ready."""
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
        """See to it that a worker for quick questions has nothing to do, as far as there may be one more."""
        async with self.sparing:
            there = self._quick_ones()
            if self.closed or len(there) >= QUICK or any(not process.pending for process in there):
                return
            taken = [room for room in _quick_rooms() if self.processes.get((None, room)) in there]
            room = next(room for room in _quick_rooms() if room not in taken)
            with contextlib.suppress(GameError):
                process = await self.process(None, room)
                await process.work("gametree.web.jobs:games", None, {}, self.patience * BUSY)  # it loads the games

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
        """The worker that a game has in a room. Where there are enough already, one that nobody waits for makes place;
        if there is none, the game is a guest of the one that has least to do."""
        async with self.housing:
            key = (file, f"{room} {words}")
            inside = {k: process for k, process in self.processes.items() if k[1].startswith(f"{room} ")}
            if key not in inside and len(inside) >= ROOMS[room]:
                least = min(inside, key=lambda k: inside[k].busy())  # of several, the one that was asked longest ago
                if inside[least].busy():
                    hosts = [process for k, process in inside.items() if k[0] == file]
                    if hosts:
                        return min(hosts, key=lambda process: process.busy())
                    return await self.process(file, room if file is None else "")
                self.processes.pop(least).end("another game has taken its place: ask again")
            found = await self.process(*key)
            self.processes[key] = self.processes.pop(key)
            return found

    def replace(self, file: str, fresh: Process) -> None:
        """Take a process that has read the edited file in place of the old ones."""
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
