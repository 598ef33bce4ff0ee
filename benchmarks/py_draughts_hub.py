"""The engines of the package py-draughts as players of ``gametree match``: they on one side, Hub on the other.

    python3 -m venv /tmp/py-draughts && /tmp/py-draughts/bin/pip install py-draughts==1.10.1
    gametree match draughts pvs:time=0.1 \
        'hub:cmd="/tmp/py-draughts/bin/python benchmarks/py_draughts_hub.py turbo",time=0.1' --games 40

py-draughts is imported as ``draughts``, as pydraughts is, and so needs an environment of its own. The last word is
``turbo`` (an evaluation by learned patterns) or ``simple``.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Any

SETS = re.compile(r'([a-z-]+)=(?:"([^"]*)"|(\S*))')


def fen_of(position: str) -> str:
    """Hub's position as FEN.

    >>> fen_of("W" + 5 * "b" + 40 * "e" + "wwwwW")
    'W:W46,47,48,49,K50:B1,2,3,4,5'
    """
    sides: dict[str, list[str]] = {"w": [], "b": []}
    for square, mark in enumerate(position[1:], 1):
        if mark != "e":
            sides[mark.lower()].append(f"{'K' if mark.isupper() else ''}{square}")
    return f"{position[0]}:W{','.join(sides['w'])}:B{','.join(sides['b'])}"


def word_of(move: Any) -> str:
    """A move as Hub writes it: the ends, then what is taken."""
    ends = [move.square_list[0] + 1, move.square_list[-1] + 1]
    if not move.captured_list:
        return "-".join(map(str, ends))
    return "x".join(map(str, [*ends, *sorted(square + 1 for square in move.captured_list)]))


def main(engine: str) -> None:
    """Speak Hub."""
    library = import_module("draughts")  # py-draughts
    minds = {"turbo": import_module("draughts.engines.turbo").TurboEngine, "simple": library.SimpleEngine}
    board, seconds = library.Board(), 1.0
    depth: int | None = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        given = {name: quoted or plain for name, quoted, plain in SETS.findall(rest)}
        answer = ""
        if word == "hub":
            answer = f"id name={engine} version={library.__version__}\nwait"
        elif word == "init":
            answer = "ready"
        elif word == "pos":
            board = library.Board.from_fen(fen_of(given["pos"])) if "pos" in given else library.Board()
            for move in given.get("moves", "").split():
                board.push(next(m for m in board.legal_moves if word_of(m) == move))
        elif word == "level":
            seconds = float(given.get("move-time", 3600.0))
            depth = int(given["depth"]) if "depth" in given else None
        elif word == "go":
            mind = minds[engine](depth or 40, seconds)
            answer = f"done move={word_of(mind.get_best_move(board))}"
        elif word == "quit":
            return
        if answer:
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
