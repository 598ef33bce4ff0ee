"""``best --algorithm conspiracy``: what it answers, when it stops, and what it refuses."""

from __future__ import annotations

import threading

import pytest

from gametree import GameError, best, load

GAME = "nim:3,4,5"


def test_it_finds_and_proves_the_move():
    found = best(GAME, algorithm="conspiracy", nodes=20_000)
    assert (found.move, found.value, found.proven, found.algorithm) == ("a2", 1, True, "conspiracy")


def test_it_stops_by_stability_before_its_limit():
    """With more conspirators the tree is larger."""
    few, many = (best(GAME, algorithm="conspiracy", nodes=100_000, conspirators=n) for n in (2, 4))
    assert few.nodes < many.nodes < 100_000


def test_it_keeps_to_its_limits():
    assert best(GAME, algorithm="conspiracy", nodes=300).nodes <= 301
    stop = threading.Event()
    stop.set()
    assert best(GAME, algorithm="conspiracy", stop=stop, nodes=1000).nodes <= 1
    assert best(GAME, algorithm="conspiracy", nodes=1).move


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (GAME, {"conspirators": 1}, "conspirators must be 2 or more"),
        (GAME, {"plies": 0}, "plies must be 1 or more"),
        (GAME, {"delta": -1}, "delta must be 0 or more"),
        (GAME, {"speed": 3}, "conspiracy has no option 'speed'; it has conspirators, plies, delta"),
        ("pig", {}, "conspiracy is for two players without chance"),
        ("crowdnim", {}, "conspiracy is for two players without chance"),
    ],
)
def test_what_makes_no_sense_is_refused(words, options, message):
    with pytest.raises(GameError, match=message):
        best(load(words), algorithm="conspiracy", nodes=100, **options)
