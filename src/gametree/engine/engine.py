# pyright: basic
"""An engine for one game: it searches move after move, and keeps its table for the next one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.analysis import Analysis, Variation
from gametree.claims import between
from gametree.compile import NotCompiledError, constant, words_of
from gametree.compile.ahead import Coming, coming
from gametree.compile.frontend.runtime import OutgrownError
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.driver import DRIVERS, SOLVING, Finding, Limits, Search
from gametree.engine.options import Options
from gametree.engine.relay import Relay
from gametree.engine.score import INFINITY, is_win, value_of
from gametree.engine.search import search
from gametree.engine.searcher import Searcher, arguments
from gametree.engine.table import Table
from gametree.engine.telling import answer, length_to_end
from gametree.errors import GameError
from gametree.game import AnyGame, Line, line_of, provides, worth
from gametree.hooks import asked
from gametree.notation.names import move_names
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from gametree.solving.database import Database


class Engine:
    """Searches positions of a game. The table is kept from one search to the next: what the last search has found below
    the move that was played is still there.

    >>> from gametree import load
    >>> game = load("connect4:5,4")
    >>> with Engine(game) as engine:
    ...     first = engine.best(None, Limits(depth=8))
    ...     second = engine.best(Line(game.initial(), (first.action,)), Limits(depth=8))
    >>> first.depth, second.depth
    (8, 8)

    ``game``
        The game that is searched.

    ``driver = "pvs"``
        How windows are chosen: one of ``alphabeta``, ``pvs``, ``mtdf``, ``solve`` and ``exact``.

    ``table = 64``
        The size of the transposition table in MiB, 0 for none; later the table itself.

    ``threads = 1``
        How many threads search.

    ``database = None``
        A database of solved positions: they are not searched.

    ``options``
        Each technique of the search, on or off, given by name: ``Engine(game, nullmove=False)``. See
        ``engine/options.py``.

    ``compiled``
        Does compiled code search? False once a search ran interpreted.
    """

    goes_on = True
    """Where compiled code has no room for a value, does plain Python go on? Otherwise it is an OutgrownError."""

    def __init__(
        self,
        game: AnyGame,
        driver: str = "pvs",
        *,
        table: int = 64,
        threads: int = 1,
        database: Database | None = None,
        **options: Any,
    ):
        if driver not in DRIVERS:
            raise GameError(f"unknown algorithm {driver!r}; the engine has {', '.join(DRIVERS)}")
        if provides(game, "chances") or game.players != 2:
            raise GameError(
                f"{driver} is for two players without chance; leave out the algorithm, or use textbook.NAME"
            )
        self.game, self.driver, self.threads, self.database = game, driver, threads, database
        self.options = Options.named(driver, **{**dict.fromkeys(asked(game, "techniques_off"), False), **options})
        self.table = Table(table)
        self.used = False
        self.compiled = True
        self.kernel: Any = None
        self.kept: float | None = None
        """The value of the position by a database without distances: then a search chooses among the moves that keep
        it."""
        self.pondering: Search | None = None
        self.spent: tuple[int, float] = 0, 0.0

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the memory. The engine must not be used after that."""
        self.forget()
        self.table.give_back()

    def forget(self) -> None:
        """Stop pondering."""
        if self.pondering is not None:
            self.pondering.end()
            self.pondering = None

    def start(self, position: Any, limits: Limits, lines: int = 1) -> Search:
        """Begin to search a position (a state, a Line, or None), in the background."""
        return self._begun(position, limits, lines).start()

    def _begun(self, position: Any, limits: Limits, lines: int) -> Search:
        """A search that can be started."""
        self.forget()
        fresh = not self.used or (self.driver in SOLVING and constant(self.game, "_repeats"))
        self.table.begin(fresh=fresh)
        self.used = True
        line = line_of(self.game, position)
        if (kernel := self.coming(line)) is None:
            begun = self._search(self._searchers(line), limits, lines)
            begun.spare = self._spare(line)
            return begun
        begun = self._search([self._made(line, compiled=False, aside=True)], limits, lines)
        begun.spare = self._spare(line)
        begun.relay = Relay(kernel, lambda: self._searchers(line), self.table)
        return begun

    def _spare(self, line: Line) -> Callable[[OutgrownError], list[Searcher]] | None:
        """How a search goes on where compiled code has no room for a value (``compile/frontend``)."""

        def in_python(error: OutgrownError) -> list[Searcher]:
            self.compiled, self.kernel = False, None
            tell_interpreted(self.game, error.reason)
            self.table.begin(fresh=True)
            return [self._made(line, compiled=False)]

        return in_python if self.goes_on else None

    def coming(self, position: Any = None) -> Coming | None:
        """The kernel that this engine needs, if it has to be compiled and another process can do it."""
        if not self.compiled or self.kernel is not None:
            return None
        try:
            return coming(*self.call(position))
        except (NotCompiledError, OutgrownError):
            return None

    def wait_until_compiled(self, position: Any = None) -> None:
        """Compile the game, if it can be compiled: no search begins in plain Python after that."""
        if (kernel := self.coming(position)) is not None:
            kernel.begin()
            while not kernel.ready.wait(0.1):  # Ctrl-C comes through in between
                pass

    def best(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        progress: Callable[[Analysis], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis | None:
        """Search a position; None if there was no time even for one move."""
        search = self._begun(position, limits, lines)
        if limits.short and search.is_simple:
            finding = search.run()
        else:
            report = (lambda finding: progress(self.analysis(search, finding))) if progress else None
            finding = search.start().wait(report, stop)
        self.spent = search.spent()
        return self.analysis(search, finding) if finding else None

    def ponder(self, position: Any) -> Search:
        """Search an expected position on the opponent's time, until ``ponder_hit`` or a stop."""
        search = self.start(position, Limits())
        self.pondering = search
        return search

    def ponder_hit(self, limits: Limits) -> Analysis | None:
        """The expected move was played: continue the search with these limits, counted from now."""
        if self.pondering is None:
            raise GameError("ponder_hit without ponder")
        search, self.pondering = self.pondering, None
        search.take_limits(limits)
        finding = search.wait()
        return self.analysis(search, finding) if finding else None

    def analysis(self, search: Search, finding: Finding) -> Analysis:
        """What a search has found, for people."""
        s = search.main.state
        claimed = answer(self.game, finding, length_to_end(self.game, s, finding.line))
        if not claimed.proven and self.kept is not None:
            claimed = between(self.game, self.kept, self.kept, guess=self.kept)
        if claimed.proven:
            _confirm(self.game, s, finding.line, claimed.value)
        names = tuple(move_names(self.game, s, finding.line))
        lines = tuple(
            Variation(
                value_of(self.game, found.score, proven=found.whole),
                tuple(move_names(self.game, s, found.line)),
                settled=found.whole or is_win(self.game, found.score),
            )
            for found in (finding, *finding.others)
        )
        return Analysis(
            game=title(self.game), move=names[0] if names else None, action=finding.line[0] if names else None,
            **claimed.fields(), depth=finding.depth, nodes=finding.nodes, seconds=finding.seconds, line=names,
            algorithm=self.driver, compiled=finding.compiled, selective=finding.deepest,
            table=round(finding.table, 3), lines=lines if finding.others else (),
        )  # fmt: skip

    def _searchers(self, line: Line) -> list[Searcher]:
        """The compiled searchers, one for each thread; or an interpreted one if the game cannot be compiled: then one
        line says why, and threads would only wait for each other."""
        if self.compiled:
            try:
                return [self._made(line) for _ in range(self.threads)]
            except (NotCompiledError, OutgrownError) as error:
                if isinstance(error, OutgrownError) and not self.goes_on:
                    raise
                self.compiled = False
                tell_interpreted(self.game, error.reason if isinstance(error, OutgrownError) else error)
        return [self._made(line, compiled=False)]

    def _made(self, line: Line, *, compiled: bool = True, aside: bool = False) -> Searcher:
        made = Searcher(
            self.game, line, self.options, self.table, compiled=compiled, aside=aside, database=self.database,
            kernel=self.kernel,
        )  # fmt: skip
        if compiled:
            self.kernel = made.kernel
        return made

    def call(self, position: Any = None) -> tuple[Any, ...]:
        """The kernel, and arguments of the types that it is called with; NotCompiledError if there is none."""
        words = words_of(line_of(self.game, position).states(self.game)[-1])
        address = 0 if self.database is None else np.uint64(0)  # see Block.address
        return search, *arguments(self.game, words, 1, -INFINITY, INFINITY, address)

    def _search(self, searchers: list[Searcher], limits: Limits, lines: int) -> Search:
        known = None if self.database is None else self.database.keeping(searchers[0].state)
        self.kept = known and known[0]
        if known is not None and limits.moves is None and lines == 1:
            limits = replace(limits, moves=known[1])
        return Search(searchers, self.driver, limits, lines)


def _confirm(game: AnyGame, s: Any, actions: tuple[int, ...], value: Any) -> None:
    """Play a proven line out in plain Python: its end must have the value that compiled code found. This reveals rules
    that raise or overflow, which compiled code does not notice."""
    for a in actions:
        s = game.result(s, a)
    if game.terminal(s) and abs(worth(game.utility(s)) - value) > 1e-4 * max(1, abs(value)):
        raise GameError(
            f"{title(game)}: the best line ends in {s}, whose value is {worth(game.utility(s))} in Python, "
            f"but {value} compiled; gametree check will say more"
        )
