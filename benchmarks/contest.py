"""Contests: the same task given to several contestants in turn, and what comes of it as ratios.

The contestants run A B C A B C …, so that whatever else the machine does meets all of them. Each run is set against
the run of ours in the same round, and the ratio of a contest is the median of these. The clock is the processor time of
this process, where nothing else is said: who has to wait for his turn on a busy machine does not look slower for it.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from statistics import geometric_mean, median
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Run(NamedTuple):
    """One run of one contestant: how long it took, how many nodes it visited, what it answered."""

    seconds: float
    nodes: int
    answer: object


class Spread(NamedTuple):
    """A ratio over the rounds: its median, the lowest and the highest."""

    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_three_digits(self.middle)} ({_three_digits(self.low)}–{_three_digits(self.high)})"


@dataclass(frozen=True)
class Duel:
    """Ours against another on one task. ``speed`` is ours in nodes/s by theirs, ``time`` their seconds by ours: more
    than 1 is in our favour."""

    task: str
    ours: str
    theirs: str
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    speed: Spread
    time: Spread


@dataclass
class Part:
    """One part of the benchmark: its duels or its plain rows, how it stands to the targets, what else is to be said."""

    letter: str
    title: str
    duels: list[Duel] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)


@dataclass(frozen=True)
class Target:
    """What was promised, what was measured, and whether the one is as good as the other."""

    what: str
    measured: float
    promised: float
    at_least: bool

    @property
    def met(self) -> bool:
        return self.measured >= self.promised if self.at_least else self.measured <= self.promised

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        return f"{self.what}: {self.measured:.2f} (target {sign} {self.promised:g}: {'met' if self.met else 'MISSED'})"


class DisagreementError(Exception):
    """Two contestants that should answer the same, or visit the same nodes, do not."""


def clocked(task: Callable[[], object], at_least: float = 0.0, *, wall: bool = False) -> tuple[float, Any]:
    """The seconds that a task takes, of the processor or on the ``wall``, and its answer. A short one is done again and
    again for ``at_least`` seconds, and the mean counts."""
    clock = time.perf_counter if wall else time.process_time
    start, times = clock(), 0
    while True:
        answer = task()
        times += 1
        passed = clock() - start
        if passed >= at_least:
            return passed / times, answer


def contest(
    task: str,
    contestants: Mapping[str, Callable[[], Run]],
    rounds: int,
    *,
    same_nodes: bool = False,
    steady: bool = True,
) -> list[Duel]:
    """Let all contestants do a task for some rounds. The first is ours; all have to answer the same. ``steady`` ones
    visit the same number of nodes in every round."""
    ours = next(iter(contestants))
    runs: dict[str, list[Run]] = {name: [] for name in contestants}
    for number in range(1, rounds + 1):
        tell(task, number, rounds)
        for name, run in contestants.items():
            runs[name].append(run())
            expected, found = runs[ours][0], runs[name][-1]
            if found.answer != expected.answer:
                raise DisagreementError(f"{task}: {ours} answers {expected.answer}, {name} {found.answer}")
            if steady and found.nodes != (expected if same_nodes else runs[name][0]).nodes:
                raise DisagreementError(f"{task}: {ours} visits {expected.nodes:,} nodes, {name} {found.nodes:,}")
    return [_duel(task, ours, name, runs) for name in contestants if name != ours]


def tell(task: str, number: int, rounds: int) -> None:
    """Say on stderr how far we are: on one line in a terminal, one line a task elsewhere."""
    if sys.stderr.isatty():
        print(
            f"\r\033[K{task}: round {number} of {rounds}",
            end="\n" if number == rounds else "",
            file=sys.stderr,
            flush=True,
        )
    elif number == 1:
        print(f"{task}: {rounds} rounds", file=sys.stderr, flush=True)


def _duel(task: str, ours: str, theirs: str, runs: dict[str, list[Run]]) -> Duel:
    pairs = list(zip(runs[ours], runs[theirs], strict=True))
    return Duel(
        task, ours, theirs,
        nodes=(round(median(a.nodes for a, _ in pairs)), round(median(b.nodes for _, b in pairs))),
        seconds=(median(a.seconds for a, _ in pairs), median(b.seconds for _, b in pairs)),
        speed=_spread([a.nodes / a.seconds / (b.nodes / b.seconds) for a, b in pairs]),
        time=_spread([b.seconds / a.seconds for a, b in pairs]),
    )  # fmt: skip


def _spread(ratios: list[float]) -> Spread:
    return Spread(median(ratios), min(ratios), max(ratios))


def overall(duels: list[Duel]) -> float:
    """The geometric mean of the ratios of speed."""
    return geometric_mean(duel.speed.middle for duel in duels)


def _three_digits(x: float) -> str:
    return f"{x:,.0f}" if x >= 99.5 else f"{x:.3g}" if x >= 1 else f"{x:.2f}"
