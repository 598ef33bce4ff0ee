"""(n) The gallery: how fast each of its games is searched, as people write them."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.contest import Part
from gametree import GameError, best, load

FOLDER = Path(__file__).parents[1] / "docs" / "gallery"
QUICK, FULL = 0.2, 2.0
"""Seconds for each game."""
LARGER = {
    "bones_easyai": "pile=60",
    "chomp_set": "width=7,height=6",
    "connect_columns": "width=6,height=5",
    "dice_race": "goal=60",
    "domineering_tuples": "height=8,width=8",
    "fibonacci_nim": "stones=500",
    "gomoku_integer": "size=7,row=5",
    "hex_recursion": "size=6",
    "hexapawn_easyai": "size=6",
    "hexapawn_enum_actions": "size=5",
    "clobber_replace": "board=xoxox/oxoxo/xoxox/oxoxo",
    "kayles_string": "pins=30",
    "konane_bytes": "size=6",
    "nim_misere_counter": "heaps=9,9,9,9,9",
    "subtract_square": "stones=400",
    "tictactoe_aima": "h=5,v=5,k=4",
    "toads_and_frogs": "track=TTTTT__FFFFF",
    "wythoff_methods": "row=200,column=199",
}
"""Sizes that are not searched through in that time, where a game has sizes."""


def part(seconds: float) -> Part:
    """Search each game of the gallery."""
    rows = [row(path.stem, seconds) for path in sorted(FOLDER.glob("*.py"))]
    return Part("n", "nodes a second of the games of docs/gallery, as they are written", rows=rows)


def row(name: str, seconds: float) -> dict[str, Any]:
    """One game: nodes a second of `best`, compiling left out."""
    spec = f"{FOLDER / name}.py"
    words = f"{spec}:{LARGER[name]}" if name in LARGER else spec
    try:
        game = load(words)
        best(game, nodes=10)  # which compiles
        start = time.process_time()
        found = best(game, time=seconds)
        nodes = found.nodes
        while time.process_time() - start < seconds / 2:  # a small game was searched through: once more
            nodes += best(game, time=seconds).nodes
        rate = nodes / (time.process_time() - start)
    except GameError as error:
        print(error, file=sys.stderr)
        return {"game": name, "form": "refused", "nodes/s": None}
    return {"game": name, "form": "compiled" if found.compiled else "interpreted", "nodes/s": round(rate)}
