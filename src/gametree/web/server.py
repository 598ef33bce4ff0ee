"""The server as a process: its socket, what it says, the browser, and its end."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path

import uvicorn

from gametree.errors import GameError
from gametree.web.app import make_app
from gametree.web.guard import LOOPBACK
from gametree.web.shelf import Shelf

LARGEST_MESSAGE = 1 << 18
"""Bytes of a WebSocket message."""


def run(files: tuple[str, ...], host: str, port: int, databases: tuple[str, ...] = (), *, browser: bool) -> None:
    """Serve until Ctrl-C."""
    for file in files:
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
    config = uvicorn.Config(
        make_app(Shelf(files, databases), host), log_level="warning", ws_max_size=LARGEST_MESSAGE, ws="websockets-sansio",
        timeout_graceful_shutdown=0, server_header=False,
    )  # fmt: skip
    if browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """The socket to listen at; a port that is taken is told."""
    if not 0 <= port <= 65535:
        raise GameError(f"the port must be 0 to 65535, not {port}")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError as error:
        raise GameError(f"cannot listen at {host}:{port}: {error.strerror or error}; choose another --port") from None
    return found
