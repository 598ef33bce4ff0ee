"""(o) Natural form, hand-packed form, plain Python: the leaves that perft counts in the same games.

The natural forms are those of ``docs/gallery``, which the front end rewrites; the hand-packed ones are the catalogue's.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from benchmarks.compiled import count_run, perft_run
from benchmarks.contest import Part, contest, overall
from gametree.catalogue import load, untried

FOLDER = Path(__file__).parents[1] / "docs" / "gallery"


class Pair(NamedTuple):
    """A game of the gallery, the same game of the catalogue (if it has it), and a depth."""

    natural: str
    packed: str
    depth: int
    python: int
    """To this depth plain Python counts."""


QUICK = (
    Pair("tictactoe_list.py", "tictactoe", 9, 6),
    Pair("connect_columns.py:width=5,height=4", "connect4:width=5,height=4,connect=3", 7, 5),
)
FULL = (
    *QUICK,
    Pair("gomoku_integer.py:size=5,row=4", "mnk:5,5,4", 5, 3),
    Pair("gomoku_integer.py:size=15,row=5", "", 3, 2),
)


def part(pairs: tuple[Pair, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("o", "natural form / hand-packed form, and / plain Python")
    beside, slow = [], []
    for pair in pairs:
        natural, plain = load(f"{FOLDER / pair.natural}"), untried(f"{FOLDER / pair.natural}")
        if pair.packed:
            both = {"natural": perft_run(natural, pair.depth), "hand-packed": perft_run(load(pair.packed), pair.depth)}
            beside += contest(f"{pair.natural}, perft to depth {pair.depth}", both, rounds)
        python = {"natural": perft_run(natural, pair.python), "interpreted": count_run(plain, pair.python)}
        slow += contest(f"{pair.natural}, perft to depth {pair.python}", python, rounds)
    found.duels += [*beside, *slow]
    found.notes.append(f"geometric mean of natural / hand-packed: {overall(beside):.2f}")
    found.notes.append(f"geometric mean of natural / plain Python: {overall(slow):.0f}")
    return found
