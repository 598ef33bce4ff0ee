"""Several threads over one table: the same values, true certificates, a limit of nodes and a stop that all obey."""

from __future__ import annotations

import random
import threading

import pytest
from proof_games import MOVES, NODES, Graph, value_of

from gametree import best, load, solve
from gametree.errors import GameError
from gametree.solving.proof.prover import Prover
from gametree.solving.proof.solve import METHODS, bisect, solve_weak
from gametree.solving.proof.verify import verify
from gametree.solving.task import StoppedError, Task


def graph(rng: random.Random) -> Graph:
    arrows = [[rng.randrange(NODES) for _ in range(rng.randrange(MOVES + 1))] for _ in range(NODES)]
    arrows[0] = arrows[0] or [1]
    owners = [rng.randrange(2) for _ in range(NODES)]
    return Graph(arrows, owners, [rng.randint(-2, 2) for _ in range(NODES)])


def test_threads_agree_where_positions_come_back():
    rng = random.Random(5)
    for trial in range(150):
        game = graph(rng)
        found = solve_weak(game, game.initial(), Task(), METHODS[trial % 3], threads=rng.randint(2, 5))
        assert found.value == value_of(game), trial


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("spec", ["connect4:4,4", "mnk:4,4,4"])
def test_a_proof_by_threads_can_be_verified(method, spec, tmp_path):
    alone = solve(spec, level="weak", method=method)
    out = tmp_path / "threads.cert"
    found = solve(spec, level="weak", method=method, threads=3, out=out)
    assert found.value == alone.value
    assert verify(out).value == alone.value


def test_a_table_that_overflows_keeps_the_value():
    """Four threads write into the same few buckets."""
    game = load("connect4:5,4")
    small = solve_weak(game, game.initial(), Task(memory=1 << 20), "dfpn", threads=4)
    assert small.value == solve_weak(game, game.initial(), Task(), "dfpn").value


def test_the_node_limit_is_for_all_threads_together():
    found = best("connect4", algorithm="dfpn", nodes=20_000, threads=4)
    assert not found.proven
    assert 20_000 < found.nodes <= 20_000 + 2 * 4


def test_a_stop_ends_all_threads():
    game = load("connect4")
    stop = threading.Event()

    def tell(progress):
        if progress.done > 50_000:
            stop.set()

    before = threading.active_count()
    with pytest.raises(StoppedError):
        solve_weak(game, game.initial(), Task(progress=tell, halt=stop), threads=3)
    assert threading.active_count() == before


def test_one_thread_visits_the_same_nodes_every_time():
    game = load("connect4:4,4")
    counts = set()
    for _ in range(2):
        prover = Prover(game, game.initial(), Task())
        bisect(prover, game.initial())
        counts.add(prover.nodes)
    assert len(counts) == 1


def test_an_error_in_one_thread_is_told(monkeypatch):
    game = load("connect4:4,4")
    prover = Prover(game, game.initial(), Task(), threads=3)
    prover.pose(prover.question(0, 1.0))
    kernel, calls = prover.kernel, []

    def fails(*args):
        calls.append(args)
        if len(calls) == 2:
            raise GameError("the second thread")
        return kernel(*args)

    monkeypatch.setattr(prover, "kernel", fails)
    with pytest.raises(GameError, match="the second thread"):
        prover.search(game.initial())
