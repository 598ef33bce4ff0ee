"""Chinese Checkers on a small star: step, or hop over others, to the opposite point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import lowest, ones, put
from gametree.errors import GameError
from gametree.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""At which points of the star the players sit, counted clockwise from the bottom."""
MARKS = "XOABCD"
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class State(NamedTuple):
    """Each player's men, one bit a cell, and whose turn it is."""

    men: tuple[int, ...]
    turn: int


class Star(Game[State]):
    """Chinese Checkers for 2, 3, 4 or 6 players on a star whose points have ``side`` rows. A man steps to a cell next
    to it, or hops over a man next to it to the cell beyond, and on in the same way. The player who has filled the
    opposite point, with own men among those there, wins 1. Positions can come back; then all players get the same.

    >>> game = Star(side=1, players=2)
    >>> print(game.text(game.initial()))
       O
    . . . .
     . . .
    . . . .
       X   X to move
    """

    evaluation = "utility"

    def __init__(self, side: int = 2, players: int = 2):
        if side not in (1, 2):
            raise GameError(f"the points of the star have 1 or 2 rows, not {side}")
        if players not in SEATS:
            raise GameError(f"a star seats 2, 3, 4 or 6 players, not {players}")
        self.side, self.players = side, players
        self.places = _star(side)
        self.area = len(self.places)
        number = {place: i for i, place in enumerate(self.places)}
        self.near = np.full((self.area, 6), -1, np.int64)
        for (q, r), i in number.items():
            for d, (dq, dr) in enumerate(DIRECTIONS):
                self.near[i, d] = number.get((q + dq, r + dr), -1)
        points = [_point(self.places, side, k) for k in range(6)]
        self.homes = tuple(points[k] for k in SEATS[players])
        self.goals = tuple(points[(k + 3) % 6] for k in SEATS[players])
        tips = [max(_cells(goal, self.places), key=_far) for goal in self.goals]
        self.away = np.array([[_steps(place, tip) for place in self.places] for tip in tips], np.int64)
        self.nothing = (0.0,) * players
        self.bounds = (-0.5, 0.5) if players == 2 else (0, 1)  # of two payoffs, half the difference counts

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.homes, 0)

    def player(self, s: State) -> int:
        return s.turn

    def taken(self, s: State) -> int:
        cells = 0
        for men in s.men:
            cells |= men
        return cells

    def actions(self, s: State) -> Iterator[int]:
        """64 times the cell that a man leaves, plus the cell where it arrives. A player who cannot move passes: 0."""
        taken, found = self.taken(s), False
        for start in ones(s.men[s.turn]):
            reached = self.landings(taken, start)
            for end in ones(reached):
                found = True
                yield start * 64 + end
        if not found:
            yield 0

    def landings(self, taken: int, start: int) -> int:
        """The cells that a man can step or hop to."""
        steps = 0
        for d in range(6):
            cell = int(self.near[start, d])
            if cell >= 0 and not taken >> cell & 1:
                steps |= 1 << cell
        others = taken & ~(1 << start)  # the man may hop over the cell that it has left
        reached, waiting = 0, 1 << start
        while waiting:
            here = lowest(waiting)
            waiting &= waiting - 1
            for d in range(6):
                over = int(self.near[here, d])
                if over >= 0 and others >> over & 1:
                    cell = int(self.near[over, d])
                    if cell >= 0 and not (others | reached) >> cell & 1 and cell != start:
                        reached |= 1 << cell
                        waiting |= 1 << cell
        return steps | reached

    def result(self, s: State, a: int) -> State:
        turn = (s.turn + 1) % self.players
        if a == 0:
            return State(s.men, turn)
        return State(put(s.men, s.turn, s.men[s.turn] ^ (1 << a // 64) ^ (1 << a % 64)), turn)

    def winner(self, s: State) -> int:
        """The player who has filled the goal; −1 if nobody has."""
        taken = self.taken(s)
        for player in range(self.players):
            if self.goals[player] & ~taken == 0 and self.goals[player] & s.men[player]:
                return player
        return -1

    def terminal(self, s: State) -> bool:
        return self.winner(s) >= 0

    def utility(self, s: State) -> tuple[float, ...]:
        return put(self.nothing, self.winner(s), 1.0)

    # --- evaluation ----------------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> tuple[float, ...]:
        """The share of each player: larger if the player's men are nearer to the far tip."""
        shares, whole = self.nothing, 0.0
        for player in range(self.players):
            left = 1
            for cell in ones(s.men[player]):
                left += int(self.away[player, cell])
            shares = put(shares, player, 1.0 / (left * left))
            whole += shares[player]
        for player in range(self.players):
            shares = put(shares, player, shares[player] / whole)
        return shares

    # --- hints for search ----------------------------------------------------------------------------------------

    def null(self, s: State) -> State:
        return State(s.men, (s.turn + 1) % self.players)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:star"
    called = "Chinese Checkers"
    how_to_play = (
        "Move a man one step along a line, or hop over a neighbour of any colour to the point behind it, as often as "
        "you can. The first player who has all men in the opposite point of the star wins."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        return "pass" if a == 0 else f"{a // 64 + 1}-{a % 64 + 1}"

    def text(self, s: State) -> str:
        rows: dict[int, dict[int, str]] = {}
        for i, (q, r) in enumerate(self.places):
            mark = next((MARKS[p] for p in range(self.players) if s.men[p] >> i & 1), ".")
            rows.setdefault(r, {})[2 * q + r] = mark
        left = min(x for row in rows.values() for x in row)
        lines = ["".join(row.get(x + left, " ") for x in range(max(row) - left + 1)) for _, row in sorted(rows.items())]
        return "\n".join(lines) + f"   {MARKS[s.turn]} to move"

    def parse(self, text: str) -> State:
        """A board as ``text`` draws it."""
        board, _, rest = text.rpartition("   ")
        marks = [c for c in board if not c.isspace()]
        known = "." + MARKS[: self.players]
        if (
            len(marks) != self.area
            or any(c not in known for c in marks)
            or rest[1:] != " to move"
            or rest[0] not in known
        ):
            raise GameError(
                f"not a position: draw the {self.area} cells of the star out of {' '.join(known)}, then X to move"
            )
        men = [0] * self.players
        for i, mark in enumerate(marks):
            if mark != ".":
                men[MARKS.index(mark)] |= 1 << i
        return State(tuple(men), MARKS.index(rest[0]))


def _star(side: int) -> tuple[tuple[int, int], ...]:
    """The cells of a star as pairs of slanted coordinates, row by row from the top: two large triangles together."""
    reach = range(-2 * side, 2 * side + 1)
    cells = [
        (q, r)
        for r in reach
        for q in reach
        if (q >= -side and r >= -side and q + r <= side) or (q <= side and r <= side and q + r >= -side)
    ]
    return tuple(sorted(cells, key=lambda c: (c[1], c[0])))


def _point(places: tuple[tuple[int, int], ...], side: int, which: int) -> int:
    """The cells of one point of the star, as bits: those beyond the inner hexagon, clockwise from the bottom."""

    def beyond(q: int, r: int) -> int:
        return (r, -q, -q - r, -r, q, q + r)[which]

    return sum(1 << i for i, (q, r) in enumerate(places) if beyond(q, r) > side)


def _cells(bits: int, places: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [place for i, place in enumerate(places) if bits >> i & 1]


def _far(place: tuple[int, int]) -> int:
    return _steps(place, (0, 0))


def _steps(a: tuple[int, int], b: tuple[int, int]) -> int:
    """How many steps apart two cells are."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
