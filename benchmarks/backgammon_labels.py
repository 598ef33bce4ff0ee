"""Positions of backgammon labelled by GNU Backgammon, and a network fitted to them.

``python -m benchmarks.backgammon_labels label POSITIONS FILE [NETWORK]`` takes positions from games of the network
against itself, half of them after the play that it likes best and half after another one, and asks GNU Backgammon's
network, without look-ahead, for the chances of the player on roll. They are kept in ``FILE`` (.npz) in parts, and the
same command goes on. ``… fit FILE START OUT`` goes on learning from the network ``START`` with the labels as targets,
and tells how far the equity of every twentieth position, which it does not learn from, is from the label.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from gametree.catalogue import load
from gametree.compile import kernel, prepare, unpack, words_of
from gametree.engine.dual import inner
from gametree.files import aside
from gametree.games.backgammon.rules import State
from gametree.learning.tdgammon import played, rolled, sides, step
from gametree.networks import network_of, save_network
from gametree.protocols.backgammon.gnubg import Gnubg

PART = 6000
PROGRAMS = 6
"""How many programs are asked at a time: each mostly waits."""
EPOCHS, FIRST, LAST = 8, 0.04, 0.001
"""How often each label is learned from, and how far answers go towards it, first and last."""
HELD_OUT = 20


@inner
def another(game, s):
    """The state after a play drawn at random."""
    highest, chosen = -1.0, 0
    for a in game.actions(s):
        number = np.random.random()
        if number > highest:
            highest, chosen = number, a
    return game.result(s, chosen)


@kernel
def gather(game, root, seed, rows):
    """Positions before a roll, each by the men of the player on roll and then those of the other."""
    np.random.seed(seed)
    count = 0
    s = unpack(game, root)
    while count < len(rows):
        if game.terminal(s):
            s = unpack(game, root)
        s = rolled(game, s)
        other, s = another(game, s), played(game, s)
        for after in (s, other):
            if count < len(rows) and not game.terminal(after):
                rows[count, 0], rows[count, 1], rows[count, 2], rows[count, 3] = sides(after, after.turn)
                count += 1
    return 0


@kernel
def learn(game, rows, labels, order, rate):
    for i in order:
        step(game, State(rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3], 0, 0, 0, 2, 0), labels[i], rate)
    return 0


@kernel
def answer(game, rows, equities):
    for i in range(len(rows)):
        equities[i] = game.equity(rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3])
    return 0


def labelled(game: Any, amount: int, path: Path) -> None:
    known = [dict(np.load(path))] if path.exists() else []
    rows = [known[0]["rows"]] if known else []
    labels = [known[0]["labels"]] if known else []
    rules = load("backgammon")
    programs = [Gnubg(rules) for _ in range(PROGRAMS)]

    def ask(number: int, men: Any) -> Any:
        return [programs[number].evaluate(State(*map(int, row), 0, 0, 0, 2, 0))[:5] for row in men]

    try:
        with ThreadPoolExecutor(PROGRAMS) as pool:
            while (done := sum(map(len, rows))) < amount:
                part = np.zeros((PART, 4), np.int64)
                rest = (words_of(game.initial()), done + 1, part)
                prepare(gather, game, *rest)(game, *rest)
                pieces = np.array_split(part, PROGRAMS)
                found = list(pool.map(ask, range(PROGRAMS), pieces))
                rows.append(part)
                labels.append(np.concatenate([np.array(f) for f in found]))
                with aside(path) as place, place.open("wb") as file:
                    np.savez(file, rows=np.concatenate(rows), labels=np.concatenate(labels))
                print(f"{done + PART:,} positions", file=sys.stderr, flush=True)
    finally:
        for program in programs:
            program.close()


def worth(labels: Any) -> Any:
    """The equities of labels."""
    return 2 * labels[:, 0] - 1 + labels[:, 1] + labels[:, 2] - labels[:, 3] - labels[:, 4]


def fitted(game: Any, path: Path, out: str) -> None:
    known = np.load(path)
    rows, labels = known["rows"], known["labels"]
    dice, held = np.random.default_rng(1), np.arange(len(rows)) % HELD_OUT == 0
    equities = np.zeros(int(held.sum()))
    for epoch in range(EPOCHS + 1):
        prepare(answer, game, rows[held], equities)(game, rows[held], equities)
        away = equities - worth(labels[held])
        print(f"epoch {epoch}: root mean square error {np.sqrt((away**2).mean()):.4f}", file=sys.stderr, flush=True)
        if epoch == EPOCHS:
            break
        rest = (rows, labels, dice.permutation(np.flatnonzero(~held)), FIRST * (LAST / FIRST) ** (epoch / (EPOCHS - 1)))
        prepare(learn, game, *rest)(game, *rest)
    save_network(out, network_of(game, "fitted to GNU Backgammon's evaluation: benchmarks/backgammon_labels.py"))


if __name__ == "__main__":
    task, number, file = sys.argv[1], sys.argv[2], sys.argv[3:]
    if task == "label":
        player = load("backgammon", weights=file[1]) if len(file) > 1 else load("backgammon")
        labelled(player, int(number), Path(file[0]))
    else:
        fitted(load("backgammon", weights=file[0]), Path(number), file[1])
