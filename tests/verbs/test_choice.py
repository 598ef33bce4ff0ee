"""What ``auto`` means for a game, and why."""

from __future__ import annotations

import pytest

from gametree import Game, best, load, solve
from gametree.answering import algorithms
from gametree.answering.algorithms import LARGE, by_alpha_beta, choice, choose
from gametree.catalogue import CATALOGUE
from gametree.game import provides
from gametree.hooks import asked


class Row(Game):
    """Take a cell of a row; the player who takes the last one wins. No evaluation."""

    def __init__(self, cells=20):
        self.cells = cells

    def initial(self):
        return 0

    def player(self, s):
        return s.bit_count() % 2

    def actions(self, s):
        for cell in range(self.cells):
            if not s >> cell & 1:
                yield cell

    def result(self, s, a):
        return s | 1 << a

    def terminal(self, s):
        return s.bit_count() == self.cells

    def utility(self, s):
        return 1 if self.cells % 2 else -1


class Judged(Row):
    def evaluate(self, s):
        return 0


class Round(Row):
    """Nothing is ever taken for good: a random game could go on for ever, but there are only a few positions."""

    def result(self, s, a):
        return (s ^ 1 << a) & 0b111

    def actions(self, s):
        yield from range(3)


class Unbounded(Row):
    bounds = (float("-inf"), float("inf"))


@pytest.mark.parametrize(
    ("game", "algorithm", "why"),
    [
        (Row(), "mcts", f"no evaluation, and more than 10^{LARGE} ways"),  # 20! = 2 · 10^18
        (Row(15), "pvs", "only about 10^12 ways"),
        (Row(1), "pvs", "only about 10^0 ways"),
        (Row(0), "pvs", "only about 10^0 ways"),
        (Round(), "pvs", "only about 10^"),
        (Judged(), "pvs", "has an evaluation"),
        (Unbounded(), "pvs", "no bounds"),
        (load("backgammon"), "star2", "chance"),
        (load("crowdnim"), "maxn", "3 players"),
    ],
)
def test_the_rule(game, algorithm, why):
    found = choice(game)
    assert (found.algorithm, choose(game)) == (algorithm, algorithm)
    assert why in found.why


def test_games_of_the_catalogue_with_an_evaluation_are_searched_by_windows():
    for name in CATALOGUE:
        game = load(name)
        if provides(game, "evaluate") and not asked(game, "algorithm"):
            assert choose(game) == by_alpha_beta(game), name


def test_a_game_may_choose_itself():
    assert choice(load("go")).algorithm == "mcts"
    assert "the game says so" in choice(load("go")).why


def test_the_answer_says_why():
    found = best(Row(), nodes=50)
    assert found.algorithm == "mcts"
    assert found.why == choice(Row()).why
    asked = best(Row(), nodes=50, algorithm="pvs")
    assert asked.why == ""
    assert asked.describe_choice() == "pvs, because it was asked for"
    assert "why" not in asked.to_json()


@pytest.mark.thorough
def test_a_database_is_read_by_alpha_beta(tmp_path, monkeypatch):
    monkeypatch.setattr(algorithms, "LARGE", 1)
    game = Row(5)
    assert choose(game) == "mcts"
    solve(game, level="strong", out=tmp_path / "table")
    found = best(game, nodes=50, database=tmp_path / "table")
    assert (found.algorithm, found.why, found.proven) == ("pvs", "mcts does not read databases", True)
