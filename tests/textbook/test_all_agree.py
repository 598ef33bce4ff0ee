"""Every search that can be right is: small positions of ten games, and random graphs with loops.

The strong solver knows the value. Textbook forms must say it, or a bound that holds, or that they do not know; df-pn
must say it. ``AGREEMENT=100`` tries a hundred positions of each game.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from gametree import GameError, best, load, solve
from gametree.game import Line, even, over
from gametree.textbook import Stopped, Tracer, search

GAMES = ("tictactoe", "nim:1,2,3", "nim:2,3,misere=True", "kalah:2,2", "ponghauki", "tree:example=loop")
LARGER = ("tree:example=pruning", "mnk:3,3,3", "mnk:4,3,3", "connect4:4,4", "dots:2,2", "othello:size=4")
GROWING = ("pn", "pn2", "mcpn", "bestfirst", "conspiracy", "bstar")
WHOLE = ("alphabeta", "sss", "mtdf")
POSITIONS = int(os.environ.get("AGREEMENT", "6"))
"""How many positions of each game are tried."""
MOST = 3000
"""The nodes of a textbook search: then it is stopped."""


def positions(game, count, seed):
    """Random positions near the end of the game, so that every search can finish most of them."""
    dice, found = Random(seed), []
    while len(found) < count:
        line = Line(game.initial())
        while not over(game, line.states(game)[-1]) and len(line.actions) < 60:
            line = line.then(dice.choice(list(game.actions(line.states(game)[-1]))))
        back = dice.randint(1, 7)
        s = line.states(game)[max(0, len(line.actions) - back)]
        if not over(game, s):
            found.append(s)
    return found


def holds(found, true):
    """Is what is claimed so?"""
    if found.proven:
        return found.value == true
    if not found.certain:
        return True
    return found.value <= true if found.bound == "lower" else found.value >= true


@pytest.mark.thorough
@pytest.mark.parametrize("words", [*GAMES, *(pytest.param(words, marks=pytest.mark.slow) for words in LARGER)])
def test_all_agree_with_the_strong_solver(words):
    game, dice = load(words), Random(7)
    low = even(game)
    known = solve(game, level="strong")
    loops = words in ("ponghauki", "tree:example=loop")
    settled = dict.fromkeys((*GROWING, *WHOLE), 0)
    for s in positions(game, POSITIONS, seed=1):
        true = known[s].value
        for name in (*GROWING, *WHOLE):
            limit = dice.choice((MOST, MOST, dice.randint(1, 60)))  # some are stopped very early
            try:
                found = search(game, s, name, None, Tracer(nodes=limit))
            except Stopped:
                continue
            except GameError:
                assert loops, (name, s)  # some forms need a game that ends
                continue
            assert holds(found, true), (name, s, found, true)
            settled[name] += found.proven or found.note.startswith(("proved", "disproved"))
            if name in ("pn", "pn2", "mcpn") and not found.note.startswith("unknown"):
                assert found.note.startswith("proved") == (true > low), (name, s, found)
        exact = best(game, s, algorithm="dfpn", initial=dice.choice(("one", "mobility")))
        assert (exact.value, exact.proven) == (true, True), s
    missing = [name for name in ("pn", "pn2", "mcpn", "bestfirst") if not settled[name]]
    assert not missing
