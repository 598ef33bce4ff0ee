"""Strong solutions with more than two players: against max^n of the textbook, position by position."""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import pytest

from gametree import CHANCE, Game, GameError, load, solve
from gametree.cli import main
from gametree.textbook.maxn import maxn
from gametree.verbs.explore import explore


@pytest.mark.parametrize(
    "spec",
    ["crowdnim:piles=2,3", "crowdnim:piles=4,most=2", "crowdnim:piles=2,2,players=4", "tree:example=maxn"],
)
def test_every_position_has_the_value_of_maxn(spec):
    game = load(spec)
    found = solve(game)
    positions = list(found)
    assert len(positions) == found.positions
    for s in positions:
        assert found[s].value == maxn(game, s).value


class At(NamedTuple):
    node: int


class Random(Game):
    """A graph without cycles of twelve nodes, drawn at random; payoffs are small, so that there are ties."""

    players = 3
    bounds = (0, 2)
    repetition = "ignore"

    def __init__(self, seed):
        dice = random.Random(seed)
        self.below = [sorted(dice.sample(range(n + 1, 13), min(12 - n, dice.randint(1, 3)))) for n in range(12)] + [[]]
        for below in self.below:
            dice.shuffle(below)
        self.movers = [dice.randrange(3) for _ in range(13)]
        self.pays = [tuple(dice.randint(0, 2) for _ in range(3)) for _ in range(13)]

    def initial(self):
        return At(0)

    def player(self, s):
        return self.movers[s.node]

    def actions(self, s):
        return self.below[s.node]

    def result(self, s, a):
        return At(a)

    def terminal(self, s):
        return s.node >= 9

    def utility(self, s):
        return self.pays[s.node]


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs(seed):
    """Value and line are those of the textbook. Where no tie matters, the last of equal moves gives the same value."""
    game = Random(seed)
    found = solve(game)
    printed = maxn(game)
    assert found.value == printed.value
    assert found.line() == [str(a) for a in printed.line]
    assert found.remoteness == len(printed.line)

    def last(s):
        if game.terminal(s):
            return game.utility(s)
        return max((last(At(a)) for a in reversed(game.below[s.node])), key=lambda v: v[game.player(s)])

    if "no rule for ties is needed" in found.notes[0]:
        assert last(At(0)) == found.value
    else:
        assert "another rule for ties may give other values" in found.notes[0]


def test_both_kinds_of_note_occur():
    notes = {"no rule for ties" in solve(Random(seed)).notes[0] for seed in range(30)}
    assert notes == {True, False}


def test_the_first_of_equal_moves_is_taken():
    """King-making: with four stones the first player decides who wins."""
    found = solve("crowdnim:piles=4,most=2")
    assert found.value == (0, 0, 1)
    assert [(move.name, move.value) for move in found.moves(found.rules.initial())] == [
        ("a1", (0, 0, 1)), ("a2", (0, 1, 0)),
    ]  # fmt: skip
    assert found.outcome is None


def test_json_has_a_list(capsys):
    assert main(["solve", "crowdnim:piles=4,most=2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["level"], told["positions"], told["remoteness"]) == ([0, 0, 1], "strong", 9, 3)
    assert "outcome" not in told
    assert "wins" not in told


def test_in_words_on_a_page_and_in_a_walk(capsys):
    assert main(["solve", "crowdnim:piles=4,most=2"]) == 0
    assert "value (0, 0, 1), end in 3" in capsys.readouterr().out
    found = solve("crowdnim:piles=4,most=2")
    assert "(0, 1, 0)" in found._repr_html_()
    told = []
    explore(found, ask=lambda: "quit", tell=told.append)
    assert told[1] == "value (0, 0, 1), end in 3"


class Round(Random):
    """Node 3 leads back to the start."""

    def __init__(self):
        super().__init__(0)
        self.below[:4] = [[1], [2], [3], [0, 9]]


class Counted(Round):
    """The state counts the moves and so never comes back; the position does."""

    repetition = "draw"

    def position(self, s):
        return s.node % 20

    def player(self, s):
        return self.movers[s.node % 20]

    def actions(self, s):
        return self.below[s.node % 20]

    def result(self, s, a):
        return At(s.node // 20 * 20 + 20 + a)

    def terminal(self, s):
        return s.node % 20 >= 9 or s.node > 100

    def utility(self, s):
        return self.pays[s.node % 20]


class Dice(Random):
    def __init__(self):
        super().__init__(0)

    def player(self, s):
        return CHANCE

    def chances(self, s):
        yield self.below[s.node][0], 1.0


class Alone(Random):
    """Pays one player only."""

    def __init__(self):
        super().__init__(0)

    def utility(self, s):
        return 1


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (Round(), {}, "positions can come back; games of several players are solved only if every game ends"),
        (Counted(), {}, "positions can come back"),
        (Dice(), {}, "with dice, solving is for two players, but this game has 3"),
        (Alone(), {}, "not one number for each of 3 players"),
        ("crowdnim:2,2", {"level": "weak"}, "weak solutions are for two players; with 3, solve it strongly"),
        ("crowdnim:2,2", {"out": "x"}, "databases and certificates hold values of two players"),
        ("crowdnim:30,30,30", {"memory": "1MiB"}, "do not fit into memory; give it more"),
    ],
)
def test_what_is_refused(game, options, told):
    with pytest.raises(GameError, match=told):
        solve(game, **options)


def test_without_the_rule_a_position_may_come_back():
    """Where repetition is ignored, only states count."""
    game = Counted()
    game.repetition = "ignore"
    assert len(solve(game).value) == 3
