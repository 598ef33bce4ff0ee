# pyright: basic
"""The same search in plain Python, for a game that cannot be compiled: any hashable state, a dict for a table."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gametree.compile import DERIVED
from gametree.engine.alphabeta import NEVER
from gametree.engine.block import MAX_PLY
from gametree.engine.driver import Finding
from gametree.engine.score import ILLEGAL, INFINITY, LOST, deepen, estimate_score, final_score, units
from gametree.engine.table import EXACT, LOWER, UPPER, WHOLE
from gametree.errors import GameError
from gametree.game import MAX, MIN

if TYPE_CHECKING:
    from collections.abc import Hashable

    from gametree.engine.driver import Limits
    from gametree.game import AnyGame, Line

ENTRIES = 4096
"""Entries of the table to one MiB, roughly."""


class StopSearchError(Exception):
    """The search was told to stop."""


class Interpreted:
    """Interpreted alpha-beta from one position; the steps are those of ``alphabeta.py``."""

    def __init__(self, game: AnyGame, line: Line, limits: Limits, table: int):
        states = line.states(game)
        self.game, self.root = game, states[-1]
        self.facts: Any = SimpleNamespace(**{name: derive(game) for name, derive in DERIVED.items()})
        self.path: list[Hashable] = [game.position(s) for s in states[:-1]] if self.facts._repeats else []
        self.past = len(self.path)
        self.limit = limits.nodes
        self.room = table * ENTRIES
        self.table: dict[Hashable, tuple[int, int, int, int]] = {}
        self.nodes = self.horizon = 0
        self.stopped = False
        self.lowest = NEVER
        self.found: tuple[int, tuple[int, ...]] | None = None
        self.best: int | None = None
        self.first: int | None = None

    def stop(self) -> None:
        self.stopped = True

    def close(self) -> None:
        self.table.clear()

    def mistake(self) -> str | None:
        return None  # raised where it is met

    def search(self, depth: int) -> Finding | None:
        horizon, self.found = self.horizon, None
        del self.path[self.past :]
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, 20 * MAX_PLY))
        try:
            score, line = self._alphabeta(self.root, depth, -INFINITY, INFINITY, 0)
        except StopSearchError:
            if self.found is None or self.first != self.best:
                return None
            return Finding(depth, *self.found, whole=False, partial=True)
        finally:
            sys.setrecursionlimit(before)
        if not line:  # every move repeats what may not be repeated
            return None
        self.best = line[0]
        return Finding(depth, score, line, self.horizon == horizon)

    def complete(self, finding: Finding) -> Finding:
        """The finding as it is: lines of this search may end at a table entry."""
        return finding

    def _alphabeta(self, s: Any, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, tuple[int, ...]]:
        """Max's score of a state, and the best line from it."""
        game, facts = self.game, self.facts

        # Step 1. Count the node, and look whether to stop.
        self.nodes += 1
        if self.stopped or (self.limit is not None and self.nodes > self.limit):
            self.stopped = True
            raise StopSearchError

        # Step 2. The end of the game.
        if game.terminal(s):
            payoff = units(game.utility(s), facts._scale)
            if not facts._low <= payoff <= facts._high:
                raise GameError(
                    f"{type(game).__name__}: a utility of {game.utility(s)} lies outside the game's bounds {game.bounds}"
                )
            return final_score.py_func(facts, payoff - facts._even, ply), ()
        if game.drawn(s):
            return 0, ()

        # Step 3. A position that was there before.
        outside = NEVER
        if facts._repeats:
            del self.path[self.past + ply :]
            first = self._first_occurrence(game.position(s), ply)
            if ply > 0 and first < ply:
                self.lowest = min(self.lowest, first)
                return self._repetition(s, ply), ()
            outside, self.lowest = self.lowest, NEVER

        # Step 4. The horizon.
        if depth <= 0 or ply >= MAX_PLY:
            self.horizon += 1
            self.lowest = outside
            return estimate_score.py_func(facts, game.evaluate(s)), ()

        # Step 5. From here on, scores are the mover's.
        if game.player(s) not in (MAX, MIN):
            raise GameError(f"{type(game).__name__}: alpha-beta is for two players, 0 and 1; player(s) says otherwise")
        sign = 1 if game.player(s) == MAX else -1
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)

        # Step 6. The table.
        suggestion = None
        if s in self.table:
            stored, known, kind, suggestion = self.table[s]
            if ply > 0 and known in (depth, WHOLE):
                score = deepen.py_func(facts, stored, ply)
                if kind == EXACT or (kind == LOWER and score >= high) or (kind == UPPER and score <= low):
                    self.horizon += known != WHOLE
                    self.lowest = outside
                    return sign * score, (suggestion,) if kind == EXACT else ()

        # Step 7. The moves.
        actions = list(game.actions(s))
        if not actions:
            raise GameError(f"{type(game).__name__}: a state that is not terminal has no legal action: {s}")
        if facts._ordered:
            actions.sort(key=lambda a: -game.order(s, a))
        if suggestion in actions:
            actions.remove(suggestion)
            actions.insert(0, suggestion)
        if ply == 0:
            self.first = actions[0]

        # Step 8. Search them.
        horizon = self.horizon
        best, chosen, floor = -INFINITY, actions[0], low
        line: tuple[int, ...] = ()
        for action in actions:
            a, b = (low, high) if sign > 0 else (-high, -low)
            score, rest = self._alphabeta(game.result(s, action), depth - 1, a, b, ply + 1)
            if score == ILLEGAL:
                continue
            if score == LOST:
                score = final_score.py_func(facts, (facts._low if sign > 0 else facts._high) - facts._even, ply + 1)
            score *= sign
            if score > best:
                best, chosen = score, action
                if score > low:
                    low, line = score, (action, *rest)
                    if ply == 0:
                        self.found = sign * score, line
                    if low >= high:
                        break
        if best == -INFINITY:  # every move repeats what may not be repeated
            best = 0

        # Step 9. Remember.
        owed = self.lowest
        self.lowest = min(outside, owed)
        if self.room and owed >= ply:
            if len(self.table) >= self.room:
                self.table.clear()
            kind = UPPER if best <= floor else LOWER if best >= high else EXACT
            known = WHOLE if self.horizon == horizon else depth
            self.table[s] = deepen.py_func(facts, best, -ply), known, kind, chosen
        return sign * best, line

    def _first_occurrence(self, position: Hashable, ply: int) -> int:
        """Put a position on the path; the ply where it first was, if this is its recurrence, or this ply."""
        self.path.append(position)
        where = [i for i, earlier in enumerate(self.path) if earlier == position]
        return where[-self.game.recurrence] - self.past if len(where) >= self.game.recurrence else ply

    def _repetition(self, s: Any, ply: int) -> int:
        facts = self.facts
        if facts._repeats_pay:
            return final_score.py_func(facts, units(self.game.repeated(s), facts._scale) - facts._even, ply)
        return ILLEGAL if facts._repeats_illegal else LOST if facts._repeats_loss else 0
