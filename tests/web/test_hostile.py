"""Hostile input: refused or bounded, with a clear answer, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import weakref
from unittest.mock import Mock

import httpx
import pytest
import websockets
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gametree.web.app import make_app
from gametree.web.connection import MOST_CONNECTIONS, SPARE, Connection

JSON = {"content-type": "application/json"}
ASKED = b'{"game": "nim"}'


def post(served, headers: dict[str, str], body: bytes = ASKED) -> httpx.Response:
    return httpx.post(f"{served.address}api/position", content=body, headers={**JSON, **headers})


def test_other_origins_may_not_ask(served):
    own = served.address.rstrip("/")
    assert post(served, {"origin": own}).status_code == 200
    for origin in ("http://evil.example", "null", own.replace("http", "https") + "0", "http://localhost:1"):
        answer = post(served, {"origin": origin})
        assert answer.status_code == 403
        assert "may not send requests to this server" in answer.json()["error"]


def test_other_names_for_this_server(served):
    """A name of another site may be made to point here (DNS rebinding): its pages must not get answers."""
    answer = post(served, {"host": f"evil.example:{served.port}"})
    assert answer.status_code == 403
    assert "does not answer under the name" in answer.json()["error"]
    assert httpx.get(served.address, headers={"host": "evil.example"}).status_code == 403
    assert post(served, {"host": f"localhost:{served.port}"}).status_code == 200


def test_forms_of_other_pages_are_no_json(served):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert post(served, {"content-type": kind}).status_code == 403


def test_a_body_that_is_too_large(served):
    answer = post(served, {}, b'{"game": "' + b"x" * (2 << 20) + b'"}')
    assert answer.status_code == 413
    assert "too large" in answer.json()["error"]


def test_a_body_without_an_announced_length_is_bounded_too(served):
    def chunks():
        for _ in range(40):
            yield b"x" * (1 << 16)

    answer = httpx.post(f"{served.address}api/position", content=chunks(), headers=JSON)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
        "/static/%2e%2e/%2e%2e/__init__.py", "/docs/../page", "/docs/..%2fREADME", "/docs/%2e%2e%2fpyproject",
        "/../../etc/passwd",
    ],
)  # fmt: skip
def test_paths_lead_nowhere_else(served, path):
    with socket.create_connection(("127.0.0.1", served.port)) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{served.port}\r\nconnection: close\r\n\r\n".encode())
        answer = b""
        while part := link.recv(4096):
            answer += part
    assert answer.split(b" ", 2)[1] in (b"404", b"400")
    assert b"root:" not in answer
    assert b"import" not in answer


async def refused(address: str, **how) -> int:
    with pytest.raises(InvalidStatus) as told:
        async with websockets.connect(address, **how):
            pass
    return told.value.response.status_code


def test_sockets_of_other_origins(served):
    address = f"ws://127.0.0.1:{served.port}/ws"
    assert asyncio.run(refused(address, origin="http://evil.example")) == 403


async def messages(served, *texts: str | bytes) -> list[dict]:
    answers = []
    async with websockets.connect(f"ws://127.0.0.1:{served.port}/ws") as link:
        for text in texts:
            await link.send(text)
            answers.append(json.loads(await asyncio.wait_for(link.recv(), 600)))
    return answers


def test_malformed_messages_are_answered_and_the_socket_stays(served):
    texts = [
        "", "{", "[]", "7", json.dumps({"type": "analyse"}), json.dumps({"id": "x", "type": "analyse"}),
        json.dumps({"id": 1, "type": "format"}), json.dumps({"id": 1, "type": ["analyse"]}), b"\xff\xff",
        json.dumps({"id": 2, "type": "analyse", "game": "nogame"}),
    ]  # fmt: skip
    for answer in asyncio.run(messages(served, *texts)):
        assert isinstance(answer["error"], str)
        assert "\n" not in answer["error"]


def test_a_message_that_is_too_large_closes_only_its_socket(served):
    async def send() -> int:
        async with websockets.connect(f"ws://127.0.0.1:{served.port}/ws") as link:
            await link.send("x" * (1 << 20))
            try:
                await asyncio.wait_for(link.recv(), 600)
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0
        return 0

    assert asyncio.run(send()) == 1009
    assert served.ask("position", game="nim")["moves"]


async def is_refused(reader: asyncio.StreamReader) -> bool:
    """Was a connection told that there is no room? One that was taken is closed later, without a word."""
    with contextlib.suppress(OSError):
        return b"503" in await reader.read(40)
    return False


@pytest.mark.thorough
def test_a_thousand_connections_are_bounded_and_those_who_are_there_are_served(served):
    async def crowd() -> tuple[int, dict]:
        async with websockets.connect(f"ws://127.0.0.1:{served.port}/ws") as link:
            links = []
            for _ in range(1000):
                with contextlib.suppress(OSError):
                    links.append(await asyncio.open_connection("127.0.0.1", served.port))
            full = sum(await asyncio.gather(*(is_refused(reader) for reader, _ in links)))
            await link.send(json.dumps({"id": 1, "type": "move", "game": "nim", "seat": "random"}))
            answer = json.loads(await asyncio.wait_for(link.recv(), 600))
            for _, writer in links:
                writer.close()
            return full, answer

    full, answer = asyncio.run(crowd())
    assert full >= 1000 - MOST_CONNECTIONS - SPARE
    assert "action" in answer["done"]


def test_closed_connections_are_forgotten():
    """Each kept for a while would, in a flood, make the garbage collector stop everybody."""

    async def visit() -> list[weakref.ref[Connection]]:
        made: list[weakref.ref[Connection]] = []
        config = Config(make_app(), lifespan="off", log_level="warning")

        def connection() -> Connection:
            one = Connection(config=config, server_state=ServerState(), app_state={})
            made.append(weakref.ref(one))
            return one

        server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0)
        for _ in range(20):
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(b"GET /nothing HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            assert b"404" in await reader.read()
            writer.close()
            await writer.wait_closed()
        server.close()
        await asyncio.sleep(0.1)
        gc.collect()
        return [one for one in made if one() is not None]

    assert asyncio.run(visit()) == []


def test_a_client_that_has_gone_may_be_sent_away():
    async def send_away() -> Mock:
        transport = Mock(get_extra_info=Mock(return_value=None), is_closing=Mock(return_value=False))
        transport.write_eof.side_effect = OSError("Transport endpoint is not connected")
        one = Connection(config=Config(make_app(), lifespan="off"), server_state=ServerState(), app_state={})
        one.connection_made(transport)
        one.send_away()
        one.connection_lost(None)
        return transport

    assert asyncio.run(send_away()).close.called
