"""Backgammon: dice, a race, and blots that are hit. Nackgammon is the same with another start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import highest, ones
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import CHANCE
from gametree.games.backgammon_men import BAR, OFF, State, count, is_blot, occupied, packed, total
from gametree.games.backgammon_text import drawing, men_of, position_id, what_next
from gametree.games.backgammon_weights import (
    BLOCKED,
    DANGER,
    HITS,
    HOME_POINTS,
    MEN_OFF,
    ON_BAR,
    ON_ROLL,
    PIPS,
    PIPS_UNDER_FIRE,
    POINTS,
    PRIME,
    RACE,
    SHOTS,
    SHUT_OUT,
    TERMS,
    WEIGHTS,
)  # fmt: skip
from gametree.games.bearoff import number_of, number_table

if TYPE_CHECKING:
    from collections.abc import Iterator

OFFER, ANSWER, DROPPED = 1, 2, 3
"""Stages of a double; in the last one it was not taken, and the game is over."""
STAY, TURN = 0, 1
"""Before the roll: roll, or double. After a double: take it, or drop."""
STARTS = {
    "backgammon": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
}
"""Where each player's men stand at the start, by his own numbers of the points."""


class Backgammon(Weighted[State]):
    """Backgammon. Max's payoff is ±1, ±2 for a gammon and ±3 for a backgammon, times the cube.

    ``start`` is one of backgammon, nackgammon and hypergammon. ``cube`` is the highest number to which the cube may be
    turned; with 1 there is none. ``away`` makes it a game of a match: how many points Max and Min still need; a payoff
    is then twice the chance to win the match, less 1, by Janowski's formula where the match is not over. With
    ``bearoff`` positions in which both sides bear off are looked up (``solving/chance/bearoff.py``): exactly up to
    six men a side, and from the distributions of the rolls that each side needs otherwise. The tables are kept in the
    cache folder, and built there, in some seconds, where they are missing.

    An action is a whole play. It holds the points that men leave, five bits each: for a roll of two numbers first the
    one for the higher die, then the one for the lower (0: that die is not played); for a double up to four, the
    highest first. Plays that lead to the same position are one action.

    >>> game = Backgammon()
    >>> s = game.roll(game.initial(), 3, 1, player=0)
    >>> len(list(game.actions(s)))
    16
    >>> "8/5 6/5" in [game.name(s, a) for a in game.actions(s)]
    True
    """

    evaluation = "utility"
    repetition = "ignore"  # positions may come back, and nobody minds
    terms = TERMS

    def __init__(
        self, start: str = "backgammon", cube: int = 1, away: tuple[int, int] | None = None, bearoff: bool = False
    ):
        if start not in STARTS:
            raise GameError(f"no start {start!r}; there are {', '.join(STARTS)}")
        if cube not in (1, 2, 4, 8, 16, 32, 64):
            raise GameError(f"the cube goes up to 2, 4, 8, 16, 32 or 64, or 1 for none; not {cube}")
        if away is not None and not (len(away) == 2 and all(1 <= n <= 25 for n in away)):
            raise GameError(f"away is how many points each player still needs, 1 to 25, such as 3,5; not {away}")
        if bearoff and start == "hypergammon":
            raise GameError("the bear-off tables are those of fifteen men, and hypergammon has three")
        self.start, self.men = start, sum(STARTS[start].values())
        self.turns = cube.bit_length() - 1
        self.away = tuple(away) if away else (0, 0)
        self.bounds = (-1, 1) if away else (-3 * cube, 3 * cube)
        self.weights = np.array(WEIGHTS)
        self.looks_up, self.pairs = int(bearoff), 6
        self.below = number_table()
        self.still, self.untouched, self.equities = (np.zeros((1, 1)) for _ in range(3))
        if bearoff:
            from gametree.solving.chance.bearoff import tables  # which needs the compiler: slow to import

            known = tables(15, self.pairs)
            self.still, self.untouched, self.equities = known["still"], known["untouched"], known["equities"]

    def initial(self) -> State:
        near, far = packed(STARTS[self.start])
        return State(near, far, near, far, 0, 2)

    def player(self, s: State) -> int:
        if s.stage == ANSWER:
            return 1 - s.turn
        return s.turn if s.dice or s.stage == OFFER else CHANCE

    # --- the dice --------------------------------------------------------------------------------------------------

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

    def roll(self, s: State, high: int, low: int, player: int | None = None) -> State:
        """The state after a roll; ``player`` says whose, where it is the first one."""
        dice = max(high, low) * 8 + min(high, low)
        return s._replace(dice=dice, turn=s.turn if player is None else player)

    # --- the plays -------------------------------------------------------------------------------------------------

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

        most = self.most(near, far, other_near, other_far, high)
        if most == 0:
            yield 0
        for p in range(BAR, 0, -1):
            if most == 0 or not self.fits(near, far, other_near, other_far, p, high):
                continue
            if most == 1:
                yield p
                continue
            near1, far1 = self.moved(near, far, p, high)
            for q in range(p, 0, -1):
                if not self.fits(near1, far1, other_near, other_far, q, high):
                    continue
                if most == 2:
                    yield p | q << 5
                    continue
                near2, far2 = self.moved(near1, far1, q, high)
                for r in range(q, 0, -1):
                    if not self.fits(near2, far2, other_near, other_far, r, high):
                        continue
                    if most == 3:
                        yield p | q << 5 | r << 10
                        continue
                    near3, far3 = self.moved(near2, far2, r, high)
                    for t in range(r, 0, -1):
                        if self.fits(near3, far3, other_near, other_far, t, high):
                            yield p | q << 5 | r << 10 | t << 15

    def fits(self, near: int, far: int, other_near: int, other_far: int, p: int, die: int) -> bool:
        """Can a man leave point ``p`` by this die?"""
        if count(near, far, p) == 0 or (p != BAR and count(near, far, BAR) > 0):
            return False
        if p > die:
            return count(other_near, other_far, 25 - p + die) <= 1
        home = far == 0 and near >> 24 == 0
        return home and (p == die or near >> 4 * p == 0)  # by a higher die only the rearmost man goes off

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

    def most(self, near: int, far: int, other_near: int, other_far: int, die: int) -> int:
        """How many times a double can be played: the rearmost man who can move does so, which hinders nobody."""
        for played in range(4):
            p = BAR
            while p > 0 and not self.fits(near, far, other_near, other_far, p, die):
                p -= 1
            if p == 0:
                return played
            near, far = self.moved(near, far, p, die)
        return 4

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

    # --- the end ---------------------------------------------------------------------------------------------------

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

    def standing(self, points: int) -> float:
        """Twice Max's chance to win the match, less 1, when he wins so many points: certain where the match is over,
        and otherwise by Janowski's formula, 50 % and 85 % of the lead over what the other needs plus 6."""
        mine = max(self.away[0] - max(points, 0), 0)
        theirs = max(self.away[1] - max(-points, 0), 0)
        if mine == 0:
            return 1.0
        if theirs == 0:
            return -1.0
        return 1.7 * (theirs - mine) / (max(mine, theirs) + 6)

    def stake(self, near: int, far: int) -> int:
        """What the loser pays: three where he has borne off no man and has one on the bar or in the winner's home, two
        where he has borne off none."""
        if total(near) + total(far) < self.men:
            return 1
        return 3 if far >> 24 else 2

    # --- the evaluation --------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        mine, theirs = self.pips(s.near, s.far), self.pips(s.other_near, s.other_far)
        if (
            self.rear(s.near, s.far) + self.rear(s.other_near, s.other_far) <= BAR
        ):  # they have passed each other: a race
            lead = theirs - mine + (4 if s.turn == 0 else -4)
            share = min(abs(lead) * 1000 // (mine + theirs), 600)
            yield RACE, share if lead > 0 else -share
            yield MEN_OFF, total(s.other_near) + total(s.other_far) - total(s.near) - total(s.far)
            return
        yield PIPS, theirs - mine
        if s.turn < 2:
            yield ON_ROLL, 1 - 2 * s.turn
        for side in range(2):
            near, far, other_near, other_far, sign = s.near, s.far, s.other_near, s.other_far, 1
            if side == 1:
                near, far, other_near, other_far, sign = s.other_near, s.other_far, s.near, s.far, -1
            home, other_home = self.home_points(near), self.home_points(other_near)
            rear = self.rear(other_near, other_far)
            row, men = 0, 0
            for p in range(1, BAR):
                here = count(near, far, p)
                men += here
                row = row + 1 if here >= 2 else 0
                if row > 3 and p < rear:
                    yield PRIME, sign
                if here == 1:
                    yield POINTS + 4 * (p - 1), sign
                    shots = self.shots(other_near, other_far, p)
                    yield SHOTS, sign * shots
                    yield PIPS_UNDER_FIRE, sign * shots * (BAR - p)
                    yield DANGER, sign * shots * other_home
                elif here >= 2:
                    yield POINTS + 4 * (p - 1) + 1, sign
                    if here > 2:
                        yield POINTS + 4 * (p - 1) + 2, sign
                    if here > 3:
                        yield POINTS + 4 * (p - 1) + 3, sign * (here - 3)
            bar = count(near, far, BAR)
            yield ON_BAR, sign * bar
            yield SHUT_OUT, sign * bar * other_home * other_home
            yield MEN_OFF, sign * (self.men - men - bar)
            last = self.rear(near, far)
            ahead = 0
            for p in range(max(last - 6, 1), last):
                if count(other_near, other_far, BAR - p) >= 2:
                    ahead += 1
            yield BLOCKED, sign * ahead * ahead
            yield HOME_POINTS, sign * home * home

    def home_points(self, near: int) -> int:
        """How many points of his home a player has made."""
        made = 0
        for p in range(6):
            if near >> 4 * p & 15 >= 2:
                made += 1
        return made

    def shots(self, other_near: int, other_far: int, p: int) -> int:
        """How many rolls of 36 hit a blot on point ``p``, roughly: those of each man in reach, added up."""
        found = 0
        for away in range(1, 13):
            e = BAR - p + away
            if e <= BAR and count(other_near, other_far, e):
                found += HITS[away]
        return min(found, 36)

    def evaluate(self, s: State) -> float:
        """The equity, or in a match what it makes of the chance to win it; times the cube."""
        equity = 0.0
        if self.looks_up and self.both_home(s):
            equity = self.looked_up(s)
        else:
            for i, times in self.features(s):
                equity += float(self.weights[i]) * times
            equity = min(max(equity, -2.0), 2.0)
        if self.away[0] == 0:
            return equity * (1 << s.cube)
        low, high = self.standing(-(1 << s.cube)), self.standing(1 << s.cube)
        return min(max((low + high) / 2 + (high - low) / 2 * equity, -1.0), 1.0)

    def both_home(self, s: State) -> bool:
        """Do both sides bear off?"""
        return (s.far | s.other_far | (s.near | s.other_near) >> 24) == 0

    def looked_up(self, s: State) -> float:
        """What the tables say where both sides bear off. With up to six men a side that is the value. Otherwise each
        side plays for the fewest rolls, whatever the other one has left; the man who is first wins, and a gammon where
        the other one has not touched his men."""
        mine, theirs, sign = s.near, s.other_near, 1.0
        if s.turn == 1:
            mine, theirs, sign = s.other_near, s.near, -1.0
        if total(mine) <= self.pairs and total(theirs) <= self.pairs:
            i, j = number_of(self.below, mine, self.pairs), number_of(self.below, theirs, self.pairs)
            return sign * float(self.equities[i, j])
        i, j = number_of(self.below, mine, 15), number_of(self.below, theirs, 15)
        equity, longest = -1.0, self.untouched.shape[1] - 1
        for n in range(1, self.still.shape[1]):
            k = min(n, longest)
            done = float(self.still[i, n - 1]) - float(self.still[i, n])  # on the n-th roll
            equity += done * (2 * float(self.still[j, n - 1]) + float(self.untouched[j, k - 1]))
            other_done = float(self.still[j, n - 1]) - float(self.still[j, n])
            equity -= other_done * float(self.untouched[i, k])
        return sign * equity

    def pips(self, near: int, far: int) -> int:
        """How far a player's men still have to go, in pips."""
        found = 0
        for p in range(1, BAR + 1):
            found += p * count(near, far, p)
        return found

    def rear(self, near: int, far: int) -> int:
        """A player's last man, by his own numbers; 0 where all are off."""
        return 13 + highest(far) // 4 if far else 1 + highest(near) // 4 if near else 0

    # --- for people ------------------------------------------------------------------------------------------------

    def name(self, s: State, a: int, style: str = "") -> str:
        if s.stage:
            return ("roll", "double")[a] if s.stage == OFFER else ("take", "drop")[a]
        if s.dice == 0:
            return f"{a >> 3 & 7}{a & 7}" + (f" for {'XO'[a >> 6]}" if s.turn == 2 else "")
        if a == 0:
            return "pass"
        return " ".join(self._steps(s, a))

    def _steps(self, s: State, a: int) -> list[str]:
        """A play man by man: the ways of one man are joined, a hit is starred, equal ways are counted."""
        high, low = s.dice >> 3, s.dice & 7
        theirs = (s.other_near, s.other_far) if s.turn == 0 else (s.near, s.far)
        steps = [(a >> 5 * i & 31, low if i == 1 else high) for i in range(4) if a >> 5 * i & 31]
        ways: list[list[int]] = []
        for p, die in sorted(steps, reverse=True):
            to = max(p - die, OFF)
            way = next((w for w in ways if w[-1] == p), None)
            if way is None:
                ways.append([p, to])
            else:
                way.append(to)
        hit: set[int] = set()
        names: list[str] = []
        for way in ways:
            points = [way[0], *(p for p in way[1:-1] if is_blot(theirs, p)), way[-1]]
            name = {BAR: "bar", OFF: "off"}.get(points[0], str(points[0]))
            for p in points[1:]:
                star = "*" if is_blot(theirs, p) and p not in hit else ""
                hit |= {p} if star else set()
                name += f"/{'off' if p == OFF else p}{star}"
            names.append(name)
        return [f"{name}({n})" if (n := names.count(name)) > 1 else name for name in dict.fromkeys(names)]

    def text(self, s: State) -> str:
        rows = drawing(s)
        men = [(s.near, s.far), (s.other_near, s.other_far)]
        bars, offs = [count(*m, BAR) for m in men], [self.men - total(m[0]) - total(m[1]) for m in men]
        rows += [f"bar X {bars[0]} O {bars[1]}   off X {offs[0]} O {offs[1]}", f"{position_id(s)} {what_next(s)}"]
        return "\n".join(row.rstrip() for row in rows)

    def parse(self, text: str) -> State:
        """A GNU Backgammon position ID and whose turn it is (``4HPwATDgc/ABMA X to roll``, ``… O to play 31``, ``…
        first roll``), with a cube also ``… X to double``, ``… X doubles`` or ``… X is dropped``, and then the cube and
        its owner (``cube 2 O``); or a drawing that ends with such a line."""
        last = text.strip().splitlines()[-1] if text.strip() else ""
        whose = r"(?:(first) roll|([XO]) (to roll|to play|to double|doubles|is dropped)(?: +([1-6])([1-6]))?)"
        found = re.fullmatch(rf"([A-Za-z0-9+/]{{14}})(?: +{whose})?(?: +cube (\d+)(?: ([XO]))?)?", last)
        if not found:
            raise GameError(f"not a position: {last!r}; write an ID of 14 letters, then X to roll, or O to play 31")
        code, first, mover, what, one, two, number, owner = found.groups()
        turn = 2 if first else "XO".index(mover or "X")
        mine, theirs = men_of(code)
        for men in (mine, theirs):
            if sum(men.values()) > self.men:
                raise GameError(f"not a position: {sum(men.values())} men of one side, where {self.men} are all")
        if any(mine.get(p) and theirs.get(25 - p) for p in range(1, 25)):
            raise GameError("not a position: men of both sides on one point")
        if turn == 1:
            mine, theirs = theirs, mine
        cube = int(number or 1)
        if cube & (cube - 1) or cube.bit_length() - 1 > self.turns:
            raise GameError(f"not a position: a cube of {cube}, where it goes up to {1 << self.turns}")
        stage = {"to double": OFFER, "doubles": ANSWER, "is dropped": DROPPED}.get(what or "", 0)
        owned = "XO".index(owner) if owner else 2
        s = State(*packed(mine), *packed(theirs), 0, turn, cube.bit_length() - 1, owned, stage)
        return self.roll(s, int(one), int(two)) if one else s
