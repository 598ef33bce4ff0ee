"""The table of dense solving: codes by number, their meaning, and their counts."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.game import MIN, AnyGame, even, legal, over, payoff, provides, worth
from gametree.mixins import numbered
from gametree.solving.label import Coding, Label
from gametree.solving.solution import preference

if TYPE_CHECKING:
    from collections.abc import Iterator

SLICE = 1 << 20
"""How many codes are processed together."""
WIDTHS = (np.uint8, np.uint16, np.uint32)
SAMPLE = 200


class DenseTable:
    """Codes by number.

    A code is that of ``label.py``, and the highest number marks a hole. If only values are kept (``valued``), a code is
    1 + the number of the payoff of the rest of the game, and 0 marks a hole; if ``packed``, four are in a byte. With a
    relative index a code is the mover's.
    """

    def __init__(self, game: AnyGame, codes: Any = None, payoffs: tuple[float, ...] = (), *, valued: bool = False):
        """An empty table; or one that was made before, of these codes and payoffs."""
        self.game = numbered(game)
        self.size = int(self.game.index_size)
        self.low, high = int(game.bounds[0]), int(game.bounds[1])
        self.middle = float(even(game))
        self.kinds = len(payoffs) or high - self.low + 1
        self.gains = np.array(payoffs) - self.middle if payoffs else np.arange(self.kinds) - (self.kinds - 1) // 2
        self.ends = np.zeros(self.kinds, np.int64)
        self.valued, self.packed = valued, False
        width = next(w for w in WIDTHS if 8 * self.kinds < np.iinfo(w).max)
        self.codes: np.ndarray[Any, Any] = np.zeros(self.size, width) if codes is None else codes

    @property
    def hole(self) -> int:
        """The code of a number that no position has."""
        return 0 if self.valued else int(np.iinfo(self.dtype).max)

    @property
    def dtype(self) -> Any:
        """The type of the codes."""
        return self.codes.dtype

    @property
    def coding(self) -> Coding:
        """What the codes mean."""
        return Coding(tuple(float(self.middle + gain) for gain in self.gains), self.middle)

    def form(self) -> dict[str, Any]:
        """The other facts about the codes, as JSON."""
        facts = {"gains": [int(g) if g == int(g) else float(g) for g in self.gains], "ends": self.ends.tolist()}
        return facts | {"valued": self.valued, "packed": self.packed}

    def restore(self, codes: np.ndarray[Any, Any], form: dict[str, Any]) -> None:
        """Take codes that were written before, with their form."""
        self.codes, self.gains, self.kinds = codes, np.array(form["gains"]), len(form["gains"])
        self.ends = np.array(form["ends"], np.int64)
        self.valued, self.packed = form["valued"], form["packed"]

    # --- the form of the codes ---------------------------------------------------------------------------------

    def keep_values_only(self) -> None:
        """Take the form without remoteness."""
        self.valued, self.packed = True, self.kinds <= 3
        width = next(w for w in WIDTHS if self.kinds <= np.iinfo(w).max)
        self.codes = np.zeros(-(-self.size // 4) if self.packed else self.size, width)

    def unpack(self) -> None:
        """One code per byte again, as in databases."""
        codes = np.concatenate([self._piece(begin, begin + SLICE) for begin in range(0, self.size, SLICE)])
        self.codes, self.packed = codes[: self.size], False

    def widen(self, most: int) -> None:
        """Use the next wider dtype; counters of up to ``most``, and holes, stay at the top of the range."""
        wider = WIDTHS[WIDTHS.index(self.dtype.type) + 1]
        self._widen(wider, self.hole - 1 - most, int(np.iinfo(wider).max) - self.hole)

    def _widen(self, wider: Any, top: int, shift: int) -> None:
        """Copy the codes to a wider dtype; those from ``top`` on rise by ``shift``."""
        codes = self.codes.astype(wider)
        for piece in _slices(codes):
            piece[piece >= top] += shift
        self.codes = codes

    def narrow_payoffs(self) -> None:
        """Leave out the payoffs that no end has, so that codes get smaller."""
        counts = self.ends + self.ends[::-1] if self.game.relative_index else self.ends
        occurring = np.nonzero(counts)[0]
        if len(occurring) in (0, self.kinds):
            return
        place = np.full(self.kinds, 0)
        place[occurring] = np.arange(len(occurring))
        labels = np.arange(3 * self.kinds)  # at this point no label is deeper than two
        smaller = 1 + labels // self.kinds * len(occurring) + place[labels % self.kinds]
        self._rename(smaller)
        self.kinds, self.gains = len(occurring), self.gains[occurring]

    def _rename(self, smaller: Any) -> None:
        """Give the labels other codes: from 1 on, in their order."""
        for piece in _slices(self.codes):
            chosen = (piece > 0) & (piece <= len(smaller))
            piece[chosen] = smaller[piece[chosen].astype(np.int64) - 1]

    def forget_counters(self, most: int) -> None:
        """Positions that are still counting have no label: their play is endless."""
        self._forget(self.hole - 1 - most)

    def _forget(self, top: int) -> None:
        """Set the codes from ``top`` on to 0, but not holes."""
        for piece in _slices(self.codes):
            piece[(piece >= top) & (piece != self.hole)] = 0

    # --- what they say -----------------------------------------------------------------------------------------

    def code(self, i: int) -> int:
        """The code of a number."""
        return int(self.codes[i >> 2]) >> 2 * (i & 3) & 3 if self.packed else int(self.codes[i])

    def label(self, state: Any) -> Label | None:
        """The label of a position; None if neither it nor the positions after it have numbers."""
        game = self.game
        i = int(game.index(state))
        if i < 0:
            return self._in_passing(state)
        if i >= self.size or self.code(i) == self.hole:
            return None
        known = self.meaning(self.code(i))
        assert known is not None
        value = known.value
        if game.relative_index and game.player(state) == MIN:
            value = 2 * self.middle - value
        return Label(value + worth(game.banked(state)) if self.valued else value, known.remoteness)

    def meaning(self, code: int) -> Label | None:
        """The label of a code, as it is stored: the mover's value with a relative index, the value of the rest if
        payoffs are banked; None for a hole."""
        if code == self.hole:
            return None
        known = self.coding.decode(code)
        return Label(known.value, None) if self.valued else known

    def _in_passing(self, state: Any) -> Label | None:
        """The label of a state without a number: an end, or a state in the middle of a turn."""
        if over(self.game, state):
            return Label(float(worth(payoff(self.game, state))), None if self.valued else 0)
        found: list[Label] = []
        for a in legal(self.game, state):
            after = self.game.result(state, a)
            known = self.label(after) if over(self.game, after) or self.game.index(after) >= 0 else None
            if known is None:
                return None
            found.append(known)
        best = min(found, key=lambda known: preference(self.game, state, *known))
        return Label(best.value, None if best.remoteness is None else best.remoteness + 1)

    def values(self, first: int = 0, last: int | None = None) -> dict[float, int]:
        """How many numbers from ``first`` to ``last`` have each value, as stored: the mover's with a relative index,
        and the value of the rest if payoffs are banked."""
        tally: dict[float, int] = {}
        for code, count in self._histogram(first, self.size if last is None else last):
            known = self.meaning(code)
            if known is not None:
                tally[known.value] = tally.get(known.value, 0) + count
        return dict(sorted(tally.items()))

    def counted(self, first: int, last: int) -> tuple[int, int, int, int]:
        """Positions, wins, losses and draws among the numbers from ``first`` to ``last``."""
        values = self.values(first, last)
        wins = sum(n for value, n in values.items() if value > self.middle)
        losses = sum(n for value, n in values.items() if value < self.middle)
        total = sum(values.values())
        return total, wins, losses, total - wins - losses

    def deepest(self) -> int | None:
        """The largest remoteness in the table; None if it is not kept."""
        found = [self.meaning(code) for code, _ in self._histogram(0, self.size)]
        return max((known.remoteness for known in found if known and known.remoteness is not None), default=None)

    def has_endless(self) -> bool:
        """Is there a position with endless play?"""
        return self.unlabelled(0, self.size) > 0

    def unlabelled(self, first: int, last: int) -> int:
        """How many codes from ``first`` to ``last`` are 0."""
        return last - first - int(np.count_nonzero(self.codes[first:last]))

    def _histogram(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        for begin in range(first, last, SLICE):
            piece = self._piece(begin, min(begin + SLICE, last))
            if piece.dtype.itemsize > 2:
                codes, counts = np.unique(piece, return_counts=True)
            else:
                every = np.bincount(piece)
                codes, counts = np.nonzero(every)[0], every[every > 0]
            yield from zip(map(int, codes), map(int, counts), strict=True)

    def _piece(self, first: int, last: int) -> np.ndarray[Any, Any]:
        if not self.packed:
            return self.codes[first:last]
        four = self.codes[first >> 2 : (last + 3) >> 2, None] >> np.array([0, 2, 4, 6], np.uint8) & 3
        return four.ravel()[first & 3 : (first & 3) + last - first]


def _slices(codes: np.ndarray[Any, Any]) -> Iterator[np.ndarray[Any, Any]]:
    for begin in range(0, len(codes), SLICE):
        yield codes[begin : begin + SLICE]


def tier_ranges(game: AnyGame) -> list[tuple[int, int, int]]:
    """The tiers with their ranges of numbers, if the numbers go tier by tier; otherwise an empty list.

    >>> from gametree import load
    >>> tier_ranges(load("awari:pits=1,endgame=3"))
    [(0, 0, 1), (1, 1, 3), (2, 3, 6), (3, 6, 10)]
    """
    game = numbered(game)
    if not provides(game, "tier"):
        return []
    size = int(game.index_size)

    def tier(i: int) -> int:
        return int(game.tier(game.state(i)))

    ranges: list[tuple[int, int, int]] = []
    first = 0
    rising = tier(0) <= tier(size - 1)
    while first < size:
        here, low, high = tier(first), first, size
        while high - low > 1:
            middle = (low + high) // 2
            same = tier(middle) <= here if rising else tier(middle) >= here
            low, high = (middle, high) if same else (low, middle)
        if tier(low) != here:
            return []
        ranges.append((here, first, high))
        first = high
    rng = random.Random(1)
    for here, first, last in ranges:
        if any(tier(rng.randrange(first, last)) != here for _ in range(min(SAMPLE // len(ranges) + 1, last - first))):
            return []
    return ranges if len({here for here, _, _ in ranges}) == len(ranges) else []
