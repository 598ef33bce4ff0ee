"""Life and death in Go by proof-number search: is a group dead, alive, or does a ko decide?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gametree.games.go.problems import Problem
from gametree.solving.proof.solve import solve_weak
from gametree.solving.task import Task

if TYPE_CHECKING:
    from gametree.games.go import Go
    from gametree.games.go.rules import State


@dataclass(frozen=True)
class Fate:
    """What happens to a group with best play, if the side to move moves first."""

    fate: str
    """``dead``, ``alive`` or ``ko``."""
    without_threats: str
    """``dead`` or ``alive``: with no ko threats on either side. The same, unless it is ko."""
    positions: int
    """The positions that the searches looked at."""


def fate(board: Go, s: State, point: int, task: Task | None = None) -> Fate:
    """Is the group on a point dead, alive, or a ko, if both sides only move around it? (``games/go/problems.py`` says
    what that means.) The answer is proven.

    >>> from gametree import load
    >>> board = load("go:5")
    >>> three = board.parse('''
    ...     . . . . .
    ...     O O O O .
    ...     X X X X O
    ...     O O O X O
    ...     . . . X O   O to move''')
    >>> fate(board, three, 12).fate
    'dead'
    """
    asked = task or Task()
    found = {threats: _taken(board, s, point, threats, asked) for threats in ("owner", "attacker")}
    positions = sum(count for _, count in found.values())
    if found["owner"][0] == found["attacker"][0]:
        told = "dead" if found["owner"][0] else "alive"
        return Fate(told, told, positions)
    taken, count = _taken(board, s, point, "nobody", asked)
    return Fate("ko", "dead" if taken else "alive", positions + count)


def _taken(board: Go, s: State, point: int, threats: str, task: Task) -> tuple[bool, int]:
    """Can the attacker take the group? And how many positions it took to know."""
    problem = Problem(board, s, point, threats)
    start, task = problem.initial(), replace(task, out=None)
    if problem.blacks:  # White attacks: does Black get at least endless play?
        solution = solve_weak(problem, start, task, "dfpn", "draw")
        return solution.value < 0, solution.positions
    solution = solve_weak(problem, start, task, "dfpn", "win")
    return solution.value > 0, solution.positions
