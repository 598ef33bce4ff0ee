"""What only a process of its own can show: quick help, closed pipes, Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

GAMETREE = [sys.executable, "-m", "gametree"]


def test_help_is_quick():
    def seconds() -> float:
        begin = time.perf_counter()
        subprocess.run([*GAMETREE, "--help"], check=True, capture_output=True)
        return time.perf_counter() - begin

    assert min(seconds() for _ in range(5)) <= 0.3


def test_help_and_games_do_not_import_numba():
    script = "import sys; from gametree.cli import main; main(sys.argv[1:]); sys.exit('numba' in sys.modules)"
    for words in (["--help"], ["games"], ["best", "--help"], ["cache"]):
        subprocess.run([sys.executable, "-c", script, *words], check=True, capture_output=True)


def test_a_reader_who_leaves_is_no_mistake():
    with subprocess.Popen([*GAMETREE, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_mistake_in_a_process():
    ran = subprocess.run([*GAMETREE, "best", "nogame"], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "gametree: unknown game 'nogame'; (gametree games lists them all)\n"


def test_ctrl_c_gives_the_best_so_far():
    words = ["best", "connect4", "--time", "60", "--json", "--verbose"]
    with subprocess.Popen([*GAMETREE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        for line in process.stderr:
            if line.startswith("depth"):
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert json.loads(out)["depth"] >= 1
    assert "Traceback" not in err


def test_ctrl_c_is_quiet_elsewhere():
    script = (
        "import sys, gametree.verbs.measure as m\n"
        "from gametree.cli import main\n"
        "def stop(*_, **__): raise KeyboardInterrupt\n"
        "m.measure = stop\n"
        "sys.exit(main(['measure', 'tictactoe']))"
    )
    ran = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


def test_play_through_a_pipe():
    ran = subprocess.run(
        [*GAMETREE, "play", "tictactoe", "--human", "both"],
        check=True, capture_output=True, text=True, input="1\n4\n2\n5\n3\nquit\n",
    )  # fmt: skip
    assert "The game is over: the first player wins." in ran.stdout
    assert "\x1b" not in ran.stdout
    assert ran.stderr == ""
