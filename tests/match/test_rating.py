"""Elo and its errors: by hand, as others print them, and on simulated matches whose truth is known."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest
from simulated import Truth, tally

from gametree.tournament.rating import NELO, Tally, elo_of, rate, score_of


def test_by_hand():
    # 3 wins out of 4: 400 log10 3 = 190.8; each game deviates by 1/4 or 3/4, so the variance is 3/16
    rating = rate([1, 0, 3])
    assert rating.score == 0.75
    assert rating.elo == pytest.approx(400 * math.log10(3))
    assert rating.nelo == pytest.approx(0.25 / math.sqrt(3 / 16) * 800 / math.log(10))
    assert rating.los == pytest.approx(NormalDist().cdf(0.25 / math.sqrt(3 / 16 / 4)))


def test_the_textbook_table():
    # Elo's own table of expected scores (The Rating of Chessplayers, logistic form): 0 100 200 400
    assert [round(score_of(elo), 2) for elo in (0, 100, 200, 400)] == [0.5, 0.64, 0.76, 0.91]
    for elo in (-300, -20, 0, 5, 250):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


GAMES = [
    # losses, draws, wins; nElo, its error; Elo, its error; LOS in % (the tests of fastchess)
    ([89, 123, 76], -20.76, 40.13, None, None, 15.53),
    ([96, 111, 136], 49.77, 36.77, 40.70, 30.43, 99.60),
    ([356, 0, 34], -508.44, 34.48, None, None, None),
]
PAIRS = [
    # pentanomial counts, as above (the tests of fastchess)
    ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 100.00),
    ([332, 433, 498, 333, 334], -9.17, 10.96, -8.64, 10.33, 5.05),
    ([7895, 8757, 5685, 568, 9999], -19.01, 2.65, -21.04, 2.95, None),
    # from results that users of fastchess have published
    ([0, 5, 4, 1, 0], -148.15, 152.27, -70.44, 75.72, 2.83),
    ([55, 99, 182, 96, 68], 9.65, 21.53, 7.99, 17.86, 81.01),
    ([388, 1758, 3124, 1802, 439], 5.00, 5.56, 3.38, 3.76, 96.10),
]


@pytest.mark.parametrize(("counts", "nelo", "nelo_error", "elo", "elo_error", "los"), GAMES + PAIRS)
def test_as_fastchess_prints_them(counts, nelo, nelo_error, elo, elo_error, los):
    rating = rate(counts)
    assert (round(rating.nelo, 2), round(rating.nelo_error, 2)) == (nelo, nelo_error)
    if elo is not None:
        assert (round(rating.elo, 2), round(rating.elo_error, 2)) == (elo, elo_error)
    if los is not None:
        assert round(rating.los * 100, 2) == los


def test_where_there_is_nothing_to_divide():
    assert math.isnan(rate([0, 0, 0]).elo)
    won = rate([0, 0, 0, 0, 9])
    assert (won.elo, won.nelo, won.los) == (math.inf, math.inf, 1)
    assert math.isnan(won.elo_error)
    assert rate([9, 0, 0, 0, 0]).elo == -math.inf
    drawn = rate([0, 0, 9, 0, 0])
    assert (drawn.elo, drawn.elo_error, drawn.nelo, drawn.los) == (0, 0, 0, 0.5)
    assert rate([0, 0, 0, 1, 9]).elo_error == math.inf  # the interval reaches a score of 1


def test_a_tally_counts_from_both_sides():
    tally = Tally.of([(1, 1), (1, 0.5), (0.5, 1), (0, 1), (0.5, 0.5), (0, 0.5), (0, 0)])
    assert tally == Tally(ll=1, ld=1, wl=1, dd=1, wd=2, ww=1)
    assert (tally.pairs, tally.games, tally.wins, tally.losses, tally.draws) == (7, 14, 5, 4, 5)
    other = tally.swapped()
    assert (other.wins, other.losses, other.draws) == (4, 5, 5)
    assert other.rating.elo == pytest.approx(-tally.rating.elo)
    assert (tally + other).points == tally.games
    assert (tally.draw_ratio, tally.pairs_ratio, tally.wl_dd_ratio) == (2 / 7, 3 / 2, 1)
    assert Tally().to_json()["elo"] is None


TRUTHS = [
    Truth(0, draws=0),
    Truth(30, draws=150),
    Truth(-80, draws=60, bias=150),
    Truth(10, draws=250, bias=400),
    Truth(150, draws=100, bias=200),
]


@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_the_intervals_hold_the_truth_as_often_as_they_say(truth):
    rng = random.Random(1)
    matches, inside, normalised_inside = 2000, 0, 0
    for _ in range(matches):
        rating = tally(truth.play(200, rng)).rating
        inside += abs(rating.elo - truth.elo) <= rating.elo_error
        normalised_inside += abs(rating.nelo - truth.nelo) <= rating.nelo_error
    assert 0.93 <= inside / matches <= 0.97
    # the error of normalised Elo takes the deviation as known, which costs something where one side is much stronger
    assert (0.93 if abs(truth.elo) < 100 else 0.90) <= normalised_inside / matches <= 0.97


def test_superiority_is_as_likely_as_it_says():
    # strengths drawn evenly around 0: of the matches with a LOS of about p, the first is the stronger one in p
    rng = random.Random(2)
    bins = {low: [0, 0.0, 0] for low in (0.0, 0.2, 0.4, 0.6, 0.8)}
    for _ in range(4000):
        truth = Truth(rng.uniform(-80, 80), draws=100)
        los = tally(truth.play(50, rng)).rating.los
        cell = bins[min(int(los * 5) / 5, 0.8)]
        cell[0] += 1
        cell[1] += los
        cell[2] += truth.advantage > 0
    for count, promised, stronger in bins.values():
        assert count > 300
        assert stronger / count == pytest.approx(promised / count, abs=0.06)


def test_pairs_know_more_than_games():
    # where openings are sharp the two games of a pair cancel, which counting games one by one does not see
    truth = Truth(20, draws=50, bias=600)
    kinds = truth.play(1000, random.Random(3))
    pairs = tally(kinds)
    games = rate([pairs.losses, pairs.draws, pairs.wins])
    assert games.elo == pytest.approx(pairs.rating.elo)
    assert pairs.rating.elo_error < 0.8 * games.elo_error


def test_normalised_elo_does_not_depend_on_how_many_games_are_drawn():
    # with few and with many draws, normalised Elo says how many games it takes to see a difference: n ~ 1 / nElo²
    for draws in (0, 300):
        truth = Truth(40, draws=draws)
        mean, variance = truth.moments()
        games = 2 * variance * (1.96 / (mean - 0.5)) ** 2
        assert games == pytest.approx((1.96 * NELO / truth.nelo) ** 2)
