"""The twin of a game that stays Python: its actions are numbered as they come, and states that cannot be hashed are
held in something that can. So every verb takes such a game, interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.held import Held, frozen
from gametree.compile.frontend.twin import Front, twin_of

if TYPE_CHECKING:
    from gametree.game import AnyGame


class Interned(Front):
    """How the twin was made: ``game`` is it, ``reason`` says why it is not compiled."""

    def __init__(self, game: AnyGame, reason: str):
        self.original, self.reason = game, reason
        self.actions: list[Any] = []
        self.numbers: dict[Any, int] = {}
        first = game.initial()
        self.holds = not _is_hashable(first)
        self.plain = all(isinstance(a, int) for a in _some_actions(game, first))
        self.texts: dict[str, str] = {}
        self.left = {}
        self.game = twin_of(self, {})

    @property
    def numbers_actions(self) -> bool:
        """Are the user's actions something else than integers?"""
        return not self.plain

    def packed(self, s: Any) -> Any:
        """A state as searches see it."""
        return Held(s) if self.holds and not isinstance(s, Held) else s

    def unpacked(self, s: Any) -> Any:
        """The user's own state."""
        return s.value if isinstance(s, Held) else s

    def number(self, a: Any) -> int:
        """The number of an action."""
        if self.plain:
            return a
        mark = frozen(a)
        if mark not in self.numbers:
            self.numbers[mark] = len(self.actions)
            self.actions.append(a)
        return self.numbers[mark]

    def action(self, number: Any) -> Any:
        """The action of a number."""
        return number if self.plain else self.actions[number]


def _is_hashable(s: Any) -> bool:
    try:
        hash(s)
    except TypeError:
        return False
    return type(s).__hash__ is not object.__hash__


def _some_actions(game: AnyGame, s: Any) -> list[Any]:
    if game.terminal(s) or game.player(s) < 0:
        return []
    return list(game.actions(s))
