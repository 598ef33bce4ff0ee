"""Backgammon's network: what it sees, that both sides are treated alike, and files of networks."""

from __future__ import annotations

import json
import math
import random

import numpy as np
import pytest
from brute_force import game_of_chance

from gametree import GameError, load
from gametree.cli import main
from gametree.features import shares
from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.inputs import CONTACT_INPUTS, HITS, RACE_INPUTS, escaping, hitting
from gametree.games.backgammon.men import BAR, blocked, count, occupied, single
from gametree.games.backgammon.network import UNITS, blank, shipped
from gametree.games.backgammon.rules import State
from gametree.learning.tdgammon import step
from gametree.networks import network_of, read_network, save_network, with_network
from gametree.weights import save_weights, weights_of


def positions(seeds: int, every: int = 3) -> list[State]:
    """Positions before a roll from random games, with contact and without."""
    game = Backgammon()
    return [s for seed in range(seeds) for s, _ in game_of_chance(game, seed) if s.dice == 0 and s.turn < 2][::every]


def mirrored(s: State) -> State:
    return State(s.other_near, s.other_far, s.near, s.far, s.dice, 1 - s.turn)


def men(s: State) -> tuple[int, int, int, int]:
    """The men of the player on roll, then those of the other."""
    mine, theirs = (s.near, s.far), (s.other_near, s.other_far)
    return (*mine, *theirs) if s.turn == 0 else (*theirs, *mine)


# --- what it sees ----------------------------------------------------------------------------------------------------


def test_the_inputs_of_the_start():
    """Two men on 24, five on 13, three on 8, five on 6: four inputs a point, the fourth half of the rest."""
    game = Backgammon()
    seen = dict(game.inputs(*men(game.initial()._replace(turn=0))))
    of_points = {
        4 * 23 + 1: 1,
        4 * 12 + 1: 1,
        4 * 12 + 2: 1,
        4 * 12 + 3: 1,
        4 * 7 + 1: 1,
        4 * 7 + 2: 1,
        21: 1,
        22: 1,
        23: 1,
    }
    assert {i: x for i, x in seen.items() if i < 100} == of_points
    assert seen[103] == seen[104 + 103] == 1.67
    assert {i - 104: x for i, x in seen.items() if 104 <= i < 204} == of_points
    assert seen[RACE_INPUTS + HITS] == 0


def test_the_inputs_stay_in_their_places():
    game, met = Backgammon(), set[int]()
    for s in positions(12):
        seen = list(game.inputs(*men(s)))
        numbers = [i for i, _ in seen]
        met |= set(numbers)
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= x <= 4.5 for _, x in seen)
        assert max(numbers) < (RACE_INPUTS if game.in_race(*men(s)) else CONTACT_INPUTS)
    assert len(met) > CONTACT_INPUTS - 20  # four men on a far point are rare in random games


def test_rolls_that_hit_are_those_of_the_rules():
    """A roll hits if one of its plays does. With men on the bar not all plays of doubles are counted."""
    game, seen = Backgammon(), [0, 0]
    for s in positions(8, every=4):
        near, far, other_near, other_far = men(s)
        if game.in_race(near, far, other_near, other_far):
            continue
        told = hitting(occupied(near, far), single(other_near, other_far), blocked(other_near, other_far), far >> 48)
        before = count(other_near, other_far, BAR)
        found = 0
        for roll, p in game.chances(s):
            rolled = game.result(s, roll)
            plays = [game.result(rolled, a) for a in game.actions(rolled)]
            if any(count(*men(after)[:2], BAR) > before for after in plays):
                found += round(36 * p)
        on_bar = far >> 48 > 0
        seen[on_bar] += 1
        assert told <= found <= told + (4 if on_bar else 0), game.text(s)
    assert min(seen) > 20


@pytest.mark.parametrize(
    ("closed", "rolls"), [((), 36), ((18, 19, 20, 21, 22, 23), 0), ((18,), 25), ((20, 22), 25 + 7)]
)
def test_rolls_that_the_last_man_can_play(closed: tuple[int, ...], rolls: int):
    """From the 24 point: a full prime holds him, one point stops the rolls with a die or a sum that ends there."""
    found = 0
    for one in range(1, 7):
        for two in range(1, 7):
            ends = 24 - one - two
            found += ends not in closed and (24 - one not in closed or 24 - two not in closed)
    assert escaping(24, sum(1 << p for p in closed)) == found
    if closed in ((), (18, 19, 20, 21, 22, 23)):
        assert found == rolls


# --- what it answers -------------------------------------------------------------------------------------------------


def test_both_sides_are_treated_alike():
    game = Backgammon()
    for s in positions(4):
        assert game.evaluate(mirrored(s)) == -game.evaluate(s)
    assert game.evaluate(game.initial()) == 0


def test_the_sum_of_its_units_is_that_of_the_arrays():
    """The same by NumPy: a layer of hidden units x / (1 + |x|), five logistic outputs."""
    game, kinds = Backgammon(), set[bool]()
    for s in positions(3, every=9):
        x = np.zeros(CONTACT_INPUTS)
        for i, amount in game.inputs(*men(s)):
            x[i] += amount
        race = game.in_race(*men(s))
        kinds.add(race)
        first, out = (game.race, game.race_out) if race else (game.contact, game.contact_out)
        sums = x[: len(first) - 1] @ first[:-1] + first[-1]
        hidden = sums / (1 + np.abs(sums))
        wanted = 1 / (1 + np.exp(-(hidden @ out[:-1] + out[-1])))
        assert game.odds(*men(s)) == pytest.approx(wanted, abs=1e-5)
    assert kinds == {True, False}


def test_the_parts_add_up_to_the_evaluation():
    game = Backgammon()
    for s in [game.initial(), *positions(3, every=9)]:
        assert sum(share.times * share.weight for share in shares(game, s)) == pytest.approx(game.evaluate(s))


def test_what_ships_knows_who_has_won():
    game = Backgammon()
    for text, least, most in (("AwAAGAAAAAAAAA X to roll", 0.9, 1.1), ("4HPwATDgc/ABMA X to roll", 0.0, 0.15)):
        assert least < game.evaluate(game.parse(text)) < most


def test_a_step_goes_down_the_slope():
    """The change of each number is minus the slope of the cross-entropy, found here by small differences."""
    game, dice = Backgammon(), random.Random(1)
    wanted = (0.8, 0.3, 0.01, 0.1, 0.0)

    def loss(s: State) -> float:
        return -sum(
            t * math.log(p) + (1 - t) * math.log(1 - p) for t, p in zip(wanted, game.odds(*men(s)), strict=True)
        )

    some = positions(3, every=9)
    for s in (next(s for s in some if game.in_race(*men(s)) is race) for race in (True, False)):
        layers = ("race", "race_out") if game.in_race(*men(s)) else ("contact", "contact_out")
        game.set_layers(blank(3, 0.2))
        before = {name: getattr(game, name).copy() for name in layers}
        rate = 0.01
        step(game, s, wanted, rate)
        moved = {name: (getattr(game, name) - before[name]) / rate for name in layers}
        inputs = [i for i, x in game.inputs(*men(s)) if x] + [len(before[layers[0]]) - 1]
        for name in layers:
            getattr(game, name)[:] = before[name]
        for name, rows in zip(layers, (inputs, range(len(before[layers[1]]))), strict=True):
            for _ in range(4):
                place = dice.choice(list(rows)), dice.randrange(before[name].shape[1])
                array, sides = getattr(game, name), []
                for way in (1, -1):
                    array[place] = before[name][place] + way * 0.01
                    sides.append(loss(s))
                array[place] = before[name][place]
                assert moved[name][place] == pytest.approx(-(sides[0] - sides[1]) / 0.02, abs=2e-3)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path):
    game = Backgammon()
    game.set_layers(blank(5))
    save_network(tmp_path / "five.network", network_of(game, "by hand"))
    return tmp_path / "five.network"


def test_what_is_written_is_read(kept, tmp_path):
    held = read_network(kept)
    assert (held.game, held.rules, held.made) == ("Backgammon", "Backgammon", "by hand")
    assert held.arrays["contact"] == pytest.approx(blank(5)["contact"], rel=1e-3, abs=1e-6)
    save_network(tmp_path / "again.network", held)
    assert (tmp_path / "again.network").read_text() == kept.read_text()
    save_network(tmp_path / "precise.network", network_of(load("backgammon")), precise=True)
    precise = read_network(tmp_path / "precise.network").arrays
    assert all((precise[name] == shipped()[name]).all() for name in precise)


def test_a_game_with_the_network_of_a_file(kept):
    game = load(f"backgammon:start=nackgammon,weights={kept}")
    assert isinstance(game, Backgammon)
    assert game.network
    assert game.contact.shape == (CONTACT_INPUTS + 1, UNITS)
    assert (game.contact == read_network(kept).arrays["contact"]).all()
    assert (load("backgammon").contact == shipped()["contact"]).all()  # type: ignore


def test_weights_of_features_do_without_the_network(tmp_path):
    game = load("backgammon")
    save_weights(tmp_path / "b.weights", weights_of(game))
    features = load("backgammon:network=false")
    for other in (
        load(f"backgammon:weights={tmp_path / 'b.weights'}"),
        load("backgammon", weights=str(tmp_path / "b.weights")),
    ):
        for s in positions(2, every=20):
            assert other.evaluate(s) == pytest.approx(features.evaluate(s), abs=1e-4) != game.evaluate(s)


def edited(path, change):
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda p: p.write_text(p.read_text()[:-40]), "is damaged: it is cut off"),
        (lambda p: edited(p, lambda c: c["arrays"]["race"].update(data="AAAA")), "is damaged: its checksum is wrong"),
        (lambda p: p.unlink(), "cannot be read: no such file"),
        (lambda p: p.write_bytes(b"\xff\xfe\x00"), "is not a file of weights"),
    ],
)
def test_a_damaged_file_gets_one_line(kept, spoil, message, capsys):
    spoil(kept)
    assert main(["best", "backgammon", "--weights", str(kept), "--depth", "1"]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


def test_a_network_of_another_game_or_shape(kept):
    with pytest.raises(GameError, match="holds a network for Backgammon, not for hypergammon"):
        load("hypergammon", weights=str(kept))
    with pytest.raises(GameError, match="connect4 has no network"):
        load("connect4", weights=str(kept))
    held = read_network(kept)
    small = {**held.arrays, "race": held.arrays["race"][:, :8]}
    with pytest.raises(GameError, match="of another shape"):
        with_network(Backgammon(), type(held)(held.game, held.rules, small))
    large = Backgammon()
    large.contact[0, 0] = 1e9
    with pytest.raises(GameError, match="too large for a file"):
        network_of(large)
