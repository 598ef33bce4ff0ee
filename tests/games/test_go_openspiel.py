"""Go against OpenSpiel's, move by move: legal moves, boards, boards that come back, and who wins.

OpenSpiel's Go has the simple ko rule and no suicide. When a stone brings a board back its game ends, so our positional
superko must forbid exactly these stones. It ends games after a fixed number of moves; these are compared up to there.
"""

from __future__ import annotations

import random

import pytest

from gametree.game import is_illegal, repetition_payoff
from gametree.games.go import Go
from gametree.games.go.notation import LETTERS

pyspiel = pytest.importorskip("pyspiel")


def action_of(size: int, a: int) -> int:
    """Our action of one of OpenSpiel's: it counts rows from the bottom without a gap."""
    return a // size * (size + 1) + a % size if a < size * size else size * (size + 1)


def follow(size: int, komi: float, chance: random.Random) -> tuple[int, int, int]:
    """One random game side by side: its moves, stones that superko forbids, scores compared."""
    theirs = pyspiel.load_game("go", {"board_size": size, "komi": komi}).new_initial_state()
    game = Go(size, komi)
    states, seen, forbidden = [game.initial()], {game.position(game.initial())}, 0
    while not theirs.is_terminal():
        s = states[-1]
        assert theirs.current_player() == game.player(s)
        assert not game.terminal(s)
        known = theirs.legal_actions()
        assert [action_of(size, a) for a in known] == list(game.actions(s))
        a = chance.choice(known[:-1] if len(known) > 1 and chance.random() < 0.95 else known)
        theirs.apply_action(a)
        states.append(game.result(s, action_of(size, a)))
        rows = [line.split() for line in str(theirs).splitlines()[2 : 2 + size]]
        ours = [line.split() for line in game.text(states[-1]).splitlines()[:size]]
        assert [row[1].replace("+", ".") for row in rows] == ["".join(row[1:]).replace("+", ".") for row in ours]
        back = game.position(states[-1]) in seen
        seen.add(game.position(states[-1]))
        forbidden += back
        if back:
            assert is_illegal(repetition_payoff(game, states))
            assert theirs.is_terminal()
            assert theirs.returns() == [0, 0]
            return len(states), 1, 0
    last = states[-1]
    assert len(states) > 2 * size * size or game.terminal(last)
    assert theirs.returns()[0] == game.utility(last)
    return len(states), forbidden, 1


@pytest.mark.parametrize(("size", "games"), [(3, 60), (5, 20), (9, 3)])
def test_random_games_of_openspiel(size: int, games: int):
    chance = random.Random(size)
    counted = [follow(size, chance.choice([0.0, 0.5, 7.0]), chance) for _ in range(games)]
    assert size > 3 or sum(back for _, back, _ in counted) > 0
    assert sum(scored for _, _, scored in counted) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(3, 3000), (4, 2000), (5, 2500), (7, 1500), (9, 900), (19, 100)])
def test_ten_thousand_random_games_of_openspiel(size: int, games: int):
    chance = random.Random(1000 + size)
    for _ in range(games):
        follow(size, chance.choice([0.0, 0.5, 7.0]), chance)


def test_the_columns_are_those_of_openspiel():
    state = pyspiel.load_game("go", {"board_size": 19}).new_initial_state()
    assert [state.action_to_string(0, a)[-2].upper() for a in range(19)] == list(LETTERS)
