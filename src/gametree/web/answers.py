"""How the API answers: a JSON object in, a JSON object out, and one clear line for every mistake. When a client
disconnects, its work is stopped."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, cast

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.routing import Route

from gametree.errors import GameError
from gametree.web.budget import BusyError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    Handler = Callable[[dict[str, Any], asyncio.Event], Awaitable[Any]]

MISTAKE, BUSY = 400, 503


def refusal(message: str, status: int = MISTAKE) -> JSONResponse:
    """The answer to a mistake."""
    return JSONResponse({"error": message}, status)


def post(path: str, handler: Handler) -> Route:
    """A route that takes a JSON object and answers with what ``handler(asked, halt)`` returns; ``halt`` is set when the
    client has gone. A GameError becomes a 400 with its line, or a 503 if the server is only too busy."""

    async def endpoint(request: Request) -> JSONResponse:
        halt = asyncio.Event()
        try:
            asked = read(await request.body())
            watcher = asyncio.create_task(_leaving(request, halt))
            try:
                return JSONResponse(await handler(asked, halt))
            finally:
                watcher.cancel()
        except GameError as error:
            return refusal(str(error), BUSY if isinstance(error, BusyError) else MISTAKE)
        except ClientDisconnect:
            return refusal("the message is incomplete")  # the client has gone

    return Route(path, endpoint, methods=["POST"])


async def _leaving(request: Request, halt: asyncio.Event) -> None:
    """Set ``halt`` when the client disconnects: after its message nothing else can come."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    halt.set()


def read(text: bytes | str) -> dict[str, Any]:
    """A JSON object, of strings, numbers, lists and objects.

    >>> read(b'{"game": "nim"}')
    {'game': 'nim'}
    >>> read("[1]")
    Traceback (most recent call last):
    gametree.errors.GameError: the message must be a JSON object, {...}
    """
    try:
        found: Any = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise GameError(f"the message is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise GameError("the message must be a JSON object, {...}")
    return cast("dict[str, Any]", found)


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is not allowed as a number")


# --- the fields of a request, checked ---------------------------------------------------------------------------------


def whole(asked: dict[str, Any], key: str, default: int | None, low: int, high: int) -> int | None:
    """A whole number of a request, within bounds.

    >>> whole({"depth": 3}, "depth", None, 1, 10)
    3
    >>> whole({"depth": 30}, "depth", None, 1, 10)
    Traceback (most recent call last):
    gametree.errors.GameError: depth must be a whole number from 1 to 10, not 30
    """
    value = asked.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise GameError(f"{key} must be a whole number from {low} to {high}, not {str(value)[:40]}")
    return value


def number(asked: dict[str, Any], key: str, default: float | None, low: float, high: float) -> float | None:
    """A number of a request, within bounds."""
    value = asked.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise GameError(f"{key} must be a number from {low:g} to {high:g}, not {str(value)[:40]}")
    return float(value)


def word(asked: dict[str, Any], key: str, default: str, longest: int = 10_000) -> str:
    """A text of a request, of a bounded length."""
    value = asked.get(key, default)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > longest:
        raise GameError(f"{key} must be a text of at most {longest} letters")
    return value


def switch(asked: dict[str, Any], key: str, default: bool = False) -> bool:
    """A true or false of a request."""
    value = asked.get(key, default)
    if not isinstance(value, bool):
        raise GameError(f"{key} must be true or false, not {str(value)[:40]}")
    return value
