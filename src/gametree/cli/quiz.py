"""``gametree quiz``."""

from __future__ import annotations

import sys

from gametree.cli.exercise import Above, Branching, Chance, Count, Cuts, Depth, Kind, Seed, make
from gametree.teaching.quiz import quiz as held


def quiz(
    kind: Kind = "value,cuts,window,proving",
    /,
    *,
    count: Count = 4,
    seed: Seed = 0,
    depth: Depth = 3,
    branching: Branching = 2,
    cuts: Cuts = None,
    above: Above = None,
    chance: Chance = False,
) -> None:
    """Practise in the terminal: a tree, a question, your answer, and why it is right or wrong.

    `help` says what an answer looks like, `skip` shows it, `quit` ends. The seed makes the same quiz for everybody.
    """
    held(make(kind, count, seed, depth, branching, cuts, above, chance=chance), _line, print)


def _line(prompt: str) -> str | None:
    """A line of the user's; None at the end of the input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        print()
    return line or None
