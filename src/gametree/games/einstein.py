"""EinStein würfelt nicht!: the die chooses the stone, the player its way (Ingo Althöfer, 2004)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import CHANCE, MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

STONES = 6
STEPS = ((1, 0), (0, 1), (1, 1))
"""Towards the far corner, as Max sees it: along the row, along the column, and both. Min goes the opposite ways."""
WAYS = ("right", "down", "diagonally", "left", "up", "diagonally")


class State(NamedTuple):
    """Where the stones 1 to 6 of each player stand, five bits each: the cell plus 1, row by row from the top left; 0
    for a stone that was taken."""

    first: int  # Max's stones
    second: int  # Min's
    die: int  # 0 before the roll
    turn: int


class Einstein(Weighted[State]):
    """Six numbered stones each in opposite corners of a board. A roll of the die chooses the stone of that number, or,
    where it was taken, the next higher or the next lower one that is left. It steps towards the far corner, and takes
    whatever stands there, also its own. Who reaches the far corner, or takes the other's last stone, wins.

    ``first`` and ``second`` are the numbers of the stones as they are set up, row by row from the player's own corner;
    in play each sets up his own as he likes. Max starts in the top left corner.

    >>> game = Einstein()
    >>> s = game.result(game.initial(), 3)       # the die shows 3
    >>> [game.name(s, a) for a in game.actions(s)]
    ['3 right', '3 down', '3 diagonally']
    """

    evaluation = "utility"
    repetition = "ignore"  # stones only go forward
    terms = ("steps ahead", "to move", "stones left")

    def __init__(self, size: int = 5, first: str = "123456", second: str = "123456"):
        if not 3 <= size <= 5:
            raise GameError(f"a board of {size}×{size} is not possible: the size is 3 to 5")
        for setup in (first, second):
            if sorted(str(setup)) != list("123456"):
                raise GameError(f"a set-up names each of the stones 1 to 6 once, such as 123456; not {setup}")
        self.side = size
        self.setups = (str(first), str(second))
        self.weights = np.array([0.16, 0.1, 0.01])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        corner = sorted(((x, y) for x in range(self.side) for y in range(self.side)), key=lambda c: (sum(c), c[1]))
        sides: list[int] = []
        for player, setup in enumerate(self.setups):
            word = 0
            for (x, y), stone in zip(corner, setup, strict=False):
                cell = y * self.side + x
                cell = self.side * self.side - 1 - cell if player else cell
                word |= cell + 1 << 5 * (int(stone) - 1)
            sides.append(word)
        return State(sides[0], sides[1], 0, MAX)

    def player(self, s: State) -> int:
        return s.turn if s.die else CHANCE

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for die in range(1, 7):
            yield die, 1 / 6

    def actions(self, s: State) -> Iterator[int]:
        """Three times the stone (0 to 5) plus the step."""
        mine = s.first if s.turn == MAX else s.second
        for stone in range(STONES):
            if self.may_move(mine, stone, s.die - 1):
                for step in range(3):
                    if self.target(s.turn, mine >> 5 * stone & 31, step) >= 0:
                        yield 3 * stone + step

    def may_move(self, stones: int, stone: int, thrown: int) -> bool:
        """Is it the stone of the number thrown, or the next one to it that is left?"""
        if not self.has(stones, stone):
            return False
        between = thrown
        while between != stone:
            if self.has(stones, between):
                return False
            between += 1 if stone > between else -1
        return True

    def has(self, stones: int, stone: int) -> bool:
        return stones >> 5 * stone & 31 > 0

    def target(self, player: int, place: int, step: int) -> int:
        """The cell that a step leads to, −1 where it would leave the board. ``place`` is the cell plus 1."""
        along, down = STEPS[step]
        if player != MAX:
            along, down = -along, -down
        x, y = (place - 1) % self.side + along, (place - 1) // self.side + down
        return y * self.side + x if 0 <= x < self.side and 0 <= y < self.side else -1

    def result(self, s: State, a: int) -> State:
        if s.die == 0:
            return State(s.first, s.second, a, s.turn)
        stone, step = a // 3, a % 3
        mine = s.first if s.turn == MAX else s.second
        cell = self.target(s.turn, mine >> 5 * stone & 31, step)
        first, second = self.without(s.first, cell), self.without(s.second, cell)
        if s.turn == MAX:
            return State(first & ~(31 << 5 * stone) | cell + 1 << 5 * stone, second, 0, 1)
        return State(first, second & ~(31 << 5 * stone) | cell + 1 << 5 * stone, 0, 0)

    def without(self, stones: int, cell: int) -> int:
        """The stones without the one on a cell."""
        for stone in range(STONES):
            if stones >> 5 * stone & 31 == cell + 1:
                return stones & ~(31 << 5 * stone)
        return stones

    def terminal(self, s: State) -> bool:
        return s.first == 0 or s.second == 0 or self.nearest(s.first, 0) == 0 or self.nearest(s.second, 1) == 0

    def utility(self, s: State) -> int:
        return 1 if s.second == 0 or self.nearest(s.first, 0) == 0 else -1

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, self.nearest(s.second, 1) - self.nearest(s.first, 0)
        yield 1, 1 if s.turn == MAX else -1
        for stone in range(STONES):
            yield 2, self.has(s.first, stone) - self.has(s.second, stone)

    def nearest(self, stones: int, player: int) -> int:
        """How many steps a player's foremost stone has to the far corner."""
        least = self.side
        for stone in range(STONES):
            place = stones >> 5 * stone & 31
            if place:
                x, y = (place - 1) % self.side, (place - 1) // self.side
                far = max(self.side - 1 - x, self.side - 1 - y) if player == MAX else max(x, y)
                least = min(least, far)
        return least

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:einstein"
    called = "EinStein würfelt nicht!"
    how_to_play = (
        "Six numbered stones a side, in opposite corners. The die says which stone moves; if it is gone, take the "
        "next higher or lower number. It goes one cell towards the other corner, straight or slanting, and takes "
        "whatever is there, even a stone of your own. Reach the opposite corner, or take all stones of the other "
        "side, to win."
    )
    player_colours = ("p0", "p1")
    page_limits: ClassVar[dict[str, int | str]] = {"first": 999_999, "second": 999_999}

    def name(self, s: State, a: int, style: str = "") -> str:
        if s.die == 0:
            return str(a)
        return f"{a // 3 + 1} {WAYS[a % 3 + 3 * s.turn]}"

    def text(self, s: State) -> str:
        cells = ["·"] * (self.side * self.side)
        for marks, stones in (("ABCDEF", s.first), ("abcdef", s.second)):
            for stone, mark in enumerate(marks):
                if place := stones >> 5 * stone & 31:
                    cells[place - 1] = mark
        rows = [" ".join(cells[y * self.side : (y + 1) * self.side]) for y in range(self.side)]
        who = "Max" if s.turn == MAX else "Min"
        return "\n".join(rows) + (f"   {who} to move with {s.die}" if s.die else f"   {who} to roll")

    def parse(self, text: str) -> State:
        """A board as ``text`` draws it: A to F are Max's stones 1 to 6, a to f Min's."""
        board, _, rest = text.partition(" M")
        cells = [c for c in board if c in "·.ABCDEFabcdef"]
        found = re.fullmatch(r"(ax|in) to (?:roll|move with ([1-6]))", rest.strip())
        if len(cells) != self.side * self.side or not found:
            raise GameError(
                f"not a position: draw {self.side} rows of {self.side} cells out of · A–F a–f, "
                "then Max to roll, or Min to move with 3"
            )
        stones = [0, 0]
        for cell, mark in enumerate(cells):
            if mark not in "·.":
                player, stone = mark.islower(), "abcdef".index(mark.lower())
                if self.has(stones[player], stone):
                    raise GameError(f"not a position: the stone {mark} stands there twice")
                stones[player] |= cell + 1 << 5 * stone
        return State(stones[0], stones[1], int(found[2] or 0), 0 if found[1] == "ax" else 1)
