"""The API of the searches to watch, the trees by hand and the graphs of games.

    POST /api/watch         {game, algorithm, depth, options, position, moves, against}: search, and show the beginning
    POST /api/watch/view    the same and {open}: the tree with these nodes open
    POST /api/watch/steps   the same and {run, first}: the steps from there on
    POST /api/watch/board   the same and {node}: the position of a node
    POST /api/watch/export  the same and {as, run, step, open, boards}: a file, svg, tikz or html
    POST /api/graph         {game, position, moves, fold}: all states of a game that can be reached, each once
    POST /api/offers        {game, position, moves, for}: where a graph or a solution is too large, what works
    GET  /api/algorithms    the textbook algorithms and their options

``against`` is a second search on the same tree: {algorithm, depth, options}. Each request names its search in full, so
it is answered even if the server no longer keeps that search. When the client disconnects, its search is stopped.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from gametree.web.answers import post

if TYPE_CHECKING:
    from starlette.requests import Request

    from gametree.web.desk import Desk

JOBS = "gametree.web.watch_jobs"
ROOM = "watch"
"""Searches have their own worker, which keeps the last ones."""
SECONDS = 45.0
"""Seconds after which a job is stopped, although the search itself has a limit."""
AT_ONCE = 4
"""The most at a time; others wait."""


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""
    places = asyncio.Semaphore(AT_ONCE)

    def question(path: str, job: str) -> Route:
        async def answer(asked: dict[str, Any], halt: asyncio.Event) -> Any:
            async with places:
                return await desk.work(f"{JOBS}:{job}", asked.get("game"), asked, room=ROOM, seconds=SECONDS, halt=halt)

        return post(path, answer)

    async def near(asked: dict[str, Any], halt: asyncio.Event) -> Any:
        told = {**asked, "databases": [*desk.shelf.databases]}
        async with places:
            return await desk.work(
                "gametree.web.offers:offers", asked.get("game"), told, room=ROOM, seconds=SECONDS, halt=halt
            )

    async def algorithms(_: Request) -> JSONResponse:
        process = await desk.quick()
        return JSONResponse(await process.work(f"{JOBS}:algorithms", None, {}, SECONDS))

    return [
        Route("/api/algorithms", algorithms),
        question("/api/watch", "head"),
        question("/api/watch/view", "view"),
        question("/api/watch/steps", "steps"),
        question("/api/watch/board", "board"),
        question("/api/watch/export", "export"),
        question("/api/graph", "graph"),
        post("/api/offers", near),
    ]
