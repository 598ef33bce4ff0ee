"""Variants of chess: what differs, and their rules beside those of an independent implementation."""

import pytest
from chess_referee import BOARDS, compare

from gametree import GameError, best, load, perft
from gametree.games.chess import Chess
from gametree.games.chess.variants import VARIANTS

OTHERS = sorted(set(BOARDS) - {"chess"})


def variant(name, fen):
    game = load("chess", variant=name)
    return game, game.parse(fen)


def names(game, s):
    return {game.name(s, a) for a in game.actions(s)}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_a_class_of_its_own(name):
    game = load(f"chess:variant={name}")
    assert type(game) is VARIANTS[name]
    assert isinstance(game, Chess)
    assert game.parse(game.text(game.initial())) == game.initial()


def test_a_board_of_any_size():
    """The size of the board is that of the set-up: all moves of a king and a rook against a king on 4×4 squares."""
    game = load("chess:setup=k3/4/4/KR2 w - - 0 1")
    assert (game.width, game.height) == (4, 4)
    assert names(game, game.initial()) == {"Ka2", "Kb2", "Rb2", "Rb3", "Rb4+", "Rc1", "Rd1"}


def test_king_of_the_hill():
    game, s = variant("kingofthehill", "k7/8/8/8/8/3K4/8/8 w - - 0 1")
    assert {"Kd4#", "Ke4#"} <= names(game, s)
    assert not game.drawn(s)


def test_antichess():
    game, s = variant("antichess", "8/8/8/8/8/8/1p6/B7 w - - 0 1")
    assert names(game, s) == {"Bxb2#"}
    t = game.result(s, next(iter(game.actions(s))))
    assert game.terminal(t)
    assert game.utility(t) == -1  # Black has no men left: he wins
    assert "a8=K" in names(*variant("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1"))
    game, s = variant("antichess", "8/8/8/8/8/p7/P7/8 w - - 0 1")
    assert game.terminal(s)
    assert game.utility(s) == 1  # no move, and so a win


def test_atomic():
    game, s = variant("atomic", "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1")
    assert "Qxf7#" in names(game, s)
    queen_and_pawn_gone = game.parse("rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1")
    assert game.result(s, 39 | 36 << 6) == queen_and_pawn_gone
    game, s = variant("atomic", "8/8/8/8/8/8/kr6/1B5K b - - 0 1")
    assert game.in_check(s)
    assert 9 | 1 << 6 not in list(game.actions(s))  # Rxb1 would blow up Black's own king


def test_atomic_kings_may_touch():
    game, s = variant("atomic", "8/8/8/8/8/3k4/r7/3K4 w - - 0 1")
    t = game.result(s, 3 | 11 << 6)  # Kd2, beside the other king: the rook gives no check
    assert 3 | 11 << 6 in list(game.actions(s))
    assert not game.in_check(game.result(t, 19 | 20 << 6))


def test_three_checks():
    game, s = variant("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1")
    assert "Ra8#" in names(game, s)
    assert "Ra8+" in names(*variant("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 2+3 0 1"))
    assert game.parse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0") == s


def test_crazyhouse_takes_prisoners():
    game, s = variant("crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1")
    t = game.result(s, 28 | 35 << 6)
    assert game.fen(t) == "4k3/8/8/3P4/8/8/8/4K3[P] b - - 0 1"
    game, s = variant("crazyhouse", "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1")
    assert game.fen(game.result(s, 28 | 35 << 6)) == "4k3/8/8/3P4/8/8/8/4K3[P] b - - 0 1"
    game, s = variant("crazyhouse", "4k3/8/8/8/8/8/8/4K3/Nr w - - 0 1")
    assert game.fen(game.result(s, 20 | 20 << 6 | 2 << 12)) == "4k3/8/8/8/8/4N3/8/4K3[r] b - - 1 1"


def test_horde():
    game, s = variant("horde", "4k3/8/8/8/8/8/8/7P w - - 0 1")
    assert names(game, s) == {"h2", "h3"}
    game, s = variant("horde", "4k3/8/8/8/8/8/7r/7P b - - 0 1")
    assert "Rxh1#" in names(game, s)


def test_racing_kings():
    game, s = variant("racingkings", "8/1K5k/8/8/8/8/8/8 w - - 0 1")
    t = game.result(s, 49 | 57 << 6)
    assert not game.terminal(t)  # Black can follow
    assert game.utility(game.result(t, 55 | 63 << 6)) == 0
    assert game.terminal(game.result(t, 55 | 47 << 6))
    assert "Rh1" not in names(*variant("racingkings", "8/8/8/7k/8/8/8/K5R1 w - - 0 1"))


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("horde", "4k3/8/8/8/8/8/8/4K2P w - - 0 1"),
        ("racingkings", "8/8/8/7k/8/8/8/K6R w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1"),
        ("atomic", "4k3/8/8/8/8/8/8/8 b - - 0 1"),
        ("gardner", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_mistakes(name, fen):
    with pytest.raises(GameError, match="not a position"):
        variant(name, fen)


def test_chess960_needs_the_men_of_chess():
    assert load("chess:variant=crazyhouse,chess960=0").chess960
    with pytest.raises(GameError, match="horde has its own starting position"):
        load("chess:variant=horde,chess960=0")


@pytest.mark.parametrize("name", OTHERS)
def test_random_games_agree_with_an_independent_implementation(name):
    compare(name, 200)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_many_random_games_agree_with_an_independent_implementation(name):
    compare(name, 15_000, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_can_be_searched(name):
    """The compiled search and quiescence, null moves and all, find a legal move."""
    game = load("chess", variant=name)
    answer = best(game, depth=4)
    assert answer.compiled
    assert answer.action in list(game.actions(game.initial()))
    assert perft(game, depth=2, bulk=True).nodes == perft(game, depth=2).nodes
