"""Hex in SGF, as HexGui and Benzene write it: cells by name, and stones that are set up in any number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import ones, popcount
from gametree.errors import GameError
from gametree.games.hex import notation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.games.hex import Hex
    from gametree.games.hex.rules import State

SWAP = "swap-pieces"
"""The swap rule in which the first stone changes its colour and its place."""


def facts(game: Hex) -> dict[str, str]:
    """The properties that say which game it is."""
    return {"GM": "11", "SZ": str(game.columns) if game.columns == game.rows else f"{game.columns}:{game.rows}"}


def move(game: Hex, a: int) -> str:
    """A move: the name of its cell, or the word for the swap.

    >>> from gametree import load
    >>> game = load("hex:5,swap=true")
    >>> move(game, 13), move(game, game.swapping)
    ('b3', 'swap-pieces')
    """
    return SWAP if a == game.swapping else notation.cell(game.width, a)


def stones(game: Hex, s: State) -> tuple[list[str], list[str]]:
    """The cells of Red's stones, and of Blue's. (Files call them Black and White.)"""
    red, blue = ([notation.cell(game.width, c) for c in ones(side)] for side in (s.red, s.blue))
    return red, blue


def state(game: Hex, red: Iterable[str], blue: Iterable[str], mover: int | None) -> State:
    """The position with these stones. If nobody says who moves, it is the side with fewer, or Red."""
    numbers = {notation.cell(game.width, c): (c % game.width, c // game.width) for c in ones(game.full)}
    for name in (*red, *blue):
        if name.lower() not in numbers:
            raise GameError(f"{name!r} is no cell of this board")
    own, other = (game.these({numbers[name.lower()] for name in side}) for side in (red, blue))
    if mover is None:
        mover = int(popcount(own) > popcount(other))
    return notation.with_chains(game, own, other, mover)
