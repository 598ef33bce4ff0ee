# pyright: basic
"""The form in which a game is compiled: as it is written, where that compiles; else its packed twin; else none. Most of
the front end is imported only where a twin is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend.as_written import is_plain, is_taken, some_states
from gametree.compile.frontend.shapes import UnsupportedError
from gametree.compile.trial.trying import too_wide

if TYPE_CHECKING:
    from gametree.game import AnyGame


def chosen(game: AnyGame) -> tuple[AnyGame, str]:
    """The form of a game, and why it is not rewritten."""
    try:
        some_states(game)
    except Exception:  # the rules themselves raise: the search that asks them reports it, with the line
        return game, ""
    wide = too_wide(game)
    if not wide and is_plain(game):
        return game, ""
    from gametree.compile.frontend.interned import Interned
    from gametree.compile.frontend.tries import twin

    try:
        return twin(game, wide=bool(wide)).game, ""
    except UnsupportedError as error:
        where = "" if "line" in str(error) or not error.line else f"line {error.line}: "
        reason = f"{where}{error}"
    return (game if is_taken(game) else Interned(game, reason).game), reason
