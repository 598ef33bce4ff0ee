"""Awari against the endgame databases of Lincke (ETH thesis, 2002) and by its rules."""

from __future__ import annotations

import csv
import os
import random
from math import comb
from pathlib import Path
from typing import Any

import pytest

from gametree import perft
from gametree.errors import GameError
from gametree.game import legal
from gametree.games.awari import Awari, State
from gametree.solving.dense.solve import solve_dense
from gametree.solving.dense.table import DenseTable, tier_ranges
from gametree.solving.task import Task
from marking import thorough

# How many positions of n stones have which value for the mover: Lincke, Appendix B.
DISTRIBUTION = {
    0: {0: 1},
    1: {-1: 7, 1: 5},
    2: {-2: 40, 0: 13, 2: 25},
    3: {-3: 177, -1: 1, 0: 63, 1: 7, 3: 116},
    4: {-4: 532, -2: 110, 0: 143, 2: 165, 4: 415},
    5: {-5: 1892, -3: 2, -2: 85, -1: 224, 1: 121, 2: 184, 3: 22, 5: 1838},
    6: {-6: 4242, -4: 116, -2: 772, 0: 1548, 2: 550, 3: 62, 4: 302, 6: 4784},
    7: {-7: 8948, -5: 3, -4: 75, -3: 2948, -1: 442, 0: 4487, 1: 491, 3: 2294, 4: 239, 5: 145, 7: 11752},
}
TRUTH = Path(os.environ.get("GAMETREE_TRUTH", "../shared/truth")) / "kalah_awari"


def distribution(stones: int) -> dict[int, dict[int, int]]:
    game = Awari(endgame=stones)
    labels = solve_dense(game, game.initial(), Task()).labels
    assert isinstance(labels, DenseTable)
    found = {tier: labels.values(first, last) for tier, first, last in tier_ranges(game)}
    return {n: {int(value): count for value, count in values.items()} for n, values in found.items()}


@pytest.mark.thorough
def test_endgames_as_published():
    assert distribution(7) == DISTRIBUTION
    assert all(sum(counts.values()) == comb(n + 11, 11) for n, counts in DISTRIBUTION.items())


@pytest.mark.slow
@pytest.mark.skipif(not TRUTH.is_dir(), reason=f"no published tables at {TRUTH}")
def test_larger_endgames_as_published():
    """Up to the number of stones in AWARI_STONES, 12 if it is not set: 2.7 million positions."""
    most = int(os.environ.get("AWARI_STONES", "12"))
    published: dict[int, dict[int, int]] = {}
    with next(TRUTH.glob("lincke2002*.csv")).open() as rows:
        for row in csv.DictReader(rows):
            counts = published.setdefault(int(row["stones_on_board"]), {})
            counts[int(row["score_difference_for_player_to_move"])] = int(row["positions"])
    assert distribution(most) == {n: published[n] for n in range(most + 1)}


@pytest.mark.parametrize(("pits", "stones"), [(2, 6), *thorough((1, 5), (3, 5))])
def test_small_boards_by_thresholds(pits: int, stones: int):
    """Against the definition: who can force a gain of h or more in a finite time; what nobody can, is even."""
    game = Awari(pits, endgame=stones)
    found = solve_dense(game, game.initial(), Task())
    worth: dict[State, int] = {}
    for n in range(stones + 1):
        layer = [s for s in map(game.state, range(game.index_size)) if game.tier(s) == n]
        ends = {s: -n for s in layer if game.terminal(s)}
        after = {s: [seen_by_mover(game, s, a) for a in legal(game, s)] for s in layer}
        value = dict.fromkeys(layer, 0) | ends
        for h in range(n, 0, -1):
            won, lost = {s for s, v in ends.items() if v >= h}, {s for s, v in ends.items() if v <= -h}
            before = -1
            while before != len(won) + len(lost):
                before = len(won) + len(lost)
                for s in layer:
                    options = [
                        (taken - worth[t] <= -h, taken - worth[t] >= h) if t in worth else (t in won, t in lost)
                        for t, taken in after[s]
                    ]
                    if any(good for _, good in options):
                        won.add(s)
                    if options and all(bad for bad, _ in options):
                        lost.add(s)
            for s in layer:
                if value[s] == 0 and s in won:
                    value[s] = h
                elif value[s] == 0 and s in lost:
                    value[s] = -h
        worth |= value
    assert all(found[s].value == game.banked(s) + v for s, v in worth.items())


def seen_by_mover(game: Awari, s: State, a: int) -> tuple[State, int]:
    """The position after a move with the sides exchanged, as ``state`` would have it, and what was taken."""
    after = game.result(s, a)
    return game.state(game.index(after)), game.banked(after) - game.banked(s)


def test_sowing_leaves_out_the_pit_of_origin():
    game = Awari()
    s = game.parse("0 0 0 0 0 0  21 14  0 0 0 0 0 13")
    after = game.result(s, 5)  # twice into two pits, where it takes four
    assert after == game.parse("1 1 1 1 0 0  21 18  1 1 1 1 1 0   Min to move")


@pytest.mark.parametrize(
    ("board", "pit", "taken"),
    [
        ("0 0 0 1 2 1  20 20  0 0 0 0 1 3", 6, 7),  # two, three and two, back to the first
        ("0 0 0 1 3 1  20 19  0 0 0 0 1 3", 6, 2),  # a pit with four ends it
        ("0 0 0 0 4 1  20 19  0 0 0 0 2 2", 6, 0),  # the last pit has five
        ("0 0 0 0 0 1  20 19  0 0 0 0 2 6", 5, 2),  # the last stone falls into the first enemy pit
    ],
)
def test_captures(board: str, pit: int, taken: int):
    game = Awari()
    s = game.parse(board)
    assert game.result(s, pit - 1).taken - s.taken == taken


def test_the_other_side_is_fed_if_possible():
    game = Awari()
    assert legal(game, game.parse("0 0 0 0 0 0  20 20  3 0 0 0 2 3")) == [4, 5]
    assert legal(game, game.parse("0 0 0 0 0 0  22 22  2 2 0 0 0 0")) == [0, 1]  # no move reaches it: all are legal


def test_taking_everything_is_legal_only_if_all_moves_do():
    game = Awari()
    assert legal(game, game.parse("0 0 0 0 0 1  22 23  1 0 0 0 0 1")) == [0]
    only = game.parse("0 0 0 0 0 1  23 23  0 0 0 0 0 1")
    assert legal(game, only) == [5]
    assert game.terminal(game.result(only, 5))


def test_ends_and_cycles():
    game = Awari()
    s = game.parse("0 0 0 0 0 3  20 25  0 0 0 0 0 0")
    assert game.terminal(s)
    assert game.utility(s) == 25 - 23
    s = game.parse("0 0 0 0 0 3  20 24  1 0 0 0 0 0   Min to move")
    assert not game.terminal(s)
    assert game.repeated(s) == game.banked(s) == 4


def test_numbers():
    """A different one for every layout as the mover sees it, with fewer stones first."""
    game = Awari(pits=2, endgame=4)
    assert game.index_size == comb(4 + 4, 4)
    states = [game.state(i) for i in range(game.index_size)]
    assert [game.index(s) for s in states] == list(range(game.index_size))
    assert [game.tier(s) for s in states] == sorted(game.tier(s) for s in states)
    for s in states:
        assert game.index(State(s.north, s.south, 0, 1)) == game.index(s)
    assert Awari().index_size == comb(60, 12)


def test_text_and_parse():
    game, rng = Awari(), random.Random(1)
    s = game.initial()
    for _ in range(60):
        assert game.parse(game.text(s)) == s
        if game.terminal(s):
            break
        s = game.result(s, rng.choice(legal(game, s)))
    assert game.parse("6 1") == game.result(game.result(game.initial(), 5), 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("7", "cannot be played"), ("1 1 x", "not a position"), ("4 4\n4", "14 numbers"), ("1 " * 14, "14 stones")],
)
def test_mistakes_in_positions(text: str, reason: str):
    with pytest.raises(GameError, match=reason):
        Awari().parse(text)


@pytest.mark.parametrize("wrong", [{"pits": 9}, {"pits": 0}, {"stones": 0}, {"endgame": 64}, {"stones": 6}])
def test_mistakes_in_parameters(wrong: dict[str, Any]):
    with pytest.raises(GameError, match="not possible"):
        Awari(**wrong)


def test_perft():
    """The first two numbers by hand: nothing can be taken or go hungry yet."""
    assert [perft("awari", depth=d).nodes for d in (1, 2)] == [6, 36]
