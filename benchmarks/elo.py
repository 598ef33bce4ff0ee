"""(elo) What each technique is worth in games: matches between the usual search and one with a technique off, both with
a fixed number of nodes a move; and, for comparison, between depth n + 1 and depth n. Run by ``--elo``.

More than 0: the technique makes the player stronger. Equal nodes are not equal time: a technique that makes a node
dearer is flattered; but a busy machine does not matter. The error is half of the 95 % interval. A technique for which
the game lacks the hook is left out.
"""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.contest import Part, tell
from gametree import load
from gametree.engine.options import SWITCHES
from gametree.game import provides
from gametree.verbs.match import match

NODES = 5000
PLIES = 4


class Task(NamedTuple):
    """A game, how many games each pair plays, and the depths n to compare with n + 1."""

    game: str
    games: int
    depths: tuple[int, ...]


TINY = (Task("connect4", 2, (1,)),)
QUICK = (Task("connect4", 40, (4,)),)
DEPTHS = (1, 2, 3, 4, 5, 6, 7)
FULL = (Task("connect4", 200, DEPTHS), Task("mnk:5,5,4", 200, DEPTHS), Task("kalah", 200, DEPTHS))
NEEDS = {
    "order": ("order", "tactics"), "quiescence": ("tactics",), "nullmove": ("null",), "futility": ("evaluate",),
    "razoring": ("evaluate",),
}  # fmt: skip
"""The hooks of which a technique needs at least one."""


def part(tasks: tuple[Task, ...], techniques: tuple[str, ...] = SWITCHES) -> Part:
    """The whole part."""
    found = Part("elo", f"Elo, {NODES} nodes a move, {PLIES} random plies, sides swapped")
    for task in tasks:
        used = [name for name in techniques if works(task.game, name)]
        pairs = [(f"with / without {name}", _usual(), _without(name)) for name in used]
        pairs += [(f"depth {n + 1} / depth {n}", _to_depth(n + 1), _to_depth(n)) for n in task.depths]
        for number, (title, a, b) in enumerate(pairs, 1):
            tell(f"{task.game}, matches", number, len(pairs))
            result = match(task.game, a, b, games=task.games, plies=PLIES)
            tally = result.tally
            found.rows.append({
                "game": task.game, "players": title, "games": task.games,
                "won, drawn, lost": f"{tally.wins} {tally.draws} {tally.losses}",
                "Elo": f"{result.elo:+.0f} ± {result.elo_error:.0f}",
            })  # fmt: skip
    return found


def works(game: str, technique: str) -> bool:
    """Has the game the hooks for it?"""
    rules = load(game)
    return any(provides(rules, hook) for hook in NEEDS.get(technique, ("actions",)))


def _usual() -> str:
    return f"pvs:nodes={NODES}"


def _without(name: str) -> str:
    return f"pvs:nodes={NODES},{name}={0 if name == 'table' else 'off'}"  # a table of 0 MiB is none


def _to_depth(depth: int) -> str:
    return f"pvs:depth={depth}"
