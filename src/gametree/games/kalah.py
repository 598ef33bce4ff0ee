"""Kalah: sow stones round the board; a last stone in your store moves again, one in an empty pit of yours captures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import put
from gametree.errors import GameError
from gametree.features import Scored
from gametree.game import MAX, MIN

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """Round the board the way the stones go: Max's pits, Max's store, Min's pits, Min's store; and whose turn it is."""

    board: tuple[int, ...]
    turn: int


class Kalah(Scored[State]):
    """Kalah(m, n): m pits a side, n stones in each. The payoff is Max's store less Min's.

    Rules as in *Solving Kalah* (Irving, Donkers and Uiterwijk, 2000): the stones of a pit are sown one by one into the
    next pits and the mover's own store, not the other's; a last stone in the store moves again; a last stone in an
    empty pit of the mover's goes to the store with those in the pit opposite, even if there are none
    (``empty_capture``; if false, it stays when there are none). When a side is empty, the other side's stones go to
    its own store.

    A pit is called by its number, from 1, counted as the mover sees it: the last pit is next to the store.

    >>> game = Kalah(6, 4)
    >>> print(game.text(game.result(game.initial(), 2)))     # pit 3: the last stone falls into the store
       4 4 4 4 4 4
    0              1
       4 4 0 5 5 5   Max to move
    """

    # A move either puts a stone into a store, where it stays, or takes stones of a side further along it: no position
    # comes back.
    repetition = "ignore"
    terms = (
        "stores", "stones in the pits", "to move again, now", "to move again, later", "to capture, now",
        "to capture, later",
    )  # fmt: skip

    def __init__(self, m: int = 6, n: int = 4, empty_capture: bool = True):
        if m < 1 or n < 1 or m > 24:
            raise GameError(f"Kalah({m},{n}) is not possible: 1 to 24 pits a side, 1 stone or more in each")
        self.m, self.n, self.empty_capture = m, n, empty_capture
        self.around = 2 * m + 2
        self.supply = 2 * m * n
        self.bounds = (-self.supply, self.supply)
        self.start = (*(n,) * m, 0, *(n,) * m, 0)
        self.weights = np.array([1.0, 0.1, 1.0, 0.2, 0.7, 0.1])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.start, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def store(self, side: int) -> int:
        """Where a side's store is on the board; its pits are the ``m`` places before it."""
        return side * (self.m + 1) + self.m

    def actions(self, s: State) -> Iterator[int]:
        """A pit is an action, 0 to m − 1 from the mover's left; those next to the store come first."""
        first = s.turn * (self.m + 1)
        for pit in range(self.m - 1, -1, -1):
            if s.board[first + pit] > 0:
                yield pit

    def result(self, s: State, a: int) -> State:
        mine, theirs = self.store(s.turn), self.store(1 - s.turn)
        at = s.turn * (self.m + 1) + a
        hand = s.board[at]
        board = put(s.board, at, 0)
        while hand > 0:
            at = (at + 1) % self.around
            if at != theirs:
                board = put(board, at, board[at] + 1)
                hand -= 1
        if mine - self.m <= at < mine and board[at] == 1:
            opposite = 2 * self.m - at
            if self.empty_capture or board[opposite] > 0:
                board = put(board, mine, board[mine] + 1 + board[opposite])
                board = put(put(board, at, 0), opposite, 0)
        turn = s.turn if at == mine else 1 - s.turn
        if self.stones(board, MAX) == 0 or self.stones(board, MIN) == 0:
            board = self.gathered(board)
        return State(board, turn)

    def stones(self, board: tuple[int, ...], side: int) -> int:
        """How many stones lie in a side's pits."""
        count = 0
        for pit in range(self.store(side) - self.m, self.store(side)):
            count += board[pit]
        return count

    def gathered(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """The end: what lies in a side's pits goes to its store."""
        for side in range(2):
            store = self.store(side)
            board = put(board, store, board[store] + self.stones(board, side))
            for pit in range(store - self.m, store):
                board = put(board, pit, 0)
        return board

    def terminal(self, s: State) -> bool:
        return self.tier(s) == 0

    def utility(self, s: State) -> int:
        return s.board[self.m] - s.board[2 * self.m + 1]

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """A chance to move again or to capture is worth more to the mover, who has it now."""
        mover = 1 if s.turn == MAX else -1
        yield 0, s.board[self.m] - s.board[2 * self.m + 1]
        yield 1, self.stones(s.board, MAX) - self.stones(s.board, MIN)
        yield 2, mover * self.again(s.board, s.turn)
        yield 3, mover * -self.again(s.board, 1 - s.turn)
        yield 4, mover * self.prey(s.board, s.turn)
        yield 5, mover * -self.prey(s.board, 1 - s.turn)

    def again(self, board: tuple[int, ...], side: int) -> int:
        """How many pits of a side would end in its store, and so move again."""
        count = 0
        for pit in range(self.m):
            stones = board[side * (self.m + 1) + pit]
            if stones > 0 and stones % (2 * self.m + 1) == self.m - pit:
                count += 1
        return count

    def prey(self, board: tuple[int, ...], side: int) -> int:
        """The most stones that a side could capture by one move that does not go round the board."""
        first, most = side * (self.m + 1), 0
        for pit in range(self.m):
            target = pit + board[first + pit]
            if pit < target < self.m and board[first + target] == 0:
                most = max(most, board[2 * self.m - first - target])
        return most

    # --- hints for search ----------------------------------------------------------------------------------------

    def order(self, s: State, a: int) -> int:
        """A move that ends in the store, and so moves again, comes first."""
        return 1 if s.board[s.turn * (self.m + 1) + a] % (2 * self.m + 1) == self.m - a else 0

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def tier(self, s: State) -> int:
        """How many stones are still in the pits."""
        return self.supply - s.board[self.m] - s.board[2 * self.m + 1]

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.pits:kalah"
    called = "Kalah"
    how_to_play = (
        "Take all stones of one of your six pits and sow them one by one to the right, into your store too, but not "
        "into the other's. A last stone in your store moves again. A last stone in an empty pit of yours takes itself "
        "and the stones opposite. When a side has no stones left in its pits, the other side keeps its own. More "
        "stones win."
    )
    player_names = ("South", "North")
    player_colours = ("p0", "p1")

    def name(self, s: State, a: int, style: str = "") -> str:
        return str(a + 1)

    def text(self, s: State) -> str:
        """The board as Max sees it: Min's pits above from right to left, the stores at the ends."""
        width = max(len(str(stones)) for stones in s.board)
        cells = [f"{stones:>{width}}" for stones in s.board]
        above, below = " ".join(reversed(cells[self.m + 1 : -1])), " ".join(cells[: self.m])
        gap = " " * (width + 2)
        stores = f"{cells[-1]}  {' ' * len(above)}  {cells[self.m]}"
        return f"{gap}{above}\n{stores}\n{gap}{below}   {('Max', 'Min')[s.turn]} to move"

    def parse(self, text: str) -> State:
        """A board as ``text`` draws it: Min's pits from right to left, Min's store, Max's store, Max's pits; and who
        moves, if it is not Max."""
        numbers = [int(word) for word in re.findall(r"\d+", text)]
        if len(numbers) != self.around or re.search(r"[^\d\s]", re.sub(r"(Max|Min) to move\s*$", "", text)):
            raise GameError(f"not a position: expected {self.around} numbers, laid out as in the first position's text")
        above, stores, below = numbers[: self.m], numbers[self.m : self.m + 2], numbers[self.m + 2 :]
        s = State((*below, stores[1], *reversed(above), stores[0]), int("Min to move" in text))
        if sum(numbers) != self.supply:
            raise GameError(f"not a position: {sum(numbers)} stones, and Kalah({self.m},{self.n}) has {self.supply}")
        if (sum(above) == 0) != (sum(below) == 0):
            raise GameError("not a position: one side is empty, so the other side's stones belong into its store")
        return s
