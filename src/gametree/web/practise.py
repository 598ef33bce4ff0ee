"""The API of the questions to practise with.

POST /api/practise       {kind, seed, depth, branching, cuts, above, chance}: an exercise, by its seed and wishes
                         {kind, seed, game, algorithm, depth, options, position, moves}: about a search
POST /api/practise/mark  the same and {given}: the mark for an answer, and the key
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.web.answers import post

if TYPE_CHECKING:
    import asyncio

    from starlette.routing import BaseRoute, Route

    from gametree.web.desk import Desk

JOBS = "gametree.web.practise_jobs"
ROOM = "watch"
SECONDS = 30.0


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""

    def question(path: str, job: str) -> Route:
        async def answer(asked: dict[str, Any], halt: asyncio.Event) -> Any:
            game = asked.get("game") if asked.get("algorithm") else "tree"  # an exercise brings its own tree
            return await desk.work(f"{JOBS}:{job}", game, asked, room=ROOM, seconds=SECONDS, halt=halt)

        return post(path, answer)

    return [question("/api/practise", "question"), question("/api/practise/mark", "mark")]
