"""What a GPU does with the rules as they are: ``python -m benchmarks.gpu [playouts] [perft] [solve]``.

Figures are seconds of the device, without the time to compile; they are absolute, and stand beside the card's name.
Everything is compared with the processor first, on a smaller piece.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from gametree import load, perft
from gametree.gpu.lanes import Graphics, Processor
from gametree.gpu.leaves import count
from gametree.gpu.playouts import play_out
from gametree.gpu.tables import on_device
from gametree.solving.dense.solve import solve_dense
from gametree.solving.task import Task

GAMES = ("connect4", "othello", "tictactoe", "pig", "crowdnim", "kalah", "hex:11", "go:9", "chess", "backgammon")
LEAVES = (("chess", 7), ("connect4", 11), ("othello", 10))
TABLES = ("morris:white=4,black=4", "morris:white=6,black=6")
LONG = 1.0
"""About how many seconds a figure is measured for."""


def random_games(on: Graphics) -> None:
    print("| game | random games/s | actions/s |")
    print("|---|---|---|")
    for name in GAMES:
        game = load(name)
        start = [game.initial()]
        there, here = play_out(game, start, 6400, on), play_out(game, start, 6400, Processor())
        assert there.averages.tolist() == here.averages.tolist(), name
        games = 1_000_000
        while (there := play_out(game, start, games, on)).seconds < LONG / 2:
            games = int(games * min(20.0, LONG / there.seconds))
        print(f"| {name} | {there.rate:.2e} | {there.plies / there.seconds:.2e} |", flush=True)


def trees(on: Graphics) -> None:
    print("| game | depth | leaves | seconds | leaves/s |")
    print("|---|---|---|---|---|")
    for name, depth in LEAVES:
        game = load(name)
        assert count(game, game.initial(), depth - 3, on) == perft(game, depth=depth - 3).nodes
        before = on.seconds
        leaves = count(game, game.initial(), depth, on)
        took = on.seconds - before
        print(f"| {name} | {depth} | {leaves:,} | {took:.3f} | {leaves / took:.2e} |", flush=True)


def tables(on: Graphics) -> None:
    print("| numbers | positions | wins | losses | draws | seconds of the device | positions/s | game |")
    print("|---|---|---|---|---|---|---|---|")
    for name in TABLES:
        game: Any = load(name)
        before = on.seconds
        found = solve_dense(game, game.initial(), Task(workshop=on_device(on), memory=1 << 40))
        took = on.seconds - before
        if game.index_size < 1 << 24:
            here = solve_dense(game, game.initial(), Task())
            assert np.array_equal(here.labels.codes, found.labels.codes), name
        counts = (game.index_size, found.positions, found.wins, found.losses, found.draws)
        print("".join(f"| {n:,} " for n in counts), end="")
        print(f"| {took:.2f} | {found.positions / took:.2e} | {name} |", flush=True)


def main() -> None:
    on = Graphics()
    print(f"{on.name}, {on.gpu.processors} multiprocessors, {on.lanes:,} lanes\n", flush=True)
    wanted = sys.argv[1:] or ["playouts", "perft", "solve"]
    for name, table in (("playouts", random_games), ("perft", trees), ("solve", tables)):
        if name in wanted:
            table(on)
            print()


if __name__ == "__main__":
    main()
