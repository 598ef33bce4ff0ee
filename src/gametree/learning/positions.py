# pyright: basic, reportCallIssue=false
"""Positions with results: which features each position of some games has, and how its game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, kernel, prepare, unpack, words_of
from gametree.engine.block import NO_ACTION
from gametree.engine.dual import inner_if
from gametree.features import featured
from gametree.game import CHANCE, provides

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gametree.game import AnyGame
    from gametree.learning.games import Games


@dataclass(frozen=True)
class Positions:
    """Positions as a sparse matrix, row by row in the order of the games."""

    rows: NDArray[np.int64]
    """Of each entry, the number of its position."""
    columns: NDArray[np.int64]
    """Of each entry, the number of its feature."""
    amounts: NDArray[np.float64]
    """How often the feature counts there."""
    game: NDArray[np.int64]
    """Of each position, the number of its game."""
    mover: NDArray[np.float64]
    """Of each position, 1 if Max is to move, −1 if Min is, 0 if chance decides."""
    payoff: NDArray[np.float64]
    """Of each position, Max's payoff at the end of its game."""
    features: int
    """How many features the game has."""

    def __len__(self) -> int:
        return len(self.game)

    def sums(self, weights: NDArray[np.float64]) -> Any:
        """The weighted sum of the features of each position."""
        return np.bincount(self.rows, self.amounts * weights[self.columns], len(self.game))

    def pull(self, errors: NDArray[np.float64]) -> Any:
        """For each feature, the sum over the positions of its count times a number of the position."""
        return np.bincount(self.columns, self.amounts * errors[self.rows], self.features)

    def sizes(self) -> NDArray[np.float64]:
        """How large each feature is: the root of the mean square of its count. 0: it did not occur."""
        once, entry = np.unique(self.rows * self.features + self.columns, return_inverse=True)
        counts = np.bincount(entry, self.amounts)
        total = np.bincount(once % self.features, counts**2, self.features) if len(once) else np.zeros(self.features)
        return np.sqrt(total / max(len(self), 1))

    def present(self) -> NDArray[np.float64]:
        """In what share of the positions each feature counts at all."""
        once, entry = np.unique(self.rows * self.features + self.columns, return_inverse=True)
        there = once[np.bincount(entry, self.amounts) != 0]
        return np.bincount(there % self.features, minlength=self.features) / max(len(self), 1)

    def only(self, which: NDArray[np.bool_]) -> Positions:
        """Some of the positions."""
        number = np.cumsum(which) - 1
        kept = which[self.rows]
        return Positions(
            number[self.rows[kept]], self.columns[kept], self.amounts[kept], self.game[which], self.mover[which],
            self.payoff[which], self.features,
        )  # fmt: skip


@inner_if("_tactical")
def loud(game, s, action):
    """Is it no place to evaluate: not quiet, and one of the tactics was played?"""
    if game.quiet(s):
        return 0
    for tactic in game.tactics(s):
        if tactic == action:
            return 1
    return 0


@kernel
def describe(game, root, actions, ends, openings, lines, dicey, write, columns, amounts, rows, games, movers):
    """The features of the positions of games. Without ``write`` they are only counted: the answer is the number of
    entries times 2**32, plus the number of positions."""
    entries, found, at = 0, 0, 0
    for number in range(len(ends)):
        s = unpack(game, root)
        begun = at
        while at < ends[number]:
            taken = at - begun >= openings[number] and (not dicey or game.player(s) == CHANCE)
            seen = s
            if taken and lines.shape[1] > 0:
                taken = lines[at, 0] != NO_ACTION
                for i in range(lines.shape[1]):
                    if lines[at, i] == NO_ACTION:
                        break
                    seen = game.result(seen, lines[at, i])
                taken = taken and not game.terminal(seen)
            elif taken:
                taken = loud(game, s, actions[at]) == 0
            if taken:
                for column, times in game.features(seen):
                    if write:
                        columns[entries], amounts[entries], rows[entries] = column, times, found
                    entries += 1
                if write:
                    player = game.player(seen)
                    games[found], movers[found] = number, 0.0 if player < 0 else 1.0 - 2.0 * player
                found += 1
            s = game.result(s, actions[at])
            at += 1
    return entries << 32 | found


def positions_of(game: AnyGame, games: Games, start: Any = None, *, leaves: bool = False) -> Positions:
    """The positions of some games that all begin at ``start``. ``leaves``: instead of each position the one at the end
    of the line that the search expected there. With dice, those where chance decides: there a search evaluates.

    >>> from gametree import load
    >>> from gametree.learning.games import Games
    >>> found = positions_of(load("tictactoe"), Games.of([(4, 0, 8, 1, 3, 5, 2, 6, 7)], [0]))
    >>> len(found), found.features, set(found.payoff.tolist())
    (9, 2, {0.0})
    """
    begun = game.initial() if start is None else start
    lines = games.lines if leaves else games.lines[:, :0]
    dicey = provides(game, "chances")
    whole, real = np.zeros(0, np.int64), np.zeros(0)
    features = len(featured(game).weights)
    try:
        root = words_of(begun)
        rest = root, games.actions, games.ends, games.openings, np.ascontiguousarray(lines), dicey
        run = prepare(describe, game, *rest, False, whole, real, whole, whole, real)
        size = int(run(game, *rest, False, whole, real, whole, whole, real))
        entries, found = size >> 32, size & 0xFFFFFFFF
        columns, rows, numbers = np.zeros(entries, np.int64), np.zeros(entries, np.int64), np.zeros(found, np.int64)
        amounts, movers = np.zeros(entries), np.zeros(found)
        run(game, *rest, True, columns, amounts, rows, numbers, movers)
    except NotCompiledError:
        columns, amounts, rows, numbers, movers = _in_python(game, games, begun, lines, dicey)
    return Positions(rows, columns, amounts, numbers, movers, games.payoffs[numbers], features)


def _in_python(game: AnyGame, games: Games, start: Any, lines: np.ndarray, dicey: bool) -> tuple[np.ndarray, ...]:
    """What the kernel finds, by rules that do not compile."""
    columns, amounts, rows, numbers, movers = [], [], [], [], []
    begun = 0
    for number, end in enumerate(games.ends.tolist()):
        s = start
        for at in range(begun, end):
            seen = s
            taken = at - begun >= games.openings[number] and (not dicey or game.player(s) == CHANCE)
            if taken and lines.shape[1]:
                expected = [a for a in lines[at].tolist() if a != NO_ACTION]
                for a in expected:
                    seen = game.result(seen, a)
                taken = bool(expected) and not game.terminal(seen)
            elif taken:
                taken = not provides(game, "tactics") or loud(game, s, int(games.actions[at])) == 0
            if taken:
                for column, times in featured(game).features(seen):
                    columns.append(column)
                    amounts.append(times)
                    rows.append(len(numbers))
                player = game.player(seen)
                numbers.append(number)
                movers.append(0.0 if player < 0 else 1.0 - 2.0 * player)
            s = game.result(s, int(games.actions[at]))
        begun = end
    return (
        np.array(columns, np.int64), np.array(amounts, np.float64), np.array(rows, np.int64),
        np.array(numbers, np.int64), np.array(movers, np.float64),
    )  # fmt: skip
