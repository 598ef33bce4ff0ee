"""The rules of draughts: steps, jumps, which of them must be taken, promotion, and when the game is over.

The forms of draughts differ in a few points only. Here they are switches, as international draughts has them;
``variants.py`` sets them for its sisters.

An action says from where a piece goes, where to, and what it takes: seven bits each for the squares (as numbers of
bits); a bit that is set if a man became a king on its way; then one bit for each piece of the other side, set if it is
taken; the piece that has no other one below it on the board comes first. So one action is one result, whichever way the
piece went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.bits import filled, has_bit, lowest, nth, ones, popcount, put, with_bit, without_lowest
from gametree.game import MAX, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.draughts.board import Board

PLACE = 7
"""The bits of a square in an action."""
ENDS = 2 * PLACE
TAKEN = ENDS + 1
"""Where the pieces taken begin in an action."""
KING = PLACE + 3
JUMP = KING + 1
"""The bits of a jump in a way: where it lands, its direction (three bits), and whether the piece is a king then."""


class State(NamedTuple):
    """One bit a square (``board.py``)."""

    white: Any  # Max's pieces, which move first
    black: Any  # Min's
    kings: Any  # those of them that are kings
    turn: int
    idle: int  # actions since a man moved or a piece was taken
    ending: int  # actions since an ending for which there is a limit began
    runs: int  # of each side, how often the same king has moved in turn: where it is counted


def moved(squares: Any, step: int) -> Any:
    """Every square moved by ``n`` bits."""
    return squares << step if step > 0 else squares >> -step


class Rules(Game[State]):
    """What can be played, and what follows from it, in international draughts."""

    recurrence = 3

    flying = True
    """Do kings go any number of squares?"""
    men_take_back = True
    """Do men take backward, too?"""
    men_take_kings = True
    crowned_in_passing = False
    """Does a man become a king in the middle of a capture, and go on as one?"""
    lands_behind = False
    """Must a king land on the square just behind the piece that it takes?"""
    halts_behind_kings = False
    """Must a king end its capture just behind the last piece that it takes, if that is a king?"""
    removed_at_once = False
    """Are pieces taken off the board during a capture, and not after it?"""
    loop = 4
    """The fewest jumps with which a piece can take the same in two ways."""

    def __init__(self, board: Board, start: tuple[Any, Any]):
        self.start = start
        self.none, self.full, self.rows, self.steps = board.none, board.full, board.rows, board.steps
        self.directions = len(self.steps)
        self.crown = (self.rows[0], self.rows[-1])
        """Where the men of each side become kings."""
        self.unused = filled(max(64, JUMP * (max(popcount(start[0]), popcount(start[1])) + 1)), 0)
        """A way without jumps."""

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.start[0], self.start[1], self.none, MAX, 0, 0, 0)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        jumpers = self.jumpers(s)
        if jumpers != self.none:
            best = self.best_rank(s, jumpers)
            for start in ones(jumpers):
                for end, taken, path, order in self.captures(s, start):
                    if self.counts(s, start, end, taken, path, order, best):
                        yield self.capture(s, start, end, taken, path)
        else:
            mine, theirs = self.sides(s)
            empty = self.full & ~(mine | theirs)
            men = mine & ~s.kings
            for k in range(2):
                step = self.steps[k if s.turn == MAX else k + 2]
                for place in ones(moved(men, step) & empty):
                    yield place - step | place << PLACE
            for start in ones(self.free_kings(s)):
                for k in range(4):
                    step = self.steps[k]
                    at = moved(with_bit(self.none, start), step)
                    while at & empty != self.none:
                        yield start | lowest(at) << PLACE
                        at = moved(at, step) if self.flying else self.none

    def result(self, s: State, a: int) -> State:
        mine, theirs = self.sides(s)
        start, end = a & 127, a >> PLACE & 127
        taken = self.taken(theirs, a)
        king = has_bit(s.kings, start)
        here, there = with_bit(self.none, start), with_bit(self.none, end)
        kings = s.kings & ~(here | taken)
        if king or a >> ENDS & 1 or there & self.crown[s.turn] != self.none:
            kings = kings | there
        mine, theirs = mine & ~here | there, theirs & ~taken
        idle = s.idle + 1 if king and taken == self.none else 0
        white, black = (mine, theirs) if s.turn == MAX else (theirs, mine)
        return self.counted(s, a, State(white, black, kings, 1 - s.turn, idle, s.ending, s.runs))

    def terminal(self, s: State) -> bool:
        return not self.can_step(s) and self.jumpers(s) == self.none

    def utility(self, s: State) -> int:
        """A player who cannot move has lost."""
        return -1 if s.turn == MAX else 1

    # --- actions -------------------------------------------------------------------------------------------------

    def capture(self, s: State, start: int, end: int, taken: Any, path: Any) -> int:
        """The action of a capture."""
        _, theirs = self.sides(s)
        action = start | end << PLACE
        if path[0] >> KING & 1 and not has_bit(s.kings, start):
            action |= 1 << ENDS
        for place in ones(taken):
            action |= 1 << popcount(theirs >> place) + TAKEN - 1
        return action

    def taken(self, theirs: Any, a: int) -> Any:
        """The pieces that an action takes."""
        taken, rest, last = self.none, a >> TAKEN, popcount(theirs) - 1
        while rest:
            taken = with_bit(taken, nth(theirs, last - lowest(rest)))
            rest = without_lowest(rest)
        return taken

    def counted(self, before: State, a: int, after: State) -> State:
        """The state after an action, with what the rules count."""
        return after

    # --- steps ---------------------------------------------------------------------------------------------------

    def sides(self, s: State) -> tuple[Any, Any]:
        """The mover's pieces, and the other side's."""
        return (s.white, s.black) if s.turn == MAX else (s.black, s.white)

    def free_kings(self, s: State) -> Any:
        """The mover's kings that may move without taking."""
        mine, _ = self.sides(s)
        return mine & s.kings

    def can_step(self, s: State) -> bool:
        """Has the mover a piece beside an empty square to which it may go?"""
        mine, theirs = self.sides(s)
        empty, kings = self.full & ~(mine | theirs), self.free_kings(s)
        for k in range(4):
            goers = kings | mine & ~s.kings if (k < 2) == (s.turn == MAX) else kings
            if moved(goers, self.steps[k]) & empty != self.none:
                return True
        return False

    # --- jumps ---------------------------------------------------------------------------------------------------

    def jumpers(self, s: State) -> Any:
        """The mover's pieces that can take another one."""
        mine, theirs = self.sides(s)
        empty, found = self.full & ~(mine | theirs), self.none
        for k in range(self.directions):
            step = self.steps[k]
            goers = mine if self.heads(s, k) else mine & s.kings
            prey = theirs if self.men_take_kings else theirs & ~s.kings
            found = found | moved(moved(moved(goers, step) & prey, step) & empty, -2 * step)
        for place in ones(mine & s.kings & ~found):
            here = with_bit(self.none, place)
            for k in range(self.directions):
                if self.target(here, k, True, theirs, empty) != self.none:
                    found = found | here
        return found & mine

    def heads(self, s: State, k: int) -> bool:
        """May a man take in this direction?"""
        return self.men_take_back or (k < 2) == (s.turn == MAX)

    def target(self, here: Any, k: int, king: bool, prey: Any, empty: Any) -> Any:
        """The piece that can be taken from here in this direction: it has an empty square behind it."""
        step = self.steps[k]
        over = moved(here, step)
        if king and self.flying:
            while over & empty != self.none:
                over = moved(over, step)
        over = over & prey
        return over if moved(over, step) & empty != self.none else self.none

    def captures(self, s: State, start: int) -> Iterator[tuple[int, Any, Any, int]]:
        """The captures of a piece as ``ways`` finds them, on the board as it is."""
        _, theirs = self.sides(s)
        king = has_bit(s.kings, start)
        prey = theirs if king or self.men_take_kings else theirs & ~s.kings
        for found in self.ways(s, start, prey, theirs):
            yield found

    def ways(self, s: State, start: int, prey: Any, theirs: Any) -> Iterator[tuple[int, Any, Any, int]]:
        """All ways to jump with a piece over some of ``prey`` until no jump is left: the square where it ends, the
        pieces taken, the jumps (``JUMP`` bits each, the last one lowest), and which of them took a king (a bit each).

        A king that can land on several squares behind a piece must choose one from which it can go on, if there is
        one. Going straight on is tried from the first of these squares only; from the others it is the same. Only the
        current way is remembered: going back over the last jump undoes it.
        """
        mine, _ = self.sides(s)
        ground = self.full & ~(mine | theirs) | with_bit(self.none, start)
        first = with_bit(self.none, start)
        here, taken, path = first, self.none, self.unused
        order: int = 0
        jumps: int = 0
        king = has_bit(s.kings, start)
        k = self.next_way(s, -1, king)
        while True:
            left = prey & ~taken
            empty = ground | taken if self.removed_at_once else ground
            over = self.none
            if k < self.directions and (jumps == 0 or self.may_turn(here, path[0] >> PLACE & 7, k, taken)):
                over = self.target(here, k, king, left, empty)
            land = moved(over, self.steps[k]) if over != self.none else self.none
            straight = True
            if over == self.none:
                if k < self.directions:
                    k = self.next_way(s, k, king)
                    continue
                if jumps == 0:
                    return
                # Take the last jump back, and look for another square to land on.
                k, land = int(path[0] >> PLACE & 7), here
                path, order = path >> JUMP, order >> 1
                jumps -= 1
                here = with_bit(self.none, path[0] & 127) if jumps else first
                king = path[0] >> KING & 1 == 1 if jumps else has_bit(s.kings, start)
                over = moved(land, -self.steps[k])
                while over & empty != self.none and not self.removed_at_once:
                    over = moved(over, -self.steps[k])
                taken = taken & ~over
                land = moved(land, self.steps[k]) if king and self.flying and not self.lands_behind else self.none
                straight = False
            taken = taken | over
            left = prey & ~taken
            empty = ground | taken if self.removed_at_once else ground
            on = self.onward(s, land, k, king, left, empty, straight)
            if on != self.none:
                king = king or self.passes(s, on)
                jumps += 1
                order = 2 * order + (1 if over & s.kings != self.none else 0)
                path = path << JUMP
                path = put(path, 0, path[0] | lowest(on) | k << PLACE | (1 << KING if king else 0))
                here = on
                k = self.next_way(s, -1, king)
            else:
                if straight:
                    far = king and self.flying and not self.lands_behind
                    far = far and not (self.halts_behind_kings and over & s.kings != self.none)
                    order = 2 * order + (1 if over & s.kings != self.none else 0)
                    path = path << JUMP
                    path = put(path, 0, path[0] | k << PLACE | (1 << KING if king or self.passes(s, land) else 0))
                    while land & empty != self.none:
                        yield lowest(land), taken, path, order
                        land = moved(land, self.steps[k]) if far else self.none
                    path, order = path >> JUMP, order >> 1
                taken = taken & ~over
                k = self.next_way(s, k, king)

    def next_way(self, s: State, k: int, king: bool) -> int:
        """The next direction after ``k`` in which the piece may take."""
        k += 1
        while k < self.directions and not (king or self.heads(s, k)):
            k += 1
        return k

    def may_turn(self, here: Any, came: int, k: int, taken: Any) -> bool:
        """Straight on only from the square just behind the piece that was taken last."""
        return k != came or moved(here, -self.steps[k]) & taken != self.none

    def onward(self, s: State, land: Any, k: int, king: bool, prey: Any, empty: Any, straight: bool) -> Any:
        """The first square, from ``land`` on in direction ``k``, where the piece can land and take another one."""
        while land & empty != self.none:
            crowned = king or self.passes(s, land)
            for way in range(self.directions):
                may = (crowned or self.heads(s, way)) and (straight or way != k)
                if may and self.target(land, way, crowned, prey, empty) != self.none:
                    return land
            if not (king and self.flying) or self.lands_behind:
                return self.none
            land, straight = moved(land, self.steps[k]), False
        return self.none

    def passes(self, s: State, land: Any) -> bool:
        """Does a man become a king here in the middle of a capture?"""
        return self.crowned_in_passing and land & self.crown[s.turn] != self.none

    # --- which captures count ------------------------------------------------------------------------------------

    def rank(self, s: State, start: int, taken: Any, order: int) -> int:
        """Of all captures those of the highest rank must be chosen: here, those that take the most pieces."""
        return popcount(taken)

    def best_rank(self, s: State, jumpers: Any) -> int:
        """The highest rank of a capture here."""
        best = 0
        for start in ones(jumpers):
            for _, taken, _, order in self.captures(s, start):
                best = max(best, self.rank(s, start, taken, order))
        return best

    def counts(self, s: State, start: int, end: int, taken: Any, path: Any, order: int, best: int) -> bool:
        """Has a capture the best rank, and is it the first way to this result? Pieces that are taken round a loop can
        be taken either way."""
        if self.rank(s, start, taken, order) != best:
            return False
        return popcount(taken) < self.loop or self.is_first(s, start, end, taken, path, best)

    def is_first(self, s: State, start: int, end: int, taken: Any, path: Any, best: int) -> bool:
        """Of the ways in which a piece takes just these and ends there, is this the first one?"""
        _, theirs = self.sides(s)
        for last, over, way, order in self.ways(s, start, taken, theirs):
            same = last == end and over == taken and way[0] >> KING & 1 == path[0] >> KING & 1
            if same and self.rank(s, start, over, order) == best:
                return way == path
        return False
