"""One run of a student's program, in a process of its own: questions answered, limits kept, and the end told in words.

The process is a fresh interpreter (``student_side``) in an empty folder, without the environment, without gametree. It
has two pipes for questions and answers; what it prints is read up to a limit. Whatever it does, it is ended with its
whole process group, and what it sends can only be questions and an answer: points are given here.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time as clock
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError, quoted
from gametree.teaching.grading.desk import Desk, TooManyError, plain
from gametree.teaching.grading.received import message, tamed, visible

if TYPE_CHECKING:
    from gametree.teaching.grading.assignment import Test

LONGEST = 1 << 20
"""The most bytes of a message of the program's."""
KEPT = 2000
"""The most characters of its output that are shown."""
NAMES = 200
"""The most characters of the names of its functions that are shown."""
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


def _instead(names: object) -> str:
    """The functions that a file has in place of the one that is asked for; whatever the process says that they are."""
    if not isinstance(names, list) or not names:
        return ""
    return f"; it has {visible(', '.join(map(str, cast('list[object]', names))))[:NAMES]}"


@dataclass
class _Talk:
    """The messages of a process. It is answered one question at a time, and not before it has read the last answer:
    who asks without reading waits for itself."""

    desk: Desk
    task: dict[str, Any]
    asked: bytearray = field(default_factory=bytearray)
    """What has come and is not answered yet."""
    unsent: bytearray = field(default_factory=bytearray)
    """What the process has not taken yet."""

    def has_question(self) -> bool:
        """Is there a whole line to answer?"""
        return b"\n" in self.asked

    def next(self, run: Run) -> bool:
        """Take the next line; is the run over?"""
        line, _, rest = self.asked.partition(b"\n")
        self.asked = rest
        told = message(bytes(line))
        if told is None:
            run.failed = "it wrote to the grader's channel itself"
        elif "ready" in told and not run.ready:
            run.ready = True
            run.fences = tuple(str(name) for name in cast("list[object]", told["ready"]))
        elif "ask" in told:
            self._answer(told, run)
        elif "answers" in told:
            run.answers = tamed(told["answers"])
            return True
        elif "missing" in told:
            run.failed = f"there is no function {self.task['function']} in the file{_instead(told['missing'])}"
        elif "raised" in told:
            run.failed = visible(str(told["raised"])[:KEPT])
        else:
            run.failed = "it wrote to the grader's channel itself"
        return bool(run.failed)

    def _answer(self, question: dict[str, Any], run: Run) -> None:
        try:
            reply = {"is": self.desk.answer(question)}
        except TooManyError as error:
            run.failed = str(error)
            return
        except GameError as error:
            reply = {"error": str(error)}
        except Exception as error:  # the rules of a game may fail in any way where they should not be asked
            reply = {"error": f"the game has no answer to {quoted(str(question['ask']))} here ({type(error).__name__})"}
        self.unsent += json.dumps(reply).encode() + b"\n"

    def hand_over(self, replies: int) -> None:
        """Write what the process takes now."""
        try:
            del self.unsent[: os.write(replies, self.unsent)]
        except BlockingIOError:
            pass
        except OSError:  # it has closed its end; that it has ended is seen at the other pipe
            self.unsent.clear()


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
    os.set_blocking(replies, False)
    talk = _Talk(desk, task, unsent=bytearray(json.dumps(task).encode() + b"\n"))
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
            _converse(process, (questions, replies), talk, done, test)
        finally:
            os.close(questions)
            os.close(replies)
            _end(process)
    if done.answers is None and not done.failed:
        done.failed = _how_it_ended(process.returncode, test)
    done.seconds = clock.monotonic() - begun
    return done


def _converse(process: subprocess.Popen[bytes], pipes: tuple[int, int], talk: _Talk, done: Run, test: Test) -> None:
    """Answer until there is an answer, the process has ended, or a limit is reached."""
    assert process.stdout
    (questions, replies), prints = pipes, process.stdout.fileno()
    printed, flood = bytearray(), test.output << 10
    deadline, longest, ready_before = clock.monotonic() + START, SPARE + 3 * test.time, False
    still = {questions, prints}
    over = False
    while (still or talk.has_question()) and not over:
        waits_for_us = talk.has_question() and not talk.unsent
        listens = still - ({questions} if talk.has_question() else set())
        left = deadline - clock.monotonic()
        found = _ready(listens, {replies} if talk.unsent else set(), 0.0 if waits_for_us else left)
        if left < 0 or not (found or waits_for_us):
            done.failed = f"it took more than {longest:g} s in all" if done.ready else NO_START
            break
        for pipe in found & still:
            data = os.read(pipe, 1 << 16)
            if not data:
                still.discard(pipe)
            elif pipe == questions:
                talk.asked += data
                if len(talk.asked) > LONGEST:
                    done.failed, over = "it sent a message of more than a million bytes to the grader", True
            else:
                printed += data
                if len(printed) > flood:
                    done.failed, over = f"it printed more than {test.output} kB", True
        if talk.has_question() and not talk.unsent and not over:
            over = talk.next(done)
        if talk.unsent:
            talk.hand_over(replies)
        if done.ready and not ready_before:  # its own time begins
            deadline, ready_before = clock.monotonic() + longest, True
    if not done.failed and done.answers is None:  # it has closed both pipes: it ends, or it is ended
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            done.failed = "it closed the grader's channel"
    os.set_blocking(prints, False)
    if done.answers is not None and len(printed) < KEPT:  # what it printed before the answer may come after it
        printed += process.stdout.read(KEPT) or b""
    done.printed = visible(printed[:KEPT].decode("utf-8", "replace"))


def _ready(reads: set[int], writes: set[int], seconds: float) -> set[int]:
    """The pipes at which something can be done, after at most so many seconds."""
    poll = select.poll()
    for pipe in reads:
        poll.register(pipe, select.POLLIN)
    for pipe in writes:
        poll.register(pipe, select.POLLOUT)
    return {pipe for pipe, _ in poll.poll(max(0.0, seconds) * 1000)}


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
