"""``gametree playouts``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.analysis import show_count
from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, whole
from gametree.cli.progress import LiveLine
from gametree.notation.names import line_at


def playouts(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    games: Annotated[int, Parameter(converter=whole, help="Play at least this many, all moves together.")] = 10_000,
    plies: Annotated[int, Parameter(converter=whole, help="Break a game off after this many actions.")] = 10_000,
    seed: Annotated[int, Parameter(converter=whole, help="The seed of the random games.")] = 1,
    gpu: Annotated[bool, Parameter(help="Play them on a GPU.", negative="", show_default=False)] = False,
    json: Json = False,
) -> None:
    """Random games after every move: what they bring on average (flat Monte-Carlo).

    With --gpu the games are played on the GPU of this machine; without one, a line says so and the processor plays
    them. The same seed gives the same games.
    """
    from gametree.verbs.playouts import playouts as play_out

    rules = load(game)
    start = line_at(rules, position, moves)
    with LiveLine() as live:
        found = play_out(
            rules, start, games, plies=plies, seed=seed, gpu=gpu,
            progress=lambda done: live.show(f"{show_count(done)} games"),
        )  # fmt: skip
    emit(found, json)
