"""Compiled methods are compared with Python's before the first compiled answer: where they differ, the game runs
interpreted, whatever is asked of it."""

from __future__ import annotations

import re

import pytest
from numba.extending import overload
from trial_games import LINE, TAKE

from gametree import best, check, load, measure, perft, solve
from gametree.compile import DiffersError, cache, comparison, kernels, prepare, words_of
from gametree.compile.trial.trying import too_wide
from gametree.engine.examine import examine, follow
from gametree.engine.perft import count_leaves
from gametree.engine.score import INFINITY
from gametree.engine.searcher import margin
from gametree.solving.chance.graph import graph_of
from gametree.solving.dense.solve import solve_dense
from gametree.solving.estimating.sampling import Sampler
from gametree.solving.levels import Levels
from gametree.solving.proof.prover import Prover
from gametree.solving.strong.solve import solve_strong
from gametree.solving.task import Task
from gametree.solving.tiers.children import children_of

ROUNDED = """
    def actions(self, s):
        for n in (1, 3):
            if exact(n) - 2**53 <= s.left:
                yield n

def exact(n): return 2**53 + n if n else 0.5
"""
"""Compiled, ``exact`` is a float, which cannot hold 2**53 + 3; nothing here is wider than 64 bits."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))


def written(folder, methods: str) -> str:
    (folder / "take.py").write_text(TAKE + methods)
    return str(folder / "take.py")


def kept(start: str) -> list[str]:
    return [file.name for file in cache.folder().glob(f"{start}*")]


# --- a difference that the trial cannot see --------------------------------------------------------------------------


def test_what_rounds_otherwise_runs_interpreted(tmp_path, monkeypatch, capsys):
    file = written(tmp_path, ROUNDED)
    assert too_wide(load(file)) == ""
    assert perft(file, depth=3).nodes == 4  # from 5: 1 1 1, 1 1 3, 1 3 1, 3 1 1; compiled 3 cannot be taken from 3
    told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("compiling")]
    (line,) = told
    where = rf"{re.escape(file)} runs interpreted: take.py, line {LINE + 1}: actions is \[1\] compiled, "
    assert re.fullmatch(where + r"but \[1, 3\] in Python \(in Pile\(left=3, turn=[01]\)\)", line)
    assert not kept("count_leaves")

    # It is remembered: nothing is compiled again, and every verb answers in Python.
    monkeypatch.setattr(kernels, "_differences", {})
    monkeypatch.setattr(kernels, "_compile_aside", None)
    assert perft(file, depth=3).nodes == 4
    answer = best(file, depth=9)
    assert (answer.compiled, answer.value, answer.proven) == (False, 1, True)
    assert solve(file).value == 1
    assert measure(file).positions.value == len({(5, 0), (4, 1), (3, 0), (2, 1), (1, 0), (0, 1)})
    assert "interpreted" not in capsys.readouterr().err  # said once, of one game in one process


@pytest.mark.thorough
def test_a_search_is_not_believed_either(tmp_path):
    file = written(
        tmp_path, "    def evaluate(self, s): return exact(s.left) - 2**53\n" + ROUNDED[ROUNDED.index("def exact") :]
    )
    assert not best(file, depth=1).compiled
    assert not kept("search")


def test_check_tells_where(tmp_path):
    report = check(written(tmp_path, ROUNDED), games=5)
    assert "compiled, but" in str(report)
    assert not report.ok


# --- one compiled method lies ----------------------------------------------------------------------------------------

LIES = {
    "terminal": ("terminal(self, s): return lie(s.left) == 0", examine),
    "player": ("player(self, s): return lie(s.turn) % 2", examine),
    "actions": ("actions(self, s): yield lie(1)", examine),
    "utility": ("utility(self, s): return lie(s.turn)", examine),
    "evaluate": ("evaluate(self, s): return lie(s.left) / 7", examine),
    "drawn": ("drawn(self, s): return lie(s.left) == 3", examine),
    "result": ("result(self, s, a): return Pile(s.left - a, lie(1 - s.turn) % 2)", follow),
}


@pytest.mark.parametrize("method", LIES)
def test_each_method_is_asked(tmp_path, method):
    text, kernel = LIES[method]
    game = load(written(tmp_path, f"    def {text}\ndef lie(n): return n\n"))
    helper = type(game).initial.__globals__["lie"]
    overload(helper)(lambda n: lambda n: n + 1 if n >= 0 else n)
    with pytest.raises(
        DiffersError, match=rf"^take.py, line {LINE}: {method} is .* compiled, but .* in Python \(in Pile"
    ):
        prepare(kernel, game, words_of(game.initial()), 0)
    with pytest.raises(DiffersError):  # and again
        prepare(kernel, game, words_of(game.initial()), 0)


# --- what agrees -----------------------------------------------------------------------------------------------------


def test_what_agrees_is_compiled_and_asked_once(tmp_path, monkeypatch, capsys):
    file = written(tmp_path, "    def evaluate(self, s): return s.left / 3\n")
    game = load(file)
    arguments = game, words_of(game.initial()), 0
    with monkeypatch.context() as interrupted:
        interrupted.setattr(comparison, "difference", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            prepare(examine, *arguments)
    assert not kept("examine")  # what was not compared to the end is neither kept nor used
    prepare(examine, *arguments)
    assert kept("examine")
    examine.overloads.clear()
    monkeypatch.setattr(comparison, "difference", None)
    prepare(examine, *arguments)
    assert "interpreted" not in capsys.readouterr().err


def test_games_of_the_package_are_not_compared(monkeypatch):
    monkeypatch.setattr(comparison, "difference", None)
    game = load("tictactoe")
    prepare(count_leaves, game, words_of(game.initial()), 1, False, False, 0)


# --- every way that falls back says so -------------------------------------------------------------------------------

WIDE = """    index_size = 12
    def evaluate(self, s): return (s.left << 62) >> 61
    def index(self, s): return 2 * s.left + s.turn
    def state(self, i): return Pile(i // 2, i % 2)
    def tier(self, s): return s.left
"""
WAYS = {
    "search": lambda game: best(game, depth=2),
    "perft": lambda game: perft(game, depth=2),
    "strong": lambda game: solve_strong(game, game.initial(), Task()),
    "dense": lambda game: solve_dense(game, game.initial(), Task()),
    "levels": lambda game: Levels(game, 11, 6, Task()),
    "tiers": lambda game: children_of(game, game.initial(), divided=False),
    "chance": lambda game: graph_of(game, game.initial(), Task()),
    "sampling": lambda game: Sampler(game, game.initial(), 100, Task()),
    "proof": lambda game: Prover(game, game.initial(), Task()),
}


@pytest.mark.parametrize("way", WAYS)
def test_each_way_says_why_it_runs_interpreted_once(tmp_path, way, monkeypatch, capsys):
    monkeypatch.setattr("gametree.solving.strong.solve.SMALL", 1)  # or it is solved before it would be compiled
    game = load(written(tmp_path, WIDE))
    WAYS[way](game)
    WAYS[way](game)
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(r"take.py runs interpreted: take.py, line \d+: a number of \d+ bits", line)


def test_huge_estimates_end_in_no_traceback(tmp_path):
    assert margin(load(written(tmp_path, "    def evaluate(self, s): return s.left * 2**50\n"))) == INFINITY
