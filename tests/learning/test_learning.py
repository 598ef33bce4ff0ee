"""Learning: known weights are recovered, known values are found, and what a course does does not depend on stops."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from gametree import GameError, best, load
from gametree.compile import NotCompiledError
from gametree.engine.block import NO_ACTION
from gametree.features import shares, weighted
from gametree.game import Line
from gametree.learning import positions as describing
from gametree.learning import selfplay
from gametree.learning.course import Course, News, Settings
from gametree.learning.games import Games, joined
from gametree.learning.positions import Positions, positions_of
from gametree.learning.regression import chance_of, fit
from gametree.learning.selfplay import Conditions, SelfPlay
from gametree.verbs.learn import learn
from learning.small_games import Breakthrough, Harvest, Isolation, Material, Walk

NONE: list = []


def refused(*_args, **_options):
    raise NotCompiledError("not in this test")


@pytest.fixture
def in_python(monkeypatch):
    """Nothing is compiled: the same kernels run in plain Python."""
    monkeypatch.setattr(selfplay, "prepare", refused)
    monkeypatch.setattr(describing, "prepare", refused)


def drawn(dice: np.random.Generator, count: int, weights: np.ndarray, *, wins: bool) -> tuple[Positions, np.ndarray]:
    """Positions with random features, and results that follow from the weights."""
    features = len(weights)
    amounts = dice.integers(-3, 4, (count, features)).astype(float) * (10.0 ** np.arange(features))
    sums = amounts @ weights
    results = (dice.random(count) < chance_of(sums)).astype(float) if wins else sums + dice.normal(0, 1, count)
    rows, columns = np.divmod(np.arange(count * features), features)
    made = Positions(rows, columns, amounts.ravel(), np.arange(count) // 20, np.ones(count), results, features)
    return made, results


@pytest.mark.parametrize("wins", [True, False])
def test_regression_recovers_the_weights_it_was_given(wins):
    true = np.array([0.5, -0.03, 0.007, 0.0])
    found = fit(*drawn(np.random.default_rng(1), 20_000, true, wins=wins), wins=wins)
    assert found.weights == pytest.approx(true, rel=0.1, abs=0.0005)
    assert found.loss < found.before


def test_a_strong_ridge_draws_weights_to_zero_and_what_never_occurs_stays_there():
    positions, results = drawn(np.random.default_rng(2), 2000, np.array([0.5, -0.05]), wins=True)
    more = Positions(*(getattr(positions, f) for f in ("rows", "columns", "amounts", "game", "mover", "payoff")), 3)
    weak, strong = (fit(more, results, wins=True, ridge=r).weights for r in (1e-5, 1.0))
    assert np.all(np.abs(strong[:2]) < 0.5 * np.abs(weak[:2]))
    assert weak[2] == strong[2] == 0


@pytest.mark.parametrize("method", ["td", "regression"])
def test_td_and_regression_find_the_values_of_the_random_walk(in_python, tmp_path, method):
    """Sutton and Barto, example 6.2: from A to E the chance to come out on the right is 1/6 to 5/6."""
    settings = Settings(method, rounds=2, games=1500, trace=0.8, conditions=Conditions(opening=0))
    taught = Course(Walk(), tmp_path / "walk", settings).run(threading.Event())
    assert taught.weights == pytest.approx([k / 6 for k in range(1, 6)], abs=0.06)


def test_td_of_zero_trace_learns_from_the_next_estimate_alone(in_python, tmp_path):
    """In one round values move from the ends inwards: the middle has heard least of the results."""
    settings = Settings("td", rounds=1, games=300, trace=0.0, ridge=0.0, conditions=Conditions(opening=0))
    a, b, c, d, e = Course(Walk(), tmp_path / "walk", settings).run(threading.Event()).weights
    assert a < b - 0.03 < c < d + 0.03 < e
    assert abs(c - 0.5) < abs(e - 0.5) > 0.2


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:m=3,n=2", "sharks"])
def test_both_forms_play_the_same_games_and_see_the_same_features(spec, monkeypatch):
    if spec != "tictactoe":
        pytest.importorskip("numba")
    game = load(spec)
    player = SelfPlay(game, conditions=Conditions(depth=3, opening=3))
    compiled = player.play(15, "a", lines=True)
    found = [positions_of(game, compiled, leaves=leaves) for leaves in (False, True)]
    monkeypatch.setattr(selfplay, "prepare", refused)
    monkeypatch.setattr(describing, "prepare", refused)
    plain = SelfPlay(game, conditions=player.conditions)
    assert player.compiled
    assert not plain.compiled
    again = plain.play(15, "a", lines=True)
    for name in ("actions", "ends", "payoffs", "openings", "lines"):
        assert np.array_equal(getattr(compiled, name), getattr(again, name)), name
    for leaves, before in zip((False, True), found, strict=True):
        after = positions_of(game, again, leaves=leaves)
        assert np.array_equal(before.sums(np.arange(before.features) + 1.0), after.sums(np.arange(before.features) + 1))
        assert np.array_equal(before.game, after.game)
        assert np.array_equal(before.mover, after.mover)


def test_moves_are_those_of_minimax(in_python):
    """The first move that was searched is as good as any, by the textbook's minimax to the same depth."""
    game = load("kalah:m=3,n=2")
    games = SelfPlay(game, conditions=Conditions(depth=2, opening=2, blunders=0.0)).play(12, "b", lines=True)
    begun = 0
    for end, opened in zip(games.ends.tolist(), games.openings.tolist(), strict=True):
        if begun + opened < end:
            line = Line(game.initial(), tuple(games.actions[begun : begun + opened].tolist()))
            there = best(game, line, algorithm="textbook.minimax", depth=2)
            chosen = best(game, line.then(int(games.actions[begun + opened])), algorithm="textbook.minimax", depth=1)
            last = game.terminal(line.then(int(games.actions[begun + opened])).states(game)[-1])
            if not last:
                assert chosen.value == there.value
        begun = end


def test_features_are_those_of_the_evaluation(in_python):
    game = load("kalah:m=3,n=2")
    games = SelfPlay(game, conditions=Conditions(opening=1)).play(3, "c")
    found = positions_of(game, games)
    sums = found.sums(game.weights)  # type: ignore
    states = [
        s
        for start, end, opened in zip([0, *games.ends], games.ends, games.openings, strict=False)
        for s in Line(game.initial(), tuple(games.actions[start:end].tolist())).states(game)[opened:-1]
    ]
    told = [sum(share.times * share.weight for share in shares(game, s)) for s in states]
    assert sums == pytest.approx(told)
    assert found.present().max() <= 1


class Tense(Breakthrough):
    """Never quiet; captures are the tactics."""

    def quiet(self, s):
        return False

    def tactics(self, s):
        theirs = s.down if s.turn == 0 else s.up
        for a in self.actions(s):
            if theirs >> a % 32 & 1:
                yield a


def test_positions_in_which_a_capture_was_played_are_left_out(in_python):
    game, plain = Tense(), Breakthrough()
    games = SelfPlay(game, conditions=Conditions(depth=1, opening=0)).play(5, "d")
    begun, captures = 0, 0
    for end in games.ends.tolist():
        line = Line(game.initial(), tuple(games.actions[begun:end].tolist()))
        states = line.states(game)
        captures += sum(a in list(game.tactics(s)) for s, a in zip(states, line.actions, strict=False))
        begun = end
    assert captures > 0
    assert len(positions_of(game, games)) == len(positions_of(plain, games)) - captures > 0


class Stop(threading.Event):
    """Is set after some looks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        if self.left < 0:
            self.set()
        return super().is_set()


@pytest.mark.parametrize("method", ["regression", "tdleaf", "spsa"])
def test_a_course_that_was_stopped_goes_on_to_the_same_weights(in_python, tmp_path, method):
    game, settings = load("tictactoe"), Settings(method, rounds=2, games=96, conditions=Conditions(depth=1, opening=3))
    at_once = Course(game, tmp_path / "one", settings).run(threading.Event())
    stops = 0
    for looks in (5, 40, 150, 400, 10**6):
        taught = Course(game, tmp_path / "two", settings).run(Stop(looks))
        stops += not taught.finished
    assert stops >= 2
    assert taught.finished
    assert taught.weights.tolist() == at_once.weights.tolist()
    assert taught.lessons == at_once.lessons
    assert taught.weights.tolist() != game.weights.tolist()  # type: ignore


def test_the_number_of_threads_changes_nothing(in_python, tmp_path, monkeypatch):
    monkeypatch.setattr("gametree.learning.course.PART", 10)
    settings = Settings(rounds=1, games=40, conditions=Conditions(depth=1, opening=3))
    found = []
    for threads in (1, 3):
        course = Course(load("tictactoe"), tmp_path / str(threads), settings, threads=threads)
        found.append(course.run(threading.Event()).weights.tolist())
    assert found[0] == found[1]


def test_a_damaged_part_and_another_course_get_one_line(in_python, tmp_path):
    game, settings = load("tictactoe"), Settings(rounds=1, games=20, conditions=Conditions(depth=1))
    Course(game, tmp_path / "x", settings).run(threading.Event())
    part = tmp_path / "x" / "round-1" / "games-0000.npz"
    (tmp_path / "x" / "round-1.weights").unlink()
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(GameError, match=r"games-0000\.npz is damaged: its checksum is wrong"):
        Course(game, tmp_path / "x", settings).run(threading.Event())
    with pytest.raises(GameError, match=r"belongs to another course \(other games\)"):
        Course(game, tmp_path / "x", Settings(rounds=1, games=24, conditions=Conditions(depth=1)))
    with pytest.raises(GameError, match=r"\(other weights\)"):
        Course(weighted(game, [1, 1]), tmp_path / "x", settings)
    (tmp_path / "y").mkdir()
    (tmp_path / "y" / "mine.txt").write_text("")
    with pytest.raises(GameError, match="is no folder of gametree learn"):
        Course(game, tmp_path / "y", settings)


def test_games_of_files(tmp_path):
    two = joined([Games.of([(0, 4), (4, 0, 8)], [0, 1], [1, 0]), Games.of([(1,)], [-1])])
    assert (len(two), two.ends.tolist(), two.payoffs.tolist()) == (3, [2, 5, 6], [0, 1, -1])
    two.save(tmp_path / "g.npz")
    again = Games.read(tmp_path / "g.npz")
    assert again.actions.tolist() == two.actions.tolist()
    assert again.openings.tolist() == [1, 0, 0]
    (tmp_path / "h.npz").write_bytes(b"something else")
    with pytest.raises(GameError, match="holds no games of gametree learn"):
        Games.read(tmp_path / "h.npz")
    assert (two.lines == NO_ACTION).all()


def test_learning_from_a_file_of_games(in_python, tmp_path):
    from gametree import match

    match("tictactoe", "greedy", "random", games=40, plies=2, games_file=tmp_path / "games.txt")
    found = learn("tictactoe", games_file=tmp_path / "games.txt", out=tmp_path / "t.weights", sprt=None)
    assert len(found.lessons) == 1
    assert found.lessons[0].games == 40
    assert all(w > 0 for w in found.new), "open lines are good"
    with pytest.raises(GameError, match="tdleaf needs games of its own"):
        learn("tictactoe", games_file=tmp_path / "games.txt", out=tmp_path / "u.weights", method="tdleaf")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "unknown method 'magic'; there are regression, td, tdleaf, spsa"),
        ({"rounds": 0}, "the number of rounds must be 1 or more"),
        ({"trace": 2.0}, "the trace must lie between 0 and 1"),
        ({"threads": 0}, "the number of threads must be 1 or more"),
        ({"proof_games": 7}, "must be even"),
        ({"sprt": (5, 0)}, "the first bound must be below the second"),
        ({"out": "nowhere/x.weights"}, "the folder .* does not exist"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameError, match=message):
        learn("tictactoe", **options)
    assert list(Path().iterdir()) == []


def test_a_game_without_features_and_one_for_three(tmp_path):
    with pytest.raises(GameError, match="has no weighted features"):
        learn("hex", out=tmp_path / "x.weights")
    with pytest.raises(GameError, match="crowdnim has 3 players; gametree learns weights for two"):
        learn("crowdnim", out=tmp_path / "x.weights")


def test_the_news_of_a_course(in_python, tmp_path):
    heard: list[News] = []
    settings = Settings(rounds=2, games=16, conditions=Conditions(depth=1, opening=2))
    Course(load("tictactoe"), tmp_path / "x", settings, news=heard.append).run(threading.Event())
    assert next(str(n) for n in heard if n.lesson is None) == "round 1 of 2: 0 of 16 games"
    assert [n.round for n in heard if n.lesson] == [1, 2]


ENTRY_POINTS = """
from gametree import load
from gametree.learning import lookahead, positions, selfplay
game = load("tictactoe")
games = selfplay.SelfPlay(game).play(20, "a")
positions.positions_of(game, games)
kernels = [lookahead.look, positions.describe]
print(*(f"{k.py_func.__name__}:{sum(k.stats.cache_hits.values())}" for k in kernels), games.actions.sum())
"""


@pytest.mark.thorough
def test_both_kernels_run_twice_in_fresh_processes(tmp_path):
    """The second start must hit the cache, and leave cleanly: a kernel that called itself with a constant argument
    crashed here."""

    def started() -> list[str]:
        env = {**os.environ, "GAMETREE_CACHE": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", ENTRY_POINTS], env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    first, second = started(), started()
    assert first[:2] == ["look:0", "describe:0"]
    assert second[:2] == ["look:1", "describe:1"]
    assert first[2] == second[2]


GAMES = [Breakthrough, Isolation, Harvest]


@pytest.mark.slow
@pytest.mark.parametrize("made", GAMES)
def test_games_that_it_has_not_seen_before_are_played_better(made, tmp_path):
    found = learn(made(), out=tmp_path / "x.weights", rounds=2, player="auto:nodes=200,table=1", threads=2)
    assert found.match is not None
    assert found.match.ended == "H1"


@pytest.mark.slow
def test_a_game_that_it_has_not_seen_before_is_played_better(tmp_path):
    found = learn(Breakthrough(), out=tmp_path / "x.weights", rounds=1, games=500, player="auto:nodes=100,table=1")
    assert found.match is not None
    assert found.match.ended == "H1"
    assert found.new[1] > 0 > found.old[1], "steps forward are good"


@pytest.mark.slow
def test_the_men_of_chess_are_worth_what_people_say(tmp_path):
    """From the results of its own games alone, begun with men that are worth nothing."""
    found = learn(
        Material(),
        out=tmp_path / "x.weights",
        rounds=2,
        games=500,
        depth=1,
        longest=200,
        opening=12,
        sprt=None,
        threads=2,
    )
    pawn, knight, bishop, rook, queen = found.new
    assert 0 < pawn < min(knight, bishop)
    assert max(knight, bishop) < rook < queen


def test_what_is_seen_once_counts_little():
    """A feature of two positions of three thousand was always right, perhaps by chance: it is drawn to zero more than
    by its own size, by which its weight would be 5."""
    count = 3000
    rows = np.concatenate([np.arange(1000), [1500, 2500]])
    columns = np.concatenate([np.zeros(1000, np.int64), [1, 1]])
    results = np.where(np.arange(count) % 2 == 0, 1.0, 0.0)
    results[:1000] = np.where(np.arange(1000) % 10 == 0, 0.0, 1.0)
    results[[1500, 2500]] = 1.0
    nothing = np.zeros(count)
    positions = Positions(rows, columns, np.ones(len(rows)), np.arange(count), nothing, nothing, 2)
    often, rarely = fit(positions, results, wins=True, ridge=1e-3).weights
    assert 1.5 < often < 2
    assert 0 < rarely < 4
