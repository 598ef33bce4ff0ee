"""The weights of chess, fitted to what a strong program thinks of positions.

    python -m benchmarks.fitting positions FILE [--seconds 60] [--nodes 1000] [--seed 0] [--program stockfish]
    python -m benchmarks.fitting fit FILE [--steps 400] [--weights OUT.npy]

The first lets the program play against itself from random openings, with a random move here and there, and adds to a
file every position where nothing is to be captured, with the program's view of it (``FEN;hundredths of a pawn``). The
second changes the weights so that the logistic curves of both views come together, and says what becomes of the error,
also on positions that are held back: one block of 400 in ten.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gametree import load
from gametree.game import Line, over

CURVE = 250.0
"""Hundredths of a pawn for which the odds grow by the factor e."""
NEAR = 0.3
"""How much it costs to leave the first weights; what positions say outweighs it where there are some of them."""
DECIDED = 2_000
BLUNDERS = 0.03


class Judge:
    """A program that speaks UCI: its move and its view of a position."""

    def __init__(self, program: str, nodes: int):
        self.nodes = nodes
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def view(self, fen: str) -> tuple[str, int | None]:
        """The move that it would play, and the mover's value; None where it sees a mate."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"position fen {fen}\ngo nodes {self.nodes}\n")
        value = None
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                return words[1], value
            if "score" in words and "upperbound" not in words and "lowerbound" not in words:
                kind, number = words[words.index("score") + 1 : words.index("score") + 3]
                value = int(number) if kind == "cp" else None
        raise SystemExit("the program has gone away")


def play(game: Any, judge: Judge, dice: random.Random) -> list[tuple[str, int]]:
    """One game of the program with itself: its quiet positions, and White's value of each."""
    s = game.initial()
    line = Line(s)
    for _ in range(dice.choice((4, 6, 8, 9, 10, 12))):
        if not over(game, s):
            line = Line(line.start, (*line.actions, dice.choice(list(game.actions(s)))))
            s = line.states(game)[-1]
    quiet: list[tuple[str, int]] = []
    decided = 0
    while not over(game, s) and len(line.actions) < 240 and decided < 6:
        fen = game.fen(s)
        word, value = judge.view(fen)
        action = next(a for a in game.actions(s) if game.name(s, a, "uci") == word)
        captures = game.sides(s)[1] >> (action >> 6 & 63) & 1
        if value is None or abs(value) > DECIDED:
            decided += 1
        elif not captures and not action >> 12 and not game.in_check(s):
            quiet.append((fen, value if s.ply % 2 == 0 else -value))
        if dice.random() < BLUNDERS:
            action = dice.choice(list(game.actions(s)))
        line = Line(line.start, (*line.actions, action))
        s = game.result(s, action)
    return quiet


def positions(file: Path, program: str, seconds: float, nodes: int, seed: int) -> None:
    """Add positions to a file for some time."""
    game, judge, dice = load("chess"), Judge(program, nodes), random.Random(seed)
    end, count = time.monotonic() + seconds, 0
    with file.open("a") as out:
        while time.monotonic() < end:
            for fen, value in play(game, judge, dice):
                out.write(f"{fen};{value}\n")
                count += 1
    judge.process.terminate()
    print(f"{count:,} positions added to {file}")


@dataclass
class Counts:
    """How often each weight counts in each position: rows, one after another; and what the positions are worth."""

    rows: np.ndarray
    weights: np.ndarray
    times: np.ndarray
    wanted: np.ndarray

    @property
    def held_back(self) -> np.ndarray:
        """Which positions are not fitted to."""
        return np.arange(len(self.wanted)) // 400 % 10 == 0

    def expected(self, weights: np.ndarray) -> np.ndarray:
        """The score that the evaluation predicts for each position."""
        values = np.bincount(self.rows, self.times * weights[self.weights], len(self.wanted))
        return 1 / (1 + np.exp(-values / CURVE))


def counted(game: Any, file: Path) -> Counts:
    """What the positions of a file consist of."""
    rows: list[int] = []
    which: list[int] = []
    times: list[float] = []
    values: list[int] = []
    for line in file.read_text().splitlines():
        fen, _, value = line.rpartition(";")
        for i, n in game.features(game.parse(fen)):
            rows.append(len(values))
            which.append(i)
            times.append(n)
        values.append(int(value))
    wanted = 1 / (1 + np.exp(-np.array(values) / CURVE))
    return Counts(np.array(rows), np.array(which), np.array(times), wanted)


def alike(count: int) -> np.ndarray:
    """For each weight the one that it is always equal to: a square is worth what its mirror image is."""
    same = np.arange(count)
    for i in range(6 * 64):
        if i & 7 > 3:
            same[2 * i : 2 * i + 2] = 2 * (i ^ 7), 2 * (i ^ 7) + 1
    return same


def fit(counts: Counts, first: np.ndarray, steps: int) -> np.ndarray:
    """Weights with which the predictions come close (the method is Adam, with all positions at once)."""
    same = alike(len(first))
    weights, mean, spread = first.copy(), np.zeros_like(first), np.zeros_like(first)
    fitted = ~counts.held_back
    for step in range(1, steps + 1):
        expected = counts.expected(weights)
        slope = np.where(fitted, (expected - counts.wanted) * expected * (1 - expected) / CURVE, 0.0)
        pull = np.bincount(counts.weights, counts.times * slope[counts.rows], len(first))
        pull = np.bincount(same, pull, len(first))[same] + 2 * NEAR * (weights - first) / 100**2
        mean, spread = 0.9 * mean + 0.1 * pull, 0.999 * spread + 0.001 * pull**2
        weights -= 2.0 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-9)
        if step == 1 or step % 50 == 0:
            wrong = (expected - counts.wanted) ** 2
            print(f"step {step}: error {wrong[fitted].mean():.5f}, held back {wrong[~fitted].mean():.5f}", flush=True)
    return weights


def main() -> None:
    """Collect positions, or fit to them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=["positions", "fit"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--program", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--nodes", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--weights", type=Path, help="write the weights here (.npy), a row for each feature")
    asked = parser.parse_args()
    if asked.job == "positions":
        positions(asked.file, asked.program, asked.seconds, asked.nodes, asked.seed)
        return
    game = load("chess")
    found = fit(counted(game, asked.file), game.weights, asked.steps)
    for name, before, after in zip(game.terms, game.weights, found, strict=True):
        print(f"{before:7.0f} {after:7.0f}  {name}")
    if asked.weights:
        np.save(asked.weights, found.reshape(-1, 2))


if __name__ == "__main__":
    main()
