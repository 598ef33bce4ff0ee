"""Programs of other people's, seated in matches; and programs of our own that misbehave in XBoard's and GTP's words."""

from __future__ import annotations

import sys

import pytest

from gametree import GameError, Line, load
from gametree.engine.clock import GameClock
from gametree.protocols.thinker import Order
from gametree.protocols.uci.client import Opponent
from gametree.protocols.xboard.client import XBoardProgram
from gametree.tournament.spec import Spec
from gametree.verbs.match import match

OURS = f"{sys.executable} -m gametree"
PATIENCE = 300


def finished(result, games):
    """All games were played to an end that the rules or the referee know."""
    assert result.faults == ()
    assert sum(result.endings.values()) == games
    assert set(result.endings) <= {"rules", "draw by rule", "repetition", "max plies"}


# --- real programs ---------------------------------------------------------------------------------------------------


def test_stockfish(program):
    words = f"uci:{program('stockfish')},nodes=100,Hash=1,Threads=1,name=stockfish"
    result = match("chess", words, "alphabeta:depth=1,table=1", games=2)
    finished(result, 2)
    assert result.players[0] == "stockfish"


def test_stockfish_plays_chess960_from_a_position(program):
    game = load("chess:chess960=0")
    opponent = Opponent("uci", f"{program('stockfish')}", game, {"Hash": 1})
    opponent.new_game()
    answer = opponent.best(Line(game.initial()), Order(nodes=200), PATIENCE)
    assert answer.action in list(game.actions(game.initial()))
    opponent.close()
    with pytest.raises(GameError, match="has no option 'UCI_Variant'"):
        Opponent("uci", program("stockfish"), load("chess:variant=kingofthehill"))


def introduced(command, game):
    """A program that has told its features: on a busy machine the threads of GNU Chess often hang before they read."""
    for _ in range(8):
        opponent = XBoardProgram(command, game)
        if opponent.features:
            return opponent
        opponent.program.kill()
    pytest.skip(f"{command} hangs at its start")


@pytest.mark.parametrize("name", ["gnuchess -x", "phalanx", "sjeng", "fairymax"])
def test_programs_of_xboard(program, name):
    head, _, rest = name.partition(" ")
    game = load("chess")
    opponent = introduced(f"{program(head)} {rest}", game)
    opponent.new_game()
    line = Line(game.initial())
    for ply in range(9):  # it plays Black, then White, then Black
        s = line.states(game)[-1]
        asked = ply % 2 == (0 if 2 < ply < 6 else 1)
        order = Order(clock=GameClock(2.0, 0.0))
        action = opponent.best(line, order, PATIENCE).action if asked else next(iter(game.actions(s)))
        assert action in list(game.actions(s))
        line = line.then(action)
    opponent.close()
    assert not opponent.program.alive


@pytest.mark.slow
def test_matches_of_chess(program):
    gnu = program("gnuchess")
    for words in (
        f"xboard:{gnu} -x,tc=5",
        f"uci:{gnu} -u,time=0.05",
        f"xboard:{program('phalanx')},tc=5",
        f"xboard:{program('fairymax')},time=0.2",
        f"uci:{program('stockfish')},UCI_LimitStrength=on,UCI_Elo=1320,nodes=500",
        f"uci:{program('glaurung')},time=0.05",
    ):
        finished(match("chess", words, "pvs:depth=2,table=1", games=2), 2)


def test_grhino(program):
    words = f"gtp:{program('gtp-rhino')} -l 1,name=grhino"
    finished(match("othello", words, "greedy", games=2), 2)
    with pytest.raises(GameError, match="boardsize 6: unacceptable size"):
        match("othello:size=6", words, "greedy", games=2)
    with pytest.raises(GameError, match="does not play tictactoe; it plays Othello"):
        match("tictactoe", words, "greedy", games=2)


# --- ourselves -------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_ourselves_as_programs():
    finished(match("othello:4", f'gtp:cmd="{OURS} gtp othello:4",depth=3,name=a', "greedy", games=2), 2)
    finished(match("connect4:5,4", f'uci:cmd="{OURS} uci connect4:5,4",nodes=50,Hash=1,name=a', "greedy", games=2), 2)


@pytest.mark.thorough
def test_ourselves_by_xboard():
    result = match(
        "chess", f'xboard:cmd="{OURS} xboard",depth=1,name=a,memory=1', "alphabeta:depth=1,table=1", games=2,
        max_plies=60,
    )  # fmt: skip
    finished(result, 2)


# --- programs that misbehave -----------------------------------------------------------------------------------------

XBOARD = """
import sys
def say(*words):
    print(*words, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "protover":
        say('feature ping=1 setboard=1 usermove=1 option="Depth -spin 1 1 9" done=1')
    elif words[0] == "ping":
        say("pong", words[1])
    elif words[0] == "go":
        GO
    elif words[0] == "quit":
        break
"""
GTP = """
import sys
def say(*words):
    print(*words, end="\\n\\n", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "list_commands":
        say("= play\\ngenmove\\nclear_board\\nlevel")
    elif words[0] == "genmove":
        GO
    elif words[0] == "quit":
        break
    else:
        say("=")
"""


@pytest.fixture
def script(tmp_path):
    def write(text, go):
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text.replace("GO", go))
        return f"{sys.executable} {path}"

    return write


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("go", "reason", "words"),
    [
        ("say('move e2e5')", "illegal move", "e2e5, which is not a legal move"),
        ("say('resign')", "resignation", "resigns"),
        ("say('1-0 {White resigns}')", "resignation", "resigns"),
        ("say('1/2-1/2 {I say so}')", "false claim", "1/2-1/2"),
        ("say('Illegal move: e2e4')", "refusal", "Illegal move"),
        ("pass", "no answer", "no move within 1 s"),
        ("sys.exit('out of memory')", "crash", "ended with status 1: out of memory"),
    ],
)
def test_a_program_of_xboard_that_fails_loses(script, go, reason, words):
    timeout = 1 if reason == "no answer" else PATIENCE
    result = match("chess", f"xboard:{script(XBOARD, go)},timeout={timeout},name=bad", "random", games=2, plies=0)
    assert result.endings.get(reason)
    assert result.tally.losses == 2
    assert any(words in fault for fault in result.faults)


@pytest.mark.parametrize(
    ("go", "reason", "words"),
    [
        ("say('= 77')", "illegal move", "77, which is not a legal move"),
        ("say('= resign')", "resignation", "resigns"),
        ("pass", "no answer", "no answer to genmove"),
        ("sys.exit('out of memory')", "crash", "ended with status 1: out of memory"),
    ],
)
def test_a_program_of_gtp_that_fails_loses(script, go, reason, words):
    timeout = 1 if reason == "no answer" else PATIENCE
    result = match("tictactoe", f"gtp:{script(GTP, go)},timeout={timeout},level=3,name=bad", "random", games=2, plies=0)
    assert result.endings == {reason: 2}
    assert words in result.faults[0]


def test_what_they_cannot_do_is_told(script):
    for words, game, message in (
        (f"xboard:{script(XBOARD, 'pass')}", "connect4", "play chess here, not connect4"),
        (f"xboard:{script(XBOARD, 'pass')}", "chess:variant=kingofthehill", "does not play kingofthehill"),
        (f"xboard:{script(XBOARD, 'pass')},Speed=3", "chess", "no option 'Speed'; there are memory, cores, Depth"),
        (f"xboard:{script(XBOARD, 'pass')},nodes=3", "chess", "no limit of nodes"),
        (f"gtp:{script(GTP, 'pass')},speed=3", "tictactoe", "no command 'speed'"),
        (f"gtp:{script(GTP, 'pass')},nodes=3", "tictactoe", "no limit of nodes"),
        ("gtp:/nowhere/engine", "tictactoe", "cannot be started"),
        ("gtp:x", "backgammon", "GTP is for two players without dice"),
    ):
        with pytest.raises(GameError, match=message):
            match(game, words, "random", games=2, plies=0)


def test_words_for_programs():
    spec = Spec.read("xboard:/usr/games/gnuchess -x,tc=5,memory=16")
    assert (spec.command, spec.settings) == ("/usr/games/gnuchess -x", {"memory": 16})
    assert Spec.read('uci:cmd="a --x=1",Skill Level=3').settings == {"Skill Level": 3}
    with pytest.raises(GameError, match="which program"):
        Spec.read("gtp")
    with pytest.raises(GameError, match="not an option"):
        Spec.read("gtp:a,b")
