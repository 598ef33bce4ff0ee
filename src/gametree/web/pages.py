"""The docs, served with the page, so that every control can link to its explanation without a network."""

from __future__ import annotations

import re
from html import escape
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
<link rel="stylesheet" href="/static/style.css"><script type="module" src="/static/theme.js"></script>
<script type="module" src="/static/scrolled.js"></script></head>
<body class="docs"><nav aria-label="The docs"><a href="/">The page</a><a href="/docs/index"{start}>Start here</a>
{groups}</nav><main>{body}</main></body></html>
"""


GROUP, ENTRY = re.compile(r"  - (.+):"), re.compile(r" +- (\w+)\.md")
"""A group of pages in the navigation of the site, and a page in it."""


def names() -> list[str]:
    """The names of the docs pages."""
    return sorted(path.stem for path in docs().glob("*.md"))


def navigation() -> dict[str, list[str]]:
    """The pages in the groups of the site's navigation (``nav`` in ``mkdocs.yml``).

    >>> list(navigation())[0], navigation()["Begin"][0]
    ('Begin', 'first_game')
    """
    inside = docs() / "mkdocs.yml"
    site = inside if inside.is_file() else docs().parent / "mkdocs.yml"
    found: dict[str, list[str]] = {}
    for line in site.read_text(encoding="utf-8").partition("\nnav:\n")[2].splitlines():
        if group := GROUP.fullmatch(line):
            found[group[1]] = []
        elif found and (entry := ENTRY.fullmatch(line)):
            list(found.values())[-1].append(entry[1])
        elif not line.startswith(" "):
            break
    return found


def heading(name: str) -> str:
    """The first heading of a page."""
    with (docs() / f"{name}.md").open(encoding="utf-8") as page:
        return next((line[2:].strip() for line in page if line.startswith("# ")), name)


async def page(request: Request) -> Response:
    """One page of the docs. Only names of existing pages lead to a file."""
    name = request.path_params["name"]
    if name not in names():
        return HTMLResponse(_framed("Not found", "<h1>There is no such page</h1>"), 404)
    text = (docs() / f"{name}.md").read_text(encoding="utf-8")
    return HTMLResponse(_framed(name, render(text)))


def _framed(title: str, body: str) -> str:
    def link(name: str) -> str:
        here = ' aria-current="page"' if name == title else ""
        return f'<a href="/docs/{name}"{here}>{escape(heading(name))}</a>'

    groups = "".join(
        f'<details name="docs"><summary{" class=here" if title in pages else ""}>{escape(group)}</summary>'
        f"<div>{''.join(map(link, pages))}</div></details>"
        for group, pages in navigation().items()
    )
    start = ' aria-current="page"' if title == "index" else ""
    shown = heading(title) if title in names() else title
    return FRAME.format(title=escape(shown), start=start, groups=groups, body=body)


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
