"""The docs, served with the page, so that every control can link to its explanation without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from gametree.data import docs
from gametree.draw.svg import DARK, LIGHT
from gametree.web.markdown import render

if TYPE_CHECKING:
    from starlette.requests import Request

    from gametree.web.desk import Desk

FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – gametree</title><link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css"><script type="module" src="/static/theme.js"></script></head>
<body class="docs"><nav aria-label="The docs"><a href="/">The page</a>{others}</nav><main>{body}</main></body></html>
"""


def names() -> list[str]:
    """The names of the docs pages; the guide of the page comes first."""
    return sorted((path.stem for path in docs().glob("*.md")), key=lambda name: (name != "page", name))


async def page(request: Request) -> Response:
    """One page of the docs. Only names of existing pages lead to a file."""
    name = request.path_params["name"]
    if name not in names():
        return HTMLResponse(_framed("Not found", "<h1>There is no such page</h1>"), 404)
    text = (docs() / f"{name}.md").read_text(encoding="utf-8")
    return HTMLResponse(_framed(name, render(text)))


def _framed(title: str, body: str) -> str:
    others = "".join(f'<a href="/docs/{name}">{name}</a>' for name in names())
    return FRAME.format(title=title, others=others, body=body)


async def palette(_: Request) -> Response:
    """The colours of the drawings, for a theme chosen on the page."""
    rules = [
        f':root[data-theme="{theme}"], :root[data-theme="{theme}"] .gt {{'
        + ";".join(f"--gt-{name}:{colour}" for name, colour in colours.items())
        + "}"
        for theme, colours in (("light", LIGHT), ("dark", DARK))
    ]
    return Response("\n".join(rules), media_type="text/css")


def routes(desk: Desk) -> list[BaseRoute]:
    """The routes of this module."""
    return [Route("/docs/{name}", page), Route("/palette.css", palette)]
