# pyright: reportUnknownVariableType=false
"""Features for a game that has none: tables of patterns (n-tuples) on the cells of its board.

A pattern is what stands on a few cells that lie together: a piece of a row, a column or a diagonal, or a block. Each
region of the board has a table with a number for every content; regions that the symmetries of the board turn into each
other share one. What a cell holds is read from the state. The reader is found by comparing the states of random games
with the game's ``picture``; without one, the numbers and bits of the state are the cells, in their order.

>>> from gametree import load
>>> game = patterned(load("mnk:3,3,3"))
>>> game.terms[0], len(game.terms) == len(game.weights)
('bit 1 bit 2 bit 3 bit 4: 0000', True)
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import CHANCE, over, provides
from gametree.titles import entitle_like, title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gametree.game import AnyGame

GAMES, PLIES = 60, 120
"""How many random games show what cells hold, and how many plies of each."""
KINDS = 8
"""A cell may hold this many different things."""
SMALL = 15
"""A number of the state up to this may itself be what a cell holds; larger ones are read bit by bit."""
PROBES = 4
"""What a cell holds is read from at most this many places: a small number or a bit, and then bits."""
LARGEST = 4096
"""The most entries of one table."""
LENGTH = 4
"""How many cells of a line a region has, where the table is small enough."""


def flat(s: Any) -> tuple[int, ...]:
    """The numbers of a state, one after the other. (Compiled code has them so already.)

    >>> flat((1, (2, 3)))
    (1, 2, 3)
    """
    if isinstance(s, tuple):
        return tuple(word for item in cast("tuple[Any, ...]", s) for word in flat(item))
    return (int(s),)


class Patterned(Weighted[Any]):
    """A game whose features are patterns; ``patterned`` makes one of any game on a board.

    ``places`` has three numbers for each of the four places where a cell is read: which number of the state, by how
    many bits it is shifted, and which of its bits count. ``contents`` says what the cell holds if that is found.
    ``regions`` lists the cells of each region, −1 after the last; ``tables`` says where its table begins.
    """

    places: Any
    contents: Any
    regions: Any
    tables: Any
    kinds: int

    def features(self, s: Any) -> Iterator[tuple[int, int]]:
        """The pattern in each region, and who is to move."""
        words = flat(s)
        for r in range(self.regions.shape[0]):
            pattern = 0
            for i in range(self.regions.shape[1]):
                cell = self.regions[r, i]
                if cell < 0:
                    break
                seen = 0
                for p in range(self.places.shape[1]):
                    number, shift, mask = self.places[cell, p, 0], self.places[cell, p, 1], self.places[cell, p, 2]
                    seen = seen * 2 + (words[number] >> shift & mask)
                pattern = pattern * self.kinds + self.contents[cell, seen]
            yield self.tables[r] + pattern, 1
        yield self.weights.shape[0] - 1, 1 if self.player(s) == 0 else -1

    def evaluate(self, s: Any) -> float:
        """The sum of the weights of the patterns; of a payoff, within its bounds."""
        total = 0.0
        for i, times in self.features(s):
            total += float(self.weights[i]) * times
        if self.evaluation == "utility":
            return float(min(max(total, self.bounds[0]), self.bounds[1]))
        return total


@dataclass(frozen=True)
class Board:
    """The cells of a game: what they are called, where they are read, and what they hold in some states."""

    names: tuple[str, ...]
    places: NDArray[np.int64]
    contents: NDArray[np.int64]
    marks: str
    """What stands for each content, in the names of patterns."""
    width: int
    """How many cells a row has; 0: there are no rows."""


def patterned(game: AnyGame) -> Weighted[Any]:
    """The same game with patterns as its features, and all weights 0."""
    states = _sampled(game)
    board = _by_picture(game, states) if provides(game, "picture") else _by_numbers(game, states)
    regions = _regions(board)
    shared = _shared(regions, _turns(game, board, states))
    made = cast("Patterned", copy.copy(game))
    base = type(game)
    body = {"__module__": base.__module__, "__qualname__": base.__qualname__, "__doc__": base.__doc__}
    made.__class__ = type(base.__name__, (Patterned, base), body)
    made.places, made.contents, made.kinds = board.places, board.contents, len(board.marks)
    made.regions = np.full((len(shared), max(len(cells) for cells, _ in shared)), -1, np.int64)
    made.tables = np.zeros(len(shared), np.int64)
    terms: list[str] = []
    begins: dict[int, int] = {}
    for r, (cells, table) in enumerate(shared):
        made.regions[r, : len(cells)] = cells
        if table not in begins:
            begins[table] = len(terms)
            where = " ".join(board.names[c] for c in cells)
            terms += [f"{where}: {_content(n, len(cells), board.marks)}" for n in range(made.kinds ** len(cells))]
        made.tables[r] = begins[table]
    made.terms = (*terms, "to move")  # type: ignore[misc]
    made.weights = np.zeros(len(made.terms))
    entitle_like(made, game)
    return made


def _content(number: int, length: int, marks: str) -> str:
    """A pattern in words."""
    return "".join(marks[number // len(marks) ** (length - 1 - i) % len(marks)] for i in range(length))


def _sampled(game: AnyGame) -> list[Any]:
    """The states of some random games, always the same ones."""
    dice, found = random.Random(0), dict[Any, None]()
    for _ in range(GAMES):
        s = game.initial()
        for _ in range(PLIES):
            if over(game, s):
                break
            found[s] = None
            moves = [a for a, _ in game.chances(s)] if game.player(s) == CHANCE else list(game.actions(s))
            if not moves:
                break
            s = game.result(s, dice.choice(moves))
    return list(found)


def _numbers(game: AnyGame, states: list[Any]) -> NDArray[np.int64]:
    """The numbers of the states, a row for each."""
    try:
        return np.array([flat(s) for s in states], np.int64)
    except (TypeError, ValueError, OverflowError):
        raise GameError(
            f"{title(game)}: its states are not made of 64-bit integers, so no patterns can be read from them: write "
            "features (docs/evaluation.md)"
        ) from None


# --- where a cell is read --------------------------------------------------------------------------------------------


def _by_picture(game: AnyGame, states: list[Any]) -> Board:
    """The cells of the game's picture, and for each the places of the state that decide what it holds."""
    words = _numbers(game, states)
    drawn = [[str(r) for r in game.picture(s)["rows"]][::-1] for s in states]
    height, width = len(drawn[0]), len(drawn[0][0])
    if any(len(rows) != height or any(len(r) != width for r in rows) for rows in drawn):
        raise GameError(f"{title(game)}: its picture has not always the same number of rows and columns")
    marks = "".join(mark for mark, _ in Counter("".join("".join(rows) for rows in drawn)).most_common())
    if len(marks) > KINDS:
        raise GameError(f"{title(game)}: its picture has {len(marks)} different marks; patterns take up to {KINDS}")
    spots = _spots(words)
    cells = [(r, c) for r in range(height) for c in range(width)]
    places = np.zeros((len(cells), PROBES, 3), np.int64)
    contents = np.zeros((len(cells), 1 << PROBES + 3), np.int64)
    for number, (r, c) in enumerate(cells):
        held = np.array([marks.index(rows[r][c]) for rows in drawn])
        chosen, seen = _deciding(held, spots, words)
        if chosen is None:
            raise GameError(f"{title(game)}: what {_cell_name(r, c)} holds in its picture is not seen in its states")
        places[number, PROBES - len(chosen) :] = chosen
        contents[number, :] = held[0] if not len(chosen) else 0
        contents[number, seen] = held
    names = tuple(_cell_name(r, c) for r, c in cells)
    return Board(names, places, contents, marks, width)


def _cell_name(row: int, column: int) -> str:
    return f"{chr(97 + column)}{row + 1}" if column < 26 else f"{column + 1}-{row + 1}"


def _spots(words: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Where a state can be read: its small numbers, and all bits that change."""
    found: list[tuple[int, int, int]] = []
    for number, column in enumerate(words.T):
        if column.min() >= 0 and column.max() <= SMALL and column.min() < column.max():
            found.append((number, 0, SMALL))
        changing = int(np.bitwise_or.reduce(column ^ column[0]))
        found += [(number, shift, 1) for shift in range(64) if changing >> shift & 1]
    return found


def _deciding(held: Any, spots: list[tuple[int, int, int]], words: Any) -> tuple[list[Any] | None, Any]:
    """The few places that decide what a cell holds, chosen one after the other: the one that leaves the least open. A
    number that is no bit comes first. Also what they show in each state; None: it cannot be told."""
    seen, chosen = np.zeros(len(held), np.int64), list[tuple[int, int, int]]()
    while True:
        wrong = _open(seen, held)
        if wrong == 0:
            return chosen, seen
        if len(chosen) == PROBES:
            return None, seen
        best, after = None, seen
        for spot in spots:
            if spot[2] != 1 and chosen:
                continue
            look = seen * 2 + (words[:, spot[0]] >> spot[1] & spot[2])
            left = _open(look, held)
            if best is None or left < wrong:
                best, after, wrong = spot, look, left
        if best is None or best in chosen:
            return None, seen
        chosen.append(best)
        seen = after


def _open(seen: Any, held: Any) -> float:
    """How much is still open about what a cell holds when this is seen: the impurity, summed over the states."""
    table = np.zeros((int(seen.max()) + 1, int(held.max()) + 1))
    np.add.at(table, (seen, held), 1)
    total = table.sum(1)
    return float((total - (table**2).sum(1) / np.maximum(total, 1)).sum().round(6))


def _by_numbers(game: AnyGame, states: list[Any]) -> Board:
    """Without a picture: each small number of the state is a cell, and so is each bit of the others, with the same bit
    of its neighbours."""
    words = _numbers(game, states)
    found: list[list[tuple[int, int, int]]] = []
    names: list[str] = []
    large: dict[int, list[tuple[int, int, int]]] = {}
    most = 1
    for number, shift, mask in _spots(words):
        low, high = words[:, number].min(), words[:, number].max()
        if mask != 1:
            if high < KINDS:
                found.append([(number, 0, mask)])
                names.append(f"number {number + 1}")
                most = max(most, int(high))
        elif low < 0 or high >= KINDS:
            large.setdefault(shift, []).append((number, shift, mask))
    for shift, bits in sorted(large.items()):
        found.append(bits[: 3 if KINDS == 8 else 1])
        names.append(f"bit {shift + 1}")
        most = max(most, (1 << len(found[-1])) - 1)
    if not found:
        raise GameError(f"{title(game)}: no cells are seen in its states: write features (docs/evaluation.md)")
    places = np.zeros((len(found), PROBES, 3), np.int64)
    for cell, spots in enumerate(found):
        places[cell, PROBES - len(spots) :] = spots
    contents = np.tile(np.minimum(np.arange(1 << PROBES + 3), most), (len(found), 1))
    return Board(tuple(names), places, contents, "01234567"[: most + 1], 0)


# --- regions ---------------------------------------------------------------------------------------------------------


def _regions(board: Board) -> list[tuple[int, ...]]:
    """Which cells lie together: pieces of lines in four directions, and blocks."""
    cells = len(board.names)
    fits = next(n for n in range(6, 0, -1) if len(board.marks) ** n <= LARGEST)
    length = min(LENGTH, fits)
    if not board.width:
        piece = min(length, cells)
        return [tuple(range(i, i + piece)) for i in range(cells - piece + 1)]
    width, height = board.width, cells // board.width
    found: list[tuple[int, ...]] = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        piece = min([length, *[width] * (dx != 0), *[height] * (dy != 0)])
        for r in range(height):
            for c in range(width):
                line = [(c + dx * i, r + dy * i) for i in range(piece)]
                if piece > 1 and all(0 <= x < width and 0 <= y < height for x, y in line):
                    found.append(tuple(y * width + x for x, y in line))
    for wide, high in ((3, 2), (2, 3)) if fits >= 6 else ((2, 2),):
        for r in range(height - high + 1):
            for c in range(width - wide + 1):
                found.append(tuple((r + i) * width + c + j for i in range(high) for j in range(wide)))
    return found or [(cell,) for cell in range(cells)]


def _turns(game: AnyGame, board: Board, states: list[Any]) -> list[list[int]]:
    """The ways in which the symmetries of the game turn the board: for each cell the one that it becomes."""
    if not board.width or not provides(game, "symmetries"):
        return []
    width, height = board.width, len(board.names) // board.width
    grid = np.arange(width * height).reshape(height, width)
    turned = [flipped for k in range(4) for flipped in (np.rot90(grid, k), np.rot90(grid, k)[:, ::-1])]
    candidates = [list(map(int, image.ravel())) for image in turned if image.shape == grid.shape]
    some = states[:: max(1, len(states) // 60)]
    here = [_held(board, flat(s)) for s in some]
    images = [[_held(board, flat(image)) for image in game.symmetries(s)] for s in some]
    own = list(range(width * height))
    return [
        way
        for way in candidates
        if way != own and all([held[c] for c in way] in there for held, there in zip(here, images, strict=True))
    ]


def _held(board: Board, words: tuple[int, ...]) -> list[int]:
    """What each cell holds."""
    found: list[int] = []
    places: list[list[tuple[int, int, int]]] = board.places.tolist()
    for cell, spots in enumerate(places):
        seen = 0
        for number, shift, mask in spots:
            seen = seen * 2 + (words[number] >> shift & mask)
        found.append(int(board.contents[cell, seen]))
    return found


def _shared(regions: list[tuple[int, ...]], turns: list[list[int]]) -> list[tuple[tuple[int, ...], int]]:
    """Each region with the number of its table: regions that are turned into each other have the same one. A region
    that is turned into itself counts in both orders."""
    found: dict[tuple[int, ...], int] = {}
    covered = set[frozenset[int]]()
    for number, region in enumerate(regions):
        if frozenset(region) in covered:
            continue
        images = [region, *(tuple(way[c] for c in region) for way in turns)]
        for image in images:
            found.setdefault(image, number)
        covered |= set(map(frozenset, images))
    return list(found.items())
