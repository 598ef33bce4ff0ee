"""Backgammon's positions in writing: the drawing, what comes next, and GNU Backgammon's position ID."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

from gametree.errors import GameError
from gametree.games.backgammon.men import BAR, count, packed, total
from gametree.games.backgammon.rules import ANSWER, DROPPED, OFFER, State


def text(s: State, all_men: int) -> str:
    """The drawing, the men on the bar and off, and below them the line that ``read`` reads."""
    rows = drawing(s)
    men = [(s.near, s.far), (s.other_near, s.other_far)]
    bars, offs = [count(*m, BAR) for m in men], [all_men - total(m[0]) - total(m[1]) for m in men]
    rows += [f"bar X {bars[0]} O {bars[1]}   off X {offs[0]} O {offs[1]}", f"{position_id(s)} {what_next(s)}"]
    return "\n".join(row.rstrip() for row in rows)


def read(text: str, all_men: int, turns: int) -> State:
    """The position that a position ID and what comes next describe, or a drawing that ends with such a line; the cube
    can be turned ``turns`` times."""
    last = text.strip().splitlines()[-1] if text.strip() else ""
    whose = r"(?:(first) roll|([XO]) (to roll|to play|to double|doubles|is dropped)(?: +([1-6])([1-6]))?)"
    found = re.fullmatch(rf"([A-Za-z0-9+/]{{14}})(?: +{whose})?(?: +cube (\d+)(?: ([XO]))?)?", last)
    if not found:
        raise GameError(f"not a position: {last!r}; write an ID of 14 letters, then X to roll, or O to play 31")
    code, first, mover, what, one, two, number, owner = found.groups()
    turn = 2 if first else "XO".index(mover or "X")
    mine, theirs = men_of(code)
    for men in (mine, theirs):
        if sum(men.values()) > all_men:
            raise GameError(f"not a position: {sum(men.values())} men of one side, where {all_men} are all")
    if any(mine.get(p) and theirs.get(25 - p) for p in range(1, 25)):
        raise GameError("not a position: men of both sides on one point")
    if turn == 1:
        mine, theirs = theirs, mine
    cube = int(number or 1)
    if cube & (cube - 1) or cube.bit_length() - 1 > turns:
        raise GameError(f"not a position: a cube of {cube}, where it goes up to {1 << turns}")
    stage = {"to double": OFFER, "doubles": ANSWER, "is dropped": DROPPED}.get(what or "", 0)
    owned = "XO".index(owner) if owner else 2
    s = State(*packed(mine), *packed(theirs), 0, turn, cube.bit_length() - 1, owned, stage)
    dice = max(int(one), int(two)) * 8 + min(int(one), int(two)) if one else 0
    return s._replace(dice=dice)


def drawing(s: State) -> list[str]:
    """The board, row by row: X is Max's men, who moves towards the lower right."""
    upper, lower = range(13, 25), range(12, 0, -1)
    return [_points(upper), *_half(s, upper, down=True), "", *_half(s, lower, down=False), _points(lower)]


def _points(points: range) -> str:
    names = [f"{p:>3}" for p in points]
    return "".join(names[:6]) + "  |" + "".join(names[6:])


def _half(s: State, points: range, *, down: bool) -> list[str]:
    """Five rows of men; a point with more shows their number at its tip."""
    rows: list[str] = []
    for level in range(5):
        cells: list[str] = []
        for p in points:
            mine, theirs = count(s.near, s.far, p), count(s.other_near, s.other_far, 25 - p)
            men, mark = (mine, "X") if mine else (theirs, "O")
            cells.append(f"{men if men > 5 and level == 4 else mark if men > level else '.':>3}")
        rows.append("".join(cells[:6]) + "  |" + "".join(cells[6:]))
    return rows if down else rows[::-1]


def what_next(s: State) -> str:
    """Who does what next, and the cube, where it was turned."""
    whose = "XO"[s.turn] if s.turn < 2 else ""
    what = ("to play" if s.dice else "to roll", "to double", "doubles", "is dropped")[s.stage]
    dice = f" {s.dice >> 3}{s.dice & 7}" if s.dice else ""
    owner = f" {'XO'[s.owner]}" if s.owner < 2 else ""
    cube = f" cube {1 << s.cube}{owner}" if s.cube else ""
    return f"{whose} {what}{dice}{cube}" if whose else "first roll"


def position_id(s: State) -> str:
    """The position as GNU Backgammon writes it, seen by the player on roll.

    >>> from gametree import load
    >>> position_id(load("backgammon").initial())
    '4HPwATDgc/ABMA'
    """
    sides = [(s.other_near, s.other_far), (s.near, s.far)]
    if s.turn == 1:
        sides.reverse()
    bits = "".join("1" * count(*men, p) + "0" for men in sides for p in range(1, BAR + 1)).ljust(80, "0")
    return b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode().rstrip("=")


def men_of(code: str) -> tuple[dict[int, int], dict[int, int]]:
    """The men of the player on roll and of the other, by point, from a position ID."""
    bits = f"{int.from_bytes(b64decode(code + '=='), 'little'):080b}"[::-1]
    counts = [len(run) for run in bits.split("0")[:50]]
    if len(counts) < 50:
        raise GameError(f"not a position: the ID {code} does not describe 50 points")
    sides = [{p: n for p, n in enumerate(half, 1) if n} for half in (counts[:25], counts[25:])]
    return sides[1], sides[0]
