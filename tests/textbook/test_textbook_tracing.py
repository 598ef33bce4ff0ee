"""The record of a search: what is kept, what is counted, what is said, and how a search is stopped."""

from __future__ import annotations

import json
import time

import pytest
from textbook_games import Graph, Nested

from gametree import Line, load
from gametree.textbook import ALGORITHMS, Stopped, Tracer, search, trace
from gametree.textbook.support.tracing import KINDS

GAMES = {
    "expectiminimax": "tree:example=chance",
    "alphabeta_chance": "tree:example=chance",
    "maxn": "tree:example=maxn",
    "paranoid": "tree:example=maxn",
    "bestreply": "star:side=1,players=3",
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_leaves_a_record(algorithm):
    game = load(GAMES.get(algorithm, "tictactoe"))
    start = game.initial() if algorithm in GAMES else game.parse("1 5 9 3")
    found = trace(game, start, algorithm, 3 if algorithm == "bestreply" else None)
    assert found.visited <= found.generated or algorithm == "singular"  # which comes to some nodes twice
    assert found.unkept == 0
    assert {e.kind for e in found.events} <= set(KINDS)
    entered = [e for e in found.events if e.kind == "enter"]
    assert [e.node for e in entered] == list(range(found.visited))
    assert len(found.states) == len(found.positions) == found.visited
    leaves = [e for e in found.events if e.kind == "leaf"]
    assert 0 < len(leaves) <= found.evaluated
    for event in entered:
        if event.parent is not None:
            assert event.parent < event.node
            assert event.ply == entered[event.parent].ply + 1
            assert event.move == game.name(found.states[event.parent], event.action)
            if algorithm != "bestreply":  # where others pass on the way
                assert found.states[event.node] == game.result(found.states[event.parent], event.action)
            assert event.player == game.player(found.states[event.node])
    assert json.loads(json.dumps(found.to_json()))["events"][0]["kind"] == "enter"
    assert f"visited {found.visited:,}" in str(found)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "memo", "iterative", "aspiration", "quiescence"])
def test_a_depth_first_search_leaves_what_it_enters(algorithm):
    found = trace("tictactoe", load("tictactoe").parse("1 5 9 3"), algorithm, 4 if algorithm == "quiescence" else None)
    path = []
    for event in found.events:
        if event.kind == "enter":
            assert event.parent == (path[-1] if path else None)
            path.append(event.node)
        else:
            assert event.node == path[-1]
        if event.kind in ("leaf", "leave"):
            path.pop()
    assert path == []
    assert found.cut == sum(e.kind == "cut" for e in found.events)
    assert found.hits == sum(e.kind == "hit" for e in found.events)
    assert found.evaluated == sum(e.kind == "leaf" for e in found.events)


def test_a_long_record_is_kept_up_to_a_limit_and_counted_beyond():
    whole, short = trace("tictactoe", depth=3), trace("tictactoe", depth=3, events=50)
    assert short.events == whole.events[:50]
    assert short.unkept == len(whole.events) - 50
    assert short.counts() == whole.counts()
    assert f"{short.unkept:,} more events" in str(short)
    assert len(short.states) <= 50
    assert trace("tictactoe", depth=3, events=0).events == ()


def test_cut_offs_are_explained():
    found = trace(load("tree", tree=[[[3, 5], [6, 9]], [[1, 2], [0, -1]]]))
    assert found.value == 5
    assert [e.why for e in found.events if e.kind == "cut"] == [
        "cut: 6 ≥ β 5; Min already has 5",
        "cut: 2 ≤ α 5; Max already has 5",
    ]
    outside = trace(load("tree", tree=[[3, 5], [9, 7]]), beta=3)
    assert [e.why for e in outside.events if e.kind == "cut"] == ["cut: 3 ≥ β 3; the window that was given ends there"]
    assert outside.bound == "lower"
    assert "value at least 3" in outside.summary()
    known = trace(load("tree", tree=[[2, 7], [5, 14]]), algorithm="bounded")
    assert "cut: 2 ≤ α 2; every leaf lies within [2, 14]" in [e.why for e in known.events]


def test_a_cut_that_cuts_nothing_is_none():
    """The last 2 of the book's tree is below α too, but nothing comes after it."""
    assert trace("tree:example=textbook").cut == 1


def test_estimates_and_wins_are_told_apart():
    """Relative estimates: a win outranks them all, is shown as a win, and is worth the payoff in the answer."""
    game = load("tictactoe")
    found = trace(game, game.parse("1 5 2 9"), depth=2)
    assert (found.value, found.move, found.proven) == (1, "3", True)
    leaf = next(e for e in found.to_json()["events"] if e["kind"] == "leaf" and e["shown"] == "win 1")
    assert leaf["value"] == 1
    estimate = trace(game, depth=2)
    assert (estimate.value, estimate.proven) == (1, False)


def test_infinite_windows_are_null_in_json():
    event = trace("tree:example=textbook").to_json()["events"][0]
    assert (event["alpha"], event["beta"], event["window"]) == (None, None, "(−∞, ∞)")


def test_values_of_several_players_are_lists_in_json():
    assert trace("tree:example=maxn", algorithm="maxn").to_json()["value"] == [1, 2, 6]


def test_a_deadline_stops_a_search():
    with pytest.raises(Stopped):
        search("tictactoe", None, "minimax", None, Tracer(deadline=time.monotonic()))
    with pytest.raises(Stopped):
        search("tictactoe", None, "alphabeta", None, Tracer(nodes=100))
    with pytest.raises(Stopped):
        search("tictactoe", None, "label", None, Tracer(stop=lambda: True))
    tracer = Tracer(nodes=100)
    with pytest.raises(Stopped):
        search("tictactoe", None, "alphabeta", None, tracer)
    assert tracer.visited == 100


def test_a_trace_that_runs_out_of_time_says_so():
    found = trace("connect4", algorithm="minimax", time=0.05, events=10)
    assert found.value is None
    assert found.to_json()["value"] is None
    assert "no answer" in str(found)
    assert "stopped after 0.05 s" in found.note


def test_a_line_is_a_position_with_its_history():
    game = load("tictactoe")
    found = trace(game, Line(game.initial(), (0, 4, 8)), "minimax")
    assert found.positions[0] == game.text(game.parse("1 5 9"))
    assert found.move == "2"


def test_the_end_of_a_game_has_a_value_and_no_move():
    game = load("tictactoe")
    for name in ("minimax", "alphabeta", "make_a_move", "memo", "dynamic", "label", "pn", "rules", "iterative", "maxn"):
        result = search(game, game.parse("1 4 2 5 3"), name)
        assert (name, result.action, result.line) == (name, None, ())
        assert result.value == ((1, -1) if name == "maxn" else 1)


def test_numpy_numbers_and_pairs_become_plain_numbers():
    np = pytest.importorskip("numpy")

    class Pairs(Nested):
        def utility(self, s):
            return (np.int64(s[1]), np.int64(1))

    game = Pairs(("max", 0, (("leaf", 3), ("leaf", 7))))
    found = trace(game)
    assert found.value == 3  # (7 − 1) / 2
    assert type(found.value) is float
    json.dumps(found.to_json())


def test_remoteness_is_in_the_record():
    game = Graph({0: [1, 2], 1: [0, 3], 2: [4]}, dict.fromkeys(range(5), 0), {3: 1, 4: 1})
    found = trace(game, algorithm="label")
    assert found.line == ("1", "3")
    assert {(e.node, e.why) for e in found.events if e.kind == "update"} == {
        (0, "remoteness 2"),
        (1, "remoteness 1"),
        (2, "remoteness 1"),
    }


def test_algorithms_know_their_options():
    assert ALGORITHMS["alphabeta"].options["fail"] == "soft"
    assert list(ALGORITHMS["minimax"].options) == []
    assert all(a.summary for a in ALGORITHMS.values())


def test_ctrl_c_leaves_the_steps_taken_so_far(monkeypatch):
    game = load("tictactoe")
    monkeypatch.setattr(game.__class__, "terminal", interrupted_after(100, game.__class__.terminal))
    found = trace(game, algorithm="minimax", events=10)
    assert len(found.events) == 10
    assert found.value is None
    assert found.note == "stopped by Ctrl-C without an answer"


def interrupted_after(calls: int, method):
    left = iter(range(calls))

    def terminal(self, s):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return method(self, s)

    return terminal


def test_the_name_that_best_has_for_an_algorithm_will_do():
    assert trace("tictactoe", algorithm="textbook.cutoff", depth=1).algorithm == "cutoff"
