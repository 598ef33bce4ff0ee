"""Dynamic programming in levels: Nim by its theory and by brute force, in memory that does not grow."""

from __future__ import annotations

import tracemalloc
from functools import cache
from typing import NamedTuple

import pytest

from broken_rules import without_trial
from gametree import Game, GameError, load
from gametree.game import even, legal, over
from gametree.solving.label import Label
from gametree.solving.levels import Levels, solve_levels
from gametree.solving.numbering import graded
from gametree.solving.task import StoppedError, Task


def solved(game, start=None, **conditions):
    return solve_levels(game, game.initial() if start is None else start, Task(**conditions))


def by_definition(game, start):
    """Every position that can be reached, with its label, from the definition."""
    middle = even(game)

    @cache
    def label(s):
        if over(game, s):
            return Label(float(game.utility(s)), 0)
        children = [label(game.result(s, a)) for a in legal(game, s)]
        sign = 1 if game.player(s) == 0 else -1
        value = sign * max(sign * c.value for c in children)
        hurry = sign * (value - middle) > 0
        ways = [c.remoteness for c in children if c.value == value]
        return Label(value, 1 + (min(ways) if hurry else max(ways)))

    found, queue = {start}, [start]
    for s in queue:
        for a in legal(game, s):
            t = game.result(s, a)
            if t not in found:
                found.add(t)
                queue.append(t)
    return {s: label(s) for s in found}


class Coins(NamedTuple):
    left: int
    balance: int
    turn: int


class Scores(Game):
    """Take one to three coins; a coin's number, modulo 3, less one, is what it adds to the taker's score; taking the
    last coin with an even balance moves again. Draws, scores, extra turns, and a number that falls along each move."""

    bounds = (-40, 40)
    repetition = "ignore"

    def __init__(self, coins=9):
        self.coins = coins
        self.index_size = (coins + 1) * 82 * 2

    def initial(self):
        return Coins(self.coins, 0, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for n in range(1, min(3, s.left) + 1):
            yield n

    def result(self, s, a):
        gain = s.left % 3 - 1
        balance = s.balance + (gain if s.turn == 0 else -gain)
        return Coins(s.left - a, balance, s.turn if balance == 0 else 1 - s.turn)

    def terminal(self, s):
        return s.left == 0

    def utility(self, s):
        return (2 * s.balance, s.balance) if s.balance > 3 else (s.balance, 0)

    def index(self, s):
        return (s.left * 81 + s.balance + 40) * 2 + s.turn

    def state(self, i):
        return Coins(i // 162, i // 2 % 81 - 40, i % 2)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "spec",
    ["nim:heaps=40,limit=3", "nim:heaps=25,limit=1", "nim:3,4,5", "nim:heaps=4,5,limit=2,misere=true"],
)
def test_every_label_and_count_of_nim(spec: str):
    game = load(spec)
    expected = by_definition(game, game.initial())
    solution = solved(game)
    assert {s: solution[s] for s in expected} == expected
    values = [label.value for label in expected.values()]
    assert (solution.positions, solution.wins, solution.losses, solution.draws) == (
        len(values), values.count(1), values.count(-1), 0
    )  # fmt: skip
    assert Label(solution.value, solution.remoteness) == expected[game.initial()]


def test_from_another_position():
    game = load("nim:heaps=50,limit=4")
    start = game.parse("23 Min to move")
    expected = by_definition(game, start)
    solution = solved(game, start)
    assert (solution.positions, solution.longest) == (len(expected), 23)
    assert {s: solution[s] for s in expected} == expected
    with pytest.raises(GameError, match="is not known"):
        solution[game.initial()]


class Interpreted(Scores):
    """The same; but its rules use a dictionary, so that they run interpreted."""

    def player(self, s):
        return {0: 0, 1: 1}[s.turn]


class Reference(Scores):
    def utility(self, s):
        return super().utility(s)[0] / 2 - super().utility(s)[1] / 2


@pytest.mark.parametrize("kind", [Scores, Interpreted])
def test_scores_draws_and_extra_turns(kind):
    expected = by_definition(Reference(9), Coins(9, 0, 0))
    solution = solved(kind(9))
    assert {s: solution[s] for s in expected} == expected
    assert solution.draws == sum(label.value == 0 for label in expected.values()) > 0
    assert solution.positions == len(expected)


@pytest.mark.thorough
@pytest.mark.parametrize("stones", [10**7, 10**7 + 1])
def test_ten_million_stones(stones: int):
    """The mover loses when the stones are a multiple of 4; then each round takes 4, so the game lasts half as many
    actions as there are stones. All positions but two can be reached (the start with Min to move; one stone less with
    Max to move)."""
    game = load("nim", heaps=stones, limit=3)
    solution = solved(game)
    lost = stones % 4 == 0
    assert solution.outcome == ("loss" if lost else "win")
    assert solution.remoteness == (stones // 2 if lost else stones // 4 * 2 + 1)
    assert solution.positions == 2 * stones
    assert solution.longest == stones
    middle = game.parse("5000001")
    assert solution[middle] == Label(1.0, 2_500_001)
    assert [move.name for move in solution.moves(middle)] == ["a1", "a2", "a3"]


def peak(stones: int) -> int:
    """The most memory that Python and NumPy held while a heap was solved (its kernel is compiled before)."""
    game = load("nim", heaps=stones, limit=3)
    Levels(game, 1000, 64, Task())
    tracemalloc.start()
    solved(game)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_heap():
    """A hundred times the stones take the same memory, up to the few labels kept of each block; one byte for each of
    the 20 million positions would be ten times that."""
    small, large = peak(10**5), peak(10**7)
    assert large < 2 * small
    assert large < 3_000_000


def test_longer_steps_than_expected_are_found_out():
    game = load("nim:heaps=40000,limit=500")
    solution = solved(game)
    assert solution.outcome == ("loss" if 40000 % 501 == 0 else "win")
    assert solution.labels.reach > 1000


@pytest.mark.thorough
def test_what_is_not_graded_is_refused():
    class Rising(Scores):
        def index(self, s):
            return self.index_size - 1 - super().index(s)

        def state(self, i):
            return super().state(self.index_size - 1 - i)

    with pytest.raises(GameError, match="not graded"):
        solved(Rising(3))
    assert not graded(Rising(3), Rising(3).initial())
    with pytest.raises(GameError, match="does not number its positions"):
        solved(load("connect4"))
    with pytest.raises(GameError, match="bytes of memory"):
        solved(load("nim:heaps=40,limit=3"), memory=1000)


@without_trial
def test_a_position_without_moves_is_named():
    class Stuck(Scores):
        def actions(self, s):
            for n in range(1, min(3, s.left) + 1):
                if s.left != 4:
                    yield n

    with pytest.raises(GameError, match=r"Coins\(left=4.*not terminal and has no actions"):
        solved(Stuck(5))


def test_it_stops_when_told():
    seen = []
    task = Task(progress=lambda report: (seen.append(report), task.halt.set() if report.done > 10**6 else None))
    game = load("nim:heaps=10000000,limit=3")
    with pytest.raises(StoppedError):
        solve_levels(game, game.initial(), task)
    assert seen[-1].what == "labelling"
    assert 10**6 < seen[-1].done < 10**7
    assert seen[-1].total == 20_000_001
