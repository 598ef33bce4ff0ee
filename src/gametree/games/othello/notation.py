"""Othello on paper: boards, position strings and transcripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.bits import signed
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.othello.rules import State

if TYPE_CHECKING:
    from gametree.games.othello import Othello

PASSES = ("pass", "pa", "ps", "--", "@@")
"""How programs write a pass."""
MOVE = r"[a-h][1-8]|pass|pa|ps|--|@@"


def cells(squares: int, s: State) -> str:
    """The squares in one row: X is Black, O is White, ``-`` is empty.

    >>> cells(16, State(0b0000001001000000, 0b0000010000100000, 0))
    '-----OX--XO-----'
    """
    black, white = (s.mine, s.theirs) if s.turn == MAX else (s.theirs, s.mine)
    return "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-" for i in range(squares))


def drawing(size: int, s: State) -> str:
    """The board with its letters and numbers, and who moves."""
    squares = cells(size * size, s)
    rows = ["  " + " ".join("abcdefgh"[:size])]
    rows += [f"{r + 1} {' '.join(squares[r * size : (r + 1) * size])}" for r in range(size)]
    return "\n".join(rows) + f"   {'XO'[s.turn]} to move"


def read(game: Othello, text: str) -> State:
    """A position: moves from the first one (``f5d6c3``), the squares in a row with who moves (``-----OX--XO----- X``),
    or a board as it is drawn."""
    if re.fullmatch(rf"(?:[a-h][1-8](?:{MOVE}|[\s,])*)?", text.strip(), re.IGNORECASE):
        s = game.initial()
        for a in transcribed(game, s, text):
            s = game.result(s, a)
        return s
    board, told, rest = text.strip().partition("to move")
    marks = re.sub(r"[\sa-h1-8]", "", board).upper().replace("*", "X").replace(".", "-")
    if rest.strip() or len(marks) != game.squares + 1 or set(marks) - set("XO-") or marks[-1] == "-":
        side = "X to move" if told else "X or O"
        raise GameError(f"not a position: expected {game.squares} squares out of X O -, and who moves ({side})")
    black, white = (sum(1 << i for i in range(game.squares) if marks[i] == mark) for mark in "XO")
    turn = "XO".index(marks[-1])
    mine, theirs = (black, white) if turn == MAX else (white, black)
    return State(signed(mine), signed(theirs), turn)


def transcribed(game: Othello, s: State, text: str) -> list[int]:
    """The actions of a transcript: moves with or without blanks between them. A pass may be left out: where a side
    has no other move, nothing else can be meant.

    >>> from gametree.games.othello import Othello
    >>> game = Othello()
    >>> [game.name(game.initial(), a) for a in transcribed(game, game.initial(), "F5 d6C3")]
    ['f5', 'd6', 'c3']
    """
    words = re.findall(rf"{MOVE}|[^\s,]+", text, re.IGNORECASE)
    actions: list[int] = []
    for number, word in enumerate(words, 1):
        if game.terminal(s):
            raise GameError(f"move {number}: {word!r} cannot be played: the game is over")
        passing = word.lower() in PASSES
        a = game.passing if passing else game.names.index(word.lower()) if word.lower() in game.names else -1
        legal = list(game.actions(s))
        if legal == [game.passing] and not passing:
            actions.append(game.passing)
            s = game.result(s, game.passing)
            legal = list(game.actions(s))
        if a not in legal:
            shown = " ".join(game.name(s, b) for b in legal)
            raise GameError(f"move {number}: {word!r} is not a legal move here; legal: {shown}")
        actions.append(a)
        s = game.result(s, a)
    return actions
