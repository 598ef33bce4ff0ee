"""What a move does: it leads to one state, by the rules that other methods know, and it changes something.

Only the author knows which actions are legal. But illegal ones (a stone on an occupied cell, too many stones from a
pile) often lead to odd states. The tests here and in ``random_games`` look for such states.
"""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

from gametree.contract import required
from gametree.contract.inquiry import UnansweredError
from gametree.contract.states import is_integer, numbers
from gametree.game import CHANCE, provides
from gametree.mixins import group_of

if TYPE_CHECKING:
    from gametree.contract.inquiry import Inquiry

FEW, SHARE = 20, 0.25
"""Two actions with one result are suspicious if they occur in at least this share of at least this many states."""


class Moves:
    """The moves of all the states met. Some things can be said only when many have been seen.

    A state is a row of numbers here. ``turn`` holds the places that have always held the player to move. ``alone``
    holds, for each action, the places that it changed without changing any other, and in which state. ``together``
    holds the actions that changed several places at once.
    """

    def __init__(self, inquiry: Inquiry):
        self.inquiry = inquiry
        self.states = 0
        self.turn: set[int] | None = None
        self.alone: dict[int, dict[int, Any]] = {}
        self.together: set[int] = set()
        self.twins: list[tuple[Any, int, int]] = []

    def of(self, s: Any, actions: list[int]) -> None:
        """Try every action of a state."""
        reached: dict[Any, int] = {}
        twins: list[tuple[Any, int, int]] = []
        if actions:
            self.states += 1
            mover = self.inquiry.game.player(s)
            here = {
                place for place, number in enumerate(numbers(s)) if isinstance(number, Integral) and number == mover
            }
            self.turn = here if self.turn is None else self.turn & here
        for a in actions:
            child = self.result(s, a)
            if child == s:
                self.inquiry.warn("actions", f"{a} changes nothing, not even the player: illegal?", s, kind="idle")
            self._note_change(s, a, child)
            if child in reached:
                twins.append((s, reached[child], a))
            reached.setdefault(child, a)
        self.twins += twins[:1]

    def result(self, s: Any, a: int) -> Any:
        """The state that an action leads to, after a test that it is usable."""
        try:
            child = self.inquiry.ask("result", s, a)
        except UnansweredError:
            self.inquiry.error("actions", f"lists {a}, which result does not accept", s, kind="illegal")
            raise
        if child is None:
            self.inquiry.error("result", f"returns nothing for action {a}: an illegal one?", s, kind="none")
            raise UnansweredError
        if not required.usable(self.inquiry, child, "result"):
            raise UnansweredError
        return child

    def _note_change(self, s: Any, a: int, child: Any) -> None:
        pairs = zip(numbers(s), numbers(child), strict=False)
        changed = [place for place, (before, after) in enumerate(pairs) if before != after]
        if len(changed) == 1:
            self.alone.setdefault(a, {}).setdefault(changed[0], s)
        else:
            self.together.add(a)

    def one(self, s: Any, a: int, child: Any) -> None:
        """Test one move: ``parents`` leads back, and ``tier`` does not rise."""
        inquiry, game = self.inquiry, self.inquiry.game
        if provides(game, "parents") and game.player(s) != CHANCE and s not in inquiry.ask("parents", child):
            inquiry.error("parents", f"misses {s}, from which action {a} leads here", child, kind="misses")
        if provides(game, "tier"):
            above, below = inquiry.ask("tier", s), inquiry.ask("tier", child)
            if not is_integer(above) or not is_integer(below):
                inquiry.error("tier", f"is {above!r}, and {below!r} after action {a}: not an integer", s, kind="kind")
            elif below > above:
                inquiry.error("tier", f"rises from {above} to {below} by action {a}", s, kind="rises")
        if provides(game, "inner_parents"):
            self._slices(s, a, child)

    def _slices(self, s: Any, a: int, child: Any) -> None:
        """Test one move: it does not lead up in ``slices``, and within a group ``inner_parents`` leads back."""
        above, below = (group_of(self.inquiry.game, state) for state in (s, child))
        if above is None or below is None:
            return
        if below > above:
            what = f"put {s} into group {above}, but after action {a} into group {below}, which is higher"
            self.inquiry.error("slices", what, s, kind="rises")
        elif below == above and s not in self.inquiry.ask("inner_parents", child):
            self.inquiry.error("inner_parents", f"misses {s}, from which action {a} leads here", child, kind="misses")

    def judge(self) -> None:
        """The tests at the end, when all the moves have been seen."""
        for a, changes in self.alone.items():
            for place in changes.keys() & (self.turn or ()):
                if a in self.together or len(changes) > 1:  # a real pass has an action of its own
                    what = f"{a} changes only whose turn it is, but elsewhere it changes more: an illegal move?"
                    self.inquiry.warn("actions", what, changes[place], kind="idle")
        if self.states >= FEW and len(self.twins) >= SHARE * self.states:
            s, a, b = self.twins[0]
            what = f"{a} and {b} lead to the same state, as others do elsewhere: the same move twice, or illegal ones?"
            self.inquiry.warn("actions", what, s, kind="twins")
