"""Small games written at random in natural styles: their source text, and the class that it makes."""

from __future__ import annotations

import itertools
import linecache
import sys
import types
from textwrap import indent
from typing import TYPE_CHECKING

from boards import BARE, BOARDS, MOVES, STATES, Board, Keeping
from bodies import BODIES, LISTED, WINNERS
from expressions import CELL, INDEX, INT, Writer
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

HEAD = '''
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import chain, combinations, pairwise, permutations
from typing import NamedTuple
from gametree import Game

class Mark(Enum):
    NONE = "."
    FIRST = "x"
    SECOND = "o"

Cell = Enum("Cell", [("A", 0), ("B", 1), ("C", 2), ("D", 3), ("E", 4), ("F", 5), ("G", 6), ("H", 7)])

class Move(NamedTuple):
    row: int
    column: int

class Held(NamedTuple):
    board: object
    turn: int

@dataclass(frozen=True)
class Frozen:
    board: object
    turn: int

CELLS = {cells}
LINES = {lines}
CORNERS = {{0, CELLS - 1}}
LETTERS = "abcdefgh"
WEIGHTS = {weights}
WORTH = {{{empty}: 0, {x}: {worth}, {o}: -1}}
OTHER = {{{empty}: {empty}, {x}: {o}, {o}: {x}}}

class Generated(Game):
    """{style}."""
    repetition = "ignore"
    evaluation = "utility"
    bounds = (-10**6, 10**6)
    def initial(self):
        return {first}
    def at(self, s, i):
{take}
        return {at}
    def player(self, s):
{take}
        return s_turn
'''


class Text:
    """A game being written: lines of cells that two players fill, kept and named in one of many ways."""

    def __init__(self, draw: Callable[..., object]):
        self.draw = draw
        self.cells: int = draw(st.sampled_from([4, 6, 8]))
        self.board: Board = BOARDS[self.pick(*sorted(BOARDS))]
        named = self.pick("the board alone", *sorted(STATES))
        self.keeping: Keeping = STATES.get(named, BARE)
        if self.keeping is BARE:
            take = BARE.take.format(self.board.all, self.board.empty)
            self.keeping = Keeping(BARE.first, take, BARE.made)
        self.name, self.index = MOVES[self.pick(*sorted(MOVES))]

    def pick(self, *choices: object):
        return self.draw(st.sampled_from(choices))

    def writer(self, **names: str) -> Writer:
        """Where board and turn were taken out of the state."""
        return Writer(self.draw, self.board, self.cells, names)

    def method(self, head: str, *lines: str) -> str:
        """A method that takes board and turn out of the state first."""
        body = "\n".join(lines)
        return f"    def {head}:\n{indent(self.keeping.take, ' ' * 8)}\n{indent(body, ' ' * 8)}\n"

    def head(self) -> str:
        """Constants, and what every game has."""
        line = st.lists(st.integers(0, self.cells - 1), min_size=2, max_size=4, unique=True).map(tuple)
        weights = self.draw(st.lists(st.integers(-3, 5), min_size=self.cells, max_size=self.cells))
        x, o = self.board.marks
        return HEAD.format(
            cells=self.cells, lines=self.draw(st.lists(line, min_size=2, max_size=3)),
            weights=self.pick(tuple(weights), weights, dict(enumerate(weights))), worth=self.draw(st.integers(1, 4)),
            empty=self.board.empty, x=x, o=o, style=self.board.first.replace('"', "'"),
            first=self.keeping.first.format(self.board.first), at=self.board.at("i"),
            take=indent(self.keeping.take, " " * 8),
        )  # fmt: skip

    def actions(self) -> str:
        """The free cells, perhaps not all of them, but at least one."""
        free = f"{self.board.at('i')} == {self.board.empty}"
        if self.draw(st.booleans()):
            free = f"{free} and ({self.writer(i=INDEX).truth(2)} or i == self.first_free(s))"
        form = self.pick(*LISTED)
        first = f"return next((i for i in range(CELLS) if {self.board.at('i')} == {self.board.empty}), -1)"
        return self.method("first_free(self, s)", first) + self.method(
            "actions(self, s)", form.format(name=self.name, free=free)
        )

    def result(self) -> str:
        """A mark is placed, and perhaps another one."""
        lines = [self.index, f"mark = ({self.board.marks[0]}, {self.board.marks[1]})[s_turn]"]
        if self.draw(st.booleans()):  # a second cell changes too
            writer = self.writer(i=INDEX, mark=CELL)
            k, condition = writer.index(2), writer.truth(1)
            lines += [f"k = {k}", f"also = {condition}", self.board.place, "if also:"]
            lines += [indent(f"i = k\n{self.board.place}", "    ")]
        else:
            lines.append(self.board.place)
        return self.method("result(self, s, a)", *lines, f"return {self.keeping.made}")

    def helper(self) -> str:
        """A method with loops and branches."""
        form = self.pick(*BODIES)
        outer, inner = self.writer(i=INDEX), self.writer(i=INDEX, j=INDEX, total=INT)
        text = form.format(
            a=outer.integer(2), over=outer.indices(2), yes=inner.truth(2), b=inner.integer(2),
            jump=self.pick("continue", "break", "return total"), cell=inner.cell(1),
        )  # fmt: skip
        return self.method("helper(self, s, i)", text)

    def ends(self) -> str:
        """When it is over, who has won, what that pays, and an estimate."""
        full = self.pick(
            f"all(c != {self.board.empty} for c in {self.board.all})",
            f"not any({self.board.at('i')} == {self.board.empty} for i in range(CELLS))",
            f"sum(1 for c in {self.board.all} if c != {self.board.empty}) == CELLS",
            "self.first_free(s) < 0",
            "not list(self.actions(s))",
        )
        x, o = self.board.marks
        won = self.pick(*WINNERS).format(
            x=x, o=o, at=self.board.at("i"), cell=self.board.at("line[0]"), empty=self.board.empty
        )
        number = self.writer().integer
        paid = self.pick(
            lambda: f"w = self.winner(s)\nreturn 0 if w is None else 1 if w == {x} else -1",
            lambda: f"return {{{x}: 1, {o}: -1}}.get(self.winner(s), 0)",
            lambda: f"return {number(3)}",
            lambda: f"total = 0\nfor i in range(CELLS):\n    total += self.helper(s, i)\nreturn total + {number(2)}",
            lambda: f"return {number(2)} / {self.draw(st.integers(1, 4))}",
        )()
        estimate = self.writer().integer(3)
        return (
            self.method("winner(self, s)", won)
            + self.method("terminal(self, s)", f"return {self.pick('', 'self.winner(s) is not None or ')}{full}")
            + self.method("utility(self, s)", paid)
            + self.method("evaluate(self, s)", f"return {estimate} + self.helper(s, {self.writer().index(1)})")
        )

    def whole(self) -> str:
        """The whole file."""
        return self.head() + self.helper() + self.actions() + self.result() + self.ends()


_numbers = itertools.count()


def made(text: str) -> type[AnyGame]:
    """The class of this text."""
    name = f"generated_{next(_numbers)}"
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    module = sys.modules[name] = types.ModuleType(name)  # where @dataclass looks for it
    exec(compile(text, file, "exec"), vars(module))
    return module.Generated


@st.composite
def texts(draw) -> str:
    """The text of a game."""
    return Text(draw).whole()
