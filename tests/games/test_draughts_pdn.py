"""Games of draughts in PDN: what others write is read, and what we write is read by us and by pydraughts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from brute_force import game_of_chance
from draughts.PDN import PDNReader

from gametree import load
from gametree.errors import GameError
from gametree.formats.pdn import read_pdn, read_text, to_text, write_pdn
from gametree.formats.pgn import Game, Moves
from gametree.games.draughts.variants import VARIANTS
from gametree.notation.names import move_names

if TYPE_CHECKING:
    from pathlib import Path


def words(text: str, variant: str = "international") -> list[str]:
    game: Any = load(f"draughts:variant={variant}")
    (played,) = read_text(text, game)
    return list(move_names(game, played.start, played.moves.actions))


@pytest.mark.parametrize(
    ("variant", "text", "moves"),
    [
        ("international", "1. 32-28 19-23 2. 28x19 14x23 2-0", ["32-28", "19-23", "28x19", "14x23"]),
        ("international", "1.3228 1923 2.2819 *", ["32-28", "19-23", "28x19"]),
        ("russian", "1. c3-d4 d6-c5 2. b2-c3 f6-g5 0-1", ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]),
        ("russian", "1. c3d4 b6-c5 2. d4:b6 a7:c5 *", ["c3-d4", "b6-c5", "d4:b6", "a7:c5"]),
        ("brazilian", '[GameType "26"] 1. c3-d4 *', ["c3-d4"]),
        ("frisian", '[GameType "40,W,10,10,N2,0"] 1. 31-27 *', ["31-27"]),
    ],
)
def test_moves_in_many_forms(variant: str, text: str, moves: list[str]):
    assert words(text, variant) == moves


def test_another_kind_is_refused():
    for variant, kind, problem in (
        ("international", "25", "a game of kind 25, but International draughts is 20,W,10,10,N2,0"),
        ("killer", "20", "a game of kind 20, but Killer draughts has no number"),
        ("russian", "20,W,10,10,N2,0", "but Russian draughts is 25"),
    ):
        with pytest.raises(GameError, match=problem):
            words(f'[GameType "{kind}"] *', variant)
    with pytest.raises(GameError, match=r"line 1: move 1\.: '32-29' is not a legal move here"):
        words("1. 32-29 *")


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_we_write_we_read(tmp_path: Path, variant: str):
    game: Any = load(f"draughts:variant={variant}")
    actions = tuple(a for _, a in game_of_chance(game, 5) if a >= 0)[:60]
    played = Game({"White": "Anna"}, game.initial(), Moves(0, actions), "1/2-1/2")
    path = tmp_path / "games.pdn"
    write_pdn(path, game, [played, played])
    for found in read_pdn(path, game):
        assert found.moves.actions == actions
        assert found.result == "1/2-1/2"
    tag = "GameType" if game.game_type else "Game"
    assert f'[{tag} "' in path.read_text()


@pytest.mark.parametrize(("variant", "theirs"), [("international", "standard"), ("russian", "russian")])
def test_pydraughts_reads_what_we_write(variant: str, theirs: str):
    game: Any = load(f"draughts:variant={variant}")
    actions = tuple(a for _, a in game_of_chance(game, 2) if a >= 0)[:30]
    text = to_text(Game({}, game.initial(), Moves(0, actions), "*"), game)
    reader = PDNReader(text)
    assert reader.games[0].variant == theirs
    names = [name.replace(":", "x") for name in move_names(game, game.initial(), actions)]
    assert [move.replace(":", "x") for move in reader.games[0].moves] == names
