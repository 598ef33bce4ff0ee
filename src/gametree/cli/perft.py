"""``gametree perft``."""

from __future__ import annotations

import json as json_text
from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, table, where


def perft(
    game: GameWords,
    /,
    *,
    depth: Annotated[int, Parameter(help="How many actions deep.")],
    position: Position = None,
    moves: Moves = "",
    divide: Annotated[bool, Parameter(help="Count below each first move.", negative="", show_default=False)] = False,
    ends: Annotated[bool, Parameter(help="Add the games that end earlier.", negative="", show_default=False)] = False,
    json: Json = False,
) -> None:
    """Count the leaves of the tree of moves: the referee of rules.

    Leaves at exactly the depth are counted; games that end earlier only with --ends.
    """
    from gametree.errors import GameError
    from gametree.verbs.perft import divide as count_each
    from gametree.verbs.perft import perft as count

    if divide and ends:
        raise GameError("--divide counts leaves at the depth only: leave --ends out")
    rules = load(game)
    start = where(rules, position, moves)
    counted = count(rules, start, depth=depth, ends=ends)
    if not divide:
        emit(counted, json)
        return
    parts = count_each(rules, start, depth)
    if json:
        print(json_text.dumps({**counted.to_json(), "divide": dict(parts)}, ensure_ascii=False))
    else:
        print(table([*((name, f"{n:,}") for name, n in parts), ("", str(counted))]))
