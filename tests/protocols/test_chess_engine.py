"""python-chess drives us through whole games, as any client would: every move is checked by rules of its own."""

from __future__ import annotations

import logging
import random
import sys

import chess
import chess.engine
import chess.variant
import pytest

GAMETREE = [sys.executable, "-m", "gametree"]
OPEN = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}
PATIENCE = 300.0
"""Seconds; nothing is decided by how long things take."""
FAST = chess.engine.Limit(depth=2)
VARIANTS = {
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "3check": chess.variant.ThreeCheckBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "horde": chess.variant.HordeBoard,
    "racingkings": chess.variant.RacingKingsBoard,
}


@pytest.fixture
def engine(caplog):
    """A running engine; python-chess logs as errors what it does not understand of us."""
    engines = []

    def begin(protocol):
        # python-chess gives an XBoard engine two seconds to say its first word, however busy the machine is
        for _ in range(20):
            try:
                engines.append(OPEN[protocol]([*GAMETREE, protocol], timeout=PATIENCE))
            except chess.engine.EngineError as error:
                if "did not declare required feature: ping" not in str(error):
                    raise
                caplog.clear()
            else:
                return engines[-1]
        pytest.skip("this machine is too busy to start a program within two seconds")

    with caplog.at_level(logging.WARNING, logger="chess.engine"):
        yield begin
        for one in engines:
            one.quit()
    complaints = [r.getMessage() for r in caplog.records if "compiling" not in r.getMessage()]
    assert [line for line in complaints if "stat01" not in line] == []


def play(engine, board, limit=FAST, plies=400):
    """A whole game, with a few random moves first; or as much of it as is wanted."""
    dice = random.Random(board.fen())
    for _ in range(4):
        board.push(dice.choice(list(board.legal_moves)))
    while not board.is_game_over() and len(board.move_stack) < plies:
        found = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert found.move in board.legal_moves
        score = found.info.get("score")
        assert score is None or score.turn == board.turn
        board.push(found.move)
    return board


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", OPEN)
def test_a_game_of_chess(engine, protocol):
    board = play(engine(protocol), chess.Board(), plies=160)
    assert len(board.move_stack) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", OPEN)
def test_games_of_chess960(engine, protocol):
    one = engine(protocol)
    for number in (0, 959):
        board = chess.Board.from_chess960_pos(number)
        board.chess960 = True
        play(one, board, plies=60)


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", OPEN)
def test_castling_in_chess960(engine, protocol):
    one = engine(protocol)
    for fen in ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "1r3k1r/8/8/8/8/8/8/4K3 b kq - 0 1"):
        board = chess.Board(fen, chess960=True)
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        assert castling
        for move in castling:
            board.push(move)
            assert one.play(board, FAST).move in board.legal_moves
            board.pop()


@pytest.mark.parametrize("protocol", OPEN)
def test_limits(engine, protocol):
    one = engine(protocol)
    for limit in (
        chess.engine.Limit(nodes=500),
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01),
    ):
        play(one, chess.Board(), limit, plies=9)


def test_analysis_by_uci(engine):
    one, board = engine("uci"), chess.Board()
    found = one.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    assert [info["multipv"] for info in found] == [1, 2, 3]
    assert len({info["pv"][0] for info in found}) == 3
    roots = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    assert one.analyse(board, chess.engine.Limit(depth=3), root_moves=roots)["pv"][0] in roots
    mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    assert one.analyse(mate, chess.engine.Limit(mate=2))["score"] == chess.engine.PovScore(
        chess.engine.Mate(2), chess.WHITE
    )
    with one.analysis(board) as analysis:  # without end
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break


def test_analysis_by_xboard(engine):
    one, board = engine("xboard"), chess.Board()
    with one.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3 and info.get("pv"):
                break
    roots = [chess.Move.from_uci("a2a3")]
    with one.analysis(board, root_moves=roots) as analysis:
        for info in analysis:
            if info.get("pv"):
                break
    assert one.play(board, FAST).move in board.legal_moves


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", OPEN)
def test_pondering(engine, protocol):
    one, board = engine(protocol), chess.Board()
    for _ in range(6):
        found = one.play(board, FAST, ponder=True)
        board.push(found.move)
        # every other time the move that is expected
        reply = found.ponder if found.ponder in board.legal_moves and len(board.move_stack) % 4 == 1 else None
        board.push(reply or next(iter(board.legal_moves)))


def test_options(engine):
    one = engine("uci")
    assert {"Hash", "Threads", "MultiPV", "UCI_Elo", "UCI_LimitStrength", "nullmove"} <= set(one.options)
    one.configure({"Hash": 8, "Threads": 2, "UCI_LimitStrength": True, "UCI_Elo": 1200, "nullmove": False})
    play(one, chess.Board(), chess.engine.Limit(time=1), plies=10)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("protocol", OPEN)
def test_games_of_variants(engine, protocol, variant):
    if (protocol, variant) == ("xboard", "crazyhouse"):
        pytest.skip("python-chess 1.11 shares the pockets of root() with the game, and tells us ones that are too full")
    one = engine(protocol)
    for number in range(3):
        board = VARIANTS[variant]()
        for move in random.Random(number).sample(list(board.legal_moves), 1):
            board.push(move)
        play(one, board)
        assert board.is_game_over() or len(board.move_stack) == 400


@pytest.mark.slow
@pytest.mark.parametrize("protocol", OPEN)
def test_many_games(engine, protocol):
    one = engine(protocol)
    for number in range(0, 960, 120):
        board = chess.Board.from_chess960_pos(number)
        board.chess960 = True
        play(one, board, chess.engine.Limit(nodes=300))
    play(one, chess.Board(), chess.engine.Limit(nodes=300))
