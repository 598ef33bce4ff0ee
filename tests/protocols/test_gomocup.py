"""Gomocup's protocol: whole conversations, wrong words, and our client against our server."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys

import pytest
from talking import PATIENCE, Talk

from gametree import GameError, load, match
from gametree.engine import engine as engines
from gametree.formats.sgf import read_sgf
from gametree.protocols.gomocup.client import GomocupProgram
from gametree.protocols.gomocup.server import Gomocup, Times
from gametree.protocols.gomocup.words import point_of, words_of
from gametree.protocols.thinker import likely

GAMETREE = [sys.executable, "-m", "gametree"]
POINT = r"\d+,\d+"


class Held:
    """A kernel that never comes: plain Python searches."""

    def __init__(self):
        import threading

        self.ready = threading.Event()

    def begin(self) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def line(self) -> str:
        return "compiling the game in another process"


@pytest.fixture
def cold(monkeypatch):
    monkeypatch.setattr(engines, "coming", lambda *_: Held())


@pytest.fixture
def brain(talk, cold) -> Talk:
    """A conversation on a board of 7 × 7 points, with little time a move."""
    client = talk("gomoku", Gomocup)
    client.send("START 7")
    assert client.hear("OK")[-1] == "OK"
    client.send("INFO timeout_turn 100")
    return client


def move(client: Talk, *lines: str) -> tuple[int, int]:
    client.send(*lines)
    x, y = client.hear_line(POINT)[-1].split(",")
    return int(x), int(y)


def refused(client: Talk, *lines: str) -> str:
    client.send(*lines)
    return client.hear("ERROR")[-1]


def test_a_whole_game(brain):
    """Each answer is a point that is free, until there is a five; the board is what both sides have put."""
    game, dice = load("gomoku:size=7"), random.Random(1)
    s = game.initial()
    answer = move(brain, "BEGIN")
    assert answer == (3, 3)
    while True:
        a = point_of(game, f"{answer[0]},{answer[1]}")
        assert a in game.actions(s)
        s = game.result(s, a)
        if game.terminal(s):
            break
        a = dice.choice(list(game.actions(s)))
        s = game.result(s, a)
        if game.terminal(s):
            assert refused(brain, f"TURN {words_of(game, a)}") == "ERROR the game is over"
            break
        answer = move(brain, f"TURN {words_of(game, a)}")
    assert game.utility(s) == 1
    assert "the game is over" in refused(brain, "TURN 0,0")
    brain.send("RESTART")
    brain.hear("OK")
    assert move(brain, "BEGIN") == (3, 3)


def test_about(brain):
    brain.send("ABOUT")
    line = brain.hear_line("name=.*")[-1]
    facts = dict(re.findall(r'(\w+)="([^"]*)"(?:, |$)', line))
    assert list(facts) == ["name", "version", "author", "country", "www"]
    assert facts["name"] == "gametree"
    assert ", ".join(f'{key}="{value}"' for key, value in facts.items()) == line


def test_a_board_and_what_it_asks_for(brain):
    """Four of the opponent's in a row must be stopped; our own five is made. The first stone at the top left is 0,0."""
    assert move(brain, "BOARD", "0,0,2", "0,6,1", "1,0,2", "1,6,1", "2,0,2", "2,6,1", "3,0,2", "DONE") == (4, 0)
    brain.send("RESTART")
    brain.hear("OK")
    assert move(
        brain, "BOARD", "0,0,2", "0,6,1", "1,0,2", "1,6,1", "2,0,2", "2,6,1", "6,3,2", "3,6,1", "5,3,2", "DONE"
    ) == (4, 6)
    brain.send("RESTART")
    brain.hear("OK")
    x, y = move(brain, "BOARD", "3,3,1", "0,3,2", "0,1,3", "DONE")  # as many stones: we began; 3 is no stone
    assert (x, y) not in ((3, 3), (0, 3))


def test_taking_back(brain):
    assert move(brain, "BEGIN") == (3, 3)
    answer = move(brain, "TURN 2,2")
    for point in (f"TAKEBACK {answer[0]},{answer[1]}", "TAKEBACK 2,2"):
        brain.send(point)
        assert brain.hear("OK")[-1] == "OK"
    second = move(brain, "TURN 0,0")
    assert second not in ((0, 0), (3, 3))
    brain.send("TAKEBACK 0,0", f"TAKEBACK {second[0]},{second[1]}")  # not the last one first
    brain.hear("OK")
    brain.hear("OK")
    assert move(brain, "TURN 0,0") != (0, 0)
    assert "no stone at 6,1" in refused(brain, "TAKEBACK 6,1")


def test_the_manager_chooses_our_move(brain):
    brain.send("PLAY 1,2")
    assert brain.hear_line(POINT)[-1] == "1,2"
    assert move(brain, "TURN 2,2") not in ((1, 2), (2, 2))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["START 4"], "a board of 4×4 is not possible"),
        (["START 99"], "a board of 99×99 is not possible"),
        (["START x"], "START is followed by the size"),
        (["START"], "START is followed by the size"),
        (["RECTSTART 7,9"], "it must be square"),
        (["RECTSTART 7"], "RECTSTART is followed by"),
        (["TURN 7,0"], "7,0 is no point of a board of 7×7: write X,Y, each 0 to 6"),
        (["TURN -1,0"], "-1,0 is no point"),
        (["TURN 1"], "1 is no point"),
        (["TURN 1,1,1"], "1,1,1 is no point"),
        (["TURN " + "9" * 5000 + ",1"], "is no point"),
        (["PLAY 3,3", "PLAY 3,3"], "3,3 cannot be played: a stone is there already"),
        (["PLAY 3,3", "BEGIN"], "there are stones on the board already"),
        (["BOARD", "1,1,1", "DONE"], "we cannot be to move"),
        (["BOARD", "1,1,4", "DONE"], "is not a stone"),
        (["BOARD", "hello", "DONE"], "is not a stone"),
        (["BOARD", "1,1,1", "1,1,2", "DONE"], "two stones stand on one point"),
        (["BOARD", "9,9,2", "DONE"], "9,9 is no point"),
        (["BOARD", *(f"{i},0,2" for i in range(5)), *(f"{i},2,1" for i in range(4)), "DONE"], "the game is over"),
        (["INFO rule 8", "BEGIN"], "rule 8 is not known here: 0 is freestyle"),
    ],
)
def test_mistakes_get_one_line(brain, lines, said):
    error = refused(brain, *lines)
    assert said in error
    assert len(error) < 300
    brain.send("INFO rule 0", "RESTART")
    brain.hear("OK")
    assert move(brain, "BEGIN") == (3, 3)  # the conversation goes on


def test_commands_that_we_do_not_have(brain):
    brain.send("SWAP2BOARD")
    assert brain.hear("UNKNOWN")[-1] == "UNKNOWN command SWAP2BOARD"


def test_info_is_not_answered(brain):
    brain.send(
        "INFO timeout_match 100000", "INFO time_left 90000", "INFO max_memory 83886080", "INFO game_type 1",
        "INFO folder /tmp/x y", "INFO nonsense", "INFO", "INFO timeout_turn many", "INFO rule 1", "INFO evaluate 3,3",
    )  # fmt: skip
    brain.send("ABOUT")
    said = [line for line in brain.hear_line("name=.*")[:-1] if "compiling" not in line]
    assert len(said) == 1
    assert re.fullmatch(r"MESSAGE 3,3: [+-]\d+ for Black", said[0])
    assert brain.session.settings.number("Hash") == 20
    assert brain.session.rules.rule == "exact"
    assert (brain.session.times.match, brain.session.times.left) == (100, 90)


def test_rules(brain):
    """Six in a row: a win with rule 0, none with rule 1. With rule 4 Black may not make it."""
    six = ["0,0,2", "0,6,1", "1,0,2", "2,6,1", "2,0,2", "4,6,1", "4,0,2", "6,6,1", "5,0,2", "6,3,1"]
    for rule in (0, 1, 4):
        brain.send(f"INFO rule {rule}", "RESTART")
        brain.hear("OK")
        stones = [f"{line[:-1]}{3 - int(line[-1])}" for line in six]
        answer = move(brain, "BOARD", *stones, "DONE")  # ours are on the upper row, with a gap at 3,0
        if rule == 0:
            assert answer == (3, 0)
        if rule == 4:
            assert answer != (3, 0)
    assert brain.session.rules.rule == "renju"


def test_a_search_that_is_broken_off_does_not_answer(brain):
    brain.send("INFO timeout_turn 60000", "PLAY 3,3")
    brain.hear_line(POINT)
    brain.send("TURN 2,2")
    while brain.session.thought is None or brain.session.thought.search is None:
        pass
    brain.send("RESTART")
    assert [line for line in brain.hear("OK") if re.fullmatch(POINT, line)] == []
    brain.send("INFO timeout_turn 50")
    assert move(brain, "BEGIN") == (3, 3)


def test_times():
    assert Times(turn=30.0).order().seconds == pytest.approx(29.05)
    assert Times(turn=30.0, match=180.0, left=10.0).order().seconds < 1
    assert Times(match=180.0).order().seconds == pytest.approx(7.2)
    assert Times(turn=0.001).order().seconds > 0


def test_without_time_a_likely_move_is_played():
    game = load("gomoku:size=9")
    s = game.parse("e5 a1 e6 a3 e7 a9 e8")
    assert game.name(s, likely(game, s, list(game.actions(s)))) in ("e4", "e9")
    s = game.parse("e5")
    assert game.name(s, likely(game, s, list(game.actions(s)))) not in ("a1", "i9")


def test_only_gomoku(capsys):
    from gametree.cli import main

    assert main(["gomocup", "tictactoe"]) == 2
    assert "Gomocup's protocol is for gomoku, not for tictactoe" in capsys.readouterr().err
    with pytest.raises(GameError, match="is for gomoku"):
        GomocupProgram("cat", load("pente"))
    assert main(["gomocup", "gomoku:opening=swap2"]) == 2
    assert "no words for opening rules" in capsys.readouterr().err


def test_random_conversations(cold, talk):
    """Whatever is sent, each answer is one line of a known form, and the session goes on to the end."""
    dice = random.Random(4)
    words = ["START 7", "START 5", "RECTSTART 6,6", "RESTART", "BEGIN", "TURN 1,1", "TURN 2,3", "TURN 6,6", "PLAY 4,4",
             "TAKEBACK 1,1", "TAKEBACK 4,4", "BOARD", "DONE", "1,1,1", "2,2,2", "3,3,3", "INFO rule 1", "INFO rule 4",
             "INFO rule 2", "INFO timeout_turn 0", "INFO time_left 20", "INFO timeout_turn 20", "ABOUT", "", "\x00\xff",
             "DONE", "TURN", "turn 0,0", "BEGIN"]  # fmt: skip
    form = re.compile(rf'OK|{POINT}|ERROR .+|UNKNOWN .+|MESSAGE .+|DEBUG .+|name="gametree", .+')
    for _ in range(6):
        client = talk("gomoku:size=6", Gomocup)
        client.send("INFO timeout_turn 10", *dice.choices(words, k=40), "DONE", "ABOUT")
        assert [line for line in client.hear_line("name=.*") if not form.fullmatch(line)] == []
        assert [line for line in client.rest() if not form.fullmatch(line)] == []


def test_a_process_ends_with_end():
    """Cold: nothing is compiled before the first answer."""
    told = b"ABOUT\r\nSTART 7\r\nBEGIN\r\nEND\r\n"
    cold = {name: value for name, value in os.environ.items() if name != "GAMETREE_COMPILE"}
    said = subprocess.run(
        [*GAMETREE, "gomocup"], input=told, capture_output=True, timeout=PATIENCE, check=True, env=cold
    )
    answers = [line for line in said.stdout.decode().splitlines() if not line.startswith("MESSAGE")]
    assert answers[1:] == ["OK", "3,3"]


@pytest.mark.parametrize(
    ("rule", "openings"), [("freestyle", None), pytest.param("renju", "none", marks=pytest.mark.thorough)]
)
def test_our_client_against_our_server(tmp_path, monkeypatch, rule, openings):
    """Whole games through a process, from openings and from the start; the referee of the match checks each move."""
    monkeypatch.delenv("GAMETREE_COMPILE", raising=False)
    ours = f'gomocup:cmd="{sys.executable} -m gametree gomocup",name=server,time=0.1'
    path = tmp_path / "games.sgf"
    result = match(f"gomoku:size=7,rule={rule}", ours, "random", games=2, openings=openings, seed=2, games_file=path)
    trees = read_sgf(path, load(f"gomoku:size=7,rule={rule}"))
    assert [tree.root.simple("GC") for tree in trees] == ["rules", "rules"]  # no fault, no time that ran out
    assert {tree.names for tree in trees} == {("server", "random"), ("random", "server")}
    assert result.tally.losses == 0


SCRIPT = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word in ("START", "RESTART"):
        print("MESSAGE hello"); print("OK")
    elif word in ("BEGIN", "TURN", "DONE"):
        print("DEBUG thinking"); print({answer!r})
    elif word == "PLAY":
        print(line.split()[1])
    sys.stdout.flush()
"""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("9,9", "9,9 is no point of a board of 7×7"),
        ("0,0", "0,0 cannot be played: a stone is there already"),
        ("ERROR tired", "TURN: ERROR tired"),
        ("UNKNOWN what", "TURN: UNKNOWN what"),
        ("nonsense", "nonsense is no answer to TURN 0,0"),
        ("SUGGEST 3,4", ""),
    ],
)
def test_what_a_program_answers(tmp_path, answer, said):
    game = load("gomoku:size=7")
    (tmp_path / "brain.py").write_text(SCRIPT.format(answer=answer), encoding="utf-8")
    program = GomocupProgram(f"{sys.executable} {tmp_path / 'brain.py'}", game)
    try:
        from gametree.game import Line
        from gametree.protocols.thinker import Order

        program.new_game()
        program.known = Line(game.initial(), ())
        line = Line(game.initial(), (point_of(game, "0,0"),))
        if said:
            with pytest.raises(GameError, match=re.escape(said)):
                program.best(line, Order(seconds=1.0), PATIENCE)
        else:
            assert program.best(line, Order(seconds=1.0), PATIENCE).action == point_of(game, "3,4")
    finally:
        program.close()
