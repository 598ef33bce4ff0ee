"""Whatever is claimed is true: random games, random positions, every search, cut short at random moments.

The truth comes from ``soundness_truth.py``, which tries everything. A failure names its seed. The short form runs
mostly in plain Python, with two kernels; the long one is a million searches with all kernels: ``SOUNDNESS=1000000
pytest -m slow -n 0 -s tests/soundness``.
"""

import os
from collections import Counter
from itertools import count
from random import Random

import pytest
from soundness_catalogue import GAMES, catalogue
from soundness_games import (
    CROWDED,
    Dice,
    LoopDice,
    LoopDraw,
    LoopIllegal,
    LoopThree,
    LoopThreeTotal,
    Scores,
    Three,
    Wins,
    random_game,
)
from soundness_solvers import by_book, by_conspiracy, by_database, by_proof, solved
from soundness_trials import LECTURES, TWO, judge, lectured, run
from soundness_truth import Referee, Truth

from gametree.analysis import plain
from gametree.claims import Claim
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.game import Line

SEARCHES = int(os.environ.get("SOUNDNESS", "1000000"))
"""How many searches the long form does."""
STEP = 1000
"""It prints the counts after this many searches."""


def test_every_driver_in_plain_python():
    counts = Counter()
    for seed in range(250):
        run(seed, compiled=False, counts=counts)
    assert counts["searches"] > 300
    assert counts["steady proofs"] > 80
    assert counts["bounds"] > 0


def test_monte_carlo_tree_search_in_plain_python():
    counts = Counter()
    for seed in range(150):
        run(seed, compiled=False, counts=counts, algorithm="mcts")
    assert counts["searches"] > 200
    assert counts["steady proofs"] > 80
    assert counts["bounds"] > 5
    assert counts["within"] > 20


def test_monte_carlo_tree_search_with_several_players():
    counts = Counter()
    for seed in range(100):
        run(seed, compiled=False, counts=counts, only=CROWDED[seed % 3], algorithm="mcts")
    assert counts["searches"] > 100
    assert counts["steady proofs"] > 20


@pytest.mark.thorough
@pytest.mark.parametrize("cls", [Scores, LoopDraw])
def test_monte_carlo_tree_search_compiled(cls):
    counts = Counter()
    for seed in range(300):
        run(seed, compiled=True, counts=counts, only=cls, algorithm="mcts")
    assert counts["searches"] > 300
    assert counts["steady proofs"] > 100


@pytest.mark.thorough
@pytest.mark.parametrize("cls", [Scores, LoopDraw])
def test_every_driver_compiled(cls):
    counts = Counter()
    for seed in range(300):
        run(seed, compiled=True, counts=counts, only=cls)
    assert counts["searches"] > 300
    assert counts["steady proofs"] > 50
    assert counts["steady distances"] > 10


@pytest.mark.thorough
def test_every_textbook_form():
    counts = Counter()
    for seed in range(1000):
        lectured(seed, counts)
    assert all(counts[name] for name in LECTURES)
    assert counts["lectures"] > 400
    assert counts["proofs"] > 150


@pytest.mark.thorough
def test_every_solver_and_what_answers_from_its_work():
    counts = Counter()
    for seed in range(150):
        solved(seed, counts)
        by_book(seed, counts)
    for seed in range(60):
        by_database(seed, counts)
    assert counts["labels"] > 300
    assert min(counts["by a book"], counts["with a database"]) > 100


@pytest.mark.thorough
def test_proofs_by_number():
    counts = Counter()
    for seed in range(150):
        by_proof(seed, counts)
    assert counts["by dfpn"] > 80
    assert counts["proofs"] > 40


@pytest.mark.thorough
def test_conspiracy_numbers_over_searches():
    counts = Counter()
    for seed in range(200):
        by_conspiracy(seed, counts)
    assert counts["by conspiracy"] > 100
    assert counts["proofs"] > 40


def test_small_games_of_the_catalogue():
    counts = Counter()
    for seed in range(100):
        catalogue(seed, counts, names=("tictactoe", "nim:1,2,2", "ponghauki"), compiled=False)
    assert counts["searches"] > 80
    assert counts["steady proofs"] > 15


@pytest.mark.parametrize(("seed", "compiled", "most"), [(115040, False, 4), (20016023, True, 40)])
def test_what_the_long_form_has_found(seed, compiled, most):
    """115040: the rest of a proven line was looked for with a horizon, and the guess taken for a part of the proof.
    20016023: a proven line was completed by a search to too small a depth, and ended with another value."""
    counts = Counter()
    run(seed, compiled=compiled, counts=counts, most=most)
    assert counts["proofs"] > 0


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_million_searches():
    """The environment says how many: ``SOUNDNESS=100000``, and ``SOUNDNESS_FROM=7000`` with which seed to begin. The
    counts are printed as it goes (``-s`` shows them), so that it can be stopped at any time and still be reported."""
    counts = Counter()
    told = 0
    for seed in count(int(os.environ.get("SOUNDNESS_FROM", "0"))):
        million(seed, counts)
        if counts["searches"] >= min(told + STEP, SEARCHES):
            told = counts["searches"]
            print(f"seeds to {seed}: {dict(counts)}", flush=True)
        if counts["searches"] >= SEARCHES:
            break


def million(seed: int, counts: Counter[str]) -> None:
    """What the long form does with a seed. An engine is made once for many searches: that takes longer than they do."""
    run(seed, compiled=seed % 10 > 0, counts=counts, most=40)
    run(seed, compiled=seed % 10 > 0, counts=counts, most=10, algorithm="mcts")
    if seed % 20 == 0:
        lectured(seed, counts)
        solved(seed, counts)
        by_book(seed, counts)
    if seed % 200 == 0:
        by_database(seed, counts)
        by_proof(seed, counts)
        by_conspiracy(seed, counts)
        catalogue(seed, counts, names=GAMES)


@pytest.mark.parametrize(
    ("cls", "algorithm", "options", "proven"),
    [
        (Dice, "star2", {}, True),
        (LoopDice, "star2", {}, False),
        (LoopDice, "star1", {}, False),
        (LoopDice, "expectiminimax", {}, True),
        (Three, "maxn", {}, True),
        (LoopThree, "maxn", {}, True),
        (LoopThreeTotal, "maxn", {}, False),
        (LoopThreeTotal, "maxn", {"shallow": False}, True),
    ],
)
def test_who_does_not_look_at_repetition_and_leaves_moves_out_proves_nothing(cls, algorithm, options, proven):
    game = cls([[1, 2], [], []], [0, 0, 0], [0, 4, -4])
    with make_engine(game, algorithm, table=1, **options) as engine:
        engine.compiled = False
        assert engine.best(None, Limits(depth=5)).proven == proven


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
