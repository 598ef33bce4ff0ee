"""Which moves of chess are searched first: the hints of ``order``."""

from __future__ import annotations

import random

import pytest

from gametree import load
from gametree.game import legal, over

GAME = load("chess")


def hint(fen: str, move: str) -> int:
    """The hint for a move by its name."""
    s = GAME.parse(fen)
    (action,) = (a for a in legal(GAME, s) if GAME.name(s, a, "uci") == move)
    return GAME.order(s, action)


def test_a_safe_check_comes_before_quiet_moves_and_after_captures():
    fen = "4k3/8/8/8/p7/1P6/8/R3K2B w - - 0 1"
    assert hint(fen, "b3a4") > hint(fen, "h1c6") > hint(fen, "h1d5") == 0


def test_a_check_that_loses_the_man_is_a_quiet_move():
    assert hint("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d7") == 0


def test_a_capture_in_passing_is_a_capture():
    assert hint("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") > 0


@pytest.mark.parametrize("variant", ["chess", "atomic", "crazyhouse"])
def test_every_tactical_move_has_a_hint(variant: str):
    """What ``hints_tactics`` promises, where no king is in check (then every move is tactical)."""
    game = load(f"chess:variant={variant}")
    dice, tactical = random.Random(1), 0
    for _ in range(6):
        s = game.initial()
        while not over(game, s) and s.ply < 80:
            if not game.threatened(s):
                moves = list(game.tactics(s))
                tactical += len(moves)
                assert all(game.order(s, a) > 0 for a in moves)
            s = game.result(s, dice.choice(legal(game, s)))
    assert tactical > 50


def test_a_man_in_the_corner_is_exchanged_like_any_other():
    """The rook on h8 (bit 63, the sign) takes on h6, and the knight takes it back: the check there is a safe one."""
    assert hint("3qnk1r/2pp1N2/rbbPP3/p6p/b5p1/PPPP2q1/2n1KPPP/R1BNR3 w - - 2 32", "c1h6") == 1
