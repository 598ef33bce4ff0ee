"""UCI as a client hears it."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from gametree import Line, load
from gametree.game import even
from gametree.protocols.report import ReportedLine
from gametree.protocols.thinker import Order, Thought
from gametree.protocols.uci.go import GoCommand
from gametree.protocols.uci.server import Uci

GAMETREE = [sys.executable, "-m", "gametree"]
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
"""P. Morphy's problem: 1 Ra6."""


@pytest.fixture
def chess(talk):
    return lambda game="chess": talk(game, Uci)


def option_lines(said):
    return {re.search(r"name (.+?) type", line)[1]: line for line in said if line.startswith("option ")}


def test_the_greeting(chess):
    one = chess()
    one.send("uci")
    said = one.hear("uciok")
    options = option_lines(said)
    assert options["UCI_Chess960"] == "option name UCI_Chess960 type check default false"
    assert options["UCI_Variant"].startswith("option name UCI_Variant type combo default chess var chess var ")
    assert options["UCI_LimitStrength"].endswith("type check default false")
    assert re.search(r"type spin default \d+ min \d+ max \d+$", options["UCI_Elo"])
    assert options["Clear Hash"] == "option name Clear Hash type button"
    assert {"Hash", "Threads", "MultiPV", "Ponder"} <= set(options)


def test_a_game_other_than_chess_has_no_options_of_chess(chess):
    one = chess("connect4:5,4")
    one.send("uci")
    assert not [name for name in option_lines(one.hear("uciok")) if name.startswith("UCI_")]
    assert one.ask("go depth 3", "bestmove").split()[1] in "12345"


def test_a_search_of_chess(chess):
    one = chess()
    one.send("isready", "position startpos moves e2e4 e7e5", "go depth 4")
    one.hear("readyok")
    said = one.hear("bestmove")
    words = said[-2].split()
    assert words[:3] == ["info", "depth", "4"]
    for word in ("seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"):
        assert word in words
    assert said[-1].split()[1] == words[words.index("pv") + 1]
    assert abs(int(words[words.index("cp") + 1])) < 150


def test_a_score_is_in_hundredths_of_a_pawn_and_the_movers(chess):
    one = chess()
    for side, sign in (("w", 1), ("b", -1)):
        one.send(f"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR {side} KQkq - 0 1", "go depth 3")
        cp = int(one.hear("bestmove")[-2].split()[9])
        assert -1500 < sign * cp < -500


def test_a_mate_is_told_in_moves(chess):
    one = chess()
    one.send(f"position fen {MATE_IN_TWO}", "go mate 2")
    said = one.hear("bestmove")
    assert " score mate 2 " in said[-2]
    assert said[-1].split()[1] == "a1a6"
    one.send(f"position fen {MATE_IN_TWO} moves a1a6", "go depth 4")
    assert " score mate -1 " in one.hear("bestmove")[-2]
    one.send(f"position fen {MATE_IN_TWO}", "go mate 1")  # there is none, and that is soon known
    assert " score cp " in one.hear("bestmove")[-2]


def test_only_some_moves(chess):
    one = chess()
    one.send("position startpos", "setoption name MultiPV value 5", "go depth 3 searchmoves a2a3 h2h4 nonsense")
    said = one.hear("bestmove")
    firsts = {line.split(" pv ")[1].split()[0] for line in said if " pv " in line}
    assert firsts == {"a2a3", "h2h4"}
    assert any("nonsense" in line for line in said)
    one.send("setoption name MultiPV value 1", "go searchmoves b1a3 depth 2")
    assert one.hear("bestmove")[-1].split()[1] == "b1a3"


def test_limits(chess):
    one = chess()
    one.send("position startpos", "go nodes 2000")
    nodes = int(re.search(r" nodes (\d+)", one.hear("bestmove")[-2])[1])
    assert 0 < nodes <= 2100
    for limits in ("movetime 20", "wtime 100 btime 100 winc 10 binc 10", "wtime 5 btime 5", "wtime -20 btime 5",
                   "depth 1", "wtime 400 btime 400 movestogo 2", "nodes 1", "depth 0"):  # fmt: skip
        assert re.fullmatch("[a-h][1-8]{1}[a-h][1-8]", one.ask(f"go {limits}", "bestmove").split()[1])


def test_without_end_until_it_is_stopped(chess):
    one = chess()
    one.send(f"position fen {MATE_IN_TWO}", "go infinite")  # soon there is nothing left to search
    while " score mate 2 " not in one.hear("info")[-1]:
        pass
    time.sleep(0.3)
    one.send("isready")
    assert not [line for line in one.hear("readyok") if line.startswith("bestmove")]
    one.send("stop")
    assert one.hear("bestmove")[-1].split()[1] == "a1a6"


def test_pondering(chess):
    one = chess()
    one.send("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000", "isready")
    assert not [line for line in one.hear("readyok") if line.startswith("bestmove")]
    one.send("ponderhit")
    one.hear("bestmove")
    one.send("position startpos moves e2e4 c7c5", "go ponder depth 2", "stop")
    one.hear("bestmove")


def test_chess960(chess):
    one = chess()
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"  # no. 1 of the perft suite
    one.send("setoption name UCI_Chess960 value true", f"position fen {fen}", "go depth 2")
    one.hear("bestmove")
    one.send("position fen 4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "go depth 1 searchmoves b1h1")
    assert one.hear("bestmove")[-1].split()[1] == "b1h1"
    one.send("setoption name UCI_Chess960 value false")
    one.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "go depth 1 searchmoves e1g1")
    assert one.hear("bestmove")[-1].split()[1] == "e1g1"


def test_a_draw_that_nobody_claims_is_played_on(chess):
    one = chess()
    shuffle = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 3)
    one.send(f"position startpos moves {shuffle}", "go depth 3")  # the fourth time
    assert one.hear("bestmove")[-1].split()[1] != "(none)"
    one.send("position fen 4k3/8/8/8/8/8/4P3/4K2R w K - 120 90", "go depth 3")  # sixty moves
    assert one.hear("bestmove")[-1].split()[1] != "(none)"
    one.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go depth 3")  # bare kings
    assert one.hear("bestmove")[-1].split()[1] in {"e1d1", "e1f1", "e1d2", "e1e2", "e1f2"}
    one.send("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "go depth 3")  # mate
    assert one.hear("bestmove")[-1] == "bestmove (none)"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("joho", "unknown command joho"),
        ("position", "write position startpos"),
        ("position fen nonsense", "not a position"),
        ("position startpos moves e2e5", "not a legal move"),
        ("setoption name UCI_Variant value tiddlywinks", "must be one of chess"),
        ("setoption name UCI_Elo value 9", "must be a number of"),
    ],
)
def test_mistakes(chess, line, words):
    one = chess()
    one.send(line, "uci")
    assert words in one.hear("info")[-1]


def test_what_is_not_understood_is_passed_over(chess):
    one = chess("connect4:5,4")
    one.send("debug on", "register later", "joho isready")
    one.hear("readyok")
    one.send("go fast depth 2 deep depth x")
    said = one.hear("bestmove")
    assert [line for line in said if "unknown word fast" in line]
    assert [line for line in said if "depth must be followed by a number" in line]


def test_clear_hash_and_new_games(chess):
    one = chess("connect4:5,4")
    one.send("setoption name Clear Hash", "ucinewgame", "isready")
    one.hear("readyok")


def test_weaker_play(chess):
    one = chess()
    one.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 500", "position startpos")
    played = set()
    for _ in range(24):
        one.send("ucinewgame", "go movetime 2000")
        said = one.hear("bestmove")
        played.add(said[-1].split()[1])
        assert int(re.search(r" nodes (\d+)", said[-2])[1]) <= 200
    assert len(played) > 1  # it does not always see the same moves


def test_how_far_a_mate_is():
    session = Uci(load("connect4:5,4"), sys.stdin.buffer, sys.stdout.buffer)
    assert [session.mate(plies) for plies in (1, 3, 4, -2, -4, -5)] == [1, 2, 2, -1, -2, -2]


def test_bounds_are_the_movers():
    session = Uci(load("connect4:5,4"), sys.stdin.buffer, sys.stdout.buffer)
    game = session.game
    one, other = (Thought(game, Line(game.initial(), actions), Order()) for actions in ((), (0,)))
    told = ReportedLine((0,), even(session.game), proven=True, bound="lower")
    assert session.score(one, told) == "cp 0 lowerbound"
    assert session.score(other, told) == "cp 0 upperbound"


def test_orders():
    complaints = []
    going = GoCommand(("w", "b"), complaints.append)
    order = going.read(["ponder", "wtime", "1", "btime", "60000", "binc", "100", "movestogo", "3"], mover=1)
    assert (order.clock.left, order.clock.increment, order.clock.moves, order.ponder) == (60.0, 0.1, 3, True)
    assert going.read(["mate", "3", "depth", "99"], mover=0).depth == 5
    assert going.read(["infinite"], mover=0).endless
    assert not complaints
    assert going.read(["depth", "nodes", "7"], mover=0).nodes == 7
    assert len(complaints) == 1


@pytest.mark.parametrize("script", [b"isready\nquit\n", b"isready\n", b"position startpos\ngo infinite\n", b""])
def test_it_ends_when_told_even_while_compiling(script, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))  # nothing is compiled yet
    done = subprocess.run([*GAMETREE, "uci"], input=script, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
