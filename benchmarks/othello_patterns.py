"""Othello's pattern tables, made: ``python -m benchmarks.othello_patterns collect|fit …``.

``collect FOLDER GAMES [SEED]``: games of Othello against itself, each after up to 24 random moves, by alpha-beta five
plies deep. All positions with at most 14 empty squares are solved, and those before them get the score that the first
of these leads to. Parts of 250 games are kept in the folder, and the same command goes on.

``fit FOLDER OUT``: the tables by least squares, those of all stages together first, and then those of each stage, drawn
to the former. A position counts once. Every tenth part is not learned from: how far the tables, and the features, are
from its scores is told.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

from gametree.bits import popcount
from gametree.catalogue import load
from gametree.compile import kernel, prepare
from gametree.engine.block import MAX_PLY
from gametree.engine.options import Options
from gametree.engine.score import value_of
from gametree.engine.searcher import Searcher
from gametree.engine.table import Table
from gametree.files import aside
from gametree.game import MAX, Line
from gametree.games.othello.patterns import BEGINS, DISCS, SHAPES, STAGES, UNITS, groups, placed
from gametree.games.othello.rules import State
from gametree.learning.selfplay import Conditions, SelfPlay
from gametree.networks import NetworkFile, save_network

PART = 250
SOLVED = 14
HELD_OUT = 10
RIDGES = 20.0, 60.0
"""How strongly the tables of all stages are drawn to zero, and those of one stage to these."""
STEPS = 25
OVERLAP = 3
"""A stage is also learned from positions with so many discs more or less than it has."""
CONDITIONS = Conditions(depth=5, opening=24, blunders=0.0)


class Solver:
    """Exact scores by the engine, without its reports."""

    def __init__(self, game: Any):
        self.game, self.table, self.kernel = game, Table(16), None

    def score(self, s: Any) -> int:
        """Black's score with best play."""
        self.table.begin(fresh=False)
        searcher = Searcher(self.game, Line(s), Options.named("exact"), self.table, kernel=self.kernel)
        self.kernel = searcher.kernel
        found = searcher.search(MAX_PLY)
        searcher.block.give_back()
        assert found is not None
        assert found.whole
        return int(value_of(self.game, found.score, proven=True))


def part(seed: int, number: int, path: str) -> int:
    """Play and label some games; returns the number of positions."""
    game = load("othello")
    solver, rows = Solver(game), list[tuple[int, int, int]]()
    games = SelfPlay(game, conditions=CONDITIONS).play(PART, f"{seed} {number}")
    ends = [int(end) for end in games.ends]
    for begin, end, opening in zip([0, *ends], ends, games.openings, strict=False):
        line = Line(game.initial(), tuple(int(a) for a in games.actions[begin:end])).states(game)
        score = int(game.utility(line[-1]))
        for s in reversed(line[int(opening) : -1]):
            if game.tier(s) <= SOLVED:
                score = solver.score(s)
            if len(list(game.actions(s))) > 1:
                rows.append((s.mine, s.theirs, score if s.turn == MAX else -score))
    with aside(Path(path)) as place, place.open("wb") as file:
        np.savez_compressed(file, rows=np.array(rows, np.int64))
    return len(rows)


def collect(folder: Path, games: int, seed: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    names = {n: folder / f"{seed}-{n}.npz" for n in range(games // PART)}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tasks = [pool.submit(part, seed, n, str(path)) for n, path in names.items() if not path.exists()]
        for done, task in enumerate(as_completed(tasks), 1):
            print(f"part {done} of {len(tasks)}: {task.result():,} positions", file=sys.stderr, flush=True)


# --- the fit ---------------------------------------------------------------------------------------------------------


@kernel
def look(game, rows, found):
    """The four numbers of each position, and what the evaluation says of it."""
    for i in range(len(rows)):
        mine, theirs = rows[i, 0], rows[i, 1]
        empty = game.full & ~(mine | theirs)
        found[i, 0] = popcount(game.moves(mine, theirs))
        found[i, 1] = popcount(game.moves(theirs, mine))
        found[i, 2] = popcount(game.around(mine) & empty)
        found[i, 3] = popcount(game.around(theirs) & empty)
        found[i, 4] = round(100 * game.evaluate(State(mine, theirs, 0)))
    return 0


class Samples:
    """Positions: the columns of their entries, their scores, and how many discs they have."""

    def __init__(self, folder: Path):
        files = sorted(folder.glob("*.npz"))
        parts = [np.load(path)["rows"] for path in files]
        held = np.concatenate([np.full(len(part), n % HELD_OUT == 0) for n, part in enumerate(parts)])
        _, once = np.unique(np.concatenate(parts)[:, :2], axis=0, return_index=True)
        rows, self.held = np.concatenate(parts)[once], held[once]
        bits = np.unpackbits(rows[:, :2].astype("<i8").view(np.uint8), axis=1, bitorder="little").reshape(-1, 2, 64)
        cells = bits[:, 0] + 2 * bits[:, 1]
        self.discs, self.scores = bits.sum((1, 2), dtype=np.int64), rows[:, 2].astype(np.float64)
        game, seen = load("othello:network=false"), np.zeros((len(rows), 5), np.int64)
        prepare(look, game, rows, seen)(game, rows, seen)
        self.before = seen[:, 4] / 100
        found = [
            begin + sum(cells[:, i].astype(np.int64) * 3**k for k, i in enumerate(place))
            for shape, begin in zip(SHAPES, BEGINS, strict=False)
            for place in placed(shape)
        ]
        found += [begin + seen[:, k] for k, begin in enumerate(BEGINS[len(SHAPES) :])]
        self.columns = groups().astype(np.int32)[np.stack(found, 1)]


def solved(columns: Any, wanted: Any, width: int, ridge: float) -> Any:
    """The weights whose sums are nearest to what is wanted, and that are small: by conjugate gradients."""

    def gathered(errors: Any) -> Any:
        return np.bincount(columns.ravel(), np.repeat(errors, columns.shape[1]), width)

    weights, rest = np.zeros(width), gathered(wanted)
    scale = 1 / (np.bincount(columns.ravel(), minlength=width) + ridge)  # the diagonal, as preconditioner
    way = scaled = scale * rest
    size = rest @ scaled
    for _ in range(STEPS):
        image = gathered(way[columns].sum(1)) + ridge * way
        step = size / (way @ image)
        weights, rest = weights + step * way, rest - step * image
        scaled = scale * rest
        size, before = rest @ scaled, size
        way = scaled + size / before * way
    return weights


def fit(folder: Path, out: str, ridges: tuple[float, float] = RIDGES) -> None:
    data = Samples(folder)
    width = int(groups().max()) + 1
    learn = ~data.held
    shared = solved(data.columns[learn], data.scores[learn], width, ridges[0])
    entries = np.zeros((STAGES, width))
    for stage in range(STAGES):
        middle = (stage + 0.5) * DISCS + 4.5
        near = abs(data.discs - middle) < DISCS / 2 + OVERLAP
        chosen = near & learn
        sums = shared[data.columns[chosen]].sum(1)
        own = solved(data.columns[chosen], data.scores[chosen] - sums, width, ridges[1])
        entries[stage] = shared + own
        test = data.held & (abs(data.discs - middle) < DISCS / 2)
        if not test.any():
            continue
        told = [
            np.sqrt(np.mean((sums - data.scores[test]) ** 2))
            for sums in (entries[stage][data.columns[test]].sum(1), data.before[test], 0)
        ]
        print(
            f"stage {stage}: {chosen.sum():7,} positions, root mean square error of {test.sum():6,} others "
            f"{told[0]:.2f}; features {told[1]:.2f}; of 0 {told[2]:.2f}",
            file=sys.stderr, flush=True,
        )  # fmt: skip
    kept = np.rint(entries.T * UNITS) / UNITS
    made = f"python -m benchmarks.othello_patterns collect and fit, {len(data.scores):,} positions"
    save_network(out, NetworkFile("othello", "Othello", {"entries": kept.astype(np.float32)}, made))


if __name__ == "__main__":
    task, words = sys.argv[1], sys.argv[2:]
    if task == "collect":
        collect(Path(words[0]), int(words[1]), int(words[2]) if len(words) > 2 else 1)
    else:
        fit(Path(words[0]), words[1])
