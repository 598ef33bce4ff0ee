# pyright: basic
"""Proof-number search from Python: one question about one position, answered by the kernel of ``dfpn.py``.

A question is whether one side, the *attacker*, can force an end with a payoff that meets a goal. The kernel runs in
threads of its own (``crew.py``); the calling thread waits, reports the progress, and stops them if the task says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from gametree.compile import NotCompiledError, prepare, words_of
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.dual import facts, in_python
from gametree.engine.probe import probe_words
from gametree.engine.score import ESTIMATE_STEP
from gametree.engine.searcher import margin
from gametree.engine.table import plain_key
from gametree.errors import GameError
from gametree.game import MAX, even, provides
from gametree.solving.proof.crew import Crew
from gametree.solving.proof.dfpn import prove
from gametree.solving.proof.table import (
    ATTACKER,
    BAD,
    BEST,
    CENTRE,
    EAGER,
    EPOCH,
    EPSILON,
    EPSILONS,
    FULL,
    GOAL,
    GOOD,
    INF,
    INITIAL,
    LOOPED,
    NO_MOVES,
    NO_PLAYER,
    NO_ROOM,
    RUNNING,
    SALT,
    SCALE,
    STOP,
    STOPPED,
    Memory,
)
from gametree.solving.task import StoppedError
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame
    from gametree.solving.database import Database
    from gametree.solving.task import Task

SALTS = 0x9E3779B97F4A7C15
"""Makes the keys of one question different from those of another."""
FIRST_TURN = 1 << 15
"""Nodes of the first turn, if two methods take turns."""
MISTAKES = {
    NO_ROOM: "too many moves: a line of this game has more than a proof-number search has room for",
    NO_MOVES: "a state that is not terminal has no legal action",
    NO_PLAYER: "proof-number search is for two players, 0 and 1, but player(s) returns another",
}
FIRST_NUMBERS = ("one", "mobility", "evaluation", "playouts")
prove_in_python = in_python(prove)
Found = TypeVar("Found")


@dataclass(frozen=True)
class Tuning:
    """The options of a proof-number search. They change how soon it ends, never what it answers."""

    initial: str = "one"
    """The numbers of a position not developed yet: ``one`` (1 and 1), by ``mobility``, by ``evaluation``, or by
    random ``playouts``."""
    epsilon: float = 0.25
    """A child is left when it is worse than its best sibling by this part (the 1 + ε trick); 0: at once."""

    def check(self, game: AnyGame) -> None:
        """Raise where an option makes no sense."""
        if self.initial not in FIRST_NUMBERS:
            raise GameError(f"initial must be one of {', '.join(FIRST_NUMBERS)}, not {self.initial!r}")
        if self.initial == "evaluation" and not provides(game, "evaluate"):
            raise GameError(f"initial=evaluation needs evaluate(s), which {title(game)} does not have")
        if not 0 <= self.epsilon <= 16:
            raise GameError(f"epsilon must be 0 to 16, not {self.epsilon}")


@dataclass(frozen=True)
class Question:
    """Can the attacker force a payoff of at least (Max) or at most (Min) the goal, within finite time?"""

    attacker: int
    goal: float
    number: int
    """Questions with different numbers do not see each other's entries in the table."""


@dataclass(frozen=True)
class Answer:
    """The answer of the search. ``near`` is the seen payoff next to the goal, on the side of the answer: if it is
    proven, the attacker can force ``near``; otherwise the defender can. ``looped``: a position came back somewhere, so
    a disproof may depend on the path."""

    proven: bool
    looped: bool
    near: float
    action: int
    """A move of the winning side, if it is to move."""


def by_prover(
    work: Callable[[Prover], Found],
    game: AnyGame,
    start: Any,
    task: Task,
    method: str = "dfpn",
    tuning: Tuning = Tuning(),
    threads: int = 1,
    database: Database | None = None,
) -> Found:
    """What ``work`` finds with a prover. Where it comes to rules that cannot be compiled (those that follow a strategy
    are compiled when they are needed), it begins again with a prover that runs interpreted."""
    try:
        return work(Prover(game, start, task, method, tuning, threads, database))
    except NotCompiledError as error:
        return work(Prover(game, start, task, method, tuning, threads, database, refused=str(error)))


class Prover:
    """A proof-number search over one game, with one table for all its questions."""

    def __init__(
        self,
        game: AnyGame,
        start: Any,
        task: Task,
        method: str = "dfpn",
        tuning: Tuning = Tuning(),
        threads: int = 1,
        database: Database | None = None,
        *,
        refused: str = "",
    ):
        """``method`` is ``dfpn``; ``alphabeta``: depth first, child by child, with an empty window; or ``auto``: both
        over one table, in turn, each time twice as long; with several ``threads`` at the same time. Which of them is
        better differs much between games. Positions in the ``database`` are not searched. Rules that run interpreted
        have one thread; ``refused``: why they are not to be compiled."""
        tuning.check(game)
        self.game, self.task = game, task
        self.note: str | None = None
        self.numbers: dict[tuple[int, float], int] = {}
        self.seen: dict[int, tuple[float, float]] = {}
        self.posed = 0
        self.memory, self.database = Memory(task.memory // 2), database
        if database is not None:
            self.memory.know(probe_words(game, database))
        self.kernel: Callable[..., Any] = prove_in_python
        self.rules: Any = game
        try:
            if refused:
                raise NotCompiledError(refused)
            self.kernel = prepare(prove, game, words_of(start), 0, 0, 0, 0, 0, self.memory.address)
            self.compiled = True
        except NotCompiledError as error:
            tell_interpreted(game, error)
            self.note = f"interpreted: {error}"
            self.memory, self.rules, self.compiled = Memory(0, plain=True), facts(game), False
            if database is not None:
                self.memory.know(database)
        self.words = self.memory.words
        self.crew = Crew(self.memory, threads if self.compiled else 1, task, title(game), mixed=method == "auto")
        self.tune(tuning)
        self.limit = 1 << 62
        """Stop after this many nodes."""
        alone = len(self.crew.memories) == 1
        self.turn = FIRST_TURN if method == "auto" and alone else 1 << 62
        self.words[EAGER] = int(method == "alphabeta" or (method == "auto" and provides(game, "order")))

    def tune(self, tuning: Tuning) -> None:
        """Set the words of the options."""
        self.words[INITIAL] = FIRST_NUMBERS.index(tuning.initial)
        self.words[EPSILON] = round(tuning.epsilon * EPSILONS)
        if tuning.initial == "evaluation":
            payoffs = self.game.evaluation == "utility"
            low, high = self.game.bounds
            self.memory.set_real(CENTRE, even(self.game) if payoffs else 0.0)
            self.memory.set_real(SCALE, (high - low) / 4 if payoffs else 4 * margin(self.game) / ESTIMATE_STEP or 1.0)

    @property
    def nodes(self) -> int:
        """How many nodes were developed so far."""
        return self.crew.nodes

    def question(self, attacker: int, goal: float) -> Question:
        """A question, with a number of its own."""
        number = self.numbers.setdefault((attacker, goal), len(self.numbers) + 1)
        return Question(attacker, goal, number)

    def pose(self, question: Question) -> None:
        """Set the words of a question. The payoffs that were seen for it before still count, since the table has
        positions that depend on them."""
        if self.posed:
            self.seen[self.posed] = self.memory.real(GOOD), self.memory.real(BAD)
        self.posed = question.number
        far = inf if question.attacker == MAX else -inf
        good, bad = self.seen.get(question.number, (far, -far))
        self.words[ATTACKER] = question.attacker
        self.words[SALT] = question.number * SALTS & (1 << 62) - 1
        self.memory.set_real(GOAL, question.goal)
        self.memory.set_real(GOOD, good)
        self.memory.set_real(BAD, bad)

    def ask(self, question: Question, state: Any) -> Answer:
        """Answer a question about a position that is not over."""
        self.pose(question)
        return self.search(state)

    def search(self, state: Any) -> Answer:
        """Answer the present question about a position that is not over."""
        root: Any = words_of(state) if self.compiled else state
        key: Any = self._key(state)
        while True:
            most = min(self.limit - self.nodes, self.turn)
            found = self.crew.search(self.kernel, (self.rules, root, key, INF, INF, 0, 0), most)
            stop = int(self.words[STOP])
            if stop == RUNNING:
                break
            if stop in MISTAKES:
                raise GameError(f"{title(self.game)}: {MISTAKES[stop]}")
            if stop == STOPPED and self.nodes > self.limit:
                raise StoppedError
            if stop == STOPPED:  # the other method's turn
                self.words[EAGER] = 1 - self.words[EAGER]
                self.turn *= 2
            if stop == FULL:
                self.memory.grow()
        proven = found >> 40 & INF == 0
        near = self.memory.real(GOOD if proven else BAD)
        return Answer(proven, bool(self.words[LOOPED]), near, int(self.words[BEST]))

    def next_epoch(self) -> None:
        """Forget all disproofs found so far."""
        self.words[EPOCH] += 1

    def _key(self, state: Any) -> Any:
        if not self.compiled:
            return int(self.words[SALT]), state
        images = self.game.symmetries(state) if provides(self.game, "symmetries") else ()
        return min(plain_key(words_of(s)) for s in (state, *images)) ^ int(self.words[SALT])
