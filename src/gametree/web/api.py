"""The API's plain questions: the games, a position, and the commands with the JSON that they print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from gametree.errors import GameError
from gametree.web.answers import BUSY, post, refusal

if TYPE_CHECKING:
    import asyncio

    from starlette.requests import Request

    from gametree.web.desk import Desk

QUICK = {
    "position": "gametree.web.jobs:position",
    "record": "gametree.web.records:write",
    "read": "gametree.web.records:read",
}
"""Questions that are answered at once."""
LONG = {name: f"gametree.web.commands:{name}" for name in ("best", "perft", "trace", "check", "explain", "measure")}
"""Questions that may take long: they have their own worker."""
SOLVED = {name: f"gametree.web.exploring:{name}" for name in ("solve", "explore", "statistics")}
"""Questions about solved games: their worker keeps the solutions in memory."""
PATIENCE, SOLVING = 90.0, 320.0
"""Seconds after which they are stopped."""


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""

    async def asked(job: str) -> list[dict[str, Any]]:
        process = await desk.quick()
        return await process.work(f"gametree.web.jobs:{job}", None, {}, 60)

    async def games(_: Request) -> JSONResponse:
        try:
            return JSONResponse({"games": [*desk.shelf.facts.values(), *await asked("games")], **desk.shelf.to_json()})
        except GameError as error:
            return refusal(str(error), BUSY)

    async def gallery(_: Request) -> JSONResponse:
        try:
            return JSONResponse({"games": await asked("gallery")})
        except GameError as error:
            return refusal(str(error), BUSY)

    async def status(_: Request) -> JSONResponse:
        return JSONResponse({"running": desk.running(), "version": desk.shelf.version})

    def question(job: str, **how: Any) -> Any:
        async def answer(asked: dict[str, Any], halt: asyncio.Event) -> Any:
            asked["database"] = desk.shelf.database_of(asked.get("game"))
            return await desk.work(job, asked.get("game"), asked, halt=halt, **how)

        return answer

    quick = [post(f"/api/{name}", question(job)) for name, job in QUICK.items()]
    long = [post(f"/api/{name}", question(job, long=True, seconds=PATIENCE)) for name, job in LONG.items()]
    room = {"room": "solving", "seconds": SOLVING}
    solved = [post(f"/api/{name}", question(job, **room)) for name, job in SOLVED.items()]
    return [
        Route("/api/games", games),
        Route("/api/gallery", gallery),
        Route("/api/status", status),
        *quick,
        *long,
        *solved,
    ]
