"""A value that random games have not shown comes up late: every verb goes on, and answers what plain Python says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from natural_games import Growing

from gametree import Line, best, check, load, perft, play, trace
from gametree.compile.frontend.front import front_of
from gametree.compile.frontend.held import Held
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.playing.front import Plain
from gametree.referee import Referee
from gametree.verbs.perft import count_plain

FOLDER = Path(__file__).parent
LATE = (5,) * 8
"""After these moves a number is 5,380,840; random games have shown at most 91. Max moves, and wins by another 5."""


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """A game that nobody has given more room yet."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("gametree.compile.frontend.front._rooms", {})


def late(game):
    s = game.initial()
    for a in LATE:
        s = game.result(s, a)
    return s


def test_python_has_room_for_everything():
    """Red if a twin, run in Python, refuses a state or cuts a number: play, the referee and textbooks use it so."""
    own, game = Growing(), load(Growing())
    s, t = own.initial(), game.initial()
    for a in (*LATE, 5):
        assert (game.player(t), list(game.actions(t)), game.terminal(t)) == (
            own.player(s),
            own.actions(s),
            own.terminal(s),
        )
        s, t = own.result(s, a), game.result(t, a)
        assert front_of(game).unpacked(t) == s
        assert isinstance(t, Held) or s.counts[0] < 256
    assert isinstance(t, Held)
    assert (game.terminal(t), game.utility(t), repr(t)) == (True, own.utility(s), repr(s))
    assert Referee(game, Line(game.initial(), LATE)).legal() == own.actions(late(own))


def test_textbooks_and_traces():
    game = Growing()
    line = Line(game.initial(), LATE)
    assert best(game, line, depth=3, algorithm="textbook.alphabeta").value == 1
    assert trace(game, line, algorithm="minimax", depth=3).value == 1
    assert best(game, late(game), depth=2, algorithm="textbook.minimax").action is not None


@pytest.mark.thorough
def test_a_searching_engine_goes_on_in_python():
    """As play, match, the page and the protocols search. Red if the value is told to people as an error."""
    game = load(Growing())
    with make_engine(game, "alphabeta") as engine:
        before = engine.best(game.initial(), Limits(depth=1))
        found = engine.best(Line(game.initial(), LATE[:2]), Limits(depth=2))
        last = engine.best(Line(game.initial(), LATE), Limits(depth=3))
    assert before is not None
    assert found is not None
    assert last is not None
    assert before.compiled
    assert (last.value, last.proven, last.compiled) == (1, True, False)


@pytest.mark.thorough
def test_asked_once_it_begins_again_with_more_room():
    game = Growing()
    before = front_of(load(game))
    answer = best(game, Line(game.initial(), LATE), depth=3, algorithm="alphabeta")
    assert (answer.value, answer.proven, answer.compiled) == (1, True, True)
    assert before.outgrown
    assert perft(game, late(game), depth=2).nodes == count_plain(game, late(game), 2, False)


@pytest.mark.thorough
def test_check_begins_again_with_more_room():
    """Red if a value without room is called a mistake of the rules."""
    game = Growing()
    report = check(game, Line(game.initial(), LATE), time=0.2, games=3)
    assert (report.ok, report.compiled, report.problems) == (True, True, ())


def test_play_goes_on(capsys):
    class Script(Plain):
        words = iter(["5"] * 9)

        def ask(self, prompt):
            return next(self.words, "quit")

    assert play(Growing(), human="both", front=Script()).actions == (5,) * 9
    told = capsys.readouterr()
    assert "no room" not in told.out + told.err


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["match", "pvs:depth=3", "random", "--games", "2", "--openings", "5 5 5 5 5 5 5 5"], "games"),
        (["measure", "--time", "1", "--moves", "5 5 5 5 5 5 5 5"], "branching"),
        (["solve", "--level", "strong", "--moves", "5 5 5 5 5 5 5 5"], "win for Max"),
    ],
)
def test_commands(words, wanted):
    """Red if a command ends with an error, or answers nothing."""
    command = [sys.executable, "-m", "gametree", words[0], f"{FOLDER / 'natural_games.py'}:Growing", *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, "no room" in done.stdout + done.stderr) == (0, False), done.stderr
    assert wanted in done.stdout


@pytest.mark.thorough
def test_protocols():
    command = [sys.executable, "-m", "gametree", "ugi", f"{FOLDER / 'natural_games.py'}:Growing"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(f"ugi\nposition startpos moves {'5 ' * 8}\ngo depth 3\n")
        server.stdin.flush()
        answer = next(line for line in server.stdout if line.startswith("bestmove"))
        server.stdin.write("quit\n")
    assert answer.split()[1] == "5"  # the only move that wins
