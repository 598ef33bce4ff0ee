"""Chess: positions and moves as they are written, draws, and our rules beside those of others."""

import pytest
from chess_referee import compare

from gametree import GameError, Line, best, load
from gametree.game import repetition_payoff
from gametree.games.chess import Chess
from gametree.notation.names import read_action, read_moves

GAME = Chess()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def play(moves, fen=START, game=GAME):
    """The state after some moves."""
    line = read_moves(game, game.parse(fen), moves)
    return line.states(game)[-1]


def names(fen, style="", game=GAME):
    s = game.parse(fen)
    return [game.name(s, a, style) for a in game.actions(s)]


@pytest.mark.parametrize(
    "fen",
    [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/4k3/8/4K2r w - - 99 150",
        "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 3 9",  # neither rook is the outermost one: X-FEN names the files
    ],
)
def test_fen_round_trip(fen):
    assert GAME.fen(GAME.parse(fen)) == fen.replace("GBgb", "GBkq")
    assert GAME.parse(GAME.text(GAME.parse(fen))) == GAME.parse(fen)


def test_fen_may_be_short():
    assert GAME.parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") == GAME.parse(START.replace("KQkq", "-"))


def test_shredder_fen():
    assert GAME.parse(START.replace("KQkq", "HAha")) == GAME.initial()


def test_passed_square_is_forgotten_where_nobody_can_capture():
    assert GAME.fen(play("e4")) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert GAME.parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") == play("e4")


@pytest.mark.parametrize(
    ("fen", "mistake"),
    [
        ("nonsense", "write it in FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "not a board"),
        ("k7/8/8/8/8/8/8/Kx6 w - - 0 1", "'x' is no man"),
        ("k7/8/8/8/8/8/K7 w - - 0 1", "is not 8 ranks of 8 squares"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "'x' is not whose move it is"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "'K' is no castling right here"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn can have just passed over e6"),
        ("k7/8/8/8/8/8/8/K7 w - e3 0 1", "'e3' is no square that a pawn has just passed over"),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", "'x' is not a clock"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 2", "nothing comes after the move number"),
        ("kP6/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on the first or the last rank"),
        ("k7/R7/8/8/8/8/8/K7 w - - 0 1", "the side that is not to move is in check"),
    ],
)
def test_mistakes_in_positions(fen, mistake):
    with pytest.raises(GameError, match=mistake) as error:
        GAME.parse(fen)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("words", ["chess960=960", "variant=checkers", "setup=k7/8/8", "setup=9/8"])
def test_mistakes_in_parameters(words):
    with pytest.raises(GameError, match=r"chess: (chess960 must|no variant|not a )"):
        load(f"chess:{words}")


def test_algebraic_names():
    assert set(names("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1")) >= {"b8=Q+", "b8=N", "O-O", "O-O-O", "Rd1", "Rf1", "Rh8+"}
    knights = names("4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1")
    assert {"Nc3e2", "N1e2", "Nge2", "Nge4", "Nce4"} <= set(knights)
    assert "exd6" in names("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert "Qg7#" in names("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1")


def test_castling_is_spelt_as_uci_has_it():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert {"e1g1", "e1c1"} <= set(names(fen, "uci"))
    assert {"e1h1", "e1a1"} <= set(names(fen, "uci", load("chess", chess960=518)))
    assert "g1h1" in names("4k3/8/8/8/8/8/8/6KR w H - 0 1", "uci")


def test_moves_are_read_in_every_style():
    s = GAME.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert read_action(GAME, s, "O-O") == read_action(GAME, s, "e1g1") == 4 | 7 << 6


def test_castling_moves_both_men_and_ends_the_rights():
    s = play("O-O-O", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert GAME.fen(s) == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    assert GAME.fen(play("Rxh8", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")) == "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"


def test_chess960_starting_positions():
    assert load("chess", chess960=518).initial() == GAME.initial()
    rows = {load("chess", chess960=n).fen(load("chess", chess960=n).initial()).split("/")[0] for n in range(0, 960, 37)}
    assert len(rows) == 26
    # R. Scharnagl's table of the starting positions: the first, the last
    assert GAME.fen(load("chess", chess960=0).initial()).startswith("bbqnnrkr/")
    assert GAME.fen(load("chess", chess960=959).initial()).startswith("rkrnnqbb/")


def test_fifty_moves():
    s = GAME.parse("8/8/8/8/8/4k3/8/K6r w - - 99 150")
    assert not GAME.drawn(s)
    assert GAME.drawn(GAME.result(s, next(iter(GAME.actions(s)))))
    assert GAME.terminal(GAME.parse("8/8/8/8/8/4k3/8/K6r w - - 100 150")) is False


@pytest.mark.parametrize(
    ("men", "drawn"),
    [
        ("8/8/8/8/8/4k3/8/4K3", True),
        ("8/8/8/8/8/4k3/8/N3K3", True),
        ("8/8/8/8/8/4k3/8/B3K3", True),
        ("8/8/8/8/8/4k3/1b6/B3K3", True),  # bishops on squares of one colour
        ("8/8/8/8/8/4k3/b7/B3K3", False),
        ("8/8/8/8/8/4k3/8/NN2K3", False),
        ("8/8/8/8/8/4k3/n7/B3K3", False),
        ("8/8/8/8/8/4k3/P7/4K3", False),
        ("8/8/8/8/8/4k3/8/R3K3", False),
    ],
)
def test_insufficient_material(men, drawn):
    assert GAME.drawn(GAME.parse(f"{men} w - - 0 1")) is drawn


def test_threefold_repetition():
    line = read_moves(GAME, GAME.initial(), "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
    assert repetition_payoff(GAME, line.states(GAME)) is None
    line = read_moves(GAME, GAME.initial(), "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
    assert repetition_payoff(GAME, line.states(GAME)) == 0


def test_a_right_that_is_lost_makes_another_position():
    line = read_moves(GAME, GAME.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8")
    assert repetition_payoff(GAME, line.states(GAME)) is None


def test_an_en_passant_capture_that_is_pinned_does_not_count():
    s = play("e4", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")
    assert s.passed
    assert GAME.position(s).passed == 0
    assert "dxe3" not in [GAME.name(s, a) for a in GAME.actions(s)]


def test_tactics_are_captures_and_promotions_and_all_evasions():
    s = GAME.parse("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    assert sorted(GAME.name(s, a) for a in GAME.tactics(s) if a >> 12 == 5) == ["exd8=Q+"]
    s = GAME.parse("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1")
    assert [GAME.name(s, a) for a in GAME.tactics(s)] == ["Kxe2"]


def test_a_pass_in_check_loses_the_king():
    s = GAME.parse("4k3/8/8/8/8/8/3PPP2/4K2q w - - 0 1")
    assert GAME.terminal(GAME.null(s))
    assert GAME.utility(GAME.null(s)) == -1
    s = GAME.parse("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert GAME.player(GAME.null(s)) == 1
    assert not GAME.terminal(GAME.null(s))


@pytest.mark.parametrize(
    ("fen", "move", "distance"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 3),  # P. Morphy's problem
    ],
)
def test_mates_are_found(fen, move, distance):
    answer = best(GAME, GAME.parse(fen), depth=5, algorithm="alphabeta")
    assert (answer.move, answer.value, answer.proven, answer.distance) == (move, 1, True, distance)


@pytest.mark.parametrize("number", [-1, 0, 347, 959])
def test_random_games_agree_with_an_independent_implementation(number):
    compare("chess", 150, seed=number, number=number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [-1, *range(5, 960, 50)])
def test_many_random_games_agree_with_an_independent_implementation(number):
    """100,000 positions and a few more, for a game is played to its end."""
    compare("chess", 70_000 if number < 0 else 1_500, seed=number, number=number)


def test_a_line_is_a_position_with_its_history():
    line = Line(GAME.initial(), read_moves(GAME, GAME.initial(), "e4 e5").actions)
    assert GAME.player(line.states(GAME)[-1]) == 0
