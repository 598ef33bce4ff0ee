"""Every mistake of the user's is answered with one line on stderr and status 2, and nothing on stdout."""

from __future__ import annotations

import pytest

WITHOUT_ACTIONS = """
from gametree import Game
class Half(Game):
    def initial(self): return (0,)
    def player(self, s): return 0
    def result(self, s, a): return s
    def terminal(self, s): return True
    def utility(self, s): return 0
"""

RAISES_LATER = """
from typing import NamedTuple
from gametree import Game
class N(NamedTuple):
    n: int
class Bad(Game):
    def initial(self): return N(3)
    def player(self, s): return s.n % 2
    def actions(self, s): return [1]
    def result(self, s, a):
        return N(s.n - len(str(1 // (s.n - 2))))
    def terminal(self, s): return s.n == 0
    def utility(self, s): return 1
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bst", "connect4"], "unknown command 'bst'; did you mean best?"),
        (["--nonsense"], "--nonsense"),
        (["best"], "GAME"),
        (["best", "conect4"], "unknown game 'conect4'; did you mean connect4?"),
        (["best", "connect4", "--dpth", "3"], "Did you mean"),
        (["best", "connect4", "more"], "not understood: more"),
        (["best", "connect4", "--depth"], "requires an argument"),
        (["best"], "best needs a GAME; gametree best --help says how it is written"),
        (["database", "check"], "database needs a PATH; gametree database --help"),
        (["best", "connect4", "--depth", "x"], "--depth: 'x' is not a whole number"),
        (["best", "connect4", "--depth", "1.5"], "--depth: '1.5' is not a whole number"),
        (["best", "connect4", "--depth", "-1"], "the depth must be"),
        (["best", "connect4", "--time", "0"], "the time must be more than 0"),
        (["best", "connect4", "--time", "-2"], "the time must be more than 0"),
        (["best", "connect4", "--time", "nan"], "the time must be more than 0"),
        (["best", "connect4", "--nodes", "0"], "nodes must be"),
        (["best", "connect4", "--table", "-1"], "the table's size must be"),
        (["best", "connect4", "--algorithm", "magic"], "unknown algorithm 'magic'"),
        (["best", "connect4", "--moves", "4 9"], "move 2: '9' is not a legal move here; legal: 4 "),
        (["best", "connect4", "--position", "banana"], "not a position"),
        (["best", "connect4:width=five"], "width must be a whole number, not 'five'"),
        (["best", "connect4:width=50"], "a board of 50×6 is not possible"),
        (["best", "connect4:colour=red"], "no parameter 'colour'"),
        (["best", "missing.py"], "no such file: missing.py"),
        (["perft", "connect4", "--depth", "-1"], "the depth must be a whole number from 0"),
        (["perft", "connect4"], "--depth"),
        (["measure", "connect4", "--time", "0"], "the time must be more than 0"),
        (["measure", "connect4", "--samples", "1"], "at least 2 samples"),
        (["play", "connect4", "--level", "11"], "the level must be 1 to 10"),
        (["play", "connect4", "--human", "third"], "no side 'third'"),
        (["play", "connect4", "--dice", "loaded"], "loaded"),
        (["play", "crowdnim", "--save", "game.txt"], "only games of two players can be saved"),
        (["play", "connect4", "--opponent", "gnubg", "--human", "second"], "gnubg plays backgammon"),
        (["fibs", "pig"], "fibs is for backgammon, not for pig"),
        (["fibs", "--player", "random", "--port", "99999"], "cannot listen on localhost:99999"),
        (["fibs", "--player", "star3"], "unknown algorithm"),
        (["dxp", "pig"], "the DXP protocol is for draughts"),
        (["dxp", "--player", "random", "--port", "99999"], "cannot listen on localhost:99999"),
        (["match", "draughts", "random", "dxp:localhost:1", "--games", "2"], "dxp: nobody answers at localhost:1"),
        (["match", "draughts", "random", "dxp:port=1", "--games", "2"], "dxp: no option 'port'"),
        (["match", "draughts", "random", "dxp:1:2:x", "--games", "2"], "not an address: '1:2:x'"),
        (["cache", "burn"], '"burn"'),
        (["games", "conect4"], "did you mean connect4?"),
        (["trace", "tree", "--option", "soft"], "write it as key=value"),
        (["trace", "tree", "--option", "soft=1"], "alphabeta has no option 'soft'"),
        (["match", "connect4", "pvs:node=20", "pvs"], "no option 'node'; did you mean nodes? There are depth, time"),
        (["best", "connect4", "--option", "latmoves=off"], "no option 'latmoves'; did you mean latemoves?"),
        (["trace", "tree", "--option", "depth=1"], "use --depth"),
        (["trace", "tree", "--algorithm", "minimx"], "did you mean minimax?"),
        (["trace", "tree", "--depth", "-1"], "not -1"),
        (["trace", "tree", "--time", "0"], "more than 0"),
        (["trace", "tree", "--events", "-1"], "events must be"),
    ],
)
def test_one_clear_line(gametree, words, said):
    assert said in gametree(*words).told()


def test_a_file_that_raises(gametree, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("import gametree\nx = 1 / 0\n")
    assert gametree("best", str(path)).told() == f"{path}: line 2: ZeroDivisionError: division by zero"


def test_a_file_that_does_not_parse(gametree, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("x = (\n")
    said = gametree("check", str(path)).told()
    assert "line 1: SyntaxError" in said
    assert said.count("line 1") == 1  # Python's own message has it, too


def test_a_game_without_actions(gametree, tmp_path):
    path = tmp_path / "half.py"
    path.write_text(WITHOUT_ACTIONS)
    assert "Half does not define actions" in gametree("best", str(path)).told()


def test_a_file_without_a_game(gametree, tmp_path):
    path = tmp_path / "empty.py"
    path.write_text("x = 1\n")
    assert "should hold one subclass of Game" in gametree("play", str(path)).told()


def test_rules_that_raise_during_the_search(gametree, tmp_path):
    path = tmp_path / "late.py"
    path.write_text(RAISES_LATER)
    said = gametree("measure", str(path)).told()
    assert said == f"{path}: line 11, in result: ZeroDivisionError: integer division or modulo by zero"


def test_play_without_a_game_and_without_an_answer(gametree, monkeypatch):
    monkeypatch.setattr("builtins.input", _nobody)
    ran = gametree("play")
    assert ran.status == 2
    assert ran.err == "gametree: no game was named\n"


def test_play_asks_again_for_a_game(gametree, monkeypatch):
    answers = iter(["", "conect4", "tictactoe", "5", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    ran = gametree("play", "--human", "both")
    assert ran.status == 0
    assert "did you mean connect4?" in ran.out
    assert ". X ." in ran.out


def _nobody(_: str) -> str:
    raise EOFError
