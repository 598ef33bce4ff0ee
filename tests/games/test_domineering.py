"""Domineering: published outcomes, the rules against a plain referee, and what is said of safe dominoes."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from brute_force import alphabeta, game_of_chance, value

from gametree import GameError, best, load, solve
from gametree.bits import ones, popcount
from gametree.games.domineering import Domineering, State
from gametree.verbs.perft import count_plain

OUTCOMES = {
    1: "2 H H H H H H H",
    2: "V 1 1 H V 1 1 H V 1 1 H 2",
    3: "V 1 1 H H H",
    4: "V V V 1 V",
    5: "V H V H 2",
}
"""Who wins on so many rows of 1, 2, 3, … columns: Vertical or Horizontal, whoever begins, or the first or the second
player. Widths 2 and 3 and the squares: Berlekamp, Blockbusting and Domineering, 1988; Conway, On Numbers and Games,
1976; Lachmann, Moore and Rapaport, Who wins Domineering on rectangular boards, 2000. All of them also by a search of
our own over sets of cells."""


def winner(rows: int, columns: int) -> str:
    """Who wins if Vertical begins, V or H. If Horizontal begins, the board is turned and the names are exchanged."""
    outcome = OUTCOMES[rows].split()[columns - 1]
    return {"1": "V", "2": "H"}.get(outcome, outcome)


SMALL = [(m, n) for m, row in OUTCOMES.items() for n in range(1, len(row.split()) + 1) if m * n <= 12]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_outcomes_by_the_definition(rows: int, columns: int):
    assert "HV"[value(Domineering(rows, columns)) > 0] == winner(rows, columns)


@pytest.mark.parametrize(("rows", "columns"), [(2, 8), (3, 6), (4, 4), (4, 5), (5, 4)])
def test_outcomes_of_larger_boards(rows: int, columns: int):
    assert "HV"[alphabeta(Domineering(rows, columns)) > 0] == winner(rows, columns)


@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "columns"), [(2, 13), (13, 2), (5, 5)])
def test_outcomes_by_a_proof(rows: int, columns: int):
    """2×13 and 5×5: who begins loses. (13 rows of two columns: the same board, and the other player begins.)"""
    found = solve(Domineering(rows, columns), goal="win", method="dfpn", initial="evaluation")
    assert "HV"[found.value > 0] == ("H" if rows == 13 else winner(rows, columns))


@pytest.mark.thorough
def test_six_by_six_compiled():
    """The first player wins (Breuker, Uiterwijk and van den Herik, Solving 8 × 8 Domineering, 2000)."""
    found = solve("domineering:6,6", goal="win", method="dfpn", initial="evaluation")
    assert found.value == 1
    searched = best("domineering:6,6", depth=36)
    assert (searched.value, searched.proven) == (1, True)


# --- rules -----------------------------------------------------------------------------------------------------------


def plain(game: Domineering, covered: set[tuple[int, int]], turn: int) -> set[str]:
    """The names of the legal moves, by coordinates."""
    found = set[str]()
    for x, y in product(range(game.columns), range(game.rows)):
        u, v = (x, y + 1) if turn == 0 else (x + 1, y)
        if u < game.columns and v < game.rows and not {(x, y), (u, v)} & covered:
            found.add(f"{chr(97 + x)}{y + 1}{chr(97 + u)}{v + 1}")
    return found


def both(name: str) -> set[tuple[int, int]]:
    """The two cells of a move."""
    letters = [i for i, c in enumerate(name) if c.isalpha()]
    first, second = name[: letters[1]], name[letters[1] :]
    return {(ord(cell[0]) - 97, int(cell[1:]) - 1) for cell in (first, second)}


@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (3, 4), (8, 8), (11, 5), (20, 19)])
def test_random_games_of_the_plain_referee(rows: int, columns: int):
    game = Domineering(rows, columns)
    for seed in range(3 if rows < 20 else 1):
        covered, turn = set[tuple[int, int]](), 0
        for s, a in game_of_chance(game, seed):
            told = plain(game, covered, turn)
            assert game.player(s) == turn
            assert {game.name(s, b) for b in game.actions(s)} == told
            assert game.terminal(s) == (not told)
            assert game.parse(game.text(s)) == s
            if game.terminal(s):
                assert game.utility(s) == (-1, 1)[turn]
            else:
                covered |= both(game.name(s, a))
                turn = 1 - turn


@pytest.mark.parametrize(("size", "count"), [(2, 7), (3, 131), (4, 10012)])
def test_the_number_of_boards(size: int, count: int):
    """Dominoes of either kind, in any number (OEIS A028420)."""
    game = Domineering(size, size)
    seen, waiting = {game.initial()}, [game.initial()]
    while waiting:
        s = waiting.pop()
        for side in range(2):
            for a in ones(game.places(game.free(s), side)):
                domino = 1 << a | 1 << a + game.way(side)
                after = State(s.upright | domino, s.flat) if side == 0 else State(s.upright, s.flat | domino)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    assert len(seen) == count


def test_perft_of_the_plain_referee():
    game = Domineering(4, 5)

    def count(covered: set[tuple[int, int]], turn: int, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(covered | both(name), 1 - turn, depth - 1) for name in plain(game, covered, turn))

    assert count_plain(game, game.initial(), 3, False) == count(set(), 0, 3)


# --- what is sure ----------------------------------------------------------------------------------------------------


@cache
def most(game: Domineering, free: int, side: int) -> int:
    """The most dominoes of a side that fit, one after the other in every way."""
    places = list(ones(game.places(free, side)))
    return max((1 + most(game, free & ~(1 << a | 1 << a + game.way(side)), side) for a in places), default=0)


def test_as_many_dominoes_as_fit():
    game, dice = Domineering(4, 4), random.Random(1)
    for _ in range(60):
        free = game.full & dice.getrandbits(20)
        for side in range(2):
            packed = game.packed(free, side)
            halves = packed << game.way(side)
            assert packed & halves == 0
            assert (packed | halves) & ~free == 0
            assert popcount(packed) == most(game, free, side)
    most.cache_clear()


@cache
def least(game: Domineering, free: int, side: int, mover: int) -> int:
    """How many dominoes a side can lay if the other one does all to hinder it; who has no room passes."""
    places = list(ones(game.places(free, mover)))
    if not places:
        return 0 if not ones_left(game, free, side) else least(game, free, side, 1 - mover)
    after = [free & ~(1 << a | 1 << a + game.way(mover)) for a in places]
    if mover == side:
        return max(1 + least(game, f, side, 1 - mover) for f in after)
    return min(least(game, f, side, 1 - mover) for f in after)


def ones_left(game: Domineering, free: int, side: int) -> bool:
    return popcount(game.places(free, side)) > 0


def test_what_is_sure_can_be_laid():
    game, dice, more = Domineering(4, 4), random.Random(2), 0
    for _ in range(60):
        free = game.full & (dice.getrandbits(20) | dice.getrandbits(20))
        for side, mover in product(range(2), repeat=2):
            sure = game.sure(free, side, int(mover == side))
            assert sure <= least(game, free, side, mover)
            more += sure > 0
    assert more > 100
    least.cache_clear()


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (3, 5), (5, 3)])
def test_reach_is_right(rows: int, columns: int):
    game, decided = Domineering(rows, columns), 0
    for seed in range(12):
        for s, _ in game_of_chance(game, seed):
            low, high = game.reach(s)
            assert low <= value(game, s) <= high
            decided += low == high and not game.terminal(s)
    assert decided > 10


def test_images_and_other_dominoes_on_the_same_cells_are_worth_the_same():
    game = Domineering(3, 4)
    for seed in range(6):
        for s, _ in game_of_chance(game, seed):
            for image in game.symmetries(s):
                assert s in game.symmetries(image)
                assert value(game, image) == value(game, s)
    upright, flat = game.parse("a1a2 c1d1 b1b2 c2d2"), game.parse("c1c2 a1b1 d1d2 a2b2")
    assert upright != flat
    assert game.key(upright) == game.key(flat)
    assert value(game, upright) == value(game, flat)


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1a2 b1b2", "domino 2: the game is over already"),
        ("a1b1", "domino 1: 'a1b1' has no room or does not exist"),
        ("V . .", "expected 2 rows of 2 cells"),
        ("V . . .\n V", "expected 2 rows of 2 cells"),
        ("V .\n. V", "the cells marked V are no dominoes"),
        ("V H\nV H", "the cells marked H are no dominoes"),
        ("H H\n. .", "V moves first"),
        ("V .\nV .   V to move", "H is to move"),
    ],
)
def test_what_is_no_position(text: str, message: str):
    with pytest.raises(GameError, match=message):
        Domineering(2, 2).parse(text)


@pytest.mark.parametrize("words", ["domineering:0,3", "domineering:21", "domineering:4,-1"])
def test_no_such_board(words: str):
    with pytest.raises(GameError, match="is not possible: rows and columns are 1 to 20"):
        load(words)
