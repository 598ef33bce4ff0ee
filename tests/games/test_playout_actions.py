"""What ``playout_action`` draws: every legal action, each as often as any other, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest

from gametree import load
from gametree.game import CHANCE
from gametree.games.go.playouts import SELDOM

POSITIONS = {
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "promotions": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "one check": "rnb1kbnr/pppp1ppp/8/4p3/5P1q/4P3/PPPP2PP/RNBQKBNR w KQkq - 0 1",
    "two checks": "4k3/8/3N1n2/8/8/8/8/4RK2 b - - 0 1",
    "captures in passing that leave the king in danger": "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "captures in passing, one by a pinned man": "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
    "pins": "4k3/4r3/8/b7/7b/2N1B3/3NPR2/r2QK2R w K - 0 1",
}


STARTS = {name: ("chess", fen) for name, fen in POSITIONS.items()}
SMALL = ("gardner", "losalamos")


@pytest.mark.parametrize(
    ("spec", "fen"), [*STARTS.values(), *((f"chess:variant={v}", "") for v in SMALL)], ids=[*STARTS, *SMALL]
)
def test_chess_numbers_its_moves(spec: str, fen: str):
    """Each number of a move is drawn once; those that are illegal answer −1."""
    game = load(spec)
    s = game.parse(fen) if fen else game.initial()
    mine, _ = game.sides(s)
    dice = random.Random(1)
    for _ in range(30):
        king = (s.kings & mine & -(s.kings & mine)).bit_length() - 1
        checkers = game.threats(s, king, s.white | s.black)
        targets = (
            ~mine if checkers == 0 else checkers | int(game.between[king, (checkers & -checkers).bit_length() - 1])
        )
        n = -game.numbered(s, 1 << 20, king, targets)
        drawn = [game.playout_action(s, -(-(k << 32) // n)) for k in range(n)]
        moves = list(game.actions(s))
        assert sorted(a for a in drawn if a != -1) == sorted(moves), game.fen(s)
        s = game.result(s, dice.choice(moves))
        if game.terminal(s):
            break
        mine, _ = game.sides(s)


def test_backgammon_draws_every_play_as_often():
    """In hundreds of random positions; the draws of all of them together must not differ too much from chance."""
    game, dice, unlikely, tested = load("backgammon"), random.Random(7), 0, 0
    for s in positions(game, dice, 400):
        plays = list(game.actions(s))
        if s.dice >> 3 == s.dice & 7:
            assert game.playout_action(s, dice.getrandbits(32)) == -1
            continue
        drawn = Counter(game.playout_action(s, dice.getrandbits(32)) for _ in range(30 * len(plays)))
        del drawn[-1]
        assert set(drawn) <= set(plays), game.text(s)
        if len(plays) > 1 and drawn:
            expected = drawn.total() / len(plays)
            square = sum((drawn[a] - expected) ** 2 / expected for a in plays)
            unlikely += square > len(plays) - 1 + 3 * sqrt(2 * (len(plays) - 1))
            tested += 1
    assert tested > 250
    assert unlikely < tested / 25, "every hundredth is to be expected"


def positions(game, dice: random.Random, number: int):
    """States of random games in which a player decides."""
    while True:
        s = game.initial()
        while not game.terminal(s):
            if game.player(s) == CHANCE:
                outcomes, chances = zip(*game.chances(s), strict=True)
                s = game.result(s, dice.choices(outcomes, chances)[0])
                continue
            if dice.random() < 0.2:
                yield s
                number -= 1
                if number == 0:
                    return
            s = game.result(s, dice.choice(list(game.actions(s))))


def test_go_draws_every_move_that_is_no_eye():
    """What has no weight is never drawn, all else as often as anything else; a pass only where nothing is left."""
    game, dice, passes = load("go:4"), random.Random(3), 0
    for s in positions(game, dice, 150):
        usual = {a for a in game.actions(s) if game.playout_weight(s, a) > SELDOM}
        drawn = Counter(game.playout_action(s, dice.getrandbits(32)) for _ in range(40 * len(usual) + 10))
        if usual:
            expected = drawn.total() / len(usual)
            assert set(drawn) - {game.passing} == usual, game.text(s)
            assert drawn[game.passing] < 4
            assert all(abs(drawn[a] - expected) < 6 * sqrt(expected) for a in usual), (game.text(s), drawn)
        else:
            assert set(drawn) == {game.passing}, game.text(s)
            passes += 1
    assert passes > 5
