"""Compiled = interpreted, for every game of the catalogue: the two forms answer every hook alike in random games."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import pytest
from brute_force import game_of_chance
from catalogue_specs import NAMES, OTHERS
from compiled_twin import Twin

from gametree import Game, load
from gametree.catalogue import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

GAMES, PLIES = 3, 150
"""How many random games are played, and how much of each is looked at."""
LARGE = ("chess", "chess_ending", "draughts", "hypergammon")
"""Games that take long to compile. The chess variants do too."""


def disagreements(game: AnyGame) -> list[str]:
    """The first answer of each hook that is another one in compiled code."""
    twin, found = Twin(game), dict[str, str]()
    for seed in range(GAMES):
        for s, _ in islice(game_of_chance(game, seed), PLIES):
            for hook, a in twin.questions(s):
                compiled, plain = twin.compiled(hook, s, a), twin.plain(hook, s, a)
                if len(compiled) != len(plain) or not all(map(same, compiled, plain)):
                    found.setdefault(hook, f"{title(game)}: {hook} of {s} ({a}) is {compiled}, in Python {plain}")
    return list(found.values())


def same(compiled: tuple[int, float], plain: float) -> bool:
    """Integers to the last bit; compiled arithmetic may round a fraction otherwise."""
    whole, real = compiled
    return whole == plain if isinstance(plain, int) else math.isclose(real, plain, rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "spec",
    [
        *(pytest.param(name, marks=pytest.mark.thorough if name in LARGE else ()) for name in NAMES),
        *(pytest.param(spec, marks=pytest.mark.thorough) for spec in OTHERS),
    ],
)
def test_compiled_code_answers_as_python_does(spec: str):
    assert disagreements(load(spec)) == []


class Pile(NamedTuple):
    stones: int
    turn: int


class Wrong(Game[Pile]):
    """A game of which two hooks overflow 64 bits, and the others are right."""

    def initial(self):
        return Pile(5, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for n in (1, 2):
            if n <= s.stones:
                yield n

    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1

    def evaluate(self, s):
        return 0.5 + s.stones

    def tier(self, s):
        return s.stones << 62

    def symmetries(self, s):
        yield Pile(s.stones << 62, s.turn)


def test_a_difference_is_found():
    """Overflows in compiled code are reported, hook by hook; right answers are not."""
    symmetries, tier = disagreements(Wrong())
    assert symmetries.startswith("Wrong: symmetries of Pile(stones=5, turn=0)")
    assert tier.startswith("Wrong: tier of Pile(stones=5, turn=0)")
