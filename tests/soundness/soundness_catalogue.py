"""Trials with small games of the catalogue: every driver that fits, from random positions."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from soundness_trials import CROWD, LUCK, TWO, Counts, random_line, searched
from soundness_truth import Referee

from gametree import load
from gametree.engine.making import make_engine
from gametree.game import provides

if TYPE_CHECKING:
    from gametree.game import AnyGame

GAMES = ("tictactoe", "nim:1,2,2", "nim:2,3,misere=True", "mnk:3,3,3", "crowdnim", "ponghauki", "kalah:2,2", "dots:1,2")
"""Games so small that everything can be tried."""


@cache
def prepared(name: str) -> tuple[AnyGame, Any]:
    """A game and what is true of it."""
    game = load(name)
    return game, Referee(game)


def catalogue(seed: int, counts: Counts, names: tuple[str, ...] = GAMES, *, compiled: bool = True) -> None:
    """One search of a position of a small game."""
    dice = Random(seed)
    name = dice.choice(names)
    game, referee = prepared(name)
    algorithms = LUCK if provides(game, "chances") else CROWD if game.players > 2 else TWO
    algorithm = dice.choice(algorithms)
    line = random_line(game, dice)
    if line is None:
        return
    with make_engine(game, algorithm, table=1, threads=dice.choice((1, 2))) as engine:
        engine.compiled = compiled
        searched(engine, line, referee.truth(line), dice, counts, f"seed {seed}, {name}, {algorithm}, {line}")
