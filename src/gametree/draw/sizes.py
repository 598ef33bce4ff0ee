"""The number of nodes of a subtree that was not searched, if it can be counted quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import legal, provides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame


class Sizes:
    """Counts of nodes, cached by state; all counts together visit at most ``limit`` states.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> sizes = Sizes(game)
    >>> sizes.below(game.initial(), None, set()), sizes.below(game.initial(), 2, set())
    (549946, 82)
    >>> Sizes(game, limit=1000).below(game.initial(), None, set()) is None
    True
    """

    def __init__(self, game: AnyGame, limit: int = 20_000):
        self.game, self.left = game, limit
        self.known: dict[tuple[Any, int | None], int] = {}
        # if a repetition ends the game, a count depends on the path and is valid only for it
        self.ruled = game.repetition != "ignore" or provides(game, "repeated")

    def below(self, s: Any, depth: int | None, path: set[Any]) -> int | None:
        """The nodes from this state down, itself included, to a depth; None if unknown: too many, or a position comes
        back."""
        if depth is not None and depth <= 0:
            return 1
        if self.ruled:
            self.known.clear()
        on_path = {*path, s}
        stack: list[tuple[Any, int | None, Iterator[int], list[int]]] = [(s, depth, iter(self._actions(s)), [1])]
        while True:
            state, left, actions, total = stack[-1]
            a = next(actions, None)
            if a is None:
                stack.pop()
                on_path.discard(state)
                self.known[state, left] = total[0]
                if not stack:
                    return total[0]
                stack[-1][3][0] += total[0]
                continue
            child, below = self.game.result(state, a), None if left is None else left - 1
            if below == 0:
                total[0] += 1
            elif (child, below) in self.known:
                total[0] += self.known[child, below]
            elif child in on_path or self.left <= 0:
                return None
            else:
                on_path.add(child)
                stack.append((child, below, iter(self._actions(child)), [1]))

    def _actions(self, s: Any) -> list[int]:
        self.left -= 1
        return legal(self.game, s)
