"""What the table takes for the same position, and the search for a repeated one."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from gametree import best
from gametree.games.connect4 import ConnectFour
from gametree.games.ponghauki import PongHauKi


class Counted(NamedTuple):
    first: int
    second: int
    since: int  # moves since a stone was last put into the first column


class WithCounter(ConnectFour):
    """Connect Four with a counter that matters to nobody."""

    def initial(self):
        return Counted(0, 0, 0)

    def result(self, s, a):
        then = super().result(s, a)
        return Counted(then.first, then.second, 0 if a == 0 else s.since + 1)


class WithKey(WithCounter):
    """The same, and its author says so."""

    def key(self, s):
        return Counted(s.first, s.second, 0)


class KeyInterpreted(WithKey):
    def actions(self, s):
        yield from json.loads(json.dumps(list(super().actions(s))))


@pytest.mark.thorough
@pytest.mark.parametrize("driver", ["alphabeta", "pvs"])
def test_states_with_the_same_key_share_an_entry(driver):
    plain, counted, keyed = (
        best(rules(4, 4), depth=16, algorithm=driver, symmetry=False) for rules in (ConnectFour, WithCounter, WithKey)
    )
    assert plain.value == counted.value == keyed.value
    assert keyed.nodes == plain.nodes
    assert counted.nodes > 1.2 * plain.nodes


@pytest.mark.thorough
def test_interpreted_too():
    one, other = (best(rules(4, 3), depth=7, algorithm="alphabeta") for rules in (WithKey, KeyInterpreted))
    assert (one.value, one.nodes, one.compiled, other.compiled) == (other.value, other.nodes, True, False)


class Thrice(PongHauKi):
    recurrence = 3


@pytest.mark.thorough
def test_a_position_that_comes_back_within_the_search_counts_as_repeated():
    """Pong Hau K'i goes round in circles: the second time the search knows it, the third time the rules do."""
    early, late = (best(Thrice(), depth=24, algorithm="alphabeta", twofold=on) for on in (True, False))
    assert early.value == late.value == 0
    assert not early.proven
    assert early.nodes < late.nodes
