"""Qubic: its 76 lines, the rules against a plain referee, and forced wins against every defence."""

from __future__ import annotations

import random
from itertools import product

import pytest
from brute_force import game_of_chance

from gametree import GameError, best, load, perft
from gametree.engine.forcing import Forcing
from gametree.games.qubic import Qubic, all_lines
from gametree.verbs.perft import count_plain

GAME = Qubic()
CUBE = list(product(range(4), repeat=3))


def plain_lines() -> set[frozenset[tuple[int, int, int]]]:
    """A line is four different cells whose coordinates each stay, rise or fall: 0 to 3, or 3 to 0."""
    runs = [(0, 1, 2, 3), (3, 2, 1, 0), *((n,) * 4 for n in range(4))]
    lines = {frozenset(zip(*way, strict=True)) for way in product(runs, repeat=3)}
    return {line for line in lines if len(line) == 4}


LINES = plain_lines()


def cells(s) -> tuple[set, set]:
    """The marks of both, read from the text."""
    rows = [line.split()[1:] for line in GAME.text(s).splitlines()[:4]]
    marks = {(x, 3 - r, z): rows[r][4 * z + x] for r in range(4) for z in range(4) for x in range(4)}
    return {c for c in CUBE if marks[c] == "X"}, {c for c in CUBE if marks[c] == "O"}


def plain_perft(first: set, second: set, depth: int) -> int:
    if depth == 0:
        return 1
    if any(line <= first or line <= second for line in LINES):
        return 0
    free = [c for c in CUBE if c not in first | second]
    if len(first) == len(second):
        return sum(plain_perft(first | {c}, second, depth - 1) for c in free)
    return sum(plain_perft(first, second | {c}, depth - 1) for c in free)


def test_there_are_76_lines():
    told = {frozenset((c & 3, c >> 2 & 3, c >> 4) for c in line) for line in all_lines()}
    assert told == LINES
    assert len(all_lines()) == len(LINES) == 76
    through = [sum(c in line for line in LINES) for c in CUBE]
    assert sorted(through) == [4] * 48 + [7] * 16  # corners and the core have seven lines


def test_random_games_end_as_the_referee_says():
    won = set[int]()
    for seed in range(40):
        for s, a in game_of_chance(GAME, seed):
            first, second = cells(s)
            line = [any(line <= side for line in LINES) for side in (first, second)]
            assert GAME.terminal(s) == (any(line) or len(first | second) == 64) == (a < 0)
            assert GAME.utility(s) == line[0] - line[1]
        won.add(GAME.utility(s))
    assert won >= {1, -1}


def test_perft_of_the_plain_referee():
    s = GAME.parse("a11 a21 b11 b21 c11 c21")  # both can make four in the next action
    assert count_plain(GAME, s, 2, ends=False) == plain_perft(*cells(s), 2) == 57 * 57
    assert count_plain(GAME, GAME.initial(), 2, ends=False) == 64 * 63


@pytest.mark.thorough
def test_perft_compiled():
    game = load("qubic")
    s = game.parse("a11 a21 b11 b21 c11 c21")
    assert perft(game, s, depth=3).nodes == plain_perft(*cells(s), 3) < 58 * 57 * 56


def test_what_is_foreseen_is_true():
    """An end in one or two actions, by looking at all of them; none is overlooked."""
    dice, seen = random.Random(3), set[int]()
    for _ in range(150):
        s = GAME.initial()
        for _ in range(dice.randrange(14, 44)):
            if not GAME.terminal(s):
                s = GAME.result(s, dice.choice(list(GAME.actions(s))))
        if GAME.terminal(s):
            continue
        payoff, distance = GAME.foresee(s)
        mine, theirs = cells(s) if GAME.player(s) == 0 else cells(s)[::-1]
        free = {c for c in CUBE if c not in mine | theirs}
        wins, must = (
            {c for c in free if any(c in line and line <= side | {c} for line in LINES)} for side in (mine, theirs)
        )
        expected = 1 if wins else 2 if len(must) > 1 else 0
        sign = 1 if GAME.player(s) == 0 else -1
        assert (payoff, distance) == (sign if expected == 1 else -sign if expected == 2 else 0, expected)
        seen.add(distance)
        kept = {tuple(int(x) for x in (a & 3, a >> 2 & 3, a >> 4)) for a in GAME.candidates(s)}
        assert kept == (wins or must or free)
    assert seen == {0, 1, 2}


FORCED = [
    ("b22 a23 b23 a13 a11 c44 a14 b14", 5),
    ("c22 d34 c33 a31 a44 a21 d44 d11", 7),
    ("a11 b43 d44 b13 a14 a44", 11),
]
"""Marks of X and O in turn, and in how many actions X wins; found by chance, with O at random."""


@pytest.mark.parametrize(("marks", "within"), FORCED)
def test_a_forced_win_holds_against_every_defence(marks: str, within: int):
    s = GAME.parse(marks)
    found = Forcing(GAME, s, compiled=False).run(nodes=200)
    assert found is not None
    assert found.within == within
    assert wins_against_all(s, 0) > 1


def wins_against_all(s, me: int) -> int:
    """Play the attack out against every legal reply, and count the attacker's positions."""
    found = Forcing(GAME, s, compiled=False).run(nodes=200)
    assert found is not None, GAME.text(s)
    after = GAME.result(s, found.line[0])
    if GAME.terminal(after):
        assert GAME.utility(after) == (1 if me == 0 else -1)
        return 1
    children = [GAME.result(after, a) for a in GAME.actions(after)]
    assert not any(GAME.terminal(child) for child in children)
    return 1 + sum(wins_against_all(child, me) for child in children)


@pytest.mark.thorough
def test_the_engine_proves_before_it_searches():
    marks, within = FORCED[0]
    found = best("qubic", moves=marks, depth=1)
    assert (found.value, found.proven, found.within, found.compiled) == (1, True, within, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a11 a11", "mark 2: 'a11' is taken or does not exist; cells are called a11 to d44"),
        ("e11", "mark 1: 'e11' is taken or does not exist"),
        ("X . .", "expected four rows of four levels of four cells"),
        ("X X" + " ." * 62, "X moves first"),
        ("X X X X" + " ." * 12 + " O O O O" + " ." * 44, "X has four in a line already and is to move"),
    ],
)
def test_texts_that_are_no_positions(text: str, message: str):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        GAME.parse(text)
