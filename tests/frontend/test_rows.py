"""Positions in tables and files take few words, and people see their own states and the right values."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stored_games import Hexapawn, Late, Rows

from gametree import Database, load, solve
from gametree.compile import RowForm, row_form
from gametree.solving.estimating.estimate import estimate
from gametree.solving.strong.solve import solve_plain
from gametree.solving.task import Task

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"


@pytest.mark.parametrize(
    ("game", "most"),
    [
        (Hexapawn(5, 5), 8),  # 26 numbers: 208 bytes if each takes a word
        (Hexapawn(6, 6), 16),
        (Rows(5, 5), 8),  # a tuple of tuples
        (GALLERY / "connect_columns.py:width=5,height=4", 16),  # a tuple of columns, each a text
        (GALLERY / "tictactoe_list.py", 16),  # a list of words
    ],
)
def test_a_position_takes_at_most_two_words(game, most):
    """Red if a natural game's positions are kept with a word for each number."""
    assert 8 * len(row_form(load(str(game) if isinstance(game, Path) else game))) <= most


def _all_labels(game, solution):
    """Every position that can be reached, with its label."""
    found, stack = {}, [game.initial()]
    while stack:
        s = stack.pop()
        if s not in found:
            found[s] = solution.labels.label(s)
            if not game.terminal(s):
                stack += [game.result(s, a) for a in game.actions(s)]
    return found


@pytest.mark.thorough
def test_solved_values_are_the_interpreted_ones(tmp_path):
    """Red if a row holds another position than it should: in memory, and by tiers in a database."""
    game = Hexapawn(4, 4)
    plain = solve_plain(game, game.initial(), Task())
    known = _all_labels(game, plain)
    found = solve(game)
    assert found.labels.space.width * 8 <= 16
    assert (found.value, found.remoteness, found.positions) == (plain.value, plain.remoteness, plain.positions)
    assert _all_labels(game, found) == known
    kept = solve(game, out=tmp_path / "hexapawn")
    assert kept.method == "tiers on disk"
    database = Database(tmp_path / "hexapawn", game)
    assert database.manifest["words"] * 8 <= 16
    assert dict(database.states()) == known
    assert database.start == game.initial()
    assert estimate(load(game), game.initial()).bytes < 32 * plain.positions


@pytest.mark.thorough
def test_a_small_game_is_kept_in_few_words_too(tmp_path):
    """Red if keys that plain Python writes and the form that the manifest tells do not agree."""
    game = Rows()
    solution = solve(game, out=tmp_path / "rows")
    assert solution.value == 0
    database = Database(tmp_path / "rows", game)
    assert database.words == 1
    assert dict(database.states()) == _all_labels(game, solution)
    assert database.label(game.initial()) is not None
    strange = game.initial()._replace(turn=77)
    assert database.label(strange) is None


@pytest.mark.thorough
def test_a_number_beyond_what_games_showed_is_given_room(monkeypatch, tmp_path):
    """Red if a number is cut to the bits of its field, or if the user is told of it."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("gametree.solving.strong.solve.SMALL", 10)  # else it is not compiled
    game = Late()
    before = row_form(load(game))
    assert len(before) == 1
    plain = solve_plain(game, game.initial(), Task())
    found = solve(game)
    assert row_form(load(game)).fields != before.fields
    assert (found.value, found.remoteness, found.positions) == (plain.value, plain.remoteness, plain.positions)
    assert _all_labels(game, found) == _all_labels(game, plain)


FIELDS = st.lists(st.tuples(st.integers(-200, 200), st.integers(0, 61)), min_size=1, max_size=12)


@given(FIELDS, st.data())
def test_rows_hold_what_fits_in_the_order_of_states(fields, data):
    """Red if numbers overlap, or if the smallest of symmetric states is another one as a row."""
    form = RowForm(len(fields), tuple(fields))
    states = [tuple(data.draw(st.integers(low, low + (1 << bits) - 1)) for low, bits in fields) for _ in range(2)]
    rows = [form.row(s) for s in states]
    assert all(len(row) == len(form) and all(0 <= w < 1 << 63 for w in row) for row in rows)
    assert [form.words(row) for row in rows] == states
    assert (rows[0] < rows[1]) == (states[0] < states[1])
    n = data.draw(st.integers(0, len(fields) - 1))
    low, bits = fields[n]
    for beyond in (low - 1, low + (1 << bits)):
        assert form.row((*states[0][:n], beyond, *states[0][n + 1 :])) is None


def test_compiled_rows_are_pythons():
    """Red if compiled code squeezes or loosens numbers differently, or takes one that has no room."""
    from numba import njit

    from gametree.compile import loosened, squeezed
    from gametree.compile.frontend.runtime import OutOfShapeError

    form = RowForm(5, ((-4, 3), (0, 61), (-(1 << 63), 64), (7, 0), (0, 1)))
    there, back = (
        njit(lambda form, words: squeezed(form, words)),  # noqa: PLW0108
        njit(lambda form, row: loosened(form, row)),  # noqa: PLW0108
    )
    for words in [(-4, 0, 0, 7, 0), (3, (1 << 61) - 1, -(1 << 63), 7, 1), (1, 5, (1 << 63) - 1, 7, 1)]:
        row = there(form, words)
        assert row == form.row(words)
        assert back(form, row) == words
    for words in [(4, 0, 0, 7, 0), (-5, 0, 0, 7, 0), (0, 1 << 61, 0, 7, 0), (0, 0, 0, 8, 0), (0, 0, 0, 7, 2)]:
        with pytest.raises(OutOfShapeError):
            there(form, words)
