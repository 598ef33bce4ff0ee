# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""What a database knows about a position, read from inside the search.

A search with a database gets its memory as an *unsigned* address. That is another type, so it compiles another kernel;
the kernel without a database has no code for it.

The database is a row of words: what kind it is, the payoffs in units of score, and for each tier five words, of which
two are the addresses of its keys and codes (``solving/database.py``), mapped from their files.

In plain Python the database itself is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import carray, types
from numba.extending import overload

from gametree.compile import AS_PART, constant, pointer
from gametree.engine.block import DATABASE
from gametree.engine.dual import at, context_of, inner, pack, row, tier_of, unpack
from gametree.engine.packed import WIN, solved
from gametree.engine.score import FAR, INFINITY, final_score, units
from gametree.game import provides, smallest

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.database import Database

UNKNOWN = INFINITY + 3
"""Not a score: the position is not in the database."""
DENSE, TIERED, SYMMETRIC, TIERS, ENDLESS, PAYOFFS, FIRST = range(7)
"""The words of a database; from FIRST on, its payoffs, and then its tiers."""
VALUES, SLICED = 2, 3
"""The values of the word DENSE for a dense database without remoteness, which searches do not read; and for one of
packed slices (``packed.py``), whose shelf follows the payoffs."""
TIER, KEYS, ROWS, CODES, BYTES, PART = range(6)
"""The words of a tier."""


def known_score(game, s, ply, block):
    """Max's score of a state by the database, seen from the root of the search; UNKNOWN if there is none."""
    database = block[DATABASE]
    label = database.label(s) if database else None
    if label is None:
        return UNKNOWN
    far = FAR if label.remoteness is None else label.remoteness
    return final_score(game, units(label.value, game._scale) - game._even, ply + far)


@overload(known_score, jit_options=AS_PART)
def _known_score(game, s, ply, block):
    if block is not types.uint64:
        return lambda game, s, ply, block: UNKNOWN

    def score(game, s, ply, block):
        database = row(context_of(block), DATABASE)
        if database[at(DENSE)] == SLICED:
            which = sliced_outcome(game, s, database)
            return UNKNOWN if which < 0 else final_score(game, database[at(FIRST + which)], ply + FAR)
        code = known_code(game, s, database)
        if code < 0:
            return UNKNOWN
        if code == 0:
            return final_score(game, database[at(ENDLESS)], ply + FAR)
        payoffs = database[at(PAYOFFS)]
        remoteness, which = (code - 1) // payoffs, (code - 1) % payoffs
        if database[at(DENSE)] and game.relative_index and game.player(s) == 1:
            which = payoffs - 1 - which  # stored values are the mover's
        return final_score(game, database[at(FIRST + which)], ply + remoteness)

    return score


@inner
def worth_in(game, s, database):
    """Max's payoff of a state by the words of a database; NaN if it is not there."""
    if database[at(DENSE)] == SLICED:
        which = sliced_outcome(game, s, database)
    else:
        code = known_code(game, s, database)
        if code == 0:
            return (database[at(ENDLESS)] + game._even) / game._scale
        payoffs = database[at(PAYOFFS)]
        which = (code - 1) % payoffs if code > 0 else -1
        if which >= 0 and database[at(DENSE)] and game.relative_index and game.player(s) == 1:
            which = payoffs - 1 - which
    return np.nan if which < 0 else (database[at(FIRST + which)] + game._even) / game._scale


@inner
def sliced_outcome(game, s, database):
    """The number of Max's payoff by packed slices; −1 if the state has none there."""
    place = index_of(game, s)
    if place < 0:
        return -1
    which = solved(database[FIRST + WIN + 1 :], place)
    if which > WIN:
        return -1
    return WIN - which if which >= 0 and game.player(s) == 1 else which


@inner
def known_code(game, s, database):
    """The code of a state; −1 if it is not in the database."""
    words = smallest(game, pack(s)) if database[at(SYMMETRIC)] else pack(s)
    part = FIRST + database[at(PAYOFFS)]
    if database[at(DENSE)]:
        place = index_of(game, unpack(game, words))
        if place < 0 or place >= database[at(part + ROWS)] or database[at(DENSE)] == VALUES:
            return -1
    else:
        if database[at(TIERED)]:
            part = find_tier(database, part, tier_of(game, unpack(game, words)))
            if part < 0:
                return -1
        place = find_row(
            carray(pointer(database[at(part + KEYS)]), 1 << 40, np.int64), database[at(part + ROWS)], words
        )
        if place < 0:
            return -1
    size = database[at(part + BYTES)]
    codes = carray(pointer(database[at(part + CODES)]), 1 << 40, np.uint8)
    code = 0
    for i in range(size):
        code |= np.int64(codes[at(place * size + i)]) << 8 * i
    return code


@inner
def find_tier(database, first, tier):
    """Where the words of a tier begin; the tiers are in rising order."""
    low, high = 0, database[at(TIERS)]
    while low < high:
        middle = (low + high) // 2
        if database[at(first + middle * PART + TIER)] < tier:
            low = middle + 1
        else:
            high = middle
    place = first + low * PART
    return place if low < database[at(TIERS)] and database[at(place + TIER)] == tier else -1


@inner
def find_row(keys, rows, words):
    """The row with these words among rows in rising order; −1 if there is none."""
    low, high = 0, rows
    while low < high:
        middle = (low + high) // 2
        if compare_row(keys, middle, words) < 0:
            low = middle + 1
        else:
            high = middle
    return low if low < rows and compare_row(keys, low, words) == 0 else -1


@inner
def compare_row(keys, i, words):
    """Is a row less than these words (−1), the same (0), or more (1)?"""
    width = len(words)
    for j in range(width):
        here = keys[at(i * width + j)]
        if here != words[j]:
            return -1 if here < words[j] else 1
    return 0


def index_of(game, s):
    """The number of a state, in a game that numbers its states."""
    return game.index(s)


@overload(index_of, jit_options=AS_PART)
def _index_of(game, s):
    return (lambda game, s: game.index(s)) if provides(game.game, "index") else (lambda game, s: -1)


def probe_words(game: AnyGame, database: Database, root: Any = None) -> np.ndarray:
    """The words by which compiled code reads a database, in a search from ``root`` or anywhere; valid while the
    database is open."""
    scale, middle = constant(game, "_scale"), constant(game, "_even")
    coding = database.coding
    words: list[Any] = [0] * FIRST
    valued = database.table is not None and database.table.valued
    words[DENSE] = VALUES if valued else database.dense
    words[TIERED], words[SYMMETRIC] = database.tiered, database.symmetric
    words[TIERS], words[PAYOFFS] = len(database.parts), len(coding.payoffs)
    words[ENDLESS] = units(coding.endless, scale) - middle
    words += [units(payoff, scale) - middle for payoff in coding.payoffs]
    if database.sliced:
        words[DENSE] = SLICED
        return np.concatenate([np.array(words, np.int64), database.in_search(root).words])
    for part in sorted(database.parts.values(), key=lambda part: part.tier):
        keys = 0 if part.keys is None else part.keys.ctypes.data
        words += [part.tier, keys, len(part.codes), part.codes.ctypes.data, part.codes.itemsize]
    return np.array(words, np.int64)
