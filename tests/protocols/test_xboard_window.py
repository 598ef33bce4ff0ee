"""XBoard itself, on a virtual screen: it plays us against ourselves, and writes down the game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import chess.pgn
import pytest

from gametree.compile.cache import folder

PATIENCE = 600
"""Seconds after which the test gives up."""


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["normal", "fischerandom"])
def test_xboard_plays_a_game(program, tmp_path, variant):
    ours, record = f"{sys.executable} -m gametree xboard", tmp_path / "game.pgn"
    command = [
        program("xvfb-run"), "-a", program("xboard"), "-fcp", ours, "-scp", ours, "-mg", "1", "-variant", variant,
        "-depth", "2", "-ponderNextMove", "false", "-td", "0", "-sgf", str(record), "-debug", "-debugfile",
        str(tmp_path / "debug"),
    ]  # fmt: skip
    # its settings go into a home of their own; what is compiled is not compiled again
    places = {**os.environ, "HOME": str(tmp_path), "GAMETREE_CACHE": str(folder())}
    process = subprocess.Popen(
        command, env=places, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        late = time.monotonic() + PATIENCE
        while not (record.exists() and "\n\n" in record.read_text().strip()):
            assert time.monotonic() < late
            assert process.poll() is None
            time.sleep(1)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)
        time.sleep(1)
        with suppress(ProcessLookupError):  # XBoard may still be there
            os.killpg(process.pid, signal.SIGKILL)
    with record.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    assert not game.errors
    board = game.end().board()
    assert board.is_game_over(claim_draw=True)
    assert game.headers["Result"] == board.result(claim_draw=True)
    told = (tmp_path / "debug").read_text(errors="replace")
    assert "Illegal move" not in told
    assert "Error (" not in told
