"""Live searches: they tell, they stop, they end with their page and with the server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import websockets
from web_server import serving


@asynccontextmanager
async def page(served):
    """A page's socket: send a message, hear the answers of a search."""
    async with websockets.connect(f"ws://127.0.0.1:{served.port}/ws", max_size=None) as link:
        yield Page(link)


class Page:
    def __init__(self, link):
        self.link, self.count = link, 0

    async def start(self, **message) -> int:
        self.count += 1
        await self.link.send(json.dumps({"id": self.count, **message}))
        return self.count

    async def stop(self, number: int) -> None:
        await self.link.send(json.dumps({"id": number, "type": "stop"}))

    async def hear(self) -> dict:
        return json.loads(await asyncio.wait_for(self.link.recv(), 600))

    async def until(self, number: int, wanted) -> dict:
        """The first message of a search that is wanted."""
        while True:
            message = await self.hear()
            if message.get("id") == number and wanted(message):
                return message

    async def done(self, number: int) -> dict:
        message = await self.until(number, lambda m: "tell" not in m)
        assert "done" in message, message
        return message["done"]


def searching(message: dict) -> bool:
    return "depth" in message.get("tell", {})


async def quiet(served) -> None:
    """Wait until nothing runs any more."""
    while httpx.get(f"{served.address}api/status").json()["running"]:
        await asyncio.sleep(0.1)


def test_an_analysis_tells_and_stops(served):
    async def talk():
        async with page(served) as one:
            number = await one.start(type="analyse", game="connect4", actions=[3], lines=3)
            told = [(await one.until(number, searching))["tell"] for _ in range(5)]
            await one.stop(number)
            return told, await one.done(number)

    told, answer = asyncio.run(talk())
    nodes = [t["nodes"] for t in told]
    assert nodes == sorted(nodes)  # on a busy machine two may tell the same
    assert len(answer["lines"]) == len(answer["actions"]) == len(answer["shares"]) == 3
    assert answer["actions"][0][0] == answer["action"]
    assert answer["nodes"] >= told[-1]["nodes"]
    assert all(0 <= share <= 1 for share in answer["shares"])


def test_a_proven_win_fills_the_bar(served):
    async def talk():
        async with page(served) as one:
            # three in a row, and the fourth is free on both sides
            number = await one.start(type="analyse", game="connect4", moves="4 4 3 3 5 5")
            return await one.done(number)

    answer = asyncio.run(talk())
    assert (answer["proven"], answer["value"], answer["distance"]) == (True, 1, 1)
    assert answer["shares"] == [1.0]


def test_the_players_move(served):
    async def talk():
        async with page(served) as one:
            found = {}
            for seat in ({"seat": "rules"}, {"seat": "random"}, {"seat": "greedy"}, {"seat": "level", "level": 10},
                         {"seat": "engine", "depth": 5, "algorithm": "alphabeta"}):  # fmt: skip
                # O must stop X at 3
                number = await one.start(type="move", game="tictactoe", moves="1 5 2", **seat)
                found[seat["seat"]] = await one.done(number)
            found["dice"] = await one.done(await one.start(type="move", game="pig"))
            return found

    found = asyncio.run(talk())
    assert found["rules"]["name"] == found["level"]["name"] == found["engine"]["name"] == "3"
    assert found["random"]["action"] in range(9)
    assert found["dice"]["name"] in "123456"


def test_a_review_finds_the_mistake(served):
    async def talk():
        async with page(served) as one:
            # O should have stopped X at 3
            number = await one.start(type="review", game="tictactoe", moves="1 5 2 6 3", time=0.3)
            return await one.done(number)

    plies = asyncio.run(talk())["plies"]
    assert [p["ply"] for p in plies] == [0, 1, 2, 3, 4, 5]
    assert [p["share"] for p in plies] == [0.5, 0.5, 0.5, 0.5, 1.0, 1.0]
    assert plies[3]["move"] == "3"


@pytest.mark.thorough
def test_ten_pages_at_once(served):
    async def one_page(number: int) -> dict:
        async with page(served) as one:
            search = await one.start(type="analyse", game="connect4", actions=[number % 7], time=1)
            await one.until(search, searching)
            assert (await asyncio.to_thread(served.ask, "position", game="tictactoe", actions=[number % 9]))["moves"]
            return await one.done(search)

    async def all_pages():
        return await asyncio.gather(*(one_page(n) for n in range(10)))

    assert all(answer["depth"] >= 1 for answer in asyncio.run(all_pages()))


def test_a_page_that_is_closed_stops_its_search(served):
    async def talk():
        await asyncio.wait_for(quiet(served), 600)  # what others have left
        async with page(served) as one:
            number = await one.start(type="analyse", game="connect4", time=600)
            await one.until(number, searching)
            assert httpx.get(f"{served.address}api/status").json()["running"] == 1
        await asyncio.wait_for(quiet(served), 600)

    asyncio.run(talk())


def test_too_many_searches_of_one_page(served):
    async def talk():
        async with page(served) as one:
            numbers = [await one.start(type="analyse", game="connect4", time=60) for _ in range(5)]
            return await one.until(numbers[-1], lambda m: "error" in m)

    assert "4 searches are running for this page already" in asyncio.run(talk())["error"]
    asyncio.run(asyncio.wait_for(quiet(served), 600))


def children(pid: int) -> list[int]:
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def test_a_server_that_is_stopped_in_mid_search_leaves_nothing_behind():
    async def search(served):
        async with page(served) as one:
            number = await one.start(type="analyse", game="connect4", time=600)
            await one.until(number, searching)
            workers = children(served.process.pid)
            served.process.send_signal(signal.SIGINT)
            begin = time.monotonic()
            while served.process.poll() is None:
                await asyncio.sleep(0.02)
            return workers, time.monotonic() - begin

    with serving() as served:
        workers, seconds = asyncio.run(search(served))
        print(f"the server stopped within {seconds:.2f} s")
        assert served.process.returncode == 0
        assert workers
        assert not any(map(is_running, workers))
        assert served.process.stderr
        assert "Traceback" not in served.process.stderr.read()


def test_workers_end_with_a_server_that_is_killed():
    with serving() as served:
        served.games()
        workers = children(served.process.pid)
        os.kill(served.process.pid, signal.SIGKILL)
        served.process.wait(10)
        for _ in range(500):
            if not any(map(is_running, workers)):
                break
            time.sleep(0.02)
        assert workers
        assert not any(map(is_running, workers))
