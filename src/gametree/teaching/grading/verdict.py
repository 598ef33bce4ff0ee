"""The verdict on a run: what agrees with the textbook, points for it, and the first difference as a step."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, field
from math import isclose
from typing import TYPE_CHECKING, Any, cast

from gametree.game import worth
from gametree.teaching.grading.desk import Desk, frozen, plain
from gametree.teaching.grading.reference import nodes_of, reference, root_score, scores_of_moves, why_left_out
from gametree.textbook.support.scores import estimate, tidy
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.teaching.grading.assignment import Test
    from gametree.teaching.grading.process import Run
    from gametree.textbook.support.tracing import Trace

AROUND = 2
"""How many steps before a difference are shown."""


@dataclass
class Verdict:
    """What a test has shown."""

    test: Test
    right: dict[str, bool] = field(default_factory=dict[str, bool])
    """What was compared, and whether it agrees."""
    told: list[str] = field(default_factory=list[str])
    """Line by line, what the student reads."""
    trace: Trace | None = None
    step: int | None = None
    """The textbook's search, and its step at which the first difference is seen."""
    run: Run | None = None

    @property
    def score(self) -> float:
        """The points: the weights of what agrees, as a part of all."""
        weights = self.test.compare
        if self.test.most is not None:
            weights = {"most": 1.0, **weights}
        got = sum(weight for key, weight in weights.items() if self.right.get(key))
        return round(self.test.points * got / sum(weights.values()), 6)

    @property
    def passed(self) -> bool:
        """Is everything right?"""
        return self.score == self.test.points

    def differs(self, what: str, words: str, step: int | None = None, trace: Trace | None = None) -> None:
        """Note a difference; the first one with a step is shown as a step."""
        self.right[what] = False
        self.told.append(f"{what}: {words}")
        if step is not None and self.step is None:
            self.step, self.trace = step, trace

    def agrees(self, what: str, words: str) -> None:
        """Note that something agrees."""
        self.right[what] = True
        self.told.append(f"{what}: right ({words})")

    def text(self) -> str:
        """What the student reads."""
        lines = list(self.told)
        if self.trace is not None and self.step is not None:
            lines += ["", *steps(self.trace, self.step), *self._drawn()]
        if self.run is not None and self.run.printed and not self.passed:
            lines += ["", "Your program printed:", *(f"  | {line}" for line in self.run.printed.rstrip().split("\n"))]
        return "\n".join(lines)

    def _drawn(self) -> list[str]:
        if self.test.free_order or self.trace is None:
            return []
        words = ["trace", title(self.test.game), "--algorithm", self.test.algorithm, *self.test.where]
        words += ["--depth", str(self.test.depth)] if self.test.depth is not None else []
        words += [w for key, value in self.trace.options.items() for w in ("--option", f"{key}={str(value).lower()}")]
        return ["To see it drawn:", f"  gametree {shlex.join([*words, '--step', str(self.step), '--svg', 'step.svg'])}"]


def steps(trace: Trace, step: int) -> list[str]:
    """A step of a trace, with those before it.

    >>> from gametree.textbook import trace
    >>> print(*steps(trace("tree:example=textbook"), 16), sep="\\n")
    The textbook's search, step 16 of 29:
        step 14  leaf c1, window (3, ∞): 2, the end
        step 15  update a2, window (3, 2): 2, Min has 2 now
      → step 16  cut a2, window (3, 2): 2, cut: 2 ≤ α 3; Max already has 3
    """
    lines = [f"The textbook's search, step {step} of {len(trace.events)}:"]
    for number in range(max(1, step - AROUND), step + 1):
        event = trace.events[number - 1]
        mark, window = "→" if number == step else " ", trace.window(event)
        place = event.move or ("the root" if event.parent is None else "")
        told = ", ".join(filter(None, (trace.scale.show(event.value), event.why)))
        where = f"{event.kind} {place}" + (f", window {window}" if window else "")
        lines.append(f"  {mark} step {number}  {where}" + (f": {told}" if told else ""))
    return lines


def judge(test: Test, run: Run, desk: Desk) -> Verdict:
    """Compare a run with the textbook."""
    verdict = Verdict(test, run=run)
    if run.answers is None:
        verdict.told.append(f"no answer: {run.failed}")
        return verdict
    desk.most = sys.maxsize  # from here on the tree grows by the textbook's search
    if test.algorithm == "evaluate":
        _judge_estimates(test, run.answers, verdict)
        return verdict
    value, move = _read(run.answers)
    order = desk.order() if test.free_order else None
    visited = desk.visited(inner=test.free_order)
    looked = len(desk.visited(inner=True)) if test.most is not None else 0
    trace = reference(test, equality=test.equality[0], order=order)
    if "visited" in test.compare:
        trace = _judge_visited(test, visited, trace, desk, order, verdict)
    if "value" in test.compare:
        _judge_value(value, trace, verdict)
    if "move" in test.compare:
        _judge_move(test, move, trace, verdict)
    if test.most is not None:
        told = f"{looked:,} nodes"
        if looked <= test.most:
            verdict.agrees("most", told)
        else:
            verdict.differs("most", f"your program looked at {told}; {test.most:,} are enough with a good order")
    return verdict


def _read(answers: Any) -> tuple[Any, Any]:
    """The value and the move of an answer: a number, or a pair."""
    match answers:
        case [[value, move]]:
            return value, move
        case [value]:
            return value, None
        case _:
            return None, None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(a: float, b: float) -> bool:
    return isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def _judge_value(value: Any, trace: Trace, verdict: Verdict) -> None:
    score = root_score(trace)
    if not _is_number(value):
        verdict.differs("value", f"your program returned {value!r}; return (value, move), or the value alone")
    elif _same(value, score):
        verdict.agrees("value", trace.scale.show(score))
    else:
        hint = "; yours is Min's: values are Max's, also where Min moves" if _same(value, -score) else ""
        line = f", by {' '.join(trace.line)}" if trace.line else ""
        root = [i for i, e in enumerate(trace.events, 1) if e.node == 0 and e.kind in ("update", "leave", "leaf")]
        told = f"yours is {value:g}, it is {trace.scale.show(score)}{line}{hint}"
        verdict.differs("value", told, max(root[:-1] or root), trace)


def _judge_move(test: Test, move: Any, trace: Trace, verdict: Verdict) -> None:
    """Any move that is worth as much as the best is right."""
    s, game = test.to_start()[0], test.game
    scores = scores_of_moves(test) if game.repetition == "ignore" else dict[Any, float]({trace.action: 0.0})
    scores.pop(None, None)
    best = (max if game.player(s) == 0 else min)(scores.values(), default=0.0)
    right = {game.name(s, a): plain(a) for a, score in scores.items() if _same(score, best)}
    given = frozen(move)
    if not right and given is None:
        verdict.agrees("move", "there is none")
    elif given in right or any(given == a and not isinstance(given, bool) for a in right.values()):
        verdict.agrees("move", next((n for n, a in right.items() if given in (n, a)), ""))
    elif given is None:
        verdict.differs("move", f"your program returned none; return (value, move); {_either(right)} is best")
    else:
        names = {plain(a): game.name(s, a) for a in scores}
        told = names.get(given) if not isinstance(given, bool) else None
        verdict.differs("move", f"yours is {told or repr(move)}, {_either(right) or 'there is none'} is best")


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)


def _judge_visited(
    test: Test, visited: list[int], trace: Trace, desk: Desk, order: dict[Any, list[Any]] | None, verdict: Verdict
) -> Trace:
    """The set of nodes is right if it is that of the textbook, pruned on equality or not, as the test allows. Return
    the trace that fits best."""
    best: tuple[int, Trace, set[int], set[int]] | None = None
    for equality in test.equality:
        tried = trace if equality == test.equality[0] else reference(test, equality=equality, order=order)
        entered = nodes_of(tried, desk)
        inner = test.free_order and test.depth is not None
        nodes = {n for n in entered if not inner or desk.ply[n] < cast("int", test.depth)}
        extra, missing = set(visited) - nodes, nodes - set(visited)
        if best is None or len(extra) + len(missing) < best[0]:
            best = len(extra) + len(missing), tried, extra, missing
    assert best is not None
    count, trace, extra, missing = best
    if count == 0:
        how = ""
        if test.algorithm == "alphabeta":
            how = ", pruned on equality" if trace.options.get("equality") else ", not pruned on equality"
        verdict.agrees("visited", f"{len(visited):,} nodes{how if len(test.equality) > 1 else ''}")
        return trace
    entered = nodes_of(trace, desk)
    number_of = {n: trace.events[step - 1].node for n, step in entered.items()}
    found: list[tuple[int, str]] = []
    if missing:
        n = min(missing, key=entered.__getitem__)
        found.append((entered[n], f"your program never looked at {desk.words(n)}, which cannot be left out"))
    if extra:
        n = next(n for n in visited if n in extra)
        above = desk.above[n]
        while above is not None and above[0] not in entered:
            above = desk.above[above[0]]
        assert above is not None
        step, _ = why_left_out(trace, number_of[above[0]])
        found.append((step, f"your program looked at {desk.words(n)}, which need not be looked at"))
    step, words = min(found)
    verdict.differs(
        "visited",
        f"{len(visited):,} nodes, {len(visited) - len(extra) + len(missing):,} in the textbook's search; {words}",
        step,
        trace,
    )
    return trace


def _judge_estimates(test: Test, answers: Any, verdict: Verdict) -> None:
    """The estimates of an evaluation, one a position."""
    values: list[Any] = cast("list[Any]", answers) if isinstance(answers, list) else []
    starts, game = test.to_start(), test.game
    if len(values) != len(starts) or not all(map(_is_number, values)):
        wrong = next((v for v in values if not _is_number(v)), values)
        verdict.told.append(f"your program returned {wrong!r}; an evaluation returns a number")
        return
    if "value" in test.compare:
        for s, value in zip(starts, values, strict=True):
            right = tidy(worth(estimate(game, s)))
            if not _same(value, right):
                verdict.differs("value", f"yours is {value:g}, it is {right:g} at\n{game.text(s)}")
                break
        else:
            verdict.agrees("value", f"{len(starts)} positions")
    if "rising" in test.compare:
        for i in range(1, len(starts)):
            if not values[i] > values[i - 1]:
                told = f"this is better for Max, and you say {values[i]:g}:\n{game.text(starts[i])}"
                verdict.differs(
                    "rising", f"{told}\nthan this, of which you say {values[i - 1]:g}:\n{game.text(starts[i - 1])}"
                )
                break
        else:
            verdict.agrees("rising", " < ".join(f"{value:g}" for value in values))
