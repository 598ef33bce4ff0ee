"""The searches of games with dice and of more than two players: against brute force, against themselves interpreted,
and against the textbook's forms."""

import math
import threading

import numpy as np
import pytest
from engine_games import NODES, WIDTH, Explicit, grown
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import CHANCE, GameError, best, load
from gametree.engine.driver import Limits
from gametree.engine.expectation import ExpectationEngine, ExpectationOptions, ExpectationSearcher
from gametree.engine.table import Table
from gametree.game import Line, line_of
from gametree.textbook import search as textbook
from marking import thorough

CLOSE = 1e-9


class Dice(Explicit):
    """A tree in which a mover of −1 is chance; the children of a chance node have these weights, in the order."""

    def __init__(self, edges, movers, values, weights):
        super().__init__(edges, movers, values)
        self.weights = np.zeros((NODES, WIDTH))
        for n, odds in enumerate(weights):
            self.weights[n, : len(odds)] = np.array(odds) / sum(odds) if odds else []

    def chances(self, s):
        for a in range(WIDTH):
            if self.edges[s.node, a] >= 0:
                yield a, float(self.weights[s.node, a])


class Crowd(Explicit):
    """Three players, whose payoffs are told by one number and add up to 18."""

    players = 3
    bounds = (0, 18)
    total = 18
    evaluation = "utility"

    def utility(self, s):
        v = int(self.values[s.node]) + 9
        return (v, (18 - v) // 2, 18 - v - (18 - v) // 2)

    def evaluate(self, s):
        return self.utility(s)

    def null(self, s):
        return s


class DicedCrowd(Dice):
    players = 3
    bounds = (0, 18)
    total = 18

    def utility(self, s):
        v = int(self.values[s.node]) + 9
        return (v, (18 - v) // 2, 18 - v - (18 - v) // 2)

    def evaluate(self, s):
        return self.utility(s)


HALVES = ([()], [(1,)], [(1, 1), (1, 3), (3, 1)], [(1, 1, 2), (1, 2, 1), (2, 1, 1)], [(1, 1, 1, 1), (5, 1, 1, 1)])
"""Weights, by their number, with which probabilities and what they are averages of have no rounding."""


@st.composite
def diced(draw, players=2, chance=True, exact=False):
    """A random tree with movers anyhow, chance among them, several in a row too."""
    who = st.sampled_from([*range(players), *([CHANCE, CHANCE] if chance else [])])
    edges, movers = grown(draw, st.integers(0, players - 1), lambda _: who)
    values = [draw(st.integers(-9, 9)) for _ in edges]
    any_weights = st.integers(1, 5)
    weights = [
        list(draw(st.sampled_from(HALVES[len(children)]))) if exact else [draw(any_weights) for _ in children]
        for children in edges
    ]
    return edges, movers, values, weights


def brute_force(game, s, depth):
    """Expectiminimax as one would write it down."""
    if game.terminal(s):
        return game.utility(s)
    if depth == 0:
        return game.evaluate(s)
    if game.player(s) == CHANCE:
        return sum(p * brute_force(game, game.result(s, a), depth - 1) for a, p in game.chances(s))
    values = [brute_force(game, game.result(s, a), depth - 1) for a in game.actions(s)]
    return max(values) if game.player(s) == 0 else min(values)


def everyone(game, s, depth, better):
    """Max^n as one would write it down."""
    if game.terminal(s):
        return game.utility(s)
    if depth == 0:
        return game.evaluate(s)
    player = game.player(s)
    if player == CHANCE:
        children = [(p, everyone(game, game.result(s, a), depth - 1, better)) for a, p in game.chances(s)]
        return tuple(sum(p * v[i] for p, v in children) for i in range(game.players))
    values = [everyone(game, game.result(s, a), depth - 1, better) for a in game.actions(s)]
    chosen = values[0]
    for v in values[1:]:
        if v[player] > chosen[player] or (v[player] == chosen[player] and better(v, chosen)):
            chosen = v
    return chosen


def paranoid(game, s, depth, hero):
    if game.terminal(s):
        return game.utility(s)[hero]
    if depth == 0:
        return game.evaluate(s)[hero]
    if game.player(s) == CHANCE:
        return sum(p * paranoid(game, game.result(s, a), depth - 1, hero) for a, p in game.chances(s))
    values = [paranoid(game, game.result(s, a), depth - 1, hero) for a in game.actions(s)]
    return max(values) if game.player(s) == hero else min(values)


def deepened(game, driver, depth, table, compiled=True, **options):
    """The values of an iterative deepening, one a depth."""
    engine = ExpectationSearcher(
        game, line_of(game, None), driver, ExpectationOptions.named(driver, **options), Table(table), compiled=compiled
    )
    return [engine.search(d) for d in range(1, depth + 1)]


@pytest.mark.parametrize("table", [1, *thorough(0)])
@pytest.mark.parametrize("driver", ["star2", *thorough("expectiminimax", "star1")])
@settings(max_examples=250, deadline=None)
@given(tree=diced(), depth=st.integers(1, 6))
def test_every_form_has_the_value_of_brute_force(driver, table, tree, depth):
    game = Dice(*tree)
    found = deepened(game, driver, depth, table)
    assert found[-1].score == pytest.approx(brute_force(game, game.initial(), depth), abs=CLOSE)
    if found[-1].line:
        after = Line(game.initial(), found[-1].line[:1]).states(game)[-1]
        assert brute_force(game, after, depth - 1) == pytest.approx(found[-1].score, abs=CLOSE)


@settings(max_examples=60, deadline=None)
@given(tree=diced(), depth=st.integers(1, 5), driver=st.sampled_from(["expectiminimax", "star1", "star2"]))
def test_interpreted_it_visits_the_same_nodes(tree, depth, driver):
    game = Dice(*tree)
    engines = [
        ExpectationSearcher(
            game, line_of(game, None), driver, ExpectationOptions(table=False), Table(0), compiled=compiled
        )
        for compiled in (True, False)
    ]
    values = [engine.search(depth).score for engine in engines]
    assert values[0] == pytest.approx(values[1], abs=CLOSE)
    assert engines[0].nodes == engines[1].nodes


@settings(max_examples=100, deadline=None)
@given(tree=diced(), depth=st.integers(1, 6))
def test_what_is_cut_is_never_visited(tree, depth):
    game = Dice(*tree)
    nodes = {}
    for driver in ("expectiminimax", "star1"):
        engine = ExpectationSearcher(game, line_of(game, None), driver, ExpectationOptions(table=False), Table(0))
        engine.search(depth)
        nodes[driver] = engine.nodes
    assert nodes["star1"] <= nodes["expectiminimax"]


@settings(max_examples=50, deadline=None)
@given(tree=diced(), depth=st.integers(1, 6))
def test_the_textbook_agrees(tree, depth):
    game = Dice(*tree)
    expected = textbook(game, None, "expectiminimax", depth).value
    for driver in ("star1", "star2"):
        assert deepened(game, driver, depth, 1)[-1].score == pytest.approx(expected, abs=CLOSE)


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(tree=diced(), depth=st.integers(1, 6), driver=st.sampled_from(["star1", "star2"]))
def test_threads_do_not_change_the_value(tree, depth, driver):
    game = Dice(*tree)
    with ExpectationEngine(game, driver, threads=3, table=1) as engine:
        found = engine.best(None, Limits(depth=depth))
    if found.depth == depth or found.proven:  # a helper that is deeper may prove the value before the depth is reached
        expected = brute_force(game, game.initial(), NODES if found.proven else depth)
        assert found.value == pytest.approx(expected, abs=CLOSE)


BETTER = {
    "first": lambda new, old: False,
    "last": lambda new, old: True,
    "careful": lambda new, old: new[0] < old[0],
    "hopeful": lambda new, old: new[0] > old[0],
}


@pytest.mark.thorough
@pytest.mark.parametrize("ties", ["careful", *thorough("first", "last", "hopeful")])
@pytest.mark.parametrize("shallow", [True, *thorough(False)])
@settings(max_examples=150, deadline=None)
@given(tree=diced(players=3, chance=False), depth=st.integers(1, 6))
def test_max_n_has_the_values_of_brute_force(ties, shallow, tree, depth):
    edges, movers, values, _ = tree
    movers[0] = 0
    game = Crowd(edges, movers, values)
    found = deepened(game, "maxn", depth, 0, ties=ties, shallow=shallow)[-1]
    assert found.score == everyone(game, game.initial(), depth, BETTER[ties])


@pytest.mark.thorough
@settings(max_examples=150, deadline=None)
@given(tree=diced(players=3, exact=True), depth=st.integers(1, 6))
def test_max_n_with_dice(tree, depth):
    """Without rounding: sums that are rounded in another order would break ties in another way, and what the others get
    would then differ by more than that."""
    game = DicedCrowd(*tree)
    found = deepened(game, "maxn", depth, 0)[-1]
    assert found.score == pytest.approx(everyone(game, game.initial(), depth, BETTER["first"]), abs=CLOSE)
    plain = deepened(game, "maxn", depth, 0, compiled=False)[-1]
    assert plain.score == pytest.approx(found.score, abs=CLOSE)


@pytest.mark.thorough
@settings(max_examples=150, deadline=None)
@given(tree=diced(players=3), depth=st.integers(1, 6), table=st.sampled_from([0, 1]))
def test_paranoid_has_the_value_of_brute_force(tree, depth, table):
    game = DicedCrowd(*tree)
    hero = game.player(game.initial())
    found = deepened(game, "paranoid", depth, table)[-1]
    assert found.score == pytest.approx(paranoid(game, game.initial(), depth, hero), abs=CLOSE)


@pytest.mark.parametrize("players", [3, *thorough(4, 6)])
@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "bestreply"])
def test_the_textbook_forms_for_several_players_agree(algorithm, players):
    game = load("star", side=1 if players == 6 else 2, players=players)
    dice = np.random.default_rng(players)
    s = game.initial()
    for _ in range(4):
        for depth in (1, 2, 3):
            found = best(game, s, depth=depth, algorithm=algorithm)
            expected = textbook(game, s, algorithm, depth)
            assert found.value == pytest.approx(expected.value, abs=CLOSE)
            assert found.action == expected.action or algorithm != "maxn"
        actions = list(game.actions(s))
        s = game.result(s, actions[dice.integers(len(actions))])


@pytest.mark.thorough
def test_four_players():
    class Four(Crowd):
        players = 4
        total = 36
        bounds = (0, 36)

        def utility(self, s):
            v = int(self.values[s.node]) + 9
            return (v, 18 - v, (7 * v) % 19, 18 - (7 * v) % 19)

    dice = np.random.default_rng(5)
    for _ in range(50):
        edges = [[4 * n + k + 1 for k in range(4)] if 4 * n + 4 < 100 else [] for n in range(101)]
        movers = [int(x) for x in dice.integers(0, 4, 101)]
        game = Four(edges, movers, [int(x) for x in dice.integers(-9, 10, 101)])
        for shallow in (True, False):
            found = deepened(game, "maxn", 4, 0, shallow=shallow)[-1]
            assert found.score == everyone(game, game.initial(), 4, BETTER["first"])


def test_a_sample_of_the_outcomes_comes_close():
    edges = [[1, 2, 3, 4]] + [[]] * 4
    game = Dice(edges, [CHANCE] + [0] * 4, [0, 9, -9, 3, 1], [[4, 3, 2, 1], *[[]] * 4])
    exact = brute_force(game, game.initial(), 1)
    values = [deepened(game, "star1", 1, 0, sample=2, seed=seed)[-1].score for seed in range(400)]
    assert len(set(values)) > 1
    assert np.mean(values) == pytest.approx(exact, abs=0.5)
    assert deepened(game, "star1", 1, 0, sample=4)[-1].score == pytest.approx(exact, abs=CLOSE)


def test_what_samples_find_is_told_with_its_error():
    """The mean of several samples; and the error that is told is the one that is made."""
    edges = [[1, 2, 3, 4]] + [[]] * 4
    game = Dice(edges, [CHANCE] + [0] * 4, [0, 9, -9, 3, 1], [[4, 3, 2, 1], *[[]] * 4])
    exact = brute_force(game, game.initial(), 1)
    found = [best(game, depth=1, algorithm="star1", sample=2, seed=seed, table=1) for seed in range(1, 61)]
    assert all(f.error is not None and f.error > 0 for f in found)
    off = [(f.value - exact) / f.error for f in found]
    assert 0.5 < np.sqrt(np.mean(np.square(off))) < 2
    assert f" ± {found[0].error:.2g}" in str(found[0])
    assert found[0].to_json()["error"] == found[0].error
    again = best(game, depth=1, algorithm="star1", sample=2, seed=1, table=1)
    assert (again.value, again.error) == (found[0].value, found[0].error)


def test_a_sample_that_is_all_has_no_error():
    game = load("tree:example=chance")
    found = best(game, depth=4, algorithm="star2", sample=9)
    assert (found.value, found.error) == (pytest.approx(2.1), 0)
    found = best(game, depth=4, algorithm="star2")
    assert found.error is None
    assert "error" not in found.to_json()
    assert "±" not in str(found)


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["expectiminimax", "star2"])
def test_samples_of_backgammon(algorithm):
    game = load("backgammon")
    s = game.parse("4HPwATDgc/ABMA X to play 31")
    exact = best(game, s, depth=3, algorithm=algorithm)
    found = best(game, s, depth=3, algorithm=algorithm, sample=7)
    assert found.nodes < 8 * exact.nodes
    assert 0 < found.error < 0.1
    assert abs(found.value - exact.value) < 6 * found.error
    assert not found.proven
    halt = threading.Event()
    halt.set()
    assert best(game, s, time=60, algorithm=algorithm, sample=7, stop=halt).move is not None


def test_samples_for_several_players():
    edges = [[1, 2, 3, 4]] + [[]] * 4
    game = DicedCrowd(edges, [CHANCE] + [0] * 4, [0, 9, -9, 3, 1], [[4, 3, 2, 1], *[[]] * 4])
    found = best(game, depth=1, algorithm="maxn", sample=2)
    assert found.error > 0
    assert len(found.value) == 3


@pytest.mark.thorough
def test_the_printed_flaw_is_not_ours():
    right = {"chance": [[0.5, [2, 0]], [0.5, [8, 9]]]}
    game = load("tree", tree=[[3, 3], right])
    assert textbook(game, None, "alphabeta_chance", None, printed=True).value == 5.5
    for algorithm in ("expectiminimax", "star1", "star2"):
        assert best(game, depth=5, algorithm=algorithm).value == 4


@pytest.mark.thorough
def test_several_lines_and_stopping():
    game = load("tree:example=chance")
    found = best(game, depth=4, algorithm="star2", lines=2)
    assert [v.value for v in found.lines] == [2.1, 1.3]
    halt = threading.Event()
    halt.set()
    rolled = load("backgammon").parse("4HPwATDgc/ABMA X to play 31")
    assert best("backgammon", rolled, time=60, stop=halt).move is not None
    assert "dice decide" in str(best("backgammon", depth=2))


def test_wrong_kinds_are_refused_in_one_line():
    with pytest.raises(GameError, match="star2 is not for 3 players"):
        best("tree:example=maxn", algorithm="star2")
    with pytest.raises(GameError, match="bestreply needs null"):
        best("tree:example=maxn", algorithm="bestreply")
    with pytest.raises(GameError, match="no option 'nullmove'"):
        best("tree:example=chance", algorithm="star2", nullmove=False)
    with pytest.raises(GameError, match="ties must be one of"):
        best("tree:example=maxn", algorithm="maxn", ties="best")
    assert math.isclose(best("tree:example=chance", depth=3).value, 2.1)
    assert best("tree:example=maxn", depth=5).value == (1, 2, 6)
