# pyright: basic, reportCallIssue=false
"""Random lines of play that represent the positions they lead to, each counted once.

A line is prolonged by a random move. Where it had b different children to choose from, and d different positions lead
to the child that was chosen, it represents b / d times as many positions as before: the product of these quotients is,
on average over all lines of a length, the number of positions at their ends. (Without the d it is Knuth's estimate of
the number of lines.)

The rules do not say which positions lead to a child. But most of them lead there by the same moves in another order. So
each move of the line that might have been the last is left out, and the search looks for an order in which the others
can be played with the same effects. The effect of a move is what it adds to the words of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import kernel, pack, prepare, unpack, words_of
from gametree.engine.dual import inner
from gametree.engine.perft import outcomes
from gametree.game import CHANCE
from gametree.solving.attend import DONE, STATUS, STOP, attend
from gametree.solving.ends import ended
from gametree.solving.words import load_row

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task

WIDEST = 4096
"""The most moves of a position."""
EFFORT = 150
"""The most positions that the search for an order of moves may visit."""
FAILED = 1 << 10
"""How many failed sets of moves are remembered."""
SALT = 0x9E3779B97F4A7C1
"""An odd number without a pattern in its bits."""
TOO_WIDE = 1
WORDS = 4


@inner
def list_moves(game, s, moves):
    """Write the moves of a position, or the outcomes of chance, to a row; return their number."""
    n = 0
    if ended(game, s):
        return 0
    if game.player(s) == CHANCE:
        for outcome, _ in outcomes(game, s):
            if n < len(moves):
                moves[n] = outcome
            n += 1
    else:
        for a in game.actions(s):
            if n < len(moves):
                moves[n] = a
            n += 1
    return n


@inner
def follow(game, like, before, action, after):
    """Play an action in the position of a row, into another row."""
    words = pack(game.result(unpack(game, load_row(like, before.ctypes.data)), action))
    for w in range(len(words)):
        after[w] = words[w]


@inner
def adds(before, after, effect):
    """Did a move add this to the words of the state?"""
    for w in range(len(effect)):
        if after[w] - before[w] != effect[w]:
            return False
    return True


@inner
def orderable(game, like, last, length, movers, actions, effects, keys, path, moves, used, chosen, failed, spare, salt):
    """Can the moves of a line except ``last`` be played in some order, each with its effect, so that ``last`` can be
    played last by its player? Depth first, in the order of the line; ``path[0]`` is the start. Failed sets of moves are
    remembered, together with the ``salt``."""
    depth, done, effort = 0, salt, EFFORT
    for k in range(length):
        used[k] = k == last
    chosen[0] = -1
    while True:
        s = unpack(game, load_row(like, path[depth].ctypes.data))
        count = list_moves(game, s, moves)
        found = False
        if count > 0:
            mover = game.player(s)
            if depth == length - 1:
                if mover == movers[last]:
                    for i in range(count):
                        if moves[i] == actions[last]:
                            follow(game, like, path[depth], actions[last], spare)
                            return adds(path[depth], spare, effects[last])
                # another order leads to the same position: trying more is useless
                return False
            k = chosen[depth] + 1
            while k < length and not found:
                if not used[k] and movers[k] == mover and failed[(done ^ keys[k]) % FAILED] != done ^ keys[k]:
                    for i in range(count):
                        if moves[i] == actions[k]:
                            follow(game, like, path[depth], actions[k], path[depth + 1])
                            found = adds(path[depth], path[depth + 1], effects[k])
                            break
                if not found:
                    k += 1
            if found:
                used[k], chosen[depth] = 1, k
                done ^= keys[k]
                depth += 1
                chosen[depth] = -1
                effort -= 1
                if effort == 0:
                    return False
        if not found:
            failed[done % FAILED] = done
            depth -= 1
            if depth < 0:
                return False
            used[chosen[depth]] = 0
            done ^= keys[chosen[depth]]


@kernel
def prolong(game, like, length, states, movers, actions, effects, keys, chances, weights, room, shared):
    """Prolong each line by a random move; its weight is the factor by which it then represents more positions, 0 at an
    end.

    Line m has come to ``states[m]`` by ``length`` moves: who played, what, and what that added to the state's words.
    ``chances`` are random numbers from 0 to 1, ``keys`` random words, one for each move. ``room`` is working memory.
    """
    moves, children, path, used, chosen, failed, spare, start = room
    width = states.shape[1]
    for m in range(len(states)):
        if shared[STOP]:
            return
        weights[m] = 0.0
        s = unpack(game, load_row(like, states[m].ctypes.data))
        count = list_moves(game, s, moves)
        if count > len(moves):
            shared[STATUS] = TOO_WIDE
            return
        different = 0
        for i in range(count):
            follow(game, like, states[m], moves[i], children[different])
            known = False
            for n in range(different):
                same = True
                for w in range(width):
                    same = same and children[n, w] == children[different, w]
                known = known or same
            if not known:
                moves[different] = moves[i]
                different += 1
        if different > 0:
            pick = min(int(chances[m] * different), different - 1)
            movers[m, length], actions[m, length] = game.player(s), moves[pick]
            for w in range(width):
                effects[m, length, w] = children[pick, w] - states[m, w]
                states[m, w] = children[pick, w]
            parents = 1
            for last in range(length):
                if movers[m, last] == movers[m, length] and first_of_kind(last, length, m, actions, effects):
                    path[0] = start
                    parents += orderable(
                        game, like, last, length + 1, movers[m], actions[m], effects[m], keys, path, moves, used,
                        chosen, failed, spare, ((length << 20 | m) << 20 | last) * SALT,
                    )  # fmt: skip
            weights[m] = different / parents
        shared[DONE] = m + 1


@inner
def first_of_kind(move, length, m, actions, effects):
    """Is no later move of the line the same, with the same effect?"""
    for k in range(move + 1, length + 1):
        if actions[m, k] == actions[m, move]:
            same = True
            for w in range(effects.shape[2]):
                same = same and effects[m, k, w] == effects[m, move, w]
            if same:
                return False
    return True


class RandomLines:
    """Random lines of a game, ``count`` at a time. ``size`` is the estimated number of positions after ``length``
    actions, and ``variance`` the square of its relative standard error.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("tictactoe")
    >>> lines = RandomLines(game, game.initial(), 500, np.random.default_rng(1), Task())
    >>> for _ in range(3):
    ...     lines.prolong()
    >>> abs(lines.size / 252 - 1) < 0.05        # X has two of the nine cells, and O one of the others: 36 times 7
    True
    """

    def __init__(self, game: AnyGame, start: Any, count: int, rng: np.random.Generator, task: Task):
        """Raises NotCompiledError if the game cannot be compiled."""
        self.game, self.rng, self.task = game, rng, task
        self.like = words_of(start)
        self.length, self.size, self.variance = 0, 1.0, 0.0
        self.states = np.tile(np.array(self.like, np.int64), (count, 1))
        self.movers = self.actions = np.zeros((count, 0), np.int64)
        self.effects = np.zeros((count, 0, len(self.like)), np.int64)
        self.shared = np.zeros(WORDS, np.int64)
        self.keys = np.zeros(0, np.int64)
        self._longer()
        prepare(prolong, game, self.like, *self._arguments())

    def _longer(self) -> None:
        """Make room for lines of twice the length."""
        more = max(64, self.actions.shape[1])
        self.movers, self.actions, self.effects = (
            np.concatenate([old, np.zeros((len(old), more, *old.shape[2:]), np.int64)], axis=1)
            for old in (self.movers, self.actions, self.effects)
        )
        length = self.actions.shape[1]
        self.keys = self.rng.integers(1, 1 << 62, length)
        self.room = (
            np.zeros(WIDEST, np.int64), np.zeros((WIDEST + 1, len(self.like)), np.int64),
            np.zeros((length + 1, len(self.like)), np.int64), np.zeros(length, np.uint8), np.zeros(length, np.int64),
            np.zeros(FAILED, np.int64), np.zeros(len(self.like), np.int64), np.array(self.like, np.int64),
        )  # fmt: skip

    def _arguments(self) -> tuple[Any, ...]:
        count = len(self.states)
        return (
            self.length, self.states, self.movers, self.actions, self.effects, self.keys,
            self.rng.random(count), np.zeros(count), self.room, self.shared,
        )  # fmt: skip

    def prolong(self) -> None:
        """One action more for each line. Then lines are resampled at random in proportion to their weights, so that all
        have the same weight again."""
        if self.length + 1 >= self.actions.shape[1]:
            self._longer()
        arguments = self._arguments()
        run = prepare(prolong, self.game, self.like, *arguments)
        attend(self.task, "sampling", lambda: run(self.game, self.like, *arguments), self.shared)
        weights, total = arguments[-3], float(arguments[-3].sum())
        self.length += 1
        self.size *= total / len(weights)
        if total > 0:
            self.variance += float(weights.var()) * len(weights) / total**2
            ticks = (np.arange(len(weights)) + self.rng.random()) * total / len(weights)
            kept = np.minimum(np.searchsorted(np.cumsum(weights), ticks, side="right"), len(weights) - 1)
            self.states, self.movers = self.states[kept], self.movers[kept]
            self.actions, self.effects = self.actions[kept], self.effects[kept]
