"""The rules of checkers: steps, jumps, promotion, and when the game is over.

An action holds the origin, the target and the captures: bits 0–5 and 6–11 are squares (as numbers of bits), and from
bit 12 on there is a bit for each piece taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import lowest, ones, popcount
from gametree.game import MAX, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.checkers.board import Board

PLACE = 6
"""The bits of a square in an action."""
MOST = 12
"""The most captures of a move."""
LOOP = 4
"""The fewest jumps with which a piece can reach the same square in two ways."""


class State(NamedTuple):
    """One bit a square (``board.py``)."""

    black: int  # Max's pieces, which move first
    white: int  # Min's
    kings: int  # those of them that are kings
    turn: int
    idle: int  # actions since a man moved or a piece was taken, as far as a rule asks for it


def moved(squares: int, step: int) -> int:
    """Every square moved by ``n`` bits."""
    return squares << step if step > 0 else squares >> -step


class Rules(Game[State]):
    """What can be played, and what follows from it.

    ``start`` has the men of each side at first. After ``patience`` actions without progress the game is drawn; never,
    if that is 0.
    """

    recurrence = 3

    def __init__(self, board: Board, start: tuple[int, int], patience: int):
        self.start, self.patience = start, patience
        self.full, self.steps, self.rows = board.full, board.steps, board.rows
        self.crown, self.home = (self.rows[-1], self.rows[0]), (self.rows[0], self.rows[-1])
        """Where the men of each side become kings, and its first row."""

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.start[0], self.start[1], 0, MAX, 0)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Two actions never have the same result: whichever piece moves leaves its square, unless it comes back there;
        and no two pieces that come back take the same."""
        jumpers = self.jumpers(s)
        if jumpers:
            for place in ones(jumpers):
                for _, end, taken in self.jumps_of(s, 1 << place):
                    yield place | lowest(end) << PLACE | taken << 2 * PLACE
        else:
            empty = self.full & ~(s.black | s.white)
            for k in range(4):
                step = self.steps[k]
                for place in ones(moved(self.heading(s, k), step) & empty):
                    yield place - step | place << PLACE

    def result(self, s: State, a: int) -> State:
        mine, theirs = self.sides(s)
        start, end, taken = 1 << (a & 63), 1 << (a >> PLACE & 63), a >> 2 * PLACE
        king = s.kings & start
        kings = s.kings & ~(start | taken)
        if king or end & self.crown[s.turn]:
            kings |= end
        idle = 0 if taken or not king else min(s.idle + 1, self.patience)
        mine, theirs = mine & ~start | end, theirs & ~taken
        if s.turn == MAX:
            return State(mine, theirs, kings, 1, idle)
        return State(theirs, mine, kings, 0, idle)

    def terminal(self, s: State) -> bool:
        return not self.can_step(s) and self.jumpers(s) == 0

    def utility(self, s: State) -> int:
        """A player who cannot move has lost."""
        return -1 if s.turn == MAX else 1

    # --- draws ---------------------------------------------------------------------------------------------------

    def drawn(self, s: State) -> bool:
        return self.patience > 0 and s.idle >= self.patience

    def ended(self, s: State) -> str:
        """A mover without a move has lost; otherwise the count has run out."""
        if self.terminal(s):
            return "no move is left" if s.black and s.white else ""
        return f"{self.patience // 2} moves of each side without progress"

    def position(self, s: State) -> State:
        return State(s.black, s.white, s.kings, s.turn, 0)

    # --- steps and jumps -----------------------------------------------------------------------------------------

    def sides(self, s: State) -> tuple[int, int]:
        """The mover's pieces, and the other side's."""
        return (s.black, s.white) if s.turn == MAX else (s.white, s.black)

    def heading(self, s: State, k: int) -> int:
        """The mover's pieces that may go in this direction: all go forward, kings go back too."""
        mine = s.black if s.turn == MAX else s.white
        return mine if (k < 2) == (s.turn == MAX) else mine & s.kings

    def jumpers(self, s: State) -> int:
        """The mover's pieces that can take another one."""
        _, theirs = self.sides(s)
        empty, found = self.full & ~(s.black | s.white), 0
        for k in range(4):
            step = self.steps[k]
            over = moved(self.heading(s, k), step) & theirs
            found |= moved(moved(over, step) & empty, -2 * step)
        return found

    def can_step(self, s: State) -> bool:
        """Has the mover a piece beside an empty square to which it may go?"""
        empty = self.full & ~(s.black | s.white)
        for k in range(4):
            if moved(self.heading(s, k), self.steps[k]) & empty:
                return True
        return False

    def routes(
        self, start: int, theirs: int, empty: int, first: int, last: int, most: int = MOST
    ) -> Iterator[tuple[int, int, int]]:
        """The ways to jump from a square (a bit) in the directions from ``first`` to before ``last`` until no jump is
        left, or ``most`` were made: the directions, two bits each from the lowest; the square where it ends (a bit);
        the pieces taken.

        Only the current way is remembered: going back over the last jump undoes it. The ways come in the order of the
        directions.
        """
        here, taken, way, jumps = start, 0, 0, 0
        k, ended = first, True
        while True:
            if k < last and jumps < most:
                step = self.steps[k]
                over = moved(here, step) & theirs & ~taken
                land = moved(over, step) & empty
                if land:
                    way |= k << 2 * jumps
                    jumps += 1
                    here, taken = land, taken | over
                    k, ended = first, True
                else:
                    k += 1
            else:
                if ended and jumps:
                    yield way, here, taken
                if jumps == 0:
                    return
                jumps -= 1
                k = way >> 2 * jumps & 3
                way &= ~(3 << 2 * jumps)
                step = self.steps[k]
                taken &= ~moved(here, -step)
                here = moved(here, -2 * step)
                k, ended = k + 1, False

    def jumps_of(self, s: State, start: int) -> Iterator[tuple[int, int, int]]:
        """What the mover's piece on a square (a bit) can take, as ``routes`` has it, each result once: pieces that are
        taken round a loop can be taken either way, and the first way counts."""
        _, theirs = self.sides(s)
        empty = self.full & ~(s.black | s.white) | start
        first, last = (0, 2) if s.turn == MAX else (2, 4)
        if s.kings & start:
            first, last = 0, 4
        for way, end, taken in self.routes(start, theirs, empty, first, last):
            if popcount(taken) < LOOP or way == self.first_way(start, end, taken, empty):
                yield way, end, taken

    def first_way(self, start: int, end: int, taken: int, empty: int) -> int:
        """The first of the ways in which a king takes these pieces and comes to that square; −1: there is none."""
        for way, last, over in self.routes(start, taken, empty, 0, 4):
            if last == end and over == taken:
                return way
        return -1
