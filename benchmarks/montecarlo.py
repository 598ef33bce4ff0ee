"""Monte-Carlo tree search: rounds and playouts a second beside OpenSpiel's C++ bot, and matches against pvs.

``python -m benchmarks.montecarlo`` prints the speeds, in seconds of the processor; ``python -m benchmarks.montecarlo
--games 40`` also plays matches of mcts against pvs at equal time. ``foresight`` is off: OpenSpiel's playouts know no
threats.
"""

from __future__ import annotations

import argparse
import os
import time
from importlib import import_module
from importlib.util import find_spec

os.environ.setdefault("GAMETREE_COMPILE", "first")

from gametree import best, match

ROUNDS, PLAYOUTS, TIMES = 200_000, 1000, 3
GAMES = ("connect4", "mnk:5,5,4", "othello", "dots:3,3", "kalah", "awari", "checkers", "chess")


def ours(rounds: int, playouts: int) -> float:
    """Playouts a second."""
    best("connect4", algorithm="mcts", nodes=1, foresight=False)  # it is compiled now
    begun = time.process_time()
    best("connect4", algorithm="mcts", nodes=rounds, playouts=playouts, foresight=False)
    return rounds * playouts / (time.process_time() - begun)


def spiels(rounds: int, playouts: int) -> float:
    """The same by OpenSpiel's bot."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(playouts, 1), 2.0, rounds, 1000, True, 1, False)
    begun = time.process_time()
    bot.mcts_search(game.new_initial_state())
    return rounds * playouts / (time.process_time() - begun)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0, help="games of each match; 0 for no matches")
    parser.add_argument("--time", type=float, default=0.1, help="seconds for a move")
    asked = parser.parse_args()
    print("| connect4 | gametree | OpenSpiel | ratio |\n|---|---|---|---|")
    for what, rounds, playouts in (("rounds/s", ROUNDS, 1), ("playouts/s", ROUNDS // PLAYOUTS, PLAYOUTS)):
        mine = max(ours(rounds, playouts) for _ in range(TIMES))
        theirs = max(spiels(rounds // 2, playouts) for _ in range(TIMES)) if find_spec("pyspiel") else float("nan")
        print(f"| {what} | {mine:,.0f} | {theirs:,.0f} | {mine / theirs:.1f} |", flush=True)
    for name in GAMES if asked.games else ():
        limits = f"time={asked.time}"
        print(f"\n{name}\n{match(name, f'mcts:{limits}', f'pvs:{limits}', games=asked.games)}", flush=True)


if __name__ == "__main__":
    main()
