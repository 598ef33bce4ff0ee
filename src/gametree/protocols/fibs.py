"""Backgammon as the First Internet Backgammon Server writes it: a line of numbers for a board, steps for a play.

The line is ``board:`` and 52 fields: two names (the first is *you*), the length of the match and both scores, the
points 0 to 25 (0 and 25 are the bars), the turn, your dice and the other's, the cube, who may double, whether it was
doubled, your colour and direction, home and bar, men off and on the bar, and four counters.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.games.backgammon import ANSWER, BAR, OFF, OFFER, Backgammon, State, count, total

if TYPE_CHECKING:
    from collections.abc import Sequence

FIELDS = 53
"""How many fields a line has, the word ``board`` included."""


def write_board(game: Backgammon, s: State, names: tuple[str, str] = ("X", "O")) -> str:
    """The line for a state. *You* are the player whose roll it is; where he has doubled, he still is.

    >>> game = Backgammon()
    >>> write_board(game, game.roll(game.initial(), 3, 1, player=0))[:60]
    'board:X:O:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:'
    """
    if s.turn == 2:
        raise GameError("before the first roll it is nobody's turn, and a FIBS board must say whose")
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


def read_board(game: Backgammon, text: str, you: int = 0, *, asked: bool = False) -> State:
    """The state of a line, in which *you* are this player. Names and scores are left out.

    ``asked``: you are asked for a decision, whatever the field for the turn says. GNU Backgammon writes there which of
    its two players you are, and who may double in the order of these two.

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
    # men on the bar stand in fields of their own, and in some lines among the points only
    mine[BAR], theirs[BAR] = (max(numbers[47], board[25]), max(numbers[48], -board[0]))
    for men in (mine, theirs):
        if sum(men.values()) > game.men:
            raise GameError(f"not a position: {sum(men.values())} men of one side, where {game.men} are all")
    is_mine = asked or numbers[32] == colour
    turn = you if is_mine else 1 - you
    cube, doubled = numbers[37], numbers[40] != 0
    if cube < 1 or cube & (cube - 1):
        raise GameError(f"not a position: a cube of {cube}")
    may = (numbers[38] != 0, numbers[39] != 0)
    if asked and numbers[32] != colour:
        may = may[::-1]
    owner = 2 if may[0] == may[1] else you if may[0] else 1 - you
    sides = [_packed(mine), _packed(theirs)]
    if you == 1:
        sides.reverse()
    dice = [n for n in (numbers[33:35] if is_mine else numbers[35:37]) if n]
    exponent = min(cube.bit_length() - 1, game.turns)
    stage = ANSWER if doubled else OFFER if not dice and exponent < game.turns and owner in (2, turn) else 0
    s = State(*sides[0], *sides[1], 0, turn, exponent, owner if game.turns else 2, stage)
    return game.roll(s, dice[0], dice[-1]) if dice and not stage else s


def steps(s: State, a: int) -> list[str]:
    """A play step by step, each die by itself, with a star where a man is hit.

    >>> game = Backgammon()
    >>> s = game.parse("4HPwATDgc/ABMA X to play 31")
    >>> [steps(s, a) for a in game.actions(s) if game.name(s, a) in ("24/20", "8/5 6/5")]
    [['24/21', '21/20'], ['8/5', '6/5']]
    """
    theirs = (s.other_near, s.other_far) if s.turn == 0 else (s.near, s.far)
    high, low = s.dice >> 3, s.dice & 7
    dice = [(a >> 5 * i & 31, low if i == 1 else high) for i in range(4) if a >> 5 * i & 31]
    found, hit = list[str](), set[int]()
    for p, die in sorted(dice, reverse=True):
        to = max(p - die, OFF)
        star = to != OFF and to not in hit and count(*theirs, BAR - to) == 1
        hit |= {to} if star else set()
        found.append(f"{'bar' if p == BAR else p}/{to or 'off'}{'*' if star else ''}")
    return found


def read_play(game: Backgammon, s: State, text: str) -> int:
    """The legal play that these words describe: ``8/5 6/5``, ``6/5 8/5``, ``bar/20*``, ``13/11(2)``, ``6/off``, or with
    25 for the bar and 0 for off; nothing for a play that cannot be made. What counts is where the men come to stand.

    >>> game = Backgammon()
    >>> s = game.parse("4HPwATDgc/ABMA X to play 31")
    >>> game.name(s, read_play(game, s, "6/5 8/5"))
    '8/5 6/5'
    """
    wanted = _after(s, _hops(text))
    for a in game.actions(s):
        if _after(s, _hops(" ".join(steps(s, a)))) == wanted:
            return a
    raise GameError(f"{text.strip()!r} is not a legal play in {game.text(s).splitlines()[-1]}")


def _hops(text: str) -> list[tuple[int, int]]:
    """The hops of a play, from point to point."""
    hops: list[tuple[int, int]] = []
    for word in text.replace("pass", "").split():
        found = re.fullmatch(r"((?:bar|off|\d+)(?:[*]?/(?:bar|off|\d+))+)[*]?(?:\((\d)\))?", word.lower())
        if not found:
            raise GameError(f"not a play: {text.strip()!r}; write 8/5 6/5, bar/20*, 13/11(2) or 6/off")
        points = [{"bar": BAR, "off": OFF}.get(p) if p.isalpha() else int(p) for p in re.findall(r"\w+", found[1])]
        way = [p for p in points if p is not None]
        if max(way) > BAR:
            raise GameError(f"not a play: {text.strip()!r} has a point {max(way)}")
        hops += list(pairwise(way)) * int(found[2] or 1)
    return hops


def _after(s: State, hops: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the men of the mover and of the other stand after these hops."""
    sides = [(s.near, s.far), (s.other_near, s.other_far)]
    mine, theirs = ([0, *(count(*men, p) for p in range(1, BAR + 1))] for men in (sides[s.turn], sides[1 - s.turn]))
    for start, end in sorted(hops, reverse=True):
        mine[start] -= 1
        if end != OFF:
            mine[end] += 1
            if theirs[BAR - end] == 1:
                theirs[BAR - end] = 0
                theirs[BAR] += 1
    return tuple(mine), tuple(theirs)


def _packed(men: dict[int, int]) -> tuple[int, int]:
    """The men of a side, four bits a point, as a state holds them."""
    near = sum(n << 4 * (p - 1) for p, n in men.items() if p <= 12)
    return near, sum(n << 4 * (p - 13) for p, n in men.items() if p > 12)
