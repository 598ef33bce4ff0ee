"""An engine over a game: what it keeps, how it ponders, threads, clocks and options."""

import pytest

from gametree import GameError, Line, best, load
from gametree.engine.clock import GameClock, Patience
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.engine.options import EXTENDING, SELECTIVE, SOUND, SWITCHES, Options

GAME = load("connect4:5,4")


@pytest.mark.thorough
def test_the_table_is_kept_for_the_next_move():
    """After a move and the reply that the engine expected, the second search finds some of its work done."""
    with Engine(GAME, "alphabeta") as engine:
        first = engine.start(None, Limits(depth=11)).wait()
        after = Line(GAME.initial(), first.line[:2])
        going_on = engine.start(after, Limits(depth=9)).wait()
    with Engine(GAME, "alphabeta") as engine:
        afresh = engine.start(after, Limits(depth=9)).wait()
    assert going_on.score == afresh.score
    assert going_on.nodes < afresh.nodes


@pytest.mark.thorough
def test_pondering_that_hits_goes_on_and_one_that_misses_is_forgotten():
    with Engine(GAME) as engine:
        search = engine.ponder(Line(GAME.initial(), (2, 2)))
        answer = engine.ponder_hit(Limits(depth=30))
        assert answer is not None
        assert answer.proven
        engine.ponder(Line(GAME.initial(), (2, 1)))
        other = engine.best(Line(GAME.initial(), (2, 3)), Limits(depth=8))
        assert other is not None
        assert engine.pondering is None
    assert search.done.is_set()
    with Engine(GAME) as engine, pytest.raises(GameError, match="ponder_hit without ponder"):
        engine.ponder_hit(Limits(depth=3))


@pytest.mark.thorough
def test_two_threads_find_what_one_finds():
    one = best("connect4:6,4", depth=24, algorithm="alphabeta", table=16)
    two = best("connect4:6,4", depth=24, algorithm="alphabeta", table=16, threads=2)
    assert (one.value, one.distance, one.proven) == (two.value, two.distance, two.proven) == (-1, 24, True)


@pytest.mark.thorough
def test_limits_do_not_change_the_algorithm():
    """A search to a depth is the usual search, stopped there; minimax to a depth has to be asked for by name."""
    to_depth, in_time, by_nodes = (best(GAME, **limits) for limits in ({"depth": 7}, {"time": 0.01}, {"nodes": 99}))
    assert to_depth.algorithm == in_time.algorithm == by_nodes.algorithm == "pvs"
    both = best(GAME, depth=7, time=600)
    assert (to_depth.move, to_depth.value, to_depth.nodes) == (both.move, both.value, both.nodes)
    assert best(GAME, depth=7, algorithm="alphabeta").nodes != to_depth.nodes


def test_an_analysis_goes_on_until_it_is_stopped():
    with Engine(load("connect4")) as engine:
        search = engine.start(None, Limits())
        while search.finding is None or search.finding.depth < 5:
            assert not search.done.wait(0.01)
        search.stop()
        finding = search.wait()
    assert finding is not None
    assert finding.depth >= 5
    assert finding.line


def test_solve_tells_who_wins_and_no_more():
    answer = best("connect4:6,4", algorithm="solve")
    assert (answer.value, answer.proven, answer.bound, answer.distance) == (-1, True, "exact", None)
    assert answer.move is not None


def test_a_clock_never_plans_beyond_what_is_left():
    for left in (0.001, 0.05, 1.0, 60.0, 3600.0):
        for increment in (0.0, 0.1, 5.0):
            for moves in (None, 1, 40):
                clock = GameClock(left, increment, moves)
                assert 0 < clock.allotment() <= clock.latest()
                assert clock.latest() <= max(left, 0.001)
    assert Limits(time=3, clock=GameClock(1)).latest() == GameClock(1).latest()
    assert Limits(time=0.01, clock=GameClock(1)).latest() == 0.01
    assert Limits().latest() is None


def test_a_search_under_a_clock_stops_by_itself_before_the_latest_moment():
    with Engine(load("connect4")) as engine:
        search = engine.start(None, Limits(clock=GameClock(1.0)))
        finding = search.wait()
    assert finding is not None
    assert finding.line


def test_patience_counts_from_the_last_change():
    patience = Patience(margin=10)
    assert [patience.factor(1, 0) for _ in range(5)] == [0.7, 0.7, 0.7, 0.7, 0.45]
    assert patience.factor(2, 0) == 0.7
    assert patience.factor(2, -5) == 0.7  # within the margin
    assert patience.factor(2, -50) == 2.0


def test_options_are_all_named_and_each_is_sound_or_not():
    assert set(SWITCHES) == {*SOUND, *EXTENDING, *SELECTIVE}
    assert Options.named("alphabeta").sound
    assert not Options.named("pvs").sound
    assert Options.named("pvs").soundly().sound
    assert not Options.named("alphabeta", beam=2).sound
    assert len({1 << i for i in range(len(SWITCHES))} & {Options().bits}) == 0
    with pytest.raises(GameError, match="no option 'nul'"):
        Options.named("pvs", nul=False)
    with pytest.raises(GameError, match="nullmove must be true or false"):
        Options.named("pvs", nullmove=3)
    with pytest.raises(GameError, match="number of moves"):
        Options.named("pvs", beam=-1)


def test_a_beam_of_one_follows_one_move_at_each_node():
    wide = best("connect4", depth=6, algorithm="alphabeta", order=False)
    narrow = best("connect4", depth=6, algorithm="alphabeta", beam=1)
    assert narrow.nodes < wide.nodes / 10
    assert not narrow.proven


def test_what_the_engine_is_not_for():
    with pytest.raises(GameError, match="two players without chance"):
        Engine(load("tree:example=chance"))
    with pytest.raises(GameError, match="unknown algorithm"):
        Engine(GAME, "alphabet")
    with pytest.raises(GameError, match="threads must be 1 or more"):
        best(GAME, threads=0)
    with pytest.raises(GameError, match="lines must be 1 or more"):
        best(GAME, lines=0)


def test_reductions_act_where_the_game_orders_its_moves():
    """A move with a hint of the game's is still a late move: the hint is no killer."""
    counts = [best("connect4", depth=10, algorithm="pvs", reductions=on).nodes for on in (True, False)]
    assert counts[0] < counts[1]


@pytest.mark.thorough
def test_late_moves_are_skipped_near_the_horizon():
    """What was skipped counts as not looked at: nothing is claimed as proven."""
    found = [best("mnk:5,5,4", depth=6, algorithm="pvs", latemoves=on) for on in (True, False)]
    assert found[0].nodes < found[1].nodes
    assert not found[0].proven


@pytest.mark.thorough
def test_a_win_is_proven_though_the_iteration_was_cut_short():
    """Mate in two by Ra7 or Rb7: whenever it is found it is told as what it is. That it is the quickest is not certain
    before everything was looked at to that depth."""
    game = load("chess")
    s = game.parse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
    found = [best(game, s, nodes=nodes) for nodes in range(5, 2000, 20)]
    wins = [answer for answer in found if answer.value == 1]
    assert len(wins) > 5
    assert all(answer.proven and (answer.distance or answer.within or 0) >= 3 for answer in wins)
