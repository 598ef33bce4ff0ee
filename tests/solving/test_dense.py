"""Dense solving: the three ways agree with each other, with the general solver, and with brute force."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from numbered import Graph, NumberedConnectFour, WithParents

from broken_rules import without_trial
from gametree import best, load
from gametree.errors import GameError
from gametree.game import AnyGame, Game, legal, over, payoff, worth
from gametree.games.morris import Morris
from gametree.games.ponghauki import PongHauKi
from gametree.solving.database import Database
from gametree.solving.dense import solve as solve_module
from gametree.solving.dense.solve import solve_dense
from gametree.solving.dense.table import DenseTable, tier_ranges
from gametree.solving.label import Label
from gametree.solving.numbering import fits
from gametree.solving.solution import Solution, preference
from gametree.solving.statistics import statistics
from gametree.solving.strong import plain
from gametree.solving.task import StoppedError, Task

if TYPE_CHECKING:
    from pathlib import Path


def solved(game: AnyGame, **options: Any) -> Solution:
    return solve_dense(game, game.initial(), Task(threads=2), **options)


def general(game: AnyGame) -> dict[Any, Label]:
    """The general solver's labels of all that can be reached."""
    graph = plain.explore(game, game.initial(), Task())
    return dict(zip(graph.states, plain.label(game, graph), strict=True))


def numbered(game: AnyGame) -> list[Any]:
    return [s for s in map(game.state, range(game.index_size)) if s == game.state(game.index(s))]


def by_horizon(game: AnyGame, plies: int) -> dict[Any, float]:
    """Brute force: minimax to a depth, with even values beyond it. Deep enough, that is the
    value, since what can be forced is forced in fewer plies than there are positions."""
    states = numbered(game)
    ends = {s: float(worth(payoff(game, s))) for s in states if over(game, s)}
    values = {s: ends.get(s, 0.0) for s in states}
    for _ in range(plies):
        values = {
            s: ends[s]
            if s in ends
            else (min if game.player(s) else max)(values[game.result(s, a)] for a in legal(game, s))
            for s in states
        }
    return values


def is_consistent(solution: Solution, state: Any) -> bool:
    """Does the label follow from those of the successors? Where that holds everywhere, wins and losses are proven by
    induction over their remoteness, and draws because nobody has anything better."""
    game = solution.rules
    assert game is not None
    known = solution[state]
    if over(game, state):
        return known == Label(float(worth(payoff(game, state))), 0)
    after = [solution[game.result(state, a)] for a in legal(game, state)]
    best = min(after, key=lambda label: preference(game, state, *label))
    return known == Label(best.value, None if best.remoteness is None else best.remoteness + 1)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [Graph, WithParents])
def test_random_graphs(kind: type[Graph]):
    """With circles, scores, extra turns and holes: labels as the general solver has them, values as brute force."""
    endless = 0
    for seed in range(25):
        game = kind(seed, ends=(0.1, 0.25, 0.5)[seed % 3])
        found, values = solved(game), solved(game, remoteness=False)
        for state, label in general(game).items():
            assert found[state] == label, (seed, state)
            endless += label.remoteness is None
        for state, value in by_horizon(game, game.index_size).items():
            assert found[state].value == values[state].value == value, (seed, state)
        assert found.positions == len(numbered(game)) == game.index_size - game.hole.sum()
        assert found.wins == sum(found[s].value > 0 for s in numbered(game))
    assert endless > 100


@pytest.mark.thorough
def test_the_ways_are_the_ones_meant():
    assert solved(Graph(3)).method == "dense, looking ahead depth by depth"
    assert solved(WithParents(3)).method == "dense, counting back from the ends"
    assert solved(WithParents(3), remoteness=False).method == "dense, values alone"


def test_a_game_that_does_not_compile(capsys: pytest.CaptureFixture[str]):
    class Wordy(WithParents):
        def terminal(self, s: Any) -> bool:
            return json.loads(json.dumps(bool(self.over[s.place])))

    found = solved(Wordy(5))
    assert "interpreted" in capsys.readouterr().err
    assert all(found[s] == label for s, label in general(WithParents(5)).items())


@pytest.mark.thorough
@pytest.mark.parametrize("spec", ["nim:3,4,5", "nim:4,4,limit=2,misere=true"])
def test_where_every_move_leads_to_a_lower_number_one_sweep_is_enough(spec: str, monkeypatch: pytest.MonkeyPatch):
    """The numbers of Nim do not go tier by tier, but each move lowers them: the same labels as back along the moves."""
    game = load(spec)
    swept = solved(game)
    monkeypatch.setattr(solve_module, "PIECE", 64)
    in_pieces = solved(game)
    monkeypatch.setattr(solve_module, "_one_way", lambda _game: False)
    counted = solved(game)
    assert (swept.method, counted.method) == ("dense, looking ahead", "dense, counting back from the ends")
    assert all(swept[s] == in_pieces[s] == counted[s] for s in numbered(game))


def test_which_games_lead_one_way():
    """A game that goes both ways, or leaves the numbers, is not taken for one that leads one way."""
    assert solve_module._one_way(load("nim:3,4,5"))
    assert not solve_module._one_way(WithParents(3))
    assert not solve_module._one_way(PongHauKi())


@pytest.mark.thorough
def test_pong_hau_ki_three_ways():
    """A loopy game with ends by blocking: along its parents, without them, and for values in two bits."""

    class Forwards(PongHauKi):
        parents = Game.parents

    game = PongHauKi()
    found, forwards, values = solved(game), solved(Forwards()), solved(game, remoteness=False)
    assert found.loops
    for state, label in general(game).items():
        assert found[state] == forwards[state] == label
        assert values[state] == Label(label.value, None)
    assert isinstance(values.labels, DenseTable)
    assert len(values.labels.codes) == -(-game.index_size // 4)


@pytest.mark.thorough
def test_connect_four_goes_tier_by_tier():
    """One byte a position, one sweep a tier, and the published number of positions among them (BOE25: 6,000 on 3×4,
    12,031 on 4×3)."""
    for width, height, positions in ((3, 4, 6000), (4, 3, 12031)):
        game = NumberedConnectFour(width, height)
        assert [tier for tier, _, _ in tier_ranges(game)] == list(range(width * height, -1, -1))
        found = solved(game)
        assert found.method == "dense, looking ahead"
        assert isinstance(found.labels, DenseTable)
        assert found.labels.codes.nbytes == game.index_size
        reached = general(game)
        assert sum(2 - (min(s, *game.symmetries(s)) == max(s, *game.symmetries(s))) for s in reached) == positions
        assert all(found[s] == label for s, label in reached.items())
        assert [tier.positions for tier in found.tiers] == [last - first for _, first, last in tier_ranges(game)]


@pytest.mark.thorough
def test_six_mens_morris_endgame():
    """States without numbers in the middle of a turn, symmetric positions that share one, numbers as the mover sees
    them: labels follow from those of the successors."""
    game = Morris(men=6, white=3, black=3)
    found = solved(game)
    states = numbered(game)
    assert found.positions == len(states) < game.index_size
    chosen = random.Random(1).sample(states, 800)
    assert all(is_consistent(found, s) for s in chosen)
    taking = [t for s in chosen for t in (game.result(s, a) for a in legal(game, s)) if t.removing]
    assert all(game.index(t) == -1 and found[t] == Label(1.0, 1) for t in taking)  # the other side is down to two
    assert taking


@pytest.mark.slow
def test_six_mens_morris_endgame_as_the_general_solver_has_it():
    game = Morris(men=6, white=4, black=3)
    found = solved(game)
    assert all(found[s] == label for s, label in general(game).items())


@pytest.mark.thorough
def test_bytes_become_wider():
    """Depths that do not fit into a byte: the same labels."""
    for game in (Graph(0), WithParents(0)):
        game.hole[:], game.over[:] = False, True
        game.moves[:], game.over[:55] = -1, False
        game.moves[:55, 0] = range(1, 56)
        game.pays[:] = 3
        game.pays[56:] = (-3, -1, 1, 2)
        game.turn_round()
        found = solved(game)
        assert isinstance(found.labels, DenseTable)
        assert found.labels.codes.dtype.itemsize == 2
        assert (found.value, found.remoteness) == (3, 55)
        assert found.labels.deepest() == 55
        assert all(is_consistent(found, s) for s in numbered(game))


def test_payoffs_that_no_end_has_take_no_room():
    game = WithParents(0)
    game.pays[game.pays == 0] = 1
    found = solved(game)
    assert isinstance(found.labels, DenseTable)
    assert found.labels.coding.payoffs == tuple(float(v) for v in sorted(set(game.pays[game.over & ~game.hole])))
    assert all(is_consistent(found, s) for s in numbered(game))


def test_refusals():
    with pytest.raises(GameError, match="tictactoe does not define index"):
        solved(load("tictactoe"))
    with pytest.raises(GameError, match="has no numbers"):
        solved(load("morris"))
    with pytest.raises(GameError, match="does not fit"):
        solve_dense(load("awari"), load("awari").initial(), Task())
    assert not fits(load("awari"), Task())
    assert fits(load("awari:endgame=5"), Task())


@without_trial
def test_rules_that_break_the_contract():
    outside, stuck = Graph(1), Graph(1)
    outside.pays[:] = 5
    stuck.over[:] = False
    with pytest.raises(GameError, match="not a whole number within its bounds"):
        solved(outside)
    with pytest.raises(GameError, match="no actions in a state that is not terminal"):
        solved(stuck)


def test_stopping():
    game = load("awari:endgame=9")
    task = Task()
    task.halt.set()
    with pytest.raises(StoppedError):
        solve_dense(game, game.initial(), task)


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["ponghauki", "awari:pits=2,endgame=5", "morris:men=6,white=3,black=3"])
def test_databases(words: str, tmp_path: Path):
    """Written and opened again: the same labels, whichever form they have."""
    game = load(words)
    found = solve_dense(game, game.initial(), Task(out=tmp_path / "solved"))
    assert found.path == str(tmp_path / "solved")
    database = Database(tmp_path / "solved")
    states = numbered(game)
    assert [s for s, _ in database.states()] == states
    chosen = random.Random(1).sample(states, min(200, len(states)))
    after = [game.result(s, a) for s in chosen for a in legal(game, s)]
    assert all(database.label(s) == found[s] for s in [*chosen, *after])
    assert statistics(database).stored == database.solution().positions == len(states)


def test_values_in_a_database(tmp_path: Path):
    game = load("ponghauki")
    found = solve_dense(game, game.initial(), Task(out=tmp_path / "solved"), remoteness=False)
    database = Database(tmp_path / "solved")
    assert all(database.label(s) == found[s] for s in numbered(game))


@pytest.mark.thorough
def test_a_relative_table_in_the_search(tmp_path: Path):
    """``best`` with the database answers at once from the table, for both movers."""
    game = load("morris:men=6,white=3,black=3")
    found = solve_dense(game, game.initial(), Task(out=tmp_path / "solved"))
    rng, seen = random.Random(2), set[int]()
    for s in rng.sample(numbered(game), 40):
        for a in legal(game, s)[:2]:
            after = game.result(s, a)
            if not over(game, after) and not after.removing:
                assert best(game, after, depth=1, database=tmp_path / "solved").value == found[after].value
                seen.add(game.player(after))
    assert seen == {1}


KERNELS = """
from gametree.game import Game
from gametree.games.ponghauki import PongHauKi
from gametree.solving.dense import forward as dense_forward, parents as dense_parents, values as dense_values
from gametree.solving.dense.solve import solve_dense
from gametree.solving.task import Task
class Forwards(PongHauKi):
    parents = Game.parents
for game, options in ((PongHauKi(), {}), (PongHauKi(), {"remoteness": False}), (Forwards(), {})):
    assert solve_dense(game, game.initial(), Task(), **options).value == 0
kernels = [dense_forward.look_ahead, dense_parents.count_successors, dense_parents.tell_parents, dense_values.begin,
           dense_values.improve]
print(*(f"{k.py_func.__name__}:{sum(k.stats.cache_hits.values()) >= 1}" for k in kernels))
"""


@pytest.mark.thorough
def test_every_kernel_runs_twice_in_fresh_processes(tmp_path: Path):
    """The second start must find every kernel in the cache, and leave cleanly."""
    env = {**os.environ, "GAMETREE_CACHE": str(tmp_path)}
    runs = [subprocess.run([sys.executable, "-c", KERNELS], env=env, capture_output=True, text=True, check=True)
            for _ in range(2)]  # fmt: skip
    first, second = (run.stdout.split() for run in runs)
    assert len(first) == len(second) == 5
    assert all(word.endswith(":False") for word in first)
    assert all(word.endswith(":True") for word in second)
