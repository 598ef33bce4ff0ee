"""Small games generated in natural styles: rewritten, they say what Python says; wide integers mean Python's.

Each generated game is the same kind of game (lines of cells to fill) put together of random habits: how the state is
kept, how moves are named, how lines are tested. Red if a rule rewrites one of these habits into something else.
"""

from __future__ import annotations

import itertools
import linecache
import random
import sys
import types

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree.compile.kernels  # noqa: F401 (it tells Numba what wide integers are)
from gametree.compile.frontend import wide_words as wide
from gametree.compile.frontend.runtime import OutOfShapeError
from gametree.compile.frontend.tries import twin
from gametree.compile.frontend.wide_words import split, whole

HEAD = """
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, combinations, pairwise
from typing import NamedTuple
from gametree import Game

class Mark(Enum):
    NONE = "."
    FIRST = "x"
    SECOND = "o"

class Held(NamedTuple):
    board: object
    turn: int

@dataclass(frozen=True)
class Frozen:
    board: object
    turn: int

LINES = {lines}
CELLS = {cells}

class Generated(Game):
    repetition = "ignore"
    def initial(self): return {state}({first}, 0)
    def player(self, s): return s.turn
    def at(self, s, i): return {at}
    def actions(self, s):
        {actions}
    def result(self, s, a):
        i = {index}
        mark = {marks}[s.turn]
        {change}
        return {made}
    def winner(self, s):
        {winner}
    def terminal(self, s):
        return self.winner(s) is not None or {full}
    def utility(self, s):
        {utility}
"""

BOARDS = {
    "text": ("'.' * CELLS", "'xo'", "'.'", "s.board[i]", "board = s.board[:i] + mark + s.board[i + 1:]"),
    "words": (
        "('.',) * CELLS", "'xo'", "'.'", "s.board[i]",
        "board = tuple(mark if k == i else c for k, c in enumerate(s.board))",
    ),
    "numbers": (
        "(0,) * CELLS", "(1, 2)", "0", "s.board[i]", "cells = list(s.board); cells[i] = mark; board = tuple(cells)",
    ),
    "nobody": ("(None,) * CELLS", "(0, 1)", "None", "s.board[i]", "board = (*s.board[:i], mark, *s.board[i + 1:])"),
    "enum": (
        "(Mark.NONE,) * CELLS", "(Mark.FIRST, Mark.SECOND)", "Mark.NONE", "s.board[i]",
        "board = [*s.board]; board[i] = mark; board = tuple(board)",
    ),
    "dict": ("{i: None for i in range(CELLS)}", "'xo'", "None", "s.board[i]", "board = {**s.board, i: mark}"),
    "sparse": ("{}", "'xo'", "None", "s.board.get(i)", "board = dict(s.board); board[i] = mark"),
    "list": ("[0] * CELLS", "(1, -1)", "0", "s.board[i]", "board = s.board.copy(); board[i] = mark"),
}  # fmt: skip
ACTIONS = {
    "numbers": ("i", "a"),
    "pairs": ("(i // 2, i % 2)", "a[0] * 2 + a[1]"),
    "words": ("'abcdefgh'[i]", "'abcdefgh'.index(a)"),
}
LISTED = (
    "return [{name} for i in range(CELLS) if self.at(s, i) == {empty}]",
    "yield from ({name} for i in range(CELLS) if self.at(s, i) == {empty})",
    "for i in range(CELLS):\n            if self.at(s, i) == {empty}:\n                yield {name}",
    "moves = []\n        for i in range(CELLS):\n            if self.at(s, i) == {empty}:\n"
    "                moves.append({name})\n        return moves",
    "return tuple({name} for i, free in enumerate([self.at(s, k) == {empty} for k in range(CELLS)]) if free)",
)
WINNERS = (
    "for line in LINES:\n            first, *rest = [self.at(s, i) for i in line]\n"
    "            if first != {empty} and all(c == first for c in rest):\n"
    "                return first\n        return None",
    "return next((m for m in {marks} if any(all(self.at(s, i) == m for i in line) for line in LINES)), None)",
    "for m in {marks}:\n            if max(sum(self.at(s, i) == m for i in line) - len(line) for line in LINES) == 0:\n"
    "                return m\n        return None",
    "for m in {marks}:\n"
    "            if any(len([1 for i in line if self.at(s, i) == m]) == len(line) for line in LINES):\n"
    "                return m\n        return None",
)
FULL = (
    "all(self.at(s, i) != {empty} for i in range(CELLS))",
    "not any(self.at(s, i) == {empty} for i in range(CELLS))",
    "sum(1 for i in range(CELLS) if self.at(s, i) != {empty}) == CELLS",
    "min((self.at(s, i) != {empty} for i in range(CELLS)), default=True)",
)
UTILITIES = (
    "w = self.winner(s)\n        return 0 if w is None else 1 if w == {marks}[0] else -1",
    "return {{{marks}[0]: 1, {marks}[1]: -1}}.get(self.winner(s), 0)",
    "match self.winner(s):\n            case None:\n                return 0\n            case _:\n"
    "                return 1 if self.winner(s) == {marks}[0] else -1",
)
_numbers = itertools.count()


@st.composite
def games(draw):
    """The text of a game, as a class."""
    board = draw(st.sampled_from(sorted(BOARDS)))
    first, marks, empty, at, change = BOARDS[board]
    name, index = ACTIONS[draw(st.sampled_from(sorted(ACTIONS)))]
    state = draw(st.sampled_from(["Held", "Frozen"]))
    cells = draw(st.integers(4, 7))
    line = st.lists(st.integers(0, cells - 1), min_size=2, max_size=4, unique=True).map(tuple)
    lines = draw(st.lists(line, min_size=1, max_size=4, unique=True))
    said = {"empty": empty, "marks": marks, "name": name}
    made = {"Held": "s._replace(board=board, turn=1 - s.turn)", "Frozen": "replace(s, board=board, turn=1 - s.turn)"}
    text = HEAD.format(
        lines=lines, cells=cells, state=state, first=first, at=at, index=index, marks=marks, change=change,
        actions=draw(st.sampled_from(LISTED)).format(**said), made=made[state],
        winner=draw(st.sampled_from(WINNERS)).format(**said), full=draw(st.sampled_from(FULL)).format(**said),
        utility=draw(st.sampled_from(UTILITIES)).format(**said),
    )  # fmt: skip
    file = f"<generated {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    module = sys.modules["generated"] = types.ModuleType("generated")  # where @dataclass looks for it
    exec(compile(text, file, "exec"), vars(module))
    return module.Generated, text


@pytest.mark.thorough
@given(made=games())
@settings(max_examples=25, deadline=None)
def test_rewritten_games_say_what_python_says(made):
    cls, text = made
    form = twin(cls())  # it raises where something is not rewritten, and these habits all are
    assert not form.left, text
    dice = random.Random(0)
    for _ in range(3):
        s, packed = form.original.initial(), form.game.initial()
        while True:
            assert form.unpacked(packed) == s, text
            assert form.game.player(packed) == form.original.player(s), text
            over = form.original.terminal(s)
            assert bool(form.game.terminal(packed)) == bool(over), text
            if over:
                assert form.game.utility(packed) == form.original.utility(s), text
                break
            moves = list(form.original.actions(s))
            assert [form.action(n) for n in form.game.actions(packed)] == moves, text
            a = dice.choice(moves)
            s, packed = form.original.result(s, a), form.game.result(packed, form.number(a))


# --- wide integers ---------------------------------------------------------------------------------------------------

NUMBERS = st.integers(-(1 << 150), 1 << 150)


@numba.njit
def all_of_them(a, b, n):
    """All the operations, compiled."""
    return (
        (wide.wide_add(a, b), wide.wide_sub(a, b), wide.wide_and(a, b), wide.wide_or(a, b), wide.wide_xor(a, b)),
        (wide.wide_not(a), wide.wide_neg(a), wide.wide_shr(a, n)),
        (wide.wide_lt(a, b), wide.wide_eq(a, b), wide.wide_true(a), wide.wide_popcount(a), wide.wide_length(a)),
    )


@numba.njit
def shifted(a, n):
    """``a << n``."""
    return wide.wide_shl(a, n)


@given(x=NUMBERS, y=NUMBERS, n=st.integers(0, 200))
@settings(max_examples=200, deadline=None)
def test_wide_integers_are_pythons_compiled_and_plain(x, y, n):
    a, b = split(x, 3), split(y, 3)
    for run in (all_of_them, all_of_them.py_func):
        binary, unary, facts = run(a, b, n)
        assert [whole(w) for w in binary] == [x + y, x - y, x & y, x | y, x ^ y]
        assert [whole(w) for w in unary] == [~x, -x, x >> n]
        assert facts == (x < y, x == y, bool(x), abs(x).bit_count(), x.bit_length())
    fits = (x << n).bit_length() < 191
    for run in (shifted, shifted.py_func):
        if fits:
            assert whole(run(a, n)) == x << n
        elif (x << n).bit_length() > 192:
            with pytest.raises(OutOfShapeError):
                run(a, n)
