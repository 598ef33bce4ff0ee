"""A search as one file that runs alone: the tree, all its steps and the page's own code, for any browser, without a
server and without a network."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.draw.bundle import bundle
from gametree.errors import GameError
from gametree.web.watching import VISIBLE, Watched

if TYPE_CHECKING:
    from gametree.draw.frames import Frames

STATIC = Path(__file__).parent / "static"
MOST = 30_000
"""The most steps in a file."""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body class="gametree-alone"><main><h1>{title}</h1><div id="app"><p>{summary}</p></div></main>
<script type="application/json" id="search">{search}</script>
<script type="module">{code}</script></body></html>
"""


def alone(frames: Frames, step: int = 1, *, boards: bool = False) -> str:
    """A page with the searches of these frames, at a step; with ``boards``, the nodes show their positions.

    >>> from gametree.draw.frames import frames
    >>> from gametree.textbook import trace
    >>> page = alone(frames(trace("tree:example=textbook")))
    >>> page[:15], "not looked at" in page, "http://" in page.replace("http://www.w3.org/", "")
    ('<!doctype html>', True, False)
    """
    watched = Watched(frames)
    if watched.size > MOST:
        raise GameError(f"{watched.size:,} steps are too many for one file (at most {MOST:,}): choose a smaller depth")
    whole = range(len(frames.nodes)) if len(frames.nodes) <= VISIBLE else None
    view = watched.view(whole, boards=boards)
    steps, counted = all_steps(watched)
    search = {"head": watched.head(), "steps": steps, "counted": counted, "view": view, "opened": view["open"],
              "step": max(1, min(step, max(map(len, steps)))), "boards": {}}  # fmt: skip
    first = frames.traces[0]
    return PAGE.format(
        title=escape(f"{first.algorithm} on {first.game}"),
        summary=escape(first.summary()),
        style=scoped(".gametree-alone"),
        search=json.dumps(search, ensure_ascii=False).replace("<", "\\u003c"),
        code=bundle(STATIC / "alone.js").replace("</script", "<\\/script"),
    )


def scoped(own: str) -> str:
    """The page's styles, limited to a part of a document: light or dark, following the notebook's theme or the
    system's."""
    style, watch = ((STATIC / name).read_text(encoding="utf-8") for name in ("style.css", "watch.css"))
    light, dark = re.findall(r":root[^{]*\{([^}]*)\}", style)[:2]
    base = "padding: .5rem; font: 15px/1.45 system-ui, sans-serif"
    return "\n".join([
        f"{own} {{{light} color: var(--fg); background: var(--bg); {base}}}",
        f"@media (prefers-color-scheme: dark) {{ {own} {{{dark}}} }}",
        f'[data-jp-theme-light="true"] {own} {{{light}}}',
        f'[data-jp-theme-light="false"] {own} {{{dark}}}',
        f"{own} {{ {style} {watch} }}",
    ])  # fmt: skip


def all_steps(watched: Watched) -> tuple[list[list[Any]], list[list[Any]]]:
    """All the steps of each search, and what was counted at each of them."""
    steps: list[list[Any]] = []
    counted: list[list[Any]] = []
    for run, whole in enumerate(watched.frames.runs):
        chunks: list[dict[str, Any]] = []
        first = 0
        while first < len(whole):
            chunks.append(watched.steps(run, first))
            first += len(chunks[-1]["steps"])
        steps.append([step for chunk in chunks for step in chunk["steps"]])
        counted.append([count for chunk in chunks for count in chunk["counted"]])
    return steps, counted
