"""Go on paper: points, moves one after the other, and boards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.bits import filled, has_bit, ones, with_bit
from gametree.errors import GameError
from gametree.game import is_illegal, repetition_payoff
from gametree.games.go.handicap import stars
from gametree.games.go.rules import NOWHERE, State

if TYPE_CHECKING:
    from gametree.games.go import Go
    from gametree.games.go.rules import Rules

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""The columns: there is no I."""
POINT = r"[A-HJ-Ta-hj-t][0-9]{1,2}"
TAIL = re.compile(
    rf"\b(?P<mover>[XO]) to move(?P<ko>; no ko at (?P<point>{POINT}))?(?P<passed>; after a pass| after two passes)?"
    r"(; stones taken: (?P<taker>[XO]) \+(?P<taken>[0-9]{1,6}))?\s*$"
)


def point(columns: int, a: int) -> str:
    """The letter of the column and the number of the row, A1 at the bottom left.

    >>> point(9, 0), point(9, 8), point(19, 15 * 20 + 15)
    ('A1', 'J1', 'Q16')
    """
    return f"{LETTERS[a % (columns + 1)]}{a // (columns + 1) + 1}"


def numbered(game: Go, name: str) -> int | None:
    """The number of a point that is called so; None if the board has no such point."""
    if not re.fullmatch(POINT, name):
        return None
    column, row = LETTERS.index(name[0].upper()), int(name[1:]) - 1
    return row * (game.columns + 1) + column if 0 <= row < game.rows and column < game.columns else None


def transcribed(game: Go, s: State, text: str) -> list[int]:
    """The actions of moves that are written one after the other: ``D4 E5 pass``. Superko counts from ``s`` on."""
    states, actions = [s], list[int]()
    for number, word in enumerate(re.findall(r"[^\s,]+", text), 1):
        if game.terminal(states[-1]):
            raise GameError(f"move {number}: the game is over already")
        a = game.passing if word.lower() == "pass" else numbered(game, word)
        if a is None:
            last = point(game.columns, game.bits - 2)
            raise GameError(f"move {number}: {word!r} is no point of this board; points are A1 to {last}, or pass")
        why = refusal(game, states[-1], a)
        if not why:
            states.append(game.result(states[-1], a))
            actions.append(a)
            why = "superko: it would bring an earlier board back" if is_illegal(repetition_payoff(game, states)) else ""
        if why:
            raise GameError(f"move {number}: {word!r} cannot be played: {why}")
    return actions


def refusal(game: Go, s: State, a: int) -> str:
    """Why a stone may not be put on this point; empty if it may."""
    if a == game.passing or has_bit(game.open(s), a):
        return ""
    if has_bit(s.black | s.white, a):
        return "a stone is there already"
    if a == s.ko:
        return "it is ko: the stone was just taken there"
    return "suicide: the stone would have no liberty"


def written(game: Rules, s: State) -> str:
    """The board with its letters and numbers, X for Black, O for White, + for a star point; who moves, and what else
    the board does not show."""
    marked = {row * (game.columns + 1) + column for column, row in stars(game.columns, game.rows)}
    rows: list[str] = []
    for r in reversed(range(game.rows)):
        line = range(r * (game.columns + 1), r * (game.columns + 1) + game.columns)
        marks = [
            "X" if has_bit(s.black, p) else "O" if has_bit(s.white, p) else "+" if p in marked else "." for p in line
        ]
        rows.append(f"{r + 1:<2} {' '.join(marks)}")
    return "\n".join(rows) + f"\n   {' '.join(LETTERS[: game.columns])}   {_tail(game, s)}"


def _tail(game: Rules, s: State) -> str:
    ko = f"; no ko at {point(game.columns, s.ko)}" if s.ko != NOWHERE else ""
    passed = ("", "; after a pass", " after two passes")[s.passes]
    taken = f"; stones taken: {'XO'[s.taken < 0]} +{abs(s.taken)}" if s.taken else ""
    return f"{'XO'[s.turn]} to move{ko}{passed}{taken}"


def read(game: Go, text: str) -> State:
    """A position: moves one after the other, or a board as ``written`` writes it."""
    if not re.search(r"[.+]|\b[XO]\b", text):
        s = game.initial()
        for a in transcribed(game, s, text):
            s = game.result(s, a)
        return s
    tail = TAIL.search(text)
    marks = re.sub(r"A( [B-T])*\s*$|[0-9\s]", "", text[: tail.start()] if tail else text)
    if len(marks) != game.points or not set(marks) <= set(".+XO"):
        raise GameError(f"not a position: expected {game.rows} rows of {game.columns} points out of . + X O")
    columns = game.columns
    points = [(game.rows - 1 - i // columns) * (columns + 1) + i % columns for i in range(game.points)]
    black, white = (sum(1 << p for p, mark in zip(points, marks, strict=True) if mark == side) for side in "XO")
    s = State(filled(game.bits, black), filled(game.bits, white), NOWHERE, 0, 0, 0)
    return checked(game, _told(game, s, tail) if tail else s)


def _told(game: Go, s: State, tail: re.Match[str]) -> State:
    turn = "XO".index(tail["mover"])
    ko = numbered(game, tail["point"]) if tail["point"] else NOWHERE
    if ko is None:
        raise GameError(f"not a position: {tail['point']!r} is no point of this board")
    passes = {None: 0, "; after a pass": 1, " after two passes": 2}[tail["passed"]]
    taken = int(tail["taken"]) * (-1 if tail["taker"] == "O" else 1) if tail["taken"] else 0
    if taken and not game.territory:
        raise GameError("not a position: stones taken count in territory scoring only")
    return State(s.black, s.white, ko, passes, taken, turn)


def checked(game: Go, s: State) -> State:
    """The position, if every group has a liberty and there can be a ko where one is told."""
    free = game.full & ~(s.black | s.white)
    for stones in (s.black, s.white):
        for p in ones(game.smothered(stones, stones, free)):
            raise GameError(f"not a position: the group at {point(game.columns, p)} has no liberty")
    if s.ko != NOWHERE:
        theirs, here = (s.white, s.black)[s.turn], with_bit(game.empty, s.ko)
        takers = [
            q for q in ones(game.neighbours(here) & theirs) if _alone(game, with_bit(game.empty, q), theirs, free)
        ]
        if s.passes or not has_bit(free, s.ko) or game.neighbours(here) & ~theirs != game.empty or not takers:
            raise GameError(f"not a position: there can be no ko at {point(game.columns, s.ko)}")
    return s


def _alone(game: Go, stone: object, theirs: object, free: object) -> bool:
    """Is a stone of ``theirs`` a group of its own with one liberty?"""
    beside = game.neighbours(stone)
    return beside & theirs == game.empty and len(list(ones(beside & free))) == 1
