"""The games as people meet them: what each is called, its rules in words, what kind of game it is, and a small picture.

The gallery of the page and the page of games in the docs show these.

>>> from gametree import load
>>> shown = exhibit(load("connect4"))
>>> shown.called, shown.players, shown.badges
('Connect Four', ('Red', 'Yellow'), ())
>>> exhibit(load("pig")).badges
('dice',)
"""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import dataclass
from typing import Any

from gametree.catalogue import CATALOGUE, load
from gametree.draw.board import board
from gametree.game import AnyGame, provides
from gametree.hooks import asked
from gametree.titles import title

SAMPLES = {
    "tree": ("", ""),
    "tictactoe": ("", "5 1 9 3 2"),
    "mnk": ("m=5,n=5,k=4", "c3 b2 c4 c2 d2 b4 b3"),
    "nim": ("heaps=[3,4,5]", ""),
    "connect4": ("", "4 4 3 2 3 3 5 6 4 5"),
    "chess": ("", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"),
    "chess_ending": ("men=KRK", ""),
    "kalah": ("", "3 6 5"),
    "pig": ("", ""),
    "sharks": ("", ""),
    "ponghauki": ("", ""),
    "dots": ("rows=3,columns=3", "a1b1 b1b2 b3c3 c1c2 a1a2 a2b2 c3c4 d2d3"),
    "domineering": ("rows=6,columns=6", "b2b3 d4e4 e2e3 b5c5 d2d3 d1e1"),
    "awari": ("", "4 2 6"),
    "morris": ("", "d6 f4 d2 b4 f2 b2"),
    "checkers": ("", "11-15 24-20 8-11 28-24"),
    "draughts": ("", "32-28 19-23 28x19 14x23 37-32 10-14"),
    "backgammon": ("", "31_for_X 8/5_6/5 62 24/18_13/11"),
    "hypergammon": ("", ""),
    "bearoff": ("", ""),
    "einstein": ("", ""),
    "crowdnim": ("", ""),
    "crowdmnk": ("m=4,n=4,k=3", "b2 c3 d1 c2 b4"),
    "star": ("", "35-30"),
    "othello": ("", "f5 d6 c3 d3 c4 f4"),
    "gomoku": ("size=9", "e5 f6 e6 e7 f5 d5 g5"),
    "hex": ("columns=6", "c3 d3 d4 c4 b5 e2"),
    "y": ("size=6", "d4 e4 d5 c5 d3 e5 b6"),
    "pente": ("size=13", "g7 h8 h7 f7 i6 g8"),
    "connect6": ("size=13", "g7 h8 f8 h7 h6"),
    "qubic": ("", "a11 d44 d11 b22 a44"),
    "go": ("", "E5 G3 C3 G7 C7 E7"),
}
"""A position to show of each game: parameters, and moves from the start."""
FIRST = (
    "connect4", "chess", "backgammon", "othello", "checkers", "go", "tictactoe", "gomoku", "hex", "morris", "kalah",
    "dots", "qubic", "star", "einstein", "pig", "nim", "sharks",
)  # fmt: skip
"""The games that a gallery shows first; then come the others."""
AT_ONCE = ("tree", "tictactoe", "mnk", "nim", "chess_ending", "sharks", "ponghauki", "dots", "crowdnim")
"""The games that are solved in a few seconds as they are, before one's eyes."""


@dataclass(frozen=True)
class Exhibit:
    """One game, for people."""

    name: str
    """The words that load it."""
    called: str
    line: str
    """What it is, in one line."""
    rules: str
    """How it is played."""
    players: tuple[str, ...]
    colours: tuple[str, ...]
    badges: tuple[str, ...]
    """What kind of game it is: ``dice``, ``3 players``, ``solved here``."""

    def to_json(self) -> dict[str, Any]:
        """As the page takes it."""
        return {**vars(self), "players": list(self.players), "colours": list(self.colours), "badges": list(self.badges)}


def exhibit(game: AnyGame) -> Exhibit:
    """What people want to know of a game before they play it."""
    name = title(game)
    head = name.partition(":")[0]
    seats = range(game.players)
    names = asked(game, "player_names") or (
        ("First player", "Second player") if game.players == 2 else tuple(f"Player {n + 1}" for n in seats)
    )
    colours = asked(game, "player_colours") or tuple(f"p{n % 6}" for n in seats)
    badges = [
        *(["dice"] if provides(game, "chances") else []),
        *([f"{game.players} players"] if game.players > 2 else []),
        *(["solved here"] if head in AT_ONCE else []),
    ]
    return Exhibit(
        name, asked(game, "called") or _spelled(head, type(game).__name__), first_line(game), rules_in_words(game),
        tuple(names), tuple(colours), tuple(badges),
    )  # fmt: skip


def first_line(game: AnyGame) -> str:
    """What a game is: the first line of its module, if it is ours, or of its class."""
    cls = type(game)
    ours = title(game).partition(":")[0] in CATALOGUE and sys.modules[cls.__module__].__doc__
    return (ours or inspect.cleandoc(cls.__doc__ or "")).partition("\n")[0]


def rules_in_words(game: AnyGame) -> str:
    """How a game is played: its ``how_to_play``, or its docstring up to the first example."""
    written = str(asked(game, "how_to_play")) or inspect.cleandoc(type(game).__doc__ or "").partition(">>>")[0]
    return "\n".join(" ".join(part.split()) for part in written.split("\n\n")).strip()


def _spelled(name: str, cls: str) -> str:
    """What to call a game that does not say it: a game in a file as its class, with blanks.

    >>> _spelled("fox.py", "FoxAndGeese"), _spelled("king_race", "Game")
    ('Fox And Geese', 'King race')
    """
    if name.endswith(".py"):
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", cls)
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def sample(name: str) -> tuple[AnyGame, str]:
    """A game of the catalogue on a board that shows it well, and the moves to play for that."""
    parameters, moves = SAMPLES[name]
    return load(f"{name}:{parameters}" if parameters else name), moves


def thumbnail(game: AnyGame, moves: str = "") -> str:
    """A small picture: the board without anything to click."""
    drawn = board(game, moves=moves)
    drawn.spots.clear()
    return drawn.svg()
