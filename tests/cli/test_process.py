"""What only a process of its own can show: quick help, closed pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time

import pytest

GAMETREE = [sys.executable, "-m", "gametree"]


def test_help_is_quick():
    def seconds() -> float:  # of the processor, so that a busy machine does not count
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*GAMETREE, "--help"], check=True, capture_output=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime

    assert min(seconds() for _ in range(5)) <= 0.3


def test_help_does_not_import_what_reads_markup():
    script = "import sys; from gametree.cli import main; main(['--help']); sys.exit('markdown_it' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], check=False, stdout=subprocess.DEVNULL)
    assert ran.returncode == 0


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
    assert ran.stderr == "gametree: unknown game 'nogame' (gametree games lists them all)\n"


def test_ctrl_c_gives_the_best_so_far():
    words = ["best", "connect4", "--time", "60", "--json", "--verbose"]
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        pytest.skip("Ctrl-C is ignored here, as by the background jobs of a shell")
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


def test_ctrl_c_ends_a_game_of_the_computer_with_itself():
    words = ["play", "connect4", "--human", "none", "--level", "10"]
    with subprocess.Popen([*GAMETREE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(1.5)  # it compiles, and thinks for five seconds
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.count("the first player: ") <= 1
    assert "Traceback" not in err


def shell(words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m gametree {words}"
    environment = {**os.environ, **variables}
    return subprocess.run(command, shell=True, check=False, capture_output=True, text=True, env=environment)


def test_letters_that_the_terminal_does_not_know_are_no_crash():
    plain = {"PYTHONIOENCODING": "ascii"}
    ran = shell("trace 'tree:[[3,12],[2,4]]'", **plain)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert r"(\u2212\u221e, \u221e)" in ran.stdout
    games = json.loads(shell("games --json", **plain).stdout)["games"]
    assert any("è" in str(game) for game in games)


def test_closed_ends_are_no_crash():
    assert (shell("games >&-").returncode, shell("games >&-").stderr) == (0, "")
    assert (shell("gams 2>&-").returncode, shell("gams 2>&-").stdout) == (2, "")


def test_a_cache_that_cannot_be_cleared(gametree, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    (tmp_path / "one.kernel").touch()
    assert gametree("cache", "clear").told() == f"1 file in {tmp_path} cannot be removed"


def refuse(*_: object, **__: object) -> None:
    raise PermissionError
