"""``gametree check``."""

from __future__ import annotations

from gametree.catalogue import untried
from gametree.cli.common import GameWords, Json, emit


def check(game: GameWords, /, *, json: Json = False) -> int:
    """Is this game well defined, and does it compile?

    Plays random games interpreted and compiled side by side and verifies what the documentation asks of a game. The
    exit status is 0 when all is well and 1 when something was found.
    """
    from gametree.verbs.check import check as verify

    report = verify(untried(game))
    emit(report, json)
    return 0 if report.ok else 1
