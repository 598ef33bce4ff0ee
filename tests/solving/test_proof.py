"""Weak solving: proof-number search and empty windows agree with everything else that knows the value."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proof_games import MOVES, NODES, Graph, Race, value_of

from broken_rules import without_trial
from gametree import best, load
from gametree.compile import NotCompiledError
from gametree.errors import GameError
from gametree.solving.proof import prover as prover_module
from gametree.solving.proof import strategy as strategy_module
from gametree.solving.proof import table as prooftable
from gametree.solving.proof.prover import Prover, Question
from gametree.solving.proof.solve import bisect, decide, solve_weak, tight
from gametree.solving.proof.table import BUCKETS, EPOCH
from gametree.solving.proof.verify import verify
from gametree.solving.strong.solve import solve_strong
from gametree.solving.task import StoppedError, Task
from gametree.textbook.pn import pn
from marking import thorough

if TYPE_CHECKING:
    from gametree.game import AnyGame


@pytest.fixture
def interpreted(monkeypatch):
    def refuse(*_args):
        raise NotCompiledError("not today")

    monkeypatch.setattr(prover_module, "prepare", refuse)


def weak(game: AnyGame, method: str = "auto", **task) -> float:
    return solve_weak(game, game.initial(), Task(**task), method).value


@st.composite
def graphs(draw):
    arrows = [draw(st.lists(st.integers(0, NODES - 1), max_size=MOVES)) for _ in range(NODES)]
    owners = draw(st.lists(st.integers(0, 1), min_size=NODES, max_size=NODES))
    payoffs = draw(st.lists(st.integers(-2, 2), min_size=NODES, max_size=NODES))
    arrows[0] = arrows[0] or [1]
    return Graph(arrows, owners, payoffs)


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["dfpn", "alphabeta"])
@given(game=graphs())
@settings(max_examples=150, deadline=None)
def test_loopy_graphs_have_the_value_of_the_fixed_point(method, game):
    assert weak(game, method) == value_of(game)


def test_interpreted_rules_give_the_same(interpreted):
    @given(game=graphs())
    @settings(max_examples=100, deadline=None)
    def check(game):
        assert weak(game, "dfpn") == value_of(game)

    check()
    solution = solve_weak(load("tictactoe"), load("tictactoe").initial(), Task())
    assert solution.value == 0
    assert any(note.startswith("interpreted") for note in solution.notes)


@pytest.mark.thorough
@pytest.mark.parametrize("spec", ["tictactoe", "nim:3,4,5", *thorough("connect4:5,4", "kalah:3,2")])
def test_strong_weak_and_search_agree(spec):
    game = load(spec)
    strong = solve_strong(game, game.initial(), Task()).value
    assert weak(game, "dfpn") == weak(game, "alphabeta") == strong
    assert best(game, depth=60).value == strong


@pytest.mark.thorough
def test_both_ways_in_turn():
    game = load("connect4:5,4")
    prover = Prover(game, game.initial(), Task(), "auto")
    prover.turn = 100
    assert bisect(prover, game.initial()).value == 0
    assert prover.turn > 1000  # each had its turn, and more than once


@pytest.mark.thorough
def test_a_loopy_game_that_can_be_won():
    game = Race()
    assert weak(game) == solve_strong(game, game.initial(), Task()).value == 1


def test_answers_are_those_of_the_textbook(interpreted):
    for game in (load("tictactoe"), load("nim:2,3"), load("nim:2,2"), load("mnk:3,3,2")):
        prover = Prover(game, game.initial(), Task())
        win = decide(prover, Question(0, 0.5, 1), game.initial()).proven
        draw = not decide(prover, Question(1, -0.5, 2), game.initial()).proven
        assert win == (pn(game).bound != "upper" and pn(game).value > 0)
        assert draw == (pn(game, goal="draw").value >= 0)


def test_a_disproof_that_owes_to_the_path_is_not_believed():
    # From 1 Max can go back to 0, and from 0 over 2 to the win: below 0 the way back is a repetition, and 1 looks lost.
    arrows = [[1, 2], [0], [3], [], *[[]] * (NODES - 4)]
    game = Graph(arrows, [0, 0, 1, 0] + [0] * (NODES - 4), [0, 0, 0, 2] + [0] * (NODES - 4))
    prover = Prover(game, game.initial(), Task())
    assert bisect(prover, game.initial()).value == 2
    assert bisect(prover, type(game.initial())(1)).value == 2


def test_disproofs_are_forgotten_and_proofs_kept_in_the_next_epoch():
    game = load("tictactoe")
    prover = Prover(game, game.initial(), Task())
    question = Question(0, 0.5, 1)
    assert not prover.ask(question, game.initial()).proven
    once = prover.nodes
    assert not prover.ask(question, game.initial()).proven
    assert prover.nodes == once + 1  # the table knows
    prover.next_epoch()
    assert not prover.ask(question, game.initial()).proven
    assert prover.nodes > once + 10
    assert int(prover.words[EPOCH]) == 2


@pytest.mark.thorough
def test_a_table_that_is_too_small_loses_positions_and_finds_them_again(monkeypatch):
    monkeypatch.setattr(prooftable, "SMALLEST", 64)
    game = load("connect4:5,4")
    small = Prover(game, game.initial(), Task(memory=1 << 24), "alphabeta")
    small.memory.most = 64  # 256 entries
    proof = bisect(small, game.initial())
    assert proof.value == 0
    searched = small.nodes
    strategies = [tight(small, half, game.initial()) for half in proof.halves]
    assert all(strategy.positions > 1000 for strategy in strategies)
    assert int(small.words[BUCKETS]) == 64
    assert small.nodes > searched + 1000  # much of it had to be searched again


def test_the_table_grows_and_keeps_what_it_knows():
    game = load("connect4:5,4")
    prover = Prover(game, game.initial(), Task(memory=1 << 28))
    question = Question(0, 0.5, 1)
    assert not prover.ask(question, game.initial()).proven
    assert int(prover.words[BUCKETS]) > 1 << 14
    before = prover.nodes
    assert not prover.ask(question, game.initial()).proven
    assert prover.nodes == before + 1


def test_stopping():
    game = load("connect4")
    halt = threading.Event()
    seen = []

    def progress(report):
        seen.append(report.done)
        halt.set()

    with pytest.raises(StoppedError):
        solve_weak(game, game.initial(), Task(halt=halt, progress=progress, memory=1 << 26))
    assert seen
    prover = Prover(game, game.initial(), Task(memory=1 << 26))
    prover.limit = 1000
    with pytest.raises(StoppedError):
        prover.ask(Question(0, 0.5, 1), game.initial())
    assert prover.nodes == 1001


def test_best_by_proof():
    answer = best("nim:3,4,5", algorithm="dfpn")
    assert (answer.move, answer.value, answer.proven, answer.bound) == ("a2", 1, True, "exact")
    assert best("tictactoe", algorithm="dfpn").value == 0
    game = load("nim:3,4,5")
    lost = best(game, game.result(game.initial(), answer.action), algorithm="dfpn")
    assert (lost.value, lost.proven) == (1, True)  # Min is to move, and Max wins
    unknown = best("connect4", algorithm="dfpn", nodes=500)
    assert not unknown.proven
    assert unknown.nodes == 501


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"repetition": "illegal"}, "repetition = 'illegal'"),
        ({"repetition": "loss"}, "repetition = 'loss'"),
        ({"repeated": lambda self, s: 1}, r"repeated\(s\)"),
        ({"bounds": (-1, float("inf"))}, "finite bounds"),
        ({"players": 3}, "two players"),
    ],
)
def test_what_cannot_be_proven_is_refused(settings, why):
    game = type("Odd", (Race,), settings)()
    with pytest.raises(GameError, match=why):
        weak(game)


@without_trial
def test_mistakes_are_told():
    with pytest.raises(GameError, match="unknown method 'magic'; there are auto, dfpn, alphabeta"):
        weak(load("tictactoe"), "magic")

    class Stuck(Race):
        def actions(self, s):
            for i in range(0):
                yield i

    with pytest.raises(GameError, match="no legal action"):
        weak(Stuck())


def test_a_position_that_is_over():
    game = load("tictactoe")
    assert solve_weak(game, game.parse("XXX OO. ..."), Task()).value == 1


PROGRAM = """
import sys
from pathlib import Path
from gametree import load
from gametree.solving.proof import dfpn, follow
from gametree.solving.proof.solve import solve_weak
from gametree.solving.task import Task
game = load("tictactoe")
assert solve_weak(game, game.initial(), Task(out=Path(sys.argv[1]))).value == 0
print(*(sum(kernel.stats.cache_hits.values()) for kernel in (dfpn.prove, follow.follow)))
"""


@pytest.mark.thorough
def test_the_kernels_start_twice_in_fresh_processes(tmp_path):
    for hits in ("0 0", "1 1"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / "proof.cert")],
            env=os.environ | {"GAMETREE_CACHE": str(tmp_path / "cache")}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == hits


@pytest.mark.slow
def test_m_n_k_weakly(tmp_path):
    # van den Herik, Uiterwijk & van Rijswijck, Games solved (2002), table 3
    assert weak(load("mnk:5,5,4")) == 0
    assert weak(load("mnk:6,5,4"), out=tmp_path / "win.cert") == 1
    assert verify(tmp_path / "win.cert").value == 1


@pytest.mark.parametrize("ask", ["solve", "best"])
def test_a_strategy_that_does_not_compile_is_gathered_in_plain_python(ask, monkeypatch, tmp_path, capsys):
    """The search compiles, what follows the strategy does not: that ended in a traceback."""

    def refuse(*_args):
        raise NotCompiledError(f"no {ask} today")  # each reason is told once

    monkeypatch.setattr(strategy_module, "prepare", refuse)
    game = load("tree:example=loop")
    if ask == "best":
        assert not best(game, algorithm="dfpn").compiled
    else:
        solution = solve_weak(game, game.initial(), Task(out=tmp_path / "proof"))
        assert verify(tmp_path / "proof", game).value == solution.value
        assert f"interpreted: no {ask} today" in solution.notes
    assert f"runs interpreted: no {ask} today" in capsys.readouterr().err
