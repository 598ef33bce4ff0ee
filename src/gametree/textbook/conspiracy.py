"""Conspiracy numbers: how many leaves must change their minds for the root to have another value (McAllester 1988)?

The value of the root comes from the estimates of leaves. For each other value there is a least number of leaves that
would have to change together to give the root that value: the *conspirators*. If few leaves are enough, the value is
uncertain; if many are needed, it is stable. The search looks for the value farthest away that fewer than a given number
of conspirators can reach, develops one of them, and so finds out whether it would change. It ends when no value has so
few conspirators.

To raise a Max node it is enough to raise one child, the one that needs the fewest leaves; to raise a Min node all
children that are too low must be raised, and the numbers are added. To lower them it is the other way round. An end of
the game never changes.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame
from gametree.textbook.bestfirst import answer, check_expansions
from gametree.textbook.support.deep import deep
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.tree import ValuedNode
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


MANY = 9
"""The numbers of at most this many values are told in a step of the trace, those nearest to the root's."""


class Conspirator(ValuedNode):
    """A node that knows how many leaves below it must change for it to reach a value."""

    def back_up(self) -> None:
        """Bring the value up to date; the numbers are counted again when they are needed."""
        self._needed: dict[tuple[float, int], float] = {}
        super().back_up()

    def needed(self, target: float, sign: int) -> float:
        """The least number of leaves that must change for a value of at least (sign 1) or at most (−1) the target."""
        if sign * self.value >= sign * target:
            return 0
        if not self.open or not self.least <= target <= self.most:
            return inf
        if not self.children:
            return 1
        if (target, sign) not in self._needed:
            numbers = [child.needed(target, sign) for child in self.children]
            one_is_enough = (self.player == MAX) == (sign == 1)
            self._needed[target, sign] = min(numbers) if one_is_enough else sum(numbers)
        return self._needed[target, sign]

    def conspirator(self, target: float, sign: int) -> Conspirator:
        """A leaf that belongs to a smallest set which reaches the target."""
        node = self
        while node.children:
            node = min(
                (child for child in node.children if child.needed(target, sign) > 0),
                key=lambda child: child.needed(target, sign),
            )
        return node


@deep
def conspiracy(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    conspirators: int = 3,
    expansions: int = 1000,
    tracer: Tracer | None = None,
) -> Result:
    """Develop the tree until fewer than ``conspirators`` leaves can no longer change the value of the root.

    >>> from gametree import load
    >>> for n in (2, 3):
    ...     found = conspiracy(load("nim:3,4,5"), conspirators=n)
    ...     print(found.value, found.note)
    0 fewer than 2 leaves cannot change it: the value is an estimate after 28 expansions
    1 the value is certain after 950 expansions
    """
    if conspirators < 2:
        raise GameError(f"conspirators must be 2 or more, not {conspirators}")
    check_expansions(expansions)
    walk = Walk("conspiracy", game, position, depth, tracer, endless=True, limited=True)
    root = Conspirator(walk, walk.root)
    root.evaluate()
    values = {walk.scale.payoff(tidy(bound)) for bound in game.bounds}
    done, stable = 0, False
    try:
        while done < expansions and not stable:
            doubt = in_doubt(root, values, conspirators)
            if doubt is None:
                stable = True
            else:
                walk.tracer.record("update", root.id, root.value, explained(root, *doubt, values))
                leaf = root.conspirator(*doubt)
                walk.tracer.record("select", leaf.id, None, "a conspirator")
                leaf.develop()
                values.update(child.value for child in leaf.children)
                done += 1
    except Stopped:
        if not root.children:
            raise
    many = f"fewer than {conspirators} leaves cannot change it: " if stable and not root.exact else ""
    found = answer(walk, root, f"after {done:,} expansions")
    return replace(found, note=many + found.note)


def in_doubt(root: Conspirator, values: set[float], conspirators: int) -> tuple[float, int] | None:
    """The value farthest from the root's that too few leaves can reach, and whether it lies above (1) or below (−1)."""
    few = [
        (abs(value - root.value), value, sign)
        for value in values
        if (sign := (value > root.value) - (value < root.value)) and root.needed(value, sign) < conspirators
    ]
    return max(few)[1:] if few else None


def explained(root: Conspirator, value: float, sign: int, values: set[float]) -> str:
    """What is in doubt, in words, and the numbers of the other values."""
    number = root.needed(value, sign)
    leaves = "1 leaf" if number == 1 else f"{number:.0f} leaves"
    target = f"{'at least' if sign > 0 else 'at most'} {root.walk.scale.show(value)}"
    return f"in doubt: {leaves} could make it {target}; {numbers(root, values)}"


def numbers(root: Conspirator, values: set[float]) -> str:
    """The conspiracy numbers of the root for people: the least number of leaves for each value that was seen."""
    if len(values) > MANY:
        values = set(sorted(values, key=lambda v: abs(v - root.value))[:MANY])
    told: list[str] = []
    for value in sorted(values - {root.value}):
        number = root.needed(value, 1 if value > root.value else -1)
        relation = "≥" if value > root.value else "≤"
        told.append(f"{relation} {root.walk.scale.show(value)}: {'∞' if number == inf else f'{number:.0f}'}")
    return f"numbers {', '.join(told)}"
