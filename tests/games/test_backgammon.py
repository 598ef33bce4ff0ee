"""Backgammon's plays, against a generator that tries everything and keeps what the rules of the game ask for."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from gametree.game import CHANCE
from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.men import BAR, OFF, count

if TYPE_CHECKING:
    from gametree.games.backgammon.rules import State

Men = tuple[int, ...]  # by point, 0 (off) to 25 (bar)

OPENING_PLAYS = {
    # distinct plays of each first roll; 2-1: the list of a published Java test; the others counted by GNU Backgammon
    (2, 1): 15,
}  # fmt: skip


def men_of(near: int, far: int, all_men: int) -> Men:
    men = [0, *(count(near, far, p) for p in range(1, BAR + 1))]
    men[OFF] = all_men - sum(men)
    return tuple(men)


def one_move(mine: Men, theirs: Men, die: int) -> list[tuple[Men, Men]]:
    """Every way to play one die."""
    found: list[tuple[Men, Men]] = []
    for p in range(1, 26):
        if not mine[p] or (mine[BAR] and p != BAR):
            continue
        to = p - die
        if to <= 0:
            outside, behind = sum(mine[7:]), sum(mine[p + 1 :])
            if outside or (to < 0 and behind):
                continue
            to = OFF
        elif theirs[25 - to] > 1:
            continue
        after, others = list(mine), list(theirs)
        after[p] -= 1
        after[to] += 1
        if to != OFF and others[25 - to] == 1:
            others[25 - to] = 0
            others[BAR] += 1
        found.append((tuple(after), tuple(others)))
    return found


def all_plays(mine: Men, theirs: Men, high: int, low: int) -> set[tuple[Men, Men]]:
    """The positions that legal plays lead to: as many dice as possible, and the higher if only one."""
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    ends: dict[tuple[int, int], set[tuple[Men, Men]]] = {}
    for order in orders:
        level = {(mine, theirs)}
        for played, die in enumerate(order, 1):
            level = {after for position in level for after in one_move(*position, die)}
            if level:
                ends.setdefault((played, order[0] if played == 1 else 0), set()).update(level)
    return ends[max(ends)] if ends else {(mine, theirs)}


def sides(game: Backgammon, s: State) -> tuple[Men, Men]:
    both = men_of(s.near, s.far, game.men), men_of(s.other_near, s.other_far, game.men)
    return both if s.turn == 0 else (both[1], both[0])


def walk(game: Backgammon, seed: int):
    """The states of a random game in which a player decides."""
    dice = random.Random(seed)
    s = game.initial()
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            outcomes = list(game.chances(s))
            s = game.result(s, dice.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            yield s
            s = game.result(s, dice.choice(list(game.actions(s))))


@pytest.mark.parametrize("start", ["backgammon", "nackgammon", "hypergammon"])
def test_the_plays_are_those_of_a_generator_that_tries_everything(start: str):
    game = Backgammon(start)
    for seed in range(6 if start == "backgammon" else 25):
        for s in walk(game, seed):
            actions = list(game.actions(s))
            after = Counter[tuple[Men, Men]]()
            for a in actions:
                s2 = game.result(s, a)
                mine, theirs = sides(game, s2._replace(turn=s.turn))
                after[mine, theirs] += 1
            assert set(after) == all_plays(*sides(game, s), s.dice >> 3, s.dice & 7), game.text(s)
            assert max(after.values()) == 1, game.text(s)
            names = [game.name(s, a) for a in actions]
            assert len(set(names)) == len(names), (game.text(s), names)
            assert game.parse(game.text(s)) == s
