"""Connect Four: exact scores of published positions (P. Pons' test sets, blog.gamesolver.org), by search alone.

The sets are large and stay outside: ``GAMETREE_TRUTH`` names the folder that holds them, in ``connect4/Test_L…_R…``.
Each line is the columns played and the score: 0 a draw, +k the mover wins with his k-th last stone, −k he loses so.
"""

import os
from pathlib import Path

import pytest

from gametree import best, load

FOLDER = Path(os.environ.get("GAMETREE_TRUTH", Path(__file__).parents[3] / "shared" / "truth")) / "connect4"
SAMPLES = {"Test_L3_R1": 1000, "Test_L2_R2": 200, "Test_L1_R1": 1000, "Test_L1_R3": 50}
"""How many positions of each set: end-easy, middle-medium, begin-easy, begin-hard."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_scores(name):
    if not (FOLDER / name).is_file():
        pytest.skip(f"{name} is not in {FOLDER}: set GAMETREE_TRUTH to the folder of published positions")
    game = load("connect4")
    rows = [line.split() for line in (FOLDER / name).read_text().splitlines()]
    for moves, score in rows[:: len(rows) // SAMPLES[name]]:
        answer = best(game, game.parse(moves), algorithm="exact", table=2048 if name == "Test_L1_R3" else 256)
        sign = (int(score) > 0) - (int(score) < 0)
        assert answer.proven
        assert answer.value == (sign if len(moves) % 2 == 0 else -sign), moves
        if sign:
            stones = len(moves) + answer.distance
            assert 22 - (stones + 1) // 2 == abs(int(score)), moves


@pytest.mark.slow
def test_the_first_player_wins():
    """Allen 1988, Allis 1988: by search alone, from the empty board, in the middle column."""
    answer = best("connect4", algorithm="solve", table=2048)
    assert (answer.value, answer.proven, answer.move) == (1, True, "4")
