"""UGI as a client hears it."""

from __future__ import annotations

import random

import pytest

from broken_rules import without_trial
from gametree import CHANCE, load
from gametree.protocols.options import OPTIONS
from gametree.referee import Referee


def test_the_greeting(talk):
    one = talk()
    one.send("ugi")
    said = one.hear("ugiok")
    assert said[0].startswith("id name gametree ")
    assert said[1].startswith("id author ")
    assert said[2] == "option name Hash type spin default 64 min 0 max 1048576"
    assert len([line for line in said if line.startswith("option name ")]) == len(OPTIONS)
    assert "option name nullmove type check default true" in said


def test_a_search(talk):
    one = talk()
    one.send("ugi", "isready", "position startpos moves 3 3 3", "go depth 6")
    one.hear("readyok")
    said = one.hear("bestmove")
    words = said[-2].split()
    assert words[:3] == ["info", "depth", "6"]
    facts = dict(zip(words[1 : words.index("score") : 2], words[2 : words.index("score") : 2], strict=True))
    assert facts["multipv"] == "1"
    best = said[-1].split()
    assert best[1] == words[words.index("pv") + 1]
    assert best[2:] == ["ponder", words[words.index("pv") + 2]]


def test_a_forced_win_is_told_in_plies_from_the_movers_side(talk):
    one = talk("connect4")
    one.send("position startpos moves 1 2 1 2 1 2", "go depth 3")
    assert " score mate 1 " in one.hear("bestmove")[-2]
    one.send("position startpos moves 1 2 1 2 1", "go nodes 100000")
    said = one.hear("bestmove")
    assert said[-1].startswith("bestmove 1")
    one.send("position startpos moves 4 1 5 1 3", "go depth 4")  # three in a row, open at both ends: Min is lost
    assert " score mate -2 " in one.hear("bestmove")[-2]


def test_several_lines(talk):
    one = talk()
    one.send("setoption name MultiPV value 3", "position startpos", "go depth 4")
    said = one.hear("bestmove")
    assert [f" multipv {k} " in line for k, line in enumerate(said[-4:-1], 1)] == [True] * 3
    assert len({line.split(" pv ")[1].split()[0] for line in said[-4:-1]}) == 3


def test_queries(talk):
    one = talk("tictactoe")
    assert one.ask("query p1turn") == "response true"
    one.send("position startpos moves 1 4 2 5")
    assert one.ask("query gameover") == "response false"
    assert one.ask("query result") == "response none"
    assert one.ask("query moves") == "response 3 6 7 8 9"
    assert one.ask("query islegal 3") == "response true"
    assert one.ask("query islegal 4") == "response false"
    one.send("position startpos moves 1 4 2 5 3")
    assert one.ask("query gameover") == "response true"
    assert one.ask("query result") == "response p1win"
    one.send("position startpos moves 1 4 2 5 9 6")
    assert one.ask("query result") == "response p2win"
    assert one.ask("go depth 3", "bestmove") == "bestmove (none)"


def test_a_position_in_words(talk):
    one = talk("tictactoe")
    one.send("position startpos moves 5 1")
    words = one.ask("query position").removeprefix("response ")
    one.send("position startpos", f"position fen {words} moves 2")
    assert one.ask("query moves") == "response 3 4 6 7 8 9"


def test_stop_and_go_without_end(talk):
    one = talk("connect4")
    one.send("position startpos", "go infinite", "isready")
    one.hear("readyok")
    one.send("stop")
    assert one.hear("bestmove")[-1].split()[1] in "1234567"
    one.send("stop", "stop", "ponderhit")  # nothing to stop: nothing is said
    one.send("go infinite", "go depth 2")  # the first is stopped, and answers first
    one.hear("bestmove")
    one.hear("bestmove")


def test_pondering(talk):
    one = talk("connect4")
    one.send("position startpos moves 4 4", "go ponder depth 3", "isready", "query p1turn")
    said = one.hear("response")
    assert not any(line.startswith("bestmove") for line in said)
    one.send("ponderhit")
    assert int(one.hear("bestmove")[-2].split()[2]) >= 3  # it may have been deeper already
    one.send("go ponder", "stop")
    one.hear("bestmove")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bla", "unknown command bla"),
        ("position", "write position startpos"),
        ("position fen nonsense", "not a position"),
        ("position startpos moves 9", "'9' is not a legal move"),
        ("go depth", "followed by a number"),
        ("go depth 99999999999999999999999", "followed by a number"),
        ("go fast", "unknown word fast"),
        ("setoption", "write setoption name"),
        ("setoption name Speed value 3", "no option 'Speed'"),
        ("setoption name Hash value -1", "must be a number of 0"),
        ("setoption name nullmove value maybe", "true or false"),
        ("query everything", "unknown query"),
        ("query", "unknown query"),
        ("__init__", "unknown command"),
        ("x" * 2_000_000, "a line of more than a million bytes"),
        (b"\xff\xfe\x00\x01", "unknown command"),
    ],
)
def test_a_mistake_is_answered_in_one_line(talk, line, words):
    one = talk()
    one.send(line, "query p1turn")
    said = one.hear("response")
    assert len(said) == 2
    assert said[0].startswith("info string ")
    assert words in said[0]
    assert len(said[0]) < 700


def test_a_wrong_position_leaves_the_old_one(talk):
    one = talk("tictactoe")
    one.send("position startpos moves 5", "position startpos moves 5 5")
    one.hear("info")
    assert one.ask("query moves") == "response 1 2 3 4 6 7 8 9"


def test_clocks(talk):
    session = talk().session
    order = session.order(["p1time", "1000", "p2time", "3000", "p1inc", "10", "p2inc", "20", "movestogo", "5"])
    assert (order.clock.left, order.clock.increment, order.clock.moves) == (1.0, 0.01, 5)
    session.place("", ["3"])
    assert session.order(["p1time", "1000", "p2time", "3000", "p1inc", "10", "p2inc", "20"]).clock.left == 3.0
    assert session.order(["p2time", "-20"]).clock.left == 0.001
    assert session.order([]).seconds == 1.0
    assert session.order(["movetime", "250"]).seconds == 0.25


def test_the_end_of_the_input_ends_the_conversation(talk):
    one = talk("connect4")
    one.send("position startpos", "isready")
    one.hear("readyok")
    one.send("go infinite")
    assert any(line.startswith("bestmove ") for line in one.rest())
    two = talk()
    two.send("quit")
    assert two.rest() == []


@pytest.mark.thorough
def test_dice(talk, tmp_path):
    path = tmp_path / "dice.py"
    path.write_text(
        "from gametree import CHANCE, Game\n"
        "class Dice(Game):\n"
        "    bounds = (0, 6)\n"
        "    def initial(self): return (0, 0)\n"
        "    def player(self, s): return CHANCE if s[0] == 1 else 0\n"
        "    def actions(self, s):\n        yield 0\n"
        "    def chances(self, s):\n        for n in range(1, 7):\n            yield n, 1 / 6\n"
        "    def result(self, s, a): return (s[0] + 1, a)\n"
        "    def terminal(self, s): return s[0] == 2\n"
        "    def utility(self, s): return s[1]\n"
    )
    one = talk(str(path))
    assert one.ask("go depth 2", "bestmove") == "bestmove 0"
    one.send("position startpos moves 0", "go depth 2")
    assert "the dice are to be rolled" in one.hear("bestmove")[-2]
    one.send("position startpos moves 0 6")
    assert one.ask("query result") == "response p1win"


@without_trial
def test_a_game_whose_rules_raise_is_told_of(talk, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(
        "from gametree import Game\n"
        "class Broken(Game):\n"
        "    def initial(self): return (0,)\n"
        "    def player(self, s): return 0\n"
        "    def actions(self, s): return [1 // 0]\n"
        "    def result(self, s, a): return s\n"
        "    def terminal(self, s): return False\n"
        "    def utility(self, s): return 0\n"
    )
    one = talk(str(path))
    one.send("query moves")
    assert "ZeroDivisionError" in one.hear("info")[-1]
    one.send("go depth 1")
    assert one.hear("bestmove")[-1] == "bestmove (none)"


LINES = """
ugi
isready
uginewgame
position startpos
position startpos moves 3 3
position startpos moves 1 1 1 2
position startpos moves
position fen
go
go depth 3
go depth -3
go nodes 500
go movetime 1
go infinite
go ponder p1time 50 p2time 50
go p1time 20 p2time 20 p1inc 0 p2inc 0
ponderhit
stop
setoption name Hash value 1
setoption name nullmove value false
query result
query moves
bestmove 3
""".strip().splitlines()


@pytest.mark.parametrize("seed", range(4))
def test_a_fuzzed_session_never_crashes_nor_answers_illegally(talk, seed):
    dice = random.Random(seed)
    one = talk()
    game = load("connect4:width=5,height=4")
    referee = Referee(game, one.session.referee.line)
    names = {game.name(referee.state, a) for a in referee.legal()}
    for _ in range(60):
        line: str | bytes = dice.choice(LINES)
        if dice.random() < 0.15:
            line = dice.randbytes(dice.randrange(1, 400)).replace(b"\n", b" ")
        one.send(line)
    one.send("setoption name Hash value 1", "position startpos", "uginewgame", "isready", "query p1turn")
    said = [*one.hear("response"), *one.rest()]
    assert all(line.split()[1] in names for line in said if line.startswith("bestmove"))


@pytest.mark.thorough
def test_every_game_of_the_catalogue_can_be_asked(talk):
    for name in ("tictactoe", "nim", "kalah", "mnk"):
        one = talk(name)
        game = load(name)
        assert game.player(game.initial()) != CHANCE
        assert one.ask("go depth 2", "bestmove").split()[1] in one.ask("query moves").split()
