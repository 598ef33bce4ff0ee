"""GTP as a client hears it: the protocol's own rules, and sessions like those of Quarry and of GNU Go's scripts."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from gametree import load
from gametree.protocols.gtp.clock import GtpClock
from gametree.protocols.gtp.server import Gtp
from marking import thorough

GAMETREE = [sys.executable, "-m", "gametree"]
PATIENCE = 300


@pytest.fixture
def go(talk):
    """A conversation that gives the answers to its commands."""

    def begin(game="othello:size=6"):
        one = talk(game, Gtp)
        one.answer("gametree-limit depth 2")
        return one.answer

    return begin


def test_who_we_are(go):
    ask = go()
    assert ask("protocol_version") == "= 2"
    assert ask("name") == "= gametree"
    assert ask("version").startswith("= 0.")
    commands = ask("list_commands").removeprefix("= ").split()
    required = (
        "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
        "komi", "play", "genmove",
    )  # fmt: skip
    assert set(required) <= set(commands)
    assert all(ask(f"known_command {command}") == "= true" for command in commands)
    assert ask("known_command fly") == "= false"
    assert ask("fly") == "? unknown command"
    assert ask("__init__") == "? unknown command"


def test_numbers_comments_tabs_and_control_characters(go):
    ask = go()
    assert ask("17 name") == "=17 gametree"
    assert ask("18 fly") == "?18 unknown command"
    assert ask("# a comment\n\n   \n19\tname\t# and another") == "=19 gametree"
    assert ask("\x01na\x07me\r") == "= gametree"
    assert ask("20 play\tb \t c2") == "=20"
    assert ask("21") == "?21 unknown command"


def test_the_size_of_a_board_is_that_of_its_sides(go):
    assert go("mnk:4,4,3")("query_boardsize") == "= 4"
    assert go("nim:3,4,5")("query_boardsize") == "? this game has no size"  # it has numbers for its positions


@pytest.mark.thorough
def test_a_game_of_othello(go):
    ask = go()
    assert ask("boardsize 6") == "="
    assert ask("clear_board") == "="
    assert ask("komi 6.5") == "="
    assert ask("komi much") == "? syntax error"
    assert ask("boardsize 7") == "? unacceptable size"
    assert ask("boardsize") == "? syntax error"
    assert ask("query_boardsize") == "= 6"
    game = load("othello:size=6")
    first = {game.name(game.initial(), a).upper() for a in game.actions(game.initial())}
    assert set(ask("all_legal black").removeprefix("= ").split()) == first
    assert ask("play black D1") == "? illegal move"
    assert ask("play red C2") == "? invalid color or coordinate"
    assert ask("play black") == "? syntax error"
    assert ask("play white c2") == "? illegal move"  # it is Black's turn
    assert ask("genmove white") == "? it is black's turn"
    move = ask("genmove b").removeprefix("= ")
    assert move in first
    assert ask("move_history") == f"= black {move}"
    assert ask("undo") == "="
    assert ask("undo") == "? cannot undo"
    assert ask("reg_genmove b").removeprefix("= ") in first
    assert ask("final_score") == "? cannot score"
    assert "X to move" in ask("showboard")


@pytest.mark.thorough
def test_whole_games_with_passes_that_go_without_saying(go):
    """Both sides by turns until neither has a move: a side that has none answers ``pass``."""
    ask = go()
    for number in range(3):
        assert ask("clear_board") == "="
        turn, passes, plies = number % 2, 0, 0
        ask("play b c2" if turn else "name")
        while passes < 2:
            answer = ask(f"genmove {'bw'[turn]}")
            assert answer.startswith("= ")
            passes = passes + 1 if answer == "= pass" else 0
            turn, plies = 1 - turn, plies + 1
        assert plies > 20
        assert ask("final_score")[:4] in ("= B+", "= W+", "= 0")
        for _ in range(plies - 2):
            ask("undo")


def test_a_client_that_never_says_pass(go):
    """As GRhino and Quarry do it: the side that can move is sent, the other one is skipped."""
    ask, game, passed = go(), load("othello:size=6"), 0
    for seed in range(5):
        dice, s = random.Random(seed), game.initial()
        ask("clear_board")
        while not game.terminal(s):
            action = dice.choice(list(game.actions(s)))
            if game.name(s, action) == "pass":
                passed += 1
            else:
                assert ask(f"play {'bw'[game.player(s)]} {game.name(s, action)}") == "="
            s = game.result(s, action)
        score = game.utility(s)
        assert ask("final_score") == ("= 0" if score == 0 else f"= {'B' if score > 0 else 'W'}+{abs(score)}")
    assert passed > 0


def test_games_by_name(go):
    ask = go()
    assert "othello" in ask("list_games").split()
    assert ask("set_game Othello") == "="
    assert ask("query_boardsize") == "= 6"  # it was Othello already
    assert ask("set_game Chinese Checkers") == "? unsupported game"
    assert ask("set_game TicTacToe") == "="
    assert ask("play b 5") == "="
    assert ask("genmove w").removeprefix("= ") in "1234 6789"


def test_there_is_no_column_i(go):
    ask = go("mnk:5,10,4")
    assert ask("play b I1") == "? illegal move"
    assert ask("play b J1") == "="
    assert ask("play w k5") == "="  # the tenth, our j
    assert ask("move_history") == "= white K5\nblack J1"
    assert ask("play b J1") == "? illegal move"
    assert ask("boardsize 5") == "="
    assert ask("play b e5") == "="
    assert ask("play b a1") == "? illegal move"  # White's turn, and no pass


def test_the_end_of_a_game(go):
    ask = go("tictactoe")
    for k, cell in enumerate("14253"):
        assert ask(f"play {'bw'[k % 2]} {cell}") == "="
    assert ask("final_score") == "= B+1"
    assert ask("genmove w") == "= pass"
    assert ask("play w 9") == "? illegal move"


@pytest.mark.thorough
def test_clocks(go):
    ask = go()
    assert ask("gametree-limit") == "="
    assert ask("time_settings 60 10 5") == "="
    assert ask("time_left black 1 0") == "="
    assert ask("genmove b").startswith("= ")
    assert ask("time_left w 0 0") == "="
    assert ask("genmove w").startswith("= ")
    assert ask("time_settings soon") == "? syntax error"
    assert ask("time_left red 3 0") == "? syntax error"
    assert ask("gametree-limit depth deep").startswith("? write gametree-limit")
    assert ask("gametree-limit seconds 0").startswith("? seconds must be more")
    assert ask("gametree-option Hash 8") == "="
    assert ask("gametree-option Speed 8").startswith("? there is no option")
    clock = GtpClock()
    assert clock.order(0).seconds == 1.0
    clock.settings("10 0 0")
    with clock.running(0):
        clock.used[0] += 20  # its time is over
    assert clock.order(0).clock.left < 0.01 < clock.order(1).clock.left
    clock.settings("0 30 10")
    assert (clock.order(0).clock.left, clock.order(0).clock.moves) == (30, 10)
    clock.settings("0 30 0")
    assert clock.order(0).seconds == 1.0  # no limit, in GTP's words


QUARRY = """\
protocol_version
name
version
list_commands
known_command set_game
set_game Othello
boardsize 6
clear_board
time_settings 0 2 1
gametree-limit depth 2
1 genmove black
2 time_left black 1 1
3 all_legal white
"""
REGRESSION = """\
# a script in the manner of GNU Go's regression tests: no quit at its end
boardsize 6
clear_board
play b c2
100 reg_genmove w
#? [b2|d2|b4]*
undo
gametree-limit nodes 100
110 reg_genmove b
"""


@pytest.mark.parametrize(("script", "last"), [(REGRESSION, "=110"), *thorough((QUARRY, "=3"))])
@pytest.mark.parametrize("end", ["", *thorough("quit\n")])
def test_a_script_is_played_to_its_end(script, last, end):
    done = subprocess.run(
        [*GAMETREE, "gtp", "othello:size=6"], input=script + end, capture_output=True, text=True, timeout=PATIENCE,
        check=True,
    )  # fmt: skip
    answers = done.stdout.split("\n\n")
    assert answers.pop() == ""
    commands = [line for line in (script + end).splitlines() if not line.startswith("#")]
    assert len(answers) == len(commands)
    assert all(answer.startswith("=") for answer in answers)
    assert answers[-2 if end else -1].startswith(last)


def test_a_client_that_has_gone_is_not_played_for():
    with subprocess.Popen([*GAMETREE, "gtp", "connect4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"gametree-limit seconds 100000\n1 name\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith(b"=1"):
            pass
        process.stdin.write(b"genmove b\ngenmove w\n")
        process.stdin.flush()
        process.stdout.close()
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.thorough
def test_an_interruption(talk):
    one = talk("connect4", Gtp)
    one.answer("gametree-limit seconds 100000")
    one.send("genmove b")
    while one.session.thought is None or one.session.thought.search is None:
        pass
    assert one.answer("# interrupt").removeprefix("= ") in "1234567"
