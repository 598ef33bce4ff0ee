"""In a row for several players: Tic-Tac-Toe and Connect Four with two to six at the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import popcount, put
from gametree.errors import GameError
from gametree.game import Game
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKS = "XOABCD"


class State(NamedTuple):
    """Each player's stones, one bit a cell: row by row from the bottom left, with an empty bit after each row."""

    stones: tuple[int, ...]


class CrowdMNK(Game[State]):
    """Players put stones on a board of ``m`` rows and ``n`` columns in turn; who first has ``k`` in a line wins 1, and
    nobody else anything. With ``gravity`` stones fall down their columns. A full board without a line pays every player
    the same share.

    >>> game = CrowdMNK(3, 3, 3, players=3)
    >>> print(game.text(game.parse("a1 b2 c3")))
    3 . . A
    2 . O .
    1 X . .
      a b c   X to move
    """

    total = 1
    repetition = "ignore"  # stones never leave

    def __init__(self, m: int = 3, n: int = 3, k: int = 3, players: int = 3, gravity: bool = False):
        if not 2 <= players <= 6:
            raise GameError(f"two to six players, not {players}")
        if not (m >= 1 and 1 <= n <= 26 and k >= 1 and m * (n + 1) <= 62):
            raise GameError(
                f"a board of {m} rows and {n} columns is not possible: rows × (columns + 1) must be 62 or less"
            )
        self.m, self.n, self.k, self.players, self.gravity = m, n, k, players, gravity
        self.cells = tuple(r * (n + 1) + c for r in range(m) for c in range(n))
        self.steps = (1, n, n + 1, n + 2)  # along the row, and to the upper left, above and upper right
        self.nothing = (0.0,) * players
        self.bounds = (-0.5, 0.5) if players == 2 else (0, 1)  # of two payoffs, half the difference counts
        self.shares = (1 / players,) * players

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State((0,) * self.players)

    def player(self, s: State) -> int:
        return popcount(self.taken(s)) % self.players

    def taken(self, s: State) -> int:
        cells = 0
        for stones in s.stones:
            cells |= stones
        return cells

    def actions(self, s: State) -> Iterator[int]:
        """The cells that may be taken, by their bits."""
        taken = self.taken(s)
        for cell in self.cells:
            rests = not self.gravity or cell <= self.n or taken >> cell - self.n - 1 & 1
            if rests and not taken >> cell & 1:
                yield cell

    def result(self, s: State, a: int) -> State:
        player = self.player(s)
        return State(put(s.stones, player, s.stones[player] | 1 << a))

    def line(self, stones: int) -> bool:
        """Are there ``k`` in a line?"""
        for step in self.steps:
            run = stones
            for _ in range(self.k - 1):
                run &= run >> step
            if run:
                return True
        return False

    def last(self, s: State) -> int:
        """The player who moved last."""
        return (popcount(self.taken(s)) - 1) % self.players

    def terminal(self, s: State) -> bool:
        taken = popcount(self.taken(s))
        return taken > 0 and (self.line(s.stones[self.last(s)]) or taken == self.m * self.n)

    def utility(self, s: State) -> tuple[float, ...]:
        if self.line(s.stones[self.last(s)]):
            return put(self.nothing, self.last(s), 1.0)
        return self.shares

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:crowdmnk"
    called = "In a row for several"
    how_to_play = (
        "Put your mark into an empty cell. The first player with k marks in a line wins. A full board without such a "
        "line is a draw."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        return f"{chr(97 + a % (self.n + 1))}{a // (self.n + 1) + 1}"

    def text(self, s: State) -> str:
        rows: list[str] = []
        width = len(str(self.m))
        for r in reversed(range(self.m)):
            cells: list[str] = []
            for c in range(self.n):
                bit = 1 << r * (self.n + 1) + c
                cells.append(next((MARKS[p] for p in range(self.players) if s.stones[p] & bit), "."))
            rows.append(f"{r + 1:>{width}} " + " ".join(cells))
        rows.append(" " * (width + 1) + " ".join(chr(97 + c) for c in range(self.n)))
        return "\n".join(rows) + f"   {MARKS[self.player(s)]} to move"

    def parse(self, text: str) -> State:
        """Cells taken from the empty board on ("a1 b2 c3"), or a board as ``text`` draws it."""
        if "to move" not in text:
            return played(self, text.split(), "{} cannot be taken in this position", "stone")
        rows = [line.split()[1:] for line in text.splitlines()[: self.m]]
        if len(rows) != self.m or any(len(row) != self.n for row in rows):
            raise GameError(f"not a position: expected {self.m} rows of {self.n} cells")
        stones = [0] * self.players
        for r, row in enumerate(reversed(rows)):
            for c, mark in enumerate(row):
                if mark != ".":
                    if mark not in MARKS[: self.players]:
                        raise GameError(f"not a position: {mark!r} is not one of . {' '.join(MARKS[: self.players])}")
                    stones[MARKS.index(mark)] |= 1 << r * (self.n + 1) + c
        counts = [popcount(x) for x in stones]
        if any(n not in (counts[0], counts[0] - 1) for n in counts) or counts != sorted(counts, reverse=True):
            raise GameError("not a position: the players take turns, so nobody is more than one stone ahead")
        return State(tuple(stones))
