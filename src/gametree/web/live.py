"""The WebSocket ``/ws``: searches that report while they run, and can be stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gametree.errors import GameError
from gametree.web.answers import read

if TYPE_CHECKING:
    from gametree.web.desk import Desk

KINDS: dict[str, tuple[str, str]] = {
    "analyse": ("gametree.web.searching:analyse", "searching"),
    "move": ("gametree.web.searching:move", "searching"),
    "review": ("gametree.web.searching:review", "searching"),
    "solve": ("gametree.web.exploring:solve", "solving"),
}
"""The types of requests: the job of each, and its room."""
MOST_SOCKETS = 200
MOST_SEARCHES = 4
"""The most searches at once for one socket."""
WAITING = 256
"""The most messages that wait for a slow reader; further reports of running searches are dropped."""
LONGEST = 660.0
"""Seconds after which any search is stopped."""


class Socket:
    """One browser tab."""

    def __init__(self, socket: WebSocket, desk: Desk):
        self.socket, self.desk = socket, desk
        self.halts: dict[int, asyncio.Event] = {}
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def talk(self) -> None:
        """Read and answer until the tab is closed; then stop its searches."""
        sender = asyncio.create_task(self._send())
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self._hear(message.get("text") or message.get("bytes") or "")
        finally:
            sender.cancel()
            for halt in self.halts.values():
                halt.set()

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.socket.send_text(json.dumps(await self.outbox.get()))

    def say(self, message: dict[str, Any], *, may_drop: bool = False) -> None:
        """Send a message; one that may be dropped is dropped if too many wait already."""
        if not may_drop or self.outbox.qsize() < WAITING:
            self.outbox.put_nowait(message)

    def _hear(self, text: str | bytes) -> None:
        number: Any = None
        try:
            asked = read(text)
            number = asked.get("id")
            if isinstance(number, bool) or not isinstance(number, int):
                raise GameError("a message needs an id, a whole number")
            kind = asked.get("type")
            if kind == "stop":
                if (halt := self.halts.get(number)) is not None:
                    halt.set()
                return
            if not isinstance(kind, str) or kind not in KINDS:
                raise GameError(f"no type {str(kind)[:40]!r}; there are {', '.join((*KINDS, 'stop'))}")
            if number in self.halts:
                raise GameError(f"the id {number} is taken by a search that is running")
            if len(self.halts) >= MOST_SEARCHES:
                raise GameError(f"{MOST_SEARCHES} searches are running for this page already; stop one first")
        except GameError as error:
            self.say({"id": number, "error": str(error)})
            return
        self.halts[number] = asyncio.Event()
        task = asyncio.create_task(self._search(number, asked, *KINDS[kind]))
        _running.add(task)
        task.add_done_callback(_running.discard)

    async def _search(self, number: int, asked: dict[str, Any], job: str, room: str) -> None:
        try:
            asked["database"] = self.desk.shelf.database_of(asked.get("game"))
            answer = await self.desk.work(
                job, asked.get("game"), asked, room=room, seconds=LONGEST, halt=self.halts[number],
                tell=lambda known: self.say({"id": number, "tell": known}, may_drop=True),
            )  # fmt: skip
            self.say({"id": number, "done": answer})
        except GameError as error:
            self.say({"id": number, "error": str(error)})
        finally:
            self.halts.pop(number, None)


_running: set[asyncio.Task[None]] = set()
"""Searches may outlive their socket until they have stopped; the desk stops them."""


class Sockets:
    """All open sockets, for messages to all pages."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self.sockets: set[Socket] = set()

    async def welcome(self, socket: WebSocket) -> None:
        """Serve one socket until it is closed."""
        if len(self.sockets) >= MOST_SOCKETS:
            await socket.close(1013, "too many pages are open")
            return
        await socket.accept()
        one = Socket(socket, self.desk)
        self.sockets.add(one)
        try:
            await one.talk()
        finally:
            self.sockets.discard(one)

    def announce(self) -> None:
        """The games have changed."""
        for one in self.sockets:
            one.say({"news": "games"})


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""
    sockets = Sockets(desk)
    desk.shelf.listeners.append(sockets.announce)
    return [WebSocketRoute("/ws", sockets.welcome)]
