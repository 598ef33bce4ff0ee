# pyright: basic
"""One thread of a search from one position: its memory, its kernel, and the lines that it finds.

The kernel is the same, compiled or in plain Python; a searcher hides which.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gametree.compile import constant, guarded, prepare, words_of
from gametree.engine.block import (
    BARRED,
    BEAM,
    BEST,
    DEEPEST,
    HORIZON,
    LENGTHS,
    LIMIT,
    MARGIN,
    MAX_PLY,
    NO_ACTION,
    ROOT,
    STACK,
    SWITCHES,
    TABLE,
    Block,
)  # fmt: skip
from gametree.engine.dual import facts, in_python
from gametree.engine.probe import probe_words
from gametree.engine.score import ESTIMATE_STEP, INFINITY, STEP, deepen, distance_of, is_win, value_of
from gametree.engine.search import search
from gametree.engine.table import plain_key
from gametree.game import CHANCE, Line, legal, over, provides, worth
from gametree.hooks import asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.engine.options import Options
    from gametree.engine.table import Table
    from gametree.game import AnyGame
    from gametree.solving.database import Database

NOT_YET = 2 * INFINITY
"""Not a score: no move of the root has raised alpha yet."""
search_in_python = in_python(search)


@dataclass(frozen=True)
class RootResult:
    """The result of one call of the kernel. ``whole``: no horizon was reached. ``cut_short``: the search was stopped,
    and this is the result until then. ``trusted``: it also holds with the positions of the game before."""

    score: int
    line: tuple[int, ...]
    whole: bool
    cut_short: bool = False
    trusted: bool = True


def arguments(game: Any, root: Any, depth: int, alpha: int, beta: int, address: Any) -> tuple:
    """The arguments of the kernel at the root."""
    return game, root, depth, alpha, beta, 0, 0, NO_ACTION, NO_ACTION, 1, address


class Searcher:
    """A search from one position. Making a compiled one compiles the game, or fetches it from the cache."""

    def __init__(
        self,
        game: AnyGame,
        line: Line,
        options: Options,
        table: Table,
        *,
        compiled: bool = True,
        aside: bool = False,
        database: Database | None = None,
        kernel: Any = None,
    ):
        """``kernel``: the kernel of an earlier searcher of the same game and kind, to use again. ``aside``: in plain
        Python, for a while (``ahead.py``): see ``keep``."""
        states = line.states(game)
        self.game, self.state, self.options, self.compiled = game, states[-1], options, compiled
        earlier = [game.position(s) for s in states[:-1]] if constant(game, "_repeats") else []
        self.past = states[:-1] if is_worn(game, states[:-1]) else []
        self.worn = is_worn(game, states)
        self.root: Any = self.state
        if compiled:
            self.root = words_of(self.state)
            earlier = [plain_key(words_of(position)) for position in earlier]
        self.database = database
        known: Any = database
        if database is not None:
            known = probe_words(game, database, self.state) if compiled else database.in_search(self.state)
        self.block = Block(table, options, earlier, plain=not compiled, aside=aside, database=known)
        self.block.words[MARGIN] = margin(game)
        self.table = table
        self.kernel = kernel if compiled else guarded(search_in_python, game, compiled=False)
        if self.kernel is None:
            self.kernel = prepare(search, *self._arguments(self.root, 1, -INFINITY, INFINITY))

    def _arguments(self, root: Any, depth: int, alpha: int, beta: int) -> tuple:
        return arguments(self.game if self.compiled else self.facts, root, depth, alpha, beta, self.block.address)

    @cached_property
    def facts(self) -> Any:
        """The game for the kernel in plain Python."""
        return facts(self.game)

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self.block.nodes

    @property
    def deepest(self) -> int:
        """The deepest ply that was entered so far."""
        return int(self.block.words[DEEPEST])

    @property
    def stopped(self) -> bool:
        """Was the search stopped, or did it stop itself?"""
        return self.block.stopped

    def stop(self) -> None:
        """Stop as soon as possible; may be called from any thread."""
        self.block.stop()

    def limit(self, nodes: int | None) -> None:
        """Stop after this many nodes; None for no limit."""
        if nodes is not None:
            self.block.words[LIMIT] = nodes

    def bar(self, actions: tuple[int, ...]) -> None:
        """Leave these moves of the root out."""
        self.block.words[BARRED] = len(actions)
        for i, action in enumerate(actions):
            self.block.arrays[ROOT][i] = action

    def search(
        self, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, best: int | None = None
    ) -> RootResult | None:
        """Search the root to a depth within a window; None if the search was stopped before it found anything useful. A
        stopped search counts if it began with the best move so far, and at depth 1, where none is known."""
        before = int(self.block.words[HORIZON])
        self.block.arrays[LENGTHS][0] = 0
        self.block.words[BEST] = NOT_YET
        score = int(self._run(self.root, depth, alpha, beta))
        line = self.block.line()
        if self.block.stopped:
            score = int(self.block.words[BEST])
            known = depth == 1 if best is None else int(self.block.arrays[STACK][0]) == best
            if score == NOT_YET or not known:
                return None
            return RootResult(score, line, whole=False, cut_short=True)
        return RootResult(score, line, whole=int(self.block.words[HORIZON]) == before)

    def soundly(self, depth: int, best: int) -> RootResult | None:
        """Search the root once more, without techniques that may be wrong, and without their entries in the table."""
        self.table.begin(fresh=True)
        self.block.begin()
        with self._without_risk():
            return self.search(depth, best=best)

    @contextmanager
    def _without_risk(self) -> Iterator[None]:
        """Switch techniques that may be wrong off for a while."""
        self.block.words[SWITCHES], self.block.words[BEAM] = self.options.soundly().bits, 0
        try:
            yield
        finally:
            self.block.words[SWITCHES], self.block.words[BEAM] = self.options.bits, self.options.beam

    def keep(self) -> None:
        """Write what was kept aside into the table, for the searches to come."""
        if not self.compiled:
            self.block.words[TABLE].keep()

    def trusts(self, score: int) -> bool:
        """Does the result also hold with the positions of the game so far? The table of an earlier search, or a
        database, may hold a win whose line goes through one of them: there it was not a repetition."""
        if not self.worn:
            return True
        if self.database is None:
            return self.table.age == 0
        if constant(self.game, "_repeats_pay") or self.game.repetition != "draw" or provides(self.game, "position"):
            return not self.past
        return not is_win(self.game, score) or self._farther(distance_of(self.game, score))

    def is_known(self) -> bool:
        """Is the position itself in the database? Then so are all that can follow."""
        return self.database is not None and self.database.label(self.state) is not None

    def _farther(self, distance: int | None) -> bool:
        """Is no earlier position nearer to its end? Then no line to the end leads back to one, since the winner comes
        nearer to the end with each action."""
        labels = [self.database.label(s) for s in (*self.past, self.state)] if self.database else []
        known = [label.remoteness for label in labels if label]  # positions that are not in it cannot be reached
        return distance is not None and all(far is None or far >= distance for far in known)

    def _run(self, root: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if self.compiled:
            return self.kernel(*self._arguments(root, depth, alpha, beta))
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, 20 * MAX_PLY))
        try:
            return self.kernel(*self._arguments(root, depth, alpha, beta))
        finally:
            sys.setrecursionlimit(before)

    def extended(self, line: tuple[int, ...], depth: int, score: int | None = None) -> tuple[int, ...]:
        """Extend a line that ends at a table entry with the moves of the table. These are likely, not certain: an entry
        may be of another search. So with a ``score``, that of a certain result, they are added only if they lead to the
        end of the game with that value."""
        actions, seen = list(line), set()
        s = Line(self.state, line).states(self.game)[-1]
        slots = None if self.compiled else self.block.words[TABLE]
        while len(actions) < depth and s not in seen:
            seen.add(s)
            known = self.table.best_action(asked(self.game, "key")(s), slots)
            match = [a for a in legal(self.game, s) if a & 0xFFFF == known]
            if not match:
                break
            actions.append(match[0])
            s = self.game.result(s, match[0])
        return tuple(actions) if score is None or self._ends_with(s, score) else line

    def _ends_with(self, s: Any, score: int) -> bool:
        """Does the game end here, with the value of a score?"""
        value = value_of(self.game, score, proven=True)
        return over(self.game, s) and abs(worth(self.game.utility(s)) - value) <= 1e-4 * max(1, abs(value))

    def completed(self, line: tuple[int, ...], depth: int, score: int) -> tuple[int, ...]:
        """A line with a settled end, extended to the end of the game; ``score`` is the root's.

        A line may be too short if the table had the value but lost the moves; from there it is searched again, and only
        what has the same score is added. A line that reaches the database is extended by the database.
        """
        if self.database is not None:  # it does not know the positions before this one
            return line if self.past else self.database.completed(self.state, line)
        if constant(self.game, "_repeats"):  # a search from the middle of the line would not know its beginning
            return line
        depth = max(depth, distance_of(self.game, score) or 0)
        actions = list(line)
        s = Line(self.state, line).states(self.game)[-1]
        while not over(self.game, s) and len(actions) < depth and not self.block.stopped:
            here = deepen(self.facts, score, -len(actions))
            before = int(self.block.words[HORIZON])
            with self._without_risk():
                left = depth - len(actions)
                found = int(self._run(words_of(s) if self.compiled else s, left, here - 1, here + 1))
            guessed = int(self.block.words[HORIZON]) > before and not is_win(self.game, found)
            if found != here or guessed or self.block.stopped or not self.block.line():
                break
            actions += self.block.line()
            s = Line(s, self.block.line()).states(self.game)[-1]
        return tuple(actions)


def is_worn(game: AnyGame, states: list[Any]) -> bool:
    """Would the rule of repetition apply if one of these positions came back once more? Results of other searches do
    not know that."""
    if not constant(game, "_repeats"):
        return False
    times = Counter(game.position(s) for s in states)
    return any(n >= game.recurrence - 1 for n in times.values())


def margin(game: AnyGame) -> int:
    """By how much a move typically changes the estimate, in units of score: measured in a few random games, always the
    same ones.

    It is the margin of pruning in a game that does not set its own.
    """
    if game not in _margins:
        found = round(asked(game, "margin") * ESTIMATE_STEP) or _typical_change(game)
        _margins[game] = min(found, INFINITY)  # for huge estimates
    return _margins[game]


_margins: WeakKeyDictionary[AnyGame, int] = WeakKeyDictionary()


def _typical_change(game: AnyGame, games: int = 4, plies: int = 10) -> int:
    if not provides(game, "evaluate"):
        return STEP
    dice = random.Random(0)
    changes: list[float] = []
    for _ in range(games):
        s = game.initial()
        now = worth(game.evaluate(s))
        for _ in range(plies):
            actions = [] if over(game, s) or game.player(s) == CHANCE else list(game.actions(s))
            if not actions:
                break
            s = game.result(s, dice.choice(actions))
            if over(game, s):
                break
            before, now = now, worth(game.evaluate(s))
            changes.append(abs(now - before))
    scale = ESTIMATE_STEP if constant(game, "_relative") else constant(game, "_scale") * STEP
    return max(int(2 * scale * sum(changes) / max(len(changes), 1)), 1)
