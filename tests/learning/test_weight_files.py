"""Files of weights: what is written is read, however a game is named; a wrong file gets one clear line."""

from __future__ import annotations

import json

import pytest

from gametree import GameError, load
from gametree.cli import main
from gametree.data import game_named
from gametree.features import Weighted
from gametree.tournament.players import BestPlayer
from gametree.tournament.spec import Spec
from gametree.web.shelf import Shelf
from gametree.weights import read_weights, save_weights, weights_of, with_weights


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "kalah.weights"
    save_weights(path, weights_of(load("kalah"), [1, 2, 3, 4, 5, 6.123456789], "by hand"))
    return path


def test_what_is_written_is_read(kept):
    held = read_weights(kept)
    assert held.weights == (1, 2, 3, 4, 5, 6.12346)
    assert (held.game, held.rules, held.made, held.terms[0]) == ("kalah", "Kalah", "by hand", "stores")


def test_weights_among_the_parameters(tmp_path):
    path = tmp_path / "k.weights"
    save_weights(path, weights_of(load("kalah:m=3"), [9, 2, 3, 4, 5, 6]))
    game = load(f"kalah:m=4,weights={path}")  # another size, the same features
    assert isinstance(game, Weighted)
    assert (game.weights[0], game.m) == (9, 4)
    assert load("kalah", weights=str(path)).weights[0] == 9  # type: ignore
    assert load("kalah").weights[0] == 1  # type: ignore


def test_a_player_with_a_file(kept):
    kept = kept.rename(kept.with_name("a, b=c.weights"))
    player = BestPlayer(Spec.read(f'greedy:weights="{kept}",name=x'), "")
    assert player._own(load("kalah")).weights[1] == 2
    assert player.name == "x"


def test_a_game_with_many_features_keeps_a_checksum_of_their_names(tmp_path):
    class Many(Weighted[int]):
        terms = tuple(f"number {i}" for i in range(3000))
        weights = weights_of(load("kalah")).weights

    class Other(Many):
        terms = tuple(f"another {i}" for i in range(3000))

    game, other = Many(), Other()
    import numpy as np

    game.weights = other.weights = np.zeros(3000)
    save_weights(tmp_path / "m.weights", weights_of(game, np.arange(3000)))
    assert with_weights(game, tmp_path / "m.weights").weights[7] == 7
    Other.__name__ = "Many"
    with pytest.raises(GameError, match="for other features"):
        with_weights(other, tmp_path / "m.weights")


def edited(path, change):
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda p: p.write_text(p.read_text()[:-40]), "is damaged: it is cut off"),
        (lambda p: p.write_bytes(b"\xff\xfe\x00"), "is not a file of weights"),
        (lambda p: p.write_text("[" * 100_000), "is not a file of weights"),
        (lambda p: p.write_text("[]"), "is not a file of weights"),
        (lambda p: edited(p, lambda c: c["weights"].__setitem__(0, 7)), "its checksum is wrong"),
        (lambda p: edited(p, lambda c: c.pop("terms")), "its checksum is wrong"),
        (lambda p: p.unlink(), "cannot be read: no such file"),
        (lambda p: (p.unlink(), p.mkdir()), "cannot be read: is a directory"),
        (lambda p: save_weights(p, weights_of(load("sharks"), [1, 2, 3])), "holds weights for sharks, not for kalah"),
    ],
)
def test_a_wrong_file_gets_one_line(kept, spoil, message, capsys):
    spoil(kept)
    with pytest.raises(GameError, match=message):
        with_weights(load("kalah"), kept)
    assert main(["best", f"kalah:weights={kept}", "--depth", "1"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert str(kept) in told


def test_a_game_without_features(kept):
    with pytest.raises(GameError, match="has no weighted features, so it takes no weights"):
        load(f"hex:weights={kept}")


def test_the_page_and_data_files_read_no_weights(kept):
    with pytest.raises(GameError, match="leave out weights"):
        Shelf([]).checked(f"kalah:weights={kept}")
    with pytest.raises(GameError):
        game_named(f"kalah:weights={kept}", "some.book", "--game GAME")
