"""GTP's words: colours, and vertices, which have no column I."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.notation.words import word_of
from gametree.titles import parameters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import AnyGame

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
"""Black begins."""
SQUARE = re.compile(r"([a-z])([1-9]\d?)")


def vertex(name: str) -> str:
    """The name of a move in GTP's form, if it is the name of a square.

    >>> vertex("d3"), vertex("i10"), vertex("pass"), vertex("4")
    ('D3', 'J10', 'pass', '4')
    """
    found = SQUARE.fullmatch(name.lower())
    if not found or found[1] == "z":
        return name
    column = found[1] if found[1] < "i" else chr(ord(found[1]) + 1)
    return f"{column}{found[2]}".upper()


def read_vertex(game: AnyGame, s: Any, word: str, legal: Sequence[int]) -> int:
    """The legal move that a vertex, or another word, stands for.

    >>> from gametree import load
    >>> from gametree.game import legal
    >>> game = load("mnk:5,10,4")
    >>> s = game.initial()
    >>> game.name(s, read_vertex(game, s, "J2", legal(game, s)))
    'i2'
    """
    for action in legal:
        spelt = vertex(word_of(game, s, action))
        if word.casefold() == spelt.casefold():
            return action
    raise GameError(f"{word!r} is not a legal move")


SIDES = (("size",), ("m", "n"), ("width", "height"), ("rows", "columns"))
"""The names of parameters that set the size of a board."""


def sides(game: AnyGame) -> dict[str, int]:
    """The parameters that are the sides of the board; none where the game has no such parameters.

    >>> from gametree import load
    >>> sides(load("othello")), sides(load("mnk:4,5,3")), sides(load("nim"))
    ({'size': 8}, {'m': 4, 'n': 5}, {})
    """
    known = parameters_of(game)
    names = next((names for names in SIDES if all(name in known for name in names)), ())
    return {name: int(known[name]) for name in names}
