"""Whatever a process says is true: ``gametree best`` that Ctrl-C stops, and a conversation over pipes.

Moments are drawn at random from a seed; where the clock lets them fall does not matter, as every claim must be true.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from random import Random
from typing import Any

import pytest
from soundness_truth import Referee

from gametree import load
from gametree.game import Line, over

GAMETREE = [sys.executable, "-m", "gametree"]


def judge_json(said: dict[str, Any], value: float, distance: int | None, where: str) -> None:
    """Is what ``best --json`` claims true?"""
    where = f"{where}: {said}, but it is worth {value}, in {distance}"
    assert said.get("least") is None or said.get("least") <= value, where
    assert said.get("most") is None or said.get("most") >= value, where
    if said["proven"]:
        assert said["value"] == value, where
        assert said.get("distance") is None or value == 0 or said.get("distance") == distance, where
        assert said.get("within") is None or said.get("within") >= (distance or 0), where
    else:
        assert (said.get("distance"), said.get("within")) == (None, None), where


@pytest.mark.parametrize(("seed", "algorithm"), [(1, "exact"), (2, "pvs")])
def test_ctrl_c_at_a_random_moment(seed, algorithm):
    """4×4×4 is a draw; questions that are asked on the way are unanswered when Ctrl-C comes."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        pytest.skip("Ctrl-C is ignored here, as by the background jobs of a shell")
    words = ["best", "mnk:4,4,4", "--algorithm", algorithm, "--time", "30", "--json", "--verbose"]
    with subprocess.Popen([*GAMETREE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        for line in process.stderr:  # first it compiles
            if line.startswith("depth"):
                break
        time.sleep(Random(seed).random() ** 2 * 0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    assert process.returncode == 0
    judge_json(json.loads(out), 0, None, f"{algorithm}, seed {seed}")


def test_a_conversation_over_pipes():
    """Tic-Tac-Toe over UGI, each search cut short by nodes or by ``stop``: whatever is called a mate is one."""
    game, dice, told = load("tictactoe"), Random(5), 0
    referee = Referee(game)
    command = [*GAMETREE, "ugi", "tictactoe"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(40):
            s, played = game.initial(), []
            for _ in range(dice.randint(2, 6)):
                a = dice.choice(list(game.actions(s)))
                if over(game, game.result(s, a)):
                    continue
                played.append(a)
                s = game.result(s, a)
            names, at = [], game.initial()
            for a in played:
                names.append(game.name(at, a))
                at = game.result(at, a)
            said = conversation(process, f"position startpos moves {' '.join(names)}", dice)
            truth = referee.truth(Line(game.initial(), tuple(played)))
            sign = 1 if game.player(s) == 0 else -1
            by_name = {game.name(s, a): label for a, label in truth.actions.items()}
            for line in said:
                if " score mate " not in line or " pv " not in line:
                    continue
                mate, move = int(line.split(" score mate ")[1].split()[0]), line.split(" pv ")[1].split()[0]
                value, distance = by_name[move]
                where = f"{names}: {line}, but the move is worth {value} in {distance}"
                assert sign * value == (1 if mate > 0 else -1), where
                assert abs(mate) >= distance, where
                told += 1
            assert said[-1].split()[1] in by_name
        assert process.stdin
        process.stdin.write("quit\n")
        process.stdin.flush()
        assert process.wait(60) == 0
    assert told > 10


def conversation(process: subprocess.Popen[str], position: str, dice: Random) -> list[str]:
    """One question, and what is said until the move."""
    assert process.stdin
    assert process.stdout
    infinite = dice.random() < 0.3
    go = "go infinite" if infinite else f"go nodes {dice.choice((dice.randint(1, 20), dice.randint(1, 2000)))}"
    process.stdin.write(f"{position}\n{go}\n")
    process.stdin.flush()
    if infinite:
        time.sleep(dice.random() * 0.01)
        process.stdin.write("stop\n")
        process.stdin.flush()
    said = [process.stdout.readline()]
    while said[-1] and not said[-1].startswith("bestmove"):
        said.append(process.stdout.readline())
    return said
