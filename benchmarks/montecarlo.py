"""Monte-Carlo tree search: rounds and playouts a second beside OpenSpiel's C++, and matches against alpha-beta.

``python -m benchmarks.montecarlo`` prints the speeds (``rollouts.py``).

``python -m benchmarks.montecarlo --table FOLDER`` plays the matches that ``auto`` is chosen by: mcts against the search
by alpha-beta of each game, at equal time. The games go to files in that folder, so that the same command goes on where
it was stopped.
"""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("GAMETREE_COMPILE", "first")

from benchmarks.rollouts import speeds
from gametree import load, match
from gametree.answering.algorithms import by_alpha_beta, choice
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.tournament.rating import Tally

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
GAMES = (
    "connect4", "othello", "kalah", "dots:4,4", "mnk:8,8,5", "gomoku:size=9", "einstein", "backgammon",
    "hex_recursion.py:size=5", "hex_recursion.py:size=6", "hex_recursion.py:size=8",
    "domineering_tuples.py:height=6,width=6", "domineering_tuples.py:height=8,width=8",
    "clobber_replace.py:board=xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo", "konane_bytes.py:size=6",
    "tictactoe_aima.py:h=5,v=5,k=4", "kayles_string.py:pins=30", "hexapawn_enum_actions.py:size=5",
)  # fmt: skip
"""The games of the matches: with an evaluation, with dice, and games of the gallery without an evaluation."""


def score(tally: Tally) -> tuple[float, float]:
    """The first player's share of the points, and its standard error.

    >>> from gametree.tournament.rating import Tally
    >>> score(Tally(wins=3, losses=1))
    (0.75, 0.25)
    """
    n = tally.wins + tally.draws + tally.losses
    points = tally.wins + tally.draws / 2
    mean = points / n
    spread = (tally.wins + tally.draws / 4) / n - mean**2
    return mean, math.sqrt(max(spread, 0.0) / max(n - 1, 1))


def row(name: str, games: int, seconds: float, folder: Path) -> str:
    """The match of one game."""
    game = load(f"{GALLERY / name}" if ".py" in name else name)
    rival = by_alpha_beta(game)
    save = folder / f"{''.join(c if c.isalnum() else '-' for c in name)}.sqlite"
    result = match(game, f"mcts:time={seconds}", f"{rival}:time={seconds}", games=games, save=save)
    (mean, error), tally, found = score(result.tally), result.tally, choice(game)
    winner = "mcts" if mean > 0.5 + error else rival if mean < 0.5 - error else "either"
    right = "yes" if winner in ("either", found.algorithm) else "**no**"
    return (
        f"| {name.partition('_')[0] if '.py' in name else title(game)} | {rival} "
        f"| {tally.wins} {tally.draws} {tally.losses} | {mean:.2f} ± {error:.2f} | {found.algorithm} | {right} |"
    )


def table(names: tuple[str, ...], games: int, seconds: float, folder: Path) -> None:
    """The matches, a line each as soon as it is known."""
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{games} games each, {seconds} s a move, load {os.getloadavg()[0]:.1f}\n")
    print("| game | against | won, drawn, lost | score | `auto` | the winner? |\n|---|---|---|---|---|---|")
    for name in names:
        print(row(name, games, seconds, folder), flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, metavar="FOLDER", help="play the matches; the games are kept there")
    parser.add_argument("--games", type=int, default=30, help="games of each match")
    parser.add_argument("--time", type=float, default=0.05, help="seconds for a move")
    parser.add_argument("names", nargs="*", help="which games, if not all")
    asked = parser.parse_args()
    if asked.table:
        table(tuple(asked.names) or GAMES, asked.games, asked.time, asked.table)
    else:
        speeds()


if __name__ == "__main__":
    main()
