# pyright: basic
"""Bear-off tables: exact values for the end of a game of backgammon.

When all men are home and nobody can be hit, a side's plays hardly depend on the other's men. So a side is solved alone:
the *one-sided* table has, for every arrangement of its men, the probability of each number of rolls to bear off, when
it plays for the fewest rolls on average. Two such distributions give the winner approximately. The *two-sided* table is
exact, for every pair: it is the solution of the bear-off as a game (``games/backgammon/endings.py``), with the cube
too. Every play leads to a lower number, so both tables are computed in one pass.

Tables are kept in the cache folder as ``.npy`` files with a manifest. Missing ones are built in some seconds.
"""

from __future__ import annotations

import json
import sys
import time as clock
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import cache, kernel, prepare
from gametree.compile.digest import rules_digest
from gametree.engine.dual import inner
from gametree.errors import GameError
from gametree.files import aside, checksum, map_array, write_array, write_text
from gametree.games.backgammon.endings import Bearoff, State

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT = 1
ROLLS = 21
LONGEST, UNTOUCHED = 32, 8
"""Columns of the one-sided tables. The slowest case, fifteen men on the last point with 2-1 every time, takes
thirty rolls."""
PIPS = 49 / 6
"""The average pips of a roll: they turn expected rolls into an *effective pip count*."""
CUBELESS, OWNED, CENTRED, AGAINST = range(4)
"""The layers of a two-sided table: without a cube; the player on roll owns it; nobody does; the other one does."""


@inner
def rolls_of(game, s):
    """The rolls of a position."""
    return game.chances(s)


@kernel
def list_plays(game, starts, after, filling):
    """Write where each roll's plays lead: ``after[starts[21 i + r] : starts[21 i + r + 1]]`` are the numbers of the
    arrangements that the roll r can make of arrangement i. Without ``filling`` only count, into ``starts``."""
    at = 0
    for i in range(game.ways):
        roll = 0
        for outcome, _ in rolls_of(game, State(game.places[i], 1, 0, 0)):
            starts[ROLLS * i + roll] = at
            if i > 0:
                rolled = State(game.places[i], 1, outcome, 0)
                for a in game.actions(rolled):
                    if filling:
                        after[at] = game.number(game.result(rolled, a).mine)
                    at += 1
            roll += 1
    starts[ROLLS * game.ways] = at
    return 0


@kernel
def race(game, starts, after, odds, men, means, still, untouched, chosen):
    """The one-sided table, by the plays that leave the fewest rolls on average; equal ones go to the first."""
    for i in range(1, game.ways):
        means[i], still[i, 0] = 1.0, 1.0
        if men[i] == game.men:
            untouched[i, 0] = 1.0
        for roll in range(ROLLS):
            p, first = odds[roll], starts[ROLLS * i + roll]
            best = after[first]
            for k in range(first + 1, starts[ROLLS * i + roll + 1]):
                if means[after[k]] < means[best]:
                    best = after[k]
            chosen[i, roll] = best
            means[i] += p * means[best]
            for n in range(1, still.shape[1]):
                still[i, n] += p * still[best, n - 1]
            for n in range(1, untouched.shape[1]):
                untouched[i, n] += p * untouched[best, n - 1]
    return 0


@inner
def settle(starts, after, odds, i, j, equities):
    """The equities if arrangement i is on roll against arrangement j."""
    sums = (0.0, 0.0, 0.0, 0.0)
    for roll in range(ROLLS):
        plain, owned, centred, against = -9.0, -9.0, -9.0, -9.0
        for k in range(starts[ROLLS * i + roll], starts[ROLLS * i + roll + 1]):
            n = after[k]
            plain = max(plain, -equities[CUBELESS, j, n])
            owned = max(owned, -equities[AGAINST, j, n])
            centred = max(centred, -equities[CENTRED, j, n])
            against = max(against, -equities[OWNED, j, n])
        p = odds[roll]
        sums = (sums[0] + p * plain, sums[1] + p * owned, sums[2] + p * centred, sums[3] + p * against)
    double = min(2.0 * sums[3], 1.0)  # taken, and the other side owns the cube; or dropped
    equities[CUBELESS, i, j] = sums[0]
    equities[OWNED, i, j] = max(sums[1], double)
    equities[CENTRED, i, j] = max(sums[2], double)
    equities[AGAINST, i, j] = sums[3]
    return 0


@kernel
def duel(game, starts, after, odds, equities):
    """The two-sided table, for the player on roll: without a cube, and for money with one that has no limit.

    The position (i, j) needs the positions (j, n) with n < i. So all numbers up to m are done before m + 1, and among
    those with m first those in which m is on roll.
    """
    for j in range(1, game.ways):
        for layer in range(4):
            equities[layer, j, 0] = -1.0  # the other side is off already
            equities[layer, 0, j] = 1.0
    for m in range(1, game.ways):
        for k in range(1, m):
            settle(starts, after, odds, m, k, equities)
        for k in range(1, m + 1):
            settle(starts, after, odds, k, m, equities)
    return 0


@dataclass(frozen=True)
class OneSided:
    """How many rolls a side needs. ``still[i, n]`` is the probability that it still has men after n rolls, and
    ``untouched[i, n]`` that it still has all of them (if i has all); ``means[i]`` is the average number of rolls, and
    ``chosen[i, r]`` the arrangement after the roll r.

    >>> table = one_sided(2)
    >>> men = table.game.parse("X 1 1, O off; X to roll").mine
    >>> float(table.means[table.game.number(men)])
    1.0
    """

    game: Bearoff
    means: NDArray[np.float64]
    still: NDArray[np.float64]
    untouched: NDArray[np.float64]
    chosen: NDArray[np.int32]

    def effective_pips(self, men: int) -> float:
        """The effective pip count: the expected rolls, in pips."""
        return float(self.means[self.game.number(men)]) * PIPS


def _plays(game: Bearoff) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    starts, after = np.zeros(ROLLS * game.ways + 1, np.int64), np.zeros(1, np.int32)
    write = prepare(list_plays, game, starts, after, 0, quiet=True)
    write(game, starts, after, 0)
    after = np.zeros(int(starts[-1]), np.int32)
    write(game, starts, after, 1)
    return starts, after, np.array([p for _, p in game.chances(game.initial())])


def one_sided(men: int = 15, points: int = 6) -> OneSided:
    """Compute the one-sided table."""
    game = Bearoff(men, points)
    starts, after, odds = _plays(game)
    n = game.ways
    counts = np.array([sum(int(w) >> 4 * p & 15 for p in range(6)) for w in game.places], np.int64)
    table = OneSided(
        game, np.zeros(n), np.zeros((n, LONGEST)), np.zeros((n, UNTOUCHED)), np.zeros((n, ROLLS), np.int32)
    )
    rest = (starts, after, odds, counts, table.means, table.still, table.untouched, table.chosen)
    prepare(race, game, *rest, quiet=True)(game, *rest)
    return table


def two_sided(men: int = 6, points: int = 6) -> NDArray[np.float64]:
    """Compute the two-sided table: equities of the player on roll, by layer, own arrangement and the other's.

    >>> equities = two_sided(2)
    >>> game = Bearoff(2)
    >>> s = game.parse("X 5 2, O 3 2; X to roll")
    >>> i, j = divmod(game.index(s), game.ways)
    >>> [round(float(x), 4) for x in equities[:, i, j]]
    [0.3422, 0.3441, 0.321, 0.1605]
    """
    game = Bearoff(men, points)
    equities = np.zeros((4, game.ways, game.ways))
    rest = (*_plays(game), equities)
    prepare(duel, game, *rest, quiet=True)(game, *rest)
    return equities


# --- in the cache --------------------------------------------------------------------------------------------------

NAMES = ("still", "untouched", "equities")


def tables(men: int = 15, pairs: int = 6) -> dict[str, NDArray[Any]]:
    """The tables that a search of backgammon reads: ``still`` and ``untouched`` of one side, and the two-sided
    ``equities`` without a cube of up to ``pairs`` men. From the cache folder; missing ones are built, and kept if the
    folder can be written."""
    folder = cache.place()
    place = None
    if folder is not None:
        place = folder / f"bearoff-{men}-{pairs}-{rules_digest(Bearoff(men))}-{FORMAT}{cache.TABLES}"
        try:
            return read(place)
        except GameError:
            pass  # missing or damaged: built again
    began = clock.perf_counter()
    print("building the bear-off tables …", file=sys.stderr, flush=True)
    one = one_sided(men)
    made: dict[str, NDArray[Any]] = {
        "still": one.still.astype(np.float32),
        "untouched": one.untouched.astype(np.float32),
        "equities": np.ascontiguousarray(two_sided(pairs)[CUBELESS]),
    }
    if place is None:
        return made
    try:
        write(place, made, {"men": men, "pairs": pairs, "seconds": round(clock.perf_counter() - began, 3)})
    except GameError:
        return made  # without a cache they are built in each process
    return read(place)


def write(place: Path, made: dict[str, NDArray[Any]], about: dict[str, Any]) -> None:
    """Write tables to a folder; the folder appears only when it is whole."""
    with aside(place) as folder:
        folder.mkdir()
        files = {
            name: {
                "shape": list(array.shape),
                "dtype": array.dtype.str,
                "sha256": write_array(folder / f"{name}.npy", [array], len(array), array),
            }
            for name, array in made.items()
        }
        write_text(folder / "manifest.json", json.dumps({"format": FORMAT, **about, "files": files}, indent=1))


def read(place: Path, *, whole: bool = False) -> dict[str, NDArray[Any]]:
    """The tables in a folder, as memory maps; with ``whole`` their checksums are compared too."""
    try:
        manifest = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
        facts = {name: manifest["files"][name] for name in NAMES}
    except (OSError, ValueError, KeyError) as error:
        raise GameError(f"{place}: no bear-off tables: {error}") from None
    for name in NAMES if whole else ():
        if checksum(place / f"{name}.npy") != facts[name]["sha256"]:
            raise GameError(f"{place / name}.npy is damaged: its checksum is wrong")
    return {
        name: map_array(place / f"{name}.npy", tuple(fact["shape"]), np.dtype(fact["dtype"]))
        for name, fact in facts.items()
    }
