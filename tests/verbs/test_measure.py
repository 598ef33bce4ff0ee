"""``measure``: exact numbers against published ones, estimates against exact ones, and cycles that are cycles."""

from __future__ import annotations

import json
import signal
from decimal import Decimal
from fractions import Fraction
from math import comb, log10, prod
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from loopy import Coins, Three, Walk, Words

from gametree import GameError, load, trace
from gametree.game import legal
from gametree.measuring.census import Graph, census
from gametree.measuring.counters import counter
from gametree.measuring.ordering import ordering
from gametree.measuring.probes import probes
from gametree.notation.names import line_at, read_moves
from gametree.verbs.measure import Figure, measure, show


def test_tictactoe():
    # 255,168 games (H. Bottomley 2001, S. Schaeffer 2002), 5,478 positions of which 4,520 are not ends (the tests of
    # OpenSpiel), 549,946 nodes of the tree (the figure of many courses)
    found = measure("tictactoe")
    assert found.positions == Figure(5478, "exact")
    assert found.games == Figure(255_168, "exact")
    assert found.nodes == Figure(549_946, "exact")
    assert found.ends == 5478 - 4520
    assert found.length_range == (5, 9)
    assert found.branching_range == (1, 9)
    assert found.must_end is True
    assert found.cycle is None
    assert found.samples == 0


def test_symmetric_positions_are_counted_once():
    # each position is one part in as many as there are in its class
    game = load("tictactoe")
    graph = Graph(game, game.initial())
    assert graph.expand(10**6, lambda _: False)
    parts = sum(Fraction(1, len({s, *game.symmetries(s)})) for s in graph.states)
    assert parts == measure(game).classes


@pytest.mark.thorough
@pytest.mark.parametrize(
    # M. Böck, Strongly Solving 7x6 Connect-Four (arXiv 2507.05267): positions by size; J. Tromp's table agrees
    ("width", "height", "positions"),
    [(1, 4, 5), (2, 4, 179), (3, 3, 869), (3, 4, 6000), (4, 1, 35), (4, 2, 741), (4, 3, 12_031), (5, 2, 4688)],
)
def test_connect_four_counts_positions(width, height, positions):
    game = load("connect4", width=width, height=height)
    assert census(game, game.initial(), 10**6).positions == positions


@pytest.mark.parametrize(("height", "games"), [(1, 2), (2, 90), (3, 356_232)])
def test_connect_four_counts_games(height, games):
    # OEIS A342329: games on boards of height n and width n + 1
    game = load("connect4", width=height + 1, height=height)
    assert census(game, game.initial(), 10**6).games == games


@pytest.mark.thorough
def test_connect_four_estimates_games():
    # OEIS A342329: 5 columns of 4
    found = measure("connect4:width=5,height=4", limit=100, samples=2000, time=60)
    assert abs(found.games.value - 152_505_051_772) < 4 * found.games.error


def test_nim_counts_positions_and_games():
    # every choice of smaller heaps with either player to move, less those out of reach from the start
    game = load("nim:heaps=1,1")
    found = measure(game)
    assert (found.positions.value, found.games.value, found.length_range) == (4, 2, (2, 2))


def test_the_mean_length_and_branching_by_hand():
    # one heap of three: 3 | 2+1 | 1+2 | 1+1+1, so four games of 1, 2, 2 and 3 actions
    found = measure("nim:heaps=3")
    assert found.games.value == 4
    assert found.length.value == 2
    assert found.nodes.value == 8
    assert found.branching.value == pytest.approx((3 + 2 + 1 + 1) / 4)  # 3; 2 and 1 with Min, 1 with Max to move


def test_a_position_to_start_from():
    game = load("tictactoe")
    late = read_moves(game, game.initial(), "1 2 3 5 4 6 8")
    assert measure(game, late).games.value == 2
    assert measure(game, late.states(game)[-1]).games.value == 2
    over = read_moves(game, game.initial(), "1 4 2 5 3")
    found = measure(game, over)
    assert (found.positions.value, found.games.value, found.length_range) == (1, 1, (0, 0))


def test_knuths_estimate_covers_the_truth():
    found = measure("tictactoe", limit=100, samples=3000, time=60)
    assert found.positions.kind == "lower"
    for figure, truth in ((found.games, 255_168), (found.nodes, 549_946)):
        assert figure.kind == "estimate"
        assert figure.error > 0
        assert abs(figure.value - truth) < 4 * figure.error
        assert figure.error < 0.05 * truth
    assert found.must_end is None
    assert found.samples == 3000


def test_knuths_estimate_has_no_bias():
    # a walk tried in all ways at once: the mean over all paths, each by its probability, is the number itself
    game = load("nim:heaps=2,2")
    total = Decimal(0)

    def walk(s, probability: Decimal, weight: Decimal) -> None:
        nonlocal total
        actions = legal(game, s)
        if not actions:
            total += probability * weight
        for a in actions:
            walk(game.result(s, a), probability / len(actions), weight * len(actions))

    walk(game.initial(), Decimal(1), Decimal(1))
    exact = measure(game).games.value
    assert total == exact
    found = probes(game, [game.initial()], 4000)
    assert abs(found.games.mean - exact) < 4 * found.games.error


def test_the_seed_repeats_the_estimate():
    def games(seed: int) -> float:
        return measure("connect4", limit=10, samples=20, time=60, seed=seed).games.value

    assert games(1) == games(1) != games(2)


def test_numbers_beyond_a_float():
    class Long(Walk):
        repetition = "ignore"

        def actions(self, s):
            yield from range(10)

        def result(self, s, a):
            return s._replace(cell=s.cell + 1)

        def terminal(self, s):
            return s.cell == 1000

    found = measure(Long(cells=0), limit=10, samples=2, time=60)
    assert found.games.value == 10**1000
    assert "1.0e+1000" in str(found)
    assert json.loads(json.dumps(found.to_json()))["games"]["value"] == 10**1000


# --- cycles --------------------------------------------------------------------------------------------------


def assert_is_cycle(game, cycle) -> None:
    before, loop = cycle
    assert loop
    there = read_moves(game, game.initial(), " ".join(before)).states(game)[-1]
    assert read_moves(game, there, " ".join(loop)).states(game)[-1] == there


@pytest.mark.parametrize("limit", [1000, 6, 0])
def test_a_cycle_is_shown(limit):
    game = Walk(9)
    found = measure(game, limit=limit, samples=200, time=60)
    assert found.must_end is False
    assert_is_cycle(game, found.cycle)
    assert "positions can come back" in str(found)


def test_a_cycle_is_short():
    _, loop = measure(Walk(101)).cycle
    assert len(loop) == 2


@pytest.mark.parametrize(
    ("rule", "infinite", "said"),
    [
        ("ignore", True, "it can go on for ever"),
        ("draw", False, "is a draw"),
        ("loss", False, "loses for the player who brought it about"),
        ("illegal", False, "is forbidden"),
    ],
)
def test_what_the_rule_makes_of_it(rule, infinite, said):
    game = Walk(5)
    game.repetition = rule
    found = measure(game, samples=500, time=60)
    assert found.infinite is infinite
    assert (found.games is None) is infinite
    assert said in str(found)
    if infinite:
        assert "infinitely many" in str(found)


def test_games_with_repetition_are_estimated():
    # cells 0 to 4, start in the middle: two steps to an end, or a step and back, which is a draw: four games
    found = measure(Walk(5), samples=2000, time=60)
    assert found.positions == Figure(5, "exact")
    assert found.games.kind == "estimate"
    assert found.games.value == pytest.approx(4, abs=4 * found.games.error + 1e-9)
    # where the step back is forbidden, only the two straight ways are left
    game = Walk(5)
    game.repetition = "illegal"
    assert measure(game, samples=100, time=60).games.value == 2


@pytest.mark.thorough
def test_games_that_do_not_end_are_not_counted():
    class Endless(Walk):
        repetition = "ignore"

        def terminal(self, s):
            return False

        def result(self, s, a):
            return s._replace(cell=(s.cell + 1) % 50)

    found = measure(Endless(), samples=2, time=60)
    assert found.games is None
    assert found.length is None
    assert found.must_end is False


# --- dice, players, states of any kind -----------------------------------------------------------------------


def test_chance_counts_outcomes_as_ways_and_not_as_choices():
    # f(n) games with n tosses left: 1 to stop, or 2 f(n-1); f(0) = 1, so f(3) = 1 + 2 (1 + 2 (1 + 2)) = 15
    found = measure(Coins())
    assert found.games.value == 15
    assert found.branching_range == (2, 2)
    assert found.ordering is None
    sampled = probes(Coins(), [Coins().initial()], 3000)
    assert abs(sampled.games.mean - 15) < 4 * sampled.games.error


def test_more_players_and_other_states():
    # five stones by ones and twos: F(6) = 8 ways
    found = measure(Three())
    assert found.games.value == 8
    assert found.ordering is None
    assert measure(Words()).must_end is True


# --- ordering ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:m=3,n=2", "tree"])
def test_orders_compare_as_they_should(spec):
    game = load(spec)
    found = ordering(game, game.initial())
    assert found.leaves["best first"] <= found.leaves["as given"] <= found.minimax
    assert found.leaves["best first"] < found.leaves["worst first"] <= found.minimax


def test_the_best_order_of_a_uniform_tree_meets_knuth_and_moore():
    class Uniform(Walk):
        """Three ways at each of four steps, and all leaves differ."""

        evaluation = "utility"
        bounds = (0, 81)

        def initial(self):
            return super().initial()._replace(cell=1, turn=0)

        def actions(self, s):
            yield from range(3)

        def result(self, s, a):
            return s._replace(cell=3 * s.cell + a, turn=1 - s.turn)

        def terminal(self, s):
            return s.cell >= 81

        def utility(self, s):
            return s.cell * 37 % 81

    game = Uniform()
    found = ordering(game, game.initial())
    assert (found.depth, found.minimax) == (4, 81)
    assert found.leaves["best first"] == 3**2 + 3**2 - 1
    assert found.law == pytest.approx(17)


def test_the_order_of_the_textbook_tree():
    # Russell & Norvig: leaves 3 12 8 / 2 4 6 / 14 5 2; in the given order the 4 and the 6 are never looked at
    game = load("tree")
    assert ordering(game, game.initial()).leaves["as given"] == 7


@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("connect4", "4 1 3 1"),
        ("connect4:5,4,3", "3 1"),
        ("tictactoe", "1 2"),
        ("mnk:4,3,3", ""),
        ("othello:4", ""),
        ("kalah:m=3,n=2", ""),
    ],
)
@pytest.mark.parametrize("largest", [60, 400])
def test_the_leaves_as_given_are_those_of_trace(spec, moves, largest):
    """A win is more than every estimate in both, and meets the open window in neither: the first three are won."""
    game = load(spec)
    s = line_at(game, None, moves).states(game)[-1]
    found = ordering(game, s, largest)
    given, minimax = (trace(game, s, algorithm=name, depth=found.depth) for name in ("alphabeta", "minimax"))
    assert (found.leaves["as given"], found.minimax) == (given.evaluated, minimax.evaluated)


# --- limits and words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [({"time": 0}, "more than 0"), ({"time": -1}, "more than 0"), ({"samples": 1}, "at least 2"), ({"limit": -1}, "0")],
)
def test_bad_limits(options, said):
    with pytest.raises(GameError, match=said):
        measure("tictactoe", **options)


@pytest.mark.parametrize("limit", [100, 0])
def test_a_state_without_actions(limit):
    class Stuck(Walk):
        def actions(self, s):
            return [0] if s.cell > 1 else []

    with pytest.raises(GameError, match="actions yields nothing, but terminal says that the game is not over"):
        measure(Stuck(), limit=limit)


@pytest.mark.thorough
def test_lists_as_states_give_the_same_counts():
    class Listed(Walk):
        def initial(self):
            return [self.cells // 2, 0]

        def player(self, s):
            return s[1]

        def actions(self, s):
            return [0, 1]

        def result(self, s, a):
            return [s[0] + 2 * a - 1, 1 - s[1]]

        def terminal(self, s):
            return not 0 < s[0] < self.cells

        def utility(self, s):
            return 1 if s[0] > 0 else -1

    class Tupled(Listed):
        def initial(self):
            return tuple(super().initial())

        def result(self, s, a):
            return tuple(super().result(s, a))

    listed, tupled = measure(Listed()), measure(Tupled())
    assert (listed.positions.value, listed.branching.value) == (tupled.positions.value, tupled.branching.value)


def test_the_time_is_kept_to():
    """To count the positions of Connect Four would take days."""
    found = measure("connect4", time=0.5)
    assert found.seconds < 300
    assert found.positions.kind == "lower"
    assert found.positions.value > 100


def test_progress_is_reported():
    said: list[str] = []
    measure("connect4", time=0.3, progress=said.append)
    assert any(text.endswith("positions") for text in said)
    assert any(text.endswith("random games") for text in said)


def test_everything_is_json():
    for game in ("tictactoe", "nim", Walk(5), Coins(), Three()):
        found = measure(game, samples=100)
        assert set(json.loads(json.dumps(found.to_json(), allow_nan=False))) == set(vars(found))


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (999, "999"), (10**6, "1,000,000"), (1.5e15, "1.5e+15")])
def test_show(number, text):
    assert show(number) == text


def test_paths_of_a_line_are_binomials():
    # two heaps of which only one stone may be taken at a time: C(6, 3) orders of three and three
    found = measure(load("nim:heaps=3,3,limit=1"))
    assert found.games.value == comb(6, 3)
    assert found.positions.value == prod((4, 4))


def test_the_time_is_a_number():
    for time in (0, -1, float("nan")):
        with pytest.raises(GameError, match="the time must be more than 0 seconds"):
            measure("tictactoe", time=time)


def test_random_games_have_their_share_of_the_time(monkeypatch):
    now = [0.0]

    def slow(*arguments):
        now[0] += 60  # the census takes far longer than it should
        return census(*arguments)

    monkeypatch.setattr("gametree.verbs.measure.clock", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr("gametree.verbs.measure.census", slow)
    assert measure("connect4", limit=100, samples=20, time=1).samples == 20


def test_ctrl_c_ends_it_with_what_was_found():
    def interrupt(text: str) -> None:
        if "positions" in text:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    found = measure("connect4", time=600, progress=interrupt)
    assert found.positions.kind == "lower"
    assert found.samples == 1
    assert found.seconds < 60
    assert signal.getsignal(signal.SIGINT) is before


def test_a_payoff_that_was_forgotten_is_named():
    class Forgetful(Walk):
        repetition = "ignore"

        def utility(self, s):  # pyright: ignore
            pass

    with pytest.raises(GameError, match="utility returns nothing, not a number"):
        measure(Forgetful(3))


class Clocked(Walk):
    """The same walk with a counter in its state that its position leaves out: a state never comes back."""

    def initial(self):
        return (self.cells // 2, 0, 0)

    def player(self, s):
        return s[1]

    def result(self, s, a):
        return (s[0] + 2 * a - 1, 1 - s[1], s[2] + 1)

    def terminal(self, s):
        return s[0] in (0, self.cells - 1)

    def utility(self, s):
        return 1 if s[0] else -1

    def position(self, s):
        return s[:2]

    def name(self, s, a, style=""):
        return ("left", "right")[a]


def test_what_comes_back_is_the_position():
    found = measure(Clocked(), limit=5, samples=50)
    assert found.must_end is False
    assert found.cycle is not None
    assert "positions can come back" in str(found)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("spec", "what"),
    [("connect4", "every move lowers tier"), ("othello", "every second move at the latest lowers tier")],
)
def test_a_counter_shows_that_a_game_must_end(spec, what):
    """Evidence, and told as that. A pass leaves the empty squares of Othello as they are."""
    found = measure(spec, samples=40, limit=100, time=60)
    assert found.must_end is None
    assert (found.counter.what, found.counter.games) == (what, 40)
    told = f"must end: {what} (seen in {found.counter.moves:,} moves of 40 random games, not proven)"
    assert told in str(found)
    assert found.declared
    assert found.to_json()["counter"]["what"] == what


def test_a_counter_without_tier():
    """Stones that are added, read from the state; a census proves it on the small board, and needs no counter."""
    game = load("mnk:5,5,4")
    walks = probes(game, [game.initial()], 30).played
    assert counter(SimpleNamespace(result=game.result), game.initial(), walks).what.startswith(
        "every move raises the number of bits"
    )
    small = measure("tictactoe")
    assert (small.must_end, small.counter) == (True, None)


class Endless(NamedTuple):
    ply: int
    left: int
    pits: tuple[int, int]


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ([Endless(i, 5, (1, 1)) for i in range(9)], None),  # rises for ever
        ([Endless(0, 3 - i, (1, 1)) for i in range(9)], None),  # falls for ever
        ([Endless(0, 5, (1, 1)), Endless(0, 5, (1, 1)), Endless(0, 5, (1, 1)), Endless(0, 4, (1, 1))], None),  # rests
        ([Endless(0, 5, (1, 1)), Endless(0, 4, (1, 1)), Endless(0, 5, (1, 1))], None),
        ([Endless(0, 2, (1, 1)), Endless(0, 1, (1, 1)), Endless(0, 0, (1, 1))], "every move lowers left"),
        ([Endless(0, x, (1, 1)) for x in (2, 2, 0)], "every second move at the latest lowers left"),
        ([Endless(0, 2, (1, 9)), Endless(0, 2, (7, 2)), Endless(0, 2, (5, 3))], "every move lowers the sum of pits"),
    ],
)  # fmt: skip
def test_what_counts_as_a_counter(path, what):
    after = dict(enumerate(path[1:]))
    game = SimpleNamespace(result=lambda s, a: after[a])
    found = counter(game, path[0], [range(len(path) - 1)] * 40)
    assert (found and found.what) == what


def test_few_games_show_nothing():
    game = SimpleNamespace(result=lambda s, a: s._replace(left=s.left - 1))
    assert counter(game, Endless(0, 9, (1, 1)), [[0, 0]] * 19) is None
    assert counter(game, Endless(0, 9, (1, 1)), [[0, 0]] * 20) is not None


def test_a_game_that_must_end_has_no_rule_for_going_on():
    found = measure("tictactoe", time=60)
    assert found.must_end
    assert "for ever" not in found.rule


def test_an_estimate_with_a_large_error_is_an_order_of_magnitude():
    assert str(Figure(3.2e8, "estimate", 2.5e8)) == "of the order of 10^8"
    assert str(Figure(3.2e8, "estimate", 1e7)) == "about 320,000,000 ± 10,000,000"


def test_how_far_all_lines_can_be_seen():
    """By the logarithm of the mean number of choices. A game that was visited whole needs no such figure."""
    found = measure("mnk:6,6,6", samples=4, limit=10)
    assert found.sight == pytest.approx(9 / log10(found.branching.value))
    assert f"depth       all lines of {found.sight:.1f} actions have a billion positions" in str(found)
    assert f"sees {2 * found.sight:.1f}" in str(found)
    assert measure("tictactoe").sight is None
    assert measure("pig:target=20", samples=4, limit=10).sight is None
