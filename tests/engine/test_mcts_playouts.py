"""Playouts: the game's own policy, when one is broken off, and decisive moves."""

from collections import Counter
from random import Random

import pytest
from engine_games import Explicit

from gametree import check, load
from gametree.engine.driver import Limits
from gametree.engine.dual import facts
from gametree.engine.making import make_engine
from gametree.engine.mcts.memory import PAID, Block, Tree
from gametree.engine.mcts.options import MctsOptions
from gametree.engine.mcts.playouts import playout
from gametree.games.mnk import MNK

FAN = ([[1, 2, 3], [], [], []], [0] * 4, [0, -4, 0, 8])
"""A move, and the game is over."""


class Fan(Explicit):
    """A policy: the second end three times as often as the first, and the third never."""

    def playout_weight(self, s, a):
        return (2, 6, 0)[a]


class Shy(Explicit):
    """No move has a weight."""

    def playout_weight(self, s, a):
        return 0


def payoffs(game, start=None, times=2000, **options):
    """How often playouts from a position come to which payoff."""
    chosen = MctsOptions.named(**options)
    block, known = Block(game, Tree(0, plain=True), chosen, [], plain=True), facts(game)
    s = game.initial() if start is None else start
    found = Counter()
    for _ in range(times):
        block.arrays[PAID][0] = 0
        playout(known, s, -1, chosen.extras, block.words)
        found[block.arrays[PAID][0]] += 1
    return {value / known._scale: count for value, count in found.items()}


def test_moves_are_drawn_by_the_weights_of_the_game():
    found = payoffs(Fan(*FAN))
    assert set(found) == {-4, 0}
    assert 2.5 < found[0] / found[-4] < 3.5


def test_without_weights_all_moves_are_equally_likely():
    for game, options in ((Explicit(*FAN), {}), (Shy(*FAN), {}), (Fan(*FAN), {"policy": False})):
        found = payoffs(game, **options)
        assert set(found) == {-4, 0, 8}
        assert min(found.values()) > 550


class Drawn(Explicit):
    """Moves are drawn without a list; of the third only the game's own numbers know, and one in four falls on none."""

    def playout_action(self, s, number):
        return (number >> 30) - 1


class Never(Explicit):
    """Every number falls on none."""

    def playout_action(self, s, number):
        return -1


class OnlyThird(Fan):
    """A draw that does not follow the weights, to see whether it is asked."""

    def playout_action(self, s, number):
        return 2


def test_a_game_draws_its_moves_itself():
    for game in (Drawn(*FAN), Never(*FAN)):
        found = payoffs(game)
        assert set(found) == {-4, 0, 8}
        assert min(found.values()) > 550
    assert payoffs(OnlyThird(*FAN), times=20) == {8: 20}


def test_a_draw_by_weights_is_not_asked_where_all_moves_are_to_be_equally_likely():
    assert min(payoffs(OnlyThird(*FAN), policy=False).values()) > 550


TWICE = ([[1, 2], [3, 4], [5, 6], [], [], [], []], [0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 2, 3, 4])
"""Two moves of two each."""


class Echo(Explicit):
    """A move is answered by the one of the same number, the first move of a game by none."""

    def playout_reply(self, s, a, number):
        return a if number >= 0 else -1


class Wild(Explicit):
    """The answer is no move."""

    def playout_reply(self, s, a, number):
        return 7


def test_a_move_is_answered_as_the_game_says():
    assert set(payoffs(Echo(*TWICE))) == {1, 4}
    assert set(payoffs(Echo(*TWICE), replies=False)) == {1, 2, 3, 4}
    assert set(payoffs(Echo(*TWICE), policy=False)) == {1, 2, 3, 4}


def test_an_answer_that_is_not_legal_is_found():
    assert any(p.method == "playout_reply" and "7, which is not legal" in p.what for p in check(Wild(*TWICE)).problems)
    assert not any(p.method == "playout_reply" for p in check(Echo(*TWICE)).problems)


class Broken(Explicit):
    """Broken off where the game begins: its estimate counts."""

    evaluation = "utility"

    def evaluate(self, s):
        return 5

    def playout_over(self, s):
        return self.player(s) == 0


def test_a_playout_is_broken_off_where_the_game_says_so():
    assert payoffs(Broken(*FAN), times=20) == {5: 20}
    assert 5 not in payoffs(Broken(*FAN), times=20, policy=False)
    ends_first = Broken([[1], [2, 3], [], []], [1, 0, 0, 0], [0, 0, 1, 2])
    assert payoffs(ends_first, times=20) == {5: 20}


def test_a_decisive_move_is_played():
    game = load("mnk:4,4,3")
    s = game.initial()
    for move in ("a1", "a4", "b1", "d4"):  # X wins by c1
        s = game.result(s, next(a for a in game.actions(s) if game.name(s, a) == move))
    assert payoffs(game, s, 200, decisive=True) == {1: 200}
    assert payoffs(game, s, 200)[1] < 200


class Thirds(Explicit):
    """A policy and a stop, for both forms of the search."""

    def playout_weight(self, s, a):
        return (a + s.node) % 3

    def playout_action(self, s, number):
        return (number >> 30) - 1 if s.node & 1 else -1

    def playout_over(self, s):
        return s.node > 90


@pytest.mark.thorough
@pytest.mark.parametrize("decisive", [True, False])
def test_compiled_and_interpreted_play_out_alike(decisive):
    dice, found = Random(3), []
    edges = [sorted(dice.sample(range(n + 1, min(n + 9, 128)), 3)) if n < 100 else [] for n in range(128)]
    game = Thirds(edges, [n % 2 for n in range(128)], [dice.randint(-9, 9) for _ in range(128)])
    for compiled in (True, False):
        with make_engine(game, "mcts", table=1, decisive=decisive) as engine:
            engine.compiled = compiled
            found.append(engine.best(None, Limits(nodes=300)))
    assert [f.compiled for f in found] == [True, False]
    assert found[0].moves == found[1].moves


class Negative(MNK):
    def playout_weight(self, s, a):
        return -1


def test_check_finds_weights_that_are_none():
    report = check(Negative(3, 3, 3), compile=False, games=2, time=2)
    assert any(p.method == "playout_weight" and "a whole number from 0 to 4096" in p.what for p in report.problems)


class Taken(MNK):
    def playout_action(self, s, number):
        return number * 9 >> 32


class Corner(MNK):
    """A cell comes up three times as often as the others."""

    def playout_action(self, s, number):
        cell = max((number * 11 >> 32) - 2, 0)
        return cell if cell in list(self.actions(s)) else -1


class Half(MNK):
    """Some cells never come up."""

    def playout_action(self, s, number):
        cell = number * 5 >> 32
        return cell if cell in list(self.actions(s)) else -1


@pytest.mark.parametrize(
    ("cls", "what"), [(Taken, "which is not legal"), (Corner, "to be expected"), (Half, "to be expected"), (MNK, "")]
)
def test_check_finds_draws_that_are_not_what_they_should_be(cls, what):
    report = check(cls(3, 3, 3), compile=False, games=8, time=5)
    told = [p.what for p in report.problems if p.method == "playout_action"]
    assert all(what in line for line in told)
    assert len(told) == bool(what), report
