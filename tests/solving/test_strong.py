"""Strong solving: compiled = plain Python = what labels mean, on random graphs with loops, scores, extra turns, draws
by rule and symmetries; and what cannot be solved, is stopped, or does not fit."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from broken_rules import without_trial
from gametree import Game, GameError, load, solve
from gametree.game import provides, smallest
from gametree.solving.database import Database
from gametree.solving.label import Coding
from gametree.solving.strong import explore, kept, linked
from gametree.solving.strong.solve import solve_compiled, solve_plain, solve_strong
from gametree.solving.task import StoppedError, Task
from gametree.solving.worths import images
from marking import thorough

sys.path.insert(0, str(Path(__file__).parent))
from strong_games import Paid, Place, Scores, Wins, by_definition, graphs

FACTS = ("value", "remoteness", "positions", "wins", "losses", "draws", "classes", "tiers", "longest", "loops")


def check(game: Game, threads: int = 2):
    """Both forms against the definition, position by position."""
    right = by_definition(game)
    compiled = solve_compiled(game, game.initial(), Task(threads=threads))
    plain = solve_plain(game, game.initial(), Task())
    for most in (0.0, 1e-6):  # moves that are not kept, or forgotten on the way, are made again
        with mock.patch.object(kept, "MOST", most):
            again = solve_compiled(game, game.initial(), Task(threads=threads))
        assert all(getattr(again, fact) == getattr(compiled, fact) for fact in FACTS)
        assert all(again[s] == label for s, label in right.items())
    for fact in FACTS:
        assert getattr(compiled, fact) == getattr(plain, fact), fact
    for s, label in right.items():
        assert compiled[s] == label == plain[s], s
    assert compiled.positions == len(right)
    middle = sum(game.bounds) / 2
    assert compiled.wins == sum(label.value > middle for label in right.values())
    assert compiled.draws == sum(label.value == middle for label in right.values())
    if compiled.classes is not None:
        classes = {smallest(game, s) for s in right}
        assert compiled.classes == len(classes)
        assert compiled.positions == sum(images(game, s) for s in classes)


several = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@pytest.mark.thorough
@several
@given(graphs(), st.integers(0, 1))
def test_loops_and_scores(graph, copies):
    check(Scores(*graph, copies))


@several
@given(graphs(loops=False), st.integers(0, 1))
def test_no_loops(graph, copies):
    game = Scores(*graph, copies)
    check(game)
    assert solve_strong(game, game.initial(), Task()).loops is False


@several
@given(graphs(), st.integers(0, 1))
def test_wins_and_draws_by_rule(graph, copies):
    check(Wins(*graph, copies))


@pytest.mark.thorough
@several
@given(graphs(), st.integers(-9, 9))
@example(([[1], [2, 3], [], [2]], [0] * 4, [0] * 4), -1)  # no cycle: what one would pay says nothing about who hurries
def test_cycles_that_pay(graph, cycle):
    check(Paid(*graph, cycle=cycle))


@given(graphs())
@several
def test_one_thread_and_two_find_the_same(graph):
    game = Scores(*graph)
    one, two = (solve_compiled(game, game.initial(), Task(threads=n)) for n in (1, 2))
    assert all(getattr(one, fact) == getattr(two, fact) for fact in FACTS)


@pytest.mark.thorough
def test_threads_share_large_levels():
    game = load("connect4:width=4,height=5")
    one, two = (solve_compiled(game, game.initial(), Task(threads=n)) for n in (1, 2))
    assert one.positions == two.positions == 1_706_255
    assert all(getattr(one, fact) == getattr(two, fact) for fact in FACTS)
    (keys, codes), (others, theirs) = one.labels.table(), two.labels.table()
    first, second = np.lexsort(keys.T), np.lexsort(others.T)
    assert (keys[first] == others[second]).all()
    assert (codes[first] == theirs[second]).all()


@pytest.mark.parametrize(
    "spec", ["tictactoe", "kalah:m=3,n=2", "ponghauki", *thorough("connect4:width=4,height=3", "nim:3,4,5")]
)
def test_compiled_is_interpreted_in_the_catalogue(spec):
    game = load(spec)
    compiled = solve_compiled(game, game.initial(), Task())
    plain = solve_plain(game, game.initial(), Task())
    for fact in FACTS:
        assert getattr(compiled, fact) == getattr(plain, fact), fact
    for s in plain.labels.graph.states:
        assert compiled[s] == plain[s]


def test_a_position_other_than_the_start():
    game = load("tictactoe")
    start = game.parse("X.. .O. ...")
    found = solve_compiled(game, start, Task())
    assert found.classes is None or found.classes < found.positions
    assert found[start] == solve_plain(game, start, Task())[start] == solve("tictactoe")[start]


def test_one_end_is_a_game_too():
    game = load("tictactoe")
    found = solve_compiled(game, game.parse("XXX OO. ..."), Task())
    assert (found.value, found.remoteness, found.positions, found.longest) == (1, 0, 1, 0)


@pytest.mark.thorough
def test_many_children():
    """More children of one position than the buffers have room for at first."""
    game = load("nim:heaps=5000")
    found = solve_compiled(game, game.initial(), Task())
    assert (found.outcome, found.remoteness, found.longest) == ("win", 1, 5000)
    assert found.positions == 10000


# --- what is refused -------------------------------------------------------------------------------------------------


class Banned(Scores):
    repetition = "illegal"


class Punished(Scores):
    repetition = "loss"


class Differing(Scores):
    def repeated(self, s):
        return int(self.values[s.node])


LOOP = [[1], [0, 2], []], [0, 1, 0], [0, 5, 9]
TREE = [[1, 2], [], []], [0, 1, 0], [0, 5, 9]


@pytest.mark.parametrize("solver", [solve_compiled, solve_plain])
def test_repetition_that_loses(solver):
    with pytest.raises(GameError, match="the player who brings one back loses"):
        solver(Punished(*LOOP), Place(0, 0), Task())
    assert solver(Punished(*TREE), Place(0, 0), Task()).value == 9  # nothing comes back


def test_repetition_that_is_illegal():
    with pytest.raises(GameError, match="no position may be repeated"):
        solve(Banned(*LOOP))


@pytest.mark.parametrize("solver", [solve_compiled, solve_plain])
def test_cycles_that_pay_differently(solver):
    with pytest.raises(GameError, match="endless play has the value 0 in one position and 5 in another"):
        solver(Differing(*LOOP), Place(0, 0), Task())


class Stuck(Scores):
    def actions(self, s):
        for a in range(0):
            yield a


class Odd(Scores):
    def player(self, s):
        return 7


@pytest.mark.parametrize("solver", [solve_compiled, solve_plain])
@pytest.mark.parametrize(("game", "words"), [(Stuck, "has no actions in a state that is not"), (Odd, "neither Max")])
@without_trial
def test_mistakes_in_the_rules(solver, game, words):
    with pytest.raises(GameError, match=words):
        solver(game(*LOOP), Place(0, 0), Task())


@pytest.mark.thorough
def test_too_little_memory_is_said_at_once(monkeypatch):
    monkeypatch.setattr(explore, "FORESIGHT", 600.0)  # so a slow machine counts the game too
    game = load("connect4:width=4,height=5")
    with pytest.raises(GameError, match=r"does not fit into 9.0 MiB: it needs about \d\d\.\d MiB; give it more"):
        solve_compiled(game, game.initial(), Task(memory=9 << 20))
    monkeypatch.setattr(explore, "FORESEE", 1)
    with pytest.raises(GameError, match=r"does not fit into 9.0 MiB: \d+,\d+ positions were found so far"):
        solve_compiled(game, game.initial(), Task(memory=9 << 20))
    monkeypatch.setattr(linked, "PER_STATE", 1 << 30)  # room for the positions, not for the moves between them
    with pytest.raises(GameError, match=r"it needs about .* GiB"):
        solve_compiled(load("kalah:m=3,n=2"), load("kalah:m=3,n=2").initial(), Task())


# --- stopping, and the reports meanwhile -----------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["exploring", "labelling"])
@pytest.mark.parametrize("spec", ["connect4:width=4,height=4", "kalah:m=3,n=2"])
def test_it_stops_at_any_stage(spec, stage):
    halt = threading.Event()

    def listen(report):
        if report.what == stage:
            halt.set()

    game = load(spec)
    with pytest.raises(StoppedError):
        solve_compiled(game, game.initial(), Task(progress=listen, halt=halt))


def test_a_stop_from_outside():
    stop = threading.Event()
    stop.set()
    with pytest.raises(StoppedError):
        solve("connect4:width=4,height=4", stop=stop)


# --- databases, and games that do not compile ------------------------------------------------------------------------


class Untiered(Game[Place]):
    """A walk on a ring; the end pays by how far it went."""

    bounds = (0, 6)

    def initial(self):
        return Place(3, 0)

    def player(self, s):
        return s.copy

    def actions(self, s):
        yield 1
        yield 2

    def result(self, s, a):
        return Place((s.node + a) % 7, 1 - s.copy)

    def terminal(self, s):
        return s.node == 0

    def utility(self, s):
        return 6 if s.copy else 0


def test_a_database_of_what_was_solved_in_memory(tmp_path):
    game = Untiered()
    assert not provides(game, "tier")
    for name, solver in (("compiled", solve_compiled), ("plain", solve_plain)):
        found = solver(game, game.initial(), Task())
        keys, codes = found.labels.table()
        assert len(keys) == len(codes) == found.positions
        assert isinstance(found.labels.coding, Coding), name
    found = solve_strong(game, game.initial(), Task(out=tmp_path / "ring"))
    opened = Database(tmp_path / "ring", game)
    assert found.path == str(tmp_path / "ring")
    for s in by_definition(game):
        assert opened.label(s) == found[s]


class Text(NamedTuple):
    letters: str


class Letters(Game[Text]):
    """The players append a or b; who completes aba loses. ``eval`` does not compile."""

    def initial(self):
        return Text("")

    def player(self, s):
        return len(s.letters) % 2

    def actions(self, s):
        return [0, 1]

    def result(self, s, a):
        return Text(s.letters + eval("'ab'[a]", {"a": a}))

    def terminal(self, s):
        return s.letters.endswith("aba") or len(s.letters) == 6

    def utility(self, s):
        return 0 if not s.letters.endswith("aba") else 1 if len(s.letters) % 2 == 0 else -1


def test_interpreted_where_it_does_not_compile(capsys):
    found = solve(Letters())
    assert "runs interpreted" in capsys.readouterr().err
    right = by_definition(Letters())
    assert found.positions == len(right)
    assert all(found[s] == label for s, label in right.items())


# --- kernels in fresh processes --------------------------------------------------------------------------------------

ENTRY_POINTS = """
import numpy as np
from gametree import load
from gametree.solving.strong import choose, kept, network, slots, unfold
from gametree.solving.strong.solve import solve_compiled
from gametree.solving.task import Task
for spec in ("connect4:width=4,height=4", "kalah:m=2,n=2", "ponghauki"):   # by levels, backward, retrograde
    game = load(spec)
    print(solve_compiled(game, game.initial(), Task()).positions)
kept.MOST = 0                              # no room to keep the moves: they are made again
game = load("connect4:width=4,height=4")
print(solve_compiled(game, game.initial(), Task()).positions)
four = np.zeros(4, np.int32)
network.open_children(np.zeros(4, np.int64), four, four, np.zeros(4, np.uint32), four, np.zeros(1, np.int64))
kernels = [
    unfold.unfold, slots.add, slots.rebuild, slots.look_up, slots.find_one, choose.choose, network.link,
    network.arrivals, network.arrange, network.back_up, network.turn_round, network.open_children, network.force,
    kept.gather, kept.choose_kept,
]
print(*(f"{k.py_func.__name__}:{sum(k.stats.cache_hits.values()) >= 1}" for k in kernels))
"""


@pytest.mark.thorough
def test_every_kernel_runs_twice_in_fresh_processes(tmp_path):
    """The second start must hit the cache for every kernel, and leave cleanly."""
    environment = os.environ | {"GAMETREE_CACHE": str(tmp_path)}
    outs = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", ENTRY_POINTS], check=True, capture_output=True, text=True, env=environment
        )
        outs.append(done.stdout.split())
    first, second = outs
    assert first[:4] == second[:4] == ["161029", "22", "56", "161029"]
    assert all(word.endswith(":True") for word in second[4:])
