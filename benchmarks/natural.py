"""(o) Natural form, hand-packed form, plain Python: the same ten games, written in three ways.

The natural forms are those of ``docs/gallery``, which the front end rewrites; the hand-packed ones are the catalogue's,
or those of ``packed.py``. Perft counts the same leaves in all of them, which the contest asserts. ``cold`` is a fresh
process with an empty cache: to load a game and to compile its search. Beside them two games on large boards
(``wide_boards.py``): one Python integer a board, and the same rules on boards of several words.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any, NamedTuple

from benchmarks.compiled import count_run, perft_run
from benchmarks.contest import Duel, Part, Target, contest, overall, tell
from gametree.catalogue import load, untried

ROOT = Path(__file__).parents[1]
COLD = """
import sys, time
import gametree.engine.searcher
from gametree import load
from gametree.engine.options import Options
from gametree.engine.searcher import Searcher
from gametree.engine.table import Table
from gametree.game import line_of
start = time.process_time()
game = load(sys.argv[1])
Searcher(game, line_of(game, None), Options(), Table(1))
print(time.process_time() - start)
"""


class Pair(NamedTuple):
    """A game of the gallery, the same game packed by hand, and a depth."""

    natural: str
    packed: str
    depth: int
    python: int
    """To this depth plain Python counts."""


def own(words: str) -> str:
    """A game of ``packed.py``."""
    return f"{ROOT / 'benchmarks' / 'packed.py'}:{words}"


QUICK = (
    Pair("tictactoe_list.py", "tictactoe", 9, 7),
    Pair("connect_columns.py:width=5,height=4", "connect4:width=5,height=4,connect=3", 7, 6),
)
FULL = (
    *QUICK,
    Pair("gomoku_integer.py:size=5,row=4", "mnk:5,5,4", 5, 4),
    Pair("chomp_set.py:width=5,height=4", own("Chomp:width=5,height=4"), 6, 5),
    Pair("clobber_replace.py:board=xoxo/oxox/xoxo", own("Clobber:rows=3,columns=4"), 7, 6),
    Pair("domineering_tuples.py:height=6,width=6", own("Domineering:height=6,width=6"), 5, 4),
    Pair("hexapawn_enum_actions.py:size=5", own("Hexapawn:size=5"), 9, 8),
    Pair("konane_bytes.py:size=6", own("Konane:size=6"), 8, 7),
    Pair("notakto_sets.py", own("Notakto"), 6, 6),
    Pair("subtract_square.py:stones=60", own("SubtractSquare:stones=60"), 9, 9),
)

WIDE = (("Gomoku", 15, 3), ("Domineering", 10, 4))
"""Games on large boards: the class, the size and a depth; the form in words is called GomokuWords, and so on."""


def part(pairs: tuple[Pair, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("o", "natural form / hand-packed form, and / plain Python; seconds to compile both, cold")
    beside, slow = [], []
    for pair in pairs:
        words = str(ROOT / "docs" / "gallery" / pair.natural)
        natural, packed = load(words), load(pair.packed)
        both = {"natural": perft_run(natural, pair.depth), "hand-packed": perft_run(packed, pair.depth)}
        beside += contest(f"{pair.natural}, perft to depth {pair.depth}", both, rounds)
        python = {"natural": perft_run(natural, pair.python), "interpreted": count_run(untried(words), pair.python)}
        slow += contest(f"{pair.natural}, perft to depth {pair.python}", python, rounds)
        found.rows.append(cold_row(pair, words))
    large = wide_duels(rounds)
    found.duels += [*beside, *slow, *large]
    found.targets += [
        Target("one integer / several words, nodes/s, geometric mean", overall(large), 1 / 3, at_least=True),
        Target("natural / hand-packed, nodes/s, geometric mean", overall(beside), 1 / 3, at_least=True),
        Target("natural / plain Python, nodes/s, geometric mean", overall(slow), 30, at_least=True),
        Target(
            "natural / hand-packed, seconds of a cold compilation, geometric mean",
            geometric_mean(row["ratio"] for row in found.rows), 1.5, at_least=False,
        ),
    ]  # fmt: skip
    return found


def wide_duels(rounds: int) -> list[Duel]:
    """One integer a board beside a board of several words."""
    found: list[Duel] = []
    for name, size, depth in WIDE:
        file = ROOT / "benchmarks" / "wide_boards.py"
        one, words = (load(f"{file}:{cls}:size={size}") for cls in (name, f"{name}Words"))
        both = {"one integer": perft_run(one, depth), "several words": perft_run(words, depth)}
        found += contest(f"{name} {size}×{size}, perft to depth {depth}", both, rounds)
    return found


def cold_row(pair: Pair, words: str, rounds: int = 1) -> dict[str, Any]:
    """Seconds of the processor to load both forms of a game and to compile their search, each in a fresh process."""
    tell(f"{pair.natural}, compiled cold", 1, 1)
    natural, packed = [median(cold(spec) for _ in range(rounds)) for spec in (words, pair.packed)]
    return {"compiled cold": pair.natural, "natural s": natural, "hand-packed s": packed, "ratio": natural / packed}


def cold(spec: str) -> float:
    """Seconds, with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        asked = subprocess.run(
            [sys.executable, "-c", COLD, spec], env={**os.environ, "GAMETREE_CACHE": cache}, cwd=ROOT, check=True,
            capture_output=True, text=True,
        )  # fmt: skip
    return float(asked.stdout.split()[-1])
