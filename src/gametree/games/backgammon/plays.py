"""Plays of backgammon in writing: the way of each man, as people have it, and step by step, as other programs do."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.games.backgammon.men import BAR, OFF, count, is_blot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.games.backgammon import Backgammon
    from gametree.games.backgammon.rules import State


def steps(s: State, a: int) -> list[str]:
    """A play step by step, each die by itself, with a star where a man is hit.

    >>> from gametree import load
    >>> game = load("backgammon")
    >>> s = game.parse("4HPwATDgc/ABMA X to play 31")
    >>> [steps(s, a) for a in game.actions(s) if game.name(s, a) in ("24/20", "8/5 6/5")]
    [['8/5', '6/5'], ['24/21', '21/20']]
    """
    theirs = _theirs(s)
    found, hit = list[str](), set[int]()
    for p, to in _moves(s, a):
        star = is_blot(theirs, to) and to not in hit
        hit |= {to} if star else set()
        found.append(f"{'bar' if p == BAR else p}/{to or 'off'}{'*' if star else ''}")
    return found


def _theirs(s: State) -> tuple[int, int]:
    """The men of the side that is not to move."""
    return (s.other_near, s.other_far) if s.turn == 0 else (s.near, s.far)


def _moves(s: State, a: int) -> list[tuple[int, int]]:
    """The points that each die of a play takes a man from and to, the highest first."""
    high, low = s.dice >> 3, s.dice & 7
    dice = [(a >> 5 * i & 31, low if i == 1 else high) for i in range(4) if a >> 5 * i & 31]
    return [(p, max(p - die, OFF)) for p, die in sorted(dice, reverse=True)]


def ways(s: State, a: int) -> list[str]:
    """A play man by man: the ways of one man are joined, a hit is starred, equal ways are counted."""
    theirs = _theirs(s)
    gone: list[list[int]] = []
    for p, to in _moves(s, a):
        way = next((w for w in gone if w[-1] == p), None)
        if way is None:
            gone.append([p, to])
        else:
            way.append(to)
    hit: set[int] = set()
    names: list[str] = []
    for way in gone:
        points = [way[0], *(p for p in way[1:-1] if is_blot(theirs, p)), way[-1]]
        name = {BAR: "bar", OFF: "off"}.get(points[0], str(points[0]))
        for p in points[1:]:
            star = "*" if is_blot(theirs, p) and p not in hit else ""
            hit |= {p} if star else set()
            name += f"/{'off' if p == OFF else p}{star}"
        names.append(name)
    return [f"{name}({n})" if (n := names.count(name)) > 1 else name for name in dict.fromkeys(names)]


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
