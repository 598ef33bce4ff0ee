"""Weak solving: the value of one position, by proof-number search or by alpha-beta with empty windows.

The value is found by yes-no questions: can Max force more than the middle of the remaining range? Endless play has the
even payoff, so in each question one side, the *attacker*, must reach an end, and for the other, the *defender*,
repeating positions is good enough. What is sound if positions come back:

- In the search a position that is on the path already is a failure of the attacker. That can only underrate the
attacker, so a proof holds for every path: each proven position depends on positions that were proven before it.
- A disproof may depend on a repetition that another path would not have (the graph-history-interaction problem). So, if
a position came back anywhere, a disproof is not accepted until the defender's strategy is complete: a set of positions
that the attacker cannot leave and that holds no end good for the attacker. If the set cannot be completed, a position
in it is truly proven; then all disproofs are forgotten, the proofs are kept, and the question is asked again. Each time
at least one more position is proven, so this ends.

With ``repetition = "illegal"`` or ``"loss"``, or with ``repeated``, the value of a position depends on its history, and
a table of positions proves nothing: such games are refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, MIN, AnyGame, even, over, payoff, provides, worth
from gametree.solving.proof.prover import Answer, Prover, Question, Tuning, by_prover
from gametree.solving.proof.strategy import EndlessError, Strategy, WrongAnswerError, gather
from gametree.solving.solution import Solution
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.database import Database
    from gametree.solving.task import Task

METHODS = ("auto", "dfpn", "alphabeta")
ROUNDS = 10_000
"""How often a question is asked again because a disproof did not hold."""


@dataclass(frozen=True)
class Half:
    """One half of a proof: a side can force a payoff, and the question whose answer says so."""

    side: int
    payoff: float
    question: Question
    proven: bool
    """Did the side attack? Otherwise it defends, and the answer to the question was no."""
    action: int
    """A move that keeps the payoff, if the side is to move."""


@dataclass(frozen=True)
class Proof:
    """The value, and the halves that prove it; one is missing if the value is the best or worst of all payoffs."""

    value: float
    halves: tuple[Half, ...]
    bound: str = "exact"
    """``exact``; or, if only one question was asked, ``lower`` (the value is at least this) or ``upper`` (at most)."""


def solve_weak(
    game: AnyGame,
    start: Any,
    task: Task,
    method: str = "auto",
    goal: str | float | None = None,
    tuning: Tuning = Tuning(),  # noqa: B008  (frozen)
    threads: int = 1,
    database: Database | None = None,
) -> Solution:
    """The value of a position, with a strategy for each side that needs one; with ``out``, a certificate is written.

    ``method`` is ``dfpn``, ``alphabeta`` (empty windows), or ``auto``: both in turn over one table. With a ``goal``
    only one question is asked: can Max win (``win``), draw at least (``draw``), or get at least this number? The answer
    is then a bound. Positions in a ``database`` are not searched, and a certificate then rests on it. With several
    ``threads`` the value is the same; the proof may be another one each time.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("tictactoe")
    >>> solution = solve_weak(game, game.initial(), Task(), "dfpn")
    >>> solution.value, solution.outcome, solution.method
    (0.0, 'draw', 'dfpn')
    >>> solution = solve_weak(game, game.initial(), Task(), goal="draw")
    >>> solution.value, solution.bound
    (0.0, 'lower')
    """
    if method not in METHODS:
        raise GameError(f"unknown method {method!r}; there are {', '.join(METHODS)}")
    refuse(game)
    if over(game, start):
        notes = () if task.out is None else ("nothing was written: the game is over, and there is nothing to prove",)
        return _solution(game, task, method, Proof(float(worth(payoff(game, start))), ()), 1, notes)
    limit = None if goal is None else below(game, goal)
    return by_prover(
        lambda prover: _prove(prover, start, task, method, limit), game, start, task, method, tuning, threads,
        database,
    )  # fmt: skip


def below(game: AnyGame, goal: str | float) -> float:
    """The greatest payoff that misses a goal of Max's: ``win``, ``draw`` (at least), or a number (at least).

    >>> from gametree import load
    >>> below(load("nim"), "win"), below(load("nim"), 1) < 1
    (0.0, True)
    """
    if goal == "win":
        return float(even(game))
    if goal == "draw":
        goal = even(game)
    if isinstance(goal, str):
        try:
            goal = float(goal)
        except ValueError:
            raise GameError(f"a goal is win, draw or a number, not {goal!r}") from None
    if isinstance(goal, bool) or not math.isfinite(goal):
        raise GameError(f"a goal is win, draw or a number, not {goal!r}")
    return math.nextafter(goal, -math.inf)


def _prove(prover: Prover, start: Any, task: Task, method: str, limit: float | None) -> Solution:
    game = prover.game
    proof = bisect(prover, start) if limit is None else one_half(game, answered(prover, start, limit))
    notes = [prover.note] if prover.note else []
    if task.out is None:
        notes.append("no strategy was written; positions are those that the search developed")
        return _solution(game, task, method, proof, prover.nodes, tuple(notes))
    from gametree.solving.proof.certificate import write

    strategies = [tight(prover, half, start) for half in proof.halves]
    size = write(task.out, game, start, proof.value, strategies, proof.bound, prover.database)
    for strategy in strategies:
        notes.append(_describe(strategy))
    notes.append(f"certificate of {size:,} bytes")
    positions = sum(strategy.positions for strategy in strategies)
    return _solution(game, task, method, proof, positions, tuple(notes))


def refuse(game: AnyGame) -> None:
    """Raise an error if a proof over positions is not possible or not sound."""
    name = title(game)
    if game.players != 2 or provides(game, "chances"):
        raise GameError(f"{name}: weak solving is for two players without chance")
    if not all(map(math.isfinite, game.bounds)):
        raise GameError(f"{name}: weak solving needs finite bounds = (low, high)")
    if provides(game, "repeated") or game.repetition in ("illegal", "loss"):
        why = "repeated(s)" if provides(game, "repeated") else f"repetition = {game.repetition!r}"
        raise GameError(f"{name}: with {why} the value depends on the history of a position; a proof would be unsound")


def bisect(prover: Prover, start: Any, halves: dict[int, Half] | None = None) -> Proof:
    """Find the value of a position that is not over by bisection; each answer gives a payoff that was seen. What is
    known so far is in ``halves``, by side."""
    halves = {} if halves is None else halves
    low, high = map(float, prover.game.bounds)
    while low < high:
        limit = (low + high) / 2
        if limit == high:  # two neighbouring numbers
            limit = low
        half = answered(prover, start, limit)
        halves[half.side] = half
        low, high = (half.payoff, high) if half.side == MAX else (low, half.payoff)
        if low > high:
            raise GameError(f"{title(prover.game)}: a utility lies outside the bounds {prover.game.bounds}")
    return Proof(low, tuple(halves[side] for side in (MAX, MIN) if side in halves))


def answered(prover: Prover, start: Any, limit: float) -> Half:
    """Can Max force more than the limit? The half of a proof that says so, or that he cannot."""
    middle = even(prover.game)
    above = math.nextafter(limit, math.inf)
    question = prover.question(MAX, above) if middle <= limit else prover.question(MIN, limit)
    answer = decide(prover, question, start)
    side = question.attacker if answer.proven else 1 - question.attacker
    near = answer.near
    if not answer.proven and answer.looped:  # the defender may have only endless play
        near = max(near, middle) if question.attacker == MAX else min(near, middle)
    return Half(side, near, question, answer.proven, answer.action)


def one_half(game: AnyGame, half: Half) -> Proof:
    """What one half proves: a bound, or the value if no payoff lies beyond."""
    low, high = game.bounds
    exact = half.payoff >= high if half.side == MAX else half.payoff <= low
    return Proof(half.payoff, (half,), "exact" if exact else "lower" if half.side == MAX else "upper")


def decide(prover: Prover, question: Question, start: Any) -> Answer:
    """An answer to a question that is sound even if positions come back."""
    for _ in range(ROUNDS):
        answer = prover.ask(question, start)
        if answer.proven or not answer.looped:
            return answer
        try:
            gather(prover, question, start, proven=False, payoff=question.goal, ends=False)
        except WrongAnswerError:
            prover.next_epoch()
        else:
            return answer
    raise GameError(f"{title(prover.game)}: positions come back too often for the table; give it more memory")


def tight(prover: Prover, half: Half, start: Any) -> Strategy:
    """The strategy behind half of a proof. The goal is set to the payoff itself, so that new searches do not accept
    less."""
    payoff, question, middle = half.payoff, half.question, even(prover.game)
    content = payoff <= middle if half.side == MAX else payoff >= middle
    goal = payoff
    if not half.proven:
        goal = math.nextafter(payoff, math.inf if question.attacker == MAX else -math.inf)
    try:
        return gather(
            prover, replace(question, goal=goal), start, proven=half.proven, payoff=payoff, ends=not content
        )  # fmt: skip
    except EndlessError:  # the defender repeats positions although more is possible: let it attack
        question = prover.question(half.side, payoff)
        if half.proven or not decide(prover, question, start).proven:
            raise GameError(f"{title(prover.game)}: the table has lost how play ends; give it more memory") from None
        return gather(prover, question, start, proven=True, payoff=payoff, ends=True)


def _describe(strategy: Strategy) -> str:
    name, relation = (("Max", "at least"), ("Min", "at most"))[strategy.side]
    end = f", to the end in {int(strategy.ranks[0])} actions or fewer" if strategy.ranks is not None else ""
    return f"{name} gets {relation} {strategy.payoff:g}: {strategy.positions:,} positions{end}"


def _solution(game: AnyGame, task: Task, method: str, proof: Proof, positions: int, notes: tuple[str, ...]) -> Solution:
    return Solution(
        game=title(game), level="weak", value=proof.value, remoteness=None, positions=positions, seconds=task.seconds,
        method="dfpn and alphabeta" if method == "auto" else method, notes=notes, rules=game,
        path=str(task.out) if task.out is not None and proof.halves else None, bound=proof.bound,
    )  # fmt: skip
