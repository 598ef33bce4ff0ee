"""Plays of backgammon as other programs write them: step by step, in any order, with or without stars."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.games.backgammon_men import BAR, OFF, State, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.games.backgammon import Backgammon


def steps(s: State, a: int) -> list[str]:
    """A play step by step, each die by itself, with a star where a man is hit.

    >>> from gametree import load
    >>> game = load("backgammon")
    >>> s = game.parse("4HPwATDgc/ABMA X to play 31")
    >>> [steps(s, a) for a in game.actions(s) if game.name(s, a) in ("24/20", "8/5 6/5")]
    [['8/5', '6/5'], ['24/21', '21/20']]
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

    >>> from gametree import load
    >>> game = load("backgammon")
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
