"""Games of Chess960 and of the variants in PGN: python-chess reads what we write, and we read what it writes."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Any

import pytest

from gametree import load
from gametree.errors import GameError
from gametree.formats.pgn import Game, Moves, read_text
from gametree.formats.records import rules_of
from gametree.formats.variant_tag import read_variant
from gametree.game import Line, over
from gametree.games.chess.variants import VARIANTS
from gametree.protocols.chess_games import variant_of

if TYPE_CHECKING:
    from pathlib import Path

pgn = pytest.importorskip("chess.pgn")

OURS = ("gardner", "losalamos")
"""What python-chess does not play."""
SHARED = [name for name in VARIANTS if name not in OURS]
GAMES = ["chess:chess960=0", "chess:chess960=518", "chess:variant=atomic,chess960=700", "chess"]
GAMES += [f"chess:variant={name}" for name in SHARED]


def random_line(game: Any, start: Any, seed: int, plies: int = 60) -> Line[Any]:
    """A game of random moves, to its end or to a number of plies. Castling is played if possible."""
    dice, s, actions = random.Random(seed), start, []
    while len(actions) < plies and not over(game, s):
        legal = list(game.actions(s))
        castling = [a for a in legal if game.name(s, a).startswith("O-O")]
        actions.append(dice.choice(castling or legal))
        s = game.result(s, actions[-1])
    return Line(start, tuple(actions))


@pytest.mark.parametrize("title", GAMES)
def test_there_and_back(title: str, tmp_path: Path) -> None:
    game = load(title)
    begin = game.initial()
    for seed in range(2):
        start = begin if seed == 0 else random_line(game, begin, 9, plies=7).states(game)[-1]
        line = random_line(game, start, seed)
        text = Game({}, start, Moves(0, line.actions), "*").to_text(game)
        theirs = pgn.read_game(io.StringIO(text))
        assert not theirs.errors
        board = theirs.end().board()
        assert type(board).uci_variant == variant_of(game)
        assert board.fen(en_passant="xfen") == game.fen(line.states(game)[-1])
        assert len(line.actions) == sum(1 for _ in theirs.mainline())
        file = tmp_path / "theirs.pgn"
        file.write_text(str(theirs))
        ours = rules_of(file)
        (again,) = read_text(str(theirs), ours)
        assert type(ours) is type(game)
        assert (again.start, again.moves.actions) == (start, line.actions)


@pytest.mark.parametrize("name", OURS)
def test_variants_of_small_boards(name: str, tmp_path: Path) -> None:
    game = load("chess", variant=name)
    line = random_line(game, game.initial(), 1)
    text = Game({}, line.start, Moves(0, line.actions), "*").to_text(game)
    (tmp_path / "ours.pgn").write_text(text)
    ours = rules_of(tmp_path / "ours.pgn")
    (again,) = read_text(text, ours)
    assert type(ours) is type(game)
    assert again.line == line


def test_chess960_is_written_with_its_position() -> None:
    game = load("chess:chess960=518")
    text = Game({}, game.initial(), Moves(), "*").to_text(game)
    assert '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]' in text
    assert "Variant" not in Game({}, load("chess").initial(), Moves(), "*").to_text(load("chess"))


def test_a_game_that_begins_with_a_set_up_has_it_in_its_tags() -> None:
    game = load("chess:setup=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]' in Game({}, game.initial(), Moves(), "*").to_text(game)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Standard", ("chess", False)),
        ("From Position", ("chess", False)),
        ("Chess 960", ("chess", True)),
        ("fischerandom", ("chess", True)),
        ("Fischer Random", ("chess", True)),
        ("KOTH", ("kingofthehill", False)),
        ("Crazyhouse960", ("crazyhouse", True)),
        ("Wild/1", ("wild/1", False)),
    ],
)
def test_names_of_variants(text: str, found: tuple[str, bool]) -> None:
    assert read_variant(text) == found


def test_games_by_other_rules_are_refused() -> None:
    text = '[Variant "Atomic"]\n\n1. e4 e5 *'
    with pytest.raises(GameError, match=r"^line 3: this is a game of atomic$"):
        list(read_text(text, load("chess")))
    assert list(read_text(text, load("chess:variant=atomic")))
    assert list(read_text('[Variant "Chess960"]\n\n1. e4 e5 *', load("chess")))
    assert list(read_text('[Variant "Wild/0"]\n\n1. e4 e5 *', load("chess")))


def test_variants_that_are_not_known(tmp_path: Path) -> None:
    (tmp_path / "odd.pgn").write_text('[Variant "Wild/0"]\n\n1. e4 e5 *')
    with pytest.raises(GameError, match="no variant 'wild/0' of chess"):
        rules_of(tmp_path / "odd.pgn")
