"""Polyglot's books: keys as its description prints them, and books as another program reads them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from gametree import Line, load
from gametree.books.book import is_book, open_book
from gametree.books.polyglot import coordinates, key_of_fen
from gametree.errors import GameError
from gametree.notation.names import read_moves
from gametree.tournament.opening_files import ReadOpenings
from gametree.tournament.openings import BookOpenings

if TYPE_CHECKING:
    from pathlib import Path

CHESS = load("chess")
# Michel Van den Bergh, Polyglot book format: the test data
KEYS = {
    "": 0x463B96181691FC9C,
    "e2e4": 0x823C9B50FD114196,
    "e2e4 d7d5": 0x0756B94461C50FB0,
    "e2e4 d7d5 e4e5": 0x662FAFB965DB29D4,
    "e2e4 d7d5 e4e5 f7f5": 0x22A48B5A8E47FF78,
    "e2e4 d7d5 e4e5 f7f5 e1e2": 0x652A607CA3F242C1,
    "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7": 0x00FDD303C946BDD9,
    "a2a4 b7b5 h2h4 b5b4 c2c4": 0x3C8123EA7B067637,
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5C3F9B829B279560,
}


@pytest.mark.parametrize("moves", KEYS)
def test_keys(moves: str) -> None:
    s = CHESS.initial()
    for word in moves.split():
        s = CHESS.result(s, next(a for a in CHESS.actions(s) if CHESS.name(s, a, "uci") == word))
    assert key_of_fen(CHESS.fen(s)) == KEYS[moves]


def entry(fen: str, move: str, weight: int) -> bytes:
    files, ranks = "abcdefgh", "12345678"
    origin, target = (files.index(m[0]) + 8 * ranks.index(m[1]) for m in (move[:2], move[2:4]))
    promotion = " nbrq".index(move[4]) if len(move) > 4 else 0
    return struct.pack(">QHHI", key_of_fen(fen), target | origin << 6 | promotion << 12, weight, 0)


def written(path: Path, rows: list[tuple[str, str, int]]) -> Path:
    path.write_bytes(b"".join(sorted(entry(*row) for row in rows)))
    return path


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_a_book_answers(tmp_path: Path) -> None:
    path = written(tmp_path / "a.bin", [(START, "e2e4", 60), (START, "d2d4", 40), (CASTLES, "e1h1", 3)])
    assert is_book(path)
    book = open_book(path, CHESS)
    assert [(CHESS.name(CHESS.initial(), m.action), m.weight) for m in book.moves()] == [("e4", 60), ("d4", 40)]
    found = book.best()
    assert found is not None
    assert found.move == "e4"
    s = CHESS.parse(CASTLES)
    assert [CHESS.name(s, m.action) for m in book.moves(s)] == ["O-O"]
    assert book.moves(read_moves(CHESS, CHESS.initial(), "e4")) == []
    assert BookOpenings(CHESS, path, seed=0).different(10) == 2


def test_a_queen_that_goes_where_a_king_would_castle(tmp_path: Path) -> None:
    fen = "k7/8/8/8/8/8/8/K3Q3 w - - 0 1"
    book = open_book(written(tmp_path / "a.bin", [(fen, "e1h1", 1)]), CHESS)
    s = CHESS.parse(fen)
    assert [CHESS.name(s, m.action) for m in book.moves(s)] == ["Qh1+"]


def test_another_program_reads_the_same(tmp_path: Path) -> None:
    polyglot = pytest.importorskip("chess.polyglot")
    chess = pytest.importorskip("chess")
    path = written(tmp_path / "a.bin", [(START, "g1f3", 7), (CASTLES, "e1a1", 3), (CASTLES, "a1a8", 9)])
    with polyglot.open_reader(str(path)) as reader:
        theirs = {(e.move.uci(), e.weight) for e in reader.find_all(chess.Board(CASTLES))}
    s = CHESS.parse(CASTLES)
    book = open_book(path, CHESS)
    assert theirs == {(CHESS.name(s, m.action, "uci"), m.weight) for m in book.moves(s)} == {("e1c1", 3), ("a1a8", 9)}


def test_files_that_are_no_books(tmp_path: Path) -> None:
    (tmp_path / "short.bin").write_bytes(b"123")
    with pytest.raises(GameError, match="3 bytes are not entries of 16"):
        open_book(tmp_path / "short.bin", CHESS)
    (tmp_path / "odd.bin").write_bytes(bytes(range(200, 100, -1))[:96])
    with pytest.raises(GameError, match="its keys are not in order"):
        open_book(tmp_path / "odd.bin", CHESS)
    path = written(tmp_path / "a.bin", [(START, "e2e4", 60)])
    with pytest.raises(GameError, match="a book of chess, not of ConnectFour"):
        open_book(path, load("connect4"))


def test_coordinates() -> None:
    assert coordinates(0o1434) == "e2e4"
    assert coordinates(0o6070 | 4 << 12) == "a7a8q"


def test_openings_from_games_and_positions(tmp_path: Path) -> None:
    (tmp_path / "o.pgn").write_text("1. e4 e5 *\n\n1. d4 d5 2. c4 *\n")
    (tmp_path / "o.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - -\n")
    games = ReadOpenings(CHESS, tmp_path / "o.pgn", 3)
    assert [len(games.get(n)) for n in range(3)] == [2, 3, 2]
    places = ReadOpenings(CHESS, tmp_path / "o.epd")
    assert (places.get(0), places.start(0)) == ((), CHESS.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    assert Line(places.start(0)).states(CHESS) == [places.start(0)]
