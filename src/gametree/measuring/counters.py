"""A number that suggests that every game ends: an integer within bounds that falls (or rises) with every move.

Random games show it only for themselves. For all games it is not proven: this is only evidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar, cast

from gametree.bits import popcount
from gametree.game import Game, provides

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

S = TypeVar("S")

ENOUGH = 20
"""The fewest random games and moves that count as evidence."""
MOVES = 20_000
"""The most moves that are checked."""


@dataclass(frozen=True)
class Counter:
    """A number that rose or fell with every move of the random games."""

    what: str
    """E.g. ``every move lowers tier``."""
    games: int
    """The number of random games."""
    moves: int
    """The number of moves in them."""

    def __str__(self) -> str:
        return f"{self.what} (seen in {self.moves:,} moves of {self.games:,} random games, not proven)"


def counter(game: Game[S], start: S, games: Sequence[Sequence[int]]) -> Counter | None:
    """The first number that only rises or only falls along these games, and changes at least every second move; None if
    there is none.

    >>> from gametree import load
    >>> game = load("connect4:width=4,height=1,connect=5")
    >>> print(counter(game, game.initial(), [[0, 1, 2, 3]] * 20))
    every move lowers tier (seen in 80 moves of 20 random games, not proven)
    """
    paths: list[list[S]] = []
    moves = 0
    for actions in games:
        path = [start]
        for a in actions:
            path.append(game.result(path[-1], a))
        paths.append(path)
        moves += len(actions)
        if moves > MOVES:
            break
    if len(paths) < ENOUGH or moves < ENOUGH:
        return None
    for what, of, ways in _candidates(game, start):
        rows = [[of(s) for s in path] for path in paths]
        for way in ways:
            if (often := _often(rows, way)) and (way > 0 or min(map(min, rows)) >= 0):
                return Counter(f"{often} {'raises' if way > 0 else 'lowers'} {what}", len(paths), moves)
    return None


def _often(rows: list[list[int]], way: int) -> str:
    """How often the number goes this way and never the other: every move, every second move, or never (empty)."""
    stays = 0
    for row in rows:
        still = 0
        for before, after in pairwise(row):
            step = way * (after - before)
            still = 0 if step > 0 else still + 1
            if step < 0 or still > 1:
                return ""
            stays = max(stays, still)
    return "every second move at the latest" if stays else "every move"


def _candidates(game: Game[S], start: S) -> list[tuple[str, Callable[[S], int], tuple[int, ...]]]:
    """Integers of a state, and the directions in which they cannot go for ever. A number that rises without bounds,
    such as the move number, shows nothing. No number falls below 0 (that is checked), and a word has a limited number
    of bits."""
    found: list[tuple[str, Callable[[S], int], tuple[int, ...]]] = []
    if provides(game, "tier"):
        found.append(("tier", lambda s: int(game.tier(s)), (-1,)))
    if not isinstance(start, tuple):
        return found
    fields = cast("tuple[Any, ...]", start)
    names: Sequence[str] = getattr(cast("Any", start), "_fields", [f"entry {i}" for i in range(len(fields))])
    whole = [i for i, x in enumerate(fields) if type(x) is int]
    for i in whole:
        found.append((names[i], lambda s, i=i: cast("Any", s)[i], (-1,)))
    for i, x in enumerate(fields):
        if isinstance(x, tuple) and all(type(y) is int for y in cast("tuple[Any, ...]", x)):
            found.append((f"the sum of {names[i]}", lambda s, i=i: sum(cast("Any", s)[i]), (-1,)))
            found.append((f"the entries of {names[i]} other than 0", lambda s, i=i: _filled(s, i), (1, -1)))
    if whole:
        told = " and ".join(names[i] for i in whole)
        found.append((f"the number of bits set in {told}", lambda s: _bits(s, whole), (1, -1)))
    return found


def _filled(s: Any, i: int) -> int:
    return sum(x != 0 for x in s[i])


def _bits(s: Any, fields: list[int]) -> int:
    """The number of set bits in these fields, as 64-bit words."""
    return sum(popcount(s[i]) for i in fields)
