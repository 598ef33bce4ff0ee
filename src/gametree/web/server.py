"""The server as a process: its socket, its messages, the browser, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from gametree.errors import GameError
from gametree.web.app import make_app
from gametree.web.connection import Connection
from gametree.web.desk import PATIENCE, Desk
from gametree.web.editing import attend
from gametree.web.guard import LOOPBACK

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from gametree.web.shelf import Shelf

LARGEST_MESSAGE = 1 << 18
"""Bytes of a WebSocket message."""
AT_A_TIME, WAITING = 64, 1024
"""The most connections accepted in one step of the event loop, and the most that wait to be accepted."""


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
            f"Everyone who can reach {host} can use this page, and so run searches on this machine. "
            "Only the games of the catalogue and the files given here are run; nothing on the disk can be read or "
            "written through it.",
            flush=True,
        )
    server = Server(make_app(shelf, host, patience))
    if browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    with contextlib.suppress(KeyboardInterrupt):  # the normal way to stop
        server.run(sockets=[listening])


class Server(uvicorn.Server):
    """The server. It starts the worker for the catalogue and watches the user's files. When it stops it ends the
    workers first, so that no request is waited for."""

    def __init__(self, app: Starlette):
        config = uvicorn.Config(
            app, http=Connection, ws="websockets-sansio", ws_max_size=LARGEST_MESSAGE, log_level="warning",
            server_header=False, backlog=AT_A_TIME, timeout_graceful_shutdown=1, timeout_keep_alive=30, lifespan="off",
        )  # fmt: skip
        super().__init__(config)
        self.desk: Desk = app.state.desk
        self.tasks: list[asyncio.Task[object]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and start the first worker."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(WAITING)
        self.tasks = [asyncio.create_task(self._warm()), asyncio.create_task(attend(self.desk))]

    async def _warm(self) -> None:
        await self.desk.process(None)
        await self.desk.spare()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all work, then close all connections."""
        for task in self.tasks:
            task.cancel()
        await self.desk.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """The socket to listen on; a port in use is a GameError."""
    if not 0 <= port <= 65535:
        raise GameError(f"the port must be 0 to 65535, not {port}")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(WAITING)  # from now on clients can connect, even if the server is not ready yet
    except OSError as error:
        hint = "; choose another one with --port" if error.errno == errno.EADDRINUSE else ""
        raise GameError(f"cannot listen on {host}:{port}: {error.strerror or error}{hint}") from None
    return found
