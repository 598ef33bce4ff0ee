"""Who may send requests: this server's own pages, and programs; not pages of other sites. Messages have a limit."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException

from gametree.web.answers import refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1 << 20
"""Bytes of a request's body."""
SLOWEST_BODY = 10.0
"""Seconds within which a request's body must arrive."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What the page may load and run: its own files. A drawing made by a game cannot run a script."""


class Guard:
    """Refuses requests to a foreign host name or from a foreign page, and bodies that are too large."""

    def __init__(self, app: ASGIApp, host: str):
        self.app, self.host = app, host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self.objection(scope)
        if why and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        elif why:
            await refusal(why, 413 if "large" in why else 403)(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, _bounded(receive), _with_headers(send))

    def objection(self, scope: Scope) -> str:
        """Why the request is refused; empty if it is not."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not _is_ours(host, self.host):
            return f"this server does not answer under the name {host[:80]!r}"
        asks = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if asks and origin is not None and urlsplit(origin).netloc != host:
            return f"pages of {origin[:80]} may not send requests to this server"
        if scope["type"] == "http" and scope["method"] == "POST":
            if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                return "send JSON: content-type must be application/json"
            if int(headers.get("content-length") or 0) > LARGEST_BODY:
                return f"the message is too large: at most {LARGEST_BODY} bytes"
        return ""


def _is_ours(host: str, bound: str) -> bool:
    """Is this one of the server's host names? Names of other sites may be made to point here (DNS rebinding)."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in LOOPBACK or name == bound:
        return True
    if bound in LOOPBACK:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        import socket

        return name.partition(".")[0] == socket.gethostname().partition(".")[0]
    return True


def _bounded(receive: Receive) -> Receive:
    """Receive up to a size, and within some seconds; a body of unannounced size is cut off there."""
    taken, late, whole = 0, asyncio.get_running_loop().time() + SLOWEST_BODY, False

    async def bounded() -> Message:
        nonlocal taken, whole
        if whole:  # the only message left is the disconnect, which may take any time
            return await receive()
        try:
            async with asyncio.timeout_at(late):
                message = await receive()
        except TimeoutError:
            seconds = f"{SLOWEST_BODY:g} seconds"
            raise HTTPException(408, f"the message did not arrive within {seconds}", {"connection": "close"}) from None
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise HTTPException(413, f"the message is too large: at most {LARGEST_BODY} bytes", {"connection": "close"})
        whole = not message.get("more_body", False)
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["content-security-policy"] = POLICY
            headers["x-content-type-options"] = "nosniff"
            headers["referrer-policy"] = "no-referrer"
            headers["cache-control"] = "no-cache"
        await send(message)

    return sending
