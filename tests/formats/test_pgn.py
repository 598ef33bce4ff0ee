"""Games in PGN: what is written is read back, and what is wrong is said in one line."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from gametree import load
from gametree.cli import main
from gametree.errors import GameError
from gametree.formats.pgn import Game, Moves, read_pgn, read_text, write_pgn
from gametree.notation.moves import read_move

if TYPE_CHECKING:
    from pathlib import Path

CHESS = load("chess")
OPERA = """[Event "Paris Opera"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move already.} 4. dxe5 Bxf3 5. Qxf3
dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12.
O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""


def test_a_game_is_read_and_written_back_word_by_word() -> None:
    (game,) = read_text(OPERA, CHESS)
    assert game.tags["White"] == "Morphy, Paul"
    assert len(game.moves.actions) == 33
    assert game.moves.comments == {6: "This is a weak move already."}
    assert CHESS.terminal(game.line.states(CHESS)[-1])
    (again,) = read_text(game.to_text(CHESS), CHESS)
    assert (again.tags, again.moves, again.result) == (game.tags, game.moves, game.result)
    assert max(len(line) for line in game.to_text(CHESS).splitlines()) < 80


def test_an_independent_reader_reads_what_is_written() -> None:
    pgn = pytest.importorskip("chess.pgn")
    (game,) = read_text(OPERA, CHESS)
    theirs = pgn.read_game(io.StringIO(game.to_text(CHESS)))
    assert not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()][-2:] == ["d7b8", "d1d8"]
    assert theirs.headers["Black"] == "Duke Karl / Count Isouard"


def test_variations_glyphs_and_comments_are_kept() -> None:
    text = """[White "A \\"B\\" C"]
    {before} 1. e4 $1 (1. d4 d5 {solid} (1... Nf6 2. c4) 2. c4) (1. c4 $5) e5! ; to the end of the line
    2. Nf3?? *"""
    (game,) = read_text(text, CHESS)
    assert game.tags["White"] == 'A "B" C'
    first, second = game.moves.variations
    assert (first.ply, len(first.actions), first.comments) == (0, 3, {2: "solid"})
    assert (first.variations[0].ply, len(first.variations[0].actions)) == (1, 2)
    assert second.glyphs == {1: (5,)}
    assert game.moves.glyphs == {1: (1,), 2: (1,), 3: (4,)}
    assert game.moves.comments == {0: "before", 2: "to the end of the line"}
    (again,) = read_text(game.to_text(CHESS), CHESS)
    assert again.moves == game.moves


def test_a_game_may_begin_anywhere() -> None:
    text = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 41"]\n\n41... Kd7 42. e4 1/2-1/2'
    (game,) = read_text(text, CHESS)
    assert CHESS.player(game.start) == 1
    written = game.to_text(CHESS)
    assert '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 41"]' in written
    assert "41... Kd7 42. e4 1/2-1/2" in written


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/4P3/4K3 w - - 100 90", "4k3/8/8/8/8/8/4N3/4K3 w - - 0 90"])
def test_games_go_on_where_nobody_claims_a_draw(fen: str) -> None:
    (game,) = read_text(f'[FEN "{fen}"]\n\n90. Kd2 Ke7 91. Kd3 *', CHESS)
    assert len(game.moves.actions) == 3
    assert "90. Kd2 Ke7 91. Kd3 *" in game.to_text(CHESS)


def test_several_games_in_one_file(tmp_path: Path) -> None:
    games = [Game({"Round": str(n)}, CHESS.initial(), Moves(), "*") for n in (1, 2)]
    write_pgn(tmp_path / "two.pgn", CHESS, [*games, *read_text(OPERA, CHESS)])
    found = read_pgn(tmp_path / "two.pgn", CHESS)
    assert [game.tags["Round"] for game in found] == ["1", "2", "?"]
    assert [len(game.moves.actions) for game in found] == [0, 0, 33]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1. e4 e5\n2. Ke3 *", "line 2: move 2.: 'Ke3' is not a legal move here"),
        ("1. e4 Ke4 *", "line 1: move 1...: 'Ke4' is not a legal move here"),
        ("1. e4 (1. d4 *", "line 1: a variation without its end"),
        ("1. e4 ) *", "line 1: a closing parenthesis without an opening one"),
        ("(1. e4) *", "line 1: a variation before the first move"),
        ("1. e4\n{no end", "line 2: a comment without its end"),
        ('[Result "1-0"]\n\n1. e4 0-1', "line 3: the result is 1-0 in the tags and 0-1 after the moves"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "line 1: move 3.: 'a3' cannot be played: the game is over"),
        ('[FEN "nonsense"]\n\n1. e4 *', "not a position"),
    ],
)
def test_mistakes_are_told_in_one_line(text: str, error: str) -> None:
    with pytest.raises(GameError) as caught:
        list(read_text(text, CHESS))
    assert str(caught.value).startswith(error)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "word", "name"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a8=N"),
        ("4k3/8/8/8/8/8/7P/N3K3 w - - 0 1", "Na1b3!?", "Nb3"),
        ("4k3/8/8/8/2b5/1P1B4/8/4K3 w - - 0 1", "bxc4", "bxc4"),
        ("4k3/8/8/8/2b5/1P1B4/8/4K3 w - - 0 1", "Bxc4", "Bxc4"),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "cxd6e.p.", "cxd6"),
        ("7k/3b4/8/3b4/8/7p/8/6K1 b - - 0 1", "B5c6", "B5c6"),  # a bishop of the fifth rank, not b5 to c6
        ("7k/8/8/1p6/8/8/8/6K1 b - - 0 1", "B5B4", "b4"),
        ("1k6/8/8/8/8/8/8/R3K2R w - - 0 1", "Raf1", None),
    ],
)
def test_moves_as_people_write_them(fen: str, word: str, name: str | None) -> None:
    s = CHESS.parse(fen)
    if name is None:
        with pytest.raises(GameError):
            read_move(CHESS, s, word)
    else:
        assert CHESS.name(s, read_move(CHESS, s, word)) == name


# --- texts that are made to break the reader -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 " + "(1. d4 " * 5000 + ")" * 5000 + " *", "line 1: more than 200 variations within one another"),
        ("1. e4 $" + "1" * 5000 + " *", "line 1: $1111… is not an annotation glyph"),
    ],
)
def test_deep_variations_and_long_glyphs_are_one_line(text, told, tmp_path, capsys):
    (tmp_path / "bad.pgn").write_text(text)
    assert main(["replay", str(tmp_path / "bad.pgn")]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert len(error) < 300


def test_variations_may_be_nested(tmp_path, capsys):
    (tmp_path / "good.pgn").write_text("1. e4 " + "(1. d4 " * 150 + ")" * 150 + " *")
    assert main(["replay", str(tmp_path / "good.pgn")]) == 0


def test_a_long_number_at_the_end_of_a_position(tmp_path, capsys):
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 " + "9" * 5000
    (tmp_path / "bad.pgn").write_text(f'[FEN "{fen}"]\n\n1. e4 *')
    assert main(["replay", str(tmp_path / "bad.pgn")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
