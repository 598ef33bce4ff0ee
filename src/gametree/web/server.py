"""The server as a process: its socket, what it says, the browser, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import threading
import webbrowser
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from gametree.errors import GameError
from gametree.web.app import make_app
from gametree.web.desk import PATIENCE, Desk
from gametree.web.editing import attend
from gametree.web.guard import LOOPBACK

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

    from gametree.web.shelf import Shelf

LARGEST_MESSAGE = 1 << 18
"""Bytes of a WebSocket message."""
MOST_CONNECTIONS = 300
"""Connections at once, of all browsers together."""
SILENCE = 20.0
"""Seconds within which a connection must have asked something."""
LINGER, MOST_LINGERING = 2.0, 200
"""Seconds in which one that is sent away may still read why, and how many of these are waited for."""
FULL = b"\r\n".join(
    [
        b"HTTP/1.1 503 Service Unavailable", b"content-type: application/json", b"connection: close", b"",
        b'{"error": "too many connections: try again later"}',
    ]
)  # fmt: skip
"""The answer where there is no room."""


def run(
    shelf: Shelf, host: str = "127.0.0.1", port: int = 8080, *, patience: float = PATIENCE, browser: bool = False
) -> None:
    """Serve until Ctrl-C."""
    if not patience > 0:
        raise GameError(f"the patience must be more than 0 seconds, not {patience:g}")
    for file in shelf.files.values():
        if not Path(file.partition(".py")[0] + ".py").is_file():
            raise GameError(f"no such file: {file}")
    listening = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(f"gametree serves {address}   (Ctrl-C stops it)", flush=True)
    if host not in LOOPBACK:
        print(
            f"Anybody who can reach {host} can use this page: play, and run searches on this machine. "
            "Only the games of the catalogue and the files given here are run; nothing on the disk can be read or "
            "written through it.",
            flush=True,
        )
    server = Server(make_app(shelf, host, patience))
    if browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    with contextlib.suppress(KeyboardInterrupt):  # that is how one stops it
        server.run(sockets=[listening])


class Server(uvicorn.Server):
    """The server. It starts the worker for the catalogue and looks after the user's files; when it stops it ends the
    workers first: then nothing is left to wait for."""

    def __init__(self, app: Starlette):
        config = uvicorn.Config(
            app, http=Connection, ws="websockets-sansio", ws_max_size=LARGEST_MESSAGE, log_level="warning",
            server_header=False, timeout_graceful_shutdown=1, timeout_keep_alive=30, lifespan="off",
        )  # fmt: skip
        super().__init__(config)
        self.desk: Desk = app.state.desk
        self.tasks: list[asyncio.Task[object]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and make ready for the first question."""
        await super().startup(sockets)
        self.tasks = [asyncio.create_task(self._warm()), asyncio.create_task(attend(self.desk))]

    async def _warm(self) -> None:
        await self.desk.process(None)
        await self.desk.spare()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all work, then close what is open."""
        for task in self.tasks:
            task.cancel()
        await self.desk.close()
        await super().shutdown(sockets)


class Connection(H11Protocol):
    """A connection, one of a bounded number. Where there is no room for one more, one makes room that has asked nothing
    whole yet, or has had its answer: of those of the client with the most connections, the oldest. If all are at work,
    the new one is sent away. One that does not ask anything is closed after a while."""

    lingering = 0
    """How many were sent away and are still there."""
    sent_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Take a connection, and if need be send one away."""
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > MOST_CONNECTIONS:
            self._least_missed().send_away()
        if not self.sent_away:
            self.loop.call_later(SILENCE, self._look)

    def data_received(self, data: bytes) -> None:
        """Hear what the client says; what one says that was sent away is of no interest."""
        if not self.sent_away:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed."""
        if self.sent_away:
            Connection.lingering -= 1
        super().connection_lost(exc)

    def idle(self) -> bool:
        """Is nobody at work for it?"""
        asked = self._asked()
        return asked is None or asked.response_complete or self.conn.their_state is h11.SEND_BODY

    def _asked(self) -> RequestResponseCycle | None:
        """What was asked last, if anything was."""
        return getattr(self, "cycle", None)

    def _least_missed(self) -> Connection:
        others = [one for one in self.connections if isinstance(one, Connection) and one.idle() and one is not self]
        many = Counter(one.client[0] if one.client else "" for one in others)
        return min(others, key=lambda one: (-many[one.client[0] if one.client else ""], one.since), default=self)

    def send_away(self) -> None:
        """Say that there is no room, and close. What is still to be read is read, or the client would not hear it."""
        self.sent_away = True
        self.connections.discard(self)
        Connection.lingering += 1
        asked = self._asked()
        if asked is None or not asked.response_started:
            self.transport.write(FULL)
        if asked is not None:
            asked.disconnected = True
            asked.message_event.set()
        if Connection.lingering > MOST_LINGERING or not self.transport.can_write_eof():
            self.transport.close()
            return
        self.transport.write_eof()
        self.flow.resume_reading()
        self.loop.call_later(LINGER, self.transport.close)

    def _look(self) -> None:
        """Close the connection if nothing was asked yet."""
        if self._asked() is None and not self.transport.is_closing() and self in self.connections:
            self.transport.close()


def listen(host: str, port: int) -> socket.socket:
    """The socket to listen at; a port that is taken is told."""
    if not 0 <= port <= 65535:
        raise GameError(f"the port must be 0 to 65535, not {port}")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(256)  # from now on nobody is refused, even if the server takes a moment to answer
    except OSError as error:
        hint = "; choose another one with --port" if error.errno == errno.EADDRINUSE else ""
        raise GameError(f"cannot listen at {host}:{port}: {error.strerror or error}{hint}") from None
    return found
