"""Problems of Renju with a forced win, and a check that a win holds against every defence.

``python tests/games/renju_problems.py`` solves them all and says how many, with how many nodes and in what time;
with ``check`` every win is also played out against every defence.
"""

from __future__ import annotations

import os
import sys
import time
from functools import cache
from pathlib import Path

import plain_renju
from plain_gomoku import cell, grid

from gametree.bits import filled
from gametree.engine.forcing import Forcing
from gametree.games.gomoku import Gomoku
from gametree.games.gomoku.rules import State

GAME = Gomoku(rule="renju")
NODES = 1_000_000


def problems() -> dict[str, list[State]]:
    """The positions of each collection."""
    found: dict[str, list[State]] = {}
    title = ""
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            title = line[1:-1]
        elif not line.startswith("#"):
            found.setdefault(title, []).append(State(*(stones(letters) for letters in line.split())))
    return found


def stones(letters: str):
    points = zip(letters[::2], letters[1::2], strict=True)
    return filled(GAME.bits, sum(1 << (ord(column) - 97) + 16 * (ord(row) - 97) for column, row in points))


@cache
def rows() -> list[tuple[int, int]]:
    """All rows of five points, and with each the points before and behind it; as the bits of an integer."""
    found: list[tuple[int, int]] = []
    for x, y in ((x, y) for x in range(15) for y in range(15)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            seven = [(x + n * dx, y + n * dy) for n in range(-1, 6)]
            bits = [1 << 16 * v + u if 0 <= u < 15 and 0 <= v < 15 else 0 for u, v in seven]
            if all(bits[1:6]):
                found.append((sum(bits[1:6]), bits[0] | bits[6]))
    return found


def five_points(mine: int, theirs: int, exact: bool) -> set[int]:
    """The points where a side makes five, row by row."""
    found: set[int] = set()
    for row, beside in rows():
        if (mine & row).bit_count() == 4 and not theirs & row and not (exact and mine & beside):
            found.add((row & ~mine).bit_length() - 1)
    return found


def wins_against_all(s: State, line: tuple[int, ...], nodes: int = NODES, *, compiled: bool = True) -> int:
    """Play the attack out against every defence, and return how many positions of the attacker were seen. Where the
    defence is not that of the line, a new proof is looked for. Fives are found by ``five_points``, and what Black may
    play against a four by the referee: a defence that does not stop a four lets the attacker make five."""
    me, seen = GAME.player(s), set[State]()

    def sides(s: State) -> tuple[int, int]:
        black, white = int(s.black), int(s.white)
        return (black, white) if me == 0 else (white, black)

    def follow(s: State, line: tuple[int, ...]) -> None:
        if s in seen:
            return
        seen.add(s)
        if not line:
            found = Forcing(GAME, s, compiled=compiled).run(nodes)
            assert found is not None, GAME.text(s)
            line = found.line
        assert line[0] in GAME.actions(s)
        if line[0] in five_points(*sides(s), exact=me == 0):
            return
        after = GAME.result(s, line[0])
        mine, theirs = sides(after)
        assert not five_points(theirs, mine, exact=me == 1), GAME.text(after)
        threats = five_points(mine, theirs, exact=me == 0)
        if len(threats) > 1:
            return
        if threats:
            (stop,) = threats
            board = grid(GAME, after)
            barred = me == 1 and plain_renju.kind(board, cell(GAME, stop)) not in ("five", "allowed")
            replies = [] if barred else [stop]
        else:
            replies = list(GAME.actions(after))
        for reply in replies:
            follow(GAME.result(after, reply), line[2:] if line[1:2] == (reply,) else ())

    follow(s, line)
    return len(seen)


def main() -> None:
    check = "check" in sys.argv[1:]
    Forcing(GAME, GAME.initial())
    print(f"{'':20} problems  solved      nodes  seconds" + ("  positions checked" if check else ""))
    for title, positions in problems().items():
        solved, nodes, seconds, checked = 0, 0, 0.0, 0
        for s in positions:
            begun = time.perf_counter()
            search = Forcing(GAME, s)
            found = search.run(NODES)
            seconds += time.perf_counter() - begun
            solved, nodes = solved + (found is not None), nodes + search.nodes
            if check and found is not None:
                checked += wins_against_all(s, found.line)
        print(
            f"{title:20} {len(positions):8} {solved:7} {nodes:10,} {seconds:8.1f}"
            + (f" {checked:18,}" if check else "")
        )


if __name__ == "__main__":
    os.environ["GAMETREE_COMPILE"] = "first"  # in plain Python a search is cut off sooner
    main()
