"""``best`` by proof-number search: no estimates, but the exact value, or what was proven of it when time ran out."""

from __future__ import annotations

import threading
import time as clock
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, MIN, AnyGame, even, legal
from gametree.solving.proof.prover import Prover
from gametree.solving.proof.solve import Half, bisect, refuse
from gametree.solving.task import StoppedError, Task

if TYPE_CHECKING:
    from gametree.analysis import Analysis
    from gametree.solving.task import Report


def best_by_proof(
    game: AnyGame, state: Any, *, time: float | None, nodes: int | None, table: int, stop: threading.Event | None
) -> Analysis:
    """The move that keeps the value of a position that is not over, and the value.

    >>> from gametree import load
    >>> game = load("nim:3,4,5")
    >>> answer = best_by_proof(game, game.initial(), time=None, nodes=None, table=16, stop=None)
    >>> answer.move, answer.value, answer.proven
    ('a2', 1.0, True)
    """
    from gametree.verbs.best import plain

    refuse(game)
    begun = clock.perf_counter()
    halt = threading.Event()

    def watch(_: Report) -> None:
        if (stop is not None and stop.is_set()) or (time is not None and clock.perf_counter() - begun >= time):
            halt.set()

    prover = Prover(game, state, Task(memory=2 * (table << 20), halt=halt, progress=watch))
    prover.limit = nodes or 1 << 62
    halves: dict[int, Half] = {}
    player, done = game.player(state), True
    try:
        bisect(prover, state, halves)
    except (StoppedError, KeyboardInterrupt):
        done = False  # what was proven so far is the answer
    known = halves.get(player) or halves.get(1 - player)
    action = halves[player].action if player in halves else legal(game, state)[0]
    value = known.payoff if known else even(game)
    bound = {MAX: "lower", MIN: "upper"}[known.side] if known and not done else "exact"
    return plain(
        game, state, action, value, "dfpn", bound=bound, proven=known is not None, nodes=prover.nodes,
        seconds=clock.perf_counter() - begun, compiled=prover.compiled,
    )  # fmt: skip
