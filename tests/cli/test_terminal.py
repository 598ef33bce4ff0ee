"""What is drawn on a terminal: the board in colours, and the live line."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from gametree.analysis import Analysis
from gametree.cli.common import table
from gametree.cli.progress import LiveLine, Progress
from gametree.cli.solve import Live as Solving
from gametree.cli.terminal import Terminal, paint
from gametree.solving.task import SolveProgress

BOARD = "1 2 3\n. X O\n. . .   O to move"


def styles(text, cell: int) -> set[str]:
    return {str(span.style) for span in text.spans if span.start <= cell < span.end}


def test_marks_are_coloured_and_words_are_not():
    painted = paint(BOARD)
    assert painted.plain == BOARD
    assert styles(painted, BOARD.index("X")) == {"bold cyan"}
    assert styles(painted, BOARD.index("O")) == {"bold yellow"}
    assert styles(painted, BOARD.index("1")) == set()


def test_what_changed_stands_out():
    after = BOARD.replace(". .   O", ". X   X", 1)
    painted = paint(after, BOARD)
    reversed_cells = [i for i in range(len(after)) if "reverse" in styles(painted, i)]
    # the stone, and not the X of "X to move"
    assert reversed_cells == [len("1 2 3\n. X O\n. . ")]


def test_boards_of_different_shape_are_not_compared():
    assert not any(span.style == "reverse" for span in paint("a b c", "a b").spans)


def test_no_colours_without_a_terminal(monkeypatch):
    out = io.StringIO()
    front = Terminal(Console(file=out, highlight=False))
    front.board(BOARD)
    front.tell("[bold]a move[/bold]")
    assert out.getvalue() == f"\n{BOARD}\n\n[bold]a move[/bold]\n"
    prompts: list[str] = []
    monkeypatch.setattr("builtins.input", lambda prompt: prompts.append(prompt) or "4")
    assert front.ask("you> ") == "4"
    assert prompts == [""]


def test_wide_boards_are_not_folded():
    out = io.StringIO()
    wide = " ".join("." * 100)
    Terminal(Console(file=out, width=40)).board(wide)
    assert wide in out.getvalue()


@pytest.fixture
def analysis() -> Analysis:
    return Analysis(
        game="g", move="4", action=3, value=0.5, bound="exact", proven=False, distance=None, depth=7, nodes=2_000_000,
        seconds=0.5, line=("4",) * 99, algorithm="alphabeta", compiled=True,
    )  # fmt: skip


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_live_line(monkeypatch, analysis):
    monkeypatch.setattr("sys.stderr", err := Tty())
    monkeypatch.setenv("COLUMNS", "80")
    with Progress() as progress:
        progress(analysis)
        line = err.getvalue().removeprefix("\r\x1b[2K")
        assert line.startswith("depth  7  estimate +0.5  2.0 M nodes  4.0 M/s  4 4")
        assert len(line) == 79
    assert err.getvalue().endswith("\r\x1b[2K")


def test_no_live_line_without_a_terminal(monkeypatch, analysis):
    monkeypatch.setattr("sys.stderr", err := io.StringIO())
    with Progress() as progress:
        progress(analysis)
    assert err.getvalue() == ""


@pytest.mark.parametrize(
    "words",
    [
        ("measure", "tictactoe", "--time", "0.1"),
        ("book", "build", "tictactoe", "--search", "textbook.minimax:depth=1", "--depth", "1", "--out", "{folder}/b"),
    ],
)
def test_every_live_line_fits_into_the_terminal_and_is_wiped(gametree, monkeypatch, tmp_path, words):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "5")
    err = gametree(*(word.format(folder=tmp_path) for word in words)).err
    first, *shown, last = err.split("\r\x1b[2K")
    assert first == last == ""
    assert shown
    assert all(0 < len(line) < 5 for line in shown)


def test_the_live_line_of_a_solve(monkeypatch):
    monkeypatch.setattr("sys.stderr", err := Tty())
    monkeypatch.setenv("COLUMNS", "12")
    with Solving() as live:
        live(SolveProgress("labelling", 500, 2000, 4.0))
    assert err.getvalue() == "\r\x1b[2Klabelling: \r\x1b[2K"


def test_a_live_line_that_is_not_due_is_not_written(monkeypatch):
    monkeypatch.setattr("sys.stderr", err := Tty())
    live = LiveLine(every=1e9)
    live.show("one")
    assert not live.due()
    live.show("two")
    assert err.getvalue() == "\r\x1b[2Kone"


def test_tables_of_nothing_in_particular():
    assert table([("a", "b", "c"), ("aaa", "", "")]) == "a    b  c\naaa"


def test_words_are_not_broken():
    narrow = Console(file=(out := io.StringIO()), force_terminal=True, width=20, highlight=False)
    Terminal(narrow).tell("what the computer thinks here")
    assert [line.rstrip() for line in out.getvalue().splitlines()] == ["what the computer", "thinks here"]
    piped = Console(file=(out := io.StringIO()), width=20)
    Terminal(piped).tell("what the computer thinks here")
    assert out.getvalue() == "what the computer thinks here\n"
