"""Go in SGF: points by two letters from the top left, the size, komi and handicap of a game, and the names of rules."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any

from gametree.bits import filled, ones
from gametree.errors import GameError
from gametree.game import MAX, MIN
from gametree.games.go.notation import checked
from gametree.games.go.rules import NOWHERE, State
from gametree.notation.sgf import size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.games.go import Go
    from gametree.notation.sgf import Node

RULES = {
    "aga": {"ko": "situational"},
    "chinese": {},
    "goe": {"ko": "situational", "suicide": True},
    "japanese": {"ko": "simple", "scoring": "territory"},
    "korean": {"ko": "simple", "scoring": "territory"},
    "new_zealand": {"ko": "situational", "suicide": True},
    "nz": {"ko": "situational", "suicide": True},
    "tromp-taylor": {"suicide": True},
}
"""What files (``RU``) and the server KGS call the rules, as our parameters."""


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


def go_in_file(root: Node) -> dict[str, Any]:
    """What a file says of a game of Go beside the number of columns (19 if it says nothing), as our parameters: rows,
    komi (what White gets), and rules by a name that is known. Handicap stones are set up by the file itself.

    >>> from gametree.notation.sgf import parse
    >>> go_in_file(parse("(;GM[1]SZ[9:7]KM[5.5]RU[Japanese])")[0])
    {'rows': 7, 'komi': 5.5, 'ko': 'simple', 'scoring': 'territory'}
    """
    size, komi = size_of(root), root.simple("KM")
    found: dict[str, Any] = {"size": 19} if size is None else {"rows": size[1]} if size[0] != size[1] else {}
    if re.fullmatch(r"[+-]?\d{1,4}([.,]\d{0,9})?", komi, re.ASCII):
        found["komi"] = float(komi.replace(",", "."))
    return {**found, **RULES.get(root.simple("RU").casefold().replace(" ", "_"), {})}
