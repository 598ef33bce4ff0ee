"""Sessions that no client would hold: random, huge and binary lines, closed pipes, searches stopped at any moment."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from talking import PATIENCE

from gametree.notation.unclaimed import moves_by_rule
from gametree.notation.words import word_of
from gametree.protocols.gtp.server import Gtp
from gametree.protocols.uci.server import Uci
from gametree.protocols.xboard.server import XBoard

GAMETREE = [sys.executable, "-m", "gametree"]
ROUNDS = 4
faults: list[str] = []


class CheckedUci(Uci):
    """Notes answers that are not legal in the position that was asked about."""

    def answer(self, thought, report):
        legal = [word_of(self.game, thought.state, a, self.style) for a in moves_by_rule(self.game, thought.state)]
        said, self.say = self.say, lambda *lines: self.check(legal, lines) or said(*lines)
        try:
            super().answer(thought, report)
        finally:
            self.say = said

    def check(self, legal, lines):
        for line in lines:
            if line.startswith("bestmove") and line.split()[1] not in (legal or ["(none)"]):
                faults.append(line)


class CheckedXBoard(XBoard):
    def make(self, action):
        if action not in moves_by_rule(self.game, self.referee.state):
            faults.append(f"{action} in {self.referee.state}")
        super().make(action)


class CheckedGtp(Gtp):
    def take(self, referee, action):
        if action not in referee.legal():
            faults.append(f"{action} in {referee.state}")
        super().take(referee, action)


UCI = """
uci
isready
ucinewgame
debug on
position startpos
position startpos moves 3 3
position startpos moves e2e4 e7e5
position startpos moves 1 1 1 2 e2e4
position fen 4k3/8/8/8/8/8/8/4K2R w K - 99 1
position fen
go depth 3
go depth -3
go nodes 300
go movetime 1
go infinite
go mate 2
go depth 2 searchmoves 1 e2e4 a7a8q
go ponder wtime 50 btime 50
go wtime 20 btime 20 winc 0 binc 0 movestogo 0
ponderhit
stop
stop
setoption name Hash value 1
setoption name Clear Hash
setoption name MultiPV value 3
setoption name Threads value 2
setoption name UCI_Chess960 value true
setoption name UCI_LimitStrength value true
bestmove 3
"""
XBOARD = """
xboard
protover 2
new
force
go
playother
usermove 3
usermove e2e4
usermove e7e5
1
e2e4
undo
remove
?
.
ping 3
hard
easy
post
nopost
analyze
exit
sd 2
sd 0
st 0.01
level 40 0:01 0
level 0 1 0
time 3
otim 3
nps 100
setboard 4k3/8/8/8/8/8/8/4K2R w K - 99 1
exclude all
include e2e4
variant fischerandom
memory 1
cores 2
option MultiPV=2
draw
hint
result 1-0 {x}
"""
GTP = """
1 protocol_version
boardsize 8
boardsize 99
clear_board
komi 6.5
play b 3
play w 3
play b d3
play w pass
genmove b
genmove w
7 reg_genmove b
undo
showboard
final_score
all_legal b
time_settings 1 1 1
time_left b 0 0
gametree-limit depth 2
gametree-limit nodes 50
list_commands
move_history
# interrupt
set_game tictactoe
"""
KINDS = {
    "uci": (CheckedUci, UCI, ("stop", "setoption name Hash value 1", "isready"), "readyok"),
    "xboard": (CheckedXBoard, XBOARD, ("exit", "force", "easy", "ping 77"), "pong"),
    "gtp": (CheckedGtp, GTP, ("# interrupt", "77 name"), "=77"),
}


def spoilt(dice: random.Random, line: str) -> bytes:
    """A line, as often as not with something wrong in it."""
    data = line.encode()
    match dice.randrange(10):
        case 0:
            return dice.randbytes(dice.randrange(1, 400)).replace(b"\n", b" ")
        case 1:
            return data[: dice.randrange(len(data) + 1)]
        case 2:
            at = dice.randrange(len(data))
            return data[:at] + dice.randbytes(1).replace(b"\n", b" ") + data[at + 1 :]
        case 3:
            return data + b" " + str(dice.choice((-1, 0, 10**30, "NaN", "1e9", "\u00e9" * 50))).encode()
        case 4:
            words = data.split()
            dice.shuffle(words)
            return b" ".join(words)
    return data


@pytest.mark.parametrize("game", ["connect4:width=5,height=4", "chess"])
@pytest.mark.parametrize("protocol", KINDS)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_nothing_is_illegal_and_everything_ends(talk, protocol, game, seed):
    kind, lines, closing, last = KINDS[protocol]
    dice, one = random.Random(f"{protocol} {game} {seed}"), talk(game, kind)
    one.session.settings.set("Hash", "1")
    faults.clear()
    # without a limit a search may take a second, and there are many: a client may send "stop" at every moment too
    stop = {"uci": "stop", "xboard": "?", "gtp": "# interrupt"}[protocol]
    for _ in range(50):
        one.send(spoilt(dice, dice.choice(lines.strip().splitlines())))
        if dice.random() < 0.3:
            one.send(stop)
    one.send(*closing)
    said = one.hear(last)
    assert "Traceback" not in "".join(said)
    one.rest()
    assert faults == []


@pytest.mark.parametrize("protocol", KINDS)
def test_huge_lines(talk, protocol):
    kind, _, closing, last = KINDS[protocol]
    one = talk("tictactoe", kind)
    for line in (b"x" * 3_000_000, b"\x00" * 100_000, b"position startpos moves " + b"1 " * 50_000, b"7" * 5000):
        one.send(line)
    one.send(b"usermove " + b"9" * 100_000, *closing)
    assert max(map(len, one.hear(last))) < 2000


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_search_is_stopped_at_any_moment(talk, protocol):
    kind, _, _, _ = KINDS[protocol]
    one = talk("connect4:width=5,height=4", kind)
    begin, stop, answer = {
        "uci": (("go infinite",), "stop", "bestmove"),
        "xboard": (("force", "new", "level 0 99 0", "time 99999", "usermove 3"), "?", "move"),
    }[protocol]
    dice = random.Random(1)
    for _ in range(12):
        one.send(*begin)
        for _ in range(dice.randrange(2000)):  # some moment later
            pass
        one.send(stop)
        one.hear(answer)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_a_process_whose_pipes_close_ends_well(protocol, seed):
    dice = random.Random(seed)
    _, lines, _, _ = KINDS[protocol]
    game = "connect4:width=5,height=4" if seed % 2 else "chess"
    process = subprocess.Popen(
        [*GAMETREE, protocol, game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    script = b"\n".join(spoilt(dice, dice.choice(lines.strip().splitlines())) for _ in range(30))
    script = script[: dice.randrange(len(script))]
    _, errors = process.communicate(b"gametree-limit depth 1\n" + script, timeout=PATIENCE)
    assert process.returncode == 0
    assert b"Traceback" not in errors
