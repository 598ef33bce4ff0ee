"""Games for several players: their rules, and what the searches make of them."""

from __future__ import annotations

import random
from functools import cache

import pytest

from gametree import best, check, load, perft
from gametree.errors import GameError
from gametree.game import legal
from gametree.games.crowdmnk import CrowdMNK
from gametree.games.crowdnim import CrowdNim
from gametree.games.mnk import MNK
from gametree.games.star import DIRECTIONS, Star
from gametree.textbook import search as textbook
from marking import thorough


@pytest.mark.parametrize(
    "spec",
    ["crowdnim", "crowdmnk", "star:players=3",
     *thorough("crowdnim:piles=(5,),players=2", "crowdmnk:m=4,n=4,k=3,players=2,gravity=true", "star:side=1,players=2",
               "star:side=1,players=6")],
)  # fmt: skip
def test_it_is_well_defined(spec: str):
    assert check(spec, time=1).ok


def test_a_king_maker_decides_by_the_rule_for_ties():
    game = CrowdNim((4,), most=2)
    assert best(game, depth=9, ties="first").value == (0, 0, 1)
    assert best(game, depth=9, ties="last").value == (0, 1, 0)
    # of five stones the first takes two, and all that the others do gives him the last one, or not: they decide
    assert textbook(game, None, "maxn").value == (0, 0, 1)


@pytest.mark.parametrize("stones", range(1, 13))
def test_one_pile_for_three(stones: int):
    """Worked backwards, by the rule that the first of equal moves is taken."""
    winner = {0: 2}  # with nothing left the one before the mover has won
    for n in range(1, stones + 1):
        # seats are counted from the mover; a child's seat 0 is our seat 1
        options = [(winner[n - k] + 1) % 3 for k in (1, 2) if k <= n]
        winner[n] = 0 if 0 in options else options[0]
    game = CrowdNim((12,), most=2)
    value = best(game, game.initial()._replace(piles=(stones,)), depth=stones + 1).value
    assert value == tuple(int(seat == winner[stones]) for seat in range(3))


@pytest.mark.thorough
def test_two_at_the_board_are_the_game_for_two():
    crowd, two = CrowdMNK(3, 3, 3, players=2), load("tictactoe")
    for depth in range(1, 7):
        assert perft(crowd, depth=depth).nodes == perft(two, depth=depth).nodes
    assert best(crowd, depth=9).value == 0
    four = CrowdMNK(4, 4, 4, players=2, gravity=True)
    assert perft(four, depth=7).nodes == perft("connect4:4,4", depth=7).nodes


@pytest.mark.thorough
def test_three_at_tic_tac_toe():
    """The first can hold the draw against the two others together, and no more."""
    game = CrowdMNK(3, 3, 3, players=3)

    @cache
    def alone(s) -> float:
        if game.terminal(s):
            return game.utility(s)[0]
        values = [alone(game.result(s, a)) for a in game.actions(s)]
        return max(values) if game.player(s) == 0 else min(values)

    assert (
        best(game, depth=9, algorithm="paranoid").value == pytest.approx(alone(game.initial())) == pytest.approx(1 / 3)
    )
    found = best(game, depth=9)
    assert found.proven
    assert found.value == pytest.approx(textbook(game, None, "maxn").value)


def hops(game: Star, taken: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    """Where a man can go, with sets and pairs."""
    cells = set(game.places)
    found = {(start[0] + q, start[1] + r) for q, r in DIRECTIONS} & cells - taken
    seen, waiting = {start}, [start]
    others = taken - {start}
    while waiting:
        x, y = waiting.pop()
        for q, r in DIRECTIONS:
            over, beyond = (x + q, y + r), (x + 2 * q, y + 2 * r)
            if over in others and beyond in cells and beyond not in others and beyond not in seen:
                seen.add(beyond)
                waiting.append(beyond)
    return (found | seen) - {start}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_moves_of_chinese_checkers(players: int):
    game = Star(2, players)
    dice = random.Random(players)
    s = game.initial()
    for _ in range(150):
        if game.terminal(s):
            s = game.initial()
        taken = {place for i, place in enumerate(game.places) if game.taken(s) >> i & 1}
        expected = {
            (i, game.places.index(end))
            for i, place in enumerate(game.places)
            if s.men[s.turn] >> i & 1
            for end in hops(game, taken, place)
        }
        assert {(a // 64, a % 64) for a in game.actions(s) if a} == expected
        assert game.parse(game.text(s)) == s
        s = game.result(s, dice.choice(legal(game, s)))


def test_homes_and_goals_of_the_star():
    for players in (2, 3, 4, 6):
        game = Star(2, players)
        assert all(bin(home).count("1") == 3 for home in (*game.homes, *game.goals))
        assert game.area == 37
    assert Star(2, 2).homes == Star(2, 2).goals[::-1]


def test_rows_and_columns_are_those_of_mnk():
    for wide in (CrowdMNK(2, 4, 2, players=2), MNK(2, 4, 2)):
        assert len(wide.text(wide.initial()).splitlines()) == 2 + 1
        assert wide.name(wide.initial(), max(wide.actions(wide.initial()))) == "d2"


def test_mistakes():
    for make in (lambda: CrowdNim(players=7), lambda: CrowdMNK(players=1), lambda: Star(players=5), lambda: Star(3)):
        with pytest.raises(GameError):
            make()
    with pytest.raises(GameError, match="nobody is more than one stone ahead"):
        CrowdMNK().parse("3 . . .\n2 . . .\n1 X X .\n  a b c   X to move")
