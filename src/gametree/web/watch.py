"""The API of the searches to watch, the trees by hand and the graphs of games.

    POST /api/watch         {game, algorithm, depth, options, position, moves, against}: search, and show the beginning
    POST /api/watch/view    the same and {open}: the tree with these nodes open
    POST /api/watch/steps   the same and {run, first}: the steps from there on
    POST /api/watch/board   the same and {node}: the position of a node
    POST /api/graph         {game, position, moves}: all states of a game that can be reached, each once
    GET  /api/algorithms    the textbook algorithms and their options

``against`` is a second search on the same tree: {algorithm, depth, options}. Each question says which search it is
about, and is answered whether or not the server still remembers it. When the client goes away its search is stopped.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from gametree.errors import GameError
from gametree.web.answers import read, refusal

if TYPE_CHECKING:
    from starlette.requests import Request

    from gametree.web.desk import Desk

JOBS = "gametree.web.watch_jobs"
ROOM = "watch"
"""Searches have a worker of their own, in which the last ones are kept."""
SECONDS = 45.0
"""After this a job is given up, although the search itself has a limit."""
AT_ONCE = 4
"""So many are worked on at a time; the others wait."""
LOOK = 0.2
"""Seconds between looks whether the client is still there."""


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""
    places = asyncio.Semaphore(AT_ONCE)

    def post(path: str, job: str) -> Route:
        async def endpoint(request: Request) -> JSONResponse:
            try:
                asked = read(await request.body())
                halt = asyncio.Event()
                watcher = asyncio.create_task(_leaving(request, halt))
                try:
                    async with places:
                        found = await desk.work(
                            f"{JOBS}:{job}", asked.get("game"), asked, room=ROOM, seconds=SECONDS, halt=halt
                        )
                finally:
                    watcher.cancel()
                return JSONResponse(found)
            except GameError as error:
                return refusal(str(error))

        return Route(path, endpoint, methods=["POST"])

    async def algorithms(_: Request) -> JSONResponse:
        process = await desk.process(None)
        return JSONResponse(await process.work(f"{JOBS}:algorithms", None, {}, SECONDS))

    return [
        Route("/api/algorithms", algorithms),
        post("/api/watch", "head"),
        post("/api/watch/view", "view"),
        post("/api/watch/steps", "steps"),
        post("/api/watch/board", "board"),
        post("/api/graph", "graph"),
    ]


async def _leaving(request: Request, halt: asyncio.Event) -> None:
    """Set ``halt`` when the client has gone."""
    while not await request.is_disconnected():
        await asyncio.sleep(LOOK)
    halt.set()
