"""``gametree trace``."""

from __future__ import annotations

import ast
from typing import Annotated, Any

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, where, whole
from gametree.errors import GameError


def trace(
    game: GameWords,
    /,
    *,
    algorithm: Annotated[str, Parameter(help="minimax, alphabeta, …")] = "alphabeta",
    depth: Annotated[
        int | None, Parameter(converter=whole, help="Stop this many actions deep; without it, at the ends only.")
    ] = None,
    position: Position = None,
    moves: Moves = "",
    option: Annotated[
        list[str] | None, Parameter(help="An option of the algorithm as key=value; may be repeated.", negative="")
    ] = None,
    json: Json = False,
) -> None:
    """Every step of a textbook search: nodes entered, leaves, window updates, cut-offs, table hits.

    The algorithms are written as the books print them, in plain Python: for positions small enough to read about.
    """
    from gametree.textbook import trace as search

    rules = load(game)
    line = where(rules, position, moves)
    state = line.states(rules)[-1]
    emit(search(rules, state, algorithm=algorithm, depth=depth, **_options(option or [])), json)


def _options(words: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.isidentifier():
            raise GameError(f"--option {word!r}: write it as key=value")
        try:
            options[key] = ast.literal_eval(value.capitalize() if value in ("true", "false") else value)
        except (SyntaxError, ValueError):
            options[key] = value
    return options
