"""The rules of the morris games: men are placed, then moved along the lines; who closes a mill takes a man.

A placement is an action by its point; then come the moves, ``points × (from + 1) + to``; then what takes a man.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import ones, popcount
from gametree.game import MAX, MIN, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.morris.board import Board


class State(NamedTuple):
    """One bit a point: ring by ring from the inside, each clockwise from the middle of its upper side."""

    white: int  # Max's men on the board
    black: int  # Min's
    white_hand: int  # men still to be placed
    black_hand: int
    turn: int
    removing: int  # 1: the mover has closed a mill, and takes a man now


class Rules(Game[State]):
    """What can be played, and what follows from it.

    ``men`` is how many each side has, ``hand`` how many of them are still to be placed at first; ``first`` has the men
    that stand on the board then. A side down to ``fly`` men moves to any empty point.
    """

    def __init__(self, board: Board, men: int, hand: int, first: tuple[int, int], fly: int, lasker: bool):
        self.men, self.hand, self.first, self.fly, self.lasker = men, hand, first, fly, lasker
        self.points = board.points
        self.full = (1 << self.points) - 1
        self.near, self.lines = board.near, board.lines
        self.takes = self.points * (self.points + 1)  # actions from here on take a man

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.first[0], self.first[1], self.hand, self.hand, MAX, 0)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        mine, theirs, hand = s.white, s.black, s.white_hand
        if s.turn == MIN:
            mine, theirs, hand = s.black, s.white, s.black_hand
        empty = self.full & ~(mine | theirs)
        if s.removing:
            for point in ones(self.removable(theirs)):
                yield self.takes + point
        else:
            if hand > 0:
                for point in ones(empty):
                    yield point
            if hand == 0 or self.lasker:
                flying = self.flies(mine, hand)
                for start in ones(mine):
                    for point in ones(empty if flying else empty & int(self.near[start])):
                        yield self.points * (start + 1) + point

    def result(self, s: State, a: int) -> State:
        white_hand, black_hand = s.white_hand, s.black_hand
        mine, theirs = s.white, s.black
        if s.turn == MIN:
            mine, theirs = s.black, s.white
        turn, removing = 1 - s.turn, 0
        if a >= self.takes:
            theirs &= ~(1 << a - self.takes)
        else:
            point = a
            if a < self.points:
                white_hand -= 1 - s.turn
                black_hand -= s.turn
            else:
                point = a % self.points
                mine &= ~(1 << a // self.points - 1)
            mine |= 1 << point
            if self.men > 3 and theirs != 0 and self.closes(mine, point):
                turn, removing = s.turn, 1
        if s.turn == MIN:
            return State(theirs, mine, white_hand, black_hand, turn, removing)
        return State(mine, theirs, white_hand, black_hand, turn, removing)

    def terminal(self, s: State) -> bool:
        if s.removing:
            return False
        if self.men == 3:
            return self.in_mills(s.white) != 0 or self.in_mills(s.black) != 0 or self.stuck(s)
        mine, hand = (s.white, s.white_hand) if s.turn == MAX else (s.black, s.black_hand)
        return popcount(mine) + hand < 3 or self.stuck(s)

    def utility(self, s: State) -> int:
        if s.white | s.black == self.full:
            return 0
        if self.men == 3 and not self.stuck(s):
            return 1 if self.in_mills(s.white) else -1
        return -1 if s.turn == MAX else 1

    def ended(self, s: State) -> str:
        """No room, no move, a row of three, or too few men for one."""
        if s.white | s.black == self.full:
            return "the board is full"
        if self.stuck(s):
            return "no move is left"
        return "three in a row" if self.men == 3 else "two men are left"

    # --- mills and men that can move -----------------------------------------------------------------------------

    def closes(self, men: int, point: int) -> bool:
        """Is the point in a mill of these men?"""
        for k in range(self.lines.shape[1]):
            others = int(self.lines[point, k])
            if men & others == others:
                return True
        return False

    def in_mills(self, men: int) -> int:
        """The men that are in a mill."""
        found = 0
        for point in ones(men):
            if self.closes(men, point):
                found |= 1 << point
        return found

    def removable(self, men: int) -> int:
        """The men that may be taken: those in no mill, or all if all are."""
        loose = men & ~self.in_mills(men)
        return loose if loose else men

    def flies(self, men: int, hand: int) -> bool:
        """May this side move to any empty point?"""
        return hand == 0 and popcount(men) <= self.fly

    def stuck(self, s: State) -> bool:
        """Has the mover nothing to place, and no man that can move?"""
        mine, hand = (s.white, s.white_hand) if s.turn == MAX else (s.black, s.black_hand)
        empty = self.full & ~(s.white | s.black)
        if hand > 0:
            return empty == 0
        if self.flies(mine, hand):
            return empty == 0
        for start in ones(mine):
            if empty & int(self.near[start]):
                return False
        return True
