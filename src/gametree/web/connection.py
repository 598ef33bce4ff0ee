"""Connections, of a bounded number: who makes room where there are too many, and how he hears of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

MOST_CONNECTIONS = 300
"""Connections at once, of all browsers together."""
MOMENT, SPARE = 0.1, 200
"""Seconds in which a new connection can ask its question before it may have to make room, and how many more there may
be for so long."""
SILENCE = 20.0
"""Seconds within which a connection must have asked something."""
LINGER, MOST_LINGERING = 2.0, 100
"""Seconds in which one that is sent away may still read why, and how many of these are waited for."""
FULL = b"\r\n".join(
    [
        b"HTTP/1.1 503 Service Unavailable", b"content-type: application/json", b"connection: close", b"",
        b'{"error": "too many connections: try again later"}',
    ]
)  # fmt: skip
"""The answer where there is no room."""


class Connection(H11Protocol):
    """A connection. Where there is no room for one more, one makes room that has asked nothing whole yet, or has had
    its answer: of those of the client with the most connections, the oldest. If all are at work, the new one is sent
    away. One that does not ask anything is closed after a while."""

    crowd: ClassVar[dict[Connection, str]] = {}
    """All there are, the oldest first, with their clients."""
    clients: ClassVar[Counter[str]] = Counter()
    """How many connections each client has."""
    lingering = 0
    """How many were sent away and are still there."""
    sent_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Take a connection, and if need be send one away."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self.crowd[self] = client = self.client[0] if self.client else ""
        self.clients[client] += 1
        more = len(self.connections) - MOST_CONNECTIONS
        if more > SPARE or (more > 0 and all(one is self or not one.idle() for one in self.crowd)):
            self._make_room(0)
        elif more > 0:
            self.loop.call_later(MOMENT, self._make_room, MOMENT)
        self.loop.call_later(SILENCE, self._look)

    def data_received(self, data: bytes) -> None:
        """Hear what the client says; what one says that was sent away is of no interest."""
        if not self.sent_away:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed."""
        if self.sent_away:
            Connection.lingering -= 1
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a socket, and no connection of ours."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        if (client := self.crowd.pop(self, None)) is not None:
            self.clients[client] -= 1
            if not self.clients[client]:
                del self.clients[client]

    def idle(self) -> bool:
        """Is nobody at work for it?"""
        asked = self._asked()
        return asked is None or asked.response_complete or self.conn.their_state is h11.SEND_BODY

    def _asked(self) -> RequestResponseCycle | None:
        """What was asked last, if anything was."""
        return getattr(self, "cycle", None)

    def _make_room(self, age: float) -> None:
        """Send one away that is at least so old, if there are too many; ourselves where all others are at work."""
        if len(self.connections) <= MOST_CONNECTIONS or not self.crowd:
            return
        most, chosen = max(self.clients.values()), None
        for one, client in self.crowd.items():
            if self.loop.time() - one.since < age:
                break  # and so are the others
            if one is not self and one.idle():
                chosen = chosen or one
                if self.clients[client] == most:
                    chosen = one
                    break
        if chosen is None and not self.sent_away and self.idle():
            chosen = self
        if chosen is not None:
            chosen.send_away()

    def send_away(self) -> None:
        """Say that there is no room, and close. What is still to be read is read, or the client would not hear it."""
        self.sent_away = True
        self._leave()
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
