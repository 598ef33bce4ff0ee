"""The signature: how many nodes the searches visit in a fixed set of positions. One number, on every machine, in every
run.

It changes when the behaviour of a search changes, or the rules of a game, and by nothing else: a change that is meant
to make things faster and nothing else leaves it as it is. After one that does change the behaviour, write the new
number into ``RECORDED`` and say in the commit why.
"""

from __future__ import annotations

from gametree.catalogue import load
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.notation.names import read_moves

RECORDED = 618_910
"""What ``signature()`` is. A change of this number means a change of behaviour."""
DRIVERS = ("alphabeta", "pvs")
POSITIONS = (
    ("tictactoe", "", 9),
    ("nim:3,4,5", "", 12),
    ("mnk:5,5,4", "", 6),
    ("mnk:5,5,4", "c3 b2", 7),
    ("connect4", "", 11),
    ("connect4", "4 4 5 3", 12),
    ("connect4", "1 2 3 4 5 6 7", 11),
    ("kalah", "", 10),
    ("kalah", "3 6 1", 11),
)
"""Game, moves and depth."""


def signature() -> int:
    """The number, with one thread."""
    return sum(nodes(*position, driver) for position in POSITIONS for driver in DRIVERS)


def nodes(spec: str, moves: str, depth: int, driver: str) -> int:
    """How many nodes a driver with its usual options visits."""
    game = load(spec)
    line = read_moves(game, game.initial(), moves)
    with Engine(game, driver) as engine:
        found = engine.best(line, Limits(depth))
    assert found is not None
    return found.nodes
