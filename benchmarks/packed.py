"""Games of the gallery written for speed, as an expert would: a bit a cell, masks, no lists.

Each is the same game as the one in ``docs/gallery`` with its name: perft must count the same leaves, which the contest
asserts. Tic-tac-toe, Connect Three and Gomoku are the catalogue's ``tictactoe``, ``connect4`` and ``mnk``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree import Game
from gametree.bits import ones

if TYPE_CHECKING:
    from collections.abc import Iterator


class Board(NamedTuple):
    """A bit a cell, and whose turn it is."""

    cells: int
    turn: int


class Sides(NamedTuple):
    """A bit a cell for each player, and whose turn it is."""

    first: int
    second: int
    turn: int


class Chomp(Game[Board]):
    """Squares by columns."""

    repetition = "ignore"

    def __init__(self, width: int = 4, height: int = 3):
        self.width, self.height = width, height
        cells = [divmod(i, height) for i in range(width * height)]
        self.left = tuple(
            sum(1 << i for i, (x, y) in enumerate(cells) if x < bx or y < by) for bx, by in cells
        )  # after a bite

    def initial(self) -> Board:
        return Board((1 << self.width * self.height) - 1, 0)

    def player(self, s: Board) -> int:
        return s.turn

    def actions(self, s: Board) -> Iterator[int]:
        for a in ones(s.cells):
            yield a

    def result(self, s: Board, a: int) -> Board:
        return Board(s.cells & self.left[a], 1 - s.turn)

    def terminal(self, s: Board) -> bool:
        return s.cells == 0

    def utility(self, s: Board) -> int:
        return 1 if s.turn == 0 else -1


class Domineering(Game[Board]):
    """The free cells, rows from the bottom; a domino is called by its lower or left cell."""

    repetition = "ignore"

    def __init__(self, height: int = 4, width: int = 4):
        self.height, self.width = height, width
        self.full = (1 << height * width) - 1
        self.inner = sum(1 << r * width + c for r in range(height) for c in range(width - 1))

    def initial(self) -> Board:
        return Board(self.full, 0)

    def player(self, s: Board) -> int:
        return s.turn

    def places(self, s: Board) -> int:
        if s.turn == 0:
            return s.cells & s.cells >> self.width
        return s.cells & s.cells >> 1 & self.inner

    def actions(self, s: Board) -> Iterator[int]:
        for a in ones(self.places(s)):
            yield a

    def result(self, s: Board, a: int) -> Board:
        other = a + self.width if s.turn == 0 else a + 1
        return Board(s.cells & ~(1 << a) & ~(1 << other), 1 - s.turn)

    def terminal(self, s: Board) -> bool:
        return self.places(s) == 0

    def utility(self, s: Board) -> int:
        return -1 if s.turn == 0 else 1


class Steps(Game[Sides]):
    """Pieces that go in one of four directions; an action is a cell and a direction."""

    repetition = "ignore"
    shifts: tuple[int, ...]

    def player(self, s: Sides) -> int:
        return s.turn

    def from_cells(self, s: Sides, k: int) -> int:
        raise NotImplementedError

    def actions(self, s: Sides) -> Iterator[int]:
        for k in range(4):
            for cell in ones(self.from_cells(s, k)):
                yield 4 * cell + k

    def terminal(self, s: Sides) -> bool:
        for k in range(4):
            if self.from_cells(s, k) != 0:
                return False
        return True

    def utility(self, s: Sides) -> int:
        return -1 if s.turn == 0 else 1


def moved(cells: int, step: int) -> int:
    """The cells from which a step leads to one of these."""
    return cells >> step if step > 0 else cells << -step


class Clobber(Steps):
    """Rows with a gap between them, so that no step leads round the edge."""

    def __init__(self, rows: int = 2, columns: int = 4):
        self.rows, self.columns = rows, columns
        width = columns + 1
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        self.starts = tuple(sum(1 << r * width + c for r, c in cells if (r + c) % 2 == who) for who in (0, 1))
        self.shifts = (-width, -1, 1, width)

    def initial(self) -> Sides:
        return Sides(self.starts[0], self.starts[1], 0)

    def from_cells(self, s: Sides, k: int) -> int:
        if s.turn == 0:
            return s.first & moved(s.second, self.shifts[k])
        return s.second & moved(s.first, self.shifts[k])

    def result(self, s: Sides, a: int) -> Sides:
        start, end = 1 << a // 4, 1 << a // 4 + self.shifts[a % 4]
        if s.turn == 0:
            return Sides(s.first & ~start | end, s.second & ~end, 1)
        return Sides(s.first & ~end, s.second & ~start | end, 0)


class Konane(Steps):
    """Rows with two gaps between them, so that no jump leads round the edge."""

    def __init__(self, size: int = 4):
        self.size = size
        width, middle = size + 2, size // 2
        cells = [(r, c) for r in range(size) for c in range(size)]
        empty = {(middle, middle), (middle, middle - 1)}
        self.starts = tuple(
            sum(1 << r * width + c for r, c in cells if (r + c) % 2 == who and (r, c) not in empty) for who in (0, 1)
        )
        self.full = sum(1 << r * width + c for r, c in cells)
        self.shifts = (1, width, -1, -width)

    def initial(self) -> Sides:
        return Sides(self.starts[0], self.starts[1], 0)

    def from_cells(self, s: Sides, k: int) -> int:
        step = self.shifts[k]
        free = self.full & ~(s.first | s.second)
        if s.turn == 0:
            return s.first & moved(s.second & moved(free, step), step)
        return s.second & moved(s.first & moved(free, step), step)

    def result(self, s: Sides, a: int) -> Sides:
        cell, step = a // 4, self.shifts[a % 4]
        start, over, end = 1 << cell, 1 << cell + step, 1 << cell + 2 * step
        if s.turn == 0:
            return Sides(s.first & ~start | end, s.second & ~over, 1)
        return Sides(s.first & ~over, s.second & ~start | end, 0)


class Hexapawn(Game[Sides]):
    """White goes up, Black down; an action is a cell and one of three directions."""

    repetition = "ignore"

    def __init__(self, size: int = 3):
        self.size = size
        self.row = (1 << size) - 1
        self.top = self.row << size * (size - 1)
        self.full = (1 << size * size) - 1
        column = sum(1 << size * r for r in range(size))
        self.not_left, self.not_right = self.full & ~column, self.full & ~(column << size - 1)

    def initial(self) -> Sides:
        return Sides(self.row, self.top, 0)

    def player(self, s: Sides) -> int:
        return s.turn

    def ends(self, s: Sides, k: int) -> int:
        """The cells that pawns reach: straight on, to the left, to the right."""
        mine, theirs = (s.first, s.second) if s.turn == 0 else (s.second, s.first)
        ahead = mine << self.size & self.full if s.turn == 0 else mine >> self.size
        if k == 0:
            return ahead & ~(mine | theirs)
        return (ahead & self.not_left) >> 1 & theirs if k == 1 else (ahead & self.not_right) << 1 & theirs

    def actions(self, s: Sides) -> Iterator[int]:
        for k in range(3):
            for end in ones(self.ends(s, k)):
                yield 3 * end + k

    def result(self, s: Sides, a: int) -> Sides:
        cell, k = a // 3, a % 3
        beside = cell if k == 0 else cell + 1 if k == 1 else cell - 1
        end = 1 << cell
        if s.turn == 0:
            return Sides(s.first & ~(1 << beside - self.size) | end, s.second & ~end, 1)
        return Sides(s.first & ~end, s.second & ~(1 << beside + self.size) | end, 0)

    def terminal(self, s: Sides) -> bool:
        if s.first & self.top or s.second & self.row:
            return True
        return self.ends(s, 0) | self.ends(s, 1) | self.ends(s, 2) == 0

    def utility(self, s: Sides) -> int:
        return -1 if s.turn == 0 else 1


class Notakto(Game[Board]):
    """Crosses of both players."""

    repetition = "ignore"
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

    def initial(self) -> Board:
        return Board(0, 0)

    def player(self, s: Board) -> int:
        return s.turn

    def actions(self, s: Board) -> Iterator[int]:
        for a in ones(0o777 & ~s.cells):
            yield a

    def result(self, s: Board, a: int) -> Board:
        return Board(s.cells | 1 << a, 1 - s.turn)

    def terminal(self, s: Board) -> bool:
        for line in self.lines:
            if s.cells & line == line:
                return True
        return False

    def utility(self, s: Board) -> int:
        return 1 if s.turn == 0 else -1


class SubtractSquare(Game[Board]):
    """The stones that are left."""

    repetition = "ignore"

    def __init__(self, stones: int = 20):
        self.stones = stones

    def initial(self) -> Board:
        return Board(self.stones, 0)

    def player(self, s: Board) -> int:
        return s.turn

    def actions(self, s: Board) -> Iterator[int]:
        n = 1
        while n * n <= s.cells:
            yield n * n
            n += 1

    def result(self, s: Board, a: int) -> Board:
        return Board(s.cells - a, 1 - s.turn)

    def terminal(self, s: Board) -> bool:
        return s.cells == 0

    def utility(self, s: Board) -> int:
        return 1 if s.turn == 1 else -1
