"""Bearing off: the rules are those of backgammon, the tables what a solver finds, and both what others have published.

The facts: the manual of GNU Backgammon (two-sided tables, the example 5+2 against 3+2), bgonline.org (54,264 places,
effective pip counts, 3,825 rolls that are best played without taking a man off), IBM's Ponder This of July 2009.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from gametree import GameError, best, load, solve
from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.endings import Bearoff, State
from gametree.games.backgammon.rules import State as Position
from gametree.solving.chance import bearoff
from gametree.solving.chance.bearoff import AGAINST, CENTRED, CUBELESS, OWNED, one_sided, two_sided

PAIRS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
TWO_SIDED = {6: 853_776, 7: 2_944_656, 8: 9_018_009, 15: 2_944_581_696}  # men: positions


@pytest.fixture(scope="module")
def one():
    return one_sided(15)


@pytest.fixture(scope="module")
def two():
    return two_sided(6)


@pytest.fixture(scope="module")
def looking_up(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("GAMETREE_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield load("backgammon:bearoff=on")
    patch.undo()


def placed(*points: int) -> int:
    return sum(1 << 4 * (p - 1) for p in points)


def before_roll(mine: int, theirs: int, turn: int = 0) -> Position:
    return Position(mine, 0, theirs, 0, 0, turn)


def test_the_numbers_of_positions(one):
    assert one.game.ways == 54_264
    assert {men: Bearoff(men).index_size for men in TWO_SIDED} == TWO_SIDED
    game = Bearoff(4)
    states = [game.state(i) for i in range(game.index_size)]
    assert [game.index(s) for s in states] == [-1 if game.terminal(s) else i for i, s in enumerate(states)]


def test_the_plays_are_those_of_backgammon():
    game, backgammon, dice = Bearoff(15), Backgammon(), random.Random(1)
    for _ in range(2000):
        men = int(game.places[dice.randrange(1, game.ways)])
        high, low = dice.choice(PAIRS)
        turn = dice.randrange(2)
        s = State(men, 1, high * 8 + low, 0) if turn == 0 else State(1, men, high * 8 + low, 1)
        actions = list(game.actions(s))
        assert sorted(actions) == sorted(backgammon.actions(Position(s.mine, 0, s.theirs, 0, s.dice, s.turn)))
        assert len({game.name(s, a) for a in actions}) == len({game.result(s, a) for a in actions}) == len(actions)
        assert game.parse(game.text(s)) == s


@pytest.mark.thorough
def test_the_two_sided_table_is_what_the_solver_finds():
    game = Bearoff(3, 5)
    solution = solve(game)
    equities = two_sided(3, 5)[CUBELESS]
    dice = random.Random(2)
    for _ in range(300):
        i, j = dice.randrange(1, game.ways), dice.randrange(1, game.ways)
        expected = solution[State(int(game.places[i]), int(game.places[j]), 0, 0)].value
        assert equities[i, j] == pytest.approx(expected, abs=1e-12)
    assert solution.method.startswith("policy iteration")


def test_five_and_two_against_three_and_two(two):
    game = Bearoff(6)
    i, j = game.number(placed(5, 2)), game.number(placed(3, 2))
    assert (1 + two[CUBELESS, i, j]) / 2 == pytest.approx(0.671, abs=5e-4)
    assert two[OWNED, i, j] == pytest.approx(0.3441, abs=5e-5)
    assert two[CENTRED, i, j] == pytest.approx(0.3210, abs=5e-5)
    assert two[AGAINST, i, j] == pytest.approx(0.1605, abs=5e-5)


def test_four_men_against_two_on_the_ace_points(two):
    game = Bearoff(6)
    value = two[CUBELESS, game.number(placed(1, 1, 1, 1)), game.number(placed(1, 1))]
    assert (1 + value) / 2 == pytest.approx(1 / 6, abs=1e-12)


def test_owning_the_cube_is_best_and_facing_it_worst(two):
    inner = two[:, 1:, 1:]
    assert (inner[OWNED] >= inner[CENTRED] - 1e-12).all()
    assert (inner[CENTRED] >= inner[AGAINST] - 1e-12).all()
    assert inner.min() >= -2
    assert inner.max() <= 2


def test_effective_pip_counts(one):
    assert one.effective_pips(placed(*[1] * 15)) == pytest.approx(57, abs=0.01)
    for rolls in range(1, 8):  # "a position of N rolls has 7 N + 1 pips"
        assert one.effective_pips(placed(*[1] * 2 * rolls)) == pytest.approx(7 * rolls + 1, abs=0.2)


def test_distributions_are_distributions(one):
    still = one.still
    assert (np.diff(still, axis=1) <= 1e-12).all()
    assert still[:, -1].max() == 0
    assert still.sum(axis=1) == pytest.approx(one.means, abs=1e-9)  # the mean is the sum of the chances to be not done
    all_men = one.untouched[:, 0] == 1
    assert all_men.sum() == 15_504  # fifteen men on six points
    assert (one.untouched <= still[:, : one.untouched.shape[1]] + 1e-12).all()


def test_rolls_that_are_best_played_without_taking_a_man_off(one):
    """Where a man can be taken off by a roll of two numbers, and every play that does so takes more rolls."""
    starts, after, _ = bearoff._plays(one.game)
    men = np.array([sum(int(w) >> 4 * p & 15 for p in range(6)) for w in one.game.places])
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    takes = men[after] < men[rows // 21]
    fewest = np.full((2, len(starts) - 1), np.inf)
    for kind in (0, 1):
        chosen = takes == kind
        np.minimum.at(fewest[kind], rows[chosen], one.means[after[chosen]])
    single = np.tile([high != low for high, low in PAIRS], one.game.ways)
    better = (fewest[0] < fewest[1] - 1e-12) & np.isfinite(fewest[1]) & single
    assert ((one.game.ways - 1) * 21, int(better.sum())) == (1_139_523, 3_825)


def test_the_last_throw_is_a_double():
    """IBM's Ponder This, July 2009: fifteen men each on the ace point; a single player's chance has a closed form."""
    game = Bearoff(15, 1)
    chance = Fraction(1, 36)
    alone: dict[int, Fraction] = {}
    both: dict[tuple[int, int], Fraction] = {}

    def outcomes(men: int, others: int):
        for outcome, p in game.chances(game.initial()):
            rolled = State(men, others, outcome, 0)
            left = {game.result(rolled, a).mine for a in game.actions(rolled)}
            assert len(left) == 1
            yield outcome >> 3 == outcome & 7, round(p * 36) * chance, left.pop()

    for n in range(1, 16):
        alone[n] = sum(
            (p * (int(double) if left == 0 else alone[left]) for double, p, left in outcomes(n, 1)), Fraction()
        )
        rounds = (n + 1) // 2
        assert alone[n] == (2 + 5 * Fraction(-1, 6) ** rounds) / 7
    for together in range(2, 31):
        for n in range(max(1, together - 15), min(15, together - 1) + 1):
            m = together - n
            both[n, m] = sum(
                (p * (int(double) if left == 0 else both[m, left]) for double, p, left in outcomes(n, m)), Fraction()
            )
    assert float(both[15, 15]) == pytest.approx(0.3417, abs=5e-5)


@pytest.mark.thorough
def test_the_search_looks_up_what_is_known(looking_up, two):
    game, small = looking_up, Bearoff(6)
    mine, theirs = placed(5, 2), placed(3, 2)
    known = two[CUBELESS, small.number(mine), small.number(theirs)]
    assert game.evaluate(before_roll(mine, theirs)) == pytest.approx(known, abs=1e-12)
    assert game.evaluate(before_roll(theirs, mine, turn=1)) == pytest.approx(-known, abs=1e-12)
    for depth in (1, 2, 3):
        found = best(game, before_roll(mine, theirs), depth=depth, algorithm="star2")
        assert found.value == pytest.approx(known, abs=1e-9)


def test_the_distributions_come_close_to_the_exact_values(one, two):
    """For small positions both are known."""
    small, dice = Bearoff(6), random.Random(3)
    errors = []
    for _ in range(2000):
        i, j = dice.randrange(1, small.ways), dice.randrange(1, small.ways)
        mine, theirs = int(small.places[i]), int(small.places[j])
        a, b = one.still[one.game.number(mine)], one.still[one.game.number(theirs)]
        first = np.sum((a[:-1] - a[1:]) * b[:-1])
        errors.append(2 * first - 1 - two[CUBELESS, i, j])
    assert np.sqrt(np.mean(np.square(errors))) < 0.005
    assert max(map(abs, errors)) < 0.05


@pytest.mark.thorough
def test_gammons_from_the_distributions(looking_up):
    """Max is off with his next roll, and Min has fifteen men on the last point. When Min is on roll, 17 of 36 rolls
    save the gammon: the elevens with a 6, 4-2 and 5-1, and 2-2 and 3-3. One who plays for the fewest rolls takes no man
    off by 2-2: the tables do not know better, and a search does."""
    s = before_roll(placed(1), placed(*[6] * 15))
    assert looking_up.evaluate(s) == pytest.approx(2, abs=1e-6)
    s = s._replace(turn=1)
    assert looking_up.evaluate(s) == pytest.approx(2 - 16 / 36, abs=1e-6)
    assert best(looking_up, s, depth=4, algorithm="star2").value == pytest.approx(2 - 17 / 36, abs=1e-6)


def test_a_match_and_a_cube_use_the_tables_too(looking_up):
    game = load("backgammon:cube=4,bearoff=on")
    s = before_roll(placed(5, 2), placed(3, 2))
    assert game.evaluate(s._replace(cube=1)) == pytest.approx(2 * looking_up.evaluate(s))
    match = load("backgammon", away=(1, 1), bearoff=True)
    assert match.evaluate(s) == pytest.approx(looking_up.evaluate(s))


@pytest.mark.thorough
def test_tables_are_kept_and_damage_is_seen(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    made = bearoff.tables(3, 2)
    assert "building" in capsys.readouterr().err
    again = bearoff.tables(3, 2)
    assert capsys.readouterr().err == ""
    assert all(np.array_equal(made[name], again[name]) for name in bearoff.NAMES)
    (place,) = tmp_path.glob("bearoff-3-2-*")
    manifest = json.loads((place / "manifest.json").read_text())
    assert (manifest["men"], manifest["pairs"]) == (3, 2)
    file = place / "still.npy"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(bytes(content))
    with pytest.raises(GameError, match="checksum"):
        bearoff.read(place, whole=True)
    file.write_bytes(bytes(content[:-8]))
    assert np.array_equal(bearoff.tables(3, 2)["equities"], made["equities"])
    assert "building" in capsys.readouterr().err


PROGRAM = """
from gametree.solving.chance import bearoff
assert bearoff.one_sided(2).means[1] == 1
assert bearoff.two_sided(2).shape == (4, 28, 28)
print(*(sum(kernel.stats.cache_hits.values()) for kernel in (bearoff.list_plays, bearoff.race, bearoff.duel)))
"""


@pytest.mark.thorough
def test_the_kernels_start_twice_in_fresh_processes(tmp_path):
    for hits in ("0 0 0", "1 1 1"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"GAMETREE_CACHE": str(tmp_path)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == hits


def test_mistakes_are_told_in_one_line():
    with pytest.raises(GameError, match="16 men from 6 points is not possible"):
        Bearoff(16)
    with pytest.raises(GameError, match="write it like"):
        Bearoff().parse("X 7, O 1; X to roll")
    with pytest.raises(GameError, match="up to 2 men"):
        Bearoff(2).parse("X 1 1 1, O 1; X to roll")
    with pytest.raises(GameError, match="hypergammon has three"):
        load("backgammon", start="hypergammon", bearoff=True)
