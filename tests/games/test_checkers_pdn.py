"""Games of checkers in PDN: what others write is read, and what we write is read by us and by pydraughts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from brute_force import game_of_chance
from draughts.PDN import PDNReader

from gametree.errors import GameError
from gametree.formats.pdn import read_pdn, read_text, to_text, write_pdn
from gametree.formats.pgn import Game, Moves
from gametree.games.checkers import Checkers
from gametree.notation.names import move_names

if TYPE_CHECKING:
    from pathlib import Path

GAME = Checkers()


def words(text: str) -> list[str]:
    (played,) = read_text(text, GAME)
    found: list[str] = []
    s = played.start
    for a in played.moves.actions:
        found.append(GAME.name(s, a, "long"))
        s = GAME.result(s, a)
    return found


LOOP = '[SetUp "1"] [FEN "W:WK6:BK9,K10,17,18."] '


@pytest.mark.parametrize(
    "move",
    ["6x6", "6x13x22x15x6", "6x15x22x13x6", "6x15 15x22 22x13 13x6", "6x15x22\n22x6", "6:15:22:13:6", "6x22x6!"],
)
def test_one_move_in_many_forms(move: str):
    assert words(f"{LOOP} 1... {move} *") == ["6x13x22x15x6"]


def test_moves_without_a_sign_and_without_blanks():
    assert words("1.1115 2218 2.15x22 25x18 *") == ["11-15", "22-18", "15x22", "25x18"]


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [
        ("2-0", "*", "1-0"), ("0-2", "0-2", "0-1"), ("1-1", "*", "1/2-1/2"), ("1/2-1/2", "1/2-1/2", "1/2-1/2"),
        ("0-1", "", "0-1"), ("*", "1-0", "1-0"), ("*", "*", "*"),
    ],
)  # fmt: skip
def test_results(tag: str, end: str, result: str):
    played = list(read_text(f'[Result "{tag}"] 1. 11-15 {end}\n\n[Event "next"] 1. 12-16 *', GAME))
    assert [game.result for game in played] == [result, "*"]


def test_variations_and_comments_stay():
    text = "1. 11-15 23-19 (23-18 2. 8-11 {a line}) 2. 8-11 *"
    (played,) = read_text(text, GAME)
    assert len(played.moves.variations) == 1
    assert text.replace("(23-18", "(1... 23-18") in to_text(played, GAME)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[GameType "20"] 1. 11-15 *', "a game of kind 20, but English checkers is 21"),
        ("1. 11-15 22-18 2. 8-11 *", "line 1: move 2.: '8-11' is not a legal move here; legal: 15x22"),
        ('[FEN "W:W40:B1"] *', "'40' is not a square; squares are 1 to 32"),
        ('[FEN "W:W9:B9"] *', "both sides have a piece on 9"),
        ('[FEN "W:W2:B9"] *', "White has a man where it would be a king, on 2; write K2"),
    ],
)
def test_mistakes(text: str, message: str):
    with pytest.raises(GameError, match=message):
        list(read_text(text, GAME))


def test_what_is_written_is_read(tmp_path: Path):
    """From the start and from the middle of a game."""
    games: list[Game] = []
    for seed in range(6):
        steps = list(game_of_chance(GAME, seed))[seed:-1]
        games.append(Game({"Round": str(seed)}, steps[0][0], Moves(actions=tuple(a for _, a in steps)), "0-1"))
    write_pdn(tmp_path / "games.pdn", GAME, games)
    back = read_pdn(tmp_path / "games.pdn", GAME)
    assert [(game.start, game.moves.actions, game.result) for game in back] == [
        (game.start, game.moves.actions, game.result) for game in games
    ]
    with pytest.raises(GameError, match="cannot be read"):
        read_pdn(tmp_path / "none.pdn", GAME)


def test_pydraughts_reads_the_same_moves():
    """Of games from the start: with others it expects White to move first."""
    for seed in range(3):
        steps = list(game_of_chance(GAME, seed))[:-1]
        played = Game({"Round": str(seed)}, steps[0][0], Moves(actions=tuple(a for _, a in steps)), "1/2-1/2")
        (theirs,) = PDNReader(pdn_text=to_text(played, GAME)).games
        assert (theirs.tags["Round"], theirs.tags["Result"]) == (str(seed), "1/2-1/2")
        assert theirs.moves == move_names(GAME, played.start, played.moves.actions)
