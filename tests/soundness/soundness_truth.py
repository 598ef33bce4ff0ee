"""The value of a small game by its definition: no window, no table but that of what was played before.

Nothing here is shared with gametree but the rules themselves. A position is a state together with how often each
position was there before: by that the rule of repetition is exact.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, AnyGame, provides

if TYPE_CHECKING:
    from gametree.game import Line

FAR = 10_000


@dataclass(frozen=True)
class Truth:
    """What is so: the value, the distance of the end (None: there is none, or it is even), and both for each action."""

    value: Any
    distance: int | None
    actions: dict[int, tuple[Any, int | None]]


class Referee:
    """Knows the truth about positions of a game."""

    def __init__(self, game: AnyGame):
        self.game = game
        middle = sum(game.bounds) / 2
        self.middle: Any = middle if game.players == 2 else (middle,) * game.players
        self.ruled = game.repetition != "ignore" or provides(game, "repeated")
        self.known: dict[Any, tuple[Any, int | None]] = {}

    def truth(self, line: Line[Any]) -> Truth:
        """The truth about a position with its history."""
        states = line.states(self.game)
        seen = Counter(self.game.position(s) for s in states) if self.ruled else Counter()
        s = states[-1]
        after = self._children(s, seen)
        value, distance = self._best(s, after)
        return Truth(value, distance, after)

    def _children(self, s: Any, seen: Counter[Any]) -> dict[int, tuple[Any, int | None]]:
        found = {}
        for a in self._moves(s):
            label = self._after(s, self.game.result(s, a), seen)
            if label is not None:
                found[a] = label[0], None if label[1] is None else label[1] + 1
        return found

    def _moves(self, s: Any) -> list[int]:
        return [a for a, _ in self.game.chances(s)] if self.game.player(s) == CHANCE else list(self.game.actions(s))

    def _after(self, parent: Any, s: Any, seen: Counter[Any]) -> tuple[Any, int | None] | None:
        """The label of a state that was reached by a move; None where the move may not be made."""
        game = self.game
        if game.terminal(s):
            return self._paid(game.utility(s))
        if game.drawn(s):
            return self._paid(self.middle)
        if not self.ruled:
            return self._label(s, seen)
        position = game.position(s)
        if seen[position] + 1 >= game.recurrence:
            if provides(game, "repeated"):
                return self._paid(game.repeated(s))
            if game.repetition == "illegal":
                return None
            if game.repetition == "loss":
                return self._paid(game.bounds[0] if game.player(parent) == MAX else game.bounds[1])
            return self._paid(self.middle)
        return self._label(s, seen + Counter([position]))

    def _paid(self, value: Any) -> tuple[Any, int | None]:
        return value, 0

    def _label(self, s: Any, seen: Counter[Any]) -> tuple[Any, int | None]:
        key = s, frozenset(seen.items())
        if key not in self.known:
            self.known[key] = self._best(s, self._children(s, seen))
        return self.known[key]

    def _best(self, s: Any, after: dict[int, tuple[Any, int | None]]) -> tuple[Any, int | None]:
        player = self.game.player(s)
        if not after:
            return self.middle, 0
        if player == CHANCE:
            return sum(p * after[a][0] for a, p in self.game.chances(s)), None
        if self.game.players > 2:  # the first of several that are as good
            return max(after.values(), key=lambda label: label[0][player])
        sign = 1 if player == MAX else -1
        return max(after.values(), key=lambda label: self.appeal(label, sign))

    def appeal(self, label: tuple[float, int | None], sign: int) -> tuple[float, int]:
        """How good a label is for Max (1) or Min (−1): the payoff; then, a win soon and a loss late. Even is even."""
        value, distance = label
        above = sign * (value - self.middle)
        near = 0 if distance is None else FAR - distance
        return above, near if above > 0 else -near if above < 0 else 0
