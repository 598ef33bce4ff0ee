"""Policy iteration over numbered positions before a roll: against interval iteration over all positions, and against
the published solution of Hypergammon."""

from typing import NamedTuple

import numpy as np
import pytest

from gametree import CHANCE, Game, GameError, load, solve
from gametree.solving.chance.rolls import Rolls, solve_rolls
from gametree.solving.chance.solve import solve_chance
from gametree.solving.task import Task


class Race(NamedTuple):
    mine: int
    theirs: int
    die: int
    turn: int


class Chase(Game[Race]):
    """Each player has a man at a distance from home and rolls 1, 2 or 3; the man moves that far or stays. Who meets the
    other's man, on the cell that both count, sends it back to the start. Home first wins 1, and 2 if the other has not
    left."""

    bounds = (-2, 2)
    repetition = "ignore"
    relative_index = True

    def __init__(self, cells=5):
        self.cells = cells
        self.index_size = (cells + 1) ** 2

    def initial(self):
        return Race(self.cells, self.cells, 0, 0)

    def player(self, s):
        return s.turn if s.die else CHANCE

    def chances(self, s):
        yield 1, 0.5
        yield 2, 0.25
        yield 3, 0.25

    def actions(self, s):
        yield 1
        yield 0

    def result(self, s, a):
        if s.die == 0:
            return Race(s.mine, s.theirs, a, s.turn)
        mine, theirs = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
        if a:
            mine = max(mine - s.die, 0)
            if mine > 0 and mine == self.cells + 1 - theirs and theirs > 0:
                theirs = self.cells
        return Race(mine, theirs, 0, 1) if s.turn == 0 else Race(theirs, mine, 0, 0)

    def terminal(self, s):
        return s.mine == 0 or s.theirs == 0

    def utility(self, s):
        return (2 if s.theirs == self.cells else 1) if s.mine == 0 else -(2 if s.mine == self.cells else 1)

    def index(self, s):
        if s.die or self.terminal(s):
            return -1
        mine, theirs = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
        return mine * (self.cells + 1) + theirs

    def state(self, i):
        return Race(i // (self.cells + 1), i % (self.cells + 1), 0, 0)


class Halves(Chase):
    def utility(self, s):
        return 0.5 if s.mine == 0 else -0.5


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
def test_it_finds_what_interval_iteration_finds(threads):
    game = Chase(6)
    rolls = solve_rolls(game, game.initial(), Task(threads=threads))
    graph = solve_chance(game, game.initial(), Task())
    assert rolls.value == pytest.approx(graph.value, abs=1e-10)
    for i in range(game.index_size):
        for turn in (0, 1):
            s = game.state(i)._replace(turn=turn)
            if (known := graph.labels.label(s)) is not None:
                assert rolls[s].value == pytest.approx(known.value, abs=1e-10)
                for die in (1, 2, 3):
                    rolled = s._replace(die=die)
                    if (known := graph.labels.label(rolled)) is not None:
                        assert rolls[rolled].value == pytest.approx(known.value, abs=1e-10)
    assert rolls.error < 1e-10


@pytest.mark.thorough
def test_wins_and_losses_by_size_add_up_to_the_value():
    game = Chase(6)
    rolls = Rolls(game, Task(threads=1))
    rolls.solve(1e-14)
    (won, lost), (won2, lost2) = (rolls.chances_to_win(level, 400) for level in (1, 2))
    used = rolls.used
    assert np.allclose(won[used] + lost[used], 1)
    assert np.allclose((won - lost + won2 - lost2)[used], rolls.values[used])


@pytest.mark.thorough
def test_the_verb_chooses_it():
    assert solve(Chase(4)).method.startswith("policy iteration")


def test_payoffs_must_be_whole():
    with pytest.raises(GameError, match="not a whole number"):
        solve(Halves(4))


@pytest.mark.thorough
def test_hypergammon_has_its_published_number_of_positions():
    """7,959,904 (Keith, bkgm.com): no number of ours is lost or used twice."""
    game = load("hypergammon")
    mine = [tuple(int(x) for x in row) for row in game.threes]
    used = {}
    for men in mine:
        points = frozenset(p for p in men if 1 <= p <= 24)
        used[points] = used.get(points, 0) + 1
    legal = sum(n * m for a, n in used.items() for b, m in used.items() if not any(25 - p in b for p in a))
    assert legal == 7_959_904
    dice = np.random.default_rng(1)
    for i in dice.integers(0, game.index_size, 500):
        s = game.state(int(i))
        unnumbered = s.turn == 2 or game.terminal(s)  # men of both sides on one point, or an end
        assert game.index(s) == (-1 if unnumbered else i)


@pytest.mark.slow
def test_hypergammon_solved():
    """Sconyers 1991, as Keith gives it: what the winner of the first roll can expect, and how it comes about."""
    game = load("hypergammon")
    solution = solve(game)
    rolls = solution.labels
    assert solution.positions >= 7_959_904 - 2 * 3276  # but for those in which a side has borne off
    first = game.initial()
    firsts = [game.result(first, a) for a, _ in game.chances(first) if a < 64]
    equity = sum(rolls.value(s) for s in firsts) / len(firsts)
    assert equity == pytest.approx(0.0836795444708631, abs=1e-12)
    published = {1: (0.52118, 0.47882), 2: (0.31021, 0.27245), 3: (0.02082, 0.01726)}
    for level, expected in published.items():
        won, lost = rolls.chances_to_win(level)
        found = np.zeros(2)
        for s in firsts:
            after = [game.result(s, a) for a in game.actions(s)]
            best = game.index(max(after, key=rolls.value))
            found += (lost[best], won[best])
        assert found / len(firsts) == pytest.approx(expected, abs=2e-5)  # equal plays may win in other ways
