"""Conspiracy numbers against alpha-beta at equal nodes, in tactical positions: how many does each solve?

    python -m benchmarks.conspiracy [--game connect4:5,5] [--positions 40] [--nodes 2000 20000]

A position is tactical if exactly one move wins, and the end is some moves away. Which move that is was found by
exhaustive search. Positions come from random games (the seed is fixed).
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING, Any

from gametree import best, load
from gametree.game import MAX, Line, even, over

if TYPE_CHECKING:
    from gametree.game import AnyGame

NEAREST = 5
"""The end is at least this many actions away."""
SEARCHES = {"alphabeta": {}, "pvs": {}, "conspiracy": {"conspirators": 3}}


def tactical(game: AnyGame, count: int, seed: int = 1) -> list[tuple[Line[Any], int]]:
    """Positions with the one move that wins."""
    dice, found = Random(seed), list[tuple[Line[Any], int]]()
    while len(found) < count:
        line = Line(game.initial())
        for _ in range(dice.randint(4, 14)):
            s = line.states(game)[-1]
            if over(game, s):
                break
            line = line.then(dice.choice(list(game.actions(s))))
        s = line.states(game)[-1]
        if over(game, s) or len(list(game.actions(s))) < 3:
            continue
        answer = best(game, line, algorithm="exact", depth=60)
        sign = 1 if game.player(s) == MAX else -1
        if sign * (answer.value - even(game)) <= 0 or (answer.distance or 0) < NEAREST:
            continue
        if sum(wins(game, line.then(a), sign) for a in game.actions(s)) == 1:
            found.append((line, answer.action or 0))
    return found


def wins(game: AnyGame, line: Line[Any], sign: int) -> bool:
    """Does the player with this sign win here?"""
    s = line.states(game)[-1]
    value: Any = game.utility(s) if over(game, s) and game.terminal(s) else even(game)
    if not over(game, s):
        value = best(game, line, algorithm="solve", depth=60).value
    return sign * (value - even(game)) > 0


def solved(game: AnyGame, positions: list[tuple[Line[Any], int]], nodes: int) -> dict[str, int]:
    """How many of the positions each search solves with this many nodes."""
    return {
        name: sum(best(game, line, algorithm=name, nodes=nodes, **options).action == move for line, move in positions)
        for name, options in SEARCHES.items()
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect4:5,5")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--nodes", type=int, nargs="+", default=[300, 1000, 3000, 10000])
    given = parser.parse_args()
    game = load(given.game)
    positions = tactical(game, given.positions)
    print(f"{given.game}: {len(positions)} positions with one winning move")
    print(f"| nodes | {' | '.join(SEARCHES)} |\n|---|{'---|' * len(SEARCHES)}")
    for nodes in given.nodes:
        print(f"| {nodes:,} | {' | '.join(str(n) for n in solved(game, positions, nodes).values())} |", flush=True)


if __name__ == "__main__":
    main()
