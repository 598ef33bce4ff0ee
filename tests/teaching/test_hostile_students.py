"""Programs that would do harm, or cheat: each is ended or refused, and the next test runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from gametree import load
from gametree.errors import GameError
from gametree.teaching import grading
from gametree.teaching.grading import grade, grade_source, process
from gametree.teaching.grading.assignment import Assignment, Test

FOLDER = Path(grading.__file__).parent
SECRET = "root:"
"""What /etc/passwd begins with."""

QUICK = {
    # what it tries: the body of minimax, what is told
    "exit": ("import sys; sys.exit(0)", "SystemExit: 0"),
    "exit at once": ("import os; os._exit(0)", "it ended without an answer"),
    "flood": ("while True: print('x' * 1000)", "it printed more than 64 kB"),
    "memory": ("x = []\n    while True: x.append(bytearray(1 << 24))", "MemoryError"),
    "fork": ("import os\n    while True: os.fork()", "a graded program may not do this (os.fork)"),
    "files": ("return open('/etc/passwd').read()", "a graded program may not open files"),
    "kill": ("import os, signal; os.kill(os.getppid(), signal.SIGKILL)", "a graded program may not do this (os.kill)"),
    "gametree": ("import sys; sys.path.append(SOURCES)\n    import gametree", "may not import gametree"),
    "asking, not listening": ("say(b'{\"ask\": \"text\", \"at\": 0}\\n' * 9999)", "it took more than 5 s in all"),
    "the fence's own names": (
        "import builtins, os; os.path.realpath = lambda path: '/dev/null'; builtins.isinstance = lambda *_: False\n"
        "    return open('/etc/passwd').read()", "a graded program may not open files"),
}  # fmt: skip
MORE = {
    "loop": ("while True: pass", "no answer: it "),
    "sleep": ("import time; time.sleep(1000)", "it took more than 5 s in all"),
    "asking": ("while True: game.actions(s)", "no answer: it "),
    "states": ("for a in range(9): game.result(game.result(s, a // 3), a % 3)", "more than 8 states"),
    "recursion": ("import sys; sys.setrecursionlimit(10**9)\n    def f(): return [f()]\n    return f()", "no answer: "),
    "recursion as Python limits it": ("def f(): return [f()]\n    return f()", "RecursionError"),
    "crash": ("import sys; sys.setrecursionlimit(10**9)\n    x, y = [], []\n"
              "    for _ in range(10**6): x, y = [x], [y]\n    return x == y", "no answer: "),
    "thread": ("import threading; threading.Thread(target=print).start()", "no answer: "),
    "program": ("import subprocess; subprocess.run(['id'])", "may not do this (subprocess.Popen)"),
    "shell": ("import os; os.system('id')", "may not do this (os.system)"),
    "network": ("import socket; socket.create_connection(('127.0.0.1', 80))", "may not do this (socket."),
    "raw files": ("import _io; return _io.FileIO('/etc/passwd').read()", "may not open files"),
    "file descriptors": ("import os; return os.read(os.open('/etc/passwd', 0), 100).decode()", "may not open files"),
    "writing": ("open('x', 'w').write('x')", "may not open files"),
    "listing": ("import os; return os.listdir('/')", "may not list folders"),
    "C": ("import ctypes; ctypes.CDLL(None).getpid()", "no answer: "),
    "limits": ("import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))", "no answer: "),
    "closing": ("import os; os.closerange(0, 50)\n    return 3, 0", "it ended without an answer"),
    "closing and waiting": ("import os, time; os.closerange(0, 50); time.sleep(100)", "it closed the grader's channel"),
    "garbage": ("import os\n    for fd in range(3, 20):\n        try: os.write(fd, b'0' * 5000000)\n"
                "        except OSError: pass", "more than a million bytes"),
    "not JSON": ("import os\n    for fd in range(3, 20):\n        try: os.write(fd, b'[]\\n')\n"
                 "        except OSError: pass\n    return 3, 0", "it wrote to the grader's channel itself"),
    "a false message": ("import os\n    for fd in range(3, 20):\n        try: os.write(fd, b'{\"score\": 100}\\n')\n"
                        "        except OSError: pass\n    return 3, 0", "it wrote to the grader's channel itself"),
    "a huge number": ("return 10 ** 100000", "no answer: ValueError"),
    "a deep list": ("x = []\n    for _ in range(100000): x = [x]\n    return x", "RecursionError"),
    "an object": ("return object()", "your program returned '<object object"),
    "the module itself": ("import sys; sys.modules['__main__'].Channel.send = None\n    return 3, 0", "no answer: "),
    "a syntax error": ("return (", "SyntaxError"),
    "asking, not listening, asleep": (
        "say(b'{\"ask\": \"text\", \"at\": 0}\\n' * 2500)\n    import time; time.sleep(100)",
        "it took more than 5 s in all"),
    "the fence's own tables": (
        "import sys; frame = sys._getframe()\n    while frame:\n"
        "        if 'fence' in frame.f_locals: frame.f_locals['fence'].FORBIDDEN = ()\n        frame = frame.f_back\n"
        "    import os; os.chmod('.', 0o777)", "may not do this (os.chmod)"),
    "C that is loaded": ("import sys; sys.modules['ctypes'].memmove(0, b'0', 1)", "KeyError: 'ctypes'"),
    "the grader's priority": ("import os; os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)", "no answer: "),
    "the grader's processors": ("import os; os.sched_setaffinity(os.getppid(), {0})", "no answer: "),
    "the machine for itself": ("import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))", "no answer: "),
    "an error that paints": ("raise ValueError('\\x1b[2J\\ud800')", r"ValueError: \x1b[2J\ud800"),
    "an error without end": ("raise ValueError('x' * 10**7)", "ValueError: xxx"),
}  # fmt: skip


KERNELS = {"the grader's priority", "the grader's processors", "the machine for itself"}
"""What only the kernel refuses: here where it can."""

ODD = {
    # what it says to the grader itself, and what it answers then: neither may stop the grader
    "an action that is a number": """say(b'{"ask": "result", "at": 0, "more": 5}\\n')""",
    "a method that is a list": """say(b'{"ask": ["text"], "at": 0}\\n')""",
    "a state that is a table": """say(b'{"ask": "text", "at": {}, "fields": {"a": 1}}\\n')""",
    "a deep state": """say(b'{"ask": "text", "fields": ' + b"[" * 900 + b"]" * 900 + b"}\\n")""",
    "a move that is a table": """say(b'{"answers": [[3, {"a": 1}]]}\\n')""",
    "a deep move": """say(b'{"answers": [[3, ' + b"[" * 900 + b"]" * 900 + b"]]}\\n")""",
    "no answers": """say(b'{"answers": null}\\n')""",
    "a number that no float holds": "return 10**400, -10**400",
    "a long text": "return 'x' * 900000, 'x' * 900000",
    "half a character": "return '\\ud800', '\\ud800'",
    "painting": "print('\\x1b[2J\\x1b[H✓ decent: 100 of 100\\r'); return 4, 0",
}
SAY = """
def say(message):
    import os
    for fd in range(3, 64):
        try:
            os.write(fd, message)
        except OSError:
            pass
"""


def graded(body, **told):
    """The verdict on a function minimax with this body, and on a decent one after it."""
    source = (
        "SOURCES = "
        + repr(str(FOLDER.parents[2]))
        + SAY
        + f"\ndef minimax(game, s):\n    {body}\ndef decent(game, s): return 3"
    )
    if body.endswith("("):
        source = f"def minimax(game, s):\n    {body}"
    game = load("tree:example=textbook")
    test = Test("hostile", game, **{"time": 1.0, **told})
    decent = Test("decent", game, function="decent", compare={"value": 1.0})
    return grade_source(source, Assignment("hostile", (test, decent))).verdicts


@pytest.mark.parametrize("name", QUICK)
def test_it_is_contained(name):
    body, told = QUICK[name]
    first, second = graded(body)
    assert told in first.text()
    assert first.score == 0
    assert second.passed


@pytest.mark.thorough
@pytest.mark.parametrize("name", MORE)
def test_more_is_contained(name):
    body, told = MORE[name]
    begun = time.monotonic()
    first, second = graded(body, **({"states": 8} if name == "states" else {}))
    if name in KERNELS and "seccomp" not in first.run.fences:
        pytest.skip("this kernel has no seccomp")
    assert time.monotonic() - begun < 60
    assert told in first.text()
    assert first.score == 0
    assert SECRET not in first.text()
    assert len(first.text()) < 20_000
    assert second.passed or name == "a syntax error"


@pytest.mark.parametrize("name", ODD)
def test_the_grader_goes_on_whatever_it_is_told(name):
    first, second = graded(f"{ODD[name]}\n    return 3, 0")
    told = first.text()
    assert second.passed
    assert len(told) < 2000
    assert told.isprintable() or set(told) - {"\n"} == {c for c in told if c.isprintable()}
    assert first.passed is ('"ask"' in ODD[name])  # a question is a question, and the answer after it counts


def test_a_game_that_fails_where_it_should_not_be_asked_fails_the_program_only():
    class Hasty(type(load("tree:example=textbook"))):
        def player(self, s):
            return [0][s.node]

    source = "def minimax(game, s):\n    return game.player(game.result(s, 0))"
    test = Test("hasty", Hasty(example="textbook"))
    verdict = grade_source(source, Assignment("one", (test,))).verdicts[0]
    assert "GameError: the game has no answer to 'player' here (IndexError)" in verdict.text()


def test_a_link_or_a_pipe_is_no_program(tmp_path):
    """A link in what was handed in may lead to the solution."""
    solution = tmp_path / "solution.py"
    solution.write_text("def minimax(game, s): return 3, 0", encoding="utf-8")
    (tmp_path / "link.py").symlink_to(solution)
    os.mkfifo(tmp_path / "pipe.py")
    tests = Path(__file__).parents[2] / "docs" / "course" / "1_minimax"
    for name in ("link.py", "pipe.py"):
        with pytest.raises(GameError, match="not a plain file"):
            grade(tmp_path / name, tests)


def test_who_writes_to_the_channel_can_only_answer():
    """An answer that a program writes to the pipe itself is judged as an answer: the nodes are counted elsewhere."""
    body = """import os
    for fd in range(3, 256):
        try: os.write(fd, b'{"answers": [[3, 0]]}\\n')
        except OSError: pass
    os._exit(0)"""
    first, _ = graded(body, compare={"value": 1.0, "visited": 1.0}, algorithm="alphabeta", function="minimax")
    assert first.right == {"value": True, "visited": False}


def test_a_process_that_was_ended_is_told_why():
    test = Test("", load("tree:example=textbook"), time=2.5)
    assert "more than 2.5 s of processor time" in process._how_it_ended(-signal.SIGXCPU, test)
    assert "crashed" in process._how_it_ended(-signal.SIGSEGV, test)
    assert "ended without an answer" in process._how_it_ended(0, test)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    graded("while True: print(game.actions(s))")
    assert list(tmp_path.iterdir()) == []


ATTEMPTS = """
import fcntl, importlib.util, os, resource, socket, sys
spec = importlib.util.spec_from_file_location("kernel_fence", sys.argv[1])
kernel = importlib.util.module_from_spec(spec)
spec.loader.exec_module(kernel)
kernel.give_up_powers()
print(kernel.only_read([os.path.dirname(os.__file__)]), kernel.refuse_calls())

def attempt(name, act):
    try:
        print(name, "done" if act() is not None else "nothing")
    except OSError as error:
        print(name, type(error).__name__)

attempt("library", lambda: open(os.__file__).read())
attempt("passwd", lambda: open("/etc/passwd").read())
attempt("write", lambda: open("/tmp/gametree-written", "w"))
attempt("list", lambda: os.listdir("/"))
attempt("fork", lambda: os.fork())
attempt("exec", lambda: os.execv("/bin/true", ["true"]))
attempt("socket", lambda: socket.socket())
attempt("kill", lambda: os.kill(os.getppid(), 0) or 1)
attempt("mode", lambda: os.chmod(sys.argv[1], 0o644) or 1)
attempt("date", lambda: os.utime(sys.argv[1]) or 1)
attempt("priority", lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19) or 1)
attempt("processors", lambda: os.sched_setaffinity(os.getppid(), {0}) or 1)
attempt("limits", lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CORE) or 1)
attempt("own", lambda: fcntl.fcntl(0, fcntl.F_GETFL) + 1)
attempt("signal", lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()) or 1)
"""
BY_CALL = ("fork", "exec", "socket", "kill", "mode", "date", "priority", "processors", "limits", "signal")


def test_the_kernel_refuses_without_the_hooks():
    """The kernel's fence by itself, for programs that get over the interpreter's hooks."""
    words = [sys.executable, "-I", "-S", "-c", ATTEMPTS, str(FOLDER / "kernel_fence.py")]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split("\n")
    files, calls = told[0].split()
    found = dict(line.split() for line in told[1:] if line)
    if files == "False" and calls == "False":
        pytest.skip("this kernel has neither Landlock nor seccomp")
    assert found["library"] == "done"
    if files == "True":
        assert {found[name] for name in ("passwd", "write", "list")} == {"PermissionError"}
    if calls == "True":
        assert {found[name] for name in BY_CALL} == {"PermissionError"}
        assert found["own"] == "done"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
@pytest.mark.parametrize("interpreter", [sys.executable, "/usr/bin/python3"])
def test_root_runs_a_program_as_nobody_where_nobody_can_read_python(interpreter, monkeypatch):
    if not Path(interpreter).exists():
        pytest.skip("there is no such interpreter")
    words = [interpreter, "-I", "-S", "-c", "import os; print(os.__file__)"]
    library = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    readable = all(place.stat().st_mode & 0o001 for place in Path(library).resolve().parents)
    monkeypatch.setattr(process, "sys", SimpleNamespace(executable=interpreter))
    first, _ = graded("import os; return os.getuid(), 0", compare={"value": 1.0})
    assert ("yours is 65534" if readable else "yours is 0") in first.text()
    first, _ = graded("import os; os.setuid(0); return 3, 0", compare={"value": 1.0})
    assert first.passed is not readable  # there is no way back
