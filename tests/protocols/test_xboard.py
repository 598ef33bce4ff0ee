"""XBoard's protocol as a client hears it."""

from __future__ import annotations

import io
import re

import pytest

from gametree import load
from gametree.protocols.xboard.server import XBoard
from gametree.protocols.xboard.timing import Timing

FOOL = ("f2f3", "e7e5", "g2g4")
"""After it Black mates at once."""


@pytest.fixture
def board(talk):
    def begin(game="chess"):
        one = talk(game, XBoard)
        one.send("xboard", "protover 2")
        one.features = one.hear_line("feature done=1")
        return one

    return begin


def test_the_features(board):
    said = board().features
    assert said[0] == "feature done=0"
    words = " ".join(said)
    for feature in ("ping=1", "setboard=1", "usermove=1", "san=0", "analyze=1", "memory=1", "smp=1", "reuse=1"):
        assert f" {feature}" in words
    variants = re.search(r'variants="([^"]*)"', words)[1].split(",")
    assert variants[:2] == ["normal", "fischerandom"]
    assert "kingofthehill" in variants
    assert 'feature option="MultiPV -spin 1 1 256"' in said
    assert 'feature option="nullmove -check 1"' in said


def test_a_game(board):
    one = board()
    one.send("new", "sd 2", "ping 1")
    one.hear("pong")
    one.send("usermove e2e4")
    first = one.hear("move")[-1].split()[1]
    assert re.fullmatch(r"[a-h][78][a-h][56]", first)
    one.send("usermove d2d4")
    one.hear("move")
    one.send("undo", "undo", "usermove d2d4")
    one.hear("move")
    one.send("force", "usermove a2a3", "usermove a7a6", "go")  # Black's moves are not asked for, White's one is
    one.hear("move")


def test_thinking_is_shown_on_demand(board):
    one = board()
    one.send("new", "force", "post", "sd 3", "go")
    lines = one.hear("move")[:-1]
    assert lines
    assert all(re.fullmatch(r"\d+ -?\d+ \d+ \d+( [a-h][1-8][a-h][1-8])+", line) for line in lines)
    one.send("new", "force", "nopost", "sd 3", "go")
    assert [line for line in one.hear("move")[:-1] if not line.startswith("#")] == []


def test_a_mate_is_told_and_ends_the_game(board):
    one = board()
    one.send("new", "force", *(f"usermove {move}" for move in FOOL), "post", "sd 3", "go")
    said = one.hear("0-1")
    assert said[-2:] == ["move d8h4", "0-1 {Black mates}"]
    assert said[-3].split()[1] == "100001"
    one.send("usermove a2a3")
    assert one.hear("Illegal")[-1] == "Illegal move: a2a3"
    one.send("setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "force", "usermove g6g7", "new", "force")
    one.send("setboard 7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "usermove f2f7")
    assert one.hear("1/2-1/2")[-2] == "1-0 {White mates}"


def test_positions_and_mistakes(board):
    one = board()
    one.send("new", "force", "setboard nonsense")
    assert "tellusererror Illegal position" in one.hear("tellusererror")[-1]
    for line, words in {
        "usermove e2e5": "Illegal move: e2e5",
        "fly": "Error (unknown command): fly",
        "undo": "Error (there is no move to take back): undo",
        "variant tiddlywinks": "Error (no variant tiddlywinks",
        "level fast": "Error (write level MOVES MINUTES[:SECONDS] INCREMENT): level",
        "sd deep": "Error (sd must be followed by a number, not 'deep'): sd",
        "option speed=9": "Error (there is no option 'speed'",
        "memory much": "Error (Hash must be a number",
        "__init__": "Error (unknown command): __init__",
    }.items():
        one.send(line)
        assert next(one.lines).startswith(words)
    one.send("e2e4", "go", "?")  # without usermove, as it was before there were features
    one.hear("move")


def test_move_now(board):
    one = board()
    one.send("new", "level 0 60 0", "time 360000", "otim 360000", "ping 1")
    one.hear("pong")
    one.send("?", "usermove e2e4", "?")
    one.hear("move")


def test_analysis(board):
    one = board()
    one.send("new", "force", "usermove e2e4", "post", "analyze")
    assert re.match(r"\d+ ", one.hear_line(r"\d+ -?\d+ \d+ \d+ .*")[-1])
    one.send("ping 5")
    one.hear("pong")
    one.send("exclude all", "include e7e5", "ping 6")
    one.hear("pong")
    assert " e7e5" in one.hear_line(r"\d+ -?\d+ \d+ \d+ .*")[-1]
    one.send("usermove e7e5", "ping 7")
    one.hear("pong")
    one.hear_line(r"\d+ -?\d+ \d+ \d+ [a-h][1-4].*")  # a move of White's
    one.send(".")
    assert re.fullmatch(r"stat01: \d+ \d+ \d+ 0 29 [a-h][1-8][a-h][1-8]", one.hear("stat01:")[-1])
    one.send("undo", "exit", "ping 8")
    assert not [line for line in one.hear("pong") if line.startswith("move")]


def test_an_analysis_that_soon_knows_all_tells_it(board):
    one = board()
    one.send("force", "setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "post", "analyze")
    assert "100001" in one.hear_line(r"\d+ -?\d+ \d+ \d+ .*")[-1].split()


def test_pondering(board):
    one = board()
    one.send("new", "hard", "sd 3", "post", "usermove e2e4")
    one.hear("move")
    one.send("hint", "ping 1")
    said = one.hear("pong")
    expected = next(line.split()[1] for line in said if line.startswith("Hint:"))
    one.send(f"usermove {expected}")
    one.hear("move")  # what was expected
    one.send("hint", "ping 2")
    said = one.hear("pong")
    expected = [line.split()[1] for line in said if line.startswith("Hint:")]
    other = next(move for move in ("a2a3", "h2h3") if [move] != expected)
    one.send(f"usermove {other}")
    one.hear("move")  # and what was not
    one.send("easy", "force", "quit")


def test_chess960_castles_in_letters(board):
    one = board()
    one.send("new", "variant fischerandom", "force", "setboard 1k6/8/8/8/8/8/8/RK5R w HA - 0 1", "usermove O-O")
    one.send("usermove b8b7", "undo", "undo", "exclude all", "include O-O-O", "sd 1", "go")
    assert one.hear("move")[-1] == "move O-O-O"
    one.send("new", "force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "exclude all", "include e1g1", "go")
    assert one.hear("move")[-1] == "move e1g1"


def test_offers_and_results(board):
    one = board()
    one.send("new", "force", "draw", "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw")
    assert one.hear("offer")[-1] == "offer draw"
    one.send("result 1/2-1/2 {Insufficient material}", "accepted draw", "rejected san", "random", "computer")
    one.send("memory 16", "cores 1", "option nullmove=0", "option MultiPV=2", "new", "force", "post", "sd 2", "go")
    assert len(one.hear("move")) > 2
    assert one.session.settings["Hash"] == 16
    assert one.session.settings["nullmove"] is False


def test_another_game_than_chess(board):
    one = board("connect4:5,4")
    one.send("new", "sd 3", "usermove 3")
    assert one.hear("move")[-1].split()[1] in "12345"


def test_time():
    timing = Timing()
    assert timing.order(0).seconds == 1.0
    timing.level("0 2:30 1.5")
    order = timing.order(3)
    assert (order.clock.left, order.clock.increment, order.clock.moves) == (150.0, 1.5, None)
    timing.tell("-5")
    assert timing.order(3).clock.left == 0.001
    timing.fixed("3")
    timing.by_nodes("100")
    assert (timing.order(3).nodes, timing.order(3).seconds) == (300, None)
    timing.by_nodes("0")
    assert timing.order(3).seconds == 3.0
    assert timing.order(3, endless=True).endless


def test_a_flood_of_words_that_are_no_moves_names_the_legal_ones_once(monkeypatch):
    """To name all moves takes a millisecond: ten thousand words took ten seconds, in which nothing was heard."""
    game = load("chess")
    named = []
    whole = type(game).name
    monkeypatch.setattr(type(game), "name", lambda self, s, a, style="": named.append(a) or whole(self, s, a, style))
    out = io.BytesIO()
    session = XBoard(game, io.BytesIO(), out)
    for number in range(300):
        session.attempt(lambda number=number: session.obey(f"word{number}"))
        session.attempt(lambda number=number: session.obey(f"usermove word{number}"))
    assert out.getvalue().count(b"Error (unknown command)") == out.getvalue().count(b"Illegal move") == 300
    assert len(named) < 300
