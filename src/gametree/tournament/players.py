"""Who plays: anything with a name and a move. Players of our own are described in words, ``alphabeta:depth=4``."""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.features import weighted
from gametree.game import CHANCE, even, provides
from gametree.hooks import asked
from gametree.notation.words import actions_named
from gametree.protocols.thinker import too_late
from gametree.referee import Referee
from gametree.tournament.clock import Clock, Control, allotment
from gametree.tournament.spec import SEARCHING, Spec
from gametree.weights import with_learned

if TYPE_CHECKING:
    import threading

    from gametree.analysis import Analysis
    from gametree.engine.driver import Limits
    from gametree.engine.engine import Engine
    from gametree.game import AnyGame, Line

LIMITS = ("depth", "time", "nodes", "lines", "seed")
"""The options that are not the engine's, but of a single search."""
LAGS = 2.5
"""A player whose clock has less than this many times its greatest delay does not search."""


class Reply(NamedTuple):
    """A player's move, and its value of the position."""

    action: int
    value: float | None = None
    """Max's value; 0 is even, infinite for a proven win or loss; None if the player gives none."""


class Player(Protocol):
    """A player. It may be a program that speaks a protocol, or any object with these methods.

    Your own object is used for all the games of a match; with concurrency, by several threads at once. It may have a
    ``control``, the time control that it plays under instead of the match's.
    """

    @property
    def name(self) -> str:
        """Its name in the results."""
        ...

    def move(self, game: AnyGame, line: Line[Any], clock: Clock | None) -> Reply:
        """The move at the end of the line; ``clock`` is the player's own, None where no clock runs."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


class BestPlayer:
    """Plays the answers of ``best``. It is made again for each game, with that game's ``seed``: a random player plays
    different games, but the same match again for the same seed. A searching player keeps its engine, with the table,
    for the game.

    >>> from gametree import Line, load
    >>> game = load("nim:3,4,5")
    >>> player = BestPlayer(Spec.read("alphabeta:depth=20"), seed="1")
    >>> reply = player.move(game, Line(game.initial()), None)
    >>> game.name(game.initial(), reply.action), reply.value      # a proven win
    ('a2', inf)
    >>> player.close()
    """

    def __init__(self, spec: Spec, seed: str, stop: threading.Event | None = None):
        self.spec, self.seed, self.stop = spec, seed, stop
        self.engine: Engine | None = None
        self.weighted: AnyGame | None = None
        self.expected: Line[Any] | None = None
        self.lag = 0.0

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def control(self) -> Control | None:
        """The time control of its own."""
        return self.spec.control

    def begin(self, game: AnyGame, clock: Clock | None) -> None:
        """A game begins, and its clock does not run yet: make the engine."""
        game = self._own(game)
        if self._searches(game):
            self._engine(game)

    def move(self, game: AnyGame, line: Line[Any], clock: Clock | None) -> Reply:
        game = self._own(game)
        dice = random.Random(f"{self.seed} {self.spec.options.get('seed', '')} {len(line.actions)}")
        if (action := self._from_book(game, line, dice)) is not None:
            return Reply(action)
        if self.spec.random and dice.random() < self.spec.random:
            return Reply(dice.choice(Referee(game, line).legal()))
        if clock is not None and (too_late(clock.left) or clock.left < LAGS * self.lag):
            return Reply(self._at_once(game, line))
        if self._searches(game):
            found = self._search(game, line, clock)
        else:
            options = dict(self.spec.options)
            if clock is not None:
                options["time"] = min(allotment(clock), options.get("time", math.inf))
            found = self._best(game, line, self.spec.algorithm, {**options, "seed": dice.getrandbits(32)})
        if found.action is None:
            raise GameError(f"{self.name} has no move in {line}")
        return Reply(found.action, opinion(game, found))

    def warm_up(self, game: AnyGame, line: Line[Any], *, timed: bool = True) -> None:
        """Search one move: this reports mistakes in the options before any game is played. Where time counts
        (``timed``, or by this player's own limits), the game is compiled before: a move of plain Python would be a weak
        one. Otherwise a move does not depend on it, and nobody waits."""
        self._check()
        game = self._own(game)
        self._from_book(game, line, random.Random(0))
        if self._searches(game):
            from gametree.engine.driver import Limits

            engine, own = self._engine(game), self.spec.options
            if timed or self.control or "time" in own or not own.keys() & {"depth", "nodes"}:
                engine.wait_until_compiled(line)
            engine.best(line, Limits(depth=1))
            self.close()
        else:
            self._best(game, line, self.spec.algorithm, {**self.spec.options, "depth": 1})

    def close(self) -> None:
        """Free the engine."""
        if self.engine is not None:
            self.engine.close()
        self.engine = self.expected = None

    def quit(self) -> None:
        """It is not needed any more."""
        self.close()

    # --- searching ---------------------------------------------------------------------------------------------

    def _searches(self, game: AnyGame) -> bool:
        return self.spec.algorithm in SEARCHING and not self._driver(game).startswith("textbook.")

    def _driver(self, game: AnyGame) -> str:
        """The algorithm, also for ``auto``."""
        from gametree.answering.algorithms import choose

        return choose(game) if self.spec.algorithm == "auto" else self.spec.algorithm

    def _search(self, game: AnyGame, line: Line[Any], clock: Clock | None) -> Analysis:
        from gametree.answering.simple import unsearched

        engine, limits, begin = self._engine(game), self._limits(clock), time.perf_counter()
        if engine.pondering is not None and line == self.expected:
            found = engine.ponder_hit(limits)
        else:
            found = engine.best(line, limits, self.spec.options.get("lines", 1), stop=self.stop)
        if found is None:
            return unsearched(game, line, engine.driver, compiled=engine.compiled, spent=engine.spent)
        if clock is not None:  # on a busy machine every switch of threads takes time
            latest = limits.clock.latest() if limits.clock else limits.time or 0.0
            self.lag = max(self.lag, time.perf_counter() - begin - latest)
        if self.spec.ponder:
            self._ponder(game, line, found, engine)
        return found

    def _at_once(self, game: AnyGame, line: Line[Any]) -> int:
        """A move without a search: from the last search of this position, or the move with the best evaluation."""
        s = line.states(game)[-1]
        if self.engine is not None and not provides(game, "chances"):
            known = self.engine.table.best_action(asked(game, "key")(s))
            named = [a for a in Referee(game, line).legal() if a & 0xFFFF == known]
            if named:
                return named[0]
        found = self._best(game, line, "greedy", {})
        assert found.action is not None
        return found.action

    def _ponder(self, game: AnyGame, line: Line[Any], found: Analysis, engine: Engine) -> None:
        """Ponder on the expected reply, if it is our turn after it. Monte-Carlo tree search ponders on all replies: the
        tree keeps what it finds about each."""
        s = line.states(game)[-1]
        me, actions = game.player(s), actions_named(game, s, found.line[:2])
        self.expected = None
        if engine.driver == "mcts" and actions:
            after = game.result(s, actions[0])
            if not (game.terminal(after) or game.drawn(after)) and game.player(after) not in (me, CHANCE):
                engine.ponder(line.then(actions[0]))
            return
        if len(actions) < 2 or game.player(game.result(s, actions[0])) == me:
            return
        expected = line.then(actions[0]).then(actions[1])
        after = expected.states(game)[-1]
        if not (game.terminal(after) or game.drawn(after)) and game.player(after) == me:
            self.expected = expected
            engine.ponder(expected)

    def _engine(self, game: AnyGame) -> Engine:
        if self.engine is None:
            from gametree.engine.making import make_engine

            driver = self._driver(game)
            options = {key: value for key, value in self.spec.options.items() if key not in LIMITS}
            if (folder := options.pop("database", None)) is not None:
                from gametree.solving.database import Database

                options["database"] = Database(str(folder), game)
            if driver == "mcts":
                options["seed"] = random.Random(f"{self.seed} {self.spec.options.get('seed', '')}").getrandbits(30)
            engine: Engine = self._named_error(lambda: make_engine(game, driver, **options))
            self.engine = engine
        return self.engine

    def _limits(self, clock: Clock | None) -> Limits:
        from gametree.engine.driver import Limits

        depth, seconds, nodes = (self.spec.options.get(k) for k in ("depth", "time", "nodes"))
        if clock is not None and clock.each:
            seconds = min(allotment(clock), max(clock.left - LAGS * self.lag, 0.001), seconds or math.inf)
        elif clock is None and depth is seconds is nodes is None and self.spec.algorithm not in ("solve", "exact"):
            seconds = 1.0  # as best does
        own = None
        if clock is not None and not clock.each:
            own = GameClock(clock.left - self.lag, clock.increment)
        return Limits(depth, seconds, nodes, own)

    def _own(self, game: AnyGame) -> AnyGame:
        """The game with this player's own weights, if it has any."""
        weights = self.spec.weights
        if weights is None:
            return game

        def made() -> AnyGame:
            return with_learned(game, weights) if isinstance(weights, str) else weighted(game, weights)

        own = self.weighted or self._named_error(made)
        self.weighted = own
        return own

    # --- asking ------------------------------------------------------------------------------------------------

    def _from_book(self, game: AnyGame, line: Line[Any], dice: random.Random) -> int | None:
        if self.spec.book is None:
            return None
        from gametree.books.book import open_book

        return self._named_error(lambda: open_book(self.spec.book or "", game)).choose(line, dice)

    def _best(self, game: AnyGame, line: Line[Any], algorithm: str, options: dict[str, Any]) -> Analysis:
        from gametree.answering.best import best

        return self._named_error(lambda: best(game, line, algorithm=algorithm, stop=self.stop, **options))

    def _check(self) -> None:
        from gametree.answering.algorithms import check_limits

        given = {k: v for k, v in self.spec.options.items() if k in ("lines", "threads", "table")}
        depth, seconds, nodes = (self.spec.options.get(k) for k in ("depth", "time", "nodes"))
        self._named_error(lambda: check_limits(depth, seconds, nodes, **given))

    def _named_error(self, task: Any) -> Any:
        """Do something; an error message names the player."""
        try:
            return task()
        except GameError as error:
            raise GameError(f"{self.spec.text}: {error}") from error


def opinion(game: AnyGame, found: Analysis) -> float | None:
    """The value of an answer, for adjudicators."""
    if isinstance(found.value, tuple):
        return None
    middle = even(game)
    least, most = (found.value, found.value) if found.proven else (found.least, found.most)
    if (least is not None and least > middle) or (most is not None and most < middle):
        return math.copysign(math.inf, found.value - middle)
    return found.value - (middle if found.proven or found.averaged or game.evaluation == "utility" else 0)
