"""The knowledge of chess: the evaluation is fair to both sides and explains itself; exchanges are weighed rightly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from gametree import load
from gametree.errors import GameError
from gametree.features import shares, weighted
from gametree.games.chess.hints import PRICES

if TYPE_CHECKING:
    from gametree.games.chess.rules import State

CHESS = load("chess")
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPP1/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "8/P6k/8/8/3p4/8/1p3K2/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K2Q w - - 0 1",
)


def exchanged(fen: str) -> str:
    """The same position with the colours exchanged, the board turned and the other side to move."""
    men, turn, castling, *rest = fen.split()
    rows = "/".join(reversed(men.swapcase().split("/")))
    return " ".join([rows, "b" if turn == "w" else "w", castling.swapcase(), *rest])


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("evaluation", ["features", "shannon"])
def test_both_sides_are_judged_alike(fen: str, evaluation: str) -> None:
    game = load("chess", evaluation=evaluation)
    assert game.evaluate(game.parse(fen)) == -game.evaluate(game.parse(exchanged(fen)))


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_features_add_up_to_the_evaluation(fen: str) -> None:
    s = CHESS.parse(fen)
    assert int(sum(share.times * share.weight for share in shares(CHESS, s))) == pytest.approx(CHESS.evaluate(s), abs=1)


def test_shannon_counts_the_men() -> None:
    game = load("chess", evaluation="shannon")
    s = game.parse("4k3/8/8/8/8/8/PP6/RNBQK3 w Q - 0 1")
    assert game.evaluate(s) == 100 * (2 * 1 + 3 + 3 + 5 + 9)
    with pytest.raises(GameError, match="no evaluation 'alpha'"):
        load("chess", evaluation="alpha")


@pytest.mark.parametrize(
    ("worse", "better", "what"),
    [
        ("4k3/8/8/8/8/2P1P3/2P5/4K3", "4k3/8/8/8/8/2P1P3/3P4/4K3", "doubled pawns"),
        ("4k3/pp6/8/8/8/8/PP6/RN2K3", "4k3/pp6/8/8/8/2N5/PP6/R3K3", "a knight at home"),
        ("6k1/5ppp/8/8/8/8/5PPP/5RK1", "6k1/5ppp/8/8/8/8/5PPP/3R2K1", "a rook behind its pawn"),
        ("4k3/8/8/8/8/3P4/8/4K3", "4k3/8/3P4/8/8/8/8/4K3", "a passed pawn at home"),
        ("4kb2/8/8/8/8/8/8/2B1KN2", "4kb2/8/8/8/8/8/8/2B1KB2", "bishop and knight"),
    ],
)
def test_what_is_better(worse: str, better: str, what: str) -> None:
    bad, good = (CHESS.evaluate(CHESS.parse(f"{fen} w - - 0 1")) for fen in (worse, better))
    assert good > bad, what


def counted(fen: str, term: str) -> float:
    """How often a feature counts, White's above 0: in the middle game and in the ending together."""
    s = CHESS.parse(f"{fen} w - - 0 1")
    whole = CHESS.prospects(s, s.white if CHESS.evaluate(s) > 0 else s.black) / 8
    return sum(share.times for share in shares(CHESS, s) if share.term.rpartition(" (")[0] == term) / whole


@pytest.mark.parametrize(
    ("fen", "term", "times"),
    [
        ("4k3/pp6/8/3N4/4P3/8/8/4K3", "knight on an outpost", 1),
        ("4k3/p1p5/8/3N4/4P3/8/8/4K3", "knight on an outpost", 0),  # the pawn on c7 may come to c6
        ("4k3/pp6/8/3N4/8/8/8/4K3", "knight on an outpost", 0),  # no pawn guards it
        ("4k3/8/8/8/8/2n5/1b6/4K3", "bishop on an outpost", 0),
        ("4k3/8/8/3n4/8/8/8/3RK3", "undefended piece attacked", 1),
        ("4k3/8/4p3/3n4/8/8/8/3RK3", "undefended piece attacked", 0),
        ("4k3/8/8/3p4/8/8/8/3RK3", "undefended pawn attacked", 1),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1", "check by a rook", 1),  # on d8
        ("3k4/8/8/8/8/8/3P4/K1R5", "check by a rook", 0),  # only on c8, where the king takes it
        ("4k3/8/8/3P4/8/8/8/4K3", "free passed pawn, rank 5", 1),
        ("4k3/8/3n4/3P4/8/8/8/4K3", "free passed pawn, rank 5", 0),
        ("4k3/8/8/3P4/8/8/8/4K3", "unstopped passed pawn, rank 5", 1),
        ("8/3k4/8/3P4/8/8/8/4K3", "unstopped passed pawn, rank 5", 0),
        ("4k3/2p5/8/3P4/8/8/8/4K3", "passed pawn, rank 5", 0),
        ("4k3/8/8/8/3P4/8/3P4/4K3", "passed pawn, rank 2", 0),  # the one before it is passed
        ("4k3/8/8/3P4/8/8/8/4K3", "own king's way to a passed pawn", 4 * 5),
        ("4k3/8/8/3P4/8/8/8/4K3", "enemy king's way to a passed pawn", 4 * 2),
        ("4k3/8/8/8/3P4/4P3/8/4K3", "guarded pawn, rank 4", 1),
        ("4k3/8/8/8/3PP3/8/8/4K3", "neighboured pawn, rank 4", 2),
        ("4k3/8/8/8/8/8/5PPP/6K1", "own pawn 1 ranks before the king", 1),
        ("4k3/8/8/8/8/8/5PPP/6K1", "own pawn 1 ranks before the king, on a file beside him", 2),
        ("4k3/8/8/8/6p1/8/8/6K1", "enemy pawn 3 ranks before the king", 1),
        ("4k3/8/8/8/3P4/4P3/8/2B1K3", "pawn on the colour of a bishop", 2),
        ("4k3/8/8/8/3P4/4P3/8/4KB2", "pawn on the colour of a bishop", 0),
        ("4k3/8/8/8/3P4/4P3/8/4KN2", "knight, by pawns", 2 - 5),
        ("4k3/8/8/8/8/8/8/N3K3", "knight with 2 squares", 1),
        ("4k3/8/8/8/8/8/8/R3K3", "rook with 10 squares", 1),
    ],
)
def test_what_is_counted(fen: str, term: str, times: float) -> None:
    """Every number was counted by hand on the board."""
    assert counted(fen, term) == pytest.approx(times)


@pytest.mark.parametrize(
    ("men", "eighths"),
    [
        ("4k2b/8/8/8/8/8/8/R3K3", 1),  # rook against bishop
        ("4k3/8/8/8/8/8/8/R3K3", 8),
        ("4k2b/8/8/8/8/8/8/Q3K3", 8),
        ("4k2b/8/8/8/8/8/P7/R3K3", 8),  # with a pawn it may be won
        ("2b1k3/8/8/8/8/8/P7/2B1K3", 4),  # c8 is light, c1 dark
        ("4kb2/8/8/8/8/8/P7/2B1K3", 8),  # f8 is dark too
        ("2b1k3/8/8/8/8/8/P7/R1B1K3", 8),
    ],
)
def test_advantages_that_do_not_win(men: str, eighths: int) -> None:
    s = CHESS.parse(f"{men} w - - 0 1")
    assert CHESS.prospects(s, s.white) == eighths
    hill = load("chess", variant="kingofthehill")
    assert hill.prospects(s, s.white) == 8  # there a king alone can win


def test_other_weights_are_other_evaluations() -> None:
    s = CHESS.parse(POSITIONS[2])
    nothing = weighted(CHESS, [0] * len(CHESS.weights))
    assert nothing.evaluate(s) == 0
    assert CHESS.evaluate(s) != 0


def test_a_small_board_is_judged_too() -> None:
    game = load("chess", variant="gardner")
    s = game.initial()
    assert abs(game.evaluate(s)) < 50
    assert game.evaluate(game.parse("4k/5/5/5/R3K w - - 0 1")) > 300


# --- exchanges ---------------------------------------------------------------------------------------------------


def swapped(s: State, square: int, occupied: int, side: int, price: int) -> int:
    """What a side wins that may capture a man of this price on a square, by plain recursion; 0 if it had better not."""
    men = CHESS.attackers(s, square, occupied) & occupied & (s.white if side == 0 else s.black)
    others = CHESS.attackers(s, square, occupied) & occupied & (s.black if side == 0 else s.white)
    man = CHESS.cheapest(s, men)
    if man == 0 or (man & s.kings and others):
        return 0
    return max(0, price - swapped(s, square, occupied & ~man, 1 - side, PRICES[CHESS.kind_at(s, man)]))


def value_of(s: State, a: int) -> int:
    """What a capture wins, by plain recursion."""
    here, there = 1 << (a & 63), a >> 6 & 63
    occupied = (s.white | s.black) & ~here | 1 << there
    taken = PRICES[CHESS.kind_at(s, 1 << there)] + (PRICES[1] if 1 << there == s.passed and here & s.pawns else 0)
    return taken - swapped(s, there, occupied, 1 - s.ply % 2, PRICES[CHESS.kind_at(s, here)])


def test_exchanges_equal_plain_recursion() -> None:
    dice = random.Random(1)
    compared = 0
    for _ in range(12):
        s = CHESS.initial()
        for _ in range(60):
            actions = list(CHESS.actions(s))
            if not actions:
                break
            theirs = CHESS.sides(s)[1]
            for a in actions:
                if theirs >> (a >> 6 & 63) & 1 and (a >> 6 & 63) < 63 and a & 63 != 63 and not a >> 12:
                    value = value_of(s, a)
                    wrong = [
                        n
                        for n in (-300, -100, 0, 1, 200, 400, value, value + 1)
                        if CHESS.gains(s, a, n) != (value >= n)
                    ]
                    assert not wrong, (CHESS.fen(s), CHESS.name(s, a), value, wrong)
                    compared += 1
            s = CHESS.result(s, dice.choice(actions))
    assert compared > 200


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -200),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "cxd6", 100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", 800),
    ],
)
def test_known_exchanges(fen: str, move: str, gain: int) -> None:
    s = CHESS.parse(fen)
    a = next(a for a in CHESS.actions(s) if CHESS.name(s, a) == move)
    assert CHESS.gains(s, a, gain)
    assert not CHESS.gains(s, a, gain + 1)


def test_tactics_are_captures_that_lose_nothing() -> None:
    s = CHESS.parse("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")
    captures = {CHESS.name(s, a) for a in CHESS.actions(s) if "x" in CHESS.name(s, a)}
    assert captures == {"Nxe5", "Rxe5", "Bxb7"}
    assert [CHESS.name(s, a) for a in CHESS.tactics(s)] == []
    checked = CHESS.parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert CHESS.threatened(checked)
    assert sorted(CHESS.tactics(checked)) == sorted(CHESS.actions(checked))
