"""Strong solving against published numbers."""

from __future__ import annotations

import pytest

from gametree import load, solve
from gametree.games.kalah import Kalah, State
from gametree.solving.strong.solve import solve_compiled, solve_plain, solve_strong
from gametree.solving.task import GIB, Task

# Positions of Connect Four by width and height (M. Böck, arXiv 2507.05267; J. Tromp gives the same).
POSITIONS = {
    **{(1, h): h + 1 for h in range(1, 7)},
    (2, 1): 5, (2, 2): 18, (2, 3): 58, (2, 4): 179, (2, 5): 537, (2, 6): 1571,
    (3, 1): 13, (3, 2): 116, (3, 3): 869, (3, 4): 6000,
    (4, 1): 35, (4, 2): 741, (4, 3): 12_031,
    (5, 1): 96, (5, 2): 4688, (6, 1): 267, (7, 1): 750,
}  # fmt: skip
LARGER_POSITIONS = {
    (3, 5): 38_310, (3, 6): 235_781, (4, 4): 161_029, (4, 6): 15_835_683, (5, 3): 158_911, (6, 2): 29_737,
    (6, 3): 2_087_325, (7, 2): 189_648, (7, 3): 27_441_956, (5, 5): 69_763_700, (6, 4): 94_910_577,
}  # fmt: skip

# Its value by width and height (J. Tromp, the Connect Four page): the second player wins on 6×4.
OUTCOMES = {(4, 4): "draw", (4, 6): "draw", (5, 5): "draw", (6, 4): "loss"}

# Connect-three, by width and height: positions and value (P. Kirlin, course project, Rhodes College).
CONNECT_THREE = {
    (3, 3): (694, "draw"), (4, 3): (7157, "win"), (3, 4): (2715, "draw"), (4, 4): (41_750, "win"),
    (5, 3): (70_914, "win"),
}  # fmt: skip

# Kalah, the payoff by pits and stones, and the size of the game graph (Irving, Donkers and Uiterwijk, *Solving Kalah*,
# ICGA Journal 23(3), 2000, tables 10 and 3; tests/games/test_kalah.py says which entries of the second are left out).
KALAH = {(4, 1): 2, (5, 1): 0, (3, 2): 4, (3, 3): 2}
LARGER_KALAH = {(4, 2): 6, (4, 3): 8, (5, 2): 0, (6, 1): 2}
GRAPHS = {(2, 6): 2482, (3, 2): 2941, (4, 1): 880, (5, 1): 11465}
LARGER_GRAPHS = {(3, 4): 190_579, (3, 5): 755_748, (4, 2): 226_774, (6, 1): 178_708, (4, 3): 4_604_996}


def solved(spec, solver=solve_strong):
    game = load(spec) if isinstance(spec, str) else spec
    return solver(game, game.initial(), Task(memory=8 * GIB))


def test_tictactoe():
    """A draw, with 5,478 positions."""
    found = solved("tictactoe", solve_compiled)
    assert (found.value, found.remoteness, found.longest, found.loops) == (0, 9, 9, False)
    assert (found.positions, found.classes) == (5478, 765)
    assert found.wins + found.losses + found.draws == 5478
    assert [tier.positions for tier in reversed(found.tiers)] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


@pytest.mark.parametrize(("width", "height"), POSITIONS)
def test_positions_of_connect_four(width, height):
    assert solved(f"connect4:width={width},height={height}", solve_plain).positions == POSITIONS[width, height]


def test_connect_four_5x4():
    found = solved("connect4:width=5,height=4", solve_compiled)
    assert (found.positions, found.outcome, found.longest) == (3_945_711, "draw", 20)
    assert found.labels.space.bytes / found.classes <= 24


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), LARGER_POSITIONS)
def test_larger_boards_of_connect_four(width, height):
    found = solved(f"connect4:width={width},height={height}")
    assert found.positions == LARGER_POSITIONS[width, height]
    assert found.outcome == OUTCOMES.get((width, height), found.outcome)


@pytest.mark.parametrize(("width", "height"), CONNECT_THREE)
def test_connect_three(width, height):
    found = solved(f"connect4:width={width},height={height},connect=3")
    assert (found.positions, found.outcome) == CONNECT_THREE[width, height]


@pytest.mark.thorough
def test_4_4_4():
    """A draw (Uiterwijk and van den Herik, *The advantage of the initiative*, 2000)."""
    found = solved("mnk:4,4,4", solve_compiled)
    assert (found.outcome, found.remoteness) == ("draw", 16)


@pytest.mark.parametrize(("m", "n"), KALAH)
def test_kalah(m, n):
    assert solved(Kalah(m, n), solve_plain).value == KALAH[m, n]


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n"), LARGER_KALAH)
def test_kalah_on_larger_boards(m, n):
    assert solved(Kalah(m, n)).value == LARGER_KALAH[m, n]


class AsCounted(Kalah):
    """The paper's game graph: the game stops as soon as a side has more than half of the stones, and what is left in
    the pits at the end stays there, so that such ends are told apart."""

    def gathered(self, board: tuple[int, ...]) -> tuple[int, ...]:
        return board

    def terminal(self, s: State) -> bool:
        empty = self.stones(s.board, 0) == 0 or self.stones(s.board, 1) == 0
        return empty or 2 * max(s.board[self.m], s.board[-1]) > self.supply


@pytest.mark.parametrize(("m", "n"), GRAPHS)
def test_graphs_of_kalah(m, n):
    assert solved(AsCounted(m, n), solve_plain).positions == GRAPHS[m, n]


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n"), LARGER_GRAPHS)
def test_larger_graphs_of_kalah(m, n):
    assert solved(AsCounted(m, n)).positions == LARGER_GRAPHS[m, n]


def test_nim():
    """Bouton 1901: the player to move loses where the heaps add up to 0 without carrying."""
    game = load("nim:3,4,5")
    found = solve(game)
    for s in [game.initial(), *(game.result(game.initial(), a) for a in game.actions(game.initial()))]:
        label = found[s]
        heaps = 0
        for heap in s[0] if isinstance(s[0], tuple) else s[:-1]:
            heaps ^= heap
        mover_wins = heaps != 0
        assert (label.value > 0) == (mover_wins == (game.player(s) == 0))
