"""Files of PDN as the commands write and read them: games of a match, openings, books, what is learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gametree import GameError, load, match
from gametree.books.book import open_book
from gametree.cli import main
from gametree.formats.pdn import read_pdn, rules_of_pdn
from gametree.game import over, payoff
from gametree.learning.given import given_games
from gametree.titles import title
from gametree.tournament.game_files import games_in

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ("checkers", "draughts:variant=russian", "checkers:size=6", "draughts:width=6,height=6")


@pytest.mark.parametrize("words", GAMES)
def test_games_of_a_match(tmp_path: Path, words: str, capsys: pytest.CaptureFixture[str]):
    """In checkers Black begins and is Max; the tags and results are White's all the same."""
    path, game = tmp_path / "games.pdn", load(words)
    played = match(words, "random", "random:name=other", games=4, plies=2, games_file=path, seed=2)
    assert title(rules_of_pdn(path)) == title(game)
    decided = 0
    for line, points, _ in games_in(path, game):
        last = line.states(game)[-1]
        if over(game, last) and payoff(game, last):
            decided += 1
            assert points == (payoff(game, last) + 1) / 2
    assert decided > 1
    first = [found.tags["Black" if words.startswith("checkers") else "White"] for found in read_pdn(path, game)]
    assert first == ["random", "other", "random", "other"]
    assert sum(len(games) for _, games in given_games(path, game)) == played.tally.games
    assert main(["replay", str(path), "--game", "1"]) == 0
    assert game.text(game.initial()) in capsys.readouterr().out


def test_a_book_and_openings(tmp_path: Path):
    path, book = tmp_path / "games.pdn", tmp_path / "checkers.book"
    path.write_text(
        '[GameType "21"]\n[Result "0-1"]\n1. 11-15 23-19 0-1\n\n[Result "1-0"]\n1. 9-14 22-17 1-0\n\n'
        '[Result "*"]\n1. 10-14 22-17 *\n\n[SetUp "1"]\n[FEN "B:W30:B1"]\n[Result "0-1"]\n1. 1-5 0-1\n'
    )
    game: Any = load("checkers")
    assert main(["book", "build", "checkers", "--out", str(book), "--from-games", str(path)]) == 0
    moves = open_book(book, game).moves()
    assert [(game.name(game.initial(), m.action), m.wins, m.losses) for m in moves] == [("11-15", 1, 0), ("9-14", 0, 1)]
    kept = tmp_path / "again.pdn"
    openings = tmp_path / "openings.pdn"
    openings.write_text('[Result "*"]\n1. 9-14 22-17 2. 11-15 *\n')
    match("checkers", "random", "random", games=2, openings=openings, plies=2, games_file=kept)
    assert all(game.name(line.start, line.actions[0]) == "9-14" for line, _, _ in games_in(kept, game))


def test_what_is_no_game_of_draughts(tmp_path: Path):
    with pytest.raises(GameError, match="PDN is for checkers and draughts, not tictactoe"):
        match("tictactoe", "random", "random", games=2, games_file=tmp_path / "x.pdn")
    (tmp_path / "bare.pdn").write_text("1. 11-15 *\n")
    with pytest.raises(GameError, match=r"bare.pdn does not say which draughts it holds.*name them with --rules"):
        rules_of_pdn(tmp_path / "bare.pdn")
    assert main(["replay", str(tmp_path / "bare.pdn"), "--rules", "checkers"]) == 0
