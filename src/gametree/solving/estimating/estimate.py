"""The size of a solve before it begins: positions, bytes and hours, from a sample.

Positions are counted level by level; level n holds the positions that n actions, and no fewer, can reach. Small levels
are counted exactly. Larger levels are estimated, in one of two ways.

By lines (``lineage.py``): random lines of play, each weighed by how many lines lead to the same position. These are
found by exchanging moves. If that finds all of them, the estimate is right on average, however large the game, and it
agrees with the levels that were counted exactly. It is used if it agrees.

By samples, in the other games: a random sample of each level is expanded. It is a known part q of its level, so the
number of moves from the whole level is known: that of the sample, divided by q. How many positions they lead to depends
on how many moves lead to the same one, and that shows in children that several positions of the sample share. (This is
capture and recapture, as in counting fish.) If 1 + X moves lead to each position, with X distributed by Poisson's law
around μ, then a part 1 - (1 - q) exp(-μ q) of the positions is seen, and q (1 + μ) moves to each; the quotient is
observed, and gives μ. Ends are counted separately: they may be few, with very many moves to each. A position may belong
to several levels; how many is found by the same argument, from the positions that were seen on several. One effect is
missing: positions of a sample are related, and share children more often than independent ones. So the smaller the
sample, the more the estimate is too low.
"""

from __future__ import annotations

import math
import time
from typing import Any, TypeAlias

import numpy as np

from gametree.catalogue import load
from gametree.compile import NotCompiledError
from gametree.errors import GameError
from gametree.game import AnyGame, legal, line_of, provides
from gametree.hooks import numbers
from gametree.solving.chance import rolls
from gametree.solving.estimating.answer import Estimate
from gametree.solving.estimating.sampling import SampledChildren, Sampler
from gametree.solving.task import Task
from gametree.titles import title

Array: TypeAlias = np.ndarray[Any, Any]

SECONDS = 5.0
ROOM = 256 << 20
"""Bytes that a sample may take."""
PLAIN_ROOM = 20_000
"""Children of a sample, where the game is not compiled."""
SLICES = 30
"""The part of the time for one level."""
TRACKED = 16
"""Of the positions seen on several levels, one in this many is remembered."""
DEEPEST = 5000
"""A game that lasts longer than this counts as endless."""
BESIDE = 6
"""Bytes of a position in addition to its words: its slot in the hash table, and its label."""
LABELLING = 1.0
"""The total time, as a multiple of the time to find the positions."""
LINES = 200
"""Random lines per second of the given time; at least half of that, at most twenty times."""
AGREEMENT = 0.25
"""Random lines are accepted if, on the last level that was counted exactly, they are wrong by at most this part."""
BIAS = 1.2
"""The factor by which lines may be wrong apart from chance: not every order of moves is found."""
PATIENCE = 6
"""A count of levels stops after this many times the given time."""
CODE = 1
"""Bytes of a label, in most games."""
HOPELESS = 30.0
"""If an estimate may be wrong by more than this factor, only the lower bound is given."""


def estimate(
    game: str | AnyGame,
    position: Any = None,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    room: int | None = None,
    task: Task | None = None,
) -> Estimate:
    """The size of a game, and the cost of solving it strongly, estimated in about ``seconds``.

    ``room`` is the number of positions of a level in memory (by default as many as fit into 256 MiB).

    >>> estimate("tictactoe").positions
    5478
    >>> found = estimate("tictactoe", room=500)         # from samples of a few dozen
    >>> found.kind, 5478 / found.factor < found.positions < 5478 * found.factor
    ('estimate', True)
    """
    if not seconds > 0:
        raise GameError(f"the time must be more than 0 seconds, not {seconds:g}")
    game = load(game)
    start = line_of(game, position).states(game)[-1]
    census = _Census(game, start, seconds, seed, room, task or Task())
    census.run()
    return census.answer()


class _Census:
    """Counts a game's positions level by level."""

    def __init__(self, game: AnyGame, start: Any, seconds: float, seed: int, room: int | None, task: Task):
        from gametree.solving.worths import divides

        self.game, self.start, self.limit, self.task = game, start, seconds, task
        self.rng = np.random.default_rng(seed)
        words = Sampler(
            game, start, 16, task
        )  # a small one: it shows the words of a position, and whether the game compiles
        fitting = ROOM // (8 * words.words + 17) if words.kernel else PLAIN_ROOM
        self.sampler = Sampler(game, start, room or fitting, task)
        self.most = max(self.sampler.room // 4, 2)
        self.symmetric = divides(game, start)
        self.at_most = numbers(game) or math.inf
        self.known = keys_of(self.sampler.start)
        self.count, self.classes, self.levels = 1.0, 1.0, 0
        self.kind, self.factor, self.graded = "exact", 1.0, True
        self.sizes = [1]
        self.unfolded, self.moves, self.working, self.drawn = 0, 0, 0.0, 0
        self.began = time.perf_counter()

    def run(self) -> None:
        """Count exactly as long as possible, then continue with samples."""
        level = self.sampler.start
        while len(level):
            litter = self._unfold(level)
            late = time.perf_counter() - self.began > self.limit / 2
            if litter.parents < len(level) or len(litter.rows) > self.most or late:
                self.kind = "lower" if self.comes_back() else "estimate"
                if self.kind == "estimate" and not self.draw_lines():
                    self.sample(level)
                if self.factor > HOPELESS:
                    self.kind = "lower"
                return
            keys = keys_of(litter.rows)
            new = self.unknown(keys)
            self.graded = self.graded and bool(new.all())
            level = litter.rows[new]
            self.known = np.sort(np.concatenate([self.known, keys[new]]))
            self.levels += bool(len(level))
            self.sizes.append(len(level))
            self.add(len(level), level)

    def draw_lines(self) -> bool:
        """Count the levels that are left by random lines; False if they cannot be compiled, disagree with the levels
        that are known, or take far too long."""
        if not (self.graded and self.sampler.kernel):
            return False
        from gametree.solving.estimating.lineage import RandomLines

        count = int(min(max(LINES * self.limit, LINES / 2), 20 * LINES))
        try:
            lines = RandomLines(self.game, self.start, count, self.rng, self.task)
        except NotCompiledError:  # the kernel of the samples is compiled already
            return False
        last = len(self.sizes) - 1
        while lines.length < last:
            lines.prolong()
        if not 1 - AGREEMENT < lines.size / self.sizes[-1] < 1 + AGREEMENT:
            return False
        scale, counted, classes = self.sizes[-1] / lines.size, self.count, self.classes
        began = time.perf_counter()
        met = self.known
        while lines.length < DEEPEST:
            lines.prolong()
            if lines.size == 0:
                self.levels = lines.length - 1
                self.drawn = count * self.levels
                self.factor = BIAS * math.exp(2 * math.sqrt(lines.variance))
                return True
            self.add(scale * lines.size, lines.states)
            if self.count > 2 * self.at_most:  # positions come back
                self.factor = math.inf
                return True
            keys = np.unique(keys_of(lines.states))
            if np.isin(keys, met).any():  # a position on two levels: it can be reached by different moves
                break
            met = np.concatenate([met, keys])
            if time.perf_counter() - began > PATIENCE * self.limit:
                break
        self.count, self.classes = counted, classes
        return False

    def unknown(self, keys: Array) -> Array:
        """Which of these were not counted exactly?"""
        places = np.searchsorted(self.known, keys)
        return self.known[np.minimum(places, len(self.known) - 1)] != keys

    def sample(self, level: Array) -> None:
        """Continue from a completely known level, by samples of each level."""
        size = float(len(level))
        sizes, tracked = list[float](), list[Array]()
        exact_count, exact_classes = self.count, self.classes
        self.count = self.classes = 0.0
        began = time.perf_counter()
        while len(level) and self.levels < DEEPEST and self.count < 2 * self.at_most and self.factor <= HOPELESS:
            if time.perf_counter() - began > PATIENCE * self.limit:
                break
            if len(level) > self.most:
                level = self.rng.choice(level, self.most, replace=False)
            litter = self._unfold(level)
            q = litter.parents / size
            self.factor = max(self.factor, 1.5, q**-0.5)
            keys = keys_of(litter.rows)
            new = np.ones(len(keys), bool) if self.graded else self.unknown(keys)
            size = 0.0
            for kind in (litter.ends, ~litter.ends):
                some = kind & new
                size += distinct(int(some.sum()), int(litter.hits[some].sum()), q)
            level = litter.rows[new]
            self.rng.shuffle(level)
            tracked.append(keys[new & (keys % TRACKED == 0)])
            sizes.append(size)
            self.add(size, level)
            self.levels += bool(len(level))
            size = max(size, float(len(level)))
        if len(level):  # positions come back, or there are far too many
            self.factor = math.inf
        shared = 1.0
        if not self.graded and (met := np.concatenate(tracked)).size:
            q = TRACKED * met.size / sum(sizes)
            shared = distinct(len(np.unique(met)), met.size, min(q, 1.0)) / (met.size / min(q, 1.0))
        self.count, self.classes = exact_count + shared * self.count, exact_classes + shared * self.classes

    def add(self, size: float, level: Array) -> None:
        """Count a level of this size; ``level`` holds some of its positions."""
        self.count += size
        if self.symmetric and len(level):
            from gametree.solving.worths import images

            some = level[:: max(1, len(level) // 50)]
            self.classes += size * float(np.mean([1 / images(self.game, self.sampler.state(row)) for row in some]))

    def comes_back(self, games: int = 100) -> bool:
        """Does a position come back in one of some random games? Or do the rules allow it, and did moves lead to older
        positions?"""
        if not self.graded and (self.game.repetition != "ignore" or provides(self.game, "repeated")):
            return True
        for _ in range(games):
            s, met = self.start, set[Any]()
            while len(met) < DEEPEST and s not in met and (actions := legal(self.game, s)):
                met.add(s)
                s = self.game.result(s, actions[self.rng.integers(len(actions))])
            if s in met or len(met) == DEEPEST:
                return True
        return False

    def _unfold(self, level: Array) -> SampledChildren:
        if self.working > 0.1:  # as many as fit into a slice of the time
            most = int(self.unfolded / self.working * self.limit / SLICES)
            self.most = min(self.most, max(most, 1000))
            if self.kind == "estimate":
                level = level[: self.most]
        began = time.perf_counter()
        litter = self.sampler.unfold(level)
        self.working += time.perf_counter() - began
        self.unfolded += litter.parents
        self.moves += int(litter.hits.sum())
        return litter

    def answer(self) -> Estimate:
        """What was found."""
        game, exact = self.game, self.kind == "exact"
        size = None if math.isinf(self.at_most) else int(self.at_most)
        positions = min(self.count, self.at_most) if self.kind == "estimate" else len(self.known)
        classes = None
        if self.symmetric and self.kind != "lower":
            classes = round(self.classes) if exact else self.classes
        stored = positions if classes is None else classes
        each = self.working / self.unfolded * (1 + LABELLING) / self.task.threads
        return Estimate(
            game=title(game), positions=positions, kind=self.kind,
            factor=None if self.kind == "lower" else self.factor,
            at_most=size,
            classes=classes, levels=self.levels, bytes=stored * (8 * self.sampler.words + BESIDE),
            dense_bytes=size and size * (rolls.EACH if rolls.fits(self.game) else 1), hours=stored * each / 3600,
            core_hours=stored * each * self.task.threads / 3600, network_bytes=self._network(stored),
            sampled=self.unfolded + self.drawn, seconds=time.perf_counter() - self.began,
        )  # fmt: skip

    def _network(self, stored: float) -> float | None:
        """What a solve on a cluster reads and writes (``tiers/ranges.py``): every row that a move leads to is written
        and read once; a row of a range is written, read and written again when the ranges are joined, and read to be
        labelled; a label is written, read and written; and each child is looked up, a row and its label. Doubles within
        a range are written once, and what is looked up often stays in memory: so it is less."""
        game = self.game
        if not provides(game, "tier") or game.players != 2 or provides(game, "chances"):
            return None
        row, moves = 8 * self.sampler.words, self.moves / max(self.unfolded, 1)
        return stored * (2 * moves * row + 4 * row + 3 * CODE + moves * (row + CODE))


def distinct(met: int, moves: float, q: float) -> float:
    """The number of positions, if a part q of all the moves to them (``moves`` moves) has reached ``met`` of them.

    >>> distinct(met=700, moves=1000, q=1.0)
    700.0
    >>> round(distinct(met=975, moves=1000, q=0.05))       # 20,000 moves lead to them
    12281
    """
    if met == 0:
        return 0.0
    if q >= 1:
        return float(met)

    def quotient(mu: float) -> float:
        return (1 - (1 - q) * math.exp(-mu * q)) / (q * (1 + mu))

    low, high = 0.0, 1.0
    while quotient(high) > met / moves:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if quotient(middle) > met / moves else (low, middle)
    return moves / (q * (1 + low))


def keys_of(rows: Array) -> Array:
    """A hash of each row, 63 bits."""
    h = np.full(len(rows), 0x94D049BB133111EB, np.uint64)
    for column in rows.T:
        h = (h ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    return (h >> np.uint64(1)).astype(np.int64)
