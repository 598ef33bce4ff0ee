# pyright: basic
"""Games of a game against itself: random openings, then the moves of a shallow search with the weights of each side."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, prepare, words_of
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.block import NO_ACTION
from gametree.engine.dual import facts, in_python
from gametree.errors import GameError
from gametree.features import weighted
from gametree.learning import lookahead as kernel
from gametree.learning.games import Games

if TYPE_CHECKING:
    import threading

    from gametree.cluster.carrying import Carried
    from gametree.game import AnyGame


@dataclass(frozen=True)
class Conditions:
    """How games are played."""

    depth: int = 2
    """How many plies each move is searched, and then its tactics."""
    opening: int = 8
    """A game begins with 0 to this many random moves."""
    blunders: float = 0.05
    """How often a later move is random too."""
    longest: int = 400
    """A game of this many actions is drawn."""


def play_part(
    carried: Carried, weights: tuple[float, ...], conditions: Conditions, count: int, seed: str, lines: bool
) -> Games:
    """Some games with these weights, on a worker of a cluster."""
    game = weighted(carried.game(), weights)
    return SelfPlay(game, conditions=conditions).play(count, seed, lines=lines)


class SelfPlay:
    """Plays games of ``game`` against itself, or against ``other``: the same game with other weights, as Min.

    >>> from gametree import load
    >>> games = SelfPlay(load("tictactoe"), conditions=Conditions(opening=2)).play(3, seed="example")
    >>> len(games), set(games.payoffs.tolist()) <= {-1.0, 0.0, 1.0}
    (3, True)
    """

    def __init__(self, game: AnyGame, other: AnyGame | None = None, conditions: Conditions | None = None):
        self.game, self.other = game, other or game
        self.conditions = conditions or Conditions()
        self.compiled = True
        try:
            shared, _ = kernel.new_words(1, compiled=True)
            root = words_of(game.initial())
            self.run = prepare(kernel.look, *self._arguments(self.game, self.other, root, shared.ctypes.data))
        except NotCompiledError as error:
            tell_interpreted(game, error)
            self.compiled = False
            self.run = in_python(kernel.look)

    @staticmethod
    def _arguments(game: Any, other: Any, root: Any, block: Any) -> tuple:
        return game, other, root, kernel.GAME, -kernel.FARTHEST, kernel.FARTHEST, 0, 0, block

    def play(
        self, count: int, seed: str, stop: threading.Event | None = None, *, start: Any = None, lines: bool = False
    ) -> Games:
        """Play this many games, or fewer if ``stop`` is set. ``lines``: also keep what each search expected."""
        begun = self.game.initial() if start is None else start
        shared, arrays = kernel.new_words(self.conditions.longest, compiled=self.compiled)
        if self.compiled:
            args = self._arguments(self.game, self.other, words_of(begun), shared.ctypes.data)
        else:
            args = self._arguments(facts(self.game), facts(self.other), begun, shared)
        shared[kernel.RANDOM] = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7], "little") | 1
        shared[kernel.DEPTH], shared[kernel.LONGEST] = self.conditions.depth, self.conditions.longest
        shared[kernel.BLUNDERS] = round(1024 * self.conditions.blunders)
        dice = np.random.default_rng(shared[kernel.RANDOM])
        found: list[tuple[np.ndarray, float, int, np.ndarray]] = []
        width = kernel.WIDTH if lines else 0
        limit = sys.getrecursionlimit()
        try:
            if not self.compiled:
                sys.setrecursionlimit(max(limit, 4000))
            while len(found) < count and not (stop is not None and stop.is_set()):
                shared[kernel.OPENING] = int(dice.integers(self.conditions.opening + 1))
                payoff = float(self.run(*args))
                if shared[kernel.STOP] == kernel.TOO_MANY:
                    raise GameError(f"too many moves: a line of this game needs room for more than {kernel.MOVES}")
                plies = int(shared[kernel.PLIES])
                seen = np.array(arrays[kernel.LEAVES][: plies * kernel.WIDTH], np.int64).reshape(plies, kernel.WIDTH)
                moves = np.array(arrays[kernel.ACTIONS][:plies], np.int64)
                found.append((moves, payoff, int(shared[kernel.RANDOMS]), seen[:, :width].copy()))
        finally:
            sys.setrecursionlimit(limit)
        return Games(
            np.concatenate([np.zeros(0, np.int64), *(f[0] for f in found)]),
            np.cumsum([len(f[0]) for f in found], dtype=np.int64), np.array([f[1] for f in found], np.float64),
            np.array([f[2] for f in found], np.int64),
            np.concatenate([np.full((0, width), NO_ACTION, np.int64), *(f[3] for f in found)]),
        )  # fmt: skip
