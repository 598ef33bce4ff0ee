"""The engine against brute force, against its interpreted self, and against the published numbers."""

import itertools
import threading
import time

import numpy as np
import pytest
from conftest import Explicit, Loopy, LoopyIllegal, LoopyLoss, Relative, Shared, Threefold, graphs, trees
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import GameError, Line, best, load
from gametree.engine.compiled import Compiled
from gametree.engine.driver import Limits, deepen_iteratively
from gametree.engine.interpreted import Interpreted
from gametree.engine.score import INFINITY, distance_of, value_of
from gametree.engine.table import key_of, plain_key
from gametree.game import even, line_of, repetition_payoff, worth


def brute_force(game, s, depth, path):
    """Minimax as one would write it down: (payoff class, value, −distance or distance) compared as the engine promises.

    A pair: what is compared, and the value. A win is worth more the sooner it comes, a loss the later.
    """
    path = [*path, s]
    ply = len(path) - 1
    if game.terminal(s):
        return ended(game, worth(game.utility(s)), ply)
    if len(path) > 1 and (payoff := repetition_payoff(game, path)) is not None:
        return None if np.isnan(payoff) else ended(game, payoff, ply)
    if depth == 0:
        estimate = worth(game.evaluate(s))
        return ((0, estimate, 0), estimate)
    scores = [brute_force(game, game.result(s, a), depth - 1, path) for a in game.actions(s)]
    scores = [score for score in scores if score is not None]
    if not scores:
        return ended(game, even(game), ply)
    return max(scores) if game.player(s) == 0 else min(scores)


def ended(game, payoff, ply):
    sign = (payoff > even(game)) - (payoff < even(game))
    decided = sign if game.evaluation == "relative" else 0
    return (decided, payoff, sign * -ply), payoff


def engines(game, depth, table):
    """Compiled and interpreted: value and distance after each."""
    for kind in (Compiled, Interpreted):
        searcher = kind(game, line_of(game, None), Limits(), table)
        for d in range(1, depth + 1):
            finding = searcher.search(d)
        if finding is None:  # every move of the root is illegal
            assert game.repetition == "illegal"
            yield even(game), None, None
            continue
        yield value_of(game, finding.score, proven=finding.whole), distance_of(game, finding.score), finding


def agree(game, depth, table):
    (_, _, key), value = brute_force(game, game.initial(), depth, [])
    decided = value != even(game)
    for got, distance, finding in engines(game, depth, table):
        assert got == value
        if decided and key:
            assert distance == abs(key)
        s, line = game.initial(), finding.line
        for a in line:
            assert a in list(game.actions(s))
            s = game.result(s, a)
        if table == 0:  # no table can have cut the line short: it leads to where the value comes from
            assert worth(game.utility(s) if game.terminal(s) else game.evaluate(s)) == value


@settings(max_examples=300, deadline=None)
@given(trees(), st.integers(1, 8), st.sampled_from([0, 1]))
@pytest.mark.parametrize("cls", [Explicit, Relative])
def test_random_trees(cls, tree, depth, table):
    agree(cls(*tree), depth, table)


@settings(max_examples=150, deadline=None)
@given(graphs(), st.integers(1, 6))
@pytest.mark.parametrize("cls", [Loopy, LoopyLoss, Shared, Threefold])
def test_random_graphs_with_loops(cls, graph, depth):
    """Without a table every rule of repetition is exact."""
    game = cls(*graph)
    value = brute_force(game, game.initial(), depth, [])[1]
    for got, _, _ in engines(game, depth, table=0):
        assert got == value


@settings(max_examples=150, deadline=None)
@given(graphs(), st.integers(1, 6))
def test_a_repetition_that_is_illegal_is_not_played(graph, depth):
    game = LoopyIllegal(*graph)
    value = brute_force(game, game.initial(), depth, [])[1]
    for got, _, _ in engines(game, depth, table=0):
        assert got == value


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_with_a_table_loops_do_not_change_who_wins(graph):
    """Deep enough to see everything: the table may not turn a draw by repetition into anything else."""
    game = Loopy(*graph)
    value = brute_force(game, game.initial(), 8, [])[1]
    for got, _, finding in engines(game, 8, table=1):
        if finding.whole:
            assert got == value


def test_the_history_of_a_line_counts():
    """Max may go 0 → 1 and Min back 1 → 0: drawn. With 0 and 1 visited before, going there is a draw at once."""
    game = Loopy([[1, 2], [0, 3], [], []], [0, 1, 0, 0], [0, 0, -9, 9])
    assert best(game, depth=8).value == 0
    again = Line(game.initial(), (0, 0))  # 0 → 1 → 0
    for kind in (Compiled, Interpreted):
        searcher = kind(game, again, Limits(), 0)
        finding = searcher.search(1)
        assert (finding.line, finding.score) == ((0,), 0)


def test_quicker_win_and_slower_loss():
    """From 0 Max wins by 1 at once, or by 2 two plies later; and the other way round for Min."""
    win_late = [[1, 2], [3, 3], [], []]
    for kind in (Compiled, Interpreted):
        game = Relative(win_late, [0, 1, 0, 0], [0, 0, 9, 9])
        finding = kind(game, line_of(game, None), Limits(), 1).search(4)
        assert (finding.line[0], distance_of(game, finding.score)) == (1, 1)
        game = Relative(win_late, [0, 1, 0, 0], [0, 0, -9, -9])
        finding = kind(game, line_of(game, None), Limits(), 1).search(4)
        assert (finding.line[0], distance_of(game, finding.score)) == (0, 2)


# Values of small boards with the number of moves that best play takes are solved here twice, by the engine and by brute
# force above on trees; the values themselves are J. Tromp's (c4.html): + first player wins, = draw, - second wins.
TROMP = {
    (4, 4): 0, (5, 4): 0, (4, 5): 0, (6, 4): -1, (5, 5): 0, (4, 6): 0, (3, 6): 0, (2, 4): 0,
}  # fmt: skip


@pytest.mark.parametrize("size", TROMP)
def test_connect_four_by_size(size):
    width, height = size
    answer = best(load("connect4", width=width, height=height), depth=42)
    assert (answer.value, answer.proven, answer.bound) == (TROMP[size], True, "exact")
    assert answer.distance == (width * height if TROMP[size] == 0 else answer.distance)
    assert len(answer.line) == answer.distance


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value"), [((7, 4), 0), ((6, 5), 0), ((8, 4), -1)])
def test_connect_four_by_size_larger(size, value):
    answer = best(load("connect4", width=size[0], height=size[1]), depth=42, table=1024)
    assert (answer.value, answer.proven) == (value, True)


# Irving, Donkers, Uiterwijk, Solving Kalah (2000), table 10; rows 1 to 3 with the exact differences that follow from it.
KALAH = {
    1: (0, -2, 6, -2, 2, 0),
    2: (2, -2, -2, -12, 6, 8),
    3: (0, 4, 2, 2, 6, -10),
    4: (2, 6),
}


QUICK = ((1, 3), (2, 4), (3, 6), (4, 2))
"""Each size is compiled for itself, so that a few must do; the others are in the slow suite."""
ALL = [(m, n) for m, row in KALAH.items() for n in range(1, len(row) + 1)]


@pytest.mark.parametrize(
    ("m", "n"), [pytest.param(*size, marks=() if size in QUICK else pytest.mark.slow) for size in ALL]
)
def test_kalah(m, n):
    answer = best(load("kalah", m=m, n=n), depth=200)
    assert (answer.value, answer.proven) == (KALAH[m][n - 1], True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("m", "n", "value"),
    [(4, 3, 8), (4, 4, 2), (5, 1, 0), (5, 2, 0), (5, 3, 8), (6, 1, 2), (6, 2, 10)],
)
def test_kalah_larger(m, n, value):
    answer = best(load("kalah", m=m, n=n), depth=300, table=1024)
    assert (answer.value, answer.proven) == (value, True)


def test_kalah_tells_the_rules_of_capture_apart():
    """Kalah(5,2) is a draw with empty captures and worth 2 without (the same paper)."""
    assert best(load("kalah", m=5, n=2, empty_capture=True), depth=200).value == 0
    assert best(load("kalah", m=5, n=2, empty_capture=False), depth=200).value == 2


def bouton(heaps, misere):
    """Who wins Nim (Bouton 1901): True if the player to move does."""
    if misere and max(heaps) <= 1:
        return heaps.count(1) % 2 == 0
    return bool(np.bitwise_xor.reduce(heaps))


@pytest.mark.parametrize("misere", [False, True])
def test_nim_against_its_theory(misere):
    """All heaps up to 7,7,7, by one search each; heaps are sorted, as their order does not matter to the theory."""
    game = load("nim", heaps=(7, 7, 7), misere=misere)
    initial = game.initial()
    for heaps in itertools.combinations_with_replacement(range(8), 3):
        if sum(heaps) == 0:
            continue
        answer = best(game, initial._replace(heaps=heaps), depth=30, table=1)
        assert (answer.value == 1, answer.proven) == (bouton(list(heaps), misere), True), heaps


def test_interpreted_and_compiled_walk_the_same_tree():
    """Without a table they enter the same nodes, to the last one, at every depth."""
    for spec in ("tictactoe", "connect4:width=5,height=4", "kalah:m=3,n=2", "nim:2,3,4", "mnk:3,3,3"):
        game = load(spec)
        counts = []
        for kind in (Compiled, Interpreted):
            searcher = kind(game, line_of(game, None), Limits(), 0)
            counts.append([(searcher.search(d).score, searcher.nodes) for d in range(1, 6)])
        assert counts[0] == counts[1], spec


# --- limits and interruptions -----------------------------------------------------------------------------------------


def test_nodes_are_a_limit():
    for nodes in (1, 2, 10, 1000, 54321):
        assert best("connect4", nodes=nodes).nodes <= nodes + 1


def test_one_node_still_gives_a_legal_move():
    answer = best("connect4", nodes=1)
    assert answer.action in range(7)
    assert answer.depth == 0


def test_time_is_a_limit_and_a_partial_iteration_counts():
    answer = best("connect4", time=0.3)
    assert answer.depth >= 8
    assert answer.seconds < 5  # the limit is kept by a clock, not by luck; a loaded machine may add to it


def test_stop_from_another_thread():
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    start = time.monotonic()
    answer = best("connect4", time=60, stop=stop)
    assert time.monotonic() - start < 30
    assert answer.action in range(7)
    assert answer.depth >= 1


def test_progress_reports_deeper_and_deeper():
    seen = []
    best("connect4", time=1, progress=seen.append)
    assert seen
    assert [a.depth for a in seen] == sorted(a.depth for a in seen)
    assert all(a.nodes > 0 and a.line for a in seen)


def test_an_error_inside_the_rules_reaches_the_caller():
    class Broken(type(load("tictactoe"))):
        def result(self, s, a):
            raise ZeroDivisionError(f"{a}")

    game = Broken()
    with pytest.raises(ZeroDivisionError):
        deepen_iteratively(game, Interpreted(game, line_of(game, None), Limits(), 1), Limits(depth=3))


def test_a_utility_outside_the_bounds_is_told():
    game = Explicit([[1, 2], [], []], [0, 0, 0], [0, 5, 99])
    for kind in (Compiled, Interpreted):
        with pytest.raises(GameError, match="outside the game's bounds"):
            deepen_iteratively(game, kind(game, line_of(game, None), Limits(), 1), Limits(depth=3))


def test_a_state_without_moves_is_told():
    class NoMoves(Explicit):
        def terminal(self, s):
            return False

    game = NoMoves([[1, 2], [], []], [0, 0, 0], [0, 5, 9])
    for kind in (Compiled, Interpreted):
        with pytest.raises(GameError, match="no legal action"):
            deepen_iteratively(game, kind(game, line_of(game, None), Limits(), 1), Limits(depth=3))


def test_keys_are_the_same_in_python_and_compiled():
    for words in [(0,), (1, 2), (-1, 1 << 62), (-(1 << 63), 5, 7)]:
        assert int(key_of(words)) == plain_key(words)


class Halves(Explicit):
    """A constant-sum game: one for a win, a half for a draw, as pairs."""

    bounds = (0, 1)

    def utility(self, s):
        return 0.25 * self.values[s.node]

    def evaluate(self, s):
        return 0.5


class Pairs(Explicit):
    def utility(self, s):
        return (self.values[s.node], 2)


def test_fractions_and_pairs():
    edges, movers = [[1, 2], [3, 4], [5, 6], [], [], [], []], [0, 1, 1, 0, 0, 0, 0]
    game = Halves(edges, movers, [0, 0, 0, 2, 4, 1, 3])
    assert best(game, depth=5).value == 0.5
    game = Pairs(edges, movers, [0, 0, 0, 5, 4, 1, 3])
    assert best(game, depth=5).value == (4 - 2) / 2


def test_scores_survive_the_table():
    """A score of 40 bits, signed, with depth and kind beside it."""
    from gametree.engine.table import entry_depth, entry_generation, entry_kind, entry_score, pack_entry

    for score in (0, 1, -1, INFINITY - 1, 1 - INFINITY, 123456789, -987654321):
        for depth, kind in ((0, 1), (255, 3), (17, 2)):
            entry = np.uint64(pack_entry(score, depth, kind, 77))
            assert (entry_score(entry), entry_depth(entry), entry_kind(entry)) == (score, depth, kind)
            assert entry_generation(entry) == 77


def test_a_game_that_is_over():
    answer = best("connect4", load("connect4").parse("1 2 1 2 1 2 1"))
    assert (answer.move, answer.value, answer.proven, answer.distance) == (None, 1, True, 0)


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"depth": -1}, "depth must be 1 or more"),
        ({"time": 0}, "time must be more than 0"),
        ({"nodes": 0}, "nodes must be 1 or more"),
        ({"table": -1}, "0 MiB or more"),
        ({"algorithm": "alphabetta"}, "unknown algorithm 'alphabetta'"),
    ],
)
def test_bad_limits(limits, says):
    with pytest.raises(GameError, match=says):
        best("tictactoe", **limits)


def test_tic_tac_toe_takes_every_chance_it_gets():
    """Against every line of play by the other side, the engine's side never loses: all games, both sides."""
    game = load("tictactoe")
    for side in (0, 1):
        stack = [game.initial()]
        seen = set()
        while stack:
            s = stack.pop()
            if s in seen:
                continue
            seen.add(s)
            if game.terminal(s):
                assert game.utility(s) in ((0, 1) if side == 0 else (0, -1))
            elif game.player(s) == side:
                stack.append(game.result(s, best(game, s, depth=9, table=1).action))
            else:
                stack.extend(game.result(s, a) for a in game.actions(s))
