"""Checkers: leaves of the tree of moves per second, ours and OpenSpiel's.

OpenSpiel plays its C++ rules through its Python states, a clone for every move; it makes each jump of a move an action
of its own, so a move is done when the turn passes. Both must count the same leaves.
"""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, Target, clocked, contest
from gametree.games.checkers import Checkers
from gametree.verbs.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = 0.1  # seconds: what is done faster is done several times
PROMISED = 30.0


class Task(NamedTuple):
    """Moves from the start, one step each, and how deep to count from there."""

    moves: str
    depth: int

    def __str__(self) -> str:
        return f"checkers, {self.moves or 'start'}, depth {self.depth}"


TINY = (Task("", 3),)
QUICK = (Task("", 7), Task("9-14 22-17 11-15 25-22", 7))
FULL = (Task("", 8), Task("9-14 22-17 11-15 25-22", 8))


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("l", "perft of checkers: ours / OpenSpiel, leaves/s")
    if find_spec("pyspiel") is None:
        found.notes.append("skipped: OpenSpiel is not installed (pip install -e '.[bench]')")
        return found
    found.notes.append(f"open_spiel {version('open_spiel')}")
    for task in tasks:
        theirs = their_run(task)
        found.duels += contest(str(task), {"gametree": our_run(task), "open_spiel": theirs}, rounds)
        found.duels += contest(str(task), {"gametree, bulk": our_run(task, bulk=True), "open_spiel": theirs}, rounds)
    slowest = min(duel.speed.middle for duel in found.duels)
    found.targets.append(Target("least speed of perft / that of OpenSpiel", slowest, PROMISED, at_least=True))
    return found


def our_run(task: Task, *, bulk: bool = False) -> Callable[[], Run]:
    """Ours: every leaf is visited, or the last moves are counted in bulk."""
    game = Checkers()
    start = game.parse(task.moves)
    perft(game, start, 1, bulk=bulk)  # compiled before the clock starts

    def run() -> Run:
        seconds, found = clocked(lambda: perft(game, start, task.depth, bulk=bulk), SHORT)
        return Run(seconds, found.nodes, found.nodes)

    return run


def their_run(task: Task) -> Callable[[], Run]:
    """OpenSpiel's."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    start: Any = pyspiel.load_game("checkers").new_initial_state()
    game = Checkers()
    for word in task.moves.split():
        start.apply_action(step(game, start, word))

    def run() -> Run:
        seconds, leaves = clocked(lambda: count(start, task.depth))
        return Run(seconds, leaves, leaves)

    return run


def step(game: Checkers, state: Any, word: str) -> int:
    """OpenSpiel's action for a step of ours: it calls squares by column and row, as who begins sees them."""
    squares = [game.board.places[int(n) - 1] for n in word.split("-")]
    name = "".join(f"{'hgfedcba'[column]}{row + 1}" for row, column in squares)
    return next(a for a in state.legal_actions() if state.action_to_string(state.current_player(), a) == name)


def count(state: Any, depth: int) -> int:
    """The leaves at a depth."""
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    return sum(count(after, depth - 1) for after in moved(state))


def moved(state: Any) -> list[Any]:
    """The states after a move, which is all its jumps; one state for all ways of jumping that lead to it."""
    player, done, jumped = state.current_player(), list[Any](), dict[str, Any]()
    for action in state.legal_actions():
        after = state.child(action)
        if after.is_terminal() or after.current_player() != player:
            done.append(after)
        else:
            jumped |= {str(end): end for end in moved(after)}
    return [*done, *jumped.values()]
