"""Options and goals of weak solving: they change the effort, never the answer; and a bound has a certificate, too."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proof_games import MOVES, NODES, Graph, value_of

from gametree import best, load, solve
from gametree.compile import NotCompiledError
from gametree.errors import GameError
from gametree.game import Line
from gametree.solving.proof import prover as prover_module
from gametree.solving.proof.prover import FIRST_NUMBERS, Tuning
from gametree.solving.proof.reading import MAGIC
from gametree.solving.proof.solve import solve_weak
from gametree.solving.proof.verify import RefutedError, verify
from gametree.solving.task import Task

MANY = settings(max_examples=80, deadline=None)


class Guessed(Graph):
    """With estimates that know nothing."""

    evaluation = "utility"

    def evaluate(self, s):
        return (s.number * 7) % 5 - 2


@pytest.fixture
def interpreted(monkeypatch):
    def refuse(*_args):
        raise NotCompiledError("not today")

    monkeypatch.setattr(prover_module, "prepare", refuse)


@st.composite
def graphs(draw):
    arrows = [draw(st.lists(st.integers(0, NODES - 1), max_size=MOVES)) for _ in range(NODES)]
    owners = draw(st.lists(st.integers(0, 1), min_size=NODES, max_size=NODES))
    payoffs = draw(st.lists(st.integers(-2, 2), min_size=NODES, max_size=NODES))
    arrows[0] = arrows[0] or [1]
    return Guessed(arrows, owners, payoffs)


TUNINGS = st.builds(
    Tuning,
    initial=st.sampled_from(FIRST_NUMBERS),
    epsilon=st.sampled_from([0, 0.25, 1, 16]),
)


def test_no_option_changes_the_value_where_positions_come_back(interpreted):
    @given(game=graphs(), tuning=TUNINGS)
    @MANY
    def check(game, tuning):
        assert solve_weak(game, game.initial(), Task(), "dfpn", tuning=tuning).value == value_of(game)

    check()


def test_a_goal_gets_a_true_bound_and_a_certificate_of_it(interpreted, tmp_path):
    @given(game=graphs(), goal=st.sampled_from(["win", "draw", -2, -1, 0, 0.5, 1, 2]), tuning=TUNINGS)
    @MANY
    def check(game, goal, tuning):
        true = value_of(game)
        least = {"win": 1, "draw": 0}.get(goal, goal)
        found = solve_weak(game, game.initial(), Task(out=tmp_path / "goal.cert"), "dfpn", goal, tuning)
        if game.terminal(game.initial()):
            return
        assert (found.bound != "upper" and found.value >= least) == (true >= least)
        assert found.value <= true if found.bound != "upper" else found.value >= true
        assert found.bound != "exact" or found.value == true
        verdict = verify(tmp_path / "goal.cert", game)
        assert (verdict.value, verdict.bound) == (found.value, found.bound)

    check()


def rewritten(path, **changed):
    """A certificate with other words in its line of JSON."""
    line, _, body = path.read_bytes().removeprefix(MAGIC).partition(b"\n")
    path.write_bytes(MAGIC + json.dumps(json.loads(line) | changed).encode() + b"\n" + body)
    return path


def test_a_bound_is_not_passed_off_as_the_value(tmp_path):
    path = tmp_path / "draw.cert"
    found = solve("tictactoe", goal="draw", out=path)
    assert (found.value, found.bound) == (0, "lower")
    assert str(verify(path)).startswith("tictactoe: value of at least 0 is proven")
    with pytest.raises(RefutedError, match="no strategy by which Min gets at most 0"):
        verify(rewritten(path, bound="exact"))
    with pytest.raises(RefutedError, match="no strategy by which Min gets at most 0"):
        verify(rewritten(path, bound="upper"))
    with pytest.raises(GameError, match="bound is not one of exact, lower, upper"):
        verify(rewritten(path, bound="sure"))


def test_the_goals_of_best():
    options = [{"goal": "win"}, {"goal": "draw"}, {"score": 0.5}, {"initial": "mobility"}, {"epsilon": 0}]
    found = [best("tictactoe", algorithm="dfpn", **chosen) for chosen in options]
    assert [(answer.least, answer.most, answer.proven) for answer in found] == [
        (-1, 0, False), (0, 1, False), (-1, 0, False), (0, 0, True), (0, 0, True),
    ]  # fmt: skip
    game = load("nim:3,4,5")
    won = best(game, algorithm="dfpn", goal="win")
    assert (won.value, won.proven, won.move) == (1, True, "a2")
    assert best(game, Line(game.initial()), algorithm="dfpn", goal="win", nodes=5).least == -1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"goal": "lose"}, "goal must be one of value, win, draw, not 'lose'"),
        ({"initial": "luck"}, "initial must be one of one, mobility, evaluation"),
        ({"initial": "evaluation"}, "needs evaluate"),
        ({"epsilon": -1}, "epsilon must be 0 to 16"),
        ({"epsilon": "much"}, "epsilon must be a number"),
        ({"speed": 3}, "dfpn has no option 'speed'; it has initial, epsilon, goal, score"),
    ],
)
def test_options_that_make_no_sense(options, words):
    game = Graph([[1], [], *[[]] * (NODES - 2)], [0] * NODES, [0] * NODES)
    with pytest.raises(GameError, match=words):
        best(game, algorithm="dfpn", **options)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"goal": "maybe"}, "a goal is win, draw or a number, not 'maybe'"),
        ({"goal": "win", "level": "strong"}, "are for level weak, not strong"),
        ({"method": "magic"}, "unknown method 'magic'"),
        ({"sped": 1}, "solve has no option 'sped'"),
    ],
)
def test_a_solve_that_makes_no_sense(settings, words):
    with pytest.raises(GameError, match=words):
        solve("tictactoe", **settings)
