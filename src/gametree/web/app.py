"""The server: the page's files, the API under ``/api/`` and the WebSocket ``/ws``.

Everything that runs a game's rules goes through the desk to a worker process (``desk.py``, ``worker.py``). A module
that adds to the API has a function ``routes(desk)`` that returns Starlette routes, and is listed in ``PARTS``;
docs/api.md says how.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from gametree.web.desk import PATIENCE, Desk
from gametree.web.guard import Guard
from gametree.web.shelf import Shelf

if TYPE_CHECKING:
    from starlette.requests import Request

STATIC = Path(__file__).parent / "static"
PARTS = ("gametree.web.api", "gametree.web.live", "gametree.web.pages", "gametree.web.watch", "gametree.web.practise")
"""The modules whose ``routes(desk)`` make up the API."""


def make_app(shelf: Shelf | None = None, host: str = "127.0.0.1", patience: float = PATIENCE) -> Starlette:
    """The application, for a server that is bound to ``host``; its desk is ``app.state.desk``."""
    desk = Desk(shelf or Shelf(), patience)
    routes: list[BaseRoute] = [Route("/", _index)]
    for part in PARTS:
        routes += import_module(part).routes(desk)
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    app = Starlette(routes=routes, middleware=[Middleware(Guard, host=host)])
    app.state.desk = desk
    return app


async def _index(_: Request) -> FileResponse:
    return FileResponse(STATIC / "index.html")
