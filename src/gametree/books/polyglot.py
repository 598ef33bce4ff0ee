"""Polyglot's opening books (``.bin``), which most programs of chess read: moves with weights, by a key of the position.

A book is a row of entries of 16 bytes, the highest byte of a number first, sorted by key: the key of a position (8
bytes), a move (2), its weight (2), and what was learned about it (4).

>>> f"{key_of_fen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'):016x}"
'463b96181691fc9c'
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.books.book import Book, Move
from gametree.books.polyglot_keys import KEYS
from gametree.errors import GameError
from gametree.game import AnyGame, Line, line_of, over
from gametree.hooks import asked
from gametree.notation.names import move_name
from gametree.notation.words import one_line
from gametree.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECES = "pPnNbBrRqQkK"
"""The kinds of pieces in the order of their keys."""
CASTLING, EN_PASSANT, WHITE = 768, 772, 780
"""Where the keys of these begin."""
CASTLES = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
"""How a book writes castling, and how clients do."""
ENTRY = np.dtype([("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learn", ">u4")])
PLIES, WIDTH = 6, 3
"""The length of openings for a match, and how many of the best moves of each position they follow."""


def key_of_fen(fen: str) -> int:
    """The key of a position. A pawn that has just moved two squares counts only where a pawn of the other side stands
    beside it.

    >>> f"{key_of_fen('rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3'):016x}"
    '22a48b5a8e47ff78'
    """
    words = fen.split()
    rows = words[0].split("/") if len(words) >= 4 else []
    board = ["".join("." * int(c) if c.isdecimal() else c for c in row) for row in reversed(rows)]
    if len(board) != 8 or any(len(row) != 8 for row in board):
        raise GameError(f"a Polyglot book has only positions of 8×8 squares, not {fen!r}")
    key = 0
    for row, squares in enumerate(board):
        for column, piece in enumerate(squares):
            if piece in PIECES:
                key ^= KEYS[64 * PIECES.index(piece) + 8 * row + column]
    for letter in words[2]:
        if letter in "KQkq":
            key ^= KEYS[CASTLING + "KQkq".index(letter)]
    if words[3] != "-":
        column, row = ord(words[3][0]) - ord("a"), 4 if words[1] == "w" else 3
        pawn = "P" if words[1] == "w" else "p"
        if any(board[row][c] == pawn for c in (column - 1, column + 1) if 0 <= c < 8):
            key ^= KEYS[EN_PASSANT + column]
    return key ^ (KEYS[WHITE] if words[1] == "w" else 0)


class PolyglotBook(Book):
    """A book that is read only where it is needed."""

    def __init__(self, game: AnyGame, path: str | Path):
        super().__init__(game, (), f"a Polyglot book, {Path(path).name}")
        try:
            raw = Path(path).read_bytes()
        except OSError as error:
            raise GameError(f"the book cannot be read: {error}") from error
        if not raw or len(raw) % ENTRY.itemsize:
            raise GameError(f"{path} is not a Polyglot book: {len(raw)} bytes are not entries of {ENTRY.itemsize}")
        if "uci" not in asked(game, "styles"):
            raise GameError(f"{path} is a book of chess, not of {type(game).__name__}")
        self.rows = np.frombuffer(raw, ENTRY)
        self.keys = self.rows["key"].astype(np.uint64)
        if (self.keys[1:] < self.keys[:-1]).any():
            raise GameError(f"{path} is not a Polyglot book: its keys are not in order")

    def __len__(self) -> int:
        return len(np.unique(self.keys))

    def moves(self, position: Any = None) -> list[Move]:
        """The book's legal moves of a position, the heaviest first."""
        line = line_of(self.game, position)
        s = line.states(self.game)[-1]
        if over(self.game, s):
            return []
        key = np.uint64(key_of_fen(one_line(self.game, s)))
        first, last = np.searchsorted(self.keys, key, "left"), np.searchsorted(self.keys, key, "right")
        if first == last:
            return []
        squares = {move_name(self.game, s, a, "uci"): a for a in Referee(self.game, line).legal()}
        found: list[Move] = []
        for row in self.rows[first:last]:
            name = coordinates(int(row["move"]))
            action = squares.get(name)
            if action is None and name in CASTLES:  # the king goes to its own rook
                action = squares.get(CASTLES[name])
                if action is not None and not self.game.name(s, action).startswith("O-O"):
                    action = None
            if action is not None:
                found.append(Move(action, int(row["weight"])))
        return sorted(found, key=lambda move: -move.weight)

    def lines(self) -> Iterator[tuple[int, ...]]:
        """Openings that follow the heaviest moves, as far as the book goes."""
        level: list[tuple[int, ...]] = [()]
        for _ in range(PLIES):
            longer: list[tuple[int, ...]] = []
            for line in level:
                moves = [move for move in self.moves(Line(self.game.initial(), line)) if move.weight > 0][:WIDTH]
                if not moves and line:
                    yield line
                longer += [(*line, move.action) for move in moves]
            level = longer
        yield from level


def coordinates(move: int) -> str:
    """The squares of a move as two bytes say them, and what a pawn becomes.

    >>> coordinates(0x031C), coordinates(0x4D35)
    ('e2e4', 'e7f7q')
    """
    squares = [move >> shift & 7 for shift in (6, 9, 0, 3)]
    names = [chr((ord("a") if i % 2 == 0 else ord("1")) + n) for i, n in enumerate(squares)]
    return "".join(names) + ["", "n", "b", "r", "q", "", "", ""][move >> 12 & 7]
