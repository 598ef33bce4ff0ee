"""``gametree trace``."""

from __future__ import annotations

import ast
import inspect
from typing import Annotated, Any

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, table, where, whole
from gametree.errors import GameError
from gametree.textbook import ALGORITHMS, Algorithm
from gametree.textbook import trace as search


def trace(
    game: GameWords,
    /,
    *,
    algorithm: Annotated[str, Parameter(help=f"One of {', '.join(ALGORITHMS)}.")] = "alphabeta",
    depth: Annotated[int | None, Parameter(converter=whole, help="Stop this many actions deep.")] = None,
    position: Position = None,
    moves: Moves = "",
    option: Annotated[
        list[str] | None,
        Parameter(help="An option of the algorithm, as key=value; --option help lists them.", negative=""),
    ] = None,
    events: Annotated[int, Parameter(converter=whole, help="Keep the first so many steps.")] = 10_000,
    time: Annotated[float, Parameter(help="Stop after this many seconds.")] = 10.0,
    json: Json = False,
) -> None:
    """Every step of a textbook search.

    Nodes entered, leaves, window updates, cut-offs with their reason, table hits. The algorithms are written as the
    books print them, in plain Python: for positions small enough to read about.
    """
    if option == ["help"] and algorithm in ALGORITHMS:
        print(_help(ALGORITHMS[algorithm]))
        return
    rules = load(game)
    options = _options(option or [])
    line = where(rules, position, moves)
    emit(search(rules, line, algorithm, depth, events=events, time=time, **options), json)


def _help(algorithm: Algorithm) -> str:
    rows = [
        (algorithm.name, algorithm.summary),
        *((f"  {key}", f"{value}") for key, value in algorithm.options.items()),
    ]
    return table(rows)


def _options(words: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.isidentifier():
            raise GameError(f"--option {word!r}: write it as key=value")
        if key in inspect.signature(search).parameters:
            raise GameError(f"--option {word!r}: {key} is no option of an algorithm; there is --{key}, or the GAME")
        try:
            options[key] = ast.literal_eval(value.capitalize() if value in ("true", "false") else value)
        except (SyntaxError, ValueError):
            options[key] = value
    return options
