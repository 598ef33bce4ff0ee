"""``check`` finds each defect in a game that has this one and no other, and nothing in the same game without it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from loopy import Runners, Walk

from gametree import CHANCE, Game, GameError, check
from gametree.bits import popcount, put
from gametree.game import Line
from gametree.mixins import Expert, Numbered
from gametree.referee import Referee

# --- games without defects -------------------------------------------------------------------------------------------


class Pile(NamedTuple):
    left: int
    turn: int


class Stones(Game[Pile]):
    """Take one or two stones; who takes the last one wins. It defines nearly all that can be defined."""

    repetition = "ignore"
    evaluation = "utility"

    def __init__(self, stones=7):
        self.stones, self.index_size = stones, 2 * stones + 2

    def initial(self):
        return Pile(self.stones, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for n in range(1, 3):
            if n <= s.left:
                yield n

    def result(self, s, a):
        return Pile(s.left - a, 1 - s.turn)

    def terminal(self, s):
        return s.left == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1

    def evaluate(self, s):
        return (0.5 if s.left % 3 else -0.5) * (1 - 2 * s.turn)

    def order(self, s, a):
        return a

    def tactics(self, s):
        yield 1

    def rule_of_thumb(self, s):
        return 2 if s.left % 3 == 2 else 1

    def null(self, s):
        return Pile(s.left, 1 - s.turn)

    def tier(self, s):
        return s.left

    def parents(self, s):
        for n in range(1, 3):
            if s.left + n <= self.stones:
                yield Pile(s.left + n, 1 - s.turn)

    @property
    def slices(self):
        return [(0, 6, 0), (6, self.index_size, 1)]

    def inner_parents(self, s):
        return [before for before in self.parents(s) if (before.left > 2) == (s.left > 2)]

    def index(self, s):
        return 2 * s.left + s.turn

    def state(self, i):
        return Pile(i // 2, i % 2)

    def name(self, s, a, style=""):
        return ("one", "two")[a - 1]

    def text(self, s):
        return f"{s.left} left, {'Max' if s.turn == 0 else 'Min'} to move"

    def parse(self, text):
        match = re.fullmatch(r"(\d+) left, (Max|Min) to move", text)
        if match is None:
            raise GameError(f"not a position: {text!r}")
        return Pile(int(match[1]), int(match[2] == "Min"))


class Plain(Stones):
    """The same without what would give an illegal action away."""

    index = Numbered.index
    state = Numbered.state
    slices = Numbered.slices
    inner_parents = Numbered.inner_parents
    parents = Game.parents
    text = Game.text
    parse = Game.parse
    name = Game.name
    tactics = Game.tactics
    rule_of_thumb = Game.rule_of_thumb
    evaluate = Game.evaluate


class Row(NamedTuple):
    x: int
    o: int
    turn: int


class Marks(Game[Row]):
    """Crosses and noughts in a row of six cells; in the end, who has more neighbours wins."""

    repetition = "ignore"
    cells = 6

    def initial(self):
        return Row(0, 0, 0)

    def player(self, s):
        return s.turn

    def free(self, s, cell):
        return not (s.x | s.o) >> cell & 1

    def actions(self, s):
        for cell in range(self.cells):
            if self.free(s, cell):
                yield cell

    def result(self, s, a):
        return Row(s.x | (1 << a), s.o, 1) if s.turn == 0 else Row(s.x, s.o | (1 << a), 0)

    def terminal(self, s):
        return s.x | s.o == (1 << self.cells) - 1

    def utility(self, s):
        return max(-1, min(1, popcount(s.x & s.x >> 1) - popcount(s.o & s.o >> 1)))

    def mirror(self, stones):
        return sum((stones >> cell & 1) << self.cells - 1 - cell for cell in range(self.cells))

    def symmetries(self, s):
        yield Row(self.mirror(s.x), self.mirror(s.o), s.turn)


class Sides(NamedTuple):
    x: int
    o: int


class Untold(Marks):
    """The same without a turn: whose it is follows from the stones."""

    symmetries = Game.symmetries

    def initial(self):
        return Sides(0, 0)

    def player(self, s):
        return popcount(s.x) - popcount(s.o)

    def result(self, s, a):
        return Sides(s.x | (1 << a), s.o) if self.player(s) == 0 else Sides(s.x, s.o | (1 << a))


class Counted(NamedTuple):
    x: int
    o: int
    ply: int


class Counting(Marks):
    """The same with a count of the moves, by which it ends."""

    symmetries = Game.symmetries

    def initial(self):
        return Counted(0, 0, 0)

    def player(self, s):
        return s.ply % 2

    def result(self, s, a):
        return Counted(s.x | (1 << a) * (s.ply % 2 == 0), s.o | (1 << a) * (s.ply % 2), s.ply + 1)

    def terminal(self, s):
        return s.ply == self.cells


class Board(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Cells(Marks):
    """The same with a number for each cell."""

    symmetries = Game.symmetries

    def initial(self):
        return Board((0,) * self.cells, 0)

    def free(self, s, cell):
        return s.cells[cell] == 0

    def result(self, s, a):
        return Board(put(s.cells, a, s.turn + 1), 1 - s.turn)

    def terminal(self, s):
        return 0 not in s.cells

    def utility(self, s):
        return 1 if s.cells[0] == 1 else -1


class Passing(Marks):
    """The same, and one may pass twice; a pass is an action of its own."""

    repetition = "draw"

    def actions(self, s):
        yield from super().actions(s)
        yield self.cells

    def result(self, s, a):
        return super().result(s, a) if a < self.cells else s._replace(turn=1 - s.turn)


class Coin(NamedTuple):
    tosses: int
    heads: int
    in_the_air: int


class Tosses(Game[Coin]):
    """Toss a coin, or do not, three times."""

    repetition = "ignore"
    bounds = (0, 3)

    def initial(self):
        return Coin(0, 0, 0)

    def player(self, s):
        return CHANCE if s.in_the_air else 0

    def actions(self, s):
        yield 0
        yield 1

    def chances(self, s):
        yield 0, 0.3
        yield 1, 0.7

    def result(self, s, a):
        if s.in_the_air:
            return Coin(s.tosses + 1, s.heads + a, 0)
        return Coin(s.tosses, s.heads, 1) if a else Coin(s.tosses + 1, s.heads, 0)

    def terminal(self, s):
        return s.tosses == 3

    def utility(self, s):
        return s.heads


class Dice(Tosses):
    """Tails do not count: a position may come back, but only by chance."""

    def result(self, s, a):
        if s.in_the_air:
            return Coin(s.tosses + a, s.heads + a, 0)
        return super().result(s, a)


class Three(Stones):
    """Three players."""

    players = 3
    bounds = (0, 1)
    evaluate = Game.evaluate
    index = Numbered.index
    parse = Game.parse

    def result(self, s, a):
        return Pile(s.left - a, (s.turn + 1) % 3)

    def null(self, s):
        return Pile(s.left, (s.turn + 1) % 3)

    def parents(self, s):
        for n in range(1, 3):
            if s.left + n <= self.stones:
                yield Pile(s.left + n, (s.turn + 2) % 3)

    def utility(self, s):
        last = (s.turn + 2) % 3
        return (int(last == 0), int(last == 1), int(last == 2))


class Numpy(Stones):
    """Rules that read arrays give NumPy's numbers, which are as good as Python's."""

    steps = np.array([1, 2])
    payoffs = np.array([-1, 1])
    name = Game.name

    def actions(self, s):
        for n in self.steps:
            if n <= s.left:
                yield n

    def utility(self, s):
        return self.payoffs[s.turn]


class Loop(Stones):
    """A stone may be put back: positions come back, and that is a draw."""

    repetition = "draw"
    tier = Game.tier
    parents = Game.parents
    inner_parents = Numbered.inner_parents
    name = Game.name

    def actions(self, s):
        yield from super().actions(s)
        if s.left < self.stones:
            yield -1


class Hashable:
    """A pile that can be changed."""

    def __init__(self, left, turn):
        self.left, self.turn = left, turn

    def __eq__(self, other):
        return (self.left, self.turn) == (other.left, other.turn)

    def __hash__(self):
        return hash((self.left, self.turn))

    def __repr__(self):
        return f"Hashable({self.left}, {self.turn})"


class Objects(Plain):
    """States of a class, not of tuples."""

    null = Expert.null

    def initial(self):
        return Hashable(self.stones, 0)

    def result(self, s, a):
        return Hashable(s.left - a, 1 - s.turn)


GOOD = [
    Stones, Plain, Marks, Untold, Counting, Cells, Passing, Tosses, Dice, Three, Numpy, Loop, Objects,
]  # fmt: skip


# --- the same with one defect each -----------------------------------------------------------------------------------


class Unaccepted(Cells):
    """One cell too many."""

    def actions(self, s):
        yield from super().actions(s)
        yield self.cells


class Nothing(Stones):
    def result(self, s, a):
        return super().result(s, a) if s.left > 2 else None


class OnOccupied(Marks):
    def free(self, s, cell):
        return True


class OnOwn(Marks):
    """Only the other side's cells are looked at."""

    def free(self, s, cell):
        return not (s.o if s.turn == 0 else s.x) >> cell & 1


class Idle(Untold):
    def free(self, s, cell):
        return True


class Twins(Counting):
    def free(self, s, cell):
        return True


class Overwriting(Cells):
    def free(self, s, cell):
        return s.cells[cell] != s.turn + 1


class TooMany(Plain):
    """Two stones may be taken where there is one: the end is missed, and below it there is none."""

    def actions(self, s):
        yield 1
        yield 2


class TooManyNumbered(TooMany):
    index = Stones.index


class TooManyUnmoved(TooMany):
    parents = Stones.parents


class TooManyRead(TooMany):
    text = Stones.text
    parse = Stones.parse


class Uneven(Tosses):
    def chances(self, s):
        yield 0, 0.3
        yield 1, 0.6


class Improbable(Tosses):
    def chances(self, s):
        yield 0, 0.3
        yield 1, 0.7
        yield 2, 0.0


class OutcomeTwice(Tosses):
    def chances(self, s):
        yield 0, 0.3
        yield 1, 0.3
        yield 1, 0.4


class BareOutcomes(Tosses):
    def chances(self, s):
        yield 0
        yield 1


class NoChances(Tosses):
    chances = Game.chances


class MissingParent(Stones):
    def parents(self, s):
        if s.left + 1 <= self.stones:
            yield Pile(s.left + 1, 1 - s.turn)


class FalseParent(Stones):
    def parents(self, s):
        yield from super().parents(s)
        if s.left + 3 <= self.stones:
            yield Pile(s.left + 3, 1 - s.turn)


class LargeStart(Plain):
    def __init__(self):
        super().__init__(1 << 63)

    def result(self, s, a):
        return Pile(0, 1)


class Doubling(Plain):
    """What is taken is written behind what was taken before."""

    tier = Game.tier

    def result(self, s, a):
        return Pile(s.left << 20 | a, 1 - s.turn)

    def terminal(self, s):
        return s.left >> 70 > 0


class Overestimate(Stones):
    def evaluate(self, s):
        return 3 * super().evaluate(s)


class Overpaid(Stones):
    def utility(self, s):
        return 2 * super().utility(s)


class Pair(Three):
    def utility(self, s):
        return (1, 0)


class Wordy(Stones):
    def utility(self, s):
        return "Max wins"


class Undecided(Stones):
    def utility(self, s):
        return float("nan")


class NobodyAtTheEnd(Stones):
    def player(self, s):
        return s.turn if s.left else None


class RaisesAtTheEnd(Stones):
    def player(self, s):
        if s.left == 0:
            raise ValueError("nobody is to move")
        return s.turn


class Fourth(Three):
    def player(self, s):
        return s.turn + 1


class FloatState(Plain):
    def result(self, s, a):
        return Pile((2 * s.left - 2 * a) / 2, 1 - s.turn)


class FloatAction(Plain):
    def actions(self, s):
        yield 1.0


class Halves(Stones):
    def order(self, s, a):
        return a / 2


class Growing(Cells):
    def result(self, s, a):
        board = super().result(s, a)
        return Board((*board.cells, 0), board.turn)


class Absent(Plain):
    """A field that is sometimes None."""

    def result(self, s, a):
        return Pile(s.left - a, 1 - s.turn) if s.left > 1 else Pile(None, 0)

    def terminal(self, s):
        return s.left in (0, None)


class ActionTwice(Stones):
    def actions(self, s):
        yield from super().actions(s)
        yield 1


class NoAction(Stones):
    def actions(self, s):
        if s.left > 3:
            yield from super().actions(s)


class Endless(Stones):
    def actions(self, s):
        while True:
            yield 1


class Moody(Stones):
    dice = random.Random(1)

    def actions(self, s):
        return sorted(super().actions(s), key=lambda _: self.dice.random())


class Slippery(Plain):
    dice = random.Random(1)

    def result(self, s, a):
        return Pile(max(0, s.left - a - self.dice.randrange(2)), 1 - s.turn)


class Shuffled(Stones):
    dice = random.Random(1)

    def initial(self):
        return Pile(self.dice.randrange(5, 1000), 0)


class SameName(Stones):
    def name(self, s, a, style=""):
        return "take"


class Nameless(Stones):
    def name(self, s, a, style=""):
        return a


class RisingSlices(Stones):
    @property
    def slices(self):
        return [(0, 6, 1), (6, self.index_size, 0)]


class MissingInnerParent(Stones):
    def inner_parents(self, s):
        return list(super().inner_parents(s))[:1]


class FalseInnerParent(Stones):
    def inner_parents(self, s):
        return [Pile(s.left, 1 - s.turn)]


class InnerParentFromAbove(Stones):
    def inner_parents(self, s):
        return self.parents(s)


class SameIndex(Stones):
    def index(self, s):
        return s.left


class LargeIndex(Stones):
    def index(self, s):
        return 2 * s.left + s.turn + 2


class OtherState(Stones):
    def state(self, i):
        return Pile(i // 2, 0)


class HalfMirrored(Marks):
    def symmetries(self, s):
        yield Row(self.mirror(s.x), s.o, s.turn)


class OneWay(Marks):
    """Every game is equivalent to the one in which cells 0 and 1 changed hands last; but not the other way round."""

    def symmetries(self, s):
        if s.x < self.mirror(s.x):
            yield from super().symmetries(s)


class Rising(Stones):
    def tier(self, s):
        return -s.left


class IllegalTactics(Stones):
    def tactics(self, s):
        yield 2


class UnhintedTactics(Stones):
    hints_tactics = True

    def tactics(self, s):
        yield from self.actions(s)

    def order(self, s, a):
        return 0


class IllegalRules(Stones):
    def rule_of_thumb(self, s):
        return 2


class NullStays(Stones):
    def null(self, s):
        return s


class ReadsOther(Stones):
    def parse(self, text):
        return super().parse(text)._replace(turn=0)


class ReadsNothing(Stones):
    def text(self, s):
        return "|" * s.left


class Silent(Stones):
    def text(self, s):
        return s.left


class ListState(Plain):
    """A state that is a list cannot be remembered, and this one is changed besides."""

    null = Expert.null

    def initial(self):
        return [self.stones, 0]

    def player(self, s):
        return s[1]

    def actions(self, s):
        return [1]

    def result(self, s, a):
        s[0] -= a
        return [s[0], 1 - s[1]]


class Heaps(NamedTuple):
    heaps: list[int] | np.ndarray
    turn: int


class ListInside(Plain):
    def initial(self):
        return Heaps([3, 4], 0)

    def actions(self, s):
        return [0]

    def result(self, s, a):
        s.heaps[a] = 0
        return Heaps(s.heaps, 1 - s.turn)


class ArrayInside(ListInside):
    def initial(self):
        return Heaps(np.array([3, 4]), 0)


class Changing(Objects):
    def result(self, s, a):
        s.left -= a
        return Hashable(s.left, 1 - s.turn)


class ChangedByEvaluate(Objects):
    def evaluate(self, s):
        s.turn = 1 - s.turn
        return 0


class Identity:
    left, turn = 3, 0


class Incomparable(Objects):
    def initial(self):
        return Identity()


class Remembering(Plain):
    """The rules keep the state to themselves."""

    taken = 0

    def __init__(self):
        super().__init__()
        self.taken = 0

    def result(self, s, a):
        self.taken += a
        return super().result(s, a)


class NeverEnds(Plain):
    tier = Game.tier

    def terminal(self, s):
        return False

    def actions(self, s):
        yield 1 if s.left else -self.stones


class ComesBack(Loop):
    repetition = "ignore"


class Backwards(Stones):
    bounds = (1, -1)


class Unbound(Stones):
    bounds = 1


class Misspelt(Stones):
    repetition = "drawn"


class Misvalued(Stones):
    evaluation = "absolute"


class Nobody(Stones):
    players = 0


class Silently(Stones):
    def terminal(self, s):
        return True if s.left == 0 else None


class Broken(Stones):
    def symmetries(self, s):
        yield None


class Repeated(Loop):
    def repeated(self, s):
        return 5


class Positioned(Loop):
    def position(self, s):
        return [s.left]


DEFECTS = [
    # an illegal action accepted
    (Unaccepted, "actions", "lists 6, which result does not accept"),
    (Unaccepted, "result", r"raises IndexError: .* \(test_check.py, line \d+\)"),
    (Nothing, "result", "returns nothing"),
    (OnOccupied, "actions", "changes only whose turn it is"),
    (OnOwn, "actions", "changes only whose turn it is"),
    (Idle, "actions", "changes nothing, not even the player"),
    (Twins, "actions", "lead to the same state"),
    (Overwriting, "repetition", 'is "ignore", but a position came back'),
    (TooMany, "terminal", "does an illegal action lead past the end"),
    (TooManyNumbered, "index", "is not within 0 to 15"),
    (TooManyUnmoved, "parents", "from which no action leads here"),
    (TooManyRead, "parse", "refuses what an action led to"),
    # chance
    (Uneven, "chances", "sum to 0.9, not to 1"),
    (Improbable, "chances", "not positive"),
    (OutcomeTwice, "chances", "lists the same outcome twice"),
    (BareOutcomes, "chances", "pairs of an integer and a probability"),
    (NoChances, "chances", "does not define chances"),
    # states
    (ListState, "initial", "holds a list, which cannot be hashed"),
    (ListState, "result", "changes the state that it is given"),
    (ListInside, "initial", "holds a list, which cannot be hashed"),
    (ListInside, "result", "changes the state that it is given"),
    (ArrayInside, "initial", "holds a ndarray, which cannot be hashed"),
    (ArrayInside, "result", "changes the state that it is given"),
    (Changing, "result", "changes the state that it is given"),
    (ChangedByEvaluate, "evaluate", "changes the state that it is given"),
    (Incomparable, "initial", "Identity needs __eq__ and __hash__"),
    (Remembering, "taken", "was changed by the rules"),
    (LargeStart, "initial", "holds 9223372036854775808, which overflows 64 bits"),
    (Doubling, "result", "overflows 64 bits"),
    (FloatState, "result", "holds [56].0 where an integer belongs"),
    (Absent, "result", "holds None where an integer belongs"),
    (Growing, "result", r"has the form Board\(cells: tuple\(int, int, int, int, int, int, int\), turn: int\)"),
    # actions
    (FloatAction, "actions", "an action is an integer"),
    (ActionTwice, "actions", "lists the same action twice"),
    (NoAction, "actions", "is empty, but the state is not terminal"),
    (Endless, "actions", "yields without end"),
    (Moody, "actions", "gives different answers when called twice"),
    (Slippery, "result", "returns different states for action"),
    (Shuffled, "initial", "returns different states when called twice"),
    (SameName, "name", "two actions have the same name"),
    (Nameless, "name", "is 1, not a string"),
    (Halves, "order", "a hint is an integer"),
    # players and payoffs
    (NobodyAtTheEnd, "player", "is not defined at the end of the game"),
    (RaisesAtTheEnd, "player", r"raises ValueError: nobody is to move \(test_check.py, line \d+\)"),
    (Fourth, "player", "is 3, not 0 to 2 or CHANCE"),
    (Overestimate, "evaluate", "1.5 lies outside bounds"),
    (Overpaid, "utility", "2 lies outside bounds"),
    (Pair, "utility", "not a number for each player"),
    (Wordy, "utility", "'Max wins', not a number"),
    (Undecided, "utility", "nan, not a number"),
    (Repeated, "repeated", "5 lies outside bounds"),
    # the end
    (NeverEnds, "terminal", "no random game came to an end"),
    (ComesBack, "repetition", "a position came back"),
    (Silently, "terminal", "returns nothing"),
    # what other methods promise
    (MissingParent, "parents", "misses"),
    (FalseParent, "parents", "from which no action leads here"),
    (RisingSlices, "slices", "into group 1, which is higher"),
    (MissingInnerParent, "inner_parents", "misses"),
    (FalseInnerParent, "inner_parents", "from which no action leads here"),
    (InnerParentFromAbove, "inner_parents", "which is in another group of slices"),
    (SameIndex, "index", "is the number of"),
    (LargeIndex, "index", "is not within 0 to 15"),
    (OtherState, "state", "is not the state whose index is"),
    (HalfMirrored, "symmetries", "does not have the same value"),
    (OneWay, "symmetries", "but not back"),
    (Broken, "symmetries", "leads to where the rules raise AttributeError"),
    (Rising, "tier", "rises from"),
    (IllegalTactics, "tactics", "not legal"),
    (UnhintedTactics, "order", "is not above 0 for action 1, one of the tactics"),
    (IllegalRules, "rule_of_thumb", "chooses 2, which is not legal"),
    (NullStays, "null", "leaves the same player to move"),
    (ReadsOther, "parse", "reads Pile"),
    (ReadsNothing, "parse", "does not read what text writes"),
    (Silent, "text", "not a string"),
    (Positioned, "position", "holds a list, which cannot be hashed"),
    # settings
    (Backwards, "bounds", "is not a range"),
    (Unbound, "bounds", "is not a range"),
    (Misspelt, "repetition", "'drawn', not one of"),
    (Misvalued, "evaluation", "'absolute', not one of"),
    (Nobody, "players", "is 0"),
]
WARNINGS = {
    Twins, Overwriting, Remembering, NeverEnds, ComesBack, ReadsOther, ReadsNothing, OnOccupied, OnOwn, Idle,
    LargeStart, Doubling,
}  # fmt: skip
"""What may be meant, and so does not make the game ill defined."""


@pytest.mark.parametrize("cls", GOOD)
def test_nothing_is_found_in_a_good_game(cls):
    report = check(cls(), compile=False, games=60)
    assert not report.problems
    assert report.ok
    assert report.games == 60


@pytest.mark.parametrize(("cls", "method", "what"), DEFECTS, ids=lambda x: getattr(x, "__name__", None))
def test_every_defect_is_found(cls, method, what):
    report = check(cls(), compile=False, games=60)
    found = [p for p in report.problems if p.method == method and re.search(what, p.what)]
    assert found, "\n".join(map(str, report.problems))
    assert report.ok == (cls in WARNINGS)
    assert str(report).splitlines()[-1].startswith(f"{cls.__name__} is {'' if report.ok else 'not '}well defined")
    assert "\n" not in found[0].what


CATALOGUE = [
    "tictactoe", "connect4", "connect4:5,4", "mnk:4,3,3", "mnk:3,3,3,gravity=true", "mnk:3,3,3,misere=true", "nim",
    "nim:3,4,limit=2,misere=true", "kalah", "kalah:3,3", "kalah:4,2,empty_capture=false",
    *(f"tree:example={name}" for name in ("textbook", "pruning", "chance", "andor", "maxn", "again", "shared")),
]  # fmt: skip


@pytest.mark.parametrize("spec", CATALOGUE)
def test_nothing_is_found_in_the_catalogue(spec):
    assert not check(spec, compile=False, games=20, time=1).problems


# --- compiled beside interpreted -------------------------------------------------------------------------------------


class Wrapping(Plain):
    """Python's integers are as long as it takes; compiled ones are not."""

    def result(self, s, a):
        return Pile((s.left - a << 62) >> 62, 1 - s.turn)


class Listing(Plain):
    def actions(self, s):
        return json.loads(json.dumps([n for n in (1, 2) if n <= s.left]))  # blame this line


class Expressing(Plain):
    def terminal(self, s):
        return json.loads("1") > s.left  # blame this line


@pytest.mark.thorough
def test_a_good_game_compiles_and_agrees():
    report = check(Stones(), games=20)
    assert (report.compiled, report.ok, report.problems) == (True, True, ())
    assert "compiled code agrees with Python" in str(report)


@pytest.mark.thorough
def test_an_overflow_compiles_with_more_words_or_runs_interpreted():
    assert check(Wrapping(), compile=False, games=20).ok
    report = check(Wrapping(), games=20)
    told = [p.what for p in report.problems if p.method == "compile"]
    assert report.ok
    assert report.compiled == (not told)
    assert all(re.search(r"test_check.py, line \d+: a number of 6\d bits; a compiled integer has", t) for t in told)


def test_a_float_in_a_state_does_not_compile():
    told = {p.method: p for p in check(FloatState(), games=2).problems}
    assert "holds a float where an integer belongs: use //" in told["compile"].what
    assert told["result"].severity == "error"


@pytest.mark.parametrize(
    ("cls", "why"),
    [
        (Listing, "json"),
        (Expressing, "json"),
    ],
)
def test_what_numba_refuses_is_told_with_file_and_line(cls, why):
    report = check(cls(), games=5)
    (problem,) = report.problems
    assert (problem.severity, problem.method) == ("warning", "compile")
    match = re.search(r"test_check\.py, line (\d+): (.+)", problem.what)
    assert match
    assert "blame this line" in Path(__file__).read_text().splitlines()[int(match[1]) - 1]
    assert re.search(why, match[2])
    assert report.ok
    assert "runs interpreted" in str(report).splitlines()[-1]


def test_a_position_to_start_from():
    game = Stones()
    assert check(game, Pile(1, 1), compile=False).states == 2


def test_the_same_seed_plays_the_same_games():
    seen = [check(Marks(), compile=False, games=3, seed=seed).states for seed in (1, 1, 2, 3, 4)]
    assert seen[0] == seen[1]
    assert len(set(seen)) > 1


def test_time_is_kept():
    assert check("kalah", compile=False, time=0.2).seconds < 1


def test_json():
    report = check(Overpaid(), compile=False, games=2)
    told = report.to_json()
    assert told["ok"] is False
    assert told["problems"][0] == {
        "severity": "error",
        "method": "utility",
        "what": told["problems"][0]["what"],
        "state": str(Pile(0, told["problems"][0]["state"].endswith("turn=1)") + 0)),
    }


class DrawnRace(Runners):
    repetition = "draw"


class SteadyRace(DrawnRace):
    """A rule of a base counts as said."""


def test_with_dice_a_position_may_come_back_unless_the_game_says_otherwise():
    assert (Game.repetition, Walk.repetition) == ("draw", "draw")
    assert (Runners.repetition, DrawnRace.repetition, SteadyRace.repetition) == ("ignore", "draw", "draw")
    assert not check(Runners(), compile=False, games=20).problems


def test_a_race_with_dice_is_played_to_its_end():
    dice = random.Random(1)
    for _ in range(20):
        referee = Referee(Runners(), Line(Runners().initial()))
        while not referee.over():
            referee.play(dice.choice(referee.legal()))
        assert referee.payoff() in (1, -1)


def test_a_rule_that_ends_games_where_dice_bring_positions_back_is_told():
    (problem,) = check(DrawnRace(), compile=False, games=20).problems
    assert (problem.method, problem.severity) == ("repetition", "warning")
    assert "dice bring a position back" in problem.what
