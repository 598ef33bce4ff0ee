"""Chess and its variants: the leaves of the tree of moves, as published.

The shallow counts are a table here; the large sets stay outside: ``GAMETREE_TRUTH`` names the folder that holds them.
"""

import os
import random
import re
from pathlib import Path

import pytest

from gametree import load, perft

FOLDER = Path(os.environ.get("GAMETREE_TRUTH", Path(__file__).parents[3] / "shared" / "truth"))
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

COUNTS = [
    # the starting position (OEIS A048987), and the positions of P. McKenzie and S. Edwards (chessprogramming.org)
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8902, 197281, 4865609)),
    (KIWIPETE, (48, 2039, 97862, 4085603)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238)),
    # castling, promotions and en passant alone, and double checks (A. Grant's and F. Mosca's suites)
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", (26, 568, 13744, 314346)),
    ("r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1", (25, 567, 14095, 328965)),
    ("8/5kpp/8/8/1p3P2/6PP/r3KP2/1R1q4 w - - 0 1", (None, None, None, 23441)),
    ("5rk1/1p4r1/pP1p3R/P2P4/R6n/6p1/5K2/3B4 w - - 0 1", (None, None, None, 53728)),
    # Chess960 (A. Grant's suite)
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189, 326672)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002, 667366)),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471, 273318)),
]
VARIANTS = {
    # N. Fiekas (python-chess, shakmaty); Los Alamos: Fairy-Stockfish
    "antichess": [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", (20, 400, 8067)),
        ("8/1p6/8/8/8/8/P7/8 w - - 0 1", (2, 4, 4, 3, 1, 0)),
        ("8/2p5/8/8/8/8/P7/8 w - - 0 1", (2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312)),
    ],
    "atomic": [
        ("rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", (40, 1238, 45237)),
        ("8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", (18, 180, 4364, 61401)),
        ("r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1", (25, 282, 6753, 98729)),
    ],
    "crazyhouse": [
        ("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", (301, 75353)),
        ("4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", (20, 360, 5445, 132758)),
    ],
    "horde": [
        ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", (8, 128, 1274)),
        ("k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", (13, 172, 2205)),
    ],
    "kingofthehill": [("rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 0 1", (None, None, 19003))],
    "racingkings": [
        ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", (21, 421)),
        ("4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", (6, 33, 178, 3151)),
    ],
    "3check": [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1", (26, 562, 13410)),
        ("7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 0 1", (None, None, 12407)),
    ],
    "losalamos": [("rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1", (None, None, None, None, 191846))],
    # no count is published; computed by the plain rules below, and by this project only
    "gardner": [("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", (7,))],
}


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_perft_of_chess(fen, counts):
    game = load("chess")
    for depth, count in enumerate(counts, 1):
        if count is not None:
            assert perft(game, game.parse(fen), depth).nodes == count


@pytest.mark.parametrize("variant", ["chess", *VARIANTS])
def test_moves_are_counted_as_they_are_listed(variant):
    """Pins, checks, promotions and captures in passing, in plain Python; a variant must not count by the rules of
    chess what it lists by its own."""
    game, dice = load("chess", variant=variant), random.Random(variant)
    for fen, _ in COUNTS if variant == "chess" else VARIANTS[variant]:
        s = game.parse(fen)
        for _ in range(40):
            moves = [] if game.terminal(s) else list(game.actions(s))
            if not moves:
                break
            assert game.mobility(s) == len(moves), game.fen(s)
            s = game.result(s, dice.choice(moves))


def test_perft_in_bulk():
    game = load("chess")
    assert perft(game, game.parse(KIWIPETE), 4, bulk=True).nodes == 4085603


def leaves(game, s, depth):
    """The same count by the rules in plain Python."""
    if depth == 0:
        return 1
    return 0 if game.terminal(s) else sum(leaves(game, game.result(s, a), depth - 1) for a in game.actions(s))


def test_perft_in_plain_python():
    game = load("chess")
    for fen, counts in COUNTS:
        for depth, count in enumerate(counts[:2], 1):
            assert count in (None, leaves(game, game.parse(fen), depth))


@pytest.mark.parametrize(("variant", "fen", "counts"), [(v, *case) for v, cases in VARIANTS.items() for case in cases])
def test_perft_of_variants_in_plain_python(variant, fen, counts):
    game = load("chess", variant=variant)
    for depth, count in enumerate(counts, 1):
        if count is not None and count < 1500:
            assert leaves(game, game.parse(fen), depth) == count


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["atomic", "crazyhouse"])  # one with a rule of its own, one with words of its own
def test_perft_of_variants(variant):
    check_variant(variant)


@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(VARIANTS.keys() - {"atomic", "crazyhouse"}))
def test_perft_of_more_variants(variant):
    check_variant(variant)


def check_variant(variant):
    game = load("chess", variant=variant)
    for fen, counts in VARIANTS[variant]:
        for depth, count in enumerate(counts, 1):
            if count is not None:
                assert perft(game, game.parse(fen), depth).nodes == count


def suite(name):
    """The positions of a published set with their counts by depth."""
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"{name} is not in {FOLDER}: set GAMETREE_TRUTH to the folder of published counts")
    if path.suffix == ".epd":
        for line in path.read_text().splitlines():
            counts = {int(depth): int(count) for depth, count in re.findall(r"D(\d+) +(\d+)", line)}
            if counts:
                yield line.partition(";")[0], counts
        return
    fen, counts = "", {}
    for line in [*path.read_text().splitlines(), "epd end"]:
        word, _, rest = line.partition(" ")
        if word == "epd":
            if counts:
                yield fen, counts
            fen, counts = rest, {}
        elif word == "perft":
            depth, count = rest.split()
            counts[int(depth)] = int(count)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "variant", "most"),
    [
        ("chess/perft_standard.epd", "chess", 200_000_000),
        ("chess/ferdy_perft_double_checks.epd", "chess", 200_000_000),
        ("chess_variants/perft_fischer960.epd", "chess", 5_000_000),
        ("chess_variants/chess960.perft", "chess", 200_000),
        ("chess_variants/3check.perft", "3check", 20_000_000),
        ("chess_variants/atomic.perft", "atomic", 20_000_000),
        ("chess_variants/crazyhouse.perft", "crazyhouse", 20_000_000),
        ("chess_variants/giveaway.perft", "antichess", 20_000_000),
        ("chess_variants/horde.perft", "horde", 20_000_000),
        ("chess_variants/racingkings.perft", "racingkings", 20_000_000),
    ],
)
def test_published_suites(name, variant, most):
    """Every count of a set, up to a number of leaves."""
    game, checked = load("chess", variant=variant), 0
    for fen, counts in suite(name):
        s = game.parse(fen)
        for depth, count in counts.items():
            if count <= most:
                assert perft(game, s, depth, bulk=True).nodes == count, (fen, depth)
                checked += 1
    assert checked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "depth", "count"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
        (KIWIPETE, 5, 193690690),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083),
    ],
)
def test_published_depths_without_bulk(fen, depth, count):
    game = load("chess")
    assert perft(game, game.parse(fen), depth).nodes == count
