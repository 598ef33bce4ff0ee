"""Others are served while somebody asks what is hard to answer, never ends what he says, or goes away."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.exceptions import HTTPException
from web_server import Served, serving

from gametree.web import connection, guard

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def alone() -> Iterator[Served]:
    """A server of our own: in the end it has told no mistake of its own on the terminal."""
    with serving() as served:
        assert served.ask("position", game="nim")["moves"]
        yield served
        served.process.terminate()
        served.process.wait(60)
        assert served.process.stderr
        assert "Traceback" not in served.process.stderr.read()


@pytest.mark.parametrize(
    "game",
    [
        "nim:0xffffffff", "nim:1_000_000,1_000_000", "nim:1e9,1", "nim:heaps=[1,(2,201)]", "nim:-1_000", "mnk:9,9,201",
        "connect4:width=0b11111111111", "nim:{201}", "nim:{1:2}", "nim:1e999", "chess:chess960=1_000",
    ],
)  # fmt: skip
def test_large_parameters_however_they_are_written(alone, game):
    answer = alone.post("position", game=game)
    assert answer.status_code == 400
    assert "here parameters are" in answer.json()["error"]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("position", {"game": "nim", "position": " " * 9990 + "!"}),
        ("position", {"game": "chess", "position": "!" * 9990}),
        ("read", {"game": "chess", "text": "1. " + "!" * 199_000}),
        ("read", {"game": "chess", "text": "1. e4 " + "1 " * 90_000}),
        ("position", {"game": 'tree:{"chance": [["1e-999999999", 1], ["1/2", 2]]}'}),
        ("position", {"game": "tree:" + "[" * 19_000}),
    ],
)
def test_small_requests_that_were_hard_to_answer(alone, question, asked):
    answer = alone.post(question, **asked)
    assert answer.status_code == 400
    assert len(answer.json()["error"]) < 3000


def raw(served: Served, path: str, body: bytes, length: int | None = None) -> socket.socket:
    """A connection on which something was asked; with a ``length``, as the beginning of that many bytes."""
    link = socket.create_connection(("127.0.0.1", served.port), timeout=60)
    head = f"POST /api/{path} HTTP/1.1\r\nhost: 127.0.0.1:{served.port}\r\ncontent-type: application/json\r\n"
    link.sendall(f"{head}content-length: {length or len(body)}\r\n\r\n".encode() + body)
    return link


def running(served: Served) -> int:
    return httpx.get(f"{served.address}api/status", timeout=60).json()["running"]


def wait_for(served: Served, wanted: bool) -> None:
    """Wait until something runs, or nothing does."""
    late = time.monotonic() + 120
    while bool(running(served)) != wanted:
        assert time.monotonic() < late
        time.sleep(0.05)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("best", {"game": "tictactoe", "algorithm": "textbook.minimax", "time": 60, "depth": 1000}),
        ("perft", {"game": "mnk:6,6,6", "depth": 30}),
        ("measure", {"game": "mnk:6,6,6"}),
        ("solve", {"game": "mnk:4,4,4", "time": 300}),
    ],
)
def test_what_nobody_waits_for_any_more_is_stopped(alone, path, asked):
    wait_for(alone, False)
    with raw(alone, path, json.dumps(asked).encode()):
        wait_for(alone, True)
    wait_for(alone, False)


def test_bodies_that_never_end_lock_nobody_out(alone):
    links = [raw(alone, "position", b"{", 1000) for _ in range(connection.MOST_CONNECTIONS + 20)]
    try:
        for _ in range(3):
            assert alone.ask("position", game="nim")["moves"]
        told = links[0].recv(1000)  # it was the oldest
        assert told.startswith(b"HTTP/1.1 503")
        assert b"too many connections" in told
    finally:
        for link in links:
            link.close()


def test_who_is_sent_away_hears_it_although_he_has_said_much(alone):
    """What was sent and not read would make the system throw the answer away."""
    link = raw(alone, "position", b"{" + b" " * 100_000, 200_000)
    others = [raw(alone, "position", b"{", 1000) for _ in range(connection.MOST_CONNECTIONS)]
    try:
        with contextlib.suppress(OSError):
            link.sendall(b" " * 50_000)
        told = b""
        while part := link.recv(4096):
            told += part
        assert b"too many connections" in told
    finally:
        for one in (link, *others):
            one.close()


def test_a_body_has_its_time(monkeypatch):
    monkeypatch.setattr(guard, "SLOWEST_BODY", 0.01)

    async def silent():
        await asyncio.sleep(3600)

    async def listen():
        with pytest.raises(HTTPException) as told:
            await guard._bounded(silent)()
        return told.value.status_code

    assert asyncio.run(listen()) == 408


def test_after_the_body_there_is_no_hurry(monkeypatch):
    """Then only the end of the connection is waited for, and that may take as long as the answer does."""
    monkeypatch.setattr(guard, "SLOWEST_BODY", 0.01)
    said = iter([{"type": "http.request", "body": b"{}"}, {"type": "http.disconnect"}])

    async def slow():
        message = next(said)
        await asyncio.sleep(0 if "body" in message else 0.1)
        return message

    async def listen():
        receive = guard._bounded(slow)
        return [(await receive())["type"] for _ in range(2)]

    assert asyncio.run(listen()) == ["http.request", "http.disconnect"]
