"""Go in SGF: points by two letters from the top left, the size, komi and handicap of a game."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from gametree.bits import filled, ones
from gametree.errors import GameError
from gametree.game import MAX, MIN
from gametree.games.go.notation import checked
from gametree.games.go.rules import NOWHERE, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.games.go import Go


def facts(game: Go) -> dict[str, str]:
    """The properties that say which game it is."""
    size = str(game.columns) if game.columns == game.rows else f"{game.columns}:{game.rows}"
    handicap = {"HA": str(game.handicap)} if game.handicap else {}
    return {"GM": "1", "SZ": size, "KM": f"{game.komi:g}", **handicap}


def point(game: Go, a: int) -> str:
    """A point: the letters of its column and of its row, from the top left.

    >>> from gametree import load
    >>> game = load("go:9")
    >>> point(game, 0), game.name(game.initial(), 44), point(game, 44)
    ('ai', 'E5', 'ee')
    """
    row, column = divmod(a, game.columns + 1)
    return string.ascii_lowercase[column] + string.ascii_lowercase[game.rows - 1 - row]


def stones(game: Go, s: State) -> tuple[list[str], list[str]]:
    """The points of Black's stones, and of White's."""
    if s.taken:
        raise GameError("SGF cannot say how many stones were taken: give the moves of the game")
    black, white = ([point(game, p) for p in ones(side)] for side in (s.black, s.white))
    return black, white


def state(game: Go, black: Iterable[str], white: Iterable[str], mover: int | None) -> State:
    """The position with these stones. If nobody says who moves, it is Black, but White after handicap stones."""
    numbers = {point(game, p): p for p in ones(game.full)}
    for name in (*black, *white):
        if name not in numbers:
            raise GameError(f"{name!r} is no point of this board")
    sides = [filled(game.bits, sum(1 << numbers[name] for name in {*side})) for side in (black, white)]
    if mover is None:
        mover = MIN if not {*white} and len({*black}) > 1 else MAX
    return checked(game, State(sides[0], sides[1], NOWHERE, 0, 0, mover))
