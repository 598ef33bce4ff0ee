"""Pig against what Neller and Presser published (The UMAP Journal 25, 2004), and by hand."""

from __future__ import annotations

import pytest

from gametree import GameError, best, load
from gametree.game import CHANCE
from gametree.games.pig import HOLD, ROLL, Pig, State
from gametree.solving.chance.solve import solve_chance
from gametree.solving.task import Task
from marking import thorough


def solved(game):
    return solve_chance(game, game.initial(), Task())


def winning(value: float) -> float:
    """The chance to win of a value."""
    return (1 + value) / 2


def test_a_turn():
    game = Pig()
    s = game.initial()
    assert (game.player(s), [n for n, _ in game.chances(s)]) == (CHANCE, [1, 2, 3, 4, 5, 6])
    s = game.result(s, 5)
    assert (game.player(s), list(game.actions(s))) == (0, [ROLL, HOLD])
    s = game.result(game.result(s, ROLL), 6)
    assert game.result(s, HOLD) == State(11, 0, 0, 1, 1)
    assert game.result(game.result(s, ROLL), 1) == State(0, 0, 0, 1, 1)


def test_the_end():
    game = Pig(target=20)
    s = game.parse("Max 15, Min 12; Min has gathered 8")
    assert list(game.actions(s)) == [HOLD]
    end = game.result(s, HOLD)
    assert (game.terminal(end), game.utility(end)) == (True, -1)


@pytest.mark.thorough
@pytest.mark.parametrize(("sides", "chance"), [(6, 6 / 7), *thorough((2, 2 / 3), (20, 20 / 21))])
def test_the_shortest_game_by_hand(sides: int, chance: float):
    """To two points any roll but a 1 wins: p = (n - 1)/n + (1 - p)/n, so p = n/(n + 1)."""
    solution = solved(Pig(target=2, sides=sides))
    assert winning(solution.value) == pytest.approx(chance, abs=1e-12)
    assert solution.loops


@pytest.mark.thorough
def test_one_hundred_points():
    """With best play the first player wins 53.06 % of the games (Neller and Presser). Their figures show, too, that
    one should roll at 20 when both have 0, and hold at 21; and that "hold at 20" is not best: against an opponent
    who is about to win, one rolls on."""
    game = load("pig")
    solution = solved(game)
    assert round(winning(solution.value), 4) == 0.5306
    assert solution.error < 1e-11
    assert solution.positions == 2_019_600

    def decision(first, second, gathered):
        return solution.moves(State(first, second, gathered, 0, 0))[0].name

    assert decision(0, 0, 20) == "roll"
    assert decision(0, 0, 21) == "hold"
    assert decision(0, 99, 60) == "roll"
    assert decision(99, 0, 1) == "hold"


def test_the_game_is_the_same_for_both():
    solution = solved(Pig(target=12))
    for s in (State(3, 7, 4, 0, 0), State(0, 11, 2, 0, 1), State(9, 9, 0, 1, 1)):
        mirrored = State(s.second, s.first, s.gathered, 1 - s.turn, s.rolling)
        assert solution[s].value == pytest.approx(-solution[mirrored].value, abs=1e-11)


def test_the_rule_of_thumb_plays():
    game = Pig()
    assert game.rule_of_thumb(State(0, 0, 19, 0, 0)) == ROLL
    assert game.rule_of_thumb(State(0, 0, 20, 0, 0)) == HOLD
    assert game.rule_of_thumb(State(90, 0, 10, 0, 0)) == HOLD


def test_search_finds_what_solving_finds():
    """A win in one turn: hold."""
    game = Pig(target=10)
    assert best(game, State(5, 9, 5, 0, 0), depth=3, algorithm="textbook.expectiminimax").move == "hold"


@pytest.mark.parametrize("spec", ["pig:target=0", "pig:sides=1"])
def test_parameters_out_of_range(spec: str):
    with pytest.raises(GameError, match="is not possible"):
        load(spec)


@pytest.mark.parametrize("text", ["", "Max 3", "Max 3, Min 200; Max has gathered 0"])
def test_texts_that_are_no_positions(text: str):
    with pytest.raises(GameError, match="not a position"):
        Pig().parse(text)


def test_text_and_parse_are_inverse():
    game = Pig()
    for s in (game.initial(), State(7, 99, 12, 1, 0), State(0, 0, 5, 0, 1)):
        assert game.parse(game.text(s)) == s
