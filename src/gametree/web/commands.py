"""Commands as jobs, within bounds, with the JSON that they print: ``best``, ``perft``, ``check``, ``explain`` …"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError
from gametree.web.answers import number, switch, whole, word
from gametree.web.jobs import line_asked

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.web.worker import Call

LONGEST = 60.0
"""Seconds for a search."""
OWN = ("game", "state", "algorithm", "depth", "events", "time", "nodes", "stop")
"""The fields of a trace request that are not options of the algorithm."""


def best(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree best --json``: ``depth``, ``time`` (at most a minute), ``nodes``, ``algorithm``, ``lines``,
    ``threads`` and ``table`` as there."""
    from gametree.answering.algorithms import choose
    from gametree.answering.best import best as search

    depth, nodes = whole(asked, "depth", None, 1, 1000), whole(asked, "nodes", None, 1, 1 << 62)
    seconds, algorithm = number(asked, "time", None, 0.01, LONGEST), word(asked, "algorithm", "auto", 40)
    if algorithm == "auto":
        algorithm = choose(game)
    if seconds is None:
        seconds = 1.0 if depth is nodes is None else LONGEST
    call.tell({"state": "compiling"})  # it cannot be stopped meanwhile
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
    line, ends, divide = line_asked(game, asked), switch(asked, "ends"), switch(asked, "divide")

    def attend(_: int) -> None:
        if call.halt.is_set():
            raise KeyboardInterrupt  # as Ctrl-C does

    try:
        return count(game, line, depth, ends=ends, divide=divide, progress=attend).to_json()
    except KeyboardInterrupt:
        raise GameError(f"counting to depth {depth} takes too long here") from None


def trace(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree trace --json``: ``algorithm``, ``depth``, ``events``, ``time`` and ``options`` as there."""
    from gametree.textbook import trace as search

    options = _options(asked)
    return search(
        game, line_asked(game, asked), word(asked, "algorithm", "alphabeta", 40), whole(asked, "depth", None, 1, 1000),
        events=whole(asked, "events", 10_000, 0, 100_000) or 0, time=number(asked, "time", 10.0, 0.01, LONGEST),
        stop=call.halt, **options,
    ).to_json()  # fmt: skip


def _options(asked: dict[str, Any]) -> dict[str, Any]:
    """The options of an algorithm, by name."""
    given: object = asked.get("options") or {}
    if not isinstance(given, dict):
        raise GameError("options must be an object")
    options = cast("dict[str, object]", given)
    if not all(isinstance(value, int | float | str) for value in options.values()):
        raise GameError("options must be an object whose values are numbers, texts, true or false")
    if own := [key for key in options if key in OWN]:
        raise GameError(f"{own[0]} is not an option of the algorithm; write it outside of options")
    return options


def check(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree check --json``."""
    from gametree.verbs.check import check as verify

    return verify(game).to_json()


def explain(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree check --explain --json``."""
    from gametree.verbs.explain import explain as tell

    call.tell({"state": "compiling"})  # it cannot be stopped meanwhile
    return tell(game).to_json()


def measure(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """``gametree measure --json``."""
    from gametree.verbs.measure import measure as measured

    return measured(game).to_json()
