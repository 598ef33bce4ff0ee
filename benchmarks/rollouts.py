"""How fast Monte-Carlo tree search is: rounds and playouts a second beside OpenSpiel's C++, and with two threads.

Speeds are by seconds of the processor. On a busy machine a second thread finds no core: there the processor time of a
round says what two threads would do. ``foresight`` and ``replies`` are off: OpenSpiel's playouts know no threats, and
answer nothing; and moves are chosen by upper confidence bounds, as its bot does.
"""

from __future__ import annotations

import os
import time
from importlib import import_module
from importlib.util import find_spec

from gametree import best

TIMES = 3
"""Each speed is the best of this many."""
ROUNDS = 200_000
"""Rounds of Connect Four."""
PLAYOUTS = {
    "connect4": ("connect_four", 1_000_000, 20_000),
    "gomoku": ("gomoku", 100_000, 1_000),
    "chess": ("chess", 10_000, 100),
    "backgammon": ("backgammon", 10_000, 200),
    "hex:11": ("hex(board_size=11)", 400_000, 4_000),
    "go:9": ("go(board_size=9,komi=7.5)", 40_000, 1_000),
}
"""The games whose playouts are compared: OpenSpiel's name, and how many are played here and there: so many that what a
search does before and after counts for little. Its ``mnk`` on 15×15 is thirty times slower than its ``gomoku``."""


def rounds(threads: int = 1, *, wall: bool = False) -> float:
    """Rounds a second on Connect Four, of the processor, all threads together, or of the clock on the wall."""
    clock = time.perf_counter if wall else time.process_time
    best("connect4", algorithm="mcts", nodes=1, foresight=False, selection="ucb")  # it is compiled now
    begun = clock()
    best("connect4", algorithm="mcts", nodes=threads * ROUNDS, threads=threads, foresight=False, selection="ucb")
    return threads * ROUNDS / (clock() - begun)


def playouts(name: str, count: int) -> float:
    """Random games a second from the initial position of a game, or a move later."""
    best(name, algorithm="mcts", nodes=1, foresight=False, replies=False)
    begun = time.process_time()
    best(name, algorithm="mcts", nodes=4, playouts=count // 4, foresight=False, replies=False)
    return count / (time.process_time() - begun)


def their_rounds() -> float:
    """Rounds a second of OpenSpiel's bot."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, ROUNDS // 2, 1000, True, 1, False)
    begun = time.process_time()
    bot.mcts_search(game.new_initial_state())
    return ROUNDS // 2 / (time.process_time() - begun)


def their_playouts(name: str, count: int) -> float:
    """Random games a second of OpenSpiel's evaluator, which is C++ throughout: one round of its bot."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(count, 1), 2.0, 1, 1000, True, 1, False)
    begun = time.process_time()
    bot.mcts_search(state)
    return count / (time.process_time() - begun)


def line(what: str, mine: float, theirs: float) -> str:
    """A row of the table."""
    return f"| {what} | {mine:,.0f} | {theirs:,.0f} | {mine / theirs:.1f} |"


def speeds() -> None:
    """Print the table."""
    there = find_spec("pyspiel") is not None
    print(f"load {os.getloadavg()[0]:.1f}\n\n| | gametree | OpenSpiel | ratio |\n|---|---|---|---|")
    mine = max(rounds() for _ in range(TIMES))
    theirs = max(their_rounds() for _ in range(TIMES)) if there else float("nan")
    print(line("connect4, rounds/s", mine, theirs), flush=True)
    for name, (other, count, less) in PLAYOUTS.items():
        mine = max(playouts(name, count) for _ in range(TIMES))
        theirs = max(their_playouts(other, less) for _ in range(TIMES)) if there else float("nan")
        print(line(f"{name}, playouts/s", mine, theirs), flush=True)
    one, two = (max(rounds(threads, wall=True) for _ in range(TIMES)) for threads in (1, 2))
    print(f"\nconnect4, two threads: {two / one:.2f} times the rounds/s of one, by the clock on the wall")
    one, two = (max(rounds(threads) for _ in range(TIMES)) for threads in (1, 2))
    print(f"by the work of the processor for a round: {2 * two / one:.2f} times, if each had a core to itself")
