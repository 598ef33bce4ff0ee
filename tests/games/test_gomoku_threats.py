"""Forced wins in Gomoku: each win that is found is checked against every defence."""

from __future__ import annotations

import random
from functools import cache

import pytest

from gametree import best, load
from gametree.engine.forcing import Forcing

GAMES = {spec: load(spec) for spec in ("gomoku:size=9", "gomoku:size=9,rule=exact")}
POSITIONS = [
    ("e5 a1 e6 a9 e7 i1", 3),  # a straight four
    ("c3 a1 d3 i9 e4 a9 e5 i1", 5),  # e3 makes two threes
    ("c3 b3 d3 a9 e3 i9 f4 a7 f5 i2 f6 d8", 3),  # f3 makes a straight four
    ("c5 b5 d5 a9 e5 i9 f4 i8 f3 f2 f6 b9", 3),  # f5 makes two fours
]
"""Stones of Black and White in turn, on 9 × 9 points, and in how many actions Black wins; composed for these tests."""


def wins_against_all(game, s, line) -> int:
    """Play the attack out against every legal reply; after one that the proof left out, a new proof must be found. The
    positions of the attacker that were seen."""
    me = game.player(s)

    @cache
    def won(s) -> int:
        proof = Forcing(game, s, compiled=False)
        found = proof.run(nodes=200)
        assert found is not None, game.text(s)
        after = game.result(s, found.line[0])
        if game.terminal(after):
            assert game.utility(after) == (1 if me == 0 else -1)
            return 1
        replies = [game.result(after, a) for a in game.actions(after)]
        assert not any(game.terminal(reply) for reply in replies)
        return 1 + sum(won(reply) for reply in replies)

    after = game.result(s, line[0])
    return sum(won(game.result(after, a)) for a in game.actions(after)) if not game.terminal(after) else 0


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize(
    ("stones", "within"), [pytest.param(*p, marks=pytest.mark.thorough if p[1] > 3 else ()) for p in POSITIONS]
)
def test_a_forced_win_holds_against_every_defence(spec: str, stones: str, within: int):
    game = GAMES[spec]
    s = game.parse(stones)
    found = Forcing(game, s, compiled=False).run(nodes=200)
    assert found is not None
    assert found.within == len(found.line) == within
    assert wins_against_all(game, s, found.line) >= 60


@pytest.mark.parametrize(("stones", "within"), POSITIONS)
def test_how_soon(stones: str, within: int):
    found = Forcing(GAMES["gomoku:size=9"], GAMES["gomoku:size=9"].parse(stones), compiled=False).run(nodes=200)
    assert found is not None
    assert found.within == within


def test_a_counter_four_is_answered_first():
    """White makes fours on the a-file; Black has to stop each, and the two threes still stand."""
    game = GAMES["gomoku:size=9"]
    s = game.parse("c3 a1 d3 a3 e4 a5 e5 i9")
    after = game.result(s, game.transcript(s, "e3")[0])
    names = {game.name(after, a) for a in game.replies(after)}
    assert {"a2", "a4"} <= names
    four = game.result(after, game.transcript(after, "a2")[0])
    assert [game.name(four, a) for a in game.macros(four, 1)] == ["a4"]


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_replies_leave_out_only_what_loses(rule: str):
    """On random boards, after each macro: every action that is not among the replies loses within three more actions,
    by plain minimax."""
    game, dice, left_out = load("gomoku", size=6, rule=rule), random.Random(5), 0
    for _ in range(120):
        s = game.initial()
        for _ in range(dice.randrange(6, 16)):
            if not game.terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
        if game.terminal(s):
            continue
        for a in list(game.macros(s, 2))[:3]:
            after = game.result(s, a)
            if game.terminal(after):
                continue
            kept = set(game.replies(after))
            for other in dice.sample(list(game.actions(after)), 3):
                if other not in kept:
                    left_out += 1
                    child = game.result(after, other)
                    assert not game.terminal(child)
                    assert attacker_wins(game, child, 3, game.player(child))
    assert left_out > 50


def attacker_wins(game, s, depth: int, me: int) -> bool:
    """Does the player win within this many actions?"""
    if game.terminal(s) or depth == 0:
        return game.terminal(s) and game.utility(s) == (1 if me == 0 else -1)
    answers = (attacker_wins(game, game.result(s, a), depth - 1, me) for a in game.actions(s))
    return any(answers) if game.player(s) == me else all(answers)


@pytest.mark.thorough
def test_the_engine_proves_before_it_searches():
    """To depth 1, the search itself would see nothing; without the macros it does not."""
    found = best("gomoku:size=9", moves="c3 a1 d3 i9 e4 a9 e5 i1", depth=1)
    assert (found.value, found.proven, found.within, found.line[0], found.compiled) == (1, True, 5, "e3", True)
    assert len(found.line) == 5
    assert not best("gomoku:size=9", moves="c3 a1 d3 i9 e4 a9 e5 i1", depth=1, macros=False).proven
