"""What a user of Python meets: positions and moves in words, the order of arguments, what is shown of a game."""

from __future__ import annotations

import inspect
import pydoc
from dataclasses import fields
from typing import NamedTuple

import pytest

import gametree
from gametree import Engine, Game, GameError, Limits, Line, best, check, load, match, measure, perft, play, solve, trace
from gametree.catalogue import CATALOGUE
from gametree.compile.digest import rules_digest
from gametree.docstrings import listed_attributes
from gametree.draw.board import board
from gametree.draw.graph import game_graph
from gametree.hooks import HOOKS
from gametree.playing.front import Plain

FORK = "X.. .O. ..X"
"""Corner, centre, opposite corner: Min is to move, and only an edge holds."""


class Silent(Plain):
    def ask(self, prompt):
        raise EOFError

    def tell(self, text):
        pass

    def board(self, text):
        pass


def test_a_position_in_words():
    """The same answers as for the state, in every verb."""
    game = load("tictactoe")
    state = game.parse(FORK)
    assert best(game, FORK, algorithm="textbook.minimax").value == 0
    assert trace(game, FORK, algorithm="minimax").visited == trace(game, state, algorithm="minimax").visited
    assert perft(game, FORK, 1).nodes == 6
    assert solve(game, FORK).positions == solve(game, state).positions
    assert measure(game, FORK, time=0.1).to_json()["positions"] == measure(game, state, time=0.1).to_json()["positions"]
    assert check(game, FORK, compile=False, games=30).states == check(game, state, compile=False, games=30).states
    assert play(game, FORK, human="both", front=Silent()) == Line(state)
    assert board(game, FORK).svg() == board(game, state).svg()
    assert str(game_graph(game, FORK)) == str(game_graph(game, state))


def test_moves_in_words():
    game = load("tictactoe")
    line = Line(game.initial(), (0, 4, 8))
    assert best(game, moves="1 5 9", algorithm="textbook.minimax").value == 0
    assert trace(game, moves="1 5 9", algorithm="minimax").visited == trace(game, line, algorithm="minimax").visited
    assert perft(game, moves="1 5 9", depth=1).nodes == 6
    assert solve(game, moves="1 5 9").positions == solve(game, line).positions
    assert (
        measure(game, moves="1 5 9", time=0.1).to_json()["branching"]
        == (measure(game, line, time=0.1).to_json()["branching"])
    )
    assert (
        check(game, moves="1 5 9", compile=False, games=30).states == check(game, line, compile=False, games=30).states
    )
    assert play(game, moves="1 5 9", human="both", front=Silent()) == line
    assert board(game, moves="1 5 9").svg() == board(game, FORK).svg()
    assert str(game_graph(game, moves="1 5 9")) == str(game_graph(game, FORK))


def test_moves_go_on_from_the_position():
    """From a text, a state or a line: the history is kept."""
    game = load("tictactoe")
    state = game.parse(FORK)
    assert play(game, FORK, moves="2 3", human="both", front=Silent()) == Line(state, (1, 2))
    line = Line(game.initial(), (0, 4, 8))
    assert play(game, line, moves="2 3", human="both", front=Silent()) == Line(game.initial(), (0, 4, 8, 1, 2))


def test_chess_by_its_fen():
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    assert best("chess", position=fen, algorithm="textbook.minimax", depth=1).move == "Ra8#"
    assert perft("chess", moves="e4 e5", depth=1).nodes == 29


@pytest.mark.parametrize("verb", [best, trace, perft, solve, measure, play])
def test_words_that_are_no_position_are_one_clear_line(verb):
    with pytest.raises(GameError, match="not a position"):
        verb("tictactoe", "nonsense")
    with pytest.raises(GameError, match="move 2: '1' is not a legal move here"):
        verb("tictactoe", moves="1 1")
    with pytest.raises(GameError, match="moves are names in one text"):
        verb("tictactoe", moves=[0, 4])


class Word(Game):
    """States that are words themselves: a letter is appended until there are three."""

    def initial(self):
        return "a"

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return [0, 1]

    def result(self, s, a):
        return s + "ab"[a]

    def terminal(self, s):
        return len(s) == 3

    def utility(self, s):
        return 1 if s.count("b") == 1 else -1


def test_a_word_is_a_state_where_states_are_words():
    assert trace(Word(), "ab", algorithm="minimax").value == 1


# --- match -----------------------------------------------------------------------------------------------------------


def test_the_game_comes_first_in_match():
    result = match("tictactoe", "random", "greedy", games=2)
    assert result.game == "tictactoe"
    assert result.players == ("random", "greedy")


def test_the_old_order_is_told():
    with pytest.raises(GameError, match=r"the game comes first: match\('tictactoe', 'random', 'greedy'\)"):
        match("random", "greedy", "tictactoe", games=2)
    with pytest.raises(GameError, match=r"the game comes first: match\(game, 'random', 'greedy'\)"):
        match("random", "greedy", load("tictactoe"), games=2)
    with pytest.raises(GameError, match="unknown game 'tictacto'; did you mean tictactoe"):
        match("tictacto", "random", "greedy", games=2)


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_the_repr_of_a_game():
    assert repr(load("connect4")) == "connect4:width=7,height=6,connect=4"
    assert repr(load("connect4:5,4")) == "connect4:width=5,height=4,connect=4"
    assert repr(load("nim:3,4")) == "nim:heaps=3,4,limit=0,misere=false"
    assert repr(load("tictactoe")) == "tictactoe"


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_repr_loads_the_game(name):
    game = load(name)
    assert rules_digest(load(repr(game))) == rules_digest(game)


class Pile(NamedTuple):
    stones: int


class Heap(Word):
    def __init__(self, stones=3, limit=2):
        self.stones, self.most = stones, limit


def test_the_repr_of_a_game_of_ones_own():
    """A parameter of which the game keeps nothing under its name cannot be told."""
    assert repr(Word()) == "Word"
    assert repr(Heap(5)) == "Heap:stones=5"
    assert repr(load(Heap, stones=4)) == "Heap:stones=4,limit=2"


def test_tab_shows_the_verbs_and_nothing_private():
    assert sorted(gametree.__all__) == [name for name in dir(gametree) if not name.startswith("__")]
    assert {"best", "check", "load", "match", "measure", "perft", "play", "solve", "trace"} <= set(dir(gametree))


@pytest.mark.parametrize("name", gametree.__all__)
def test_every_public_name_can_be_had(name):
    found = getattr(gametree, name)
    assert getattr(found, "__name__", name) == name


def test_help_shows_the_verbs():
    text = pydoc.plain(pydoc.render_doc(gametree))
    for verb in ("best", "check", "load", "match", "measure", "perft", "play", "solve", "trace"):
        assert f"\n    {verb}(" in text
    assert "_LATER" not in text


@pytest.mark.parametrize("cls", sorted({hook.owner for hook in HOOKS.values()}, key=str))
def test_help_shows_the_attributes_of_a_game(cls):
    """Each with its default, where ``help`` shows it."""
    text = pydoc.plain(pydoc.render_doc(cls))
    for hook in HOOKS.values():
        if hook.owner is cls and not hook.is_method:
            default = f" = {hook.neutral!r}".replace("'", '"') if hook.name in vars(cls) else ""
            assert f"``{hook.name}{default}``\n" in text


def test_help_shows_the_settings_of_an_engine_and_the_limits_of_a_search():
    assert set(listed_attributes(Limits)) == {field.name for field in fields(Limits)}
    settings = set(inspect.signature(Engine).parameters)
    assert settings <= set(listed_attributes(Engine))
    engine = Engine(load("tictactoe"), table=0)
    assert all(hasattr(engine, name) for name in listed_attributes(Engine))


def test_a_value_is_a_float_in_every_answer():
    """In ``best`` by any algorithm, in ``trace`` and in ``solve``; a tuple of floats with more than two players."""
    game, late = load("tictactoe"), "1 5 2 3 7"
    names = ("alphabeta", "textbook.minimax", "rules", "greedy")
    found = [best(game, moves=late, algorithm=name, lines=1 + (name == "alphabeta")) for name in names]
    values = [value for answer in found for value in (answer.value, answer.least, answer.most) if value is not None]
    values += [variation.value for variation in found[0].lines]
    values += [best(game, moves="1 4 2 5 3").value, trace(game, moves=late).value]  # the first one is over
    solution = solve(game, moves=late)
    values += [solution.value, *(move.value for move in solution.moves(game.initial()))]
    crowd = load("crowdnim:piles=[1,2]")
    values += [*best(crowd, algorithm="textbook.maxn").value, *trace(crowd, algorithm="maxn").value]
    values += [x for move in solve(crowd).moves(crowd.initial()) for x in move.value]
    assert {type(value) for value in values} == {float}


def test_iterating_a_solution_gives_its_positions():
    game = load("nim:2,2")
    found = solve(game)
    positions = list(found)
    assert len(positions) == len(set(positions)) == found.positions
    assert game.initial() in positions
    assert sum(found[s].value > 0 for s in positions) == found.wins


def test_every_kind_of_strong_solution_is_iterated(tmp_path):
    """In memory, plain and compiled; by levels; in a database on disk; with dice."""
    from gametree.solving.strong.solve import solve_compiled, solve_plain
    from gametree.solving.task import Task

    game = load("tictactoe")
    found = [
        solve_plain(game, game.initial(), Task()), solve_compiled(game, game.initial(), Task()),
        solve(game, out=tmp_path / "tiers"), solve("nim:heaps=300,limit=3"),
    ]  # fmt: skip
    for solution in found:
        positions = set(solution)
        assert len(positions) == solution.positions
        assert solution.rules.initial() in positions
        assert {solution[s].value > 0 for s in list(positions)[:50]} <= {True, False}


def test_a_solution_of_one_position_cannot_be_iterated():
    found = solve("tictactoe", level="weak")
    with pytest.raises(GameError, match="only strong solutions have all positions"):
        list(found)
