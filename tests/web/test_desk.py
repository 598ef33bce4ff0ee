"""The desk: who is answered when, and which game has a worker of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

from gametree.errors import GameError
from gametree.web import desk as desks
from gametree.web.budget import MOST_ANALYSES, Budget, BusyError
from gametree.web.desk import Desk, Process
from gametree.web.shelf import Shelf

COMPILES = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("job") == "compile":
        print(json.dumps({"id": message["id"], "tell": {"state": "compiling"}}), flush=True)
    elif message.get("job") == "end":
        print(json.dumps({"id": message["id"] - 1, "done": "compiled"}), flush=True)
        print(json.dumps({"id": message["id"], "done": "ended"}), flush=True)
"""
"""A worker that compiles for ever, deaf to everything, until another job ends it."""


async def worker(text: str) -> Process:
    pipe = asyncio.subprocess.PIPE
    found = Process("it", await asyncio.create_subprocess_exec(sys.executable, "-c", text, stdin=pipe, stdout=pipe))
    found._begin(found._listen())
    return found


async def stopped(process: Process) -> str:
    """Have something compiled, stop it as soon as it is told of, and hear what is said then."""
    halt = asyncio.Event()
    with pytest.raises(GameError) as told:
        await process.work("compile", None, {}, None, lambda _: halt.set(), halt)
    return str(told.value)


def test_who_stops_while_rules_are_compiled_is_answered_at_once_and_the_work_goes_on():
    async def talk() -> None:
        process = await worker(COMPILES)
        assert (
            await stopped(process) == "it was stopped; compiling continues, and its result will be ready the next time"
        )
        assert (process.busy(), len(process.pending), process.gone) == (0, 1, False)
        assert await process.work("end", None, {}, None) == "ended"
        while process.pending:
            await asyncio.sleep(0)
        process.end("enough")
        await process.process.wait()

    asyncio.run(talk())


def test_what_compiles_for_ever_is_killed(monkeypatch):
    monkeypatch.setattr(desks, "COMPILING", 0.01)
    monkeypatch.setattr(desks, "PATIENCE", 0.01)

    async def talk() -> None:
        process = await worker(COMPILES)
        await stopped(process)
        await process.process.wait()
        while process.pending:
            await asyncio.sleep(0)
        assert process.gone

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("had", "waited"),
    [
        ([0.0, 10.0], [10]),  # it had all the time
        ([0.0, 4.0, 9.95], [10, 6]),  # others had more than half of it
        ([0.0, 0.0, 0.0, 0.0], [10, 10, 10]),  # it waits for something itself: enough is enough
        ([None, None], [10]),  # a system that does not tell
    ],
)
def test_a_worker_is_waited_for_until_it_had_its_time(monkeypatch, had, waited):
    clock, told, asked = [0.0], iter(had), []

    async def wait(ends: set, timeout: float, return_when: str) -> tuple[set, set]:
        asked.append(round(timeout))
        clock[0] += timeout
        return set(), ends

    async def talk() -> None:
        process = await worker(COMPILES)
        with monkeypatch.context() as patched:
            patched.setattr(desks.asyncio, "wait", wait)
            patched.setattr(desks.time, "monotonic", lambda: clock[0])
            patched.setattr(desks, "used", lambda _: next(told))
            await process._patiently(set(), 10)
        process.end("enough")
        await process.process.wait()

    asyncio.run(talk())
    assert asked == waited


def test_every_game_has_a_worker_of_its_own_until_there_are_enough(monkeypatch):
    class Worker(Process):
        """Without a process."""

        def __init__(self, name: str, file: str | None):
            self.name, self.file, self.jobs, self.gone = name, file, 0, False

        def busy(self) -> int:
            return self.jobs

        def end(self, why: str, *, wanted: bool = True) -> None:
            self.gone = True

        def step_back(self) -> None:
            pass

    async def start(name: str, file: str | None) -> Process:
        return Worker(name, file)

    async def talk() -> None:
        desk = Desk(Shelf())
        board = await desk.process(None)
        first, second, third, fourth = [await desk.own(None, "searching", name) for name in "abcd"]
        assert len({id(p) for p in (board, first, second, third, fourth)}) == 5
        assert await desk.own(None, "searching", "a") is first  # so b was asked longest ago
        fifth = await desk.own(None, "searching", "e")
        assert [p.gone for p in (first, second, third, fourth, fifth)] == [False, True, False, False, False]
        for number, process in enumerate((first, third, fourth, fifth), 1):
            process.jobs = number
        assert await desk.own(None, "searching", "f") is first  # all are busy: a guest
        assert await desk.own("mine.py", "searching", "mine.py") is await desk.process("mine.py")
        assert len(desk.processes) == 6

    monkeypatch.setitem(desks.ROOMS, "searching", 4)
    monkeypatch.setattr(Process, "start", start)
    monkeypatch.setattr(Shelf, "name_of", lambda _, file: file)
    asyncio.run(talk())


# --- who asks something harmful loses his own question only -----------------------------------------------------------


@pytest.fixture
def desk_of(monkeypatch):
    """Runs a conversation with a desk whose workers know the hostile jobs too."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))

    def run(talk, **how):
        async def whole():
            desk = Desk(Shelf(), **how)
            try:
                return await asyncio.wait_for(talk(desk), 300)
            finally:
                await desk.close()

        return asyncio.run(whole())

    return run


def asked(desk: Desk, job: str = "gametree.web.jobs:position", game: str = "nim", **facts):
    return asyncio.ensure_future(desk.work(job, game, facts))


async def told(question) -> str:
    with pytest.raises(GameError) as said:
        await question
    return str(said.value)


def test_others_are_answered_while_a_worker_hangs(desk_of):
    async def talk(desk: Desk) -> None:
        await asked(desk)
        await desk.spare()
        hanging = asked(desk, "hostile_jobs:hold")
        await asyncio.sleep(0)
        for _ in range(3):
            assert (await asked(desk))["moves"]
        assert not hanging.done()
        hanging.cancel()

    desk_of(talk, patience=600)


@pytest.mark.thorough
def test_what_others_asked_of_a_worker_that_is_killed_is_done_again(desk_of, monkeypatch):
    """All three are in one worker: who hangs is told so, the others get their answers."""
    monkeypatch.setattr(desks, "QUICK", 1)
    monkeypatch.setattr(desks, "GRACE", 0.1)

    async def talk(desk: Desk) -> None:
        await asked(desk)
        hanging, *others = asked(desk, "hostile_jobs:hold"), asked(desk), asked(desk, game="mnk")
        assert all([(await other)["moves"] for other in others])
        assert "did not answer in time" in await told(hanging)

    desk_of(talk, patience=2)


def test_what_others_asked_of_a_worker_that_dies_is_done_again(desk_of, monkeypatch):
    monkeypatch.setattr(desks, "QUICK", 1)

    async def talk(desk: Desk) -> None:
        await asked(desk)
        dying, *others = asked(desk, "hostile_jobs:die"), asked(desk), asked(desk, game="mnk")
        assert all([(await other)["moves"] for other in others])
        assert "has stopped unexpectedly" in await told(dying)

    desk_of(talk)


def test_a_worker_has_so_much_memory_and_no_more(desk_of):
    async def talk(desk: Desk) -> None:
        said = await told(asked(desk, "hostile_jobs:swell", bytes=1 << 40))
        assert "more memory than a worker may have" in said
        assert await asked(desk, "hostile_jobs:swell", bytes=1 << 20) == 1 << 20

    desk_of(talk)


def test_all_analyses_together_have_a_budget():
    budget = Budget(300)
    with budget.spend("searching", {"table": 200}):
        with pytest.raises(BusyError, match="332 MB, but 300 are allowed"), budget.spend("long", {"table": 100}):
            pass
        with budget.spend("", {"table": 100}):  # a quick question takes nothing
            assert budget.running == 1
    assert (budget.spent, budget.running) == (0, 0)
    with budget.spend("solving", {}):  # alone it may be larger than what there is
        assert budget.running == 1
    plenty = Budget(10**6)
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_ANALYSES):
            stack.enter_context(plenty.spend("searching", {}))
        with pytest.raises(BusyError, match="24 analyses are running already"):
            stack.enter_context(plenty.spend("searching", {}))
