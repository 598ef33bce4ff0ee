"""The table of hooks, and what a game is told that was written for their former names."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from gametree import Game, GameError, best, check, load, solve
from gametree.games.tictactoe import TicTacToe
from gametree.hooks import HOOKS, renamed


class Pile(NamedTuple):
    left: int
    turn: int


class Take(Game[Pile]):
    """A pile of stones; a move takes one or two; who takes the last one wins."""

    def initial(self):
        return Pile(5, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return range(1, min(2, s.left) + 1)

    def result(self, s, a):
        return Pile(s.left - a, 1 - s.turn)

    def terminal(self, s):
        return s.left == 0

    def utility(self, s):
        return 1 if s.turn else -1


class OldRules(Take):
    def rules(self, s):
        return 1


class OldFinish(Take):
    def finish(self, s, low, high):
        return 0, 0


class OldNumbers(Take):
    size = 12

    def index(self, s):
        return 2 * s.left + s.turn

    def state(self, i):
        return Pile(i // 2, i % 2)


class OldNumbersOfAnInstance(OldNumbers):
    def __init__(self):
        self.size = 12


class OldRulesOfATicTacToe(TicTacToe):
    """The class above has the new name already; the old one is more derived, and would not be asked."""

    def rules(self, s):
        return 1


OLD = [
    (OldRules, "OldRules: rules is called rule_of_thumb now; rename it"),
    (OldFinish, "OldFinish: finish is called exact_end now; rename it"),
    (OldNumbers, "OldNumbers: size is called index_size now; rename it"),
    (OldNumbersOfAnInstance, "OldNumbersOfAnInstance: size is called index_size now; rename it"),
    (OldRulesOfATicTacToe, "OldRulesOfATicTacToe: rules is called rule_of_thumb now; rename it"),
]


@pytest.mark.parametrize(("cls", "line"), OLD)
@pytest.mark.parametrize("verb", [load, best, check, solve])
def test_a_hook_of_a_former_name_is_told_the_new_one(verb, cls, line):
    with pytest.raises(GameError) as told:
        verb(cls())
    assert str(told.value) == line


class Board(Take):
    """A board's size, and methods that only share a name with a former hook."""

    def __init__(self, size=8):
        self.size = size

    def finish(self, s):
        return s

    def rules(self):
        return "Take one or two."


class Numbered(OldNumbers):
    """Numbers under the new name, and a size that is something else."""

    index_size = 12
    size = 5


class Wide(OldNumbers):
    """Numbers that are given up for a board whose size is a pair."""

    size = (3, 4)


@pytest.mark.parametrize("cls", [Board, Numbered, Wide])
def test_what_only_shares_a_former_name_is_left_alone(cls):
    assert renamed(cls()) is None
    assert load(cls())


def test_no_hook_has_the_former_name_of_another():
    former = [hook.formerly for hook in HOOKS.values() if hook.formerly]
    assert former
    assert not set(former) & set(HOOKS)
