"""The engine behind a session: it searches in the background, and can be stopped or continued at any moment."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gametree.answering.algorithms import choose
from gametree.answering.best import best
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Line, legal, over, provides
from gametree.hooks import asked
from gametree.notation.unclaimed import afresh, moves_by_rule
from gametree.protocols.options import ALGORITHM, AUTO, MCTS
from gametree.protocols.report import ReportedLine, SearchReport, from_analysis, from_search
from gametree.protocols.strength import weaken
from gametree.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gametree.analysis import Analysis
    from gametree.engine.clock import GameClock
    from gametree.engine.driver import Search
    from gametree.engine.engine import Engine
    from gametree.protocols.options import Settings

REPORTS = 0.1
"""Seconds between two reports while pondering."""
ORDERING = ("order", "killers", "counters", "history")
"""The techniques that searches with dice, or with more than two players, have too."""
HURRY = 0.03
"""With fewer seconds on the clock nothing is searched, on an idle machine."""
FOREVER = 1e9
"""Seconds that mean: no time limit."""
MOST_MOVES = 256
"""With more moves than this the search cannot leave some out."""


def too_late(left: float) -> bool:
    """Are the seconds on a clock too few for any search? On a busy machine even the shortest search, which starts a
    thread and waits for it, takes many times longer than on an idle one.

    >>> too_late(0.01), too_late(1000)
    (True, False)
    """
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else cores
    return left < HURRY * max(1.0, load / cores)


def likely(game: AnyGame, s: Any, actions: Sequence[int]) -> int:
    """The move to play where there was no time to search: one that the game calls worth a search, the first by its own
    hints.

    >>> from gametree import load
    >>> game = load("gomoku:size=9")
    >>> s = game.parse("e5 a1 e6 a3 e7 a9 e8")             # White has to stop a five
    >>> game.name(s, likely(game, s, list(game.actions(s)))) in ("e4", "e9")
    True
    """
    worthy = set(asked(game, "candidates")(s)) if provides(game, "candidates") else set(actions)
    among = [a for a in actions if a in worthy] or list(actions)
    return max(among, key=lambda a: game.order(s, a)) if provides(game, "order") else among[0]


@dataclass(frozen=True)
class Order:
    """How long to think. ``ponder``: on a position that is only expected, until the real move comes. ``endless``: until
    stopped. ``moves``: consider only these. ``lines``: find this many of the best lines, as MultiPV otherwise says.
    ``sound``: no unsafe pruning, so that everything within the depth is found."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: GameClock | None = None
    endless: bool = False
    ponder: bool = False
    moves: tuple[int, ...] | None = None
    lines: int | None = None
    sound: bool = False

    @property
    def limited(self) -> bool:
        """Is there any limit?"""
        return any(x is not None for x in (self.depth, self.nodes, self.seconds, self.clock))


@dataclass
class Thought:
    """One search: waiting, running or finished. Its methods may be called from any thread, at any time."""

    game: AnyGame
    line: Line[Any]
    order: Order
    halted: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    """Stopped, or no longer pondering."""
    search: Search | None = None

    @cached_property
    def state(self) -> Any:
        """The position that is searched."""
        return self.line.states(self.game)[-1]

    def stop(self) -> None:
        """Answer as soon as possible."""
        self.halted.set()
        self.released.set()
        if self.search is not None:
            self.search.stop()

    def hit(self, order: Order | None = None) -> None:
        """The expected move was played: the limits count from now. A new ``order`` may replace them."""
        self.order = order or self.order
        self.released.set()

    def begun(self, search: Search) -> None:
        """The search runs."""
        self.search = search
        if self.halted.is_set():  # stopped just before
            search.stop()


class Thinker:
    """Searches positions of one game, one after another. The engine keeps its table between them.

    >>> from gametree import load
    >>> from gametree.protocols.options import Settings
    >>> game = load("tictactoe")
    >>> thinker = Thinker(game, Settings())
    >>> thinker.think(Thought(game, Line(game.initial()), Order(depth=10))).lines[0].value
    0
    >>> thinker.close()
    """

    def __init__(self, game: AnyGame, settings: Settings):
        self.game, self.settings = game, settings
        self.engine: Engine | None = None
        self.made_with: object = None
        self.compiling = False
        """Is the compiler running? It cannot be stopped, and nobody should wait for it."""
        self.ready = False

    @property
    def algorithm(self) -> str:
        """The algorithm that searches, as the client has set it."""
        name = str(self.settings[ALGORITHM.name])
        return choose(self.game) if name == AUTO else name

    @property
    def has_engine(self) -> bool:
        """Is there a compiled form of the algorithm?"""
        return not self.algorithm.startswith("textbook.")

    def prepare(self) -> str:
        """Get ready, while no clock runs: load the compiled game, or begin to compile it. Returns a line that says so
        if a search would begin in plain Python."""
        line = Line(self.game.initial())
        while self.game.player(s := line.states(self.game)[-1]) == CHANCE:
            line = line.then(legal(self.game, s)[0])
        if not self.has_engine or Referee(self.game, line).over():
            return ""
        from gametree.engine.driver import Limits

        kernel = self._engine(sound=False).coming(line)
        if kernel is None:
            self._start(line, Limits(depth=1), sound=False).wait()
            return ""
        kernel.begin()
        return kernel.line()

    def new_game(self) -> None:
        """Forget what was found so far."""
        self.close()

    def close(self) -> None:
        """Free the memory."""
        if self.engine is not None:
            self.engine.close()
        self.engine = None

    def think(self, thought: Thought, report: Callable[[SearchReport], None] | None = None) -> SearchReport:
        """Search until the limits of the order are reached or the thought is stopped. A position that is drawn by rule,
        but played on by a client, is searched without its history."""
        game, s = self.game, thought.state
        actions = moves_by_rule(game, s)
        if not actions:
            raise GameError("the game is over")
        if game.player(s) == CHANCE:
            raise GameError("the dice are to be rolled: give the roll as the next move of the list")
        line = thought.line
        if Referee(game, line).over():
            line = Line(afresh(game, s))
            if over(game, line.start):
                return SearchReport((ReportedLine((actions[0],), 0.0),))
        order = weaken(thought.order, self.settings, actions)
        analysing = order.endless or order.ponder
        if not analysing and order.moves is None and (known := self._from_book(line)) is not None:
            return known
        if (clock := order.clock) and too_late(clock.left) and not analysing:
            return from_analysis(game, s, best(game, line, algorithm="greedy"))
        if not self.has_engine:
            return self._by_textbook(thought, line, order, report)
        return self._by_engine(thought, line, order, report)

    def _by_engine(
        self, thought: Thought, line: Line[Any], order: Order, report: Callable[[SearchReport], None] | None
    ) -> SearchReport:
        from gametree.engine.driver import Limits

        s = thought.state
        actions = moves_by_rule(self.game, s)
        moves = order.moves if len(actions) <= MOST_MOVES else None

        def limits(order: Order) -> Limits:
            return Limits(order.depth, order.seconds, order.nodes, order.clock, moves)

        held = order.ponder and not thought.released.is_set()
        first = Limits(moves=moves) if held else limits(order)
        search = self._start(line, first, sound=order.sound, lines=order.lines)
        engine = self.engine
        assert engine
        thought.begun(search)

        def tell(finding: Any) -> None:
            if report:
                report(from_search(engine, search, finding))

        if held:
            while not thought.released.wait(REPORTS):
                if (now := search.finding) and not search.done.is_set():
                    tell(now)
            search.take_limits(limits(weaken(thought.order, self.settings, actions)))
        finding = search.wait(tell)
        if finding is None or not finding.line:  # there was no time to search
            first = likely(self.game, s, order.moves or actions)
            return SearchReport((ReportedLine((first,), self.game.evaluate(s)),))
        return from_search(engine, search, finding)

    def _start(self, line: Line[Any], limits: Any, *, sound: bool, lines: int | None = None) -> Search:
        self.compiling = not self.ready
        try:
            return self._engine(sound=sound).start(line, limits, lines or self.settings.number("MultiPV"))
        finally:
            self.compiling, self.ready = False, True

    def _engine(self, *, sound: bool) -> Engine:
        """The engine, made again if one of its options has changed. Only alpha-beta finds everything within a depth, so
        for a ``sound`` search it takes the place of Monte-Carlo tree search."""
        from gametree.engine.driver import DRIVERS
        from gametree.engine.making import make_engine
        from gametree.engine.options import SELECTIVE, SWITCHES

        hash_size, threads = self.settings.number("Hash"), self.settings.number("Threads")
        algorithm = self.algorithm
        if sound and algorithm == "mcts" and not provides(self.game, "chances"):
            algorithm = "pvs"
        if algorithm == "mcts":
            own = self.settings.chosen(tuple(option.name for option in MCTS))
        elif algorithm in DRIVERS:
            own = self.settings.chosen((*(name for name in SWITCHES if name != "table"), "beam"))
            if sound:
                own |= {**dict.fromkeys(SELECTIVE, False), "beam": 0}
        else:  # with dice, or more than two players
            own = self.settings.chosen(ORDERING)
        made_with = (algorithm, hash_size, threads, *sorted(own.items()))
        if self.engine is None or made_with != self.made_with:
            self.close()
            self.engine = make_engine(self.game, algorithm, table=hash_size, threads=threads, **own)
            self.made_with = made_with
        return self.engine

    def _by_textbook(
        self, thought: Thought, line: Line[Any], order: Order, report: Callable[[SearchReport], None] | None
    ) -> SearchReport:
        if order.ponder:
            thought.released.wait()  # textbook searches cannot continue with other limits
        seconds = order.clock.allotment() if order.clock else order.seconds
        if not order.limited:
            seconds = FOREVER
        s = line.states(self.game)[-1]

        def tell(found: Analysis) -> None:
            if report:
                report(from_analysis(self.game, s, found))

        found = best(
            self.game, line, depth=order.depth, time=seconds, nodes=order.nodes, progress=tell, stop=thought.halted
        )
        return from_analysis(self.game, s, found)

    def _from_book(self, line: Line[Any]) -> SearchReport | None:
        path = str(self.settings["Book"])
        if not path:
            return None
        from gametree.books.book import open_book

        found = open_book(path, self.game).best(line)
        return None if found is None else from_analysis(self.game, line.states(self.game)[-1], found)
