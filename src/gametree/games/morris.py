"""Nine Men's Morris and its relatives: men are placed, then moved along the lines; three in a line take a man."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import ones, popcount
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX, MIN
from gametree.games.morris_board import Board, Numbering

if TYPE_CHECKING:
    from collections.abc import Iterator

RINGS = {3: 1, 6: 2, 9: 3, 10: 3, 12: 3}
"""How many squares the board has for so many men."""


class State(NamedTuple):
    """One bit a point: ring by ring from the inside, each clockwise from the middle of its upper side."""

    white: int  # Max's men on the board
    black: int  # Min's
    white_hand: int  # men still to be placed
    black_hand: int
    turn: int
    removing: int  # 1: the mover has closed a mill, and takes a man now


class Morris(Weighted[State]):
    """Nine Men's Morris, with ``men`` 9; 3, 6 and 12 are the games of those names, 12 with diagonals.

    The rules are those of Gasser (1996): men are placed in turn, then moved along the lines to a neighbouring point; a
    side down to three men may move to any empty point (``fly``: to how many men one must be down; 0 never, and −1 is
    what is usual: 3 in the games of nine men and more). Who closes a mill, three men in a line, takes a man that is in
    no mill, or any if all are; two mills at once take one. Taking is an action of its own. Who has fewer than three men
    or cannot move has lost; a position that comes back is a draw; with twelve men a full board is a draw. With three
    men the first mill wins. ``lasker``: ten men, and who has men to place may move instead.

    With ``white`` and ``black`` the game begins with so many men on the board and none in hand; then positions have
    numbers (``index``), as the mover sees them and up to symmetry, and an endgame can be solved:
    ``gametree solve morris:white=3,black=3``.

    A point is called by its column, from a, and its row, from 1 at the bottom.

    >>> game = Morris()
    >>> s = game.parse("d2 a7 d1 b2 d3")
    >>> print(game.text(s))
    7 O-----.-----.
    6 | .---.---. |
    5 | | .-.-. | |
    4 .-.-.   .-.-.
    3 | | .-X-. | |
    2 | O---X---. |
    1 .-----X-----.
      a b c d e f g   X takes a man; in hand X 6, O 7
    >>> [game.name(s, a) for a in game.actions(s)]
    ['xb2', 'xa7']
    """

    relative_index = True
    terms = ("men", "men in mills", "points that close a mill", "ways to move", "men to take at once")

    def __init__(
        self, men: int = 9, fly: int = -1, lasker: bool = False, white: int = 0, black: int = 0, diagonals: bool = False
    ):
        men = 10 if lasker and men == 9 else men
        if men not in RINGS:
            raise GameError(f"a game of {men} men is not known: men is 3, 6, 9 or 12, and 10 for Lasker's")
        self.men, self.lasker = men, lasker
        self.fly = fly if fly >= 0 else 3 if men >= 9 else 0
        self.board = Board(RINGS[men], diagonals or men == 12)
        self.points = self.board.points
        self.full = (1 << self.points) - 1
        self.near, self.lines, self.turned = self.board.near, self.board.lines, self.board.turned
        self.rings, self.images = self.board.rings, self.board.images
        self.takes = self.points * (self.points + 1)  # actions from here on take a man
        self.weights = np.array([8.0, 1.0, 2.0, 0.5, 6.0])
        self.first = (0, 0)
        self.hand = men
        numbering = Numbering(self.board, ())
        if white or black:
            most = min(men, 9)
            if men == 3 or not (3 <= white <= most and 3 <= black <= most):
                raise GameError(f"an endgame of {white} and {black} men is not possible: each side has 3 to {most}")
            pairs = {(w, b) for w in range(3, white + 1) for b in range(3, black + 1)}
            numbering = Numbering(self.board, sorted(pairs | {(b, w) for w, b in pairs}, key=lambda p: (sum(p), p)))
            self.first, self.hand = self.board.layout(white, black), 0
        self.size = numbering.size
        self.ways, self.sets, self.set_starts = numbering.ways, numbering.sets, numbering.set_starts
        self.pairs, self.starts = numbering.pairs, numbering.starts

    # --- the rules ---------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.first[0], self.first[1], self.hand, self.hand, MAX, 0)

    def player(self, s: State) -> int:
        return s.turn

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

    def actions(self, s: State) -> Iterator[int]:
        """A placement is its point; then come the moves, ``points × (from + 1) + to``; then what takes a man."""
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

    # --- knowledge ---------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, popcount(s.white) + s.white_hand - popcount(s.black) - s.black_hand
        yield 1, popcount(self.in_mills(s.white)) - popcount(self.in_mills(s.black))
        empty = self.full & ~(s.white | s.black)
        for point in ones(empty):
            yield 2, int(self.closes(s.white, point)) - int(self.closes(s.black, point))
        yield 3, self.ways_to_move(s.white, empty) - self.ways_to_move(s.black, empty)
        yield 4, s.removing * (1 - 2 * s.turn)

    def ways_to_move(self, men: int, empty: int) -> int:
        """How many steps to a neighbouring empty point these men have."""
        ways = 0
        for start in ones(men):
            ways += popcount(empty & int(self.near[start]))
        return ways

    def order(self, s: State, a: int) -> int:
        """A move that closes a mill comes first, then one that prevents one."""
        if a >= self.takes:
            return 0
        mine, theirs = (s.white, s.black) if s.turn == MAX else (s.black, s.white)
        point, start = a % self.points, a // self.points - 1
        if start >= 0:
            mine &= ~(1 << start)
        return 2 if self.closes(mine, point) else 1 if self.closes(theirs, point) else 0

    # --- solving -----------------------------------------------------------------------------------------------

    def image(self, k: int, men: int) -> int:
        """A set of points under one of the symmetries: turned, mirrored, and for the second half of them inside out."""
        if self.rings == 1:
            return int(self.turned[k, men & 255]) | men >> 8 << 8
        found = 0
        for ring in range(self.rings):
            to = ring if k < 8 else self.rings - 1 - ring
            found |= int(self.turned[k & 7, men >> 8 * ring & 255]) << 8 * to
        return found

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned, mirrored and, where it has several squares, turned inside out: 16 in all."""
        for k in range(1, self.images):
            yield State(
                self.image(k, s.white), self.image(k, s.black), s.white_hand, s.black_hand, s.turn, s.removing
            )  # fmt: skip

    def tier(self, s: State) -> int:
        """By the men that are left, then by those still in hand."""
        hands = s.white_hand + s.black_hand
        return (popcount(s.white) + popcount(s.black) + hands) * 32 + hands

    def parents(self, s: State) -> Iterator[State]:
        """What led here: a man placed or moved by the other side; before a man is taken, by the mover itself."""
        other = s.turn if s.removing else 1 - s.turn
        theirs, mine, hand = s.white, s.black, s.white_hand
        if other == MIN:
            theirs, mine, hand = s.black, s.white, s.black_hand
        empty = self.full & ~(mine | theirs)
        mills = self.in_mills(theirs) if self.men > 3 and mine else 0
        moved = mills if s.removing else theirs & ~mills
        if popcount(theirs) + hand < 3 or (self.men == 3 and self.in_mills(mine)):
            moved = mills = 0  # the game was over before
        for point in ones(moved):
            before = theirs & ~(1 << point)
            if hand < self.hand and not (self.men == 3 and self.in_mills(before)):
                w = 1 - other
                if other == MAX:
                    yield State(before, mine, s.white_hand + w, s.black_hand + 1 - w, other, 0)
                else:
                    yield State(mine, before, s.white_hand + w, s.black_hand + 1 - w, other, 0)
            if hand == 0 or self.lasker:
                for start in ones(empty if self.flies(theirs, hand) else empty & int(self.near[point])):
                    was = before | 1 << start
                    if not (self.men == 3 and self.in_mills(was)):
                        if other == MAX:
                            yield State(was, mine, s.white_hand, s.black_hand, other, 0)
                        else:
                            yield State(mine, was, s.white_hand, s.black_hand, other, 0)
        held = s.black_hand if other == MAX else s.white_hand
        if not s.removing and mills and popcount(mine) + held < self.men:
            for point in ones(empty):
                if self.removable(mine | 1 << point) >> point & 1:
                    if other == MAX:
                        yield State(s.white, s.black | 1 << point, s.white_hand, s.black_hand, other, 1)
                    else:
                        yield State(s.white | 1 << point, s.black, s.white_hand, s.black_hand, other, 1)

    def index(self, s: State) -> int:
        """The number of a position without men in hand, as the mover sees it, the same for those that are symmetric;
        −1 for any other, and while a man is being taken."""
        mine, theirs = (s.white, s.black) if s.turn == MAX else (s.black, s.white)
        m, t = popcount(mine), popcount(theirs)
        if s.removing or s.white_hand + s.black_hand > 0 or self.starts[m, t] < 0:
            return -1
        large, small = (mine, theirs) if m >= t else (theirs, mine)
        best = large << self.points | small
        for k in range(1, self.images):
            best = min(best, self.image(k, large) << self.points | self.image(k, small))
        large, small = best >> self.points, best & self.full
        many, few = max(m, t), min(m, t)
        low, high = int(self.set_starts[many]), int(self.set_starts[many + 1])
        while high - low > 1:
            middle = (low + high) // 2
            if self.sets[middle] <= large:
                low = middle
            else:
                high = middle
        rank = 0
        for point in ones(small):
            below = (1 << point) - 1
            rank += int(self.ways[point - popcount(large & below), popcount(small & below) + 1])
        return int(self.starts[m, t] + (low - self.set_starts[many]) * self.ways[self.points - many, few]) + rank

    def state(self, i: int) -> State:
        """The position of a number, with Max to move. Of numbers that stand for the same position up to symmetry only
        one comes back from ``index``: the others are holes."""
        row = len(self.pairs) - 1
        while self.pairs[row, 2] > i:
            row -= 1
        m, t = int(self.pairs[row, 0]), int(self.pairs[row, 1])
        many, few = max(m, t), min(m, t)
        inside = i - int(self.pairs[row, 2])
        choices = int(self.ways[self.points - many, few])
        large = int(self.sets[self.set_starts[many] + inside // choices])
        rank, small, place = inside % choices, 0, self.points - many
        for point in range(self.points - 1, -1, -1):
            if not large >> point & 1:
                place -= 1
                if few > 0 and self.ways[place, few] <= rank:
                    rank -= int(self.ways[place, few])
                    few -= 1
                    small |= 1 << point
        if m >= t:
            return State(large, small, 0, 0, MAX, 0)
        return State(small, large, 0, 0, MAX, 0)

    # --- reading and writing -----------------------------------------------------------------------------------

    def name(self, s: State, a: int, style: str = "") -> str:
        names = self.board.names
        if a >= self.takes:
            return "x" + names[a - self.takes]
        start = f"{names[a // self.points - 1]}-" if a >= self.points else ""
        return start + names[a % self.points]

    def text(self, s: State) -> str:
        men = ["X" if s.white >> p & 1 else "O" if s.black >> p & 1 else "." for p in range(self.points)]
        does = "takes a man" if s.removing else "to move"
        hands = f"; in hand X {s.white_hand}, O {s.black_hand}" if s.white_hand + s.black_hand else ""
        return f"{self.board.draw(men)}   {'XO'[s.turn]} {does}{hands}"

    def parse(self, text: str) -> State:
        """Moves played from the start ("d2 a7 d1 b2 d3 xa7"), or a board as ``text`` draws it."""
        words = text.split()
        if all(re.fullmatch(r"x?[a-g][1-7](-[a-g][1-7])?", word) for word in words):
            return self._play(words)
        return self._read(text)

    def _play(self, words: list[str]) -> State:
        s = self.initial()
        for number, word in enumerate(words, 1):
            moves = {} if self.terminal(s) else {self.name(s, a): a for a in self.actions(s)}
            if word not in moves:
                raise GameError(f"move {number}: {word} is not possible here")
            s = self.result(s, moves[word])
        return s

    def _read(self, text: str) -> State:
        match = re.fullmatch(r"(?s)(.*?)([XO]) (to move|takes a man)(?:; in hand X (\d+), O (\d+))?\s*", text.strip())
        cells = re.findall(r"[.XO]", match[1]) if match else []
        if match is None or len(cells) != self.points:
            raise GameError(f"not a position: expected {self.points} points out of . X O, then who moves")
        order = self.board.reading_order
        white, black = (sum(1 << p for p, c in zip(order, cells, strict=True) if c == mark) for mark in "XO")
        s = State(white, black, int(match[4] or 0), int(match[5] or 0), int(match[2] == "O"), int("takes" in match[3]))
        for side, men, hand in (("X", s.white, s.white_hand), ("O", s.black, s.black_hand)):
            if popcount(men) + hand > self.men:
                raise GameError(f"not a position: {side} has {popcount(men) + hand} men, and there are {self.men}")
        if s.removing and not self.in_mills(s.black if s.turn else s.white):
            raise GameError("not a position: no mill was closed, so no man is taken")
        return s
