"""The API's plain questions: the games and a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from gametree.web.answers import post

if TYPE_CHECKING:
    from starlette.requests import Request

    from gametree.web.desk import Desk

JOBS = "gametree.web.jobs"


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""

    async def games(_: Request) -> JSONResponse:
        process = await desk.process(None)
        found = await process.work(f"{JOBS}:games", None, {}, 30)
        return JSONResponse({"games": found, **desk.shelf.to_json()})

    async def position(asked: dict[str, Any]) -> Any:
        return await desk.work(f"{JOBS}:position", asked.get("game"), asked)

    return [Route("/api/games", games), post("/api/position", position)]
