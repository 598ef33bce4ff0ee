"""Nine Men's Morris and its relatives against Sanmill's legal moves, Gasser's counts, and search."""

from __future__ import annotations

import json
import os
import random
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brute_force import game_of_chance, reachable

from gametree import best, perft
from gametree.bits import popcount
from gametree.errors import GameError
from gametree.game import legal, smallest
from gametree.games.morris import Morris
from gametree.games.morris.board import Board, images
from gametree.games.morris.endings import Numbering, canonical_sets
from gametree.games.morris.rules import State
from gametree.solving.dense.solve import solve_dense
from gametree.solving.dense.table import DenseTable
from gametree.solving.strong import plain
from gametree.solving.task import Task

TRUTH = Path(os.environ.get("GAMETREE_TRUTH", "../shared/truth")) / "morris"
PAIRS = [(m, t) for m in range(3, 10) for t in range(3, 10)]
"""The men of the mover and of the other side in the 28 sub-spaces, each with either side to move."""


# --- the rules -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "leaves"),
    [
        (Morris(), [24, 552, 12144, 255024, 5100480]),
        (Morris(lasker=True), [24, 552, 13552]),
        (Morris(men=12), [24, 552, 12144, 255024]),
    ],
)
def test_perft(game: Morris, leaves: list[int]):
    """As counted by Sanmill (calcitem/Sanmill), where taking a man is a ply of its own."""
    assert [perft(game, depth=d).nodes for d in range(1, len(leaves) + 1)] == leaves


@pytest.mark.slow
@pytest.mark.skipif(not TRUTH.is_dir(), reason=f"no published positions at {TRUTH}")
@pytest.mark.parametrize(
    ("file", "game", "positions"), [("nine", Morris(), 1142), ("lasker", Morris(lasker=True), 1249)]
)
def test_legal_moves_as_sanmill_has_them(file: str, game: Morris, positions: int):
    known = json.loads((TRUTH / f"sanmill_oracle_{file}.json").read_text())
    count = 0
    for trajectory in known["trajectories"]:
        s = game.initial()
        for step in trajectory["steps"]:
            board = step["fen"].split()[0].replace("/", "")
            white, black = (sum(1 << p for p, c in enumerate(board) if c == mark) for mark in "O@")
            assert (s.white, s.black, s.turn + 1) == (white, black, step["side_to_move"])
            moves = {game.name(s, a): a for a in legal(game, s)}
            assert sorted(moves) == sorted(step["legal_uci"])
            count += 1
            if "picked_uci" in step:
                s = game.result(s, moves[step["picked_uci"]])
    assert count == positions


def test_a_mill_takes_a_man_that_is_in_none():
    game = Morris()
    s = game.parse("a7 a1 d7 d1 g7")
    assert s.removing
    assert s.turn == 0
    assert [game.name(s, a) for a in legal(game, s)] == ["xd1", "xa1"]
    s = game.parse("a7 a1 d7 d1 b4 g1 xb4 g7")  # all of Black's men are in a mill: any may be taken
    assert sorted(game.name(s, a) for a in legal(game, s)) == ["xa1", "xd1", "xg1"]


def men(game: Morris, names: str) -> int:
    return sum(1 << game.board.names.index(name) for name in names.split())


def test_two_mills_at_once_take_one_man():
    game = Morris()
    s = State(men(game, "d7 d6 c5 e5"), men(game, "a1 g1 a4 f4"), 5, 5, 0, 0)
    s = game.result(s, game.board.names.index("d5"))
    assert s.removing
    after = game.result(s, legal(game, s)[0])
    assert (after.turn, after.removing, popcount(after.black)) == (1, 0, 3)


def test_moving_flying_and_losing():
    game = Morris()
    four, three, two = (men(game, names) for names in ("a7 a4 b4 d1", "g7 g4 f4", "g7 g4"))
    s = State(four, three, 0, 0, 0, 0)
    assert {game.name(s, a) for a in legal(game, s)} == {
        "a7-d7", "a4-a1", "b4-b2", "b4-b6", "b4-c4", "d1-a1", "d1-d2", "d1-g1",
    }  # fmt: skip
    assert len(legal(game, s._replace(turn=1))) == 3 * (24 - 7)
    lost, blocked = State(four, two, 0, 0, 1, 0), State(men(game, "a7 d7 g7 a4"), men(game, "g4 d6 b4 a1"), 0, 0, 0, 0)
    assert game.terminal(lost)
    assert game.utility(lost) == 1
    assert game.terminal(blocked)
    assert game.utility(blocked) == -1


def test_three_mens_morris():
    """The first mill wins; solved in plain Python, the first player wins, and only by beginning in the centre."""
    game = Morris(men=3)
    s = game.parse("b2 a3 a1 c3 b3 b1")
    assert not game.terminal(s)
    assert game.terminal(game.parse("b2 a3 a1 b1 c3"))
    graph = plain.explore(game, game.initial(), Task())
    labels = dict(zip(graph.states, plain.label(game, graph), strict=True))
    assert labels[game.initial()].value == 1
    first = {game.name(game.initial(), a): game.result(game.initial(), a) for a in legal(game, game.initial())}
    assert [name for name, s in first.items() if labels[smallest(game, s)].value == 1] == ["b2"]


def test_parents_are_where_actions_come_from():
    """In both directions, on every edge among all positions of Three Men's Morris, and on random games of others."""
    game = Morris(men=3)
    states = reachable(game)
    before: dict[State, set[State]] = {s: set() for s in states}
    for s in states:
        for a in legal(game, s):
            before[game.result(s, a)].add(s)
    for s in states:
        parents = list(game.parents(s))
        assert before[s] <= set(parents)
        assert all(s in [game.result(p, a) for a in legal(game, p)] for p in parents)
    for game in (Morris(men=6), Morris(), Morris(lasker=True), Morris(white=4, black=4)):
        previous = None
        for number, (s, _) in zip(range(100), game_of_chance(game, 1), strict=False):
            parents = list(game.parents(s))
            assert previous is None or previous in parents
            if number % 20 == 0:
                assert all(s in [game.result(p, a) for a in legal(game, p)] for p in parents)
            previous = s


def test_symmetries():
    """Sixteen of them, each of which maps moves to moves."""
    game = Morris()
    for number, (s, _) in zip(range(60), game_of_chance(game, 7), strict=False):
        alike = [s, *game.symmetries(s)]
        assert len(alike) == 16
        if number % 6 == 0:
            after = {min(t, *game.symmetries(t)) for t in (game.result(s, a) for a in legal(game, s))}
            for image in alike:
                moves = (game.result(image, a) for a in legal(game, image))
                assert {min(t, *game.symmetries(t)) for t in moves} == after
    assert len(set(game.symmetries(game.parse("a7 f4 d2")))) == 15


# --- the numbers -----------------------------------------------------------------------------------------------------


def classes_of_pairs(board: Board) -> dict[tuple[int, int], int]:
    """How many positions there are with these numbers of men, up to symmetry: by Burnside's lemma."""
    points = np.array([1 << p for p in range(board.points)], np.int64)
    total: dict[tuple[int, int], int] = {}
    for image in images(board, points).tolist():
        moves = {p: q.bit_length() - 1 for p, q in enumerate(image)}
        fixed = {(0, 0): 1}  # sets of men that stay where they are are made of whole cycles
        while moves:
            p, length = next(iter(moves)), 0
            while p in moves:
                p, length = moves.pop(p), length + 1
            more: dict[tuple[int, int], int] = {}
            for (w, b), n in fixed.items():
                for key in ((w, b), (w + length, b), (w, b + length)):
                    more[key] = more.get(key, 0) + n
            fixed = more
        for key, n in fixed.items():
            total[key] = total.get(key, 0) + n
    return {key: n // board.images for key, n in total.items()}


def test_the_range_is_gassers():
    """9,074,932,579 numbers for the 28 sub-spaces (Gasser 1996, as quoted by van den Herik et al. 2002)."""
    board, counts = Board(3), classes_of_pairs(Board(3))
    assert sum(counts[max(p), 0] * comb(24 - max(p), min(p)) for p in PAIRS) == 9_074_932_579
    assert len(canonical_sets(board, 4)) == counts[4, 0]
    assert Numbering(board, [(4, 3), (3, 4)]).size == 2 * counts[4, 0] * comb(20, 3)


def test_numbers_that_are_not_used():
    """Of the range, 170,338,978 numbers are holes: where the larger side's men are symmetric in themselves, the other
    men can be seen in several ways, and one of the numbers is used."""
    assert sum(classes_of_pairs(Board(3))[p] for p in PAIRS) == 9_074_932_579 - 170_338_978
    assert classes_of_pairs(Board(3))[3, 3] == 169_626
    game = Morris(men=6, white=3, black=3)
    assert sum(game.index(game.state(i)) == i for i in range(game.index_size)) == classes_of_pairs(Board(2))[3, 3]


@pytest.mark.slow
def test_positions_without_a_mill_against_nine_men():
    """A side with a mill has taken a man, so the other cannot have all of its nine: 7,732,822,556 positions are left.
    The published 7,673,759,269 leave out another 59,063,287, on which docs/morris.md has a guess."""
    board = Board(3)
    total = classes_of_pairs(board)
    impossible = 0
    for number in range(3, 10):
        count, both = with_mills(board, number, nine_too=number == 9)
        impossible += 2 * count - both
    assert sum(total[p] for p in PAIRS) - impossible == 7_732_822_556 == 7_673_759_269 + 59_063_287


def with_mills(board: Board, men: int, *, nine_too: bool) -> tuple[int, int]:
    """Up to symmetry, the positions in which this many men have a mill and the other side has nine men; and those of
    them in which the nine have one too, if that is asked for."""
    masks = np.array([sum(1 << p for p in mill) for mill in board.mills], np.int64)
    sets = canonical_sets(board, men)
    sets = sets[((sets[:, None] & masks) == masks).any(axis=1)]
    nines = _subsets(board.points - men, 9)
    count = both = 0
    for large in sets.tolist():
        free = np.array([p for p in range(board.points) if not large >> p & 1], np.int64)
        alike = [k for k, image in enumerate(images(board, np.array([large])).ravel().tolist()) if image == large]
        if len(alike) == 1 and not nine_too:
            count += comb(board.points - men, 9)
            continue
        others = (np.int64(1) << free[nines]).sum(axis=1)
        if len(alike) > 1:
            others = others[others == images(board, others)[alike].min(axis=0)]
        count += len(others)
        if nine_too:
            both += int(((others[:, None] & masks) == masks).any(axis=1).sum())
    return count, both


def _subsets(points: int, size: int) -> Any:
    from itertools import combinations

    return np.array(list(combinations(range(points), size)), np.int64)


def test_numbers_come_back():
    game, rng = Morris(white=4, black=3), random.Random(1)
    for i in (rng.randrange(game.index_size) for _ in range(200)):
        s = game.state(i)
        number = game.index(s)
        assert game.index(game.state(number)) == number
        assert number == i or game.state(i) != game.state(number)
        assert all(game.index(image) == number for image in game.symmetries(s))
        swapped = State(s.black, s.white, 0, 0, 1, 0)
        assert game.index(swapped) == number
        assert (popcount(s.white), popcount(s.black)) in ((3, 3), (4, 3), (3, 4))
    assert game.index(game.initial()) >= 0
    assert game.index(game.initial()._replace(white_hand=1)) == -1


# --- solved ----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_three_against_three():
    """All 169,626 positions, and on a sample what search finds: the win at its very depth, and none before."""
    game = Morris(white=3, black=3)
    found = solve_dense(game, game.initial(), Task())
    assert isinstance(found.labels, DenseTable)
    assert (found.positions, found.wins, found.losses, found.draws) == (169_626, 140_621, 28_736, 269)
    assert found.labels.deepest() == 27
    rng, checked = random.Random(3), 0
    while checked < 8:
        s = game.state(rng.randrange(game.index_size))
        label = found[s]
        if not game.terminal(s) and label.remoteness is not None and 2 < label.remoteness <= 5:
            answer = best(game, s, depth=label.remoteness, algorithm="alphabeta")
            assert (answer.value, answer.proven, answer.distance) == (label.value, True, label.remoteness)
            assert not best(game, s, depth=label.remoteness - 1, algorithm="alphabeta").proven
            checked += 1


# --- reading and writing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Morris(), Morris(men=3), Morris(men=6), Morris(men=12), Morris(white=4, black=3)])
def test_text_and_parse(game: Morris):
    for _, (s, _) in zip(range(80), game_of_chance(game, 5), strict=False):
        assert game.parse(game.text(s)) == s


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a7 a7", "move 2: a7 is not possible"),
        ("hello", "expected 24 points"),
        (Morris().text(State(0, 0, 9, 9, 0, 1)), "no mill was closed"),
        (Morris().text(State(7, 0, 9, 9, 0, 0)), "X has 12 men"),
    ],
)
def test_mistakes_in_positions(text: str, reason: str):
    with pytest.raises(GameError, match=reason):
        Morris().parse(text)


@pytest.mark.parametrize(
    "wrong", [{"men": 5}, {"white": 3}, {"white": 2, "black": 3}, {"men": 3, "white": 3, "black": 3}]
)
def test_mistakes_in_parameters(wrong: dict[str, Any]):
    with pytest.raises(GameError, match=r"not known|not possible"):
        Morris(**wrong)
