"""The engine against brute force, against its interpreted self, and against the published numbers."""

import itertools
import random
import threading
import time

import numpy as np
import pytest
from engine_games import (
    Explicit,
    Loopy,
    LoopyIllegal,
    LoopyLoss,
    Mirrored,
    Relative,
    Seeing,
    Shared,
    Threefold,
    graphs,
    trees,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from broken_rules import without_trial
from gametree import GameError, Line, best, load
from gametree.compile import kernel
from gametree.engine.block import Block
from gametree.engine.driver import Finding, Limits, Search
from gametree.engine.options import SELECTIVE, Options
from gametree.engine.options import SOUND as TECHNIQUES
from gametree.engine.score import FAR, INFINITY, distance_of, value_of
from gametree.engine.searcher import Searcher
from gametree.engine.table import Table, key_of, plain_key, probe, store
from gametree.game import even, legal, line_of, over, repetition_payoff, worth
from marking import thorough

SOUND = Options.named("alphabeta")
PRINCIPAL = Options.named("alphabeta", principal=True)


def searcher(game, options=SOUND, table=0, compiled=True, line=None):
    return Searcher(game, line or line_of(game, None), options, Table(table), compiled=compiled)


def find(game, limits, compiled=True, driver="alphabeta", table=1) -> Finding:
    return Search([searcher(game, Options.named(driver), table, compiled)], driver, limits).start().wait()


def brute_force(game, s, depth, path):
    """Minimax as one would write it down. A pair: what is compared (decided or not, value, and how near the end is),
    and the value. A win is worth more the sooner it comes, a loss the later."""
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
    return (decided, payoff, sign * (FAR - ply)), payoff


def engines(game, depth, table, options=SOUND):
    """Compiled and interpreted: value and distance after each."""
    for compiled in (True, False):
        engine = searcher(game, options, table, compiled)
        for d in range(1, depth + 1):
            found = engine.search(d)
        if not found.line:  # every move of the root is illegal
            assert game.repetition == "illegal"
            yield even(game), None, found
            continue
        yield value_of(game, found.score, proven=found.whole), distance_of(game, found.score), found


def agree(game, depth, table, options):
    (_, _, key), value = brute_force(game, game.initial(), depth, [])
    decided = value != even(game)
    for got, distance, finding in engines(game, depth, table, options):
        assert got == value
        if decided and key:
            assert distance == FAR - abs(key)
        s, line = game.initial(), finding.line
        for a in line:
            assert a in list(game.actions(s))
            s = game.result(s, a)
        if len(line) == depth or game.terminal(s):  # the line was not cut short: it leads to where the value comes from
            assert worth(game.utility(s) if game.terminal(s) else game.evaluate(s)) == value


@settings(max_examples=200, deadline=None)
@given(trees(), st.integers(1, 8), st.sampled_from([0, 1]), st.sampled_from([SOUND, PRINCIPAL]))
@pytest.mark.parametrize("cls", [Relative, *thorough(Explicit, Seeing, Mirrored)])
def test_random_trees(cls, tree, depth, table, options):
    agree(cls(*tree), depth, table, options)


SOUND_SWITCHES = tuple(name for name in TECHNIQUES if name != "aspiration")


@settings(max_examples=100, deadline=None)
@given(trees(), st.integers(1, 8), st.sets(st.sampled_from(SOUND_SWITCHES)))
@pytest.mark.parametrize("cls", [Relative, *thorough(Seeing, Mirrored)])
def test_every_sound_technique_alone_and_together(cls, tree, depth, off):
    """Any of them switched off, or several: the value of minimax all the same."""
    game = cls(*tree)
    value = brute_force(game, game.initial(), depth, [])[1]
    options = Options.named(
        "alphabeta", **dict.fromkeys(off, False), **({} if "principal" in off else {"principal": True})
    )
    found = searcher(game, options, table=1)
    assert value_of(game, [found.search(d) for d in range(1, depth + 1)][-1].score, proven=False) == value


@settings(max_examples=100, deadline=None)
@given(trees(), st.integers(1, 8), st.sampled_from(["pvs", "mtdf", "alphabeta"]))
def test_every_driver(tree, depth, driver):
    """Without selective techniques, all ways to choose windows end at the same value, with one thread and with two."""
    game = Relative(*tree)
    value = brute_force(game, game.initial(), depth, [])[1]
    off = dict.fromkeys((*SELECTIVE, "singular", "forced"), False)
    options = Options.named(driver, **off)
    for threads in (1, 2):
        table = Table(1)
        searchers = [Searcher(game, line_of(game, None), options, table) for _ in range(threads)]
        finding = Search(searchers, driver, Limits(depth=depth)).start().wait()
        assert value_of(game, finding.score, proven=finding.whole) == value


@pytest.mark.thorough
@settings(max_examples=150, deadline=None)
@given(trees())
def test_what_selective_search_claims_as_proven_is_true(tree):
    """All techniques on, beam too: whatever is called proven is the value of the whole tree."""
    game = Relative(*tree)
    value = brute_force(game, game.initial(), 99, [])[1]
    for beam in (0, 1, 2):
        for depth in (3, 6, 12):
            answer = best(game, depth=depth, algorithm="pvs", beam=beam, table=1)
            if answer.proven:
                assert answer.value == value


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from([1, 2]))
@pytest.mark.parametrize("cls", [Relative, *thorough(Seeing, Mirrored)])
def test_solve_says_who_wins_and_exact_how_soon(cls, tree, threads):
    game = cls(*tree)
    (_, _, key), value = brute_force(game, game.initial(), 99, [])
    answer = best(game, algorithm="solve", table=1, threads=threads)
    assert (answer.value, answer.proven) == (value, True)
    answer = best(game, algorithm="exact", table=1, threads=threads)
    assert (answer.value, answer.proven) == (value, True)
    if value:
        assert answer.distance == len(answer.line) == FAR - abs(key)


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from([1, 2]))
def test_exact_finds_a_score(tree, threads):
    game = Explicit(*tree)
    (_, _, key), value = brute_force(game, game.initial(), 99, [])
    answer = best(game, algorithm="exact", table=1, threads=threads)
    assert (answer.value, answer.proven, answer.bound) == (value, True, "exact")
    if value:
        assert answer.distance == FAR - abs(key)


@settings(max_examples=60, deadline=None)
@given(trees(), st.integers(1, 6))
def test_the_several_best_lines(tree, depth):
    """The k best moves of the root, each with the value that it has alone."""
    game = Relative(*tree)
    s = game.initial()
    scores = [(brute_force(game, game.result(s, a), depth - 1, [s]), a) for a in game.actions(s)]
    best_first = sorted((key for (key, _), _ in scores), reverse=game.player(s) == 0)
    answer = best(game, depth=depth, lines=3, algorithm="alphabeta", table=1)
    if not answer.proven and len(scores) > 1 and answer.depth == depth:
        expected = [{key: value for (key, value), _ in scores}[key] for key in best_first[:3]]
        assert [v.value for v in answer.lines] == expected
        assert len({v.line[0] for v in answer.lines}) == len(answer.lines)


@settings(max_examples=150, deadline=None)
@given(graphs(), st.integers(1, 6))
@pytest.mark.parametrize("cls", [Loopy, *thorough(LoopyLoss, Shared, Threefold)])
def test_random_graphs_with_loops(cls, graph, depth):
    """Without a table every rule of repetition is exact."""
    game = cls(*graph)
    value = brute_force(game, game.initial(), depth, [])[1]
    for got, _, _ in engines(game, depth, table=0):
        assert got == value


@pytest.mark.thorough
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
    for compiled in (True, False):
        found = searcher(game, compiled=compiled, line=again).search(1)
        assert (found.line, found.score) == ((0,), 0)


def test_quicker_win_and_slower_loss():
    """From 0 Max wins by 1 at once, or by 2 two plies later; and the other way round for Min."""
    win_late = [[1, 2], [3, 3], [], []]
    for compiled in (True, False):
        game = Relative(win_late, [0, 1, 0, 0], [0, 0, 9, 9])
        finding = searcher(game, table=1, compiled=compiled).search(4)
        assert (finding.line[0], distance_of(game, finding.score)) == (1, 1)
        game = Relative(win_late, [0, 1, 0, 0], [0, 0, -9, -9])
        finding = searcher(game, table=1, compiled=compiled).search(4)
        assert (finding.line[0], distance_of(game, finding.score)) == (0, 2)


# Values of small boards with the number of moves that best play takes are solved here twice, by the engine and by brute
# force above on trees; the values themselves are J. Tromp's (c4.html): + first player wins, = draw, - second wins.
TROMP = {
    (4, 4): 0, (5, 4): 0, (4, 5): 0, (6, 4): -1, (5, 5): 0, (4, 6): 0, (3, 6): 0, (2, 4): 0,
}  # fmt: skip


# every size is compiled again, which takes longer than solving it
MARKS = {(6, 4): (), (4, 4): pytest.mark.thorough, (2, 4): pytest.mark.thorough}


@pytest.mark.parametrize("size", [pytest.param(s, marks=MARKS.get(s, pytest.mark.slow)) for s in TROMP])
def test_connect_four_by_size(size):
    width, height = size
    answer = best(load("connect4", width=width, height=height), depth=42)
    assert (answer.value, answer.proven, answer.bound) == (TROMP[size], True, "exact")
    if TROMP[size] == 0:  # a full board
        assert answer.distance == len(answer.line) == width * height
    else:  # the last stone wins; where moves were reduced, nobody has looked at all quicker ways
        assert (answer.distance or answer.within) == width * height


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value"), [((7, 4), 0), ((6, 5), 0), ((8, 4), -1)])
def test_connect_four_by_size_larger(size, value):
    answer = best(load("connect4", width=size[0], height=size[1]), depth=42, algorithm="alphabeta", table=1024)
    assert (answer.value, answer.proven) == (value, True)


# Irving, Donkers, Uiterwijk, Solving Kalah (2000), table 10; rows 1 to 3 with the exact differences that follow.
KALAH = {
    1: (0, -2, 6, -2, 2, 0),
    2: (2, -2, -2, -12, 6, 8),
    3: (0, 4, 2, 2, 6, -10),
    4: (2, 6),
}


MARKS = {(3, 6): (), **dict.fromkeys(((1, 3), (2, 4), (4, 2)), pytest.mark.thorough)}
"""Each size is compiled for itself, so that a few must do; the others are in the slow suite."""
ALL = [(m, n) for m, row in KALAH.items() for n in range(1, len(row) + 1)]


@pytest.mark.parametrize(("m", "n"), [pytest.param(*size, marks=MARKS.get(size, pytest.mark.slow)) for size in ALL])
def test_kalah(m, n):
    answer = best(load("kalah", m=m, n=n), depth=200)
    assert (answer.value, answer.proven) == (KALAH[m][n - 1], True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("m", "n", "value"),
    [(4, 3, 8), (4, 4, 2), (5, 1, 0), (5, 2, 0), (5, 3, 8), (6, 1, 2), (6, 2, 10)],
)
def test_kalah_larger(m, n, value):
    answer = best(load("kalah", m=m, n=n), depth=300, algorithm="alphabeta", table=1024)
    assert (answer.value, answer.proven) == (value, True)


@pytest.mark.thorough
def test_kalah_tells_the_rules_of_capture_apart():
    """Kalah(5,2) is a draw with empty captures and worth 2 without (the same paper)."""
    assert best(load("kalah", m=5, n=2, empty_capture=True), depth=200).value == 0
    assert best(load("kalah", m=5, n=2, empty_capture=False), depth=200).value == 2


def bouton(heaps, misere):
    """Who wins Nim (Bouton 1901): True if the player to move does."""
    if misere and max(heaps) <= 1:
        return heaps.count(1) % 2 == 0
    return bool(np.bitwise_xor.reduce(heaps))


@pytest.mark.thorough
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


@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect4:width=5,height=4", *thorough("kalah:m=3,n=2", "nim:2,3,4", "mnk:3,3,3")]
)
def test_interpreted_and_compiled_walk_the_same_tree(spec):
    """Without a table they enter the same nodes, to the last one, at every depth."""
    game = load(spec)
    for driver in ("alphabeta", "pvs"):
        counts = []
        for compiled in (True, False):
            engine = searcher(game, Options.named(driver), compiled=compiled)
            counts.append([(engine.search(d).score, engine.nodes) for d in range(1, 6)])
        assert counts[0] == counts[1]


# --- limits and interruptions -----------------------------------------------------------------------------------------


def test_nodes_are_a_limit():
    for nodes in (1, 2, 10, 1000, 54321):
        assert best("connect4", nodes=nodes).nodes <= nodes + 1


def test_one_node_still_gives_a_legal_move():
    answer = best("connect4", nodes=1)
    assert answer.action in range(7)
    assert answer.depth == 0


def test_time_is_a_limit():
    answer = best("connect4", time=0.3)
    assert answer.depth >= 1
    assert answer.line
    assert answer.seconds < 30  # without the limit it would go on for hours


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
        find(game, Limits(depth=3), compiled=False)


@pytest.mark.thorough
def test_a_utility_outside_the_bounds_is_told():
    game = Explicit([[1, 2], [], []], [0, 0, 0], [0, 5, 99])
    for compiled in (True, False):
        with pytest.raises(GameError, match="outside the game's bounds"):
            find(game, Limits(depth=3), compiled)


@pytest.mark.thorough
@without_trial
def test_a_state_without_moves_is_told():
    class NoMoves(Explicit):
        def terminal(self, s):
            return False

    game = NoMoves([[1, 2], [], []], [0, 0, 0], [0, 5, 9])
    for compiled in (True, False):
        with pytest.raises(GameError, match="no legal action"):
            find(game, Limits(depth=3), compiled)


@kernel
def kept(game, words, score, depth, kind, block):
    """Put something into the table, and read it back."""
    key = key_of(words)
    store(block, key, kind, depth, score, 12345)
    return *probe(block, key), key


def test_an_entry_survives_the_table_and_keys_are_the_same_in_python():
    """A score of 40 bits, signed, with depth, kind and action beside it; the key as Python computes it."""
    block = Block(Table(1), SOUND)
    game = load("tictactoe")
    for words in [(0, 0), (1, 2), (-1, 1 << 62), (-(1 << 63), 5)]:
        for score in (0, 1, -1, INFINITY - 1, 1 - INFINITY, 123456789, -987654321):
            for depth, kind in ((0, 1), (255, 3), (17, 2)):
                back = kept(game, words, score, depth, kind, block.address)
                assert back == (kind, depth, score, 12345, plain_key(words))


def test_a_new_generation_sees_nothing_of_the_old_one_unless_it_goes_on():
    table = Table(1)
    game = load("connect4:5,4")
    counts = []
    for fresh in (True, True, False):
        table.begin(fresh=fresh)
        engine = Searcher(game, line_of(game, None), SOUND, table)
        for d in range(1, 10):
            engine.search(d)
        counts.append(engine.nodes)
    assert counts[0] == counts[1] > counts[2]


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


@pytest.mark.thorough
def test_fractions_and_pairs():
    edges, movers = [[1, 2], [3, 4], [5, 6], [], [], [], []], [0, 1, 1, 0, 0, 0, 0]
    game = Halves(edges, movers, [0, 0, 0, 2, 4, 1, 3])
    assert best(game, depth=5).value == 0.5
    game = Pairs(edges, movers, [0, 0, 0, 5, 4, 1, 3])
    assert best(game, depth=5).value == (4 - 2) / 2


def test_a_game_that_is_over():
    answer = best("connect4", load("connect4").parse("1 2 1 2 1 2 1"))
    assert (answer.move, answer.value, answer.proven, answer.distance) == (None, 1, True, 0)


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"depth": -1}, "depth must be 1 or more"),
        ({"time": 0}, "time must be more than 0"),
        ({"nodes": 0}, "nodes must be 1 or more"),
        ({"table": -1}, "0 to 1048576 MiB"),
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


@pytest.mark.thorough
def test_a_line_is_completed_without_techniques_that_may_be_wrong():
    """With them, one of seven of these lines led to another end than best play does."""
    game = load("connect4:5,5")
    for seed in range(40):
        dice, s = random.Random(seed), game.initial()
        for _ in range(9):
            s = s if over(game, s) else game.result(s, dice.choice(legal(game, s)))
        if over(game, s):
            continue
        certain = searcher(game, Options(), 1, line=line_of(game, s)).soundly(16, legal(game, s)[0])
        line = searcher(game, Options(), 1, line=line_of(game, s)).completed((), 16, certain.score)
        end = Line(s, line).states(game)[-1]
        assert game.terminal(end)
        assert game.utility(end) == best(game, s, algorithm="solve").value
