"""The computer's variety: among moves about as good, and never at the cost of what is proven."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gametree import load, solve
from gametree.game import legal
from gametree.web.searching import move
from gametree.web.varied import ABOUT, near_best


class Quiet:
    """Nobody listens, and nobody stops."""

    def tell(self, known: dict[str, Any]) -> None:
        """Say nothing."""

    class halt:  # noqa: N801
        """Never set."""

        @staticmethod
        def is_set() -> bool:
            return False


@pytest.mark.parametrize("seed", range(200))
def test_nothing_proven_is_given_away(seed):
    dice = random.Random(seed)
    sign = dice.choice((1, -1))
    values = sorted((dice.choice((-1.0, 0.0, 1.0)) for _ in range(4)), key=lambda v: -sign * v)
    settled = [dice.random() < 0.6 for _ in values]
    lines = [{"value": v, "settled": s} for v, s in zip(values, settled, strict=True)]
    shares = [0.5 + v / 2 if s else 0.5 + v * 0.4 for v, s in zip(values, settled, strict=True)]
    order = sorted(range(4), key=lambda i: -sign * shares[i])  # as a search lists them: the best first
    found = {
        "lines": [lines[i] for i in order],
        "actions": [[10 + i] for i in order],
        "shares": [shares[i] for i in order],
    }
    chosen = [a - 10 for a in near_best(found, sign)]
    best = order[0]
    assert chosen[0] == best
    for i in chosen:
        if settled[best]:
            assert settled[i]
            assert values[i] == values[best]
        else:
            assert i == best or (not settled[i] and sign * (shares[best] - shares[i]) <= ABOUT)
    if settled[best] and values[best] != 0:
        assert chosen == [best]  # the quickest win, the longest defence


@pytest.mark.thorough
def test_level_seven_varies_its_play_of_tic_tac_toe_and_never_loses_what_it_has():
    game, solution = load("tictactoe"), solve("tictactoe")
    played: set[tuple[int, ...]] = set()
    dice = random.Random(1)
    for _ in range(12):
        s, actions = game.initial(), list[int]()
        while not game.terminal(s):
            if game.player(s) == 0:
                answer = move(game, {"actions": actions, "seat": "level", "level": 7}, Quiet())  # pyright: ignore[reportArgumentType]
                before = {m.action: m.value for m in solution.moves(s)}
                assert before[answer["action"]] == max(before.values())
                a = answer["action"]
            else:
                a = dice.choice(legal(game, s))
            actions.append(a)
            s = game.result(s, a)
        assert game.utility(s) >= 0
        played.add(tuple(actions[:1]))
    assert len(played) > 1  # not the same game twice
