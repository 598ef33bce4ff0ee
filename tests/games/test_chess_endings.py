"""Chess endings: their numbers, moves taken back, and all positions solved, as published.

The published statistics (R. de Man's Syzygy tables, counted by N. Fiekas) are of positions up to symmetry. Their depths
count to the next capture or pawn move: where the winner can make neither before he mates, they are distances to mate.
"""

import itertools
import json
import os
import random
from pathlib import Path

import chess
import pytest

from gametree import GameError, load, solve
from gametree.bits import bit, put
from gametree.formats.epd import read_epd
from gametree.games.chess.rules import State

FILE = Path(os.environ.get("GAMETREE_TRUTH", Path(__file__).parents[3] / "shared" / "truth"))
FILE = FILE / "chess" / "syzygy_stats_3_4_men.json"
MATES = FILE.with_name("endgame-dm-4.epd")

COUNTS = {
    # White to move and Black to move: won, drawn and lost for the mover; the longest mate, in plies
    "KQK": ((18_081, 0, 0), (0, 2_896, 25_160), 20),
    "KRK": ((21_959, 0, 0), (0, 2_796, 25_260), 32),
    "KPK": ((62_480, 19_184, 0), (0, 35_210, 48_802), 56),
    "KBNK": ((1_352_913, 6_665, 0), (0, 309_147, 1_398_741), 66),
    "KQKR": ((1_108_111, 8_963, 2_142), (386_313, 78_518, 883_075), 70),
}
"""KPK and KQKR to mate: 28 and 35 moves (K. Thompson 1986, J. Nunn 2002)."""
PAWNLESS = {
    "KQvKQ": 25, "KQvKB": 34, "KQvKN": 42, "KRvKR": 38, "KRvKB": 58, "KRvKN": 80, "KBvKB": 1, "KBvKN": 1, "KNvKN": 1,
    "KQQvK": 20, "KQRvK": 32, "KQBvK": 20, "KQNvK": 20, "KRRvK": 32, "KRBvK": 32, "KRNvK": 32, "KBBvK": 38, "KNNvK": 1,
}  # fmt: skip
"""The longest mates, in plies: those of M. Ballicora's Gaviota tables, as P. Österlund has them in Texel. Who is mated
may take a man first, which can take longer: two queens of which one is lost mate as late as one."""
SIDES = ("white_to_move", "black_to_move")
ROOK_LOSSES = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)
"""King against king and rook, Black to move: how many positions are lost in 0, 2, 4 … 32 plies (A. van den Herik's and
M. Bain's counts too)."""


def sample(game, count, seed=0):
    """Some positions of the ending itself, by number."""
    dice, top = random.Random(seed), game.tier(game.initial())
    while count:
        i = dice.randrange(game.index_size)
        s = game.state(i)
        if game.index(s) == i and game.tier(s) == top:
            count -= 1
            yield i, s


@pytest.mark.parametrize("men", ["KRK", "KPK", "KKP", "KQKR", "KBBK", "KQPK"])
def test_numbers_and_moves_taken_back(men):
    game = load("chess_ending", men=men)
    for i, s in sample(game, 12):
        assert game.parse(game.fen(s)) == s
        after = [game.result(s, a) for a in game.actions(s)]
        for t in after[::5]:
            number = game.index(t)
            assert 0 <= number < game.index_size
            assert game.tier(t) <= game.tier(s)
            assert i in {game.index(before) for before in game.parents(game.state(number))}
        for before in list(game.parents(s))[::7]:
            assert i in {game.index(game.result(before, a)) for a in game.actions(before)}


def test_images_share_a_number():
    game = load("chess_ending:KRK")
    images = ("8/8/8/8/8/k7/8/2KR4", "8/8/8/8/8/7k/8/4RK2", "2KR4/8/k7/8/8/8/8/8", "8/8/8/8/R7/K7/8/2k5")
    assert len({game.index(game.parse(f"{image} w - - 0 1")) for image in images}) == 1
    pawn = load("chess_ending:KPK")
    boards = ("8/8/8/8/8/k7/3P4/2K5", "8/8/8/8/8/7k/4P3/5K2", "2K5/3P4/k7/8/8/8/8/8")
    first, mirrored, upside_down = (pawn.index(pawn.parse(f"{board} w - - 0 1")) for board in boards)
    assert first == mirrored != upside_down


@pytest.mark.parametrize(
    ("men", "mistake"),
    [
        ("QR", "is not an ending"),
        ("KXK", "is not an ending"),
        ("KK", "three or four men"),
        ("KQRKB", "three or four men"),
        ("KPKP", "pawns on both sides"),
    ],
)
def test_mistakes(men, mistake):
    with pytest.raises(GameError, match=mistake):
        load("chess_ending", men=men)


def test_other_men_are_refused():
    with pytest.raises(GameError, match="other men"):
        load("chess_ending:KRK").parse("8/8/8/8/8/k7/8/2KQ4 w - - 0 1")


def counts(game, solution):
    """Of the ending itself, for either side to move: positions won, drawn and lost for the mover; and by the result and
    the plies to the end."""
    table = solution.labels
    _, _, first, span, _ = (int(n) for n in game.facts[game.tier(game.initial())])
    found = []
    for turn in (0, 1):
        begin = first + turn * span
        tally = {}
        for code in set(table.codes[begin : begin + span].tolist()):
            known = table.meaning(code)
            if known is not None:
                number = int((table.codes[begin : begin + span] == code).sum())
                value = known.value * (1 - 2 * turn)
                tally[value, known.remoteness] = tally.get((value, known.remoteness), 0) + number
        sums = tuple(sum(n for (value, _), n in tally.items() if value == sign) for sign in (1, 0, -1))
        found.append((sums, tally))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("men", COUNTS)
def test_endings_are_solved_as_published(men):
    game = load("chess_ending", men=men)
    (white, _), (black, tally) = counts(game, solve(game))
    assert (white, black) == COUNTS[men][:2]
    assert max(plies for value, plies in tally if value) == COUNTS[men][2]
    if men == "KRK":
        assert tuple(tally[-1, plies] for plies in range(0, 33, 2)) == ROOK_LOSSES


def mirror_images_of_themselves(game, solution):
    """Of an ending with two men of one sort: the positions that the mirror at the long diagonal leaves as they are, the
    two men changing places; won, drawn and lost for the mover, for either side to move."""
    found = [[0, 0, 0], [0, 0, 0]]
    diagonal = range(0, 64, 9)
    start = game.initial()
    kind = game.kind_at(start, start.white & ~start.kings)
    for king, other, square, turn in itertools.product((0, 9, 18, 27), diagonal, range(64), (0, 1)):
        image = square >> 3 | (square & 7) << 3
        if square < image and king != other:
            s = State(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, turn)
            pair = bit(square) | bit(image)
            s = put(put(put(s, 0, bit(king) | pair), 1, bit(other)), 7, bit(king) | bit(other))
            s = put(s, kind + 1, pair)
            if game.possible(s, game.tier(game.initial())):
                found[turn][1 - int(solution[s].value) * (1 - 2 * turn)] += 1
    return found


def mates_of_gaviota(men):
    """Positions of an ending with the moves to mate that the Gaviota tables tell, White having the men named first."""
    for record in read_epd(MATES):
        board = chess.Board(record.fen)
        for turned in (board, board.mirror()):
            sides = (turned.occupied_co[chess.WHITE], turned.occupied_co[chess.BLACK])
            letters = [[turned.piece_at(i).symbol().upper() for i in chess.SquareSet(side)] for side in sides]
            if "v".join("".join(sorted(side, key="KQRBNP".index)) for side in letters) == men:
                yield turned.fen(), record.mate
                break


@pytest.mark.slow
@pytest.mark.parametrize("men", PAWNLESS)
def test_pawnless_endings_are_solved_as_published(men):
    if not FILE.is_file():
        pytest.skip(f"{FILE} is absent: set GAMETREE_TRUTH to the folder of published statistics")
    published = json.loads(FILE.read_text())[men]
    expected = [[published[side][what] for what in ("wins", "draws", "losses")] for side in SIDES]
    game = load("chess_ending", men=men)
    solution = solve(game)
    counted = counts(game, solution)
    assert max(plies for _, tally in counted for value, plies in tally if value) == PAWNLESS[men]
    found = [list(sums) for sums, _ in counted]
    if men[1] == men[2]:  # published counts tell the two men apart
        own = mirror_images_of_themselves(game, solution)
        found = [[2 * n - k for n, k in zip(*rows, strict=True)] for rows in zip(found, own, strict=True)]
    assert found == expected
    for fen, moves in mates_of_gaviota(men):
        s = game.parse(fen)
        assert solution[s] == (1 - 2 * game.player(s), 2 * moves - 1)
