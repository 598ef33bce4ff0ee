"""Do the numbers of a game's positions help to solve it? Answered without the compiler, which a small game does not
need."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from gametree.game import legal, provides
from gametree.hooks import numbers
from gametree.mixins import numbered

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task


def fits(game: AnyGame, task: Task) -> bool:
    """Does the game have numbers, and does a table of them fit into memory?

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> fits(load("awari:endgame=8"), Task()), fits(load("awari"), Task()), fits(load("tictactoe"), Task())
    (True, False, False)
    """
    return 0 < numbers(game) <= task.memory


def graded(game: AnyGame, start: Any, games: int = 8) -> bool:
    """Do the moves of a few random games lead to smaller numbers, by short steps? Then ``solve_levels`` is worth
    trying; it checks all other moves itself.

    >>> from gametree import load
    >>> nim, tictactoe = load("nim:heaps=1000000,limit=3"), load("tictactoe")
    >>> graded(nim, nim.initial()), graded(tictactoe, tictactoe.initial())
    (True, False)
    """
    game = numbered(game)
    if game.players > 2 or provides(game, "chances") or not (provides(game, "index") and provides(game, "state")):
        return False
    rng = random.Random(0)
    top = int(game.index(start))
    for _ in range(games):
        s, i = start, top
        for _ in range(1000):
            actions = legal(game, s)
            if not actions:
                break
            s = game.result(s, rng.choice(actions))
            step, i = i - int(game.index(s)), int(game.index(s))
            if not 0 < step <= max(top // 64, 1):
                return False
    return True
