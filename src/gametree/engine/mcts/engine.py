# pyright: basic
"""The engine of Monte-Carlo tree search: it searches move after move, and keeps its tree for the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.analysis import Analysis, Considered, Variation
from gametree.claims import Evidence, between, claim, estimated
from gametree.compile import constant, words_of
from gametree.engine.engine import Engine
from gametree.engine.mcts.memory import ACTION, GROW, SHARED, TOP, UNKNOWN, Tree, is_finite
from gametree.engine.mcts.options import MctsOptions
from gametree.engine.mcts.rounds import simulate
from gametree.engine.mcts.search import MctsSearch, MctsSearcher, Tally, arguments
from gametree.engine.relay import Relay
from gametree.engine.telling import length_to_end
from gametree.errors import GameError
from gametree.game import AnyGame, Line, even, line_of
from gametree.hooks import asked
from gametree.notation.names import move_name, move_names
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.compile.frontend.runtime import OutgrownError
    from gametree.engine.driver import Limits, Search
    from gametree.solving.database import Database

ROOMY = 0.25
"""A tree that takes less of the memory than this grows as at the beginning."""


class MctsEngine(Engine):
    """An engine that searches by Monte-Carlo tree search.

    >>> from gametree import load
    >>> from gametree.engine.driver import Limits
    >>> with MctsEngine(load("nim:2,3")) as engine:
    ...     found = engine.best(None, Limits(nodes=1000))
    >>> found.move, found.value, found.proven
    ('b1', 1.0, True)
    """

    def __init__(
        self,
        game: AnyGame,
        driver: str = "mcts",
        *,
        table: int = 64,
        threads: int = 1,
        database: Database | None = None,
        **options: Any,
    ):
        if database is not None:
            raise GameError(f"{driver} does not read databases")
        if not is_finite(game):
            raise GameError(f"{driver} needs finite bounds of the payoff, but {title(game)} has {game.bounds}")
        self.game, self.driver, self.threads, self.database = game, driver, threads, database
        self.options: Any = MctsOptions.named(**{**asked(game, "mcts_options"), **options}).fitting(game)
        self.mebibytes = table
        self.table: Any = self._tree(table)
        self.used, self.compiled, self.kernel, self.pondering = False, True, None, None
        self.spent = 0, 0.0
        self.line: Line[Any] | None = None

    def _tree(self, mebibytes: int, *, plain: bool = False) -> Tree:
        return Tree(mebibytes, constant(self.game, "_seats"), self.options.arrays(self.game), plain=plain)

    def _begun(self, position: Any, limits: Any, lines: int) -> Search:
        self.forget()
        line = line_of(self.game, position)
        kernel = self.coming(line)
        if kernel is None:
            searchers = self._searchers(line)
            self._take_root(line, searchers[0], limits)
            begun = self._search(searchers, limits, lines)
            begun.spare = self._spare(line)
            return begun
        plain = self._made(line, compiled=False, aside=True)
        plain.table.set_up(self.game, self.options.grow)
        begun = self._search([plain], limits, lines)
        begun.spare = self._spare(line)

        def load() -> list[Any]:
            found = self._searchers(line)
            self._take_root(line, found[0], limits)
            return found

        begun.relay = Relay(kernel, load, self.table)
        return begun

    def _take_root(self, line: Line[Any], searcher: Any, limits: Limits) -> None:
        """Make a position the root: a node of the last tree, if it is there, and otherwise of an empty one. A root that
        does not have all its moves is not kept."""
        tree = searcher.table
        node = self._node(tree, line) if limits.moves is None else None
        self.line = line if limits.moves is None else None
        if node is None:
            tree.begin(fresh=True)
            tree.set_up(self.game, self.options.grow)
        elif node > 0:
            tree.arrays[SHARED][TOP] = node
            searcher.rounds(0)
            if tree.use() < ROOMY:
                tree.arrays[SHARED][GROW] = self.options.grow

    def _node(self, tree: Any, line: Line[Any]) -> int | None:
        """The node of a position that follows from the last one that was searched."""
        last = self.line
        if last is None or line.start != last.start or line.actions[: len(last.actions)] != last.actions:
            return None
        node = 0
        for a in line.actions[len(last.actions) :]:
            found = [n for n in tree.children(node) if int(tree.arrays[ACTION][n]) == a]
            if not found:
                return None
            node = found[0]
        return node

    def _spare(self, line: Line[Any]) -> Any:
        make = super()._spare(line)
        if make is None:
            return None

        def in_python(error: OutgrownError) -> list[Any]:
            searchers: list[Any] = make(error)
            searchers[0].table.set_up(self.game, self.options.grow)
            return searchers

        return in_python

    def _made(self, line: Line[Any], *, compiled: bool = True, aside: bool = False) -> Any:
        tree = self.table
        if not compiled and not tree.plain:
            tree = self._tree(self.mebibytes, plain=True)
            if not aside:
                self.table, self.line = tree, None
        made = MctsSearcher(self.game, line, self.options, tree, compiled=compiled, kernel=self.kernel)
        if compiled:
            self.kernel = made.kernel
        return made

    def call(self, position: Any = None) -> tuple[Any, ...]:
        words = words_of(line_of(self.game, position).states(self.game)[-1])
        return simulate, *arguments(self.game, words, 1, self.options, 0)

    def _search(self, searchers: list[Any], limits: Any, lines: int) -> Search:
        for number, searcher in enumerate(searchers):
            searcher.block.seed(self.options.seed, number)
        return MctsSearch(searchers, self.driver, limits, lines)

    def analysis(self, search: Search, finding: Any) -> Analysis:
        """What a search has found, for people."""
        tally: Tally = finding
        s, game = search.main.state, self.game
        names = tuple(move_names(game, s, tally.line))
        won = tally.whole and tally.least != even(game)
        known = not search.barred and (tally.least, tally.most) != tuple(map(float, game.bounds))
        claimed = estimated(tally.score)
        if game.players > 2:
            end = length_to_end(game, s, tally.line) if tally.whole and tally.line else None
            claimed = claim(game, Evidence(tally.score, whole=tally.whole, length=end))
        elif known:
            claimed = between(
                game, tally.least, tally.most, guess=tally.score,
                end=None if won or not tally.line else length_to_end(game, s, tally.line),
                within=tally.length if won and tally.length < UNKNOWN else None,
            )  # fmt: skip
        scale = constant(game, "_scale")
        considered = tuple(
            Considered(move_name(game, s, b.action), b.visits, b.told(scale), b.exact) for b in tally.branches
        )
        lines = tuple(
            Variation(f.score, tuple(move_names(game, s, f.line)), settled=f.whole) for f in (tally, *tally.others)
        )
        return Analysis(
            game=title(game), move=names[0] if names else None, action=tally.line[0] if names else None,
            **claimed.fields(), depth=tally.depth, nodes=tally.nodes, seconds=tally.seconds, line=names,
            algorithm=self.driver, compiled=tally.compiled, selective=tally.deepest, table=round(tally.table, 3),
            lines=lines if tally.others else (), moves=considered,
        )  # fmt: skip
