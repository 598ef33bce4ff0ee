"""Games of chance: against the textbook's expectiminimax, against all strategies tried out, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from broken_rules import without_trial
from gametree import Game, GameError, load
from gametree.game import CHANCE
from gametree.solving.chance.solve import solve_chance
from gametree.solving.task import StoppedError, Task
from gametree.textbook.expectiminimax import expectiminimax

PLACES, WAYS = 7, 3
END = 2


class Place(NamedTuple):
    number: int


class Net(Game):
    """Places, each of Max, Min, chance or an end, and up to three ways from each. The net is data, so that all nets
    share one compiled kernel. ``odds`` are in sixths."""

    bounds = (-6, 6)
    repetition = "ignore"
    evaluation = "utility"

    def __init__(self, places: list[tuple[int, int, list[tuple[int, int]]]]):
        """A place is (whose it is, payoff, ways), a way is (where it leads, sixths)."""
        self.owners, self.payoffs = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
        self.counts = np.zeros(PLACES, np.int64)
        self.ways, self.odds = np.zeros((PLACES, WAYS), np.int64), np.zeros((PLACES, WAYS), np.int64)
        for n, (owner, pay, ways) in enumerate(places):
            self.owners[n], self.payoffs[n], self.counts[n] = owner, pay, len(ways)
            for i, (where, sixths) in enumerate(ways):
                self.ways[n, i], self.odds[n, i] = where, sixths

    def initial(self):
        return Place(0)

    def player(self, s):
        return self.owners[s.number]

    def actions(self, s):
        for i in range(self.counts[s.number]):
            yield i

    def chances(self, s):
        for i in range(self.counts[s.number]):
            yield i, self.odds[s.number, i] / 6

    def result(self, s, a):
        return Place(self.ways[s.number, a])

    def terminal(self, s):
        return self.owners[s.number] == END

    def utility(self, s):
        return self.payoffs[s.number]


class Interpreted(Net):
    """The same, with rules that do not compile."""

    def player(self, s):
        return {-1: -1, 0: 0, 1: 1, 2: 0, 5: 5}[int(self.owners[s.number])]


def end(pay):
    return END, pay, []


def mine(*ways):
    return 0, 0, [(w, 0) for w in ways]


def theirs(*ways):
    return 1, 0, [(w, 0) for w in ways]


def dice(*ways):
    return CHANCE, 0, list(ways)


SPLITS = {1: [(6,)], 2: [(3, 3), (1, 5), (4, 2)], 3: [(2, 2, 2), (1, 2, 3), (4, 1, 1)]}


@st.composite
def nets(draw, loops: bool):
    """A net; without loops, ways lead only to higher numbers."""
    size = draw(st.integers(2, PLACES))
    places = []
    for n in range(size):
        owner = draw(st.sampled_from([CHANCE, 0, 1, END])) if n < size - 1 else END
        if owner == END:
            places.append(end(draw(st.integers(-6, 6))))
            continue
        count = draw(st.integers(1, WAYS))
        lowest = 0 if loops else n + 1
        where = draw(st.lists(st.integers(lowest, size - 1), min_size=count, max_size=count))
        sixths = draw(st.sampled_from(SPLITS[count])) if owner == CHANCE else (0,) * count
        places.append((owner, 0, list(zip(where, sixths, strict=True))))
    return places


def solved(game, **conditions):
    return solve_chance(game, game.initial(), Task(**conditions))


@pytest.mark.thorough
@settings(max_examples=200, deadline=None)
@given(nets(loops=False))
def test_expectiminimax_agrees_where_every_game_ends(places):
    game = Net(places)
    solution = solved(game)
    assert solution.method == "backward induction"
    assert (solution.error, solution.loops, solution.outcome) == (0, False, None)
    assert solution.value == pytest.approx(expectiminimax(game).value, abs=1e-12)


# --- all strategies tried out ----------------------------------------------------------------------------------------


def strategies(places, player):
    own = [n for n, (owner, _, _) in enumerate(places) if owner == player]
    for choice in product(*(range(len(places[n][2])) for n in own)):
        yield dict(zip(own, choice, strict=True))


def chain_value(places, choices) -> list[Fraction]:
    """The expected payoffs when both have decided: play that never ends pays 0. Gauss's elimination, exactly."""
    size = len(places)
    step = []
    for n, (owner, _, ways) in enumerate(places):
        if owner == END:
            step.append({})
        elif owner == CHANCE:
            row = {}
            for where, sixths in ways:
                row[where] = row.get(where, 0) + Fraction(sixths, 6)
            step.append(row)
        else:
            step.append({ways[choices[n]][0]: Fraction(1)})
    ending = {n for n in range(size) if places[n][0] == END}
    while more := {n for n in range(size) if n not in ending and ending & set(step[n])}:
        ending |= more
    rows = []
    for n in range(size):
        row = [Fraction(int(n == m)) for m in range(size)] + [Fraction(places[n][1] if places[n][0] == END else 0)]
        if n in ending:
            for m, p in step[n].items():
                row[m] -= p
        rows.append(row)
    for n in range(size):
        pivot = next(m for m in range(n, size) if rows[m][n])
        rows[n], rows[pivot] = rows[pivot], rows[n]
        rows[n] = [x / rows[n][n] for x in rows[n]]
        for m in range(size):
            if m != n and rows[m][n]:
                rows[m] = [x - rows[m][n] * y for x, y in zip(rows[m], rows[n], strict=True)]
    return [row[-1] for row in rows]


def by_all_strategies(places) -> list[Fraction]:
    """The value of every place. Both players have best strategies that do not look back (Liggett and Lippman 1969)."""
    worst = []
    for max_plays in strategies(places, 0):
        values = [chain_value(places, {**max_plays, **min_plays}) for min_plays in strategies(places, 1)]
        worst.append([min(column) for column in zip(*values, strict=True)])
    return [max(column) for column in zip(*worst, strict=True)]


@pytest.mark.thorough
@settings(max_examples=300, deadline=None)
@given(nets(loops=True))
@example([mine(0, 1), end(-1)])  # Max had rather wait for ever
@example([mine(0, 1), end(1)])
@example([mine(1, 3), theirs(0, 2), end(-2), end(-6)])  # Max waits, and Min will not
@example([mine(1, 4), theirs(0, 2), dice((0, 3), (3, 3)), end(-2), end(-6)])  # Min leaves by the dice
@example([dice((0, 5), (1, 1)), end(4)])
def test_loops_agree_with_all_strategies_tried_out(places):
    values = by_all_strategies(places)
    solution = solved(Net(places))
    assert solution.error < 1e-9
    for n, value in enumerate(values):
        bounds = solution.labels.bounds(Place(n))
        if bounds is not None:
            assert bounds[0] <= value <= bounds[1] or not solution.loops
            assert solution[Place(n)].value == pytest.approx(float(value), abs=1e-9)


@pytest.mark.thorough
def test_without_chance_it_is_the_ordinary_value():
    """A loop of both players' making is even; but Max need not go round it."""
    places = [mine(1, 2), theirs(0, 3), theirs(2, 4), end(5), end(3)]
    solution = solved(Net(places))
    assert (solution.value, solution.loops, solution.error) == (0, True, 0)
    assert [move.value for move in solution.moves(Place(2))] == [0, 3]


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_rolling_until_a_six_or_a_one():
    """One player against chance. Each round pays 5 with 1/6, -1 with 1/6, and else may be tried again, or left at 1:
    5/6 - 1/6 + 4/6 max(1, v) = v, so trying for ever is worth 2."""
    places = [dice((1, 1), (2, 1), (3, 4)), end(5), end(-1), mine(0, 4), end(1)]
    solution = solved(Net(places))
    assert solution.value == pytest.approx(2, abs=1e-11)
    assert 0 < solution.error < 1e-11
    assert [move.action for move in solution.moves(Place(3))] == [0, 1]


def test_several_dice_in_a_row_and_an_extra_turn():
    places = [dice((1, 3), (2, 3)), dice((3, 3), (4, 3)), mine(1, 3), mine(5, 6), end(-2), end(4), end(1)]
    solution = solved(Net(places))
    assert solution.value == (0.5 * (0.5 * 4 + 0.5 * -2) + 0.5 * 4)
    assert (solution.longest, solution.positions) == (4, 7)


def test_the_bounds_hold_the_exact_value():
    """Two players in turn roll a die; a six wins 6 for Max, -6 for Min. The first wins with 6/11."""
    places = [dice((2, 1), (1, 5)), dice((3, 1), (0, 5)), end(6), end(-6)]
    solution = solved(Net(places))
    low, high = solution.labels.bounds(Place(0))
    assert Fraction(low) <= Fraction(6, 11) <= Fraction(high)
    assert high - low <= 2 * solution.error < 1e-10


def test_a_loose_tolerance_says_so():
    places = [dice((2, 1), (1, 5)), dice((3, 1), (0, 5)), end(6), end(-6)]
    game = Net(places)
    solution = solve_chance(game, game.initial(), Task(), tolerance=0.01)
    assert 1e-6 < solution.error <= 0.06
    assert abs(solution.value - 6 / 11) <= solution.error


def test_interpreted_rules_give_the_same():
    places = [dice((1, 1), (2, 1), (3, 4)), end(5), end(-1), mine(0, 4), end(1)]
    assert solved(Interpreted(places)).value == solved(Net(places)).value
    assert solved(Interpreted(places))[Place(3)] == solved(Net(places))[Place(3)]


def test_draws_by_rule_end_the_game():
    class Drawn(Net):
        def drawn(self, s):
            return s.number == 1

    assert solved(Drawn([dice((1, 3), (2, 3)), mine(2), end(6)])).value == 3


# --- what is refused -------------------------------------------------------------------------------------------------


def test_repetition_that_counts_is_refused_where_chance_leads_back():
    class Repeating(Net):
        repetition = "draw"

    with pytest.raises(GameError, match=r"^Repeating: chance leads back[^\n]*repetition = 'ignore'[^\n]*$"):
        solved(Repeating([dice((0, 3), (1, 3)), end(1)]))
    assert solved(Repeating([dice((1, 3), (2, 3)), mine(2, 1), end(3)])).value == 3  # a loop without chance is sound
    assert solved(Repeating([dice((1, 3), (2, 3)), end(1), end(3)])).value == 2


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ([dice((1, 3), (2, 2)), end(1), end(2)], r"Place\(number=0\) is decided by chance, but its prob"),
        ([dice((1, 3), (2, 3)), end(1), mine()], r"Place\(number=2\) is not terminal and has no actions"),
        ([dice((1, 3), (2, 3)), end(1), (5, 0, [(1, 0)])], r"Place\(number=2\) has a player other"),
    ],
)
@pytest.mark.parametrize("kind", [Net, Interpreted])
@without_trial
def test_mistakes_of_the_rules_are_named(kind, places, message):
    with pytest.raises(GameError, match=message):
        solved(kind(places))


def test_too_little_memory():
    with pytest.raises(GameError, match="bytes of memory"):
        solved(load("pig:target=20"), memory=1 << 20)


def test_it_stops_when_told():
    task = Task(progress=lambda report: task.halt.set() if report.what == "exploring" else None)
    game = load("pig:target=10")
    with pytest.raises(StoppedError):
        solve_chance(game, game.initial(), task)
