"""Checkers by Chinook's way: outcomes by slices are those of the tables with distances, and 6×6 is a draw."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gametree import best, load, solve
from gametree.game import over
from gametree.solving.database import Database
from gametree.solving.proof.verify import verify
from gametree.solving.slices.checking import check_moves

ONE_KING_EACH = (992, 230, 108, 654)
"""Positions, wins, losses and draws of one king against one, as E. Trice counts them (damforum.nl, t=2603)."""
FOUR = {(1, 3): (7279, 1742913, 23000), (2, 2): (793856, 174168, 1694908), (3, 1): (1773169, 9, 14)}
"""Wins, losses and draws by the pieces of the mover and the other side, as the table with distances has them."""


def outcomes(pieces: int, folder: Path) -> Database:
    solve(f"checkers:endgame={pieces}", outcomes=True, out=folder, threads=2)
    return Database(folder)


def differences(pieces: int, database: Database) -> int:
    """How many numbers have another outcome than in a table with distances, which another solver made."""
    table: Any = solve(f"checkers:endgame={pieces}", threads=2).labels
    assert list(table.coding.payoffs) == [-1.0, 1.0]
    by_distance = np.where(table.codes == 0, 0, 2 * ((table.codes.astype(int) - 1) % 2) - 1)
    by_slice = np.concatenate([database.codes_in(part).astype(int) - 2 for part in database.parts.values()])
    assert len(by_slice) == len(by_distance) == database.manifest["positions"]
    return int((by_slice != by_distance).sum())


@pytest.mark.thorough
def test_three_pieces(tmp_path: Path):
    database = outcomes(3, tmp_path / "three")
    assert differences(3, database) == 0
    tiers = {tier.tier: tier for tier in database.solution().tiers}
    kings = tiers[database.game.tier(database.game.parse("B:WK30:BK3"))]
    assert (kings.positions, kings.wins, kings.losses, kings.draws) == ONE_KING_EACH


@pytest.mark.slow
def test_four_pieces_and_a_search(tmp_path: Path):
    """Every label; and random positions of four pieces, searched without the database: what a search proves is so."""
    database = outcomes(4, tmp_path / "four")
    assert differences(4, database) == 0
    found: dict[tuple[int, int], np.ndarray[Any, Any]] = {}
    for tier in database.solution().tiers:
        pieces, black = tier.tier >> 15, tier.tier >> 5 & 31
        counts = np.array([tier.wins, tier.losses, tier.draws])
        found[black, pieces - black] = found.get((black, pieces - black), np.zeros(3, int)) + counts
    assert {pair: tuple(found[pair].tolist()) for pair in FOUR} == FOUR
    game, rng, proven = load("checkers:endgame=4"), random.Random(4), 0
    first = int(game.slices[game.slices[:, 1].searchsorted(268316, "right"), 0])
    for _ in range(300):
        s = game.state(rng.randrange(first, game.index_size))
        if over(game, s):
            continue
        answer = best(game, s, depth=7)
        if answer.proven:
            proven += 1
            assert answer.value == database.label(s).value
    assert proven > 50


@pytest.mark.slow
def test_the_small_board_is_a_draw(tmp_path: Path):
    """6×6 with two rows of men each. The certificate rests on the database of up to six pieces. That it is no loss for
    either side follows from the rules alone: from the certificate, and from every move of every position of the
    database."""
    words, folder, file = "checkers:size=6,endgame=6", tmp_path / "six", tmp_path / "draw.cert"
    solve(words, outcomes=True, out=folder, threads=2)
    game = load(words)
    start = game.parse("B:W13-18:B1-6")
    assert start == load("checkers:size=6").initial()
    found = solve(game, start, level="weak", database=folder, out=file)
    assert (found.value, found.outcome) == (0, "draw")
    verdict = verify(file, database=folder)
    assert (verdict.value, verdict.bound, verdict.database) == (0, "exact", Database(folder).checksum)
    assert check_moves(Database(folder)) == 50661871


def reached(game: Any, s: Any, side: int, known: set[Any], plies: int) -> bool:
    """Can a side force one of the known positions within so many plies?"""
    if s in known or plies == 0:
        return s in known
    some = any if game.player(s) == side else all
    return some(reached(game, game.result(s, a), side, known, plies - 1) for a in game.actions(s))


def test_the_openings_are_all_that_a_proof_needs(monkeypatch: pytest.MonkeyPatch):
    """If Black draws after the first ones and does not win after the others, the start is a draw: and none can be left
    out."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    openings: Any = import_module("benchmarks.openings_checkers")
    game: Any = load("checkers")
    for side, listed in enumerate((openings.DRAWS, openings.NO_WINS)):
        known = {game.parse(moves) for moves in listed}
        assert reached(game, game.initial(), side, known, 3)
        assert not any(reached(game, game.initial(), side, known - {s}, 3) for s in known)
    assert len({*openings.DRAWS, *openings.NO_WINS}) == 19
