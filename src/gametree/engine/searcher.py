# pyright: basic
"""One thread of a search from one position: its memory, its kernel, and the lines that it finds.

Compiled or in plain Python, it is the same kernel; a searcher hides which.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gametree.compile import constant, prepare, words_of
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
    Block,
)  # fmt: skip
from gametree.engine.dual import facts, in_python
from gametree.engine.probe import probe_words
from gametree.engine.score import ESTIMATE_STEP, INFINITY, STEP, deepen, distance_of, is_win
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
"""Not a score: no move of the root has lifted the lower end of the window yet."""
search_in_python = in_python(search)


@dataclass(frozen=True)
class Found:
    """What one call of the kernel has found. ``whole``: no horizon was met; ``cut_short``: the search was stopped, and
    this is what it had found until then; ``trusted``: it holds although earlier positions, and this one, were there."""

    score: int
    line: tuple[int, ...]
    whole: bool
    cut_short: bool = False
    trusted: bool = True


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
        database: Database | None = None,
        kernel: Any = None,
    ):
        """``kernel`` is that of an earlier searcher of the same game and the same kind, to be used again."""
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
        known: Any = probe_words(game, database) if compiled and database else database
        self.block = Block(table, options, earlier, plain=not compiled, database=known)
        self.block.words[MARGIN] = margin(game)
        self.table = table
        self.facts: Any = facts(game)  # the game as the kernel in plain Python asks for it
        self.kernel = kernel if compiled else search_in_python
        if self.kernel is None:
            self.kernel = prepare(search, *self._arguments(self.root, 1, -INFINITY, INFINITY))

    def _arguments(self, root: Any, depth: int, alpha: int, beta: int) -> tuple:
        game = self.game if self.compiled else self.facts
        return game, root, depth, alpha, beta, 0, 0, NO_ACTION, NO_ACTION, 1, self.block.address

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
        """Stop as soon as possible; from any thread."""
        self.block.stop()

    def limit(self, nodes: int | None) -> None:
        """Stop after so many nodes."""
        if nodes is not None:
            self.block.words[LIMIT] = nodes

    def bar(self, actions: tuple[int, ...]) -> None:
        """Leave these moves of the root out."""
        self.block.words[BARRED] = len(actions)
        for i, action in enumerate(actions):
            self.block.arrays[ROOT][i] = action

    def search(self, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, best: int | None = None) -> Found | None:
        """Search the root to a depth within a window; None where the search was stopped before it found anything of
        use: a search that was stopped counts if it began with the best move so far."""
        before = int(self.block.words[HORIZON])
        self.block.arrays[LENGTHS][0] = 0
        self.block.words[BEST] = NOT_YET
        score = int(self._run(self.root, depth, alpha, beta))
        line = self.block.line()
        if self.block.stopped:
            score = int(self.block.words[BEST])
            if score == NOT_YET or int(self.block.arrays[STACK][0]) != best:
                return None
            return Found(score, line, whole=False, cut_short=True)
        return Found(score, line, whole=int(self.block.words[HORIZON]) == before)

    def soundly(self, depth: int, best: int) -> Found | None:
        """Search the root once more, without techniques that may be wrong, and without what these have left in the
        table."""
        self.table.begin(fresh=True)
        self.block.begin()
        with self._without_risk():
            return self.search(depth, best=best)

    @contextmanager
    def _without_risk(self) -> Iterator[None]:
        """Techniques that may be wrong are off meanwhile."""
        self.block.words[SWITCHES], self.block.words[BEAM] = self.options.soundly().bits, 0
        try:
            yield
        finally:
            self.block.words[SWITCHES], self.block.words[BEAM] = self.options.bits, self.options.beam

    def trusts(self, score: int) -> bool:
        """Does what was found hold with the positions before this one, and this one, having been there? The table of
        an earlier search, or a database, may know a win whose way goes through one of them: it was found where that was
        no repetition."""
        if not self.worn:
            return True
        if self.database is None:
            return self.table.age == 0
        if constant(self.game, "_repeats_pay") or self.game.repetition != "draw" or provides(self.game, "position"):
            return not self.past
        return not is_win(self.game, score) or self._farther(distance_of(self.game, score))

    def is_known(self) -> bool:
        """Does the database know the position itself? Then it knows all that can follow."""
        return self.database is not None and self.database.label(self.state) is not None

    def _farther(self, distance: int | None) -> bool:
        """Is none of these positions nearer to its end? Then no way to the end leads back to one: whoever wins comes
        nearer to the end with each action."""
        labels = [self.database.label(s) for s in (*self.past, self.state)] if self.database else []
        known = [label.remoteness for label in labels if label]  # what it does not know, it does not lead to
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

    def extended(self, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """A line that ends at a table entry goes on with the moves of the table, as far as these are certain."""
        actions, seen = list(line), set()
        s = Line(self.state, line).states(self.game)[-1]
        while self.compiled and len(actions) < depth and (words := words_of(s)) not in seen:
            seen.add(words)
            known = self.table.best_action(words_of(asked(self.game, "key")(s)))
            match = [a for a in legal(self.game, s) if a & 0xFFFF == known]
            if not match:
                break
            actions.append(match[0])
            s = self.game.result(s, match[0])
        return tuple(actions)

    def completed(self, line: tuple[int, ...], depth: int, score: int | None = None) -> tuple[int, ...]:
        """A line whose end is settled, played out to the end of the game; ``score`` is the root's, where it is known.

        A line stops short where the table knew the value but has lost the way; from there it is searched again. One
        that stops where the database begins goes on as the database says.
        """
        if self.database is not None:  # which does not know the positions before this one
            return line if self.past else self.database.completed(self.state, line)
        if constant(self.game, "_repeats"):  # a search from the middle of the line would not know its beginning
            return line
        actions = list(line)
        s = Line(self.state, line).states(self.game)[-1]
        while not over(self.game, s) and len(actions) < depth and not self.block.stopped:
            alpha, beta = -INFINITY, INFINITY
            if score is not None:
                here = deepen(self.facts, score, -len(actions))
                alpha, beta = here - 1, here + 1
            before = int(self.block.words[HORIZON])
            with self._without_risk():
                found = int(self._run(words_of(s) if self.compiled else s, depth - len(actions), alpha, beta))
            guessed = int(self.block.words[HORIZON]) > before and not is_win(self.game, found)
            if guessed or self.block.stopped or not self.block.line():
                break
            actions += self.block.line()
            s = Line(s, self.block.line()).states(self.game)[-1]
        return tuple(actions)


def is_worn(game: AnyGame, states: list[Any]) -> bool:
    """Is there a position among those that were there which need come back only once more, for the rule of repetition
    to apply? What other searches have found does not know that."""
    if not constant(game, "_repeats"):
        return False
    times = Counter(game.position(s) for s in states)
    return any(n >= game.recurrence - 1 for n in times.values())


def margin(game: AnyGame) -> int:
    """By how much a move changes the estimate, typically, in units of score: from a few random games, always the same.

    It is the measure of what is hopeless and what is far better, in a game of which nothing else is known.
    """
    if game not in _margins:
        found = round(asked(game, "margin") * ESTIMATE_STEP) or _typical_change(game)
        _margins[game] = min(found, INFINITY)  # of estimates that are huge
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
