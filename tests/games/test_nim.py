"""Nim against its theory (Bouton 1901), which is written out here once more, and against the definition."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest
from brute_force import reachable, value

from gametree.games.nim import Nim, State


@cache
def mover_wins(heaps: tuple[int, ...], limit: int, misere: bool) -> bool:
    """By the definition: is there a move to where the other one loses? At the end, the one who took last won."""
    if not any(heaps):
        return misere
    return any(
        not mover_wins(tuple(sorted((*heaps[:i], heap - n, *heaps[i + 1 :]))), limit, misere)
        for i, heap in enumerate(heaps)
        for n in range(1, min(heap, limit or heap) + 1)
    )


@pytest.mark.parametrize("misere", [False, True])
def test_bouton_up_to_seven(misere: bool):
    """All heaps up to 7, 7, 7: the game's theory, Bouton's words, and the definition agree."""
    game = Nim((7, 7, 7), misere=misere)
    for heaps in product(range(8), repeat=3):
        s = State(heaps, 0)
        lost = reduce(xor, heaps) == (1 if misere and max(heaps) <= 1 else 0)
        assert game.lost(s) == lost == (not mover_wins(tuple(sorted(heaps)), 0, misere))


@pytest.mark.parametrize("misere", [False, True])
def test_the_rules_of_the_game_agree(misere: bool):
    """The same by playing the game itself, from both sides' point of view."""
    for heaps in ((7, 7, 3), (6, 5, 3), (1, 1, 1), (2, 2), (5,), (0, 0)):
        game = Nim(heaps, misere=misere)
        worth = 1 if mover_wins(tuple(sorted(heaps)), 0, misere) else -1
        assert value(game, State(heaps, 0)) == worth
        assert value(game, State(heaps, 1)) == -worth


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_at_most_so_many(limit: int, misere: bool):
    game = Nim((6, 6, 6), limit=limit, misere=misere)
    for heaps in product(range(7), repeat=3):
        assert game.lost(State(heaps, 0)) != mover_wins(tuple(sorted(heaps)), limit, misere)


def test_published_values():
    """The facts of OpenSpiel's tests."""
    assert not Nim((100,)).lost(State((100,), 0))
    assert not Nim((100,), misere=True).lost(State((100,), 0))
    assert Nim((5, 8, 13)).lost(State((5, 8, 13), 0))
    assert not Nim((2, 3, 8, 10)).lost(State((2, 3, 8, 10), 0))


@pytest.mark.parametrize(("limit", "misere"), [(0, False), (0, True), (2, False), (2, True)])
def test_grundy_is_the_least_value_that_no_move_leads_to(limit: int, misere: bool):
    game = Nim((4, 5, 3), limit=limit, misere=misere)
    for i in range(game.index_size):
        s = game.state(i)
        after = {game.grundy(game.result(s, a)) for a in game.actions(s)}
        assert game.grundy(s) == min(set(range(len(after) + 1)) - after)


def test_the_strategy_wins_every_won_game():
    """Where the mover is not lost, the rules lead to where the other one is; where he is, they still play on."""
    for misere in (False, True):
        game = Nim((4, 5, 3), misere=misere)
        for i in range(game.index_size):
            s = game.state(i)
            if not game.terminal(s):
                a = game.rule_of_thumb(s)
                assert a in game.actions(s)
                assert game.lost(game.result(s, a)) != game.lost(s)


@pytest.mark.parametrize(("heaps", "limit"), [((3, 2, 4), 0), ((3, 2, 4), 2), ((6,), 0)])
def test_numbers_and_parents(heaps: tuple[int, ...], limit: int):
    """The numbers are dense; parents are exactly those whose moves lead here, each once."""
    game = Nim(heaps, limit)
    before = {i: set[int]() for i in range(game.index_size)}
    for i in range(game.index_size):
        assert game.index(game.state(i)) == i
        for a in game.actions(game.state(i)):
            before[game.index(game.result(game.state(i), a))].add(i)
    for i in range(game.index_size):
        parents = [game.index(s) for s in game.parents(game.state(i))]
        assert len(parents) == len(set(parents))
        assert set(parents) == before[i]
    assert game.index(game.initial()) == game.index_size - 2


def test_a_huge_heap():
    game = Nim(10_000_000, limit=3)
    s = game.initial()
    assert list(game.actions(s)) == [1, 2, 3]
    assert game.grundy(s) == 0
    assert game.text(s) == "a10000000   nim-sum 0   Max to move"
    assert game.index_size == 20_000_002
    assert game.parse("9999999 Min to move") == game.result(s, 1)
    assert Nim((1 << 40,) * 3).index_size == 0  # too many to be numbered within 63 bits


def test_names_and_positions():
    game = Nim((3, 4, 5))
    assert [game.name(game.initial(), a) for a in game.actions(game.initial())] == [
        *("a1", "a2", "a3"),
        *("b1", "b2", "b3", "b4"),
        *("c1", "c2", "c3", "c4", "c5"),
    ]
    assert game.parse("1,2,3") == game.parse("a1 b2 c3") == State((1, 2, 3), 0)


def test_heaps_that_began_alike_are_exchanged():
    game = Nim((2, 3, 2, 3))
    images = set(game.symmetries(State((0, 1, 2, 3), 1)))
    assert images == {State(heaps, 1) for heaps in ((2, 1, 0, 3), (0, 3, 2, 1), (2, 3, 0, 1))}
    assert not set(game.symmetries(game.initial())) - {game.initial()}
    assert not list(Nim((3, 4, 5)).symmetries(State((3, 4, 5), 0)))
    assert not list(Nim((1,) * 6).symmetries(State((1,) * 6, 0))), "too many to go through"


def test_positions_up_to_symmetry():
    """The least of each class has its heaps sorted; three heaps of up to three stones make C(6, 3) = 20 multisets."""
    game = Nim((3, 3, 3))
    classes = {min(s, *game.symmetries(s)) for s in reachable(game)}
    assert all(s.heaps == tuple(sorted(s.heaps)) for s in classes)
    assert len({s.heaps for s in classes}) == 20
