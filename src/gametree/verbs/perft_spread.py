"""``perft`` over a cluster: the tree is split at a shallow depth, and each task counts below one of its positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from gametree.cluster.carrying import carry, spot
from gametree.cluster.jobs import Job
from gametree.cluster.ledger import Ledger
from gametree.verbs.perft import Crew, moves_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.cluster.carrying import Carried, Spot
    from gametree.cluster.crowd import Cluster
    from gametree.game import AnyGame

TASKS = 32
"""At least so many tasks for each thread of a worker, so that all are busy to the end."""
BELOW = 3
"""A task counts at least so many moves deep."""


def count_below(carried: Carried, root: Spot, depth: int, ends: bool, bulk: bool) -> int:
    """The work of one task."""
    game = carried.game()
    s = root.state(game)
    return Crew(game, s, ends, bulk, 1, None).count([(s, depth)])[0]


class Spread:
    """Counts below several states, on the workers of a cluster."""

    def __init__(
        self,
        game: AnyGame,
        cluster: Cluster,
        ends: bool,
        bulk: bool,
        save: str | Path | None,
        progress: Callable[[int], None] | None,
    ):
        self.game, self.cluster, self.ends, self.bulk, self.progress = game, cluster, ends, bulk, progress
        self.carried = carry(game)
        Crew(game, game.initial(), ends, bulk, 1, None)  # workers that share the cache need not compile
        identity = {"what": "perft", "rules": self.carried.rules, "ends": ends, "bulk": bulk}
        self.ledger = None if save is None else Ledger(Path(save), identity)

    def count(self, roots: list[tuple[Any, int]]) -> list[int]:
        """The leaves below each root, at its depth."""
        found, whose = [0] * len(roots), dict[str, int]()
        todo: list[Job] = []
        for i, root, depth in self._split(roots):
            job = Job(count_below, (self.carried, root, depth, self.ends, self.bulk))
            known = None if self.ledger is None else self.ledger.known(job)
            if known is None:
                whose[job.key] = i
                todo.append(job)
            else:
                found[i] += known
        for job, leaves in self.cluster.run(todo):
            found[whose[job.key]] += leaves
            if self.ledger is not None:
                self.ledger.add(job, leaves)
            if self.progress is not None:
                self.progress(sum(found))
        return found

    def _split(self, roots: list[tuple[Any, int]]) -> list[tuple[int, Spot, int]]:
        """The tasks: whose they are, where they begin and how deep they count. The deepest are split, a move at a time,
        until there are enough."""
        tasks = [(i, spot(self.game, s), s, depth) for i, (s, depth) in enumerate(roots)]
        enough = TASKS * self.cluster.threads
        while len(tasks) < enough:
            split = [task for task in tasks if task[3] > BELOW and not self.game.terminal(task[2])]
            if not split:
                break
            deepest = max(depth for *_, depth in split)
            kept = [task for task in tasks if task[3] < deepest or self.game.terminal(task[2])]
            tasks = kept + [
                (i, root.then(a), self.game.result(s, a), depth - 1)
                for i, root, s, depth in split
                if depth == deepest
                for a in moves_of(self.game, s)
            ]
        return [(i, root, depth) for i, root, _, depth in tasks]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ledger is not None:
            self.ledger.file.close()
