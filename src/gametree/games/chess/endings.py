"""Chess endings of a few men, with their positions numbered: for the solver to label them all.

A number is made of the side to move and of the squares of the men, one after the other. The board is turned and
mirrored first, so that White's king comes to stand on one of the ten squares a1, b1 … d4 of a corner; with pawns, which
have a direction, it can only be mirrored, and the king stands on one of the 32 squares on the left. Captures and
promotions lead to endings of other men, which are numbered before.

Counters do not matter here: the fifty moves are not counted, and ``ply`` only says who is to move.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import bit, lowest, ones, popcount, put, without_lowest
from gametree.errors import GameError
from gametree.games.chess import Chess
from gametree.games.chess.board import KING, KNIGHT, PAWN, QUEEN
from gametree.games.chess.notation import LETTERS
from gametree.games.chess.rules import CASTLING, CLOCK, PASSED, PLY, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    Men = tuple[tuple[int, ...], tuple[int, ...]]

MOST = 4
"""The most men of an ending, with the kings."""
GROUPS = 32
"""Room for the endings that one ending can lead to; the same for all, so that they share their compiled code."""
NONE = State(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
CORNER = [file + 8 * rank for rank in range(4) for file in range(rank, 4)]
LEFT = [file + 8 * rank for rank in range(8) for file in range(4)]


class Ending(Chess):
    """A chess ending of these men, White's first, such as ``KQKR``: three or four in all, pawns on one side only.

    >>> game = Ending("KRK")
    >>> s = game.parse("8/8/8/8/8/2k5/8/R1K5 w - - 0 1")
    >>> game.state(game.index(s)) == s, game.index_size
    (True, 83200)
    """

    called = "Chess endings"
    how_to_play = (
        "An ending of chess with a few men, such as king and rook against king. White tries to mate, Black to hold "
        "out; every position of it can be solved."
    )

    index_size = 0

    def __init__(self, men: str = "KRK"):
        super().__init__(setup="8/8/8/4k3/8/8/8/4K3 w - - 0 1", evaluation="shannon")
        groups = below(read_men(men))
        self.images = np.array([8 if any(PAWN in side for side in groups[-1]) else 1])
        """How many images of a position without pawns may have different ones with pawns before them."""
        self.groups = np.full(3**10, -1, np.int64)
        self.men = np.zeros((GROUPS, MOST, 3), np.int64)
        """By group and place: the colour, the kind, and whether it is the second man of that sort."""
        self.facts = np.full((GROUPS, 5), 1 << 62, np.int64)
        """By group: how many men, has it pawns, the first number, how many for either side, a number in use."""
        for c, group in enumerate(groups):
            self.groups[_signature(group)] = c
            places = [(0, KING), (1, KING), *((side, kind) for side in (0, 1) for kind in group[side])]
            pawns = PAWN in (*group[0], *group[1])
            span = (32 if pawns else 10) * 64 ** (len(places) - 1)
            self.facts[c] = len(places), pawns, self.index_size, span, -1
            for j, place in enumerate(places):
                self.men[c, j] = *place, j > 2 and place == places[j - 1]
            self.index_size += 2 * span
        self.corners, self.squares = np.zeros((2, 64), np.int64), np.zeros((2, 32), np.int64)
        for pawns, squares in enumerate((CORNER, LEFT)):
            for i, square in enumerate(squares):
                self.corners[pawns, square], self.squares[pawns, i] = i, square
        for c in range(len(groups)):
            first = int(self.facts[c, 2])
            self.facts[c, 4] = next(i for i in range(first, self.index_size) if self.possible(self.placed(i, c), c))
        self.opening = self.example(len(groups) - 1)

    # --- the rules, without counters ---------------------------------------------------------------------------

    def make(self, s: State, t: State) -> State:
        return put(put(put(put(t, CASTLING, 0), PASSED, 0), CLOCK, 0), PLY, t.ply & 1)

    def parse(self, text: str) -> State:
        s = super().parse(text)
        s = s._replace(castling=0, passed=0, clock=0, ply=s.ply & 1)
        if self.index_size and self.group(s) < 0:
            raise GameError("not a position of this ending: it has other men")
        return s

    def example(self, c: int) -> State:
        """The first position of a group that is not over; just the first where all are drawn."""
        first = int(self.facts[c, 4])
        for i in range(first, first + 10_000):
            s = self.state(i)
            if self.index(s) == i and not (self.terminal(s) or self.drawn(s)):
                return s
        return self.state(first)

    # --- numbers -----------------------------------------------------------------------------------------------

    def group(self, s: State) -> int:
        """Which of the endings these men make; −1 for none of them."""
        key, power = 0, 1
        for side in range(2):
            for kind in range(PAWN, KING):
                key += min(popcount(s[side] & s[kind + 1]), 2) * power
                power *= 3
        return int(self.groups[key]) if popcount(s.white | s.black) <= MOST else -1

    def tier(self, s: State) -> int:
        """The endings in the order in which they can be solved."""
        return self.group(s)

    def index(self, s: State) -> int:
        c = self.group(s)
        if c < 0:
            return -1
        king = lowest(s.kings & s.white)
        flip = 7 if king & 4 else 0
        if king & 32 and not self.facts[c, 1]:
            flip ^= 56
        rank, file = (king ^ flip) >> 3, (king ^ flip) & 7
        number = self.digits(s, c, flip, rank > file)
        if self.facts[c, 1]:
            number = self.digits(s, c, flip, False)
        elif rank == file:
            number = min(number, self.digits(s, c, flip, True))
        return int(self.facts[c, 2] + (s.ply & 1) * self.facts[c, 3]) + number

    def digits(self, s: State, c: int, flip: int, turned: bool) -> int:
        """The squares of the men as one number, on the board mirrored by ``flip``, and then about the long diagonal if
        it is ``turned``. Of two men of one sort that on the lower square comes first."""
        number, last = 0, 0
        for j in range(self.facts[c, 0]):
            men = s[int(self.men[c, j, 0])] & s[int(self.men[c, j, 1]) + 1]
            square = lowest(without_lowest(men) if self.men[c, j, 2] else men) ^ flip
            if turned:
                square = square >> 3 | (square & 7) << 3
            if j == 0:
                number = int(self.corners[self.facts[c, 1], square])
            elif self.men[c, j, 2] and square < last:
                number = (number - last + square) * 64 + last
            else:
                number = number * 64 + square
            last = square
        return number

    def state(self, i: int) -> State:
        c = GROUPS - 1
        while self.facts[c, 2] > i:
            c -= 1
        s = self.placed(i, c)
        return s if self.possible(s, c) else self.placed(int(self.facts[c, 4]), c)

    def placed(self, i: int, c: int) -> State:
        """The men where a number of a group says, possible or not."""
        span = int(self.facts[c, 3])
        inside = i - int(self.facts[c, 2])
        s = put(NONE, PLY, inside // span)
        rest = inside % span
        for j in range(int(self.facts[c, 0]) - 1, -1, -1):
            square = rest & 63 if j else int(self.squares[self.facts[c, 1], rest])
            side, kind = int(self.men[c, j, 0]), int(self.men[c, j, 1])
            s = put(put(s, side, s[side] | bit(square)), kind + 1, s[kind + 1] | bit(square))
            rest >>= 6
        return s

    def possible(self, s: State, c: int) -> bool:
        """Do all men of the group stand on different squares, and is the side that is not to move not in check?"""
        if c < 0 or popcount(s.white | s.black) != self.facts[c, 0] or s.pawns & self.last_ranks:
            return False
        return not self.in_check(put(s, PLY, 1 - s.ply))

    def symmetries(self, s: State) -> Iterator[State]:
        """The positions that have the same number."""
        for k in range(1, 2 if s.pawns else 8):
            yield self.image(s, k)

    # --- moves taken back --------------------------------------------------------------------------------------

    def parents(self, s: State) -> Iterator[State]:
        """Every position that a move leads from to this one, or to one of the same number: without pawns a position
        stands for its images too, which may come from different positions with pawns."""
        for k in range(1 if s.pawns else int(self.images[0])):
            r = self.image(s, k)
            mine, theirs = self.sides(r)
            for square in ones(theirs):
                here = bit(square)
                kind = self.kind_at(r, here)
                for was_pawn in range(2 if here & self.last_ranks and KNIGHT <= kind <= QUEEN else 1):
                    made = PAWN if was_pawn else kind
                    for captured in range(KING):
                        for origin in ones(self.origins(r, square, made, captured) & ~(mine | theirs)):
                            t = self.undone(r, square, origin, kind, made, captured)
                            if (k == 0 or t.pawns) and self.possible(t, self.group(t)):
                                yield t

    def image(self, s: State, k: int) -> State:
        """The board mirrored and turned in one of eight ways; 0 leaves it as it is."""
        t = put(NONE, PLY, s.ply)
        for square in ones(s.white | s.black):
            side, kind = 0 if s.white & bit(square) else 1, self.kind_at(s, bit(square))
            to = square ^ (7 if k & 1 else 0) ^ (56 if k & 2 else 0)
            there = bit(to >> 3 | (to & 7) << 3 if k & 4 else to)
            t = put(put(t, side, t[side] | there), kind + 1, t[kind + 1] | there)
        return t

    def origins(self, s: State, square: int, kind: int, captured: int) -> int:
        """Where a man on a square may have come from."""
        occupied = s.white | s.black
        if kind == PAWN:
            if captured:
                return int(self.captures[s.ply & 1, square])
            back = self.ahead(s, bit(square)) & ~occupied
            return back | self.ahead(s, back) & self.long_ranks[1 - (s.ply & 1)]
        if kind == KNIGHT:
            return int(self.leaps[square])
        if kind == KING:
            return int(self.steps[square])
        found = 0
        if kind != 4:
            found = self.diagonal(square, occupied)
        if kind != 3:
            found |= self.straight(square, occupied)
        return found

    def undone(self, s: State, square: int, origin: int, kind: int, made: int, captured: int) -> State:
        """The state before a man went from one square to another."""
        here, there = bit(square), bit(origin)
        mover, other = 1 - s.ply, s.ply
        t = put(put(s, PLY, mover), mover, s[mover] & ~here | there)
        t = put(t, kind + 1, t[kind + 1] & ~here)
        t = put(t, made + 1, t[made + 1] | there)
        if captured:
            t = put(put(t, other, t[other] | here), captured + 1, t[captured + 1] | here)
        return t


def read_men(text: str) -> Men:
    """The men of both sides beside the kings, by kind, the strongest first.

    >>> read_men("KQKR")
    ((5,), (4,))
    """
    white, king, black = text.upper().replace("V", "").removeprefix("K").partition("K")
    sides = [sorted((LETTERS.find(man.lower()) for man in side), reverse=True) for side in (white, black)]
    if not text.upper().startswith("K") or not king or any(not PAWN <= kind < KING for kind in sides[0] + sides[1]):
        raise GameError(f"{text!r} is not an ending: name White's men and then Black's, each with the king, like KQKR")
    if not 3 <= 2 + len(sides[0] + sides[1]) <= MOST:
        raise GameError(f"{text}: only endings of three or four men, with the kings, are numbered")
    if PAWN in sides[0] and PAWN in sides[1]:
        raise GameError(f"{text}: pawns on both sides are not possible (en passant is not numbered)")
    return tuple(sides[0]), tuple(sides[1])


def below(men: Men) -> list[Men]:
    """The endings that captures and promotions can lead to, and these men themselves last.

    >>> below(((4,), ()))
    [((), ()), ((4,), ())]
    """
    found, ahead = {men}, [men]
    while ahead:
        now = ahead.pop()
        for side, i in product((0, 1), range(MOST)):
            if i < len(now[side]):
                for kind in range(6 if now[side][i] == PAWN else 1):
                    rest = [*now[side][:i], *now[side][i + 1 :], *([kind] if kind > PAWN else [])]
                    changed = tuple(sorted(rest, reverse=True))
                    after = (changed, now[1]) if side == 0 else (now[0], changed)
                    if kind != PAWN and after not in found:
                        found.add(after)
                        ahead.append(after)
    return sorted(found, key=lambda m: (len(m[0]) + len(m[1]), (m[0] + m[1]).count(PAWN), m))


def _signature(men: Men) -> int:
    """What ``Ending.group`` looks up for these men."""
    return sum(3 ** (kind - 1 + 5 * side) for side in (0, 1) for kind in men[side])
