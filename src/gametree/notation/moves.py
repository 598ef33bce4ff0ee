"""Moves in the files of other programs: the game's own names, or common variants of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError, quoted
from gametree.hooks import asked
from gametree.notation.names import move_name
from gametree.notation.unclaimed import moves_by_rule
from gametree.notation.words import read_word, word_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import AnyGame

SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:[=/(]?([KQRBNkqrbn])\)?)?")
"""A move of chess: the piece, the needed part of its square, its target, the promotion."""


def read_move(game: AnyGame, s: Any, word: str) -> int:
    """The legal action that a word stands for. Marks behind it are ignored (``!?``, a missing check). In chess an
    unneeded square (``Ng1f3``), zeros for castling and coordinates (``g1f3``) are accepted too.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> read_move(game, game.initial(), "4!?")
    3
    """
    if "uci" in asked(game, "styles"):
        if (action := _chess_move(game, s, word)) is not None:
            return action
        raise GameError(f"{quoted(word)} is not a legal move here")
    try:
        return read_word(game, s, word)
    except GameError:
        bare = word.rstrip("!?")
        if bare in ("", word):
            raise
        return read_word(game, s, bare)


def write_move(game: AnyGame, s: Any, action: int) -> str:
    """The name of a move as one word, which ``read_move`` reads back."""
    return move_name(game, s, action) if "uci" in asked(game, "styles") else word_of(game, s, action)


def _chess_move(game: AnyGame, s: Any, word: str) -> int | None:
    """In chess naming all the legal moves takes long, so only those that fit the squares are named."""
    actions = moves_by_rule(game, s)
    bare = _plain(word)
    squares = {a: move_name(game, s, a, "uci") for a in actions}
    written = SAN.fullmatch(bare)
    # B5e4 is a bishop's move; B5E4, and b5e4, are squares
    if found := re.fullmatch(r"([a-h][1-8])([a-h][1-8])([kqrbn]?)", bare if written else bare.casefold()):
        return _only([a for a in actions if squares[a] == found[0]])
    if bare[:3].upper().replace("0", "O") == "O-O":
        castling = bare.upper().replace("0", "O")
        return _only([a for a in actions if _plain(move_name(game, s, a)) == castling])
    if written is None:
        return _only([a for a in actions if _plain(move_name(game, s, a)) == bare])
    piece, file, rank, target, becomes = written.groups()
    matching = [
        a for a, name in squares.items()
        if re.fullmatch(f"{file or '.'}{rank or '.'}{target}{(becomes or '').lower()}", name)
    ]  # fmt: skip
    named = {a: _plain(move_name(game, s, a)) for a in matching}
    of_piece = [a for a, name in named.items() if re.match(r"[KQRBNO]?", name)[0] == piece]  # pyright: ignore[reportOptionalSubscript]
    exact = [a for a in of_piece if named[a] == bare]
    return _only(exact or of_piece)


def _only(actions: Sequence[int]) -> int | None:
    return actions[0] if len(actions) == 1 else None


def _plain(name: str) -> str:
    """A name without marks for check, mate and quality, and without the ``e.p.`` of old books."""
    bare = name.rstrip("+#!?")
    return next((bare.removesuffix(old) for old in ("e.p.", "ep.", "e.p", "ep") if bare.endswith(old)), bare)
