"""The page about boards: its game, small and wide, compiled and in Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gametree import best, load, perft
from gametree.compile.frontend.front import front_of
from gametree.verbs.perft import count_plain

PAGE = Path(__file__).parents[2] / "docs" / "boards.md"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path_factory.mktemp("boards") / "apart.py"
    path.write_text(source)
    return path


@pytest.mark.parametrize(("size", "depth"), [(4, 4), (11, 2), pytest.param(15, 2, marks=pytest.mark.thorough)])
def test_the_same_rules_on_a_small_and_on_a_wide_board(file, size, depth, capsys):
    """Red if a wide board is refused, warned of, or counted differently; the neighbours are counted cell by cell."""
    game = load(f"{file}:size={size}")
    assert front_of(game) is None  # as it is written
    leaves = perft(game, depth=depth).nodes
    assert leaves == count_plain(game, game.initial(), depth, False)
    assert "interpreted" not in capsys.readouterr().err
    if depth == 2:
        cells = [(r, c) for r in range(size) for c in range(size)]
        apart = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1]
        assert leaves == len(apart)


@pytest.mark.thorough
def test_the_small_board_is_solved_by_search(file):
    assert best(load(f"{file}:size=3"), depth=9).value == 1  # the centre, and then opposite the other's stone
