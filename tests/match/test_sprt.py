"""The sequential test: against numbers that fastchess computes, against its definition, and on simulated matches."""

from __future__ import annotations

import math
import random

import pytest
from simulated import Truth, tally, with_strength

from gametree import GameError
from gametree.tournament.rating import NELO, mean_and_variance, score_of
from gametree.tournament.sprt import Sprt

KNOWN = [
    # bounds, model, counts, LLR (the tests of fastchess)
    ((0, 2), "normalized", [36027, 68692, 36433], 0.92),
    ((-1.75, 0.25), "normalized", [10650, 20431, 10871], 2.30),
    ((0.5, 2.5), "logistic", [21184, 40708, 21404], -1.57),
    ((0, 2), "logistic", [57030, 106593, 57433], -2.59),
    ((0, 2), "normalized", [365, 16618, 36229, 16974, 390], 2.25),
    ((-1.75, 0.25), "normalized", [127, 4883, 10712, 5150, 104], 3.01),
    ((0.5, 2.5), "logistic", [223, 9863, 21279, 10037, 246], -3.07),
    ((0, 2), "logistic", [871, 26175, 55983, 26678, 821], -4.98),
    # from results that users of fastchess have published
    ((0, 10), "normalized", [0, 0, 0, 0, 74], 2.95),
    ((0, 10), "normalized", [0, 2, 165, 51, 2], 2.95),
    ((0, 5), "normalized", [790, 1759, 3256, 1780, 807], -0.71),
    ((-5, 5), "normalized", [29, 80, 142, 101, 60], 2.97),
]


@pytest.mark.parametrize(("bounds", "model", "counts", "llr"), KNOWN)
def test_as_fastchess_computes_it(bounds, model, counts, llr):
    assert round(Sprt(*bounds, model=model).llr(counts), 2) == llr


def test_the_line_of_the_block():
    line = Sprt(0, 10).describe([13, 34, 232, 71, 29])  # as a user of fastchess has published it
    assert line == "LLR: 2.95 (100.3%) (-2.94, 2.94) [0.00, 10.00]"
    assert Sprt(0, 10).describe([0, 1, 99, 0, 0]).startswith("LLR: -0.37 (-12.6%)")


@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_near_the_bounds_it_is_the_ratio_of_two_bells(model):
    # for many results, the LLR of two normal distributions with the variance that was seen
    counts = [500, 2000, 5000, 2200, 560]
    n = sum(counts)
    mean, variance = mean_and_variance([c / n for c in counts])
    low, high = -1.0, 6.0
    if model == "logistic":
        s0, s1 = score_of(low), score_of(high)
    else:
        s0, s1 = (0.5 + elo * math.sqrt(2 * variance) / NELO for elo in (low, high))
    bells = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(low, high, model=model).llr(counts) == pytest.approx(bells, rel=0.02)


def test_the_fit_is_the_most_likely_distribution():
    # no neighbour that meets the same condition (a mean, or a mean in deviations) is more likely
    rng = random.Random(4)
    for model in ("normalized", "logistic"):
        test = Sprt(-20, 40, model=model)
        for counts in ([3, 11, 40, 17, 5], [0, 2, 9, 7, 1], [0, 0, 12, 0, 0]):
            filled = [c or 1e-3 for c in counts]
            shares = [c / sum(filled) for c in filled]
            fitted = test._fit(shares, 40)
            mean, variance = mean_and_variance(fitted)
            assert sum(fitted) == pytest.approx(1)
            t = (mean - 0.5) / math.sqrt(2 * variance) * NELO
            assert (t if model == "normalized" else mean) == pytest.approx(
                40 if model == "normalized" else score_of(40)
            )

            def likelihood(p, shares=shares):
                return sum(s * math.log(q) for s, q in zip(shares, p, strict=True))

            for _ in range(200):
                near = _mean_moved([q * math.exp(rng.gauss(0, 0.01)) for q in fitted], model)
                assert likelihood(near) <= likelihood(fitted) + 1e-7


def _mean_moved(p: list[float], model: str) -> list[float]:
    """A distribution near ``p`` that meets the condition again: mixed with a sure win or a sure loss."""
    total = sum(p)
    p = [q / total for q in p]

    def gap(p: list[float]) -> float:
        mean, variance = mean_and_variance(p)
        if model == "logistic":
            return mean - score_of(40)
        return (mean - 0.5) / math.sqrt(2 * variance) * NELO - 40

    end = 4 if gap(p) < 0 else 0
    low, high = 0.0, 0.9

    def mixed(share: float) -> list[float]:
        return [q * (1 - share) + (share if i == end else 0) for i, q in enumerate(p)]

    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if gap(mixed(middle)) * (1 if end == 0 else -1) > 0 else (low, middle)
    return mixed(high)


def test_all_draws_speak_for_equality():
    test = Sprt(0, 5)
    assert test.llr([0, 0, 0, 0, 0]) == 0
    assert -0.1 < test.llr([0, 0, 10, 0, 0]) < 0
    assert test.verdict([0, 0, 10_000, 0, 0]) == "H0"


@pytest.mark.parametrize(
    "wrong",
    [{"elo0": 5, "elo1": 5}, {"elo0": 0, "elo1": 5, "alpha": 0}, {"elo0": 0, "elo1": 5, "beta": 0.7},
     {"elo0": 0, "elo1": 5, "model": "bayesian"}, {"elo0": 0, "elo1": 250}],
)  # fmt: skip
def test_what_cannot_be_tested(wrong):
    with pytest.raises(GameError, match=r"^SPRT: [^\n]*$"):
        Sprt(**wrong)


EVERY = 8
"""The test looks at every eighth pair, to be quick; it may thereby err a little less often."""


def run(test: Sprt, truth: Truth, rng: random.Random) -> tuple[str, int]:
    kinds: list[str] = []
    while True:
        kinds += truth.play(EVERY, rng)
        counted = tally(kinds)
        if verdict := test.verdict(counted.pentanomial):
            return verdict, counted.pairs


@pytest.mark.parametrize(
    ("model", "draws", "bias"), [("normalized", 100, 0), ("normalized", 200, 300), ("logistic", 60, 200)]
)
def test_it_errs_as_rarely_as_promised(model, draws, bias):
    test = Sprt(0, 80, model=model)
    kind = "nelo" if model == "normalized" else "elo"
    matches = 300
    for true, wrong in ((0, "H1"), (80, "H0")):
        truth = with_strength(true, kind, draws, bias)
        runs = [run(test, truth, random.Random(f"{true} {n}")) for n in range(matches)]
        # 5 % are promised; with 300 matches, two standard errors are another 2.5 %
        assert sum(verdict == wrong for verdict, _ in runs) / matches <= 0.075
        assert sum(pairs for _, pairs in runs) / matches == pytest.approx(expected_pairs(test, truth), rel=0.25)


def expected_pairs(test: Sprt, truth: Truth) -> float:
    """Wald's: how far the LLR has to go, over how fast it goes; plus about half of what it may overshoot by."""
    mean, variance = truth.moments()
    if test.model == "logistic":
        s0, s1 = score_of(test.elo0), score_of(test.elo1)
    else:
        s0, s1 = (0.5 + elo * math.sqrt(2 * variance) / NELO for elo in (test.elo0, test.elo1))
    drift = (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    way = (1 - test.alpha) * test.lower + test.alpha * test.upper
    return abs(way / drift) + EVERY / 2


def test_in_the_middle_it_takes_longest():
    test = Sprt(0, 80)
    pairs = {}
    for true in (-40, 40, 120):
        truth = with_strength(true, "nelo", 100, 0)
        runs = [run(test, truth, random.Random(f"{true} {n}")) for n in range(60)]
        pairs[true] = sum(p for _, p in runs) / len(runs)
        if true != 40:
            assert all(verdict == ("H0" if true < 0 else "H1") for verdict, _ in runs)
    assert pairs[40] > 2 * max(pairs[-40], pairs[120])
