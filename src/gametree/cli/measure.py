"""``gametree measure``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, whole
from gametree.cli.progress import LiveLine
from gametree.notation.names import line_at


def measure(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    time: Annotated[float, Parameter(help="Measure for about this many seconds.")] = 5.0,
    samples: Annotated[
        int, Parameter(converter=whole, help="Play at most this many random games for estimates.")
    ] = 10_000,
    seed: Annotated[int, Parameter(converter=whole, help="The seed of the random games.")] = 0,
    json: Json = False,
) -> None:
    """Branching factor, length of games, number of states: measured or estimated.

    Also what the order of moves does to alpha-beta. Of a small game every state is visited, and the numbers are exact.
    A large one is estimated from random games (Knuth 1975), and every estimate carries its standard error. Ctrl-C ends
    it early and prints what was found so far.
    """
    from gametree.verbs.measure import measure as find

    rules = load(game)
    start = line_at(rules, position, moves)
    with LiveLine() as live:
        found = find(rules, start, time=time, samples=samples, seed=seed, progress=live.show)
    emit(found, json)
