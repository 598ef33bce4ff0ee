"""The engine behind a conversation: it searches in the background, and is stopped, or told to go on, at any moment."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Line, legal
from gametree.verbs.best import best, choose, unsearched
from gametree.verbs.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.analysis import Analysis
    from gametree.engine.clock import GameClock
    from gametree.engine.driver import Search
    from gametree.engine.engine import Engine
    from gametree.protocols.options import Settings

REPORTS = 0.1
"""Seconds between two reports while pondering."""
ORDERING = ("order", "killers", "counters", "history")
"""The techniques that every search has."""
HURRY = 0.03
"""Seconds on a clock below which nothing is searched any more, on a machine that has nothing else to do."""
FOREVER = 1e9
"""Seconds: no limit of time at all."""


def too_late(left: float) -> bool:
    """Is there too little on a clock, in seconds, for any search? On a busy machine a search of no length at all, which
    starts a thread and waits for it, takes many times what it takes on a quiet one.

    >>> too_late(0.01), too_late(1000)
    (True, False)
    """
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else cores
    return left < HURRY * max(1.0, load / cores)


@dataclass(frozen=True)
class Order:
    """How long to think. ``ponder``: about a position that is only expected, until it is told what was played;
    ``endless``: until told to stop."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: GameClock | None = None
    endless: bool = False
    ponder: bool = False

    @property
    def limited(self) -> bool:
        """Is there any limit?"""
        return any(x is not None for x in (self.depth, self.nodes, self.seconds, self.clock))


@dataclass
class Thought:
    """One search: asked for, under way, or done. Its methods may be called from any thread, at any time."""

    line: Line[Any]
    order: Order
    halted: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    """Stopped, or no longer pondering."""
    search: Search | None = None

    def stop(self) -> None:
        """Answer as soon as possible."""
        self.halted.set()
        self.released.set()
        if self.search is not None:
            self.search.stop()

    def hit(self) -> None:
        """The expected move was played: the limits count from now."""
        self.released.set()

    def begun(self, search: Search) -> None:
        """The search runs."""
        self.search = search
        if self.halted.is_set():  # in the moment before
            search.stop()


class Thinker:
    """Searches positions of one game, one after another. The engine keeps its table between them.

    >>> from gametree import load
    >>> from gametree.protocols.options import Settings
    >>> game = load("tictactoe")
    >>> thinker = Thinker(game, Settings())
    >>> thinker.think(Thought(Line(game.initial()), Order(depth=10))).value
    0
    >>> thinker.close()
    """

    def __init__(self, game: AnyGame, settings: Settings):
        self.game, self.settings = game, settings
        self.engine: Engine | None = None
        self.made_with: object = None
        self.algorithm = choose(game, depth_only=False)
        self.has_engine = not self.algorithm.startswith("textbook.")

    def prepare(self) -> None:
        """Compile the game, so that no clock runs meanwhile."""
        line = Line(self.game.initial())
        while self.game.player(s := line.states(self.game)[-1]) == CHANCE:
            line = line.then(legal(self.game, s)[0])
        if self.has_engine and not Referee(self.game, line).over():
            from gametree.engine.driver import Limits

            self._engine().start(line, Limits(depth=1)).wait()

    def new_game(self) -> None:
        """Forget what was found so far."""
        self.close()

    def close(self) -> None:
        """Give the memory back."""
        if self.engine is not None:
            self.engine.close()
        self.engine = None

    def think(self, thought: Thought, report: Callable[[Analysis], None] | None = None) -> Analysis:
        """Search; the answer comes when the order says so, or when the thought is stopped."""
        referee = Referee(self.game, thought.line)
        if referee.over():
            raise GameError("the game is over")
        if referee.player() == CHANCE:
            raise GameError("chance is to move: the next move in the list is what was rolled")
        analysing = thought.order.endless or thought.order.ponder
        if not analysing and (known := self._from_book(thought.line)) is not None:
            return known
        if (clock := thought.order.clock) and too_late(clock.left) and not analysing:
            return best(self.game, thought.line, algorithm="greedy")
        if not self.has_engine:
            return self._by_textbook(thought, report)
        from gametree.engine.driver import Limits

        order = thought.order
        limits = Limits(order.depth, order.seconds, order.nodes, order.clock)
        engine = self._engine()
        held = order.ponder and not thought.released.is_set()
        search = engine.start(thought.line, Limits() if held else limits, self.settings.number("MultiPV"))
        thought.begun(search)

        def tell(finding: Any) -> None:
            if report:
                report(engine.analysis(search, finding))

        if held:
            while not thought.released.wait(REPORTS):
                if (now := search.finding) and not search.done.is_set():
                    tell(now)
            search.take_limits(limits)
        finding = search.wait(tell)
        if finding is None:
            return unsearched(self.game, referee.state, engine.driver, compiled=engine.compiled)
        return engine.analysis(search, finding)

    def _engine(self) -> Engine:
        """The engine, made anew where an option that it was made with has changed."""
        from gametree.engine.making import make_engine

        hash_size, threads = self.settings.number("Hash"), self.settings.number("Threads")
        techniques = self.settings.techniques()
        if self.algorithm != "pvs":  # with dice, or more than two players
            techniques = {name: value for name, value in techniques.items() if name in ORDERING}
        made_with = (hash_size, threads, *techniques.items())
        if self.engine is None or made_with != self.made_with:
            self.close()
            self.engine = make_engine(self.game, self.algorithm, table=hash_size, threads=threads, **techniques)
            self.made_with = made_with
        return self.engine

    def _by_textbook(self, thought: Thought, report: Callable[[Analysis], None] | None) -> Analysis:
        order = thought.order
        if order.ponder:
            thought.released.wait()  # to go on under other limits is not in the textbooks
        seconds = order.clock.allotment() if order.clock else order.seconds
        if not order.limited:
            seconds = FOREVER
        return best(
            self.game, thought.line,
            depth=order.depth, time=seconds, nodes=order.nodes, progress=report, stop=thought.halted,
        )  # fmt: skip

    def _from_book(self, line: Line[Any]) -> Analysis | None:
        path = str(self.settings["Book"])
        if not path:
            return None
        from gametree.books.book import open_book

        return open_book(path, self.game).best(line)
