"""Other people's programs as players: good ones, and those that crash, hang, cheat or babble."""

from __future__ import annotations

import math
import sys
import threading

import pytest

from gametree import GameError, Line, load
from gametree.playing.front import Plain
from gametree.protocols.client import Program, ProgramError
from gametree.protocols.thinker import Order
from gametree.protocols.uci.client import Opponent, opinion
from gametree.tournament.spec import Spec
from gametree.verbs.match import match
from gametree.verbs.play import play

FIRST = """
import random, sys
dice = random.Random(0)
for line in sys.stdin:
    words = line.split()
    if words[0] in ("ugi", "uci"):
        print("id name first")
        print("option name Hash type spin default 1 min 1 max 9")
        print(f"{words[0]}ok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        played = words[3:]
    elif words[0] == "go":
        GO
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""
"""A program that plays tic-tac-toe, and what it does when it is its turn."""

PLAY = """
        free = [str(n) for n in range(1, 10) if str(n) not in played]
        print("info score cp 30 pv " + free[0])
        print("bestmove " + free[0])
"""


@pytest.fixture
def script(tmp_path):
    def write(go=PLAY):
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text(FIRST.replace("        GO\n", go.strip("\n") + "\n"))
        return f"{sys.executable} {path}"

    return write


def line(go: str) -> str:
    return f"        {go}"


def test_a_program_plays_whole_games(script):
    for protocol in ("ugi", "uci"):
        result = match("tictactoe", f"{protocol}:cmd={script()},Hash=3,name=first", "random", games=4, plies=1)
        assert result.endings == {"rules": 4}
        assert result.players == ("first", "random")
        assert result.faults == ()


@pytest.mark.thorough
def test_ourselves_as_a_program():
    words = f'ugi:cmd="{sys.executable} -m gametree ugi connect4:5,4",depth=4,Hash=1,name=process'
    result = match("connect4:5,4", words, "alphabeta:depth=4,table=1", games=4, plies=3, concurrency=2)
    assert result.endings == {"rules": 4}
    clocked = match("connect4:5,4", words.replace("depth=4,", "tc=5+0.1,"), "greedy", games=2)
    assert clocked.endings == {"rules": 2}


@pytest.mark.parametrize(
    ("go", "reason", "words"),
    [
        (line("sys.exit('out of memory')"), "crash", "ended with status 1: out of memory"),
        (line("import os; os.kill(os.getpid(), 9)"), "crash", "ended by signal 9"),
        (line("import os, time; os.close(1); time.sleep(100)"), "crash", "closed its output"),
        (line("print('bestmove 77')"), "illegal move", "bestmove 77, which is not a legal move"),
        (line("print('bestmove')"), "illegal move", "not a legal move"),
        (line("print('bestmove ' + played[0])"), "illegal move", "not a legal move"),
        (line("pass"), "no answer", "no bestmove within 0.2 s"),
        (line("import time; time.sleep(100)"), "no answer", "no bestmove within 0.2 s"),
    ],
)
def test_a_program_that_fails_loses(script, go, reason, words):
    command, heard = script(go), []
    timeout = 0.2 if reason == "no answer" else 100
    result = match(
        "tictactoe", f"ugi:cmd={command},timeout={timeout},name=bad", "random", games=2, plies=1,
        progress=lambda record, _: heard.append(str(record)),
    )  # fmt: skip
    assert result.endings == {reason: 2}
    assert result.tally.losses == 2
    assert words in result.faults[0]
    assert words in heard[0]
    assert words in str(result)
    assert "\n" not in result.faults[0]


def test_a_clock_runs_for_programs_too(script):
    result = match("tictactoe", f"ugi:cmd={script(line('pass'))},name=bad,tc=0.2", "random", games=2, plies=1)
    assert result.endings == {"time forfeit": 2}
    assert result.forfeits == (2, 0)


def test_what_a_program_babbles_is_not_understood(script):
    babble = line("sys.stdout.buffer.write(bytes(range(256)) * 5000); print()") + PLAY
    result = match("tictactoe", f"ugi:cmd={script(babble)},name=babbler", "random", games=2, plies=1)
    assert result.endings == {"rules": 2}


def test_a_game_is_given_up_while_a_program_thinks(script):
    game = load("tictactoe")
    opponent = Opponent("ugi", script(line("pass")), game)
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(ProgramError, match="the game was stopped"):
        opponent.best(Line(game.initial()), Order(), patience=600, stop=stop)
    opponent.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("ugi", "which program"),
        ("ugi:depth=3", "which program"),
        ("ugi:cmd=x,depth=deep", "must be a number"),
        ("ugi:cmd=x,time=-1", "more than 0"),
        ("ugi:cmd=x,tc=never", "not a clock"),
    ],
)
def test_specs_of_programs(words, message):
    with pytest.raises(GameError, match=message):
        Spec.read(words)


def test_what_cannot_be_started_is_told_before_any_game(script):
    for words, message in {
        "ugi:cmd=/nowhere/engine": "cannot be started",
        'ugi:cmd="engine \'"': "cannot be started",
        f"ugi:cmd={script()},Speed=3": "has no option 'Speed'; there are Hash",
        f"ugi:cmd={sys.executable} -c 'raise SystemExit(3)'": "ended with status 3",
    }.items():
        with pytest.raises(GameError, match=message):
            match("tictactoe", words, "random", games=2)


def test_a_person_plays_against_a_program(script):
    class Script(Plain):
        def __init__(self):
            self.words = iter(["5", "9", "quit"])

        def ask(self, prompt):
            return next(self.words)

        def tell(self, text):
            pass

        def board(self, text):
            pass

    for words in (f"ugi:cmd={script()}", "alphabeta:depth=9"):
        played = play("tictactoe", opponent=words, front=Script())
        assert played.actions[::2] == (4, 8)
        assert len(played.actions) == 4
    cheat = script(line("print('bestmove ' + played[0])"))
    with pytest.raises(ProgramError, match="not a legal move"):
        play("tictactoe", opponent=f"ugi:cmd={cheat}", front=Script())


def test_opinions():
    assert opinion(["info depth 2 score mate 3"], -1) == -math.inf
    assert opinion(["info depth 2 score mate 0"], 1) == -math.inf
    assert opinion(["info depth 2", "bestmove a"], 1) is None


def test_a_program_that_does_not_end_is_ended():
    program = Program(f"""{sys.executable} -c "import time; print('hi', flush=True); time.sleep(1000)" """)
    program.hear("hi", 60)
    program.close()
    assert not program.alive
