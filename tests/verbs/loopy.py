"""Small games with what the catalogue has not: cycles, dice, three players, states that do not compile."""

from __future__ import annotations

from typing import NamedTuple

from gametree.game import CHANCE, Game


class Place(NamedTuple):
    cell: int
    turn: int


class Walk(Game[Place]):
    """A token on a line of cells; each player in turn moves it left (0) or right (1). The right end wins for Max."""

    def __init__(self, cells: int = 5):
        self.cells = cells

    def initial(self) -> Place:
        return Place(self.cells // 2, 0)

    def player(self, s: Place) -> int:
        return s.turn

    def actions(self, s: Place):
        yield 0
        yield 1

    def result(self, s: Place, a: int) -> Place:
        return Place(s.cell + 2 * a - 1, 1 - s.turn)

    def terminal(self, s: Place) -> bool:
        return s.cell in (0, self.cells - 1)

    def utility(self, s: Place) -> int:
        return 1 if s.cell == self.cells - 1 else -1

    def name(self, s: Place, a: int, style: str = "") -> str:
        return ("left", "right")[a]


class Toss(NamedTuple):
    score: int
    tosses: int
    waiting: int  # 1 while the coin is in the air


class Coins(Game[Toss]):
    """Toss (1) or stop (0). Heads (1, one time in four) is a point for Max; tails (0) loses one. Three tosses."""

    bounds = (-3, 3)

    def initial(self) -> Toss:
        return Toss(0, 0, 0)

    def player(self, s: Toss) -> int:
        return CHANCE if s.waiting else 0

    def actions(self, s: Toss):
        yield 0
        yield 1

    def chances(self, s: Toss):
        yield 1, 0.25
        yield 0, 0.75

    def result(self, s: Toss, a: int) -> Toss:
        if s.waiting:
            return Toss(s.score + 2 * a - 1, s.tosses + 1, 0)
        return Toss(s.score, s.tosses, 1) if a else Toss(s.score, 3, 0)

    def terminal(self, s: Toss) -> bool:
        return s.tosses == 3

    def utility(self, s: Toss) -> int:
        return s.score

    def name(self, s: Toss, a: int, style: str = "") -> str:
        return ("tails", "heads")[a] if s.waiting else ("stop", "toss")[a]


class Race(NamedTuple):
    first: int
    second: int
    turn: int
    roll: int  # 0 before the dice fall


class Runners(Game[Race]):
    """A race of two men over some cells, with a die of two sides: each turn a man goes on by the roll, or waits (0).
    Who lands on the other sends him back to the start, so that positions come back. It never ends in a draw."""

    def __init__(self, cells: int = 8):
        self.cells = cells

    def initial(self) -> Race:
        return Race(0, 0, 0, 0)

    def player(self, s: Race) -> int:
        return s.turn if s.roll or self.terminal(s) else CHANCE

    def chances(self, s: Race):
        yield 1, 0.5
        yield 2, 0.5

    def actions(self, s: Race):
        yield s.roll
        yield 0

    def result(self, s: Race, a: int) -> Race:
        if s.roll == 0:
            return Race(s.first, s.second, s.turn, a)
        mine, theirs = (s.first, s.second) if s.turn == 0 else (s.second, s.first)
        mine += a
        if a and mine == theirs:
            theirs = 0
        return Race(mine, theirs, 1, 0) if s.turn == 0 else Race(theirs, mine, 0, 0)

    def terminal(self, s: Race) -> bool:
        return s.first >= self.cells or s.second >= self.cells

    def utility(self, s: Race) -> int:
        return 1 if s.first >= self.cells else -1


class Heap(NamedTuple):
    left: int
    turn: int


class Three(Game[Heap]):
    """Three players take one or two of five stones in turn; who takes the last gets 1."""

    players = 3
    bounds = (0, 1)

    def initial(self) -> Heap:
        return Heap(5, 0)

    def player(self, s: Heap) -> int:
        return s.turn

    def actions(self, s: Heap):
        yield 1
        if s.left > 1:
            yield 2

    def result(self, s: Heap, a: int) -> Heap:
        return Heap(s.left - a, (s.turn + 1) % 3)

    def terminal(self, s: Heap) -> bool:
        return s.left == 0

    def utility(self, s: Heap) -> tuple[float, ...]:
        last = (s.turn + 2) % 3
        return tuple(float(n == last) for n in range(3))


class Words(Game[str]):
    """The players in turn append a or b; who completes aba loses. ``eval`` does not compile."""

    def initial(self) -> str:
        return ""

    def player(self, s: str) -> int:
        return len(s) % 2

    def actions(self, s: str):
        return [0, 1]

    def result(self, s: str, a: int) -> str:
        return s + eval("'ab'[a]", {"a": a})

    def terminal(self, s: str) -> bool:
        return s.endswith("aba") or len(s) == 6

    def utility(self, s: str) -> int:
        if not s.endswith("aba"):
            return 0
        return 1 if len(s) % 2 == 0 else -1

    def name(self, s: str, a: int, style: str = "") -> str:
        return "ab"[a]
