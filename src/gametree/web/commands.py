"""Commands as jobs: ``best``, ``perft``, ``check`` and ``measure``, within bounds, with the JSON that they print."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.web.answers import number, switch, whole, word
from gametree.web.jobs import line_asked

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.web.worker import Call

LONGEST = 60.0
"""Seconds for a search."""


def best(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree best --json``: ``depth``, ``time`` (at most a minute), ``nodes``, ``algorithm``, ``lines``,
    ``threads`` and ``table`` as there."""
    from gametree.verbs.best import best as search
    from gametree.verbs.best import choose

    depth, nodes = whole(asked, "depth", None, 1, 1000), whole(asked, "nodes", None, 1, 1 << 62)
    seconds, algorithm = number(asked, "time", None, 0.01, LONGEST), word(asked, "algorithm", "auto", 40)
    if algorithm == "auto":
        algorithm = choose(game, depth_only=depth is not None and nodes is seconds is None)
    if seconds is None:
        seconds = 1.0 if depth is nodes is None else LONGEST
    return search(
        game, line_asked(game, asked), depth=depth, nodes=nodes, time=seconds, algorithm=algorithm,
        lines=whole(asked, "lines", 1, 1, 20) or 1, threads=whole(asked, "threads", 1, 1, os.cpu_count() or 1) or 1,
        table=whole(asked, "table", 64, 0, 256) or 0, stop=call.halt,
    ).to_json()  # fmt: skip


def perft(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree perft --json``: ``depth``, ``divide`` and ``ends`` as there."""
    from gametree.verbs.perft import perft as count

    depth = whole(asked, "depth", None, 0, 100)
    if depth is None:
        raise GameError("perft needs a depth")
    line = line_asked(game, asked)
    return count(game, line, depth, ends=switch(asked, "ends"), divide=switch(asked, "divide")).to_json()


def check(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree check --json``."""
    from gametree.verbs.check import check as verify

    return verify(game).to_json()


def measure(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree measure --json``."""
    from gametree.verbs.measure import measure as measured

    return measured(game).to_json()
