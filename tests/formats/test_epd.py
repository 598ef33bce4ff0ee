"""Records of EPD: the standard, and what suites are full of beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gametree import load
from gametree.errors import GameError
from gametree.formats.epd import Record, read_epd, read_record, write_epd

TRUTH = Path(os.environ.get("GAMETREE_TRUTH", Path(__file__).parents[3] / "shared" / "truth")) / "chess"


@pytest.mark.parametrize(
    ("text", "operations"),
    [
        ('8/8/8/8/8/8/8/8 w - - bm Qd1+; id "BK.01";', {"bm": ("Qd1+",), "id": ("BK.01",)}),
        ("8/8/8/8/8/8/8/8 b - - ; bm Bb4; id LCTII.POS.02 ", {"bm": ("Bb4",), "id": ("LCTII.POS.02",)}),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 bm Rb5 dm 14",
            {"hmvc": ("0",), "fmvn": ("1",), "bm": ("Rb5",), "dm": ("14",)},
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1 ;D1 20 ;D2 400", {"hmvc": ("0",), "fmvn": ("1",), "D1": ("20",), "D2": ("400",)}),
        ('8/8/8/8/8/8/8/8 w - - c0 "a; \\"b\\"";', {"c0": ('a; "b"',)}),
        ("8/8/8/8/8/8/8/8 w - - ce -32; noop;", {"ce": ("-32",), "noop": ()}),
    ],
)
def test_operations_are_read_and_written_back(text: str, operations: dict[str, tuple[str, ...]]) -> None:
    record = read_record(text)
    assert record.operations == operations
    assert read_record(str(record)) == record


def test_what_is_known_has_names() -> None:
    record = read_record('7k/8/8/8/8/8/8/K7 b - - bm Kg8 Kg7; am Kh7 ?; ce -5; dm 3; c0 "one"; c9 two; D3 17; id "x";')
    assert (record.best, record.avoid, record.value, record.mate) == (("Kg8", "Kg7"), ("Kh7",), -5, 3)
    assert (record.comments, record.perft, record.id) == (("one", "two"), {3: 17}, "x")
    assert record.fen == "7k/8/8/8/8/8/8/K7 b - - 0 1"


def test_a_number_that_is_none_is_an_error_where_it_is_asked_for() -> None:
    record = read_record("7k/8/8/8/8/8/8/K7 b - - dm soon;", line=7)
    with pytest.raises(GameError, match="line 7: dm is followed by one whole number, not by 'soon'"):
        _ = record.mate


def test_files(tmp_path: Path) -> None:
    records = [Record("7k/8/8/8/8/8/8/K7 b - -", {"id": (f"no. {n}",)}) for n in (1, 2)]
    write_epd(tmp_path / "a.epd", records)
    assert [r.id for r in read_epd(tmp_path / "a.epd")] == ["no. 1", "no. 2"]
    (tmp_path / "b.epd").write_text("# nothing\n\n7k/8 w - -\nnonsense\n")
    with pytest.raises(GameError, match=r"b\.epd, line 4: not a position: 'nonsense'"):
        read_epd(tmp_path / "b.epd")
    (tmp_path / "c.epd").write_text("# nothing\n")
    with pytest.raises(GameError, match="holds no positions"):
        read_epd(tmp_path / "c.epd")
    with pytest.raises(GameError, match="cannot be read"):
        read_epd(tmp_path / "d.epd")


@pytest.mark.skipif(not TRUTH.is_dir(), reason=f"the suites are not in {TRUTH}")
@pytest.mark.parametrize(("name", "count"), [("wac", 299), ("bratko-kopec", 24), ("lct2", 35), ("perft_standard", 128)])
def test_published_suites_are_read(name: str, count: int) -> None:
    records = read_epd(TRUTH / f"{name}.epd")
    game = load("chess")
    assert len(records) == count
    assert all(game.player(game.parse(r.fen)) == (r.position.split()[1] == "b") for r in records[:20])
