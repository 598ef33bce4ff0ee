"""The rules of backgammon: men move by the dice, blots are hit, and the cube doubles the stake.

An action is a whole play. It holds the points that men leave, five bits each: for a roll of two numbers first the one
for the higher die, then the one for the lower (0: that die is not played); for a double up to four, the highest first.
Plays that lead to the same position are one action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import highest, ones
from gametree.errors import GameError
from gametree.game import CHANCE, Game
from gametree.games.backgammon.men import BAR, blocked, count, left, occupied, packed, total

if TYPE_CHECKING:
    from collections.abc import Iterator

OFFER, ANSWER, DROPPED = 1, 2, 3
"""Stages of a double; in the last one it was dropped, and the game is over."""
STAY, TURN = 0, 1
"""Before the roll: roll, or double. After a double: take it, or drop."""
STARTS = {
    "backgammon": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
}
"""Each player's men at the start, by the player's own numbers of the points."""


class State(NamedTuple):
    """A player's men, four bits a point, by the player's own numbers: men move from 24 down to 1, and point p is the
    other's 25 − p. ``near`` holds the points 1 to 12, ``far`` 13 to 24 and, as 25, the bar."""

    near: int  # Max's men
    far: int
    other_near: int  # Min's
    other_far: int
    dice: int  # eight times the higher die plus the lower; 0 before the roll
    turn: int  # whose turn it is; 2 before the first roll, which decides it
    cube: int = 0  # how often it was turned
    owner: int = 2  # who may turn it; 2: both
    stage: int = 0  # OFFER: the player may double before the roll; ANSWER: the other one takes or drops


class Rules(Game[State]):
    """The dice, the plays and the cube. ``Backgammon`` explains the parameters."""

    repetition = "ignore"  # positions may come back without effect

    def __init__(self, start: str, cube: int, away: tuple[int, int] | None):
        if start not in STARTS:
            raise GameError(f"no start {start!r}; there are {', '.join(STARTS)}")
        if cube not in (1, 2, 4, 8, 16, 32, 64):
            raise GameError(f"the cube goes up to 2, 4, 8, 16, 32 or 64, or 1 for none; not {cube}")
        if away is not None and not (len(away) == 2 and all(1 <= n <= 25 for n in away)):
            raise GameError(f"away is how many points each player still needs, 1 to 25, such as 3,5; not {away}")
        self.start, self.men = start, sum(STARTS[start].values())
        self.turns = cube.bit_length() - 1
        self.away = tuple(away) if away else (0, 0)
        self.bounds = (-1, 1) if away else (-3 * cube, 3 * cube)

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        near, far = packed(STARTS[self.start])
        return State(near, far, near, far, 0, 2)

    def player(self, s: State) -> int:
        if s.stage == ANSWER:
            return 1 - s.turn
        return s.turn if s.dice or s.stage == OFFER else CHANCE

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        """A roll as ``State.dice`` has it. The first roll is of one die each: the higher one moves, and equal dice are
        rolled again; there the outcome has 64 added where Min begins."""
        for high in range(1, 7):
            for low in range(1, high + 1):
                if s.turn == 2:
                    if high != low:
                        yield high * 8 + low, 1 / 30
                        yield high * 8 + low + 64, 1 / 30
                else:
                    yield high * 8 + low, (1 if high == low else 2) / 36

    def actions(self, s: State) -> Iterator[int]:
        if s.stage:
            yield STAY
            yield TURN
            return
        near, far, other_near, other_far = s.near, s.far, s.other_near, s.other_far
        if s.turn == 1:
            near, far, other_near, other_far = s.other_near, s.other_far, s.near, s.far
        high, low = s.dice >> 3, s.dice & 7
        if high != low:
            found = False
            points = occupied(near, far)
            for p in ones((points | points >> low) & ~1):  # where a man is, or can be by the other die
                for q in ones((points | 1 << max(p - high, 0)) & ~1):
                    if self.plays_both(near, far, other_near, other_far, p, high, q, low):
                        found = True
                        if not self.is_twin(near, far, other_near, other_far, p, high, q, low):
                            yield p | q << 5
            if not found:  # only one die can be played: the higher, if possible
                for p in range(BAR, 0, -1):
                    if self.fits(near, far, other_near, other_far, p, high):
                        found = True
                        yield p
            if not found:
                for q in range(BAR, 0, -1):
                    if self.fits(near, far, other_near, other_far, q, low):
                        found = True
                        yield q << 5
            if not found:
                yield 0
            return

        points, free = occupied(near, far), ~(blocked(other_near, other_far) << high)
        most = self.most(near, far, points, free, high)
        if most == 0:
            yield 0
        first = self.leaving(points, free, high) if most else 0
        while first:
            p = highest(first)
            first ^= 1 << p
            if most == 1:
                yield p
                continue
            near1, far1 = self.moved(near, far, p, high)
            points1 = left(points, near1, far1, p, high)
            second = self.leaving(points1, free, high) & (2 << p) - 1
            while second:
                q = highest(second)
                second ^= 1 << q
                if most == 2:
                    yield p | q << 5
                    continue
                near2, far2 = self.moved(near1, far1, q, high)
                points2 = left(points1, near2, far2, q, high)
                third = self.leaving(points2, free, high) & (2 << q) - 1
                while third:
                    r = highest(third)
                    third ^= 1 << r
                    if most == 3:
                        yield p | q << 5 | r << 10
                        continue
                    near3, far3 = self.moved(near2, far2, r, high)
                    points3 = left(points2, near3, far3, r, high)
                    fourth = self.leaving(points3, free, high) & (2 << r) - 1
                    while fourth:
                        t = highest(fourth)
                        fourth ^= 1 << t
                        yield p | q << 5 | r << 10 | t << 15

    def result(self, s: State, a: int) -> State:
        if s.stage:
            return self.doubled(s, a)
        if s.dice == 0:
            turn = a >> 6 if s.turn == 2 else s.turn
            return State(s.near, s.far, s.other_near, s.other_far, a & 63, turn, s.cube, s.owner, 0)
        near, far, other_near, other_far = s.near, s.far, s.other_near, s.other_far
        if s.turn == 1:
            near, far, other_near, other_far = s.other_near, s.other_far, s.near, s.far
        high, low = s.dice >> 3, s.dice & 7
        for number in range(4):
            p = a >> 5 * number & 31
            die = low if number == 1 else high
            if p > 0:
                near, far = self.moved(near, far, p, die)
                if p > die and count(other_near, other_far, 25 - p + die) == 1:  # hit: the blot goes to the bar
                    other_near, other_far = self.moved(other_near, other_far, 25 - p + die, 25 - p + die)
                    other_far += 1 << 48
        next_one = 1 - s.turn
        stage = OFFER if s.cube < self.turns and s.owner != s.turn else 0
        if s.turn == 1:
            return State(other_near, other_far, near, far, 0, next_one, s.cube, s.owner, stage)
        return State(near, far, other_near, other_far, 0, next_one, s.cube, s.owner, stage)

    def terminal(self, s: State) -> bool:
        return (s.near | s.far) == 0 or (s.other_near | s.other_far) == 0 or s.stage == DROPPED

    def utility(self, s: State) -> float:
        if s.stage == DROPPED:
            points = 1 if s.turn == 0 else -1
        elif (s.near | s.far) == 0:
            points = self.stake(s.other_near, s.other_far)
        else:
            points = -self.stake(s.near, s.far)
        points *= 1 << s.cube
        return float(points) if self.away[0] == 0 else self.standing(points)

    # --- the end, the cube, the dice -----------------------------------------------------------------------------

    def standing(self, points: int) -> float:
        """Twice Max's chance to win the match, minus 1, after Max wins this many points: exact if the match is over,
        otherwise by Janowski's formula, 50 % and 85 % of the lead over what the other needs plus 6."""
        mine = max(self.away[0] - max(points, 0), 0)
        theirs = max(self.away[1] - max(-points, 0), 0)
        if mine == 0:
            return 1.0
        if theirs == 0:
            return -1.0
        return 1.7 * (theirs - mine) / (max(mine, theirs) + 6)

    def stake(self, near: int, far: int) -> int:
        """What the loser pays: three if the loser has borne off no man and has one on the bar or in the winner's home,
        two if the loser has borne off none."""
        if total(near) + total(far) < self.men:
            return 1
        return 3 if far >> 24 else 2

    def doubled(self, s: State, a: int) -> State:
        """After a decision about the cube."""
        cube, owner, stage = s.cube, s.owner, 0
        if s.stage == OFFER:
            stage = ANSWER if a == TURN else 0
        elif a == TURN:
            stage = DROPPED
        else:
            cube, owner = s.cube + 1, 1 - s.turn
        return State(s.near, s.far, s.other_near, s.other_far, 0, s.turn, cube, owner, stage)

    def roll(self, s: State, high: int, low: int, player: int | None = None) -> State:
        """The state after a roll; ``player`` says whose roll it is, for the first roll."""
        dice = max(high, low) * 8 + min(high, low)
        return s._replace(dice=dice, turn=s.turn if player is None else player)

    # --- one man by one die --------------------------------------------------------------------------------------

    def fits(self, near: int, far: int, other_near: int, other_far: int, p: int, die: int) -> bool:
        """Can a man leave point ``p`` by this die?"""
        if count(near, far, p) == 0 or (p != BAR and count(near, far, BAR) > 0):
            return False
        if p > die:
            return count(other_near, other_far, 25 - p + die) <= 1
        home = far == 0 and near >> 24 == 0
        return home and (p == die or near >> 4 * p == 0)  # with a higher die only the rearmost man may bear off

    def moved(self, near: int, far: int, p: int, die: int) -> tuple[int, int]:
        """The mover's men after one has left point ``p``."""
        if p > 12:
            far -= 1 << 4 * (p - 13)
        else:
            near -= 1 << 4 * (p - 1)
        if p - die > 12:
            far += 1 << 4 * (p - die - 13)
        elif p > die:
            near += 1 << 4 * (p - die - 1)
        return near, far

    def plays_both(
        self, near: int, far: int, other_near: int, other_far: int, p: int, high: int, q: int, low: int
    ) -> bool:
        """Can a man leave ``p`` by the higher die and one leave ``q`` by the lower, in either order?"""
        if self.fits(near, far, other_near, other_far, p, high):
            near1, far1 = self.moved(near, far, p, high)
            if self.fits(near1, far1, other_near, other_far, q, low):
                return True
        if self.fits(near, far, other_near, other_far, q, low):
            near1, far1 = self.moved(near, far, q, low)
            return self.fits(near1, far1, other_near, other_far, p, high)
        return False

    def is_twin(
        self, near: int, far: int, other_near: int, other_far: int, p: int, high: int, q: int, low: int
    ) -> bool:
        """Does another play, which is kept, lead to the same position? Two men that go off may change their dice; and
        one man's way may begin with either die, unless a blot stands on it."""
        if p <= high and q <= low:
            return p < q and self.plays_both(near, far, other_near, other_far, q, high, p, low)
        if q - low == p and q > high:
            blots = count(other_near, other_far, 25 - p) == 1 or count(other_near, other_far, 25 - q + high) == 1
            return not blots and self.plays_both(near, far, other_near, other_far, q, high, q - high, low)
        return False

    def leaving(self, points: int, free: int, die: int) -> int:
        """The points that a man can leave by this die, if the mover's men stand on these points and ``free`` has those
        from which he comes to a point that is not blocked: a bit each. What ``fits`` says of one point."""
        if points >> BAR:
            return 1 << BAR & free
        found = points & free & ~((2 << die) - 1)
        if points < 1 << 7:  # all men are home
            found |= points & 1 << die
            if points < 1 << die:
                found = 1 << highest(points) if points else 0
        return found

    def most(self, near: int, far: int, points: int, free: int, die: int) -> int:
        """How many times a double can be played: the rearmost man that can move moves, which blocks no other man."""
        for played in range(4):
            found = self.leaving(points, free, die)
            if found == 0:
                return played
            p = highest(found)
            near, far = self.moved(near, far, p, die)
            points = left(points, near, far, p, die)
        return 4
