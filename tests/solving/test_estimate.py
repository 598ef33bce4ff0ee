"""Estimates of size against known counts, each within the factor that it states.

Connect Four: the counts of J. Tromp (tromp.github.io/c4). The others: what visiting every position finds.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from gametree import Game, GameError, load
from gametree.compile import NotCompiledError
from gametree.measuring.census import census
from gametree.solving.estimating.answer import show_bytes, show_time
from gametree.solving.estimating.estimate import distinct, estimate, keys_of
from gametree.solving.estimating.lineage import RandomLines
from gametree.solving.task import StoppedError, Task
from marking import thorough


def right(found, positions: int) -> bool:
    assert found.kind == "estimate"
    return positions / found.factor < found.positions < positions * found.factor


@pytest.mark.parametrize(("spec", "positions"), [("tictactoe", 5478), *thorough(("kalah:3,3", 23118))])
def test_what_can_be_visited_is_counted_exactly(spec: str, positions: int):
    found = estimate(spec, seconds=60)
    assert (found.positions, found.kind, found.factor) == (positions, "exact", 1.0)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("spec", "positions"),
    [("mnk:4,4,3", 6036001), *thorough(("connect4:5,5", 69763700), ("connect4:6,5", 2818972642))],
)
def test_larger_boards_from_a_few_thousand_lines(spec: str, positions: int):
    """The levels up to some thousands of positions exactly, the others by a thousand lines."""
    found = estimate(spec, room=20_000, seconds=5)
    assert right(found, positions)
    assert found.factor < 2
    assert found.levels == load(spec).tier(load(spec).initial())
    assert found.classes is not None
    assert found.positions / found.classes > 1.9


@pytest.mark.slow
def test_the_full_board():
    found = estimate("connect4", seconds=10)
    assert right(found, 4_531_985_219_092)
    assert found.factor < 2


@pytest.mark.thorough
@pytest.mark.parametrize(("spec", "room"), [("kalah:3,3", 4000), ("kalah:3,2", 400)])
def test_games_whose_moves_cannot_be_exchanged(spec: str, room: int):
    """In Kalah the same position comes about by quite different moves, on several levels: from samples."""
    game = load(spec)
    positions = census(game, game.initial(), 10**6).positions
    found = estimate(game, room=room)
    assert right(found, positions)
    assert found.factor < 10


@pytest.mark.thorough
@pytest.mark.parametrize(("spec", "level"), [("tictactoe", 5), *thorough(("connect4:4,4", 9))])
def test_lines_count_a_level(spec: str, level: int):
    game = load(spec)
    lines = RandomLines(game, game.initial(), 2000, np.random.default_rng(3), Task())
    for _ in range(level):
        lines.prolong()
    assert lines.length == level
    error = 4 * math.sqrt(lines.variance) + 0.02
    exact = len(level_of(game, level))
    assert abs(lines.size / exact - 1) < error < 0.25


def level_of(game, level: int) -> set:
    found = {game.initial()}
    for _ in range(level):
        found = {game.result(s, a) for s in found if not game.terminal(s) for a in game.actions(s)}
    return found


@pytest.mark.thorough
def test_a_game_that_loops_gets_a_lower_bound_and_its_numbers():
    found = estimate("sharks", room=1000)
    game = load("sharks")
    positions = census(game, game.initial(), 10**6).positions
    assert found.kind == "lower"
    assert found.factor is None
    assert found.positions < positions <= found.at_most == found.dense_bytes
    assert "more than" in str(found)


@pytest.mark.thorough
def test_what_is_far_too_large_is_soon_given_up_and_a_board_s_size_is_no_number_of_positions():
    found = estimate("othello", seconds=10)  # a slow machine gets as far
    assert (found.kind, found.at_most, found.dense_bytes) == ("lower", None, None)
    assert found.levels < 30  # of sixty: it had become hopeless
    assert "time" not in str(found)


@pytest.mark.thorough
def test_interpreted_games_are_sampled_too():
    class Interpreted(type(load("connect4"))):
        def player(self, s):
            return {0: 0, 1: 1}[super().player(s)]

    assert right(estimate(Interpreted(3, 4), room=800), 6000)
    assert estimate(Interpreted(3, 3)).positions == 869


def test_distinct_finds_what_was_thinned_out():
    """Positions with 1 + X moves to each, X by Poisson's law, of which a part is seen."""
    rng = np.random.default_rng(5)
    for mean, q in ((0.5, 0.3), (2.0, 0.1), (4.0, 0.6)):
        parents = 1 + rng.poisson(mean, 200_000)
        seen = rng.binomial(parents, q)
        assert distinct(int((seen > 0).sum()), int(seen.sum()), q) == pytest.approx(200_000, rel=0.03)
    assert distinct(0, 0, 0.5) == 0


def test_keys_tell_rows_apart():
    rows = np.array([(a, b) for a in range(-50, 50) for b in range(-50, 50)], np.int64)
    assert len(np.unique(keys_of(rows))) == len(rows)


@pytest.mark.thorough
def test_bytes_and_hours():
    small, large = estimate("connect4:4,4", seconds=1), estimate("connect4:6,5", seconds=1)
    assert small.bytes == pytest.approx(22 * small.classes)
    assert small.hours > 0
    assert large.hours > 0
    assert 0 < small.bytes < large.bytes
    fields = large.to_json()
    assert {"game", "positions", "kind", "factor", "classes", "bytes", "hours", "seconds"} <= set(fields)
    assert "dense_bytes" not in fields
    assert str(large).startswith("connect4:width=6,height=5: about ")
    assert (show_bytes(22 * 4.5e12), show_time(86400 * 3)) == ("90.0 TiB", "3.0 days")


def test_mistakes_and_stopping():
    with pytest.raises(GameError, match="more than 0 seconds"):
        estimate("tictactoe", seconds=0)
    task = Task()
    task.halt.set()
    with pytest.raises(StoppedError):
        estimate("connect4", task=task)


class Wide(Game):
    """More moves than a line can choose from."""

    repetition = "ignore"

    def initial(self):
        return (0,)

    def player(self, s):
        return 0

    def actions(self, s):
        for a in range(1, 6000):
            yield a

    def result(self, s, a):
        return (s[0] * 6000 + a,)

    def terminal(self, s):
        return s[0] > 1 << 40

    def utility(self, s):
        return 1


@pytest.mark.thorough
def test_a_game_with_very_many_moves():
    found = estimate(Wide(), room=30_000)
    assert found.kind in ("estimate", "lower")
    assert found.positions >= 5999


def test_lines_that_do_not_compile_leave_it_to_samples(monkeypatch):
    """It ended in a traceback."""

    def refuse(*_args):
        raise NotCompiledError("not this one")

    monkeypatch.setattr("gametree.solving.estimating.lineage.prepare", refuse)
    assert right(estimate("tictactoe", room=500), 5478)
