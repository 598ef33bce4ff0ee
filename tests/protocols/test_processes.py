"""The protocols as processes of their own: how fast they greet, and what they do when nobody listens any more."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

GREETING = """
import io, sys
from gametree import load
from gametree.protocols.uci.{module} import {kind}
waited = []  # after the greeting it is imported in the background

class Out(io.BytesIO):
    def write(self, data):
        if b"{protocol}ok" in data:
            waited.append("numba" in sys.modules)
        return super().write(data)

out = Out()
{kind}(load("{game}"), io.BytesIO(b"{protocol}\\nquit\\n"), out).run()
assert out.getvalue().endswith(b"{protocol}ok\\n")
assert waited == [False]
"""


@pytest.mark.parametrize(("protocol", "kind", "game"), [("uci", "Uci", "chess"), ("ugi", "Ugi", "connect4")])
def test_the_greeting_waits_for_no_compiler(protocol, kind, game):
    program = GREETING.format(protocol=protocol, module="server" if kind == "Uci" else "ugi", kind=kind, game=game)
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("protocol", ["uci", "ugi"])
def test_nobody_listens(protocol):
    command = [sys.executable, "-m", "gametree", protocol, "tictactoe"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{protocol}\nposition startpos\ngo depth 2\n")
        process.stdin.flush()
        said = [process.stdout.readline()]
        assert said[0].startswith("id name")
        while not said[-1].startswith("bestmove"):
            said.append(process.stdout.readline())
            assert said[-1]
        process.stdout.close()
        process.stdin.write(f"{protocol}\nisready\ngo depth 2\n{protocol}\n")
        process.stdin.close()
        assert process.wait(60) == 0


SAID = {
    "uci": ("uci", "go infinite", "position startpos\ngo depth 1"),
    "ugi": ("ugi", "go infinite", "position startpos\ngo depth 1"),
    "xboard": ("xboard\nprotover 2", "post\nanalyze", "new\nst 1"),
    "gtp": ("name", "gametree-limit seconds 600\ngenmove b", "gametree-limit depth 1\ngenmove b"),
}
"""What a client says first; what begins a search that lasts; and one that is soon over."""


@pytest.mark.parametrize("said", [0, 1, 2])
@pytest.mark.parametrize("protocol", SAID)
def test_a_client_that_closes_only_our_output(protocol, said):
    """It may keep its end of our input open for ever: the program ends all the same."""
    game = "chess" if protocol in ("uci", "xboard") and said != 1 else "tictactoe"
    command = [sys.executable, "-m", "gametree", protocol, game]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("\n".join(SAID[protocol][: said + 1 if said < 2 else 1]) + "\n")
        process.stdin.flush()
        assert process.stdout.readline()
        if said == 2:
            process.stdin.write(SAID[protocol][2] + "\n")
            process.stdin.flush()
        process.stdout.close()
        assert process.wait(60) == 0


PRINTING = """
from gametree.games.tictactoe import TicTacToe


class Talking(TicTacToe):
    def initial(self):
        print("from the rules")
        return super().initial()

    def name(self, s, a, style=""):
        print("a name is asked for")
        return super().name(s, a, style)
"""
ASKED = {
    "uci": ("uci\nposition startpos moves 1\nquit\n", r"id (name|author) .*|option name .*|uciok|info string .*"),
    "ugi": ("ugi\nposition startpos moves 1\nquery p1turn\nquit\n", r"id .*|option name .*|ugiok|response .*"),
    "xboard": ("xboard\nprotover 2\nusermove 1\nquit\n", r"feature .*|"),
    "gtp": ("name\nplay b 1\nquit\n", r"= .*|=|"),
}


@pytest.mark.parametrize("protocol", ASKED)
def test_what_rules_print_does_not_reach_the_client(protocol, tmp_path):
    rules = tmp_path / "talking.py"
    rules.write_text(PRINTING)
    asked, answers = ASKED[protocol]
    command = [sys.executable, "-m", "gametree", protocol, str(rules)]
    said = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    assert [line for line in said.stdout.splitlines() if not re.fullmatch(answers, line)] == []
    assert said.stdout
    assert "from the rules" in said.stderr
