"""A bounded number of connections: which one is closed when there are too many, and what its client is told."""

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
"""Seconds before a new connection may be closed to make room, and how many connections above the limit there may be
meanwhile."""
SILENCE = 20.0
"""Seconds within which a connection must send a request."""
LINGER, MOST_LINGERING = 2.0, 100
"""Seconds that a refused connection gets to read why, and the most such connections."""
FULL = b"\r\n".join(
    [
        b"HTTP/1.1 503 Service Unavailable", b"content-type: application/json", b"connection: close", b"",
        b'{"error": "too many connections: try again later"}',
    ]
)  # fmt: skip
"""The answer if there are too many connections."""


class Connection(H11Protocol):
    """A connection. If there are too many, an idle one is closed, which has no whole request yet or has its answer: the
    oldest one of the client with the most connections. If all are busy, the new one is refused. A connection without a
    request is closed after a while."""

    crowd: ClassVar[dict[Connection, str]] = {}
    """All connections, the oldest first, with their clients."""
    clients: ClassVar[Counter[str]] = Counter()
    """How many connections each client has."""
    lingering = 0
    """How many were refused and are still open."""
    sent_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Take a connection, and close one if there are too many."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self.crowd[self] = client = self.client[0] if self.client else ""
        self.clients[client] += 1
        more = len(self.connections) - MOST_CONNECTIONS
        if more > SPARE or (more > 0 and all(one is self or not one.idle() for one in self.crowd)):
            self._make_room(0)
        elif more > 0:
            self.loop.call_later(MOMENT, self._make_room, MOMENT)
        self.looking = self.loop.call_later(SILENCE, self._look)

    def data_received(self, data: bytes) -> None:
        """Read from the client; input of a refused connection is ignored."""
        if not self.sent_away:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed. Its timer is too, or thousands of closed connections would be kept in memory."""
        self.looking.cancel()
        if self.sent_away:
            Connection.lingering -= 1
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a WebSocket and no longer counted here."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        if (client := self.crowd.pop(self, None)) is not None:
            self.clients[client] -= 1
            if not self.clients[client]:
                del self.clients[client]

    def idle(self) -> bool:
        """Does no request of it wait for an answer?"""
        asked = self._asked()
        return asked is None or asked.response_complete or self.conn.their_state is h11.SEND_BODY

    def _asked(self) -> RequestResponseCycle | None:
        """The last request, if there was one."""
        return getattr(self, "cycle", None)

    def _make_room(self, age: float) -> None:
        """If there are too many, close one that is at least ``age`` seconds old, or this one if all others are busy."""
        if len(self.connections) <= MOST_CONNECTIONS or not self.crowd:
            return
        most, chosen = max(self.clients.values()), None
        for one, client in self.crowd.items():
            if self.loop.time() - one.since < age:
                break  # the others are younger
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
        """Say that there is no room, and close. Unread input is read first, or the client would not get the answer."""
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
        try:
            self.transport.write_eof()
        except OSError:  # the client has gone already
            self.transport.close()
            return
        self.flow.resume_reading()
        self.loop.call_later(LINGER, self.transport.close)

    def _look(self) -> None:
        """Close the connection if it has sent no request yet."""
        if self._asked() is None and not self.transport.is_closing() and self in self.connections:
            self.transport.close()
