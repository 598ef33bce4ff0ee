"""Sharks: two sharks on a small grid swim forward and turn; a shark that cannot swim forward loses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import put
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX, MIN

if TYPE_CHECKING:
    from collections.abc import Iterator

UP, RIGHT, DOWN, LEFT = range(4)
TURNS = (0, 3, 1)  # by how many quarters to the right: an action is to swim ahead and then turn by one of these
NAMES = ("ahead", "left", "right")
ARROWS = ("▲▶▼◀", "△▷▽◁")  # Max's shark, Min's shark; each as it heads up, right, down, left


class State(NamedTuple):
    """Cells are counted row by row from the bottom, each from the left; headings are up, right, down, left."""

    cells: tuple[int, int]  # Max's shark, Min's shark
    headings: tuple[int, int]
    turn: int


class Sharks(Weighted[State]):
    """Each turn a shark swims one cell forward and then turns left, right or not at all. A shark that cannot swim
    forward on its turn, because of the edge or the other shark, loses. If a position comes back, it is a draw.

    Max's shark starts in the bottom left corner and heads up, Min's in the top right corner and heads down.

    >>> game = Sharks(4, 3)
    >>> print(game.text(game.result(game.initial(), 2)))     # one cell up, then a turn to the right
    . . . ▽
    ▶ . . .
    . . . .   Min to move
    """

    terms = ("cells ahead", "ways out", "to the middle")

    def __init__(self, width: int = 4, height: int = 4):
        if not 1 <= width <= 100 or not 1 <= height <= 100 or width * height < 2:
            raise GameError(
                f"a grid of {width}×{height} is not possible: width and height are 1 to 100, 2 cells or more"
            )
        self.width, self.height = width, height
        self.area = width * height
        self.index_size = 2 * 16 * self.area * (self.area - 1)
        self.weights = np.array([1.0, 1.0, 1.0])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State((0, self.area - 1), (UP, DOWN), MAX)

    def player(self, s: State) -> int:
        return s.turn

    def beyond(self, cell: int, heading: int) -> int:
        """The next cell in a direction; −1 beyond the edge."""
        x, y = cell % self.width, cell // self.width
        x += 1 if heading == RIGHT else -1 if heading == LEFT else 0
        y += 1 if heading == UP else -1 if heading == DOWN else 0
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def ahead(self, s: State, side: int) -> int:
        """The cell into which a side's shark would swim; −1 where it cannot swim."""
        cell = self.beyond(s.cells[side], s.headings[side])
        return -1 if cell == s.cells[1 - side] else cell

    def actions(self, s: State) -> Iterator[int]:
        for a in range(3):
            yield a

    def result(self, s: State, a: int) -> State:
        cells = put(s.cells, s.turn, self.ahead(s, s.turn))
        headings = put(s.headings, s.turn, (s.headings[s.turn] + TURNS[a]) % 4)
        return State(cells, headings, 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return self.ahead(s, s.turn) < 0

    def utility(self, s: State) -> int:
        return -1 if s.turn == MAX else 1

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, self.room(s, MAX) - self.room(s, MIN)
        yield 1, self.ways(s, MAX) - self.ways(s, MIN)
        yield 2, self.off(s.cells[MIN]) - self.off(s.cells[MAX])

    def room(self, s: State, side: int) -> int:
        """How many cells a shark can swim straight ahead."""
        count, cell = 0, self.ahead(s, side)
        while cell >= 0 and cell != s.cells[1 - side]:
            count += 1
            cell = self.beyond(cell, s.headings[side])
        return count

    def ways(self, s: State, side: int) -> int:
        """After which turns a shark that swims now could swim on."""
        cell, count = self.ahead(s, side), 0
        if cell < 0:
            return 0
        for turn in TURNS:
            after = self.beyond(cell, (s.headings[side] + turn) % 4)
            if after >= 0 and after != s.cells[1 - side]:
                count += 1
        return count

    def off(self, cell: int) -> int:
        """How far a cell is from the middle of the grid, in half cells."""
        return abs(2 * (cell % self.width) - self.width + 1) + abs(2 * (cell // self.width) - self.height + 1)

    def rule_of_thumb(self, s: State) -> int:
        """Block the other shark; otherwise keep as many exits as possible."""
        chosen, most = 0, -1
        for a in range(3):
            after = self.result(s, a)
            ways = 10 if self.terminal(after) else self.ways(after, s.turn)
            if ways > most:
                chosen, most = a, ways
        return chosen

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The grid mirrored and turned, as far as that leaves its shape."""
        for way in range(1, 8 if self.width == self.height else 4):
            yield State(
                (self.moved(s.cells[0], way), self.moved(s.cells[1], way)),
                (self.headed(s.headings[0], way), self.headed(s.headings[1], way)),
                s.turn,
            )

    def moved(self, cell: int, way: int) -> int:
        """Where a cell goes: bit 0 mirrors left and right, bit 1 up and down, and then bit 2 exchanges the axes."""
        x, y = cell % self.width, cell // self.width
        x = self.width - 1 - x if way & 1 else x
        y = self.height - 1 - y if way & 2 else y
        return x * self.width + y if way & 4 else y * self.width + x

    def headed(self, heading: int, way: int) -> int:
        """The same for a heading."""
        if (way & 1 and heading % 2 == 1) or (way & 2 and heading % 2 == 0):
            heading = (heading + 2) % 4
        return heading ^ 1 if way & 4 else heading

    def parents(self, s: State) -> Iterator[State]:
        """The shark that moved last turns back and swims backwards."""
        side = 1 - s.turn
        for turn in TURNS:
            heading = (s.headings[side] - turn) % 4
            cell = self.beyond(s.cells[side], (heading + 2) % 4)
            if cell >= 0 and cell != s.cells[s.turn]:
                yield State(put(s.cells, side, cell), put(s.headings, side, heading), side)

    def index(self, s: State) -> int:
        """Cell and heading of the one, then of the other, whose cell is one of those left, and the turn."""
        first, second = s.cells
        if second > first:
            second -= 1
        number = (first * (self.area - 1) + second) * 16 + s.headings[0] * 4 + s.headings[1]
        return 2 * number + s.turn

    def state(self, i: int) -> State:
        headings, cells = i // 2 % 16, i // 32
        first, second = cells // (self.area - 1), cells % (self.area - 1)
        if second >= first:
            second += 1
        return State((first, second), (headings // 4, headings % 4), i % 2)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:sharks"
    called = "Sharks"
    how_to_play = (
        "Two sharks swim on a small grid. In your turn your shark swims one cell forward, and may then turn to the "
        "left or the right. It cannot leave the grid or swim into the other one. A shark that cannot swim forward "
        "loses."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        return NAMES[a]

    def text(self, s: State) -> str:
        marks = ["."] * self.area
        for side in range(2):
            marks[s.cells[side]] = ARROWS[side][s.headings[side]]
        rows = [" ".join(marks[y * self.width : (y + 1) * self.width]) for y in reversed(range(self.height))]
        return "\n".join(rows) + f"   {('Max', 'Min')[s.turn]} to move"

    def parse(self, text: str) -> State:
        """A grid as ``text`` draws it: Max's shark is ▲▶▼◀, Min's △▷▽◁; and who moves, if it is not Max."""
        marks = re.sub(r"(Max|Min) to move\s*$|\s", "", text)
        if len(marks) != self.area or not set(marks) <= {".", *"".join(ARROWS)}:
            raise GameError(f"not a position: expected {self.height} rows of {self.width} cells out of . ▲▶▼◀ △▷▽◁")
        board = "".join(reversed([marks[i : i + self.width] for i in range(0, self.area, self.width)]))
        found = [[i for i, mark in enumerate(board) if mark in arrows] for arrows in ARROWS]
        if [len(places) for places in found] != [1, 1]:
            raise GameError("not a position: there is one shark of each, ▲▶▼◀ and △▷▽◁")
        (first,), (second,) = found
        headings = ARROWS[0].index(board[first]), ARROWS[1].index(board[second])
        return State((first, second), headings, int("Min to move" in text))
