"""GTP's words: colours, and vertices, which have no column I."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.hooks import asked
from gametree.notation.names import move_name
from gametree.notation.words import word_of
from gametree.titles import parameters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import AnyGame

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
"""Black begins."""
SIDES = ("black", "white")
PASS, RESIGN = "pass", "resign"
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


def vertex_of(game: AnyGame, s: Any, action: int, *, plain: bool = False) -> str:
    """A move in GTP's form; ``plain``: as the game names it, which Go does anyway.

    >>> from gametree import load
    >>> go, lines = load("go:9"), load("mnk:9,9,5")
    >>> vertex_of(go, go.initial(), 8), vertex_of(lines, lines.initial(), 8)
    ('J1', 'J1')
    """
    if move_name(game, s, action).lower() == PASS:
        return PASS
    word = word_of(game, s, action)
    return word if plain or asked(game, "gtp") == "plain" else vertex(word)


def read_vertex(game: AnyGame, s: Any, word: str, legal: Sequence[int], *, plain: bool = False) -> int:
    """The legal move that a vertex, or another word, stands for.

    >>> from gametree import load
    >>> from gametree.game import legal
    >>> game = load("mnk:5,10,4")
    >>> s = game.initial()
    >>> game.name(s, read_vertex(game, s, "J2", legal(game, s)))
    'i2'
    """
    for action in legal:
        if word.casefold() == vertex_of(game, s, action, plain=plain).casefold():
            return action
    raise GameError(f"{word!r} is not a legal move")


BOARDS = (("size",), ("m", "n"), ("width", "height"), ("rows", "columns"))
"""The names of parameters that set the size of a board."""


def sides(game: AnyGame) -> dict[str, int]:
    """The parameters that are the sides of the board; none where the game has no such parameters. 0 rows are as many
    as columns.

    >>> from gametree import load
    >>> sides(load("othello")), sides(load("mnk:4,5,3")), sides(load("nim")), sides(load("hex:5"))
    ({'size': 8}, {'m': 4, 'n': 5}, {}, {'rows': 5, 'columns': 5})
    """
    known = parameters_of(game)
    names = next((names for names in BOARDS if all(name in known for name in names)), ())
    if names == ("size",) and known.get("rows"):
        names = ("size", "rows")
    found = {name: int(known[name]) for name in names}
    return {name: value or max(found.values()) for name, value in found.items()}
