"""The grader's side of the game: it answers what a student's program asks, and writes down which nodes were looked at.

The nodes are counted here, and not in the student's process: what was visited is what was asked about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError, quoted
from gametree.game import legal, over, payoff, provides, worth
from gametree.textbook.support.scores import estimate, scale_of, tidy

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

Place = tuple[int, Any]
"""A node, by the number of the one above and the action that leads there."""


class TooManyError(GameError):
    """The program has asked for more states than a test allows."""


class Desk:
    """A game tree that grows as a program asks for it. The first nodes are those that the search begins at.

    >>> from gametree import load
    >>> game = load("tree", tree=[3, 5])
    >>> desk = Desk(game, [game.initial()], None, most=10)
    >>> desk.answer({"ask": "actions", "at": 0}), desk.answer({"ask": "result", "at": 0, "more": [1]})
    ([0, 1], (1, (2,)))
    >>> desk.answer({"ask": "utility", "at": 1}), desk.visited()
    (5, [0, 1])
    >>> desk.answer({"ask": "utility", "at": 0})
    Traceback (most recent call last):
    gametree.errors.GameError: utility: the game is not over at A: max(3 5)
    """

    def __init__(
        self, game: AnyGame, starts: list[Any], depth: int | None, *, most: int, estimates: bool = True
    ) -> None:
        self.game, self.depth, self.most, self.estimates = game, depth, most, estimates
        self.scale = scale_of(game, limited=depth is not None)
        self.states = list(starts)
        self.above: list[Place | None] = [None] * len(starts)
        self.ply = [0] * len(starts)
        self._below: dict[Place, int] = {}
        self._asked: dict[int, set[str]] = {}  # in the order in which the nodes were asked about first
        self._looked: dict[int, None] = {0: None}  # those that were asked about more than their estimate
        self._legal: dict[int, list[Any]] = {}

    # --- for the student's program -----------------------------------------------------------------------------------

    def fields(self, s: Any) -> tuple[Any, ...]:
        """A state as the program sees it: the fields of a tuple, or else its text."""
        return cast("tuple[Any, ...]", plain(s)) if isinstance(s, tuple) else (self.game.text(s),)

    def names(self) -> list[str]:
        """What the fields are called."""
        s = self.states[0]
        if not isinstance(s, tuple):
            return ["text"]
        told = getattr(cast("Any", s), "_fields", None)
        return list(told) if told else [f"field{i}" for i in range(len(cast("tuple[Any, ...]", s)))]

    def answer(self, question: dict[str, Any]) -> Any:
        """The answer to a question of the program."""
        method: object = question.get("ask")
        given: object = question.get("more") or []
        if not isinstance(method, str) or not isinstance(given, list):
            raise GameError("a question is the name of a method, a state and an action")
        more = cast("list[Any]", given)
        if method == "initial":
            return self._told(0)
        number = self._number(question)
        s = self.states[number]
        if method == "result":
            return self._told(self.child(number, self._action(number, more)))
        if method == "name":
            return self.game.name(s, self._action(number, more))
        if method == "text":
            return self.game.text(s)
        answers: dict[str, Callable[[Any], Any]] = {
            "player": self.game.player,
            "actions": lambda _: self._actions(number),
            "terminal": lambda s: over(self.game, s),
            "utility": self._utility,
            "evaluate": self._evaluate,
            "chances": self._chances,
        }
        if method not in answers:
            raise GameError(f"a game has no method {quoted(method)}")
        self._asked.setdefault(number, set()).add(method)
        if method != "evaluate":
            self._looked.setdefault(number)
        return plain(answers[method](s))

    def child(self, number: int, action: Any) -> int:
        """The number of the node that an action leads to."""
        place = number, action
        if place not in self._below:
            if len(self.states) >= self.most:
                raise TooManyError(f"the program has asked for more than {self.most:,} states")
            self._below[place] = len(self.states)
            self.states.append(self.game.result(self.states[number], action))
            self.above.append(place)
            self.ply.append(self.ply[number] + 1)
        return self._below[place]

    # --- for the judge -----------------------------------------------------------------------------------------------

    def visited(self, *, inner: bool = False) -> list[int]:
        """The nodes that were asked about, in their order. ``inner``: those above the horizon, and of them those of
        which more was asked than an estimate, which may have been for sorting."""
        if not inner:
            return list(dict.fromkeys((0, *self._asked)))
        return [n for n in self._looked if self.depth is None or self.ply[n] < self.depth]

    def order(self) -> dict[Any, list[Any]]:
        """By state: its actions in the order in which the program went to their nodes."""
        found: dict[Any, list[Any]] = {}
        for number in self._looked:
            place = self.above[number]
            if place is not None:
                actions = found.setdefault(self.states[place[0]], [])
                if place[1] not in actions:
                    actions.append(place[1])
        return found

    def words(self, number: int) -> str:
        """The moves that lead to a node."""
        names: list[str] = []
        while (place := self.above[number]) is not None:
            names.append(self.game.name(self.states[place[0]], place[1]))
            number = place[0]
        return " ".join(reversed(names)) or "the root"

    # --- inside ------------------------------------------------------------------------------------------------------

    def _told(self, number: int) -> tuple[int, tuple[Any, ...]]:
        return number, self.fields(self.states[number])

    def _number(self, question: dict[str, Any]) -> int:
        at = question.get("at")
        if isinstance(at, int) and 0 <= at < len(self.states):
            return at
        fields = frozen(question.get("fields"))
        for number, s in enumerate(self.states):  # a state that the program has put together itself
            if fields and self.fields(s) == fields:
                return number
        raise GameError("this is not a state that the game has given you: use game.result(s, a)")

    def _action(self, number: int, more: list[Any]) -> Any:
        action = frozen(more[0]) if more else None
        for a in self._actions(number):
            if plain(a) == action and not isinstance(action, bool):
                return a
        raise GameError(f"{quoted(str(action))} is no action at {self.game.text(self.states[number])}")

    def _actions(self, number: int) -> list[Any]:
        if number not in self._legal:
            self._legal[number] = legal(self.game, self.states[number])
        return self._legal[number]

    def _utility(self, s: Any) -> float:
        if not over(self.game, s):
            raise GameError(f"utility: the game is not over at {self.game.text(s)}")
        return self.scale.payoff(tidy(worth(payoff(self.game, s))))

    def _evaluate(self, s: Any) -> float:
        if not self.estimates:
            raise GameError("evaluate is what you are asked to write: the game does not tell it here")
        return self.scale.estimate(tidy(worth(estimate(self.game, s))))

    def _chances(self, s: Any) -> list[tuple[Any, float]]:
        if not provides(self.game, "chances") or self.game.player(s) >= 0:
            raise GameError(f"chances: a player decides at {self.game.text(s)}; use actions")
        return list(self.game.chances(s))


def plain(value: Any) -> Any:
    """Numbers as JSON has them, and tuples of them."""
    if isinstance(value, tuple | list):
        found: list[Any] = [plain(item) for item in cast("list[Any]", value)]
        return tuple(found) if isinstance(value, tuple) else found
    return value.item() if hasattr(value, "item") else value


def frozen(value: Any) -> Any:
    """Lists, as JSON has them, are tuples again."""
    return tuple(map(frozen, cast("list[Any]", value))) if isinstance(value, list) else value
