"""One name for one thing in all verbs, in one order, in Python and on the command line."""

from __future__ import annotations

import inspect
from importlib import import_module
from itertools import pairwise

import pytest

import gametree

VERBS = ("best", "check", "match", "measure", "perft", "play", "solve", "trace")
ORDER = (
    "game", "position", "moves", "algorithm", "level", "depth", "time", "nodes", "games", "samples", "lines",
    "threads", "table", "memory", "seed", "progress", "stop",
)  # fmt: skip
"""The names that verbs share. What else a verb takes may stand anywhere."""
TYPES = {
    "game": "str | AnyGame", "position": "Any", "moves": "str", "algorithm": "str", "depth": "int", "time": "float",
    "nodes": "int", "games": "int", "lines": "int", "threads": "int", "seed": "int", "stop": "threading.Event",
}  # fmt: skip
OTHER_WORDS = {"start", "state", "seconds", "timeout", "halt", "cancel", "callback", "report", "workers", "jobs"}
"""Other words for these things."""
BY_PLACE = {"match": ["game", "a", "b"], "perft": ["game", "position", "depth"]}
BY_PLACE["trace"] = ["game", "position", "algorithm", "depth"]


def parameters(verb):
    return inspect.signature(getattr(gametree, verb)).parameters


def options(verb):
    """The parameters of the command."""
    return inspect.signature(getattr(import_module(f"gametree.cli.{verb}"), verb)).parameters


def in_order(names):
    places = [ORDER.index(name) for name in names if name in ORDER]
    return all(a < b for a, b in pairwise(places))


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_takes_a_game_and_a_position_and_the_rest_by_name(verb):
    by_place = [p.name for p in parameters(verb).values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    by_name = [p.name for p in parameters(verb).values() if p.kind is p.KEYWORD_ONLY]
    assert by_place == BY_PLACE.get(verb, ["game", "position"])
    assert in_order(by_place)
    assert in_order(by_name)
    assert ("moves" in by_name) == ("position" in by_place)


@pytest.mark.parametrize("verb", VERBS)
def test_the_same_thing_has_the_same_name_and_type(verb):
    given = parameters(verb)
    assert not OTHER_WORDS & set(given)
    assert not OTHER_WORDS & set(options(verb))
    for name, kind in TYPES.items():
        if name in given:
            assert given[name].annotation.removesuffix(" | None") == kind, name
    if "progress" in given:
        assert given["progress"].annotation.startswith("Callable[[")


@pytest.mark.parametrize("verb", VERBS)
def test_the_command_has_the_same_names_in_the_same_order(verb):
    given = [name for name in options(verb) if name in parameters(verb)]
    assert in_order(given)
    by_name = [p.name for p in parameters(verb).values() if p.kind is p.KEYWORD_ONLY and p.name in given]
    assert [name for name in given if name in by_name] == by_name
    only_in_python = {"progress", "stop", "options", "front", "compile", "limit"}
    assert set(parameters(verb)) - set(given) <= only_in_python
