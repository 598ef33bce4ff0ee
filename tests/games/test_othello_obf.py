"""OBF files, and with them the FFO positions: exact scores of the ends of games, by search alone.

The positions stay outside: ``GAMETREE_TRUTH`` names the folder that holds them, in ``othello/fforum-….obf``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gametree import GameError, best, load
from gametree.formats.obf import Record, read_record, read_records, write_records

FOLDER = Path(os.environ.get("GAMETREE_TRUTH", Path(__file__).parents[3] / "shared" / "truth")) / "othello"
SUITES = ("fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf")


def test_a_file_is_read_back(tmp_path):
    records = [
        Record("-----OX--XO----- X", {"b1": -10, "a2": -10}, "the first move"),
        Record("XXXXXOXXXXOXXX-O O", {"pass": 3}),
        Record("-----OX--XO----- O"),
    ]
    write_records(tmp_path / "some.obf", records)
    assert read_records(tmp_path / "some.obf") == records
    assert [record.score for record in records] == [-10, 3, None]
    assert list(tmp_path.iterdir()) == [tmp_path / "some.obf"]


def test_ways_to_write_the_same():
    assert read_record("-----ox..x*----- *; PA:+2; pass : -4").position == "-----OX--XX----- X"
    assert read_record("-----OX--XO----- X").scores == {}
    game = load("othello:4")
    assert game.parse(read_record("-----OX--XO----- X;").position) == game.initial()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("-----OX--XO-----", "not a line of OBF"),
        ("-----OX--XO----- W; ", "not a line of OBF"),
        ("-----OX--XO----- X; b1;", "not a move with its score: 'b1'"),
        ("-----OX--XO----- X; b1:two;", "not a move with its score"),
    ],
)
def test_lines_that_are_no_records(line, message, tmp_path):
    with pytest.raises(GameError, match=rf"^{message}[^\n]*$"):
        read_record(line)
    (tmp_path / "bad.obf").write_text(f"\n{line}\n")
    with pytest.raises(GameError, match=rf"bad.obf, line 2: {message}"):
        read_records(tmp_path / "bad.obf")


def test_no_such_file(tmp_path):
    with pytest.raises(GameError, match=r"cannot be read"):
        read_records(tmp_path / "none.obf")


def positions(first: int, last: int) -> list[Record]:
    """The FFO positions with these numbers."""
    if not FOLDER.is_dir():
        pytest.skip(f"{FOLDER} is not there: set GAMETREE_TRUTH to the folder of published positions")
    return [record for suite in SUITES for record in read_records(FOLDER / suite)][first - 1 : last]


def check_exact(record: Record) -> None:
    game = load("othello")
    s = game.parse(record.position)
    answer = best(game, s, algorithm="exact", table=512)
    assert answer.proven
    assert (answer.value if s.turn == 0 else -answer.value) == record.score
    assert answer.move in record.best


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 45))
def test_ffo(number):
    """FFO 1 to 44: 14 to 25 empty squares."""
    check_exact(positions(number, number)[0])
