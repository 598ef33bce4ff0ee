"""The sisters of international draughts: each a class that says only what it does otherwise.

Where the switches and the names of squares come from: the rules of the FMJD and of the national federations as they
are summed up at https://pdn.fmjd.org/gametype.html and in R. Halbersma's dctl, whose counts of moves they reproduce;
the draws of frisian, russian and brazilian as lidraughts.org has them.
"""

from __future__ import annotations

from typing import Any

from gametree.bits import has_bit, popcount, with_bit
from gametree.game import MAX
from gametree.games.draughts import Draughts
from gametree.games.draughts.rules import PLACE, TAKEN, State

HELD = 3
"""How often the same king may move in turn in Frisian draughts, while its side has men."""


class Canadian(Draughts):
    """International draughts on 12×12 squares."""

    called = "Canadian draughts"
    variant, usual, game_type = "canadian", (12, 12), "27,W,12,12,N2,0"


class Killer(Draughts):
    """International draughts in which two kings win against one: a king that takes a king last must halt behind it.

    >>> game = Killer()
    >>> s = game.parse("W:WK46:BK28")
    >>> [game.name(s, a) for a in game.actions(s)], [Draughts().name(s, a) for a in Draughts().actions(s)][:2]
    (['46x23'], ['46x23', '46x19'])
    """

    called = "Killer draughts"
    how_to_play = Draughts.how_to_play + " A king that takes a king last must stop just behind it."
    variant, game_type = "killer", ""
    halts_behind_kings, limits_endings = True, False


class Breakthrough(Draughts):
    """International draughts in which the first king wins.

    >>> game = Breakthrough()
    >>> game.terminal(game.parse("B:WK3,32:B20")), game.utility(game.parse("B:WK3,32:B20"))
    (True, 1)
    """

    called = "Breakthrough draughts"
    how_to_play = Draughts.how_to_play + " Who has a king first wins."
    variant, game_type = "breakthrough", ""
    patience, limits_endings = 0, False

    def terminal(self, s: State) -> bool:
        return s.kings != self.none or super().terminal(s)

    def utility(self, s: State) -> int:
        if s.kings != self.none:
            return 1 if s.kings & s.white != self.none else -1
        return super().utility(s)


class Giveaway(Draughts):
    """International draughts in which the player who cannot move, or has no pieces left, wins.

    >>> game = Giveaway()
    >>> game.utility(game.parse("W:W:B20"))
    1
    """

    called = "Giveaway draughts"
    how_to_play = Draughts.how_to_play.replace("cannot move loses", "cannot move, or has nothing left, wins")
    variant, game_type = "giveaway", ""
    patience, limits_endings = 0, False

    def utility(self, s: State) -> int:
        return -super().utility(s)

    def evaluate(self, s: State) -> float:
        return -super().evaluate(s)


# --- on 8×8 squares --------------------------------------------------------------------------------------------------


class Brazilian(Draughts):
    """International draughts on 8×8 squares."""

    called = "Brazilian draughts"
    variant, usual, game_type = "brazilian", (8, 8), "26,W,8,8,A0,0"
    notation = "algebraic"
    patience, crowning_counts = 30, True

    def most_limited(self) -> int:
        return 7

    def lone_limit(self, s: State, alone: Any, many: Any, pieces: int) -> int:
        """3 kings: 15 moves; 3 pieces against a king on the main road, and 2 pieces: 5 moves."""
        if pieces <= 2 or (pieces == 3 and alone & self.road != self.none and many & self.road == self.none):
            return 10
        return 30 if many & ~s.kings == self.none else self.even_limit(s, pieces + 1)

    def even_limit(self, s: State, pieces: int) -> int:
        """With kings on both sides, 4 and 5 pieces: 30 moves; 6 and 7: 60."""
        if s.white & s.kings == self.none or s.black & s.kings == self.none or pieces < 4:
            return 0
        return 60 if pieces <= 5 else 120


class Free(Draughts):
    """Forms in which any capture may be chosen, but must be carried through."""

    how_to_play = Draughts.how_to_play.replace(", taking as many as possible", "")

    def rank(self, s: State, start: int, taken: Any, order: int) -> int:
        return 0

    def best_rank(self, s: State, jumpers: Any) -> int:
        return 0


class Russian(Free, Brazilian):
    """Draughts on 8×8 squares with a free choice of captures; a man that reaches the last row goes on as a king.

    >>> game = Russian()
    >>> s = game.parse("W:Wb6:Bc7,f6,c3")
    >>> [game.name(s, a, "long") for a in game.actions(s)]
    ['b6:d8:g5', 'b6:d8:h4']
    """

    called = "Russian draughts"
    how_to_play = (
        "Men go one square diagonally forward, kings as far as they like in all directions. If you can jump over a "
        "piece of the other side, you must, backward too, and on as long as you can. A man that reaches the last row "
        "becomes a king at once, and jumps on as one. A player who cannot move loses."
    )
    variant, game_type, jump_sign = "russian", "25,W,8,8,A0,0", ":"
    crowned_in_passing = True


class Spantsiretti(Russian):
    """Russian draughts on a board of 10 columns and 8 rows."""

    called = "Spantsiretti"
    variant, usual, game_type = "spantsiretti", (10, 8), "41,W,10,8,A0,0"


class Pool(Free):
    """Draughts on 8×8 squares with a free choice of captures; men become kings at the end of a move only."""

    called = "Pool checkers"
    variant, usual, game_type = "pool", (8, 8), "23,W,8,8,A0,0"
    notation = "algebraic"


class Thai(Free):
    """Draughts on 8×8 squares with two rows of men, who take forward only. A king must land just behind the piece that
    it takes, and pieces taken leave the board at once.

    >>> game = Thai()
    >>> s = game.parse("W:WK29:B15")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['29-11']
    """

    called = "Thai draughts"
    how_to_play = (
        "Men go one square diagonally forward, and take forward only; kings go as far as they like in all directions. "
        "If you can jump over a piece of the other side, you must, and on as long as you can; kings land just behind "
        "it. A man that ends on the last row becomes a king. A player who cannot move loses."
    )
    variant, usual, usual_rows, game_type = "thai", (8, 8), 2, "31,W,8,8,N2,0"
    jump_sign = "-"
    men_take_back = False
    lands_behind = removed_at_once = True
    loop = 2
    limits_endings = False


class Czech(Draughts):
    """Draughts on 8×8 squares: men take forward only, and if a king can take, a king must.

    >>> game = Czech()
    >>> s = game.parse("W:WKa1,e3:Bd4")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['a1xe5', 'a1xf6', 'a1xg7', 'a1xh8']
    """

    called = "Czech draughts"
    how_to_play = (
        "Men go one square diagonally forward, and take forward only; kings go as far as they like in all directions. "
        "If you can jump over a piece of the other side, you must, with a king if a king can, and on as long as you "
        "can. A man that ends on the last row becomes a king. A player who cannot move loses."
    )
    variant, usual, game_type = "czech", (8, 8), "29,W,8,8,A0,0"
    notation = "algebraic"
    men_take_back, limits_endings, patience = False, False, 30

    def rank(self, s: State, start: int, taken: Any, order: int) -> int:
        return 1 if has_bit(s.kings, start) else 0


class Spanish(Draughts):
    """Draughts on 8×8 squares: men take forward only; of captures that take as many pieces, one with the most kings
    must be chosen. Portuguese draughts has the same rules."""

    called = "Spanish draughts"
    how_to_play = (
        "Men go one square diagonally forward, and take forward only; kings go as far as they like in all directions. "
        "If you can jump over a piece of the other side, you must, and on, taking as many as possible, and of those as "
        "many kings as possible. A man that ends on the last row becomes a king. A player who cannot move loses."
    )
    variant, usual, game_type = "spanish", (8, 8), "24,W,8,8,N1,1"
    mirrored, corner = True, "bottom right"
    men_take_back, limits_endings = False, False

    def rank(self, s: State, start: int, taken: Any, order: int) -> int:
        return popcount(taken) << 8 | popcount(taken & s.kings)


class Portuguese(Spanish):
    """Spanish draughts under another name."""

    called = "Portuguese draughts"
    variant, game_type = "portuguese", "28,W,8,8,N1,1"


class Italian(Draughts):
    """Draughts on 8×8 squares with kings that go one square. Men take forward only, and no kings. Of all captures the
    most pieces must be taken; of those with a king; of those the most kings; of those a king as early as possible.

    >>> game = Italian()
    >>> s = game.parse("W:WK30:B10,12,18,K20,K26,27")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['30x5']
    """

    called = "Italian draughts"
    how_to_play = (
        "Men go one square diagonally forward, kings back too. Men take forward, and no kings. If you can jump over a "
        "piece of the other side, you must, and on, taking as many as possible; then with a king, then as many kings "
        "as possible, then kings as early as possible. A man that ends on the last row becomes a king. A player who "
        "cannot move loses."
    )
    variant, usual, game_type = "italian", (8, 8), "22,W,8,8,N2,1"
    mirrored = True
    flying = men_take_back = men_take_kings = False
    limits_endings, patience = False, 80

    def rank(self, s: State, start: int, taken: Any, order: int) -> int:
        king = 1 if has_bit(s.kings, start) else 0
        return (popcount(taken) << 1 | king) << 40 | popcount(taken & s.kings) << 32 | order


# --- Frisian draughts ------------------------------------------------------------------------------------------------


class Frisian(Draughts):
    """Draughts on 10×10 squares in which pieces take along rows and columns, too. Captures are chosen by value, a king
    being worth a little less than two men; of the same value, one with a king. While a side has men, the same king may
    move only three times in turn, unless it takes.

    >>> game = Frisian()
    >>> s = game.parse("W:W28:B18,34")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['28x8']
    """

    called = "Frisian draughts"
    how_to_play = (
        "Men go one square diagonally forward, kings as far as they like in all directions. Pieces take aslant, along "
        "rows and along columns. You must take what is worth most, a king being worth almost two men, and rather with "
        "a king. A king moves only three times in turn while you have men. A player who cannot move loses."
    )
    variant, game_type = "frisian", "40,W,10,10,N2,0"
    straight, loop = True, 3
    patience = 0

    def rank(self, s: State, start: int, taken: Any, order: int) -> int:
        kings = popcount(taken & s.kings)
        king = 1 if has_bit(s.kings, start) else 0
        return ((popcount(taken) + kings << 7) - kings) << 1 | king

    def free_kings(self, s: State) -> Any:
        mine, _ = self.sides(s)
        run = s.runs >> 8 * s.turn & 255
        if run & 3 == HELD and mine & ~s.kings != self.none:
            return mine & s.kings & ~with_bit(self.none, run >> 2)
        return mine & s.kings

    def counted(self, before: State, a: int, after: State) -> State:
        """Of each side, the square of the king that moved last, and how often it did in turn, in eight bits."""
        start, end, shift = a & 127, a >> PLACE & 127, 8 * before.turn
        run, other = before.runs >> shift & 255, before.runs & 255 << 8 - shift
        moves = 0
        if a >> TAKEN == 0 and has_bit(before.kings, start):
            moves = min(run & 3, HELD - 1) + 1 if run >> 2 == start else 1
        theirs = after.black if before.turn == MAX else after.white
        if not has_bit(theirs, other >> 8 - shift >> 2 & 63):
            other = 0
        runs = other | (end << 2 | moves if moves else 0) << shift
        counted = super().counted(before, a, after)
        return State(after.white, after.black, after.kings, after.turn, after.idle, counted.ending, runs)

    def lone_limit(self, s: State, alone: Any, many: Any, pieces: int) -> int:
        """Two kings: 7 moves; one king: 2 moves."""
        if many & ~s.kings != self.none or pieces > 2:
            return 0
        return 14 if pieces == 2 else 4


class Frysk(Frisian):
    """Frisian draughts with five men on each side."""

    called = "Frysk!"
    variant, usual_rows, game_type = "frysk", 1, ""


VARIANTS: dict[str, type[Draughts]] = {
    variant.variant: variant
    for variant in (
        Draughts, Canadian, Killer, Breakthrough, Giveaway, Brazilian, Russian, Spantsiretti, Pool, Thai, Czech,
        Spanish, Portuguese, Italian, Frisian, Frysk,
    )
}  # fmt: skip
"""The variants by name."""
