"""The end of a game of backgammon: all men are home, nobody can be hit, and the first side to bear off all men wins."""

from __future__ import annotations

import re
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gametree.errors import GameError
from gametree.game import CHANCE, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


class State(NamedTuple):
    """Each side's men, four bits a point from point 1 on; the dice, as eight times the higher plus the lower, 0 before
    the roll; and whose turn it is."""

    mine: int  # Max's men
    theirs: int
    dice: int
    turn: int


class Bearoff(Game[State]):
    """Bearing off with up to ``men`` men a side, on the points 1 to ``points``. The payoff is ±1: it is meant for sides
    that have borne off a man, so that there is no gammon.

    The plays are those of backgammon and are numbered like them. A roll can always be played, as long as men are left.
    Before a roll a position is numbered from the side of the player on roll: the number of the own arrangement times
    ``ways``, plus that of the other.

    >>> game = Bearoff()
    >>> s = game.parse("X 6 3, O 2 1; X to play 21")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['6/4 4/3', '6/4 3/2', '3/1 6/5', '3/1 1/off']
    >>> game.ways, game.index(game.parse("X 1, O 1; X to roll")), Bearoff(men=15).ways
    (924, 925, 54264)
    """

    evaluation = "utility"
    repetition = "ignore"
    relative_index = True
    drawer = "gametree.draw.boards.gammon:bearoff"
    called = "Bear-off"
    how_to_play = (
        "The end of a game of backgammon: all men are home and nobody can be hit. Roll two dice and bear men off, or "
        "move them closer. The first side without men wins."
    )
    player_names = ("White", "Black")
    player_colours = ("white", "black")

    def __init__(self, men: int = 6, points: int = 6):
        if not (1 <= men <= 15 and 1 <= points <= 6):
            raise GameError(f"bearing off {men} men from {points} points is not possible: 1 to 15 men, 1 to 6 points")
        self.men, self.points = men, points
        self.ways = comb(men + points, points)
        self.index_size = self.ways * self.ways
        self.below = number_table()
        self.places = np.array(list(_placements(men, points)), np.int64)

    # --- the rules ---------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """The men spread evenly, from the last point on."""
        men = sum(1 << 4 * (self.points - 1 - i % self.points) for i in range(self.men))
        return State(men, men, 0, 0)

    def player(self, s: State) -> int:
        return s.turn if s.dice else CHANCE

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for high in range(1, 7):
            for low in range(1, high + 1):
                yield high * 8 + low, (1 if high == low else 2) / 36

    def actions(self, s: State) -> Iterator[int]:
        men = s.mine if s.turn == 0 else s.theirs
        high, low = s.dice >> 3, s.dice & 7
        if high != low:
            found = False
            for p in range(self.points, 0, -1):
                if not (men >> 4 * (p - 1) & 15 or men >> 4 * (p + low - 1) & 15):
                    continue
                for q in range(self.points, 0, -1):
                    if (men >> 4 * (q - 1) & 15 or q == p - high) and plays_both(men, p, high, q, low):
                        found = True
                        if not is_twin(men, p, high, q, low):
                            yield p | q << 5
            if not found:  # the last man goes off by either die
                yield self.last(men)
            return

        most = self.most(men, high)
        for p in range(self.points, 0, -1):
            if not fits(men, p, high):
                continue
            if most == 1:
                yield p
                continue
            men1 = moved(men, p, high)
            for q in range(p, 0, -1):
                if not fits(men1, q, high):
                    continue
                if most == 2:
                    yield p | q << 5
                    continue
                men2 = moved(men1, q, high)
                for r in range(q, 0, -1):
                    if not fits(men2, r, high):
                        continue
                    if most == 3:
                        yield p | q << 5 | r << 10
                        continue
                    men3 = moved(men2, r, high)
                    for t in range(r, 0, -1):
                        if fits(men3, t, high):
                            yield p | q << 5 | r << 10 | t << 15

    def last(self, men: int) -> int:
        """The last man's point."""
        p = self.points
        while p > 1 and men >> 4 * (p - 1) == 0:
            p -= 1
        return p

    def most(self, men: int, die: int) -> int:
        """How many times a double can be played: every man takes the same number of steps in any order."""
        steps = 0
        for p in range(1, self.points + 1):
            steps += (men >> 4 * (p - 1) & 15) * ((p + die - 1) // die)
        return min(steps, 4)

    def result(self, s: State, a: int) -> State:
        if s.dice == 0:
            return State(s.mine, s.theirs, a, s.turn)
        men = s.mine if s.turn == 0 else s.theirs
        high, low = s.dice >> 3, s.dice & 7
        for number in range(4):
            p = a >> 5 * number & 31
            if p > 0:
                men = moved(men, p, low if number == 1 else high)
        return State(men, s.theirs, 0, 1) if s.turn == 0 else State(s.mine, men, 0, 0)

    def terminal(self, s: State) -> bool:
        return s.mine == 0 or s.theirs == 0

    def utility(self, s: State) -> int:
        return 1 if s.mine == 0 else -1

    def evaluate(self, s: State) -> float:
        """The lead in pips, half a roll for the player on roll, as a part of what is left."""
        mine, theirs = self.pips(s.mine), self.pips(s.theirs)
        lead = theirs - mine + (4 if s.turn == 0 else -4)
        return min(max(2 * lead / (mine + theirs + 8), -0.95), 0.95)

    def pips(self, men: int) -> int:
        """How far the men of a side still have to go."""
        found = 0
        for p in range(1, self.points + 1):
            found += p * (men >> 4 * (p - 1) & 15)
        return found

    # --- the numbering -------------------------------------------------------------------------------------------

    def index(self, s: State) -> int:
        if s.dice or self.terminal(s):
            return -1
        mine, theirs = self.number(s.mine), self.number(s.theirs)
        return mine * self.ways + theirs if s.turn == 0 else theirs * self.ways + mine

    def number(self, men: int) -> int:
        """The number of a side's arrangement."""
        return number_of(self.below, men, self.men)

    def state(self, i: int) -> State:
        return State(int(self.places[i // self.ways]), int(self.places[i % self.ways]), 0, 0)

    # --- for people --------------------------------------------------------------------------------------------

    def name(self, s: State, a: int, style: str = "") -> str:
        if s.dice == 0:
            return f"{a >> 3}{a & 7}"
        dice = (s.dice >> 3, s.dice & 7, s.dice >> 3, s.dice >> 3)
        steps = [(p, p - die) for i, die in enumerate(dice) if (p := a >> 5 * i & 31)]
        if len(steps) == 2 and steps[1][1] == steps[0][0] and dice[0] != dice[1]:
            steps.reverse()  # one man, by the lower die first
        return " ".join(f"{p}/{to if to > 0 else 'off'}" for p, to in steps)

    def text(self, s: State) -> str:
        what = f"to play {s.dice >> 3}{s.dice & 7}" if s.dice else "to roll"
        return f"X {_points(s.mine)}, O {_points(s.theirs)}; {'XO'[s.turn]} {what}"

    def parse(self, text: str) -> State:
        """The points of each side's men, a point for a man: ``X 5 2, O 3 2; X to roll``, or ``… O to play 31``; a side
        without men is ``off``."""
        side = r"(off|[1-6](?: +[1-6])*)"
        found = re.fullmatch(rf"\s*X {side}, *O {side}; *([XO]) to (?:roll|play ([1-6])([1-6]))\s*", text)
        if found is None:
            raise GameError(f"not a position: {text!r}; write it like {self.text(self.initial())!r}")
        mine, theirs = (self._men(found[1]), self._men(found[2]))
        one, two = int(found[4] or 0), int(found[5] or 0)
        return State(mine, theirs, max(one, two) * 8 + min(one, two), "XO".index(found[3]))

    def _men(self, words: str) -> int:
        points = [] if words == "off" else [int(word) for word in words.split()]
        if len(points) > self.men or any(p > self.points for p in points):
            raise GameError(f"not a position: up to {self.men} men on the points 1 to {self.points}, not {words}")
        return sum(1 << 4 * (p - 1) for p in points)


def fits(men: int, p: int, die: int) -> bool:
    """Can a man leave point ``p`` by this die? Only the last man may bear off with a higher die than needed."""
    return men >> 4 * (p - 1) & 15 > 0 and (p >= die or men >> 4 * p == 0)


def moved(men: int, p: int, die: int) -> int:
    """The men after one has left point ``p``."""
    men -= 1 << 4 * (p - 1)
    return men + (1 << 4 * (p - die - 1)) if p > die else men


def plays_both(men: int, p: int, high: int, q: int, low: int) -> bool:
    """Can a man leave ``p`` by the higher die and one leave ``q`` by the lower, in either order?"""
    if fits(men, p, high) and fits(moved(men, p, high), q, low):
        return True
    return fits(men, q, low) and fits(moved(men, q, low), p, high)


def is_twin(men: int, p: int, high: int, q: int, low: int) -> bool:
    """Does another play, which is kept, lead to the same position? (As in backgammon, without its blots.)"""
    if p <= high and q <= low:
        return p < q and plays_both(men, q, high, p, low)
    return q - low == p and q > high and plays_both(men, q, high, q - high, low)


def number_of(below: NDArray[Any], men: int, all_men: int) -> int:
    """The number of a side's places, of up to ``all_men`` men, by the places of the men, the last man first: a play
    leads to a lower number.

    ``below[p, n]`` is in how many ways n men stand on p points or are off.
    """
    found, left = 0, all_men
    for p in range(6, 0, -1):
        here = men >> 4 * (p - 1) & 15
        found += below[p, left] - below[p, left - here]
        left -= here
    return int(found)


def number_table() -> NDArray[np.int64]:
    """The table that ``number_of`` reads."""
    return np.array([[comb(p + n, n) for n in range(16)] for p in range(7)], np.int64)


def _placements(men: int, top: int) -> Iterator[int]:
    """The arrangements of up to ``men`` men on points up to ``top``, in the order of their numbers."""
    yield 0
    for p in range(1, top + 1) if men else ():
        for rest in _placements(men - 1, p):
            yield rest + (1 << 4 * (p - 1))


def _points(men: int) -> str:
    points = [str(p) for p in range(6, 0, -1) for _ in range(men >> 4 * (p - 1) & 15)]
    return " ".join(points) or "off"
