# pyright: basic
"""The drivers: iterative deepening under limits, with windows of several kinds, over one kernel and several threads.

The search runs in its own threads; the calling thread waits, reports, keeps the time, and passes on Ctrl-C.
"""

from __future__ import annotations

import threading
import time as clock
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import constant
from gametree.compile.frontend.runtime import OutgrownError
from gametree.engine.block import BUSY, MARGIN, MARKS, MAX_PLY
from gametree.engine.bounds import Bounds
from gametree.engine.clock import GameClock, Patience
from gametree.engine.deep import Task, start_deep
from gametree.engine.forcing import Forcing
from gametree.engine.score import INFINITY, WIN, final_score, is_win
from gametree.engine.telling import is_settled, mover_of
from gametree.errors import GameError
from gametree.game import MAX, Line, legal, over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gametree.engine.relay import Relay
    from gametree.engine.searcher import RootResult, Searcher

GLANCE = 50_000
"""Nodes of the shallow searches that guess the value before the questions begin."""
PROOF, PROOF_RATE = 50_000, 20_000
"""The most nodes of the quick proof by macros, and how many for each second that the search has."""
SHORT = 2
"""A search to this depth needs no thread of its own."""
REPORTS = 0.1
"""Seconds between two reports."""
DRIVERS = {
    "alphabeta": "alpha-beta with a full window: to a depth, the value of minimax",
    "pvs": "principal variations, aspiration windows and every technique that the game has the hooks for",
    "mtdf": "MTD(f): a series of empty windows around the last value",
    "solve": "empty windows to the end of the game: win, draw or loss, without the distance",
    "exact": "empty windows to the end of the game, until the value and the distance are known",
}
"""The drivers: how each chooses windows."""
SOLVING = ("solve", "exact")
"""The drivers that search to the end of the game at once."""


@dataclass(frozen=True)
class Limits:
    """When a search stops. None is no such limit.

    ``depth = None``
        Actions to look ahead.

    ``time = None``
        Seconds to think.

    ``nodes = None``
        Positions to visit.

    ``clock = None``
        What is left on a game clock; the search decides how much of it to use.

    ``moves = None``
        The actions at the root that are searched; None for all.
    """

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    clock: GameClock | None = None
    moves: tuple[int, ...] | None = None

    @property
    def short(self) -> bool:
        """Is the search surely over in a moment, without a deep stack?"""
        return self.depth is not None and self.depth <= SHORT and self.time is None and self.clock is None

    def latest(self) -> float | None:
        """The seconds after which the answer must be given."""
        latest = self.clock.latest() if self.clock else None
        return min(x for x in (self.time, latest) if x is not None) if self.time or latest else None


@dataclass(frozen=True)
class Finding:
    """What is known after an iteration: the best line, and the next best ones if several were asked for. ``telling.py``
    decides what may be said about it."""

    depth: int
    score: int
    line: tuple[int, ...]
    whole: bool
    """No horizon was reached, and nothing was pruned without proof."""
    others: tuple[RootResult, ...] = ()
    partial: bool = False
    """The iteration was cut short."""
    mover: int = MAX
    sound: int = 0
    """The last finished iteration searched everything to this depth; 0 if moves are pruned."""
    trusted: bool = True
    """The result also holds with the positions before this one."""
    between: tuple[int, int] | None = None
    """For a search that solves: the proven bounds of the value, as scores."""
    timed: bool = False
    """Do the questions also ask for the distance?"""
    nodes: int = 0
    seconds: float = 0.0
    deepest: int = 0
    table: float = 0.0
    compiled: bool = True
    """Was it found by compiled code?"""


class Search:
    """A search in progress. ``start`` it, ``wait`` for it or ``stop`` it, and read its ``finding`` at any time."""

    def __init__(
        self,
        searchers: list[Searcher],
        driver: str,
        limits: Limits,
        lines: int = 1,
    ):
        """``searchers`` share a position and a table, one for each thread; the answers of the first one count."""
        self.searchers, self.driver, self.limits = searchers, driver, limits
        self.main = searchers[0]
        self.game = self.main.game
        self.sign = 1 if self.game.player(self.main.state) == MAX else -1
        moves = legal(self.game, self.main.state)
        chosen = set(moves if limits.moves is None else limits.moves)
        self.barred = tuple(a for a in moves if a not in chosen)
        self.lines = min(lines, len(moves) - len(self.barred), 256 - len(self.barred))
        self.found: Finding | None = None
        self.error: BaseException | None = None
        self.outgrown: OutgrownError | None = None
        """What a helping thread says where compiled code cannot go on."""
        self.done = threading.Event()
        self.begun = 0.0
        self.depth = 1
        self.marks = np.zeros(MARKS, np.int64)
        self.tasks: list[Task] = []
        self.halted, self.changing = False, threading.Lock()
        self.relay: Relay | None = None
        self.forcing: Forcing | None = None
        self.spare: Callable[[OutgrownError], list[Searcher]] | None = None
        """Makes searchers in plain Python, for the case that compiled code has no room for a value."""
        self._set_up()

    def _set_up(self) -> None:
        """Prepare the searchers."""
        for searcher in self.searchers:
            searcher.bar(self.barred)
        self.main.limit(self.limits.nodes)
        if len(self.searchers) > 1 and self.main.compiled:
            for searcher in self.searchers:
                searcher.block.words[BUSY] = self.marks.ctypes.data

    def start(self) -> Search:
        """Begin, in the background."""
        self.begun = clock.perf_counter()
        self.tasks = [start_deep(self._lead)]
        self._start_helpers()
        if self.relay is not None:
            threading.Thread(target=self.relay.watch, args=(self,), daemon=True).start()
        return self

    @property
    def is_simple(self) -> bool:
        """Is it one compiled search, to a depth?"""
        alone = len(self.searchers) == 1 and self.relay is None
        return alone and self.main.compiled and self.driver not in SOLVING

    def run(self) -> Finding | None:
        """Search in the calling thread, to the end: for a search that is over before anybody would stop it."""
        self.begun = clock.perf_counter()
        self._lead()
        if isinstance(self.error, KeyboardInterrupt):
            self.error = None  # answer with the best so far
        return self.end()

    def _start_helpers(self) -> None:
        self.tasks += [start_deep(lambda i=i, s=s: self._help(i, s)) for i, s in enumerate(self.searchers) if i]

    def stop(self) -> None:
        """Stop all threads as soon as possible; may be called from any thread."""
        with self.changing:
            self.halted = True
            if self.forcing is not None:
                self.forcing.stop()
            for searcher in self.searchers:
                searcher.stop()

    def take_limits(self, limits: Limits) -> None:
        """Continue with these limits, counted from now."""
        self.limits, self.begun = limits, clock.perf_counter()
        self.main.limit(None if limits.nodes is None else self.main.nodes + limits.nodes)

    def wait(
        self, report: Callable[[Finding], None] | None = None, halt: threading.Event | None = None
    ) -> Finding | None:
        """Wait until the search ends, by itself, by its limits, by ``halt`` or by Ctrl-C; return what it has found."""
        latest = self.limits.latest()
        try:
            while True:
                left = REPORTS if latest is None else latest - (clock.perf_counter() - self.begun)
                if self.done.wait(max(0.0, min(left, REPORTS))):
                    break
                late = latest is not None and clock.perf_counter() - self.begun >= latest
                if late or (halt is not None and halt.is_set()):
                    break
                if report and (now := self.finding):
                    report(now)
        except KeyboardInterrupt:
            pass  # answer with the best so far
        return self.end()

    def end(self) -> Finding | None:
        """Stop, if it is still running; return what it has found."""
        self.stop()
        for task in self.tasks:
            task.join()
        if self.error is not None:
            raise self.error
        if mistake := next(filter(None, (s.block.mistake() for s in self.searchers)), None):
            raise GameError(f"{type(self.game).__name__}: {mistake}")
        for searcher in self.searchers:
            searcher.block.give_back()
        return self.finding

    def spent(self) -> tuple[int, float]:
        """How many nodes and seconds it has taken so far."""
        proof = 0 if self.forcing is None else self.forcing.nodes
        return proof + sum(s.nodes for s in self.searchers), clock.perf_counter() - self.begun

    @property
    def finding(self) -> Finding | None:
        """What is known so far."""
        if self.relay is not None and (earlier := self.relay.better_than(self.found)) is not None:
            return earlier
        if self.found is None:
            return None
        nodes, seconds = self.spent()
        return replace(
            self.found,
            nodes=nodes,
            seconds=seconds,
            deepest=max(s.deepest for s in self.searchers),
            table=self.main.table.use(),
            compiled=self.main.compiled,
        )

    # --- the leading thread ------------------------------------------------------------------------------------

    def _lead(self) -> None:
        try:
            self._search()
            if self.relay is not None and self.relay.take_over(self):
                self._search()
            if self.outgrown is not None:
                self._go_on(self.outgrown)
        except OutgrownError as error:
            self._go_on(error)
        except BaseException as error:  # raised again in the waiting thread
            self.error = error
        finally:
            self.done.set()
            for helper in self.searchers[1:]:
                helper.stop()

    def _go_on(self, error: OutgrownError) -> None:
        """Compiled code has no room for a value: search in plain Python, which has, if that is wanted."""
        for helper in self.searchers[1:]:
            helper.stop()
        try:
            if self.spare is None:
                self.error = error
            elif self.change(self.spare(error)):
                self._search()
        except BaseException as other:  # raised again in the waiting thread
            self.error = other

    def _search(self) -> None:
        if self._forces():
            return
        # A database also knows the distance of each end: a window that ignores distances could take a move that wins
        # only through this position again.
        if self.driver in SOLVING and not self.main.is_known():
            self._solve()
        else:
            self._deepen()

    def _forces(self) -> bool:
        """A quick proof before the search: a win by the game's macros, if there is one and no more is asked for."""
        if self.driver != "pvs" or not constant(self.game, "_forces") or constant(self.game, "_repeats"):
            return False
        if not self.main.options.macros or self.lines > 1 or self.barred or self.main.database is not None:
            return False
        self.forcing = Forcing(self.game, self.main.state, compiled=self.main.compiled)
        won = None if self.halted else self.forcing.run(self._proof_nodes())
        if won is None:
            return False
        payoff = constant(self.game, "_high" if self.sign > 0 else "_low") - constant(self.game, "_even")
        score = final_score(self.main.facts, payoff, won.within)
        self.found = self._finding(won.within, score, won.line, whole=False)
        return True

    def _proof_nodes(self) -> int:
        """How many nodes a quick proof may take: a small part of the time, or of the nodes, that the search has."""
        latest = self.limits.latest()
        nodes = PROOF if latest is None else min(PROOF, int(PROOF_RATE * latest))
        return nodes if self.limits.nodes is None else min(nodes, max(self.limits.nodes // 4, 1))

    def change(self, searchers: list[Searcher]) -> bool:
        """Begin again with other searchers; called by the leading thread. False if the search was stopped."""
        with self.changing:
            if self.halted:
                return False
            self.searchers, self.main, self.found, self.depth = searchers, searchers[0], None, 1
            self._set_up()
        self._start_helpers()
        return True

    def _deepen(self) -> None:
        patience = Patience(margin=int(self.main.block.words[MARGIN]))
        depth = 0
        while depth < min(self.limits.depth or MAX_PLY, MAX_PLY):
            depth += 1
            self.depth = depth
            finding = self._iterate(depth)
            if finding is not None:
                self.found = finding
            if finding is None or self.main.stopped:
                return
            exhausted = not self.main.options.sound and self._sees_the_end(finding)
            if (is_settled(self.game, finding) or exhausted) and self._settle(finding):
                return
            seconds = clock.perf_counter() - self.begun
            factor = patience.factor(finding.line[0], self.sign * finding.score)
            if self.limits.clock and seconds >= factor * self.limits.clock.allotment():
                return

    def _sees_the_end(self, finding: Finding) -> bool:
        """Does every line end before the horizon? Or, if no deeper search follows, does the best line end the game
        exactly there, and does no line go beyond?"""
        if self.main.deepest < finding.depth:
            return True
        last = finding.depth == self.limits.depth and self.main.deepest == finding.depth
        return last and over(self.game, Line(self.main.state, finding.line).states(self.game)[-1])

    def _settle(self, finding: Finding) -> bool:
        """The value seems to be known. If moves were pruned without proof, or the table has entries of searches that
        did not know the history of this position, search once more without these, so that the value and the distance of
        the end are certain. Then extend the line to the end. False if the value turns out to be unknown."""
        line = finding.line
        if not self.main.options.sound or not finding.trusted:
            again = self.main.soundly(finding.depth, line[0])
            if again is not None and not again.cut_short:
                certain = replace(
                    finding, score=again.score, whole=again.whole, trusted=self.main.trusts(again.score),
                    sound=finding.depth,
                )  # fmt: skip
                if again.line and is_settled(self.game, replace(certain, sound=0)):
                    finding, line = certain, again.line
        if not is_settled(self.game, replace(finding, sound=0)):
            return False
        self.main.bar(())
        self.found = replace(finding, line=self.main.completed(line, finding.depth, finding.score))
        return True

    def _iterate(self, depth: int) -> Finding | None:
        """One iteration: the best line, and as many of the next best as were asked for."""
        before = self.found
        found: list[RootResult] = []
        for k in range(self.lines):
            self.main.bar((*self.barred, *(f.line[0] for f in found)))
            known = [before, *before.others] if before else []
            guess = known[k].score if k < len(known) else None
            best = known[k].line[0] if k < len(known) and known[k].line else None
            answer = next_window(self.driver, self.main, depth, guess, best)
            if answer is None or not answer.line:
                break
            found.append(answer)
            if answer.cut_short:
                break
        self.main.bar(self.barred)
        if not found or (self.lines > 1 and len(found) < self.lines and before is not None):
            return None
        sign = self.sign
        if not found[-1].cut_short:  # in selective searches a later line may turn out better
            found.sort(key=lambda f: -sign * f.score)
        first = found[0]
        certain = first.whole or is_win(self.game, first.score)
        line = first.line
        if not first.cut_short:
            line = self.main.extended(line, depth, first.score if certain else None)
        others = tuple(
            replace(f, line=self.main.extended(f.line, depth), trusted=self.main.trusts(f.score)) for f in found[1:]
        )
        finished = depth - 1 if first.cut_short else depth
        return self._finding(
            depth, first.score, line, whole=first.whole and not others, others=others, partial=first.cut_short,
            sound=finished if self.main.options.sound else 0,
        )  # fmt: skip

    def _finding(self, depth: int, score: int, line: tuple[int, ...], **known: Any) -> Finding:
        """The result, and how far it can be trusted."""
        mover, trusted = mover_of(self.game, self.main.state), self.main.trusts(score)
        return Finding(depth, score, line, mover=mover, trusted=trusted, **known)

    def _solve(self) -> None:
        """Search to the end of the game, by a series of questions "is the value at least this?". Only a finished
        question counts; its answer is a bound. The move comes from the last question with the answer yes: it reaches
        the bound."""
        bounds = Bounds(self.game, self.main.state)
        exact = self.driver == "exact"
        if exact and not constant(self.game, "_hasty"):
            bounds.begin_at(self._glance(self.main))
        move: tuple[int, ...] = ()
        while (bar := bounds.question(self.driver)) is not None:
            found = self.main.search(MAX_PLY, *bounds.window(bar))
            if found is None or found.cut_short or not found.whole:
                return
            if bounds.learn(bar, found.score) and found.line:
                move = self.main.extended(found.line, MAX_PLY, found.score)
            self.found = self._finding(
                self.main.deepest, found.score, move or found.line, whole=False, between=bounds.scores(), timed=exact
            )
        if exact and self.found is not None:
            known = bounds.scores()[0]
            again = self.main.search(MAX_PLY, known - 1, known + 1)  # once more for the line
            if again is not None and not again.cut_short and again.score == known and again.line:
                move = again.line
            else:  # only the move is certain: what the table has behind it may answer another question
                move = move[:1]
            self.found = replace(
                self.found, score=known, line=self.main.completed(move, MAX_PLY, known) or self.found.line
            )

    def _glance(self, searcher: Searcher) -> int | None:
        """A guess of the value by shallow searches, if estimates are in units of the payoff. They also fill the table
        with good first moves."""
        guess, depth = None, 0
        while depth < MAX_PLY and searcher.nodes < GLANCE:
            depth += 1
            found = searcher.search(depth)
            if found is None or found.cut_short:
                break
            guess = found.score
            if searcher is self.main and found.line:
                self.found = self._finding(depth, guess, searcher.extended(found.line, depth), whole=False)
            if found.whole:
                break
        return guess

    # --- the helping threads -----------------------------------------------------------------------------------

    def _help(self, number: int, searcher: Searcher) -> None:
        """Search the same position to the same depths. If two threads are at the same node, one of them takes another
        move first, and later finds the other's result in the table."""
        try:
            guess: int | None = None
            if self.driver in SOLVING:
                self._help_to_solve(searcher)
                return
            depth = 0
            while depth < min(self.limits.depth or MAX_PLY, MAX_PLY):
                depth = max(depth + 1, self.depth)
                found = next_window(self.driver, searcher, depth, guess, None)
                if found is None or searcher.stopped:
                    return
                guess = found.score
        except OutgrownError as error:
            self.outgrown = error
            self.main.stop()
        except BaseException as error:
            self.error = self.error or error
            self.stop()

    def _help_to_solve(self, searcher: Searcher) -> None:
        """Ask the same questions in another thread."""
        bounds = Bounds(self.game, searcher.state)
        if self.driver == "exact" and not constant(self.game, "_hasty"):
            bounds.begin_at(self._glance(searcher))
        while (bar := bounds.question(self.driver)) is not None:
            found = searcher.search(MAX_PLY, *bounds.window(bar))
            if found is None or searcher.stopped:
                return
            bounds.learn(bar, found.score)


def next_window(driver: str, searcher: Searcher, depth: int, guess: int | None, best: int | None) -> RootResult | None:
    """One search of the root to a depth, with the windows of the driver; ``guess`` is the last value."""
    if driver == "mtdf" and guess is not None:
        return _mtdf(searcher, depth, guess, best)
    if driver == "pvs" and guess is not None and searcher.options.aspiration and depth >= 4 and abs(guess) < WIN:
        for alpha, beta in _aspirations(guess, int(searcher.block.words[MARGIN])):
            found = searcher.search(depth, alpha, beta, best)
            if found is None or found.cut_short or alpha < found.score < beta:
                return found
            best = best if not found.line else found.line[0]
    return searcher.search(depth, best=best)


def _aspirations(guess: int, margin: int) -> Iterator[tuple[int, int]]:
    """Windows around a guess, each wider than the one before."""
    for width in (margin, 8 * margin):
        yield guess - width, guess + width


def _mtdf(searcher: Searcher, depth: int, guess: int, best: int | None) -> RootResult | None:
    """MTD(f), Plaat et al. 1996: empty windows that approach the value from both sides."""
    low, high = -INFINITY, INFINITY
    while low < high:
        beta = guess + 1 if guess == low else guess
        found = searcher.search(depth, beta - 1, beta, best)
        if found is None or found.cut_short:
            return None  # a bound is not an answer
        guess = found.score
        low, high = (low, guess) if guess < beta else (guess, high)
    found = searcher.search(depth, guess - 1, guess + 1, best)  # once more for the line
    if found is None or found.cut_short or found.score == guess:
        return found
    return searcher.search(depth, best=best)  # the table has changed meanwhile: outside a window a value is a bound
