# pyright: basic
"""The rewritten methods beside the user's, both in Python: they are asked the same on states that games have shown."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.held import frozen
from gametree.compile.frontend.hooks_rewritten import MANY, PLACES
from gametree.compile.frontend.key_order import is_by_keys, turned_round
from gametree.compile.frontend.runtime import RaisesError
from gametree.game import CHANCE
from gametree.hooks import BY_ACTION

if TYPE_CHECKING:
    from gametree.compile.frontend.twin import Made
    from gametree.game import AnyGame

_BEFORE_THE_END = (
    "actions", "chances", "evaluate", "tactics", "symmetries", "parents", "inner_parents", "quiet", "null",
    "playout_over",
)  # fmt: skip
_NOT_ASKED = (*BY_ACTION, "state", *PLACES)
MOST = 100_000
"""How many answers of a method are compared, where it gives several."""


class Beside:
    """A twin and the game that it was made of."""

    def __init__(self, made: Made):
        self.made, self.game, self.twin = made, made.original, made.game
        self.shape = made.rewriting.state.shape
        self.ordered = all(is_by_keys(s, self.shape) for s in made.seen.states)
        self.answers = 0

    def difference(self, most: int) -> str:
        """The first difference; empty where there is none. ``most``: after this many answers no further state is looked
        at."""
        seen = self.made.seen.states
        for s in seen[:: max(1, len(seen) // 200)]:
            if told := self._differs(s):
                return told
            if self.answers > most:
                break
        return ""

    def _differs(self, s: Any) -> str:
        made, packed = self.made, self.made.packed(s)
        if frozen(made.unpacked(packed)) != frozen(s):  # an object is its attributes
            return f"the packed form of {s!r} is another state"
        others = [] if self.ordered else [made.unpacked(packed), turned_round(s, self.shape)]
        for name, *action in self._questions(s):
            answer = self._asked(self.game, name, s, *action)
            own = self._numbers(name, answer)
            if not all(_alike(own, self._numbers(name, self._asked(self.game, name, t, *action))) for t in others):
                return f"{name} depends on the order in which the keys of a dict were put in (in {s!r}): sort them"
            try:
                rewritten = self._asked(self.twin, name, packed, *map(made.number, action))
            except RaisesError:
                return f"{name} raises an error rewritten, but is {answer!r} in Python (in {s!r})"
            if not _alike(own, rewritten):
                return f"{name} is {rewritten} rewritten, but {answer!r} in Python (in {s!r})"
        return ""

    def _questions(self, s: Any) -> list[tuple[Any, ...]]:
        """What to ask on a state: methods, some with an action."""
        game = self.game
        over = bool(game.terminal(s))
        chance = not over and game.player(s) == CHANCE
        unasked = (*_BEFORE_THE_END, *_NOT_ASKED) if over else ("utility", *_NOT_ASKED)
        unasked += ("actions",) if chance else ("chances",)
        asked: list[tuple[Any, ...]] = [(name,) for name in self.made.texts if name not in unasked]
        if not over:
            moves = [m[0] for m in game.chances(s)] if chance else list(game.actions(s))
            few = moves[:: max(1, len(moves) // 6)]
            asked += [(name, a) for a in few for name in BY_ACTION if name in self.made.texts]
        return asked

    def _asked(self, game: AnyGame, name: str, *args: Any) -> Any:
        answer = getattr(game, name)(*args)
        self.answers += 1
        return list(islice(answer, MOST)) if name in MANY else answer

    def _numbers(self, name: str, answer: Any) -> Any:
        """An answer of the user's, as the twin gives it."""
        made = self.made
        match name:
            case "result" | "null":
                return tuple(made.packed(answer))
            case "symmetries" | "parents" | "inner_parents":
                return [tuple(made.packed(x)) for x in answer]
            case "actions" | "tactics" | "candidates" | "must_play":
                return [made.number(a) for a in answer]
            case "chances":
                return [(made.number(a), p) for a, p in answer]
        return answer


def _alike(one: Any, other: Any) -> bool:
    """Is this the same answer? Lists may differ in their order.

    >>> _alike([1, 2], [2, 1]), _alike((1, 2), (2, 1)), _alike(True, 1)
    (True, False, True)
    """
    if isinstance(one, list):
        other = list(other)
        return one == other or (
            len(one) == len(other) and sorted(map(tuple, _tuples(one))) == sorted(map(tuple, _tuples(other)))
        )
    if isinstance(one, tuple):
        return tuple(other) == one
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one) == bool(other)
    return one == other


def _tuples(items: list[Any]) -> list[Any]:
    return [x if isinstance(x, tuple) else (x,) for x in items]
