"""One run of a student's program, in a process of its own: questions answered, limits kept, and the end told in words.

The process is a fresh interpreter (``student_side``) in an empty folder, without the environment, without gametree. It
has two pipes for questions and answers; what it prints is read up to a limit. Whatever it does, it is ended with its
whole process group, and what it sends can only be questions and an answer: points are given here.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time as clock
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError
from gametree.teaching.grading.desk import Desk, TooManyError, plain

if TYPE_CHECKING:
    from gametree.teaching.grading.assignment import Test

LONGEST = 1 << 20
"""The most bytes of a message of the program's."""
KEPT = 2000
"""The most characters of its output that are shown."""
START, SPARE = 20.0, 2.0
"""Seconds in which the interpreter must have started, and those that a run has besides three times its processor time:
a program may sleep, and a machine may be busy."""
NO_START = "the interpreter did not start in time"
SIGNALS = {
    signal.SIGXCPU: "it used more than {time:g} s of processor time: perhaps a loop without an end",
    signal.SIGKILL: "it used more than {time:g} s of processor time: perhaps a loop without an end",
    signal.SIGSEGV: "the interpreter crashed: perhaps a recursion without an end",
}


@dataclass
class Run:
    """What came of a run: the answers, or why there are none."""

    answers: list[Any] | None = None
    failed: str = ""
    printed: str = ""
    fences: tuple[str, ...] = ()
    """What of the kernel's own fences was up: ``nobody``, ``Landlock``, ``seccomp``."""
    ready: bool = False
    """The interpreter has started, and the fence is up."""
    seconds: float = 0.0


@dataclass
class _Talk:
    """The messages of a process: bytes come in pieces, lines go out."""

    desk: Desk
    task: dict[str, Any]
    replies: Any
    waiting: bytearray = field(default_factory=bytearray)

    def take(self, data: bytes, run: Run) -> bool:
        """Read what has come; is the run over?"""
        self.waiting += data
        while (end := self.waiting.find(b"\n")) >= 0:
            line = bytes(self.waiting[:end])
            del self.waiting[: end + 1]
            if self._message(line, run):
                return True
        if len(self.waiting) > LONGEST:
            run.failed = "it sent a message of more than a million bytes to the grader"
        return bool(run.failed)

    def _message(self, line: bytes, run: Run) -> bool:
        try:
            told: Any = json.loads(line)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            run.failed = "it wrote to the grader's channel itself"
            return True
        message = cast("dict[str, Any]", told)
        if "ready" in message and not run.ready:
            run.ready = True
            run.fences = tuple(str(name) for name in cast("list[object]", message["ready"]))
        elif "ask" in message:
            return self._reply(message, run)
        elif "answers" in message:
            run.answers = message["answers"]
            return True
        elif "missing" in message:
            run.failed = f"there is no function {self.task['function']} in the file"
            return True
        elif "raised" in message:
            run.failed = str(message["raised"])[:KEPT]
            return True
        else:
            run.failed = "it wrote to the grader's channel itself"
            return True
        return False

    def _reply(self, question: dict[str, Any], run: Run) -> bool:
        try:
            reply = {"is": self.desk.answer(question)}
        except TooManyError as error:
            run.failed = str(error)
            return True
        except GameError as error:
            reply = {"error": str(error)}
        try:
            self.replies.write(json.dumps(reply).encode() + b"\n")
            self.replies.flush()
        except OSError:  # it has closed its end; that it has ended is seen at the other pipe
            return False
        return False


def run(source: str, test: Test, desk: Desk) -> Run:
    """Run the function that a test asks for, on the states at which the desk's tree begins.

    >>> from gametree import load
    >>> from gametree.teaching.grading.assignment import Test
    >>> test = Test("a leaf", load("tree", tree=[3, 5]), function="first")
    >>> desk = Desk(test.game, [test.game.initial()], None, most=10)
    >>> run("def first(game, s): return game.utility(game.result(s, 0))", test, desk).answers
    [3]
    """
    task = {
        "source": source,
        "function": test.function,
        "depth": test.depth,
        "fields": desk.names(),
        "players": test.game.players,
        "bounds": plain(test.game.bounds),
        "starts": [(number, desk.fields(s)) for number, s in enumerate(desk.states)],
        "memory": test.memory << 20,
        "seconds": max(1, round(test.time)),
    }
    begun, done = clock.monotonic(), Run()
    questions, asks = os.pipe()
    hears, replies = os.pipe()
    with tempfile.TemporaryDirectory(prefix="gametree-grade-") as folder:
        script = Path(__file__).with_name("student_side.py")
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-u", str(script), str(hears), str(asks)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
            env={"LC_ALL": "C.UTF-8"}, pass_fds=(hears, asks), start_new_session=True,
        )  # fmt: skip
        os.close(hears)
        os.close(asks)
        try:
            with os.fdopen(replies, "wb") as out:
                try:
                    out.write(json.dumps(task).encode() + b"\n")
                    out.flush()
                except BrokenPipeError:
                    done.failed = NO_START
                _converse(process, questions, _Talk(desk, task, out), done, test)
        finally:
            os.close(questions)
            _end(process)
    if done.answers is None and not done.failed:
        done.failed = _how_it_ended(process.returncode, test)
    done.seconds = clock.monotonic() - begun
    return done


def _converse(process: subprocess.Popen[bytes], questions: int, talk: _Talk, done: Run, test: Test) -> None:
    """Answer until there is an answer, the process has ended, or a limit is reached."""
    assert process.stdout
    printed, flood = bytearray(), test.output << 10
    deadline, longest, ready_before = clock.monotonic() + START, SPARE + 3 * test.time, False
    with selectors.DefaultSelector() as ready:
        ready.register(questions, selectors.EVENT_READ)
        ready.register(process.stdout, selectors.EVENT_READ)
        over = bool(done.failed)
        while ready.get_map() and not over:
            found = ready.select(max(0.0, deadline - clock.monotonic()))
            if not found or clock.monotonic() > deadline:
                done.failed = f"it took more than {longest:g} s in all" if done.ready else NO_START
                break
            for key, _ in found:
                data = os.read(key.fd, 1 << 16)
                if not data:
                    ready.unregister(key.fileobj)
                elif key.fd == questions:
                    over = over or talk.take(data, done)
                else:
                    printed += data
                    if len(printed) > flood:
                        done.failed, over = f"it printed more than {test.output} kB", True
            if done.ready and not ready_before:  # its own time begins
                deadline, ready_before = clock.monotonic() + longest, True
    if not done.failed and done.answers is None:  # it has closed both pipes: it ends, or it is ended
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            done.failed = "it closed the grader's channel"
    os.set_blocking(process.stdout.fileno(), False)
    if done.answers is not None and len(printed) < KEPT:  # what it printed before the answer may come after it
        printed += process.stdout.read(KEPT) or b""
    done.printed = printed[:KEPT].decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and its whole group. It has not been waited for, so its number is still its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # macOS refuses where only a zombie is left
        process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def _how_it_ended(status: int, test: Test) -> str:
    """In words, for a program that has given no answer."""
    if status < 0:
        told = SIGNALS.get(signal.Signals(-status), f"it was ended by signal {-status}")
        return told.format(time=test.time)
    return "it ended without an answer (did it call os._exit?)"
