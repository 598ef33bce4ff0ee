"""``best`` by proof-number search: the exact value, or what was proven about it when time ran out."""

from __future__ import annotations

import threading
import time as clock
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.claims import between, estimated
from gametree.engine.searcher import is_worn
from gametree.errors import GameError
from gametree.game import MAX, MIN, AnyGame, even, legal, line_of
from gametree.options import check_options
from gametree.solving.proof.prover import Prover, Tuning, by_prover
from gametree.solving.proof.solve import Half, answered, below, bisect, refuse
from gametree.solving.task import StoppedError, Task

if TYPE_CHECKING:
    from gametree.analysis import Analysis
    from gametree.solving.task import SolveProgress

GOALS = ("value", "win", "draw")


@dataclass(frozen=True)
class ProofOptions(Tuning):
    """The options of ``best --algorithm dfpn``."""

    goal: str = "value"
    """``value``: the exact value, by several questions; ``win`` or ``draw``: whether Max can get at least that."""
    score: float | None = None
    """Instead of a goal: whether Max can get at least this."""

    def limit(self, game: AnyGame) -> float | None:
        """The greatest payoff that misses the goal; None if the value itself is asked for."""
        if self.goal not in GOALS:
            raise GameError(f"goal must be one of {', '.join(GOALS)}, not {self.goal!r}; for a number use score")
        if self.score is not None:
            return below(game, self.score)
        return None if self.goal == "value" else below(game, self.goal)


def best_by_proof(
    game: AnyGame,
    position: Any,
    *,
    time: float | None,
    nodes: int | None,
    table: int,
    stop: threading.Event | None,
    threads: int = 1,
    **options: Any,
) -> Analysis:
    """The move that keeps the value of a position that is not over (a state, a Line or None), and the value. The proof
    ignores the positions before this one: if one of them may come back and end the game, nothing is called proven.

    >>> from gametree import load
    >>> game = load("nim:3,4,5")
    >>> answer = best_by_proof(game, None, time=None, nodes=None, table=16, stop=None)
    >>> answer.move, answer.value, answer.proven
    ('a2', 1.0, True)
    >>> best_by_proof(load("tictactoe"), None, time=None, nodes=None, table=16, stop=None, goal="win").most
    0.0
    """
    from gametree.analysis import plain

    check_options("dfpn", vars(ProofOptions()), options)
    chosen = ProofOptions(**options)
    limit = chosen.limit(game)
    refuse(game)
    begun = clock.perf_counter()
    states = line_of(game, position).states(game)
    state = states[-1]
    halt = threading.Event()

    def watch(_: SolveProgress) -> None:
        if (stop is not None and stop.is_set()) or (time is not None and clock.perf_counter() - begun >= time):
            halt.set()

    def prove(prover: Prover) -> tuple[Prover, dict[int, Half]]:
        prover.limit = nodes or 1 << 62
        halves: dict[int, Half] = {}
        with suppress(StoppedError, KeyboardInterrupt):  # answer with what was proven so far
            if limit is None:
                bisect(prover, state, halves)
            else:
                half = answered(prover, state, limit)
                halves[half.side] = half
        return prover, halves

    prover, halves = by_prover(
        prove, game, state, Task(memory=2 * (table << 20), halt=halt, progress=watch), tuning=chosen, threads=threads
    )
    player = game.player(state)
    action = halves[player].action if player in halves else legal(game, state)[0]
    low, high = game.bounds
    least = halves[MAX].payoff if MAX in halves else low
    most = halves[MIN].payoff if MIN in halves else high
    claimed = between(game, least, most, guess=even(game))
    if is_worn(game, states[:-1]):
        claimed = estimated(claimed.value)
    return plain(
        game, state, action, claimed, "dfpn", nodes=prover.nodes, seconds=clock.perf_counter() - begun,
        compiled=prover.compiled,
    )  # fmt: skip
