"""``gametree check``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import untried
from gametree.cli.common import GameWords, Json, Moves, Position, emit, whole


def check(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    time: Annotated[float, Parameter(help="Play for at most this many seconds.")] = 3.0,
    games: Annotated[int, Parameter(converter=whole, help="Play at most this many random games.")] = 200,
    seed: Annotated[int, Parameter(converter=whole, help="The seed of the random games.")] = 0,
    gpu: Annotated[
        bool, Parameter(help="Compare the rules on a GPU with Python too.", negative="", show_default=False)
    ] = False,
    explain: Annotated[
        bool,
        Parameter(
            negative="",
            help="Say instead how each method runs (as written, rewritten, interpreted and why), and how fast.",
        ),
    ] = False,
    json: Json = False,
) -> int:
    """Is this game well defined, and does it compile?

    Plays random games interpreted and compiled side by side and verifies what the documentation asks of a game. The
    exit status is 0 when all is well and 1 when something was found.
    """
    if explain:
        from gametree.verbs.explain import explain as tell

        emit(tell(untried(game)), json)
        return 0
    from gametree.verbs.check import check as verify

    report = verify(untried(game), position, moves=moves, time=time, games=games, seed=seed, gpu=gpu)
    emit(report, json)
    return 0 if report.ok else 1
