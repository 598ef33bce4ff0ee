"""python-chess as the referee of our chess: the same moves, names, positions and ends in random games."""

import random

import chess
import chess.variant

from gametree import load

BOARDS = {
    "chess": chess.Board,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "horde": chess.variant.HordeBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "racingkings": chess.variant.RacingKingsBoard,
    "3check": chess.variant.ThreeCheckBoard,
}
VALUES = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def compare(variant, positions, seed=0, number=-1):
    """Play random games until this many positions were compared; ``number``: of a Chess960 starting position."""
    game = load("chess", variant=variant, chess960=number)
    dice = random.Random(seed)
    seen = 0
    while seen < positions:
        board = BOARDS[variant](game.fen(game.initial()), chess960=number >= 0)
        s, over = game.initial(), False
        while not over:
            seen += 1
            names = compare_position(game, board, s, names=seen % 8 == 0)
            over = game.terminal(s) or game.drawn(s)
            if not over:
                choice = dice.choice(sorted(names))
                board.push_uci(choice)
                s = game.result(s, names[choice])
    return seen


def compare_position(game, board, s, *, names):
    """Compare one position, and the algebraic names of its moves too if asked; the legal moves by their UCI names."""
    fen = board.fen(en_passant="xfen")
    assert game.fen(s) == fen
    assert game.fen(game.parse(fen)) == fen
    assert game.parse(game.text(s)) == s
    over = board.is_variant_end() or not any(board.legal_moves)
    assert bool(game.terminal(s)) == over, fen
    if over:
        assert game.utility(s) == VALUES[board.result()], fen
        return {}
    moves = list(game.actions(s))
    ours = {game.name(s, a, "uci"): a for a in moves}
    assert sorted(ours) == sorted(board.uci(move) for move in board.legal_moves), fen
    assert len(ours) == len(moves), fen
    fifty = board.uci_variant != "crazyhouse" and board.halfmove_clock >= 100
    assert bool(game.drawn(s)) == (fifty or board.is_insufficient_material()), fen
    assert bool(game.position(s).passed) == board.has_legal_en_passant(), fen
    if names:
        for move in board.legal_moves:
            assert game.name(s, ours[board.uci(move)]) == board.san(move), fen
    return ours
