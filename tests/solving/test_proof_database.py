"""Proofs that rest on a database: the same values, and certificates that are refused without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gametree import load, solve
from gametree.errors import GameError
from gametree.solving.database import Database
from gametree.solving.label import Label
from gametree.solving.proof.prover import Prover
from gametree.solving.proof.solve import bisect
from gametree.solving.proof.verify import RefutedError, verify
from gametree.solving.task import Task

if TYPE_CHECKING:
    from pathlib import Path

FEW = "checkers:size=4,endgame=2"
"""The game whose positions of up to two pieces are in the database."""
STARTS = ("B:W7,8:B1,2", "W:W7,8:B1,2", "B:WK3,8:B1,2", "B:W7,8:BK1,K2", "W:WK5,7:BK2,4", "B:W5,8:B1,3")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("few") / "few"
    solve(FEW, outcomes=True, out=folder, threads=1)
    return folder


@pytest.mark.thorough
def test_the_value_is_the_same_and_the_certificate_rests_on_it(few: Path, tmp_path: Path):
    with_it, without = [], []
    for n, start in enumerate(STARTS):
        file, alone = tmp_path / f"{n}.cert", tmp_path / f"{n}.alone.cert"
        found = solve(FEW, start, level="weak", database=few, out=file)
        other = solve(FEW, start, level="weak", out=alone)
        assert found.value == other.value
        verdict = verify(file, database=few)
        assert (verdict.value, verdict.database) == (found.value, Database(few).checksum)
        with pytest.raises(RefutedError, match="rests on a database"):
            verify(file)
        assert verify(alone).database == ""
        with_it.append(verdict.positions)
        without.append(verify(alone).positions)
    assert sum(with_it) < sum(without)
    assert {solve(FEW, start, level="weak", database=few).value for start in STARTS} > {0.0}


@pytest.mark.thorough
def test_another_database_and_a_lying_one_are_refused(few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, other = tmp_path / "a.cert", tmp_path / "other"
    solve(FEW, STARTS[0], level="weak", database=few, out=file)
    solve(FEW, out=other)
    with pytest.raises(RefutedError, match="rests on another database"):
        verify(file, database=other)
    told = Database.stored

    def lying(self: Database, state: Any) -> Label | None:
        label = told(self, state)
        return None if label is None else Label(1.0 - abs(label.value), None)  # a draw is a win, and a win a draw

    monkeypatch.setattr(Database, "stored", lying)
    with pytest.raises(RefutedError, match="in the database"):
        verify(file, database=few)


def test_in_plain_python_too(tmp_path: Path):
    """With a database that has keys, and with the kernels as plain Python: no position of it is developed."""
    game = load("tictactoe")
    folder = tmp_path / "db"
    known = solve(game, "X.. ... ...", out=folder)
    database = Database(folder, game)
    for refused in ("tried so", ""):
        prover = Prover(game, game.initial(), Task(), database=database, refused=refused)
        value = bisect(prover, game.initial()).value
        assert value == 0
        assert prover.nodes < 4000
    assert known.value == 0
    alone = Prover(game, game.initial(), Task(), refused="tried so")
    bisect(alone, game.initial())
    prover = Prover(game, game.initial(), Task(), database=database, refused="tried so")
    bisect(prover, game.initial())
    assert prover.nodes < alone.nodes


def test_what_makes_no_sense(tmp_path: Path):
    with pytest.raises(GameError, match="no such database"):
        solve("tictactoe", database=tmp_path / "none")
    with pytest.raises(GameError, match="a database and options are for level weak"):
        solve("tictactoe", level="strong", database=tmp_path / "none")
