# pyright: basic
"""Forced wins by macros: from threat to threat, with all replies to each, before the search begins.

A node is a position of the attacker. One step is a macro: an action of the attacker's, and every reply that the game
does not know to lose (``macros`` and ``replies``). The attacker wins if some macro wins against all its replies. It is
an and-or search, depth first: macros of level 1 alone first, and then with one of level 2 in a line, two, and so on.
Positions from which nothing was found are kept in a table. A win that is found is proven; no win found proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.extending import overload

from gametree.compile import AS_PART, NotCompiledError, guarded, kernel, prepare, words_of
from gametree.compile.ahead import coming
from gametree.compile.frontend.runtime import OutgrownError
from gametree.engine.dual import at, context_of, facts, in_python, pack, row, unliteral, unpack
from gametree.engine.table import key_of, key_of_state

if TYPE_CHECKING:
    from gametree.game import AnyGame

NODES, LIMIT, STOP, SLOTS, TABLE, STACK, LINES, LENGTHS, WORDS = range(9)
PLIES = 240
"""No line is followed further."""
MOST = 1 << 15
"""Room for the actions of all the plies of one line."""
DEEPEST = 12
"""The most macros of level 2 in a line."""
LEAST, MOST_ENTRIES = 1 << 16, 1 << 22
"""Entries of the table, one for each node that may be visited: each of 64 bits, the upper 60 of a key, and what was not
enough."""
PLAIN = 200
"""In plain Python no more nodes are visited."""


def hashed(words):
    """A number for a state."""
    return key_of_state(words) or 0


@overload(hashed, jit_options=AS_PART)
def _hashed(words):
    return lambda words: key_of(words)


@kernel
def force(game, words, threes, ply, base, block):
    """In how many actions the mover wins by macros, at most ``threes`` of level 2 in a line; 0 if no win was found."""
    context = context_of(block)
    context[NODES] += 1
    if context[NODES] > context[LIMIT]:
        context[STOP] = 1
    if context[STOP] or ply + 2 >= PLIES:
        return 0
    s = unpack(game, words)
    me = game.player(s)
    key = hashed(words)
    table, slot = row(context, TABLE), key >> 4 & context[SLOTS] - 1
    if (table[at(slot)] ^ key) >> 4 == 0 and (table[at(slot)] & 15) > threes:
        return 0
    none, one, two = unliteral(0), unliteral(1), unliteral(2)
    if threes > 0:
        found = force(game, words, none, ply, base, block)
        if found > 0 or context[STOP]:
            return found

    stack = row(context, STACK)
    end = base
    for action in game.macros(s, one):
        stack[at(end)] = action
        end += 1
    forcing = end - base
    if threes > 0:
        end = base
        for action in game.macros(s, two):
            stack[at(end)] = action
            end += 1
    if end > MOST - 1024:
        context[STOP] = 1
        return 0

    for i in range(base, end):
        action = stack[at(i)]
        left = threes if i - base < forcing else threes - 1
        after = game.result(s, action)
        lines, lengths = row(context, LINES), row(context, LENGTHS)
        if game.terminal(after):
            if (game.utility(after) > 0) == (me == 0) and game.utility(after) != 0:
                lines[at(ply * PLIES)], lengths[at(ply)] = action, 1
                return 1
            continue
        last = end
        for reply in game.replies(after):
            stack[at(last)] = reply
            last += 1
        longest, held = 0, last == end
        for j in range(end, last):
            reply = stack[at(j)]
            child = game.result(after, reply)
            if game.terminal(child) or game.player(child) != me:
                held = True
                break
            found = force(game, pack(child), left, ply + 2, last, block)
            if found == 0:
                held = True
                break
            if found + 2 > longest:
                longest = found + 2
                lines[at(ply * PLIES)], lines[at(ply * PLIES + 1)] = action, reply
                n = lengths[at(ply + 2)]
                for k in range(n):
                    lines[at(ply * PLIES + 2 + k)] = lines[at((ply + 2) * PLIES + k)]
                lengths[at(ply)] = n + 2
        if context[STOP]:
            return 0
        if not held:
            return longest
    table[at(slot)] = key & ~15 | threes + 1
    return 0


force_in_python = in_python(force)


@dataclass(frozen=True)
class ForcedWin:
    """A win that was found: its longest line, and in how many actions it comes at the latest."""

    line: tuple[int, ...]
    within: int


class Forcing:
    """The search for a forced win from one position.

    >>> from gametree import load
    >>> game = load("gomoku:size=9")
    >>> search = Forcing(game, game.parse("c3 a1 d3 i9 e4 a9 e5 i1"))
    >>> search.run(nodes=100).within, search.nodes
    (5, 16)
    """

    def __init__(self, game: AnyGame, state: Any, *, compiled: bool = True):
        self.game, self.state, self.compiled = game, state, compiled
        self.block: Any = np.zeros(WORDS, np.int64)
        self.arrays: dict[int, Any] = {}
        self.kernel: Any = None
        if compiled:
            self._compile()
        if not self.compiled:
            self.kernel = guarded(force_in_python, game)
            self.block = [0] * WORDS
        sizes = {STACK: MOST, LINES: PLIES * PLIES, LENGTHS: PLIES + 1}
        for which, size in sizes.items():
            self._reserve(which, size)

    def _reserve(self, which: int, size: int) -> None:
        self.arrays[which] = np.zeros(size, np.int64) if self.compiled else [0] * size
        self.block[which] = self.arrays[which].ctypes.data if self.compiled else self.arrays[which]

    def _compile(self) -> None:
        """Take the compiled form. If it has to be compiled first, another process begins, and plain Python serves."""
        try:
            arguments = self._arguments(0)
            if (kernel := coming(force, *arguments)) is not None:
                kernel.begin()
                self.compiled = False
            else:
                self.kernel = prepare(force, *arguments)
        except (NotCompiledError, OutgrownError):
            self.compiled = False

    def _arguments(self, threes: int) -> tuple[Any, ...]:
        if self.compiled:
            return self.game, words_of(self.state), threes, 0, 0, self.block.ctypes.data
        return facts(self.game), self.state, threes, 0, 0, self.block

    @property
    def nodes(self) -> int:
        """How many positions of the attacker were visited."""
        return int(self.block[NODES])

    def stop(self) -> None:
        """Stop soon; may be called from any thread."""
        self.block[STOP] = 1

    def run(self, nodes: int) -> ForcedWin | None:
        """Search, with macros of level 1 first, and then with more and more of level 2; None if no win was found."""
        self.block[LIMIT] = nodes if self.compiled else min(nodes, PLAIN)
        self.block[SLOTS] = max(LEAST, min(1 << (nodes - 1).bit_length(), MOST_ENTRIES))
        self._reserve(TABLE, self.block[SLOTS])
        for threes in range(DEEPEST + 1):
            before = self.nodes
            within = int(self.kernel(*self._arguments(threes)))
            if self.block[STOP]:
                return None
            if within:
                return ForcedWin(tuple(int(a) for a in self.arrays[LINES][: self.arrays[LENGTHS][0]]), within)
            if threes and self.nodes - before <= 2:  # there is nothing to try
                return None
        return None
