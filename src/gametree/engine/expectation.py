# pyright: basic
"""Games with dice, and games of more than two players: the engine of ``engine.py`` over the kernels made for them.

Threads, limits, live information and the table are those of the other engine. The differences: a value is an
expectation, or one payoff for each player, and a win is not a score beyond all estimates.
"""

from __future__ import annotations

import math
import time as clock
from collections import Counter
from dataclasses import dataclass, fields
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from gametree.analysis import Analysis, Variation
from gametree.claims import Evidence, claim
from gametree.compile import constant, guarded, prepare, words_of
from gametree.compile.frontend.runtime import OutgrownError
from gametree.engine import options as switches
from gametree.engine.bestreply import bestreply
from gametree.engine.block import BEST, HORIZON, LENGTHS, MAX_PLY, NO_ACTION, RANKS, STACK, SWITCHES, Block
from gametree.engine.clock import Patience
from gametree.engine.driver import Finding, Search
from gametree.engine.dual import in_python
from gametree.engine.engine import Engine
from gametree.engine.expectiminimax import HERO, SAMPLED, SEED, STAR1, STAR2, expectiminimax
from gametree.engine.maxn import RULES, SHALLOW, TIES, maxn
from gametree.engine.options import Options
from gametree.engine.searcher import RootResult, Searcher
from gametree.engine.table import Table
from gametree.engine.telling import length_to_end
from gametree.errors import GameError
from gametree.game import AnyGame, Line, line_of, provides
from gametree.notation.names import move_names
from gametree.options import check_options
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.database import Database

DRIVERS = {
    "expectiminimax": "every move and every outcome of chance: nothing is cut",
    "star1": "chance nodes are cut by the bounds of the payoff",
    "star2": "Star1, after a search of one move of each outcome",
    "maxn": "max^n: each player maximises their own payoff",
    "paranoid": "all others against the player to move, who is Max",
    "bestreply": "after a move only the opponent with the strongest reply answers; needs null",
}
"""The searches of games with dice or with more than two players."""
KERNELS = dict.fromkeys(("expectiminimax", "star1", "star2", "paranoid"), expectiminimax) | {
    "maxn": maxn, "bestreply": bestreply,
}  # fmt: skip
REPEATS = 8
"""How many samples of the outcomes are searched, to estimate the error."""
IN_PYTHON = {kernel: in_python(kernel) for kernel in (expectiminimax, maxn, bestreply)}


@dataclass(frozen=True)
class ExpectationOptions:
    """The options of these searches.

    >>> ExpectationOptions.named("star2", sample=5).sample
    5
    """

    table: bool = True
    """Transposition table: cut-offs, and the best action first. Max^n does not use it: see its rule for ties."""
    order: bool = True
    """The game's own ``order``."""
    killers: bool = True
    """Actions that cut off a sister node come early."""
    counters: bool = True
    """The action that refuted the previous one comes early."""
    history: bool = True
    """Actions that cut off often, anywhere, come early."""
    shallow: bool = True
    """In max^n: stop a child when its mover has so much that the parent's mover prefers another; needs ``total``."""
    sample: int = 0
    """At a chance node with more outcomes than this, this many are drawn at random and stand for all; 0 for all. Then
    every depth is searched with several samples: the value is their mean, with its standard error."""
    seed: int = 0
    """The seed of the samples."""
    ties: str = "first"
    """In max^n, between moves that are equally good for the mover: first, last, careful or hopeful (``maxn.py``)."""

    @classmethod
    def named(cls, driver: str, **changes: object) -> ExpectationOptions:
        """The options of a driver, with some of them changed."""
        check_options(driver, {f.name: f.default for f in fields(cls)}, changes)
        made = cls(**changes)  # pyright: ignore[reportArgumentType]
        if made.ties not in RULES:
            raise GameError(f"ties must be one of {', '.join(RULES)}, not {made.ties!r}")
        if not 0 <= made.sample < 1 << 16:
            raise GameError(f"sample must be a number of outcomes, 0 for all, not {made.sample}")
        return made

    def bits(self, driver: str) -> int:
        """The switches as one number, for kernels."""
        named = ("table", "order", "killers", "counters", "history")
        bits = sum(getattr(switches, name.upper()) for name in named if getattr(self, name))
        bits |= SHALLOW if self.shallow else 0
        return bits | {"expectiminimax": 0, "star1": STAR1}.get(driver, STAR1 | STAR2)


def arguments(driver: str, game: Any, root: Any, depth: int, alpha: float, beta: float, address: Any) -> tuple:
    """The arguments of a driver's kernel at the root."""
    window = (beta,) if driver == "maxn" else (alpha, beta)
    return game, root, depth, *window, 0, 0, NO_ACTION, address


class ExpectationSearcher(Searcher):
    """One thread of such a search from one position. Its score is Max's value, or the hero's, or in max^n the values of
    all players."""

    def __init__(
        self,
        game: AnyGame,
        line: Line,
        driver: str,
        options: ExpectationOptions,
        table: Table,
        *,
        compiled: bool = True,
        aside: bool = False,
        kernel: Any = None,
    ):
        states = line.states(game)
        self.game, self.state, self.driver, self.options, self.compiled = game, states[-1], driver, options, compiled
        self.root = words_of(self.state) if compiled else self.state
        self.past = states[:-1] if constant(game, "_repeats") else []
        self.block = Block(table, Options(), plain=not compiled, aside=aside)
        self.hero = max(game.player(self.state), 0)
        words = self.block.words
        words[SWITCHES], words[SAMPLED], words[SEED] = options.bits(driver), options.sample, options.seed
        words[HERO] = self.hero
        if driver == "maxn":
            words[TIES] = RULES.index(options.ties)
        self.table = table
        self.kernel = kernel if compiled else guarded(IN_PYTHON[KERNELS[driver]], game, compiled=False)
        if self.kernel is None:
            self.kernel = prepare(KERNELS[driver], *self._arguments(self.root, 1, -math.inf, math.inf))

    def _arguments(self, root: Any, depth: int, alpha: float, beta: float) -> tuple:
        game = self.game if self.compiled else self.facts
        return arguments(self.driver, game, root, depth, alpha, beta, self.block.address)

    def search(
        self, depth: int, alpha: Any = -math.inf, beta: Any = math.inf, best: int | None = None
    ) -> RootResult | None:
        """Search the root to a depth; None if the search was stopped before it found anything useful."""
        before = int(self.block.words[HORIZON])
        self.block.arrays[LENGTHS][0] = 0
        self._reals(self.block.words)[BEST] = math.nan
        score: Any = self._run(self.root, depth, alpha, beta)
        if self.block.stopped:
            score = float(self._reals(self.block.words)[BEST])
            first = int(self.block.arrays[STACK][0])
            if self.driver == "maxn" or math.isnan(score) or first != best:
                return None
            return RootResult(score, self.block.line(), whole=False, cut_short=True)
        if self.driver == "maxn":
            score = tuple(float(x) for x in self._reals(self.block.arrays[RANKS])[: self.game.players])
        return RootResult(score, self.block.line(), whole=int(self.block.words[HORIZON]) == before)

    def draw(self, number: int) -> None:
        """Use another sample of the outcomes; the table's entries of the last sample are dropped."""
        self.block.words[SEED] = REPEATS * self.options.seed + number
        self.table.begin(fresh=True)
        self.block.begin()

    def _reals(self, row: Any) -> Any:
        return row.view("float64") if self.compiled else row


@dataclass(frozen=True)
class Sampled(Finding):
    """The joint result of several samples of the outcomes: ``score`` is their mean."""

    error: float | None = None
    """The standard error of the mean; with several values, the largest."""


class ExpectationSearch(Search):
    """Such a search in progress."""

    main: Any

    def _deepen(self) -> None:
        patience = Patience()
        for depth in range(1, min(self.limits.depth or MAX_PLY, MAX_PLY) + 1):
            finding = self._iterate(depth)
            if finding is not None:
                self.found = finding
            if finding is None or self.main.stopped or finding.whole:
                return
            seconds = clock.perf_counter() - self.begun
            factor = patience.factor(finding.line[0] if finding.line else NO_ACTION, 0)
            if self.limits.clock and seconds >= factor * self.limits.clock.allotment():
                return

    def _iterate(self, depth: int) -> Finding | None:
        """One iteration: one search, or one for each of several samples of the outcomes."""
        if not self.main.options.sample:
            return self._once(depth)
        runs: list[Finding] = []
        for number in range(REPEATS):
            self.main.draw(number)
            run = self._once(depth)
            if run is None or run.partial:
                break
            runs.append(run)
        if len(runs) < 2:  # one sample has no error: the last depth is the better answer
            return runs[0] if runs and self.found is None else None
        return _together(runs)

    def _once(self, depth: int) -> Finding | None:
        """One search: the best line, and as many of the next best as were asked for."""
        before = self.found
        known = [before, *before.others] if before else []
        found: list[RootResult] = []
        for k in range(self.lines):
            self.main.bar((*self.barred, *(f.line[0] for f in found)))
            best = known[k].line[0] if k < len(known) and known[k].line else None
            answer = self.main.search(depth, best=best)
            if answer is None:
                break
            found.append(answer)
            if answer.cut_short or not answer.line:
                break
        self.main.bar(self.barred)
        if not found or (len(found) < self.lines and before is not None and found[-1].line):
            return None
        first, *others = found
        return Finding(depth, first.score, first.line, first.whole, tuple(others), first.cut_short)

    def _help(self, number: int, searcher: Any) -> None:
        """Lazy SMP, as in the other search. With samples there are no helpers, since each sample has its own table."""
        if self.main.options.sample:
            return
        try:
            for depth in range(1 + number % 2, min(self.limits.depth or MAX_PLY, MAX_PLY) + 1):
                if searcher.search(depth) is None or searcher.stopped:
                    return
        except OutgrownError as error:
            self.outgrown = error
            self.main.stop()
        except BaseException as error:
            self.error = self.error or error
            self.stop()


def _together(runs: list[Finding]) -> Sampled:
    """The mean of several samples, and the line of the move that was best most often."""
    scores = [run.score if isinstance(run.score, tuple) else (run.score,) for run in runs]
    means = tuple(fmean(column) for column in zip(*scores, strict=True))
    error = max(stdev(column) for column in zip(*scores, strict=True)) / math.sqrt(len(runs))
    move, _ = Counter(run.line[:1] for run in runs).most_common(1)[0]
    first = next(run for run in runs if run.line[:1] == move)
    mean: Any = means if isinstance(first.score, tuple) else means[0]
    return Sampled(first.depth, mean, first.line, all(run.whole for run in runs), first.others, error=error)


class ExpectationEngine(Engine):
    """An engine for games with dice, and for more than two players.

    >>> from gametree import load
    >>> from gametree.engine.driver import Limits
    >>> with ExpectationEngine(load("tree:example=chance"), "star1") as engine:
    ...     print(engine.best(None, Limits(depth=5)).value)
    2.1
    """

    def __init__(
        self,
        game: AnyGame,
        driver: str = "star2",
        *,
        table: int = 64,
        threads: int = 1,
        database: Database | None = None,
        **options: Any,
    ):
        if driver not in DRIVERS:
            raise GameError(f"unknown algorithm {driver!r}; for this game there are {', '.join(DRIVERS)}")
        if database is not None:
            raise GameError(f"{driver} does not read databases")
        _check_kind(game, driver)
        self.game, self.driver, self.threads, self.database = game, driver, threads, database
        self.options = ExpectationOptions.named(driver, **options)
        self.table = Table(table)
        self.used, self.compiled, self.kernel, self.pondering = False, True, None, None
        self.spent = 0, 0.0

    def _made(self, line: Line, *, compiled: bool = True, aside: bool = False) -> Searcher:
        made = ExpectationSearcher(
            self.game, line, self.driver, self.options, self.table, compiled=compiled, aside=aside, kernel=self.kernel
        )
        if compiled:
            self.kernel = made.kernel
        return made

    def call(self, position: Any = None) -> tuple[Any, ...]:
        words = words_of(line_of(self.game, position).states(self.game)[-1])
        return KERNELS[self.driver], *arguments(self.driver, self.game, words, 1, -math.inf, math.inf, 0)

    def _search(self, searchers: list[Searcher], limits: Any, lines: int) -> Search:
        return ExpectationSearch(searchers, self.driver, limits, lines)

    def analysis(self, search: Search, finding: Finding) -> Analysis:
        """What a search has found, for people."""
        s = search.main.state
        names = tuple(move_names(self.game, s, finding.line))
        luck = provides(self.game, "chances")
        trusted = self.driver in EXACT and not self.options.sample and self._is_free_of_history(search.main)
        claimed = claim(
            self.game,
            Evidence(
                _tidy(finding.score),
                mover=self.game.player(s),
                whole=finding.whole,
                stopped=finding.partial,
                trusted=trusted,
                length=None if luck else length_to_end(self.game, s, finding.line),
            ),
        )
        lines = tuple(
            Variation(
                _tidy(f.score),
                tuple(move_names(self.game, s, f.line)),
                settled=trusted and f.whole and not cut_short,
            )
            for f, cut_short in ((finding, finding.partial), *((f, f.cut_short) for f in finding.others))
        )
        return Analysis(
            game=title(self.game), move=names[0] if names else None, action=finding.line[0] if names else None,
            **claimed.fields(), depth=finding.depth, nodes=finding.nodes, seconds=finding.seconds, line=names,
            algorithm=self.driver, compiled=finding.compiled, selective=finding.deepest,
            table=round(finding.table, 3), lines=lines if finding.others else (),
            error=finding.error if isinstance(finding, Sampled) else None,
        )  # fmt: skip

    def _is_free_of_history(self, searcher: Searcher) -> bool:
        """Would a whole search have noticed the rule of repetition, if there is one? These searches ignore that rule.

        A search that leaves no move out would: below a position that comes back it comes back again, and so on down to
        the horizon, so the search is not whole. Table entries do not change that: of the positions on a loop, consider
        the first whose entry is whole. It has a child on the loop, which was searched to the end without such an entry,
        down to the position itself: a contradiction. Max^n without a ``total`` leaves out only moves after one with the
        greatest possible payoff. What it searches depends only on the position, so the same holds. Windows differ from
        visit to visit: a cut-off may hide a loop. And positions that are equal, but not the same state, come back
        without a loop of states.
        """
        if not constant(self.game, "_repeats"):
            return True
        if searcher.past or provides(self.game, "position"):
            return False
        if self.driver == "maxn":
            return not (self.options.shallow and constant(self.game, "_constant"))
        return self.driver == "expectiminimax"


EXACT = ("expectiminimax", "star1", "star2", "maxn")
"""The searches whose value is that of the game if no horizon was reached; the others use a model of the opponents."""


def _check_kind(game: AnyGame, driver: str) -> None:
    many = game.players > 2
    if many != (driver in ("maxn", "paranoid", "bestreply")) and not (driver == "maxn" and game.players == 2):
        kind = f"{game.players} players" if many else "two players"
        fitting = "maxn, paranoid or bestreply" if many else "expectiminimax, star1 or star2"
        raise GameError(f"{driver} is not for {kind}; for {title(game)} use {fitting}")
    if game.players > 6:
        raise GameError(
            f"{title(game)} has {game.players} players; the engine takes at most 6, textbook.maxn any number"
        )
    if driver == "bestreply" and not provides(game, "null"):
        raise GameError(f"bestreply needs null(s), the state after a pass, but {title(game)} does not define it")
    if game.evaluation == "relative" and provides(game, "evaluate") and provides(game, "chances"):
        raise GameError(
            f"{driver} needs estimates in the units of the payoff (evaluation = 'utility'), because chance averages "
            f"them; those of {title(game)} are relative"
        )
    if not all(map(math.isfinite, game.bounds)):
        raise GameError(f"{driver} needs finite bounds of the payoff, but {title(game)} has {game.bounds}")


def _tidy(score: Any) -> Any:
    if isinstance(score, tuple):
        return tuple(_tidy(x) for x in score)
    rounded = round(score, 12)
    return int(rounded) if rounded == int(rounded) else rounded
