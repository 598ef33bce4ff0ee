"""The pseudo-code beside a tree: every step stands on a line of it, and on one that does just that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gametree import load
from gametree.textbook import ALGORITHMS, alphabeta, search, trace
from gametree.textbook.support.listing import functions
from gametree.textbook.support.tracing import Tracer

GAMES = {
    "expectiminimax": "tree:example=chance",
    "alphabeta_chance": "tree:example=twelfths",
    "maxn": "tree:example=maxn",
    "paranoid": "tree:example=maxn",
    "bestreply": "star:side=1,players=3",
    "quiescence": "tree:example=horizon",
    "dynamic": "nim:heaps=6,limit=3",
}
SAYS = {
    "enter": r"\.enter\(|\"enter\"|[A-Z]\w+\(walk|type\(self\)\(",  # or a node is made
    "leaf": r"\.leaf\(|\"leaf\"",
    "update": r"\.update\(|\"update\"|\.stand_pat\(",
    "cut": r"\.cut\(",
    "select": r"\"select\"",
    "hit": r"\.hit\(",
    "skip": r"\.skip\(|\"skip\"",
    "leave": r"\.leave\(",
}
"""What is written on the line of a step, by its kind."""


def traced(algorithm, **options):
    game = load(GAMES.get(algorithm, "tictactoe"))
    start = game.initial() if algorithm in GAMES else game.parse("1 5 9 3")
    return trace(game, start, algorithm, 3 if algorithm == "bestreply" else None, **options)


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        *((name, {}) for name in ALGORITHMS),
        *((name, {"printed": True}) for name, known in ALGORITHMS.items() if "printed" in known.options),
    ],
)
def test_every_step_stands_on_a_line_that_does_what_it_says(algorithm, options):
    found = traced(algorithm, **options)
    shown = {place: text for listing in found.listings() for place, text in listing.lines}
    for event in found.events:
        assert event.lines, event
        assert set(event.lines) <= set(shown), event  # also those of the functions around it
        text = shown[event.lines[0]]
        assert re.search(SAYS[event.kind], text), (event, text)


def test_max_and_min_are_cut_at_their_own_lines():
    """Red if a step could be told from another function of the same shape."""
    found = trace("tree:example=pruning")
    (window,) = [listing for listing in found.listings() if listing.name == "window"]
    middle = next(i for i, (_, text) in enumerate(window.lines) if "def min_value" in text)
    places = [place for place, _ in window.lines]
    for event in found.events:
        if event.kind in ("update", "cut"):
            assert (places.index(event.lines[0]) > middle) == (event.player == 1)


def test_outer_lines_follow_the_search():
    """Aspiration searches twice; while the second search runs, its line is the second call."""
    found = trace("tree:example=textbook", algorithm="aspiration", guess=9)
    (own,) = [listing for listing in found.listings() if listing.name == "aspiration"]
    text = dict(own.lines)
    outer = [next(text[place] for place in event.lines if place in text) for event in found.events]
    again = [n for n, event in enumerate(found.events) if event.parent is None and event.kind == "enter"][1]
    assert {line.strip() for line in outer[:again]} == {"v, line = window(walk, walk.depth, alpha, beta)"}
    assert {line.strip() for line in outer[again:]} == {"v, line = window(walk, walk.depth, -inf, beta)"}


def test_a_listing_is_the_file_without_what_only_python_needs():
    (listing,) = [found for found in functions("alphabeta.py") if found.name == "window"]
    written = Path(alphabeta.__file__).read_text(encoding="utf-8").splitlines()
    for place, text in listing.lines:
        assert text == written[int(place.rpartition(":")[2]) - 1] or text.lstrip().startswith("def ")
    assert str(listing).startswith("def window(walk, depth, alpha, beta, fail, equality):\n")
    assert '"""' not in str(listing)


def test_steps_that_are_not_kept_need_no_line():
    tracer = Tracer(keep=2)
    search("tree:example=textbook", tracer=tracer)
    assert [event.lines[-1].partition(":")[0] for event in tracer.events] == ["alphabeta.py", "alphabeta.py"]
