"""(f) What each technique saves: nodes to a fixed depth with one technique off, by those with all of them on.

More than 1: the technique saves nodes. Less than 1: it costs some, which may be well spent: extensions look deeper, and
pruning makes a depth cheaper and its answer worse. Nodes to a depth say nothing about strength: ``--elo`` does.
"""

from __future__ import annotations

from statistics import geometric_mean
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, tell
from gametree.catalogue import load
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.engine.options import SWITCHES
from gametree.game import Line
from gametree.tournament.openings import RandomOpenings

if TYPE_CHECKING:
    from gametree.game import AnyGame

DRIVER = "pvs"
PLIES = 4
"""The number of random moves before each position."""


class Task(NamedTuple):
    """A game, a depth, and in how many positions."""

    game: str
    depth: int
    positions: int


TINY = (Task("connect4", 5, 2),)
QUICK = (Task("connect4", 10, 4), Task("mnk:5,5,4", 6, 4), Task("kalah", 10, 4))
FULL = (Task("connect4", 13, 12), Task("mnk:5,5,4", 8, 12), Task("kalah", 13, 12))


def part(tasks: tuple[Task, ...], techniques: tuple[str, ...] = SWITCHES) -> Part:
    """The whole part."""
    found = Part("f", f"nodes to a depth with one technique off / with all on, {DRIVER}")
    rows: dict[str, dict[str, Any]] = {name: {"without": name} for name in techniques}
    for task in tasks:
        game = load(task.game)
        openings = RandomOpenings(game, PLIES, seed=0)
        lines = [Line(game.initial(), openings.get(k)) for k in range(task.positions)]
        title = f"{task.game}, depth {task.depth}"
        usual = [nodes(game, line, task.depth) for line in lines]
        for number, name in enumerate(techniques, 1):
            tell(f"{title}, one technique off", number, len(techniques))
            others = [nodes(game, line, task.depth, **{name: False}) for line in lines]
            rows[name][title] = "=" if others == usual else f"{_mean_ratio(others, usual):.2f}"
        found.notes.append(f"{title}: {sum(usual):,} nodes in {len(lines)} positions with all on")
    found.rows += rows.values()
    found.notes.append("= is the very same search: the game lacks the hook, or it does not matter here")
    return found


def nodes(game: AnyGame, line: Line[Any], depth: int, **options: bool) -> int:
    """How many nodes it takes to a depth."""
    with Engine(game, DRIVER, **options) as engine:
        found = engine.best(line, Limits(depth))
    assert found is not None
    return found.nodes


def _mean_ratio(others: list[int], usual: list[int]) -> float:
    return geometric_mean(a / b for a, b in zip(others, usual, strict=True))
