"""A worker process: everything that runs a game's rules happens here, never in the server itself.

The server writes one JSON object a line to the worker's standard input, and reads one a line from its standard output:

    {"id": 1, "job": "gametree.web.jobs:position", "game": "connect4", "asked": {…}}    do this
    {"id": 1, "halt": true}                                                             stop it
    {"id": 1, "tell": {…}}         what is known so far
    {"id": 1, "done": {…}}         the answer
    {"id": 1, "error": "…"}        what is wrong, in one line

A job is a function ``job(game, asked, call)`` that returns what JSON can hold; each runs in a thread of its own. The
names of jobs come from the server's own code, never from the network. A worker whose rules loop for ever is killed. A
worker without a server ends by itself.
"""

from __future__ import annotations

import importlib
import json
import linecache
import os
import signal
import sys
import threading
import traceback
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from gametree.blame import users_fault
from gametree.catalogue import load, load_from, untried
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.game import AnyGame

KEPT = 32
"""The most games that are kept, with their compiled code."""
STACK = 64 << 20
"""Bytes of stack for a job: rules and textbook searches recurse."""
MEMORY = 6 << 30
"""The most bytes of memory of a worker, with the stacks of its jobs; files mapped into memory, such as a database, do
not count. On a small machine it is three quarters of the memory."""


@dataclass
class Call:
    """What a job gets besides the game and the request: a way to report, and a sign to stop."""

    number: int
    worker: Worker
    halt: threading.Event = field(default_factory=threading.Event)

    def tell(self, known: dict[str, Any]) -> None:
        """Report what is known so far."""
        self.worker.write({"id": self.number, "tell": known})


class Worker:
    """The jobs of one process. With a ``file`` its games are those of the user's file, as it was when the process was
    started; otherwise those of the catalogue."""

    def __init__(self, file: str | None, out: TextIO):
        self.out, self.writing = out, threading.Lock()
        self.calls: dict[int, Call] = {}
        self.games: OrderedDict[str, AnyGame] = OrderedDict()
        self.loading = threading.Lock()
        self.file = file
        self.cls: type[AnyGame] | None = None

    def write(self, message: dict[str, Any]) -> None:
        """Write one line, whole."""
        line = json.dumps(message, allow_nan=False)
        with self.writing:
            self.out.write(line + "\n")
            self.out.flush()

    def game(self, words: str) -> AnyGame:
        """The game that the words name, made once."""
        with self.loading:
            if words not in self.games:
                self.games[words] = load(words) if self.file is None else self._own(self.file, words)
                if len(self.games) > KEPT:
                    self.games.popitem(last=False)
            self.games.move_to_end(words)
            return self.games[words]

    def _own(self, file: str, words: str) -> AnyGame:
        """A game of the user's file. The file is run once. Its text is kept, so that code compiled later belongs to the
        same rules, even if the file has changed."""
        if self.cls is None:
            path = Path(file.partition(".py")[0] + ".py")
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
            self.cls = type(untried(file))  # as it is written: a form of it is made for each choice of parameters
            linecache.cache[str(path)] = (sum(map(len, lines)), None, lines, str(path))
        name, _, parameters = words.partition(":")
        return load_from(self.cls, name, parameters)

    def run(self, message: dict[str, Any]) -> None:
        """Do what one line says, in a thread of its own."""
        number = int(message["id"])
        if message.get("halt"):
            if (call := self.calls.get(number)) is not None:
                call.halt.set()
            return
        call = self.calls[number] = Call(number, self)
        threading.stack_size(STACK)
        threading.Thread(target=self._do, args=(call, message), daemon=True).start()

    def _do(self, call: Call, message: dict[str, Any]) -> None:
        try:
            module, _, name = message["job"].partition(":")
            job = getattr(importlib.import_module(module), name)
            game = None if message["game"] is None else self.game(message["game"])
            self.write({"id": call.number, "done": job(game, message["asked"], call)})
        except Exception as error:
            self.write({"id": call.number, "error": in_one_line(error)})
        finally:
            del self.calls[call.number]


def in_one_line(error: Exception) -> str:
    """What went wrong, in one line for the user; a bug of gametree is shown on the terminal too."""
    if isinstance(error, GameError):
        return " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return f"this needs more memory than a worker may have ({limit() >> 20} MB): choose something smaller"
    if isinstance(error, RecursionError):
        return "the rules, or this search, recurse too deeply"
    if (line := users_fault(error)) is not None:
        return line
    traceback.print_exception(error)
    return f"internal error: {type(error).__name__}: {error}"


def limit() -> int:
    """Bytes that a worker may have."""
    try:
        return min(MEMORY, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)
    except (ValueError, OSError):  # the system does not say
        return MEMORY


def bound_memory() -> None:
    """Limit the memory of this process: a job that needs more gets a MemoryError, and others are not affected."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = limit() if hard == resource.RLIM_INFINITY else min(limit(), hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def main() -> None:
    """Serve until the server closes the pipe. What rules print goes to stderr, not between the messages; Ctrl-C is for
    the server, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bound_memory()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    worker = Worker(sys.argv[1] if len(sys.argv) > 1 else None, out)
    for line in sys.stdin:
        worker.run(json.loads(line))
    os._exit(0)  # jobs may still run; nobody waits for them


if __name__ == "__main__":
    main()
