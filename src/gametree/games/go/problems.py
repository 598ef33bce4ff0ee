"""Life and death as a game of its own: can a group be taken, if both sides move only around it?

The attacker wins when the group leaves the board; two passes, or endless play, save it. A ko is the difficulty: who
must not take back at once plays elsewhere first, where the other side may have to answer (a ko threat). A problem
has no elsewhere. So there are three games of one problem: nobody has a threat, and a ko is not taken back at once;
or one side has as many as it wants, so that it may always take back at once. A group that is taken although its
owner has all the threats is dead, one that lives although the attacker has them is alive, and in between it is a
ko. (``gametree.solving.life`` asks these questions.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import has_bit, ones, with_bit
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.go import notation
from gametree.games.go.evaluation import Evaluation
from gametree.games.go.life import parts
from gametree.games.go.rules import NOWHERE, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.go import Go
    from gametree.games.go.groups import Stones

THREATS = ("nobody", "owner", "attacker")
"""Who has as many ko threats as he wants."""


class Problem(Evaluation):
    """The group on a point of a position of ``board``, and who has ``threats``: ``nobody``, the ``owner`` or the
    ``attacker``. The payoff is 1 if Black has his way (he takes a white group, or saves a black one), and −1 if not;
    endless play is a draw, and the group is not taken.

    >>> from gametree import load
    >>> board = load("go:5")
    >>> problem = Problem(board, board.parse('''
    ...     . . . . .
    ...     O O O O .
    ...     X X X O .
    ...     . . X O .
    ...     . . X O .   O to move'''), 12)
    >>> [problem.name(s, a) for s in [problem.initial()] for a in problem.actions(s)]
    ['A1', 'B1', 'A2', 'B2', 'pass']
    """

    how_to_play = "Take the group, or save it. Moves elsewhere on the board do not count."

    def __init__(self, board: Go, s: State, point: int, threats: str = "nobody"):
        if threats not in THREATS:
            raise GameError(f"threats is one of {', '.join(THREATS)}, not {threats!r}")
        if not has_bit(s.black | s.white, point):
            raise GameError(f"there is no stone on {notation.point(board.columns, point)}")
        super().__init__(board.columns, board.rows, 0.0, "simple", board.suicide, False, False)
        self.blacks = has_bit(s.black, point)
        owner = MAX if self.blacks else 1 - MAX
        # all that makes one problem another is data: problems on boards of one size share one compiled game
        self.target = np.array([point, owner, {"nobody": -1, "owner": owner, "attacker": 1 - owner}[threats]])
        self.area, self.start = np.zeros(self.bits, np.int64), np.zeros((2, self.bits), np.int64)
        self.area[list(ones(near(board, s, point)))] = 1
        for row, stones in zip(self.start, (s.black, s.white), strict=True):
            row[list(ones(stones))] = 1
        self.moment = np.array([s.ko, s.turn])

    # --- the rules, but for where ----------------------------------------------------------------------------------

    def initial(self) -> State:
        black, white = self.empty, self.empty
        for point in range(self.bits):
            if self.start[0, point]:
                black = with_bit(black, point)
            if self.start[1, point]:
                white = with_bit(white, point)
        return State(black, white, int(self.moment[0]), 0, 0, int(self.moment[1]))

    def actions(self, s: State) -> Iterator[int]:
        for point in ones(self.open(s)):
            if self.area[point] != 0:
                yield point
        yield self.passing

    def result(self, s: State, a: int) -> State:
        after = super().result(s, a)
        if after.turn == self.target[2]:
            return State(after.black, after.white, NOWHERE, after.passes, 0, after.turn)
        return after

    def terminal(self, s: State) -> bool:
        return s.passes == 2 or self.is_taken(s)

    def utility(self, s: State) -> int:
        return 1 if self.is_taken(s) == (self.target[1] != MAX) else -1

    def is_taken(self, s: State) -> bool:
        """Is the group gone?"""
        return not has_bit(s.black if self.target[1] == MAX else s.white, int(self.target[0]))

    def name(self, s: State, a: int, style: str = "") -> str:
        return "pass" if a == self.passing else notation.point(self.columns, a)

    def text(self, s: State) -> str:
        return notation.written(self, s)


def near(board: Go, s: State, point: int) -> Stones:
    """What can be reached from the group without crossing a stone of the attacker's; and past those stones of his that
    have no liberty beyond."""
    blacks = has_bit(s.black, point)
    walls, free = (s.white if blacks else s.black), board.full & ~(s.black | s.white)
    while True:
        found = board.grown(with_bit(board.empty, point), board.full & ~walls)
        inside = board.empty
        for group in parts(board, walls):
            if board.neighbours(group) & free & ~found == board.empty:
                inside |= group
        if inside == board.empty:
            return found
        walls &= ~inside
