# pyright: basic
"""The packed twin of a game, tried with more and more room until it agrees with the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend.front import room_of
from gametree.compile.frontend.runtime import OutOfShapeError
from gametree.compile.frontend.shapes import FaultError, UnsupportedError
from gametree.compile.frontend.twin import Made
from gametree.compile.trial.trying import is_remembered, too_wide

if TYPE_CHECKING:
    from gametree.game import AnyGame

TRIES = 4
"""The number of forms that are tried, each with more room."""


def twin(game: AnyGame, *, wide: bool = False) -> Made:
    """The packed twin of a game, looked at beside it; UnsupportedError says why there is none."""
    if room_of(game) >= TRIES:
        raise UnsupportedError("its values outgrow every packed form")
    told = ""
    for room in range(room_of(game), room_of(game) + TRIES):
        try:
            made = Made(game, wide=wide, room=room)
            told = "" if is_remembered(made.game) else made.difference() or too_wide(made.game)
            if not told:
                made.total = True
                return made
        except UnsupportedError as error:
            told = str(error)
            if "bits" not in told:
                raise
        except Exception as error:  # whatever goes wrong here, the game can still be run as it is written
            if not _is_outgrown(error):
                raise FaultError(f"rewriting it fails: {type(error).__name__}: {error}") from error
            told = "its numbers outgrow every packed form"
            continue
        if not wide:
            break
    raise UnsupportedError(told)


def _is_outgrown(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, OutOfShapeError):
        error = error.__cause__
    return error is not None
