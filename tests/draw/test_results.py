"""Results as notebooks show them, and plots."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gametree import best, load, match, perft, solve
from gametree.errors import GameError
from gametree.plots import Growth, effective_branching, growth, plot_match


def cells(html):
    """The words in the cells of all tables."""
    root = ElementTree.fromstring(f"<div>{html}</div>")
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_an_analysis_shows_its_lines():
    game = load("tictactoe")
    rows = cells(best(game, game.parse("1 5 2"), depth=3, lines=2, algorithm="textbook.alphabeta")._repr_html_())
    assert rows[0][0] == "move"
    assert ["value"] in [row[:1] for row in rows]
    over = best(game, game.parse("1 4 2 5 3"))
    assert "the game is over" in over._repr_html_()


def test_a_solution_shows_the_board_and_what_every_move_is_worth():
    html = solve("nim:1,2")._repr_html_()
    rows = cells(html)
    assert ["outcome", "win"] in rows
    assert ["b1", "win, 1", "3"] in rows
    assert "<svg" in html
    weak = solve("tictactoe", level="ultra-weak")._repr_html_()
    assert "<svg" not in weak
    assert ["level", "ultra-weak"] in cells(weak)


def test_a_match_shows_standings_and_bars():
    result = match("tictactoe", "random", "greedy", games=4, seed=1)
    rows = cells(result._repr_html_())
    assert rows[0] == ["player", "Elo", "wins", "draws", "losses", "score"]
    assert sorted(row[0] for row in rows[1:]) == ["greedy", "random"]
    assert "wins" in result._repr_html_().split("<desc>")[1]


def test_other_results_are_printed():
    assert "perft(2) = 72" in perft("tictactoe", depth=2)._repr_html_()
    assert "&lt;" not in perft("tictactoe", depth=1)._repr_html_()


@pytest.mark.parametrize(("b", "d"), [(2, 3), (3, 5), (7, 4), (1, 6)])
def test_the_effective_branching_factor_of_a_uniform_tree(b, d):
    assert effective_branching(sum(b**k for k in range(1, d + 1)), d) == pytest.approx(b)


def test_what_has_no_branching_factor():
    with pytest.raises(GameError, match="at least one on every level"):
        effective_branching(2, 3)


def test_growth_of_connect_four():
    """Seven columns: b = 7 for minimax; alpha-beta looks at fewer nodes."""
    found = growth("connect4", depth=4, algorithms=("textbook.minimax", "textbook.alphabeta"))
    assert found.nodes["textbook.minimax"] == (7, 56, 399, 2800)
    assert found.branching()["textbook.minimax"] == pytest.approx((7, 7, 7, 7))
    assert all(a < b for a, b in zip(found.nodes["textbook.alphabeta"][1:], (56, 399, 2800), strict=True))
    assert found.to_json()["algorithms"]["textbook.minimax"]["nodes"] == [7, 56, 399, 2800]
    with pytest.raises(GameError, match="depth must be 1 or more"):
        growth("connect4", depth=0)


def test_growth_ends_with_the_game():
    game = load("tictactoe")
    found = growth(game, game.parse("1 5 9 3 7"), depth=9, algorithms=("textbook.minimax",))
    assert len(found.nodes["textbook.minimax"]) < 9


def test_plots(tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    figure = Growth("a game", {"one": (2, 6, 14), "two": (2, 4)}).plot()
    left, right = figure.axes
    assert [list(line.get_ydata()) for line in left.lines] == [[2, 6, 14], [2, 4]]
    assert list(right.lines[0].get_ydata()) == pytest.approx([2, 2, 2])
    figure.savefig(tmp_path / "growth.png")
    result = match("tictactoe", "random", "greedy", games=4, seed=1)
    bars = plot_match(result).axes[0].patches
    assert sum(bar.get_width() for bar in bars) == 2 * 4


def test_without_matplotlib_the_way_to_it_is_told(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(GameError, match=r"pip install 'gametree\[plot\]'"):
        Growth("a game", {"one": (2,)}).plot()
