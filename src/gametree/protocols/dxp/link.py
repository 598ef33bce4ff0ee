"""A socket on which messages of DXP are sent: each ends with a zero byte."""

from __future__ import annotations

import select
import socket
import time
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.protocols.client import TICK, ProgramError
from gametree.protocols.dxp.messages import LONGEST, read_message

if TYPE_CHECKING:
    import threading

    from gametree.protocols.dxp.messages import Message

PORT = 27531
"""The port of DXP."""
HOST = "localhost"
MOST = 4096
"""As many bytes are read at a time."""


def read_address(words: str) -> tuple[str, int]:
    """An address: ``HOST:PORT``; both can be left out.

    >>> read_address("localhost:4000"), read_address("4000"), read_address("192.168.0.7"), read_address("[::1]:4000")
    (('localhost', 4000), ('localhost', 4000), ('192.168.0.7', 27531), ('::1', 4000))
    """
    host, colon, port = words.strip().rpartition(":")
    if not colon:
        host, port = ("", port) if port.isdecimal() else (port, "")
    elif words.strip().endswith("]"):  # an address of IPv6, whose numbers stand between colons
        host, port = words.strip(), ""
    if not (port == "" or (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536)):
        raise GameError(f"not an address: {words!r}; write localhost:{PORT}")
    return host.strip("[]") or HOST, int(port or PORT)


class Link:
    """One end of a connection."""

    def __init__(self, connection: socket.socket, name: str):
        self.connection, self.name = connection, name
        self.heard = b""
        self.alive = True
        connection.settimeout(None)

    @staticmethod
    def to(host: str, port: int, seconds: float) -> Link:
        """Connect to a program that waits there."""
        name = f"{host}:{port}"
        try:
            return Link(socket.create_connection((host, port), timeout=seconds), name)
        except (OSError, OverflowError, UnicodeError) as error:
            raise GameError(f"dxp: nobody answers at {name}: {error}") from error

    def send(self, message: Message) -> None:
        """Send a message."""
        try:
            self.connection.sendall(str(message).encode("ascii", "replace") + b"\0")
        except OSError:
            raise self._gone() from None

    def hear(self, seconds: float | None = None, stop: threading.Event | None = None) -> Message | None:
        """The next message; None if there is none within ``seconds`` (None: wait). What is no message is a
        ``GameError``; if the other side has gone, it is a ``ProgramError``."""
        late = None if seconds is None else time.monotonic() + seconds
        while True:
            if b"\0" in self.heard:
                words, _, self.heard = self.heard.partition(b"\0")
                if text := words.decode("ascii", "replace").strip("\r\n"):
                    return read_message(text)
                continue
            if len(self.heard) > LONGEST:
                self.heard = b""
                raise GameError(f"a message of more than {LONGEST} characters")
            left = None if late is None else max(late - time.monotonic(), 0.0)
            if stop is not None and stop.is_set():
                raise ProgramError("stopped", f"{self.name}: the game was stopped")
            tick = left if stop is None else TICK if left is None else min(left, TICK)
            if not self._readable(tick):
                if left is not None and (tick == left or not left):
                    return None
                continue
            self._read()

    def _readable(self, seconds: float | None) -> bool:
        try:
            return bool(select.select([self.connection], [], [], seconds)[0])
        except (OSError, ValueError):
            raise self._gone() from None

    def _read(self) -> None:
        try:
            some = self.connection.recv(MOST)
        except OSError:
            some = b""
        if not some:
            raise self._gone()
        self.heard += some

    def _gone(self) -> ProgramError:
        self.kill()
        return ProgramError("crash", f"{self.name}: the connection is closed")

    def kill(self) -> None:
        """Close the connection."""
        self.alive = False
        self.connection.close()
