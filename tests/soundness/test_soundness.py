"""Whatever is claimed is true: random games, random positions, every search, cut short at random moments.

The truth comes from ``soundness_truth.py``, which tries everything. A failure names its seed. The short form runs
mostly in plain Python, with two kernels; the long one is a million searches with all kernels: ``pytest -m slow
tests/soundness``.
"""

from collections import Counter
from itertools import count
from random import Random

import pytest
from soundness_catalogue import GAMES, catalogue
from soundness_games import LoopDraw, LoopIllegal, Scores, Wins, random_game
from soundness_solvers import by_book, by_database, by_proof, solved
from soundness_trials import LECTURES, TWO, judge, lectured, run
from soundness_truth import Referee, Truth

from gametree.analysis import plain
from gametree.claims import Claim
from gametree.game import Line

MILLION = 1_000_000


def test_every_driver_in_plain_python():
    counts = Counter()
    for seed in range(250):
        run(seed, compiled=False, counts=counts)
    assert counts["searches"] > 300
    assert counts["proofs"] > 150
    assert counts["bounds"] > 5


@pytest.mark.parametrize("cls", [Scores, LoopDraw])
def test_every_driver_compiled(cls):
    counts = Counter()
    for seed in range(300):
        run(seed, compiled=True, counts=counts, only=cls)
    assert counts["searches"] > 300
    assert counts["proofs"] > 100
    assert counts["distances"] > 20


def test_every_textbook_form():
    counts = Counter()
    for seed in range(1000):
        lectured(seed, counts)
    assert all(counts[name] for name in LECTURES)
    assert counts["lectures"] > 400
    assert counts["proofs"] > 150


def test_every_solver_and_what_answers_from_its_work():
    counts = Counter()
    for seed in range(150):
        solved(seed, counts)
        by_book(seed, counts)
    for seed in range(60):
        by_database(seed, counts)
    assert counts["labels"] > 300
    assert min(counts["by a book"], counts["with a database"]) > 100


def test_proofs_by_number():
    counts = Counter()
    for seed in range(150):
        by_proof(seed, counts)
    assert counts["by dfpn"] > 80
    assert counts["proofs"] > 40


def test_small_games_of_the_catalogue():
    counts = Counter()
    for seed in range(100):
        catalogue(seed, counts, names=("tictactoe", "nim:1,2,2", "ponghauki"), compiled=False)
    assert counts["searches"] > 80
    assert counts["proofs"] > 40


@pytest.mark.parametrize("seed", [115040])
def test_what_the_long_form_has_found(seed):
    """115040: the rest of a proven line was looked for with a horizon, and the guess taken for a part of the proof."""
    counts = Counter()
    run(seed, compiled=False, counts=counts)
    assert counts["proofs"] > 0


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_million_searches():
    counts = Counter()
    for seed in count():
        million(seed, counts)
        if counts["searches"] >= MILLION:
            break
    print(dict(counts))


def million(seed: int, counts: Counter[str]) -> None:
    """What the long form does with a seed."""
    run(seed, compiled=seed % 10 > 0, counts=counts)
    if seed % 20 == 0:
        lectured(seed, counts)
        solved(seed, counts)
        by_book(seed, counts)
    if seed % 200 == 0:
        by_database(seed, counts)
        by_proof(seed, counts)
        catalogue(seed, counts, names=GAMES)


# --- the test itself can fail -----------------------------------------------------------------------------------------

WRONG = [
    Claim(1, proven=True),
    Claim(0, proven=True, distance=3),
    Claim(-1, proven=True, within=1),
    Claim(0, "lower", least=0, most=1),
    Claim(-1, proven=True, distance=5),
    Claim(-1, proven=False, distance=2),
]


@pytest.mark.parametrize("claimed", WRONG)
def test_a_wrong_claim_is_found(claimed):
    """Min to move has lost nothing: he wins in 2 actions with action 1."""
    game = Wins([[1, 2], [3], [3], []], [1, 0, 0, 0], [0, 0, 0, -4])
    truth = Truth(-1, 2, {0: (0, 4), 1: (-1, 2)})
    said = plain(game, game.initial(), 1, claimed, "a liar")
    with pytest.raises(AssertionError):
        judge(game, Line(game.initial()), said, truth, Counter(), "here")


def test_a_move_that_gives_the_value_away_is_found():
    game = Wins([[1, 2], [3], [3], []], [1, 0, 0, 0], [0, 0, 0, -4])
    truth = Truth(-1, 2, {0: (0, 4), 1: (-1, 2)})
    said = plain(game, game.initial(), 0, Claim(-1, proven=True), "a liar")
    with pytest.raises(AssertionError, match="does not keep the value"):
        judge(game, Line(game.initial()), said, truth, Counter(), "here")


def test_the_truth_by_hand():
    """0 is Max's: to 1, from which Min can go back to 0 or lose; or to 2, an end that Max loses."""
    edges, movers, values = [[1, 2], [0, 3], [], []], [0, 1, 0, 0], [0, 0, -4, 4]
    assert Referee(LoopDraw(edges, movers, values)).truth(Line(LoopDraw(edges, movers, values).initial())).value == 0
    game = LoopIllegal(edges, movers, values)
    truth = Referee(game).truth(Line(game.initial()))
    assert (truth.value, truth.distance, truth.actions) == (1, 2, {0: (1, 2), 1: (-1, 1)})


def test_a_seed_is_a_game():
    one, other = (random_game(Scores, Random(7)) for _ in range(2))
    assert (one.edges == other.edges).all()
    assert len(TWO) == 5
