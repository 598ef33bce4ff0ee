"""Backgammon as the First Internet Backgammon Server writes it: a line of numbers.

The line is ``board:`` and 52 fields: two names (the first is *you*), the length of the match and both scores, the
points 0 to 25 (0 and 25 are the bars), the turn, your dice and the other's, the cube, who may double, whether it was
doubled, your colour and direction, home and bar, men off and on the bar, and four counters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.games.backgammon.men import BAR, OFF, count, total
from gametree.games.backgammon.rules import ANSWER, OFFER, State

if TYPE_CHECKING:
    from gametree.games.backgammon import Backgammon

FIELDS = 53
"""How many fields a line has, the word ``board`` included."""


def write_board(game: Backgammon, s: State, names: tuple[str, str] = ("X", "O")) -> str:
    """The line for a state. *You* are the player whose roll it is, also after a double by that player.

    >>> from gametree.games.backgammon import Backgammon
    >>> game = Backgammon()
    >>> write_board(game, game.roll(game.initial(), 3, 1, player=0))[:60]
    'board:X:O:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:'
    """
    if s.turn == 2:
        raise GameError("a FIBS board must say whose turn it is; before the first roll it is nobody's")
    me, sides = s.turn, [(s.near, s.far), (s.other_near, s.other_far)]
    mine, theirs = sides[me], sides[1 - me]
    points = [count(*mine, p) - count(*theirs, BAR - p) for p in range(1, BAR)]
    away = (game.away[me], game.away[1 - me])
    bars = [count(*men, BAR) for men in (mine, theirs)]
    dice = [s.dice >> 3, s.dice & 7]
    may = [int(s.owner in (2, player)) for player in (me, 1 - me)]
    fields: list[object] = [
        "board", names[me], names[1 - me], max(away), max(away) - away[0], max(away) - away[1],
        -bars[1], *points, bars[0], 1, *dice, *dice, 1 << s.cube, *may, int(s.stage == ANSWER), 1, -1, OFF, BAR,
        *(game.men - total(near) - total(far) for near, far in (mine, theirs)), *bars, 0, 0, 0, 0,
    ]  # fmt: skip
    return ":".join(map(str, fields))


def read_board(game: Backgammon, text: str, you: int = 0) -> State:
    """The state of a line, in which *you* are this player. Names and scores are left out.

    >>> from gametree.games.backgammon import Backgammon
    >>> game = Backgammon()
    >>> s = game.parse("4HPwATDgc/ABMA O to play 31")
    >>> read_board(game, write_board(game, s), you=1) == s
    True
    """
    words = text.strip().split(":")
    if len(words) != FIELDS or words[0] != "board" or not all(re.fullmatch(r"-?\d+", w) for w in words[3:]):
        raise GameError(f"not a FIBS board: {text.strip()[:60]!r}; it is board:, two names and {FIELDS - 3} numbers")
    numbers = [0, 0, 0, *map(int, words[3:])]
    colour, forward = numbers[41], numbers[42] > 0
    board = [n * (1 if colour > 0 else -1) for n in numbers[6:32]]
    if forward:  # you move from 1 to 24
        board.reverse()
    mine = {p: n for p, n in enumerate(board) if n > 0 and 0 < p < BAR}
    theirs = {BAR - p: -n for p, n in enumerate(board) if n < 0 and 0 < p < BAR}
    # men on the bar have fields of their own; in some lines they stand only among the points
    mine[BAR], theirs[BAR] = (max(numbers[47], board[25]), max(numbers[48], -board[0]))
    for men in (mine, theirs):
        if sum(men.values()) > game.men:
            raise GameError(f"not a position: {sum(men.values())} men of one side; a side has {game.men}")
    is_mine = numbers[32] == colour
    turn = you if is_mine else 1 - you
    cube, doubled = numbers[37], numbers[40] != 0
    if cube < 1 or cube & (cube - 1):
        raise GameError(f"not a position: a cube of {cube}")
    may = (numbers[38] != 0, numbers[39] != 0)
    owner = 2 if may[0] == may[1] else you if may[0] else 1 - you
    sides = [_packed(mine), _packed(theirs)]
    if you == 1:
        sides.reverse()
    dice = [n for n in (numbers[33:35] if is_mine else numbers[35:37]) if n]
    exponent = min(cube.bit_length() - 1, game.turns)
    stage = ANSWER if doubled else OFFER if not dice and exponent < game.turns and owner in (2, turn) else 0
    s = State(*sides[0], *sides[1], 0, turn, exponent, owner if game.turns else 2, stage)
    return game.roll(s, dice[0], dice[-1]) if dice and not stage else s


def _packed(men: dict[int, int]) -> tuple[int, int]:
    """The men of a side, four bits a point, as a state holds them."""
    near = sum(n << 4 * (p - 1) for p, n in men.items() if p <= 12)
    return near, sum(n << 4 * (p - 13) for p, n in men.items() if p > 12)
