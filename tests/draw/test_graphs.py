"""Graphs of games: each state once, in levels by remoteness, with its winner, as solving finds them."""

from __future__ import annotations

import json
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from gametree import Game, load, solve
from gametree.draw.graph import game_graph
from gametree.errors import GameError

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("spec", ["nim:heaps=7,limit=3", "nim:2,3", "sharks:2,2", "ponghauki", "tree:example=loop"])
def test_winners_and_remoteness_are_those_of_the_solution(spec):
    game = load(spec)
    graph, solution = game_graph(game), solve(game, level="strong")
    assert len(graph.states) == solution.positions
    assert [graph.count(who) for who in ("Max", "Min", "draw")] == [solution.wins, solution.losses, solution.draws]
    for s in graph.states:
        label = solution[s.state]
        assert s.value == label.value
        assert s.remoteness == label.remoteness
        best = {move.name for move in solution.moves(s.state) if move.value == label.value}
        away = {move.name: move.remoteness for move in solution.moves(s.state)}
        assert {name: e.remoteness for e in graph.edges if e.source == s.id for name in e.moves} == away
        named = {name for e in graph.edges if e.source == s.id and e.best for name in e.moves}
        assert named <= best
        assert bool(named) == (not s.end)


def test_where_every_game_ends_no_state_is_endless():
    """A drawn Tic-Tac-Toe: three cells are free, so that the end is in three; nobody wins, and the game ends."""
    game = load("tictactoe")
    graph = game_graph(game, game.parse("5 1 9 7 4 6"))
    assert (graph.states[0].winner, graph.states[0].remoteness) == ("draw", 3)
    assert all(s.remoteness is not None for s in graph.states)
    assert "never ends" not in graph.svg()
    assert {level["name"] for level in graph.to_json()["levels"]} == {
        "remoteness 3", "remoteness 2", "remoteness 1", "ends",
    }  # fmt: skip


def test_a_move_is_one_of_the_actions_to_the_end():
    """Nim's figure: nine stones, take one to three. Taking one leaves eight, from which the end is in four: with this
    move it is in five, as exploring the solution says too."""
    game = load("nim:heaps=9,limit=3")
    graph, solution = game_graph(game), solve(game, level="strong")
    first = {name: e.remoteness for e in graph.edges if e.source == 0 for name in e.moves}
    assert first["a1"] == 5 == graph.states[0].remoteness
    assert first == {move.name: move.remoteness for move in solution.moves(game.initial())}


def test_one_heap_nim():
    """The figure of the textbooks: taking one to three, who is to move at a multiple of four loses."""
    graph = game_graph(load("nim:heaps=9,limit=3"))
    for s in graph.states:
        stones = s.state.heaps[0]
        mover_wins = stones % 4 != 0
        assert s.winner == ("Max" if mover_wins == (s.player == 0) else "Min")
        assert s.remoteness == (2 * (stones // 4) + 1 if mover_wins else stones // 2)


def test_levels_are_rows_and_the_ends_are_at_the_bottom():
    graph = game_graph(load("nim:heaps=7,limit=3"))
    shown = json.loads(json.dumps(graph.to_json(), allow_nan=False))
    rows = {}
    for node in shown["nodes"]:
        rows.setdefault(node["y"], set()).add(node["remoteness"])
    assert all(len(levels) == 1 for levels in rows.values())
    from_top = [next(iter(rows[y])) for y in sorted(rows)]
    assert from_top == sorted(from_top, reverse=True)
    assert [level["name"] for level in shown["levels"]][-1] == "ends"


def test_nodes_do_not_overlap_and_lie_within_the_drawing():
    for spec in ("sharks:2,2", "ponghauki", "nim:4,4"):
        shown = game_graph(load(spec)).to_json()
        places = {(node["x"], node["y"]) for node in shown["nodes"]}
        assert len(places) == len(shown["nodes"])
        for node in shown["nodes"]:
            assert node["width"] / 2 <= node["x"] <= shown["width"] - node["width"] / 2
            assert node["height"] / 2 <= node["y"] <= shown["height"] - node["height"] / 2
            others = [o for o in shown["nodes"] if o["y"] == node["y"] and o["id"] != node["id"]]
            assert all(abs(o["x"] - node["x"]) > node["width"] for o in others)


def test_a_loop_is_drawn_once_and_play_never_ends():
    graph = game_graph(load("tree:example=loop"))
    shown = graph.to_json()
    assert [level["name"] for level in shown["levels"]] == ["play never ends", "ends"]
    assert {(e["from"], e["to"]) for e in shown["edges"]} >= {(0, 2), (2, 0)}
    assert "play never ends" in graph.svg()


def test_states_on_two_paths_are_drawn_once():
    graph = game_graph(load("tree:example=shared"))
    shared = [e.target for e in graph.edges]
    assert max(shared.count(i) for i in shared) == 2
    assert len({s.state for s in graph.states}) == len(graph.states) == 8


def test_the_drawing_has_every_state_and_every_way():
    for spec in ("nim:heaps=5,limit=2", "nim:4,4"):  # with boards, and as dots
        graph = game_graph(load(spec))
        root = ElementTree.fromstring(graph.svg())
        groups = [e.get("class") for e in root.iter(f"{SVG}g")]
        assert groups.count("way") == len(graph.edges)
        assert len(groups) == len(graph.edges) + len(graph.states)
        assert not [e for e in root.iter() if e.get("id")]  # two of them may stand in one document
        assert root.find(f"{SVG}desc").text.startswith(str(graph))


def test_a_graph_from_a_position():
    game = load("nim:5")
    assert len(game_graph(game, game.parse("a2   Max to move")).states) < len(game_graph(game).states)


def test_what_cannot_be_shown_is_told():
    with pytest.raises(GameError, match="more than 100 states from here: too many to draw"):
        game_graph(load("tictactoe"), most=100)
    with pytest.raises(GameError, match="pig has dice"):
        game_graph(load("pig"))
    with pytest.raises(GameError, match="crowdnim has 3 players"):
        game_graph(load("crowdnim"))


class Round(NamedTuple):
    place: int


class Penalised(Game[Round]):
    """Round and round; who brings a position back loses: then values depend on the path."""

    repetition = "loss"

    def initial(self):
        return Round(0)

    def player(self, s):
        return s.place % 2

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return Round((s.place + a) % 4)

    def terminal(self, s):
        return False

    def utility(self, s):
        return 0


def test_where_values_depend_on_the_path_nothing_is_labelled():
    graph = game_graph(Penalised())
    assert [s.winner for s in graph.states] == [None] * 4
    assert "not labelled" in graph.svg()
