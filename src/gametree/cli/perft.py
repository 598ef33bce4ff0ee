"""``gametree perft``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, where, whole


def perft(
    game: GameWords,
    /,
    *,
    depth: Annotated[int, Parameter(converter=whole, help="How many actions deep.")],
    position: Position = None,
    moves: Moves = "",
    divide: Annotated[bool, Parameter(help="Count below each first move.", negative="", show_default=False)] = False,
    ends: Annotated[bool, Parameter(help="Add the games that end earlier.", negative="", show_default=False)] = False,
    json: Json = False,
) -> None:
    """Count the leaves of the tree of moves: the referee of rules.

    Leaves at exactly the depth are counted; games that end earlier only with --ends.
    """
    from gametree.verbs.perft import perft as count

    rules = load(game)
    emit(count(rules, where(rules, position, moves), depth, ends=ends, divide=divide), json)
