"""The table of hooks, and what a game is told that was written for their former names."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import gametree
from gametree import Game, GameError, best, check, load, solve
from gametree.games.tictactoe import TicTacToe
from gametree.hooks import HOOKS, renamed
from gametree.notation.unclaimed import afresh
from gametree.solving.statistics import has_twins, twin


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


# --- what is asked of a game is in the table -------------------------------------------------------------------------

SOURCES = sorted(Path(gametree.__file__).parent.rglob("*.py"))
ASKED_OF = re.compile(r"(?:self\.)?(?:game|rules|state|s|type\(game\)|game\.initial\(\))")


def asked_by_name(tree):
    """The names that are looked up on a game or a state by ``getattr`` or ``hasattr``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[of, ast.Constant(value=str(name)), *_]):
                if ASKED_OF.fullmatch(ast.unparse(of)):
                    yield name
            case _:
                pass


def test_every_name_that_is_looked_up_on_a_game_is_a_hook():
    found = {name: str(path) for path in SOURCES for name in asked_by_name(ast.parse(path.read_text("utf-8")))}
    known = {*HOOKS, "_fields", "_make", "_replace", "__dict__"}  # of every NamedTuple, and of every object
    theirs = {"win", "lose", "scoring"}  # what easyAI asks of its games (adapters/easyai.py)
    assert {name: path for name, path in found.items() if name not in known | theirs} == {}


class Paired(Take):
    """A game that says itself which positions differ only in who is to move."""

    def twin(self, s):
        return Pile(s.left, 1 - s.turn) if s.left > 1 else None


def test_twins_are_as_the_game_says():
    last, game = Pile(1, 0), Paired()
    assert twin(Take(), last) == Pile(1, 1)
    assert twin(game, last) is None
    assert has_twins(game)
    assert not has_twins(load("tictactoe"))  # a state does not say whose turn it is


def test_only_the_game_says_what_its_counter_is():
    game = load("chess")
    s = game.parse("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")
    assert afresh(game, s) == s._replace(clock=0)
    assert afresh(Take(), Pile(0, 0)) == Pile(0, 0)
