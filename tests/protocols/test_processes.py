"""The protocols as processes of their own: how fast they greet, and what they do when nobody listens any more."""

from __future__ import annotations

import subprocess
import sys

import pytest

GREETING = """
import io, sys
from gametree import load
from gametree.protocols.{protocol} import {kind}
out = io.BytesIO()
{kind}(load("{game}"), io.BytesIO(b"{protocol}\\nquit\\n"), out).run()
assert out.getvalue().endswith(b"{protocol}ok\\n")
assert "numba" not in sys.modules
"""


@pytest.mark.parametrize(("protocol", "kind", "game"), [("uci", "Uci", "chess"), ("ugi", "Ugi", "connect4")])
def test_the_greeting_waits_for_no_compiler(protocol, kind, game):
    program = GREETING.format(protocol=protocol, kind=kind, game=game)
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
