"""A session with a client: lines come in, lines go out, and a search runs in the background.

A protocol is a subclass with a method ``on_WORD`` for each of its commands. The main thread reads and obeys. One worker
thread does the long work (compiling, searching) in order, so ``stop`` and ``quit`` are always read. A mistake of the
client, or in a game's rules, is answered in one line, and the session goes on.
"""

from __future__ import annotations

import os
import queue
import select
import threading
import time
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

from gametree.compile.ahead import leave_all
from gametree.errors import GameError
from gametree.game import AnyGame, Line, Payoff
from gametree.notation.names import read_position
from gametree.notation.unclaimed import moves_by_rule
from gametree.notation.words import read_word
from gametree.protocols.options import OPTIONS, Option, Settings, tuned
from gametree.protocols.thinker import Order, Thinker, Thought
from gametree.referee import Referee
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from gametree.protocols.report import SearchReport

LONGEST = 1 << 20
"""The most bytes of a line; the rest of a longer one is skipped."""
PATIENCE = 2.0
"""Seconds that a search gets to end at the end of the session."""
PROGRESS = 2.0
"""Seconds between two messages that something takes long."""


def lines_of(reader: BinaryIO) -> Iterator[str | None]:
    """The lines of any bytes; None for one that is too long.

    >>> import io
    >>> list(lines_of(io.BytesIO(b"isready\\r\\n\\xff\\x00\\n\\nquit")))
    ['isready', '\\ufffd\\x00', '', 'quit']
    """
    while True:
        try:
            line = reader.readline(LONGEST)
        except (OSError, ValueError):  # the pipe is gone, or closed on our side
            return
        if not line:
            return
        if len(line) < LONGEST or line.endswith(b"\n"):
            yield line.decode("utf-8", "replace").strip()
            continue
        while line and not line.endswith(b"\n"):
            line = reader.readline(LONGEST)
        yield None


class Session:
    """The base of the protocols. ``reader`` and ``writer`` are standard input and output, in bytes."""

    style = ""
    """The style in which moves are named."""
    patient = False
    """Does an endless search hold its answer back until it is stopped, even if it is finished?"""
    claims = False
    """Does a game that is drawn by rule or by repetition go on until a client claims the draw?"""
    scripted = False
    """Are all commands done and answered even if the input ends first, as with a script?"""
    options: tuple[Option, ...] = OPTIONS
    """The options that the client may set."""

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        self.reader, self.writer = reader, writer
        self.settings = Settings(tuned(self.options, game))
        self.thought: Thought | None = None
        self.take_game(game)
        self.remarks: set[str] = set()
        self.ended = threading.Event()
        self.unheard = False
        """Has the client closed its end?"""
        self.speaking = threading.Lock()
        self.work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.worker = threading.Thread(target=self._labour, daemon=True)
        self.warming = threading.Thread(target=import_module, args=("gametree.engine.making",), daemon=True)

    def take_game(self, game: AnyGame) -> None:
        """Set the game; nothing is compiled yet."""
        self.game = game
        self.thinker = Thinker(game, self.settings)
        self.referee = Referee(game, Line(game.initial()))
        self.told: tuple[str, tuple[str, ...]] = ("", ())

    def change_game(self, game: AnyGame) -> None:
        """Change the game during the session."""
        self.stop()
        self.later(self.thinker.close)
        self.take_game(game)

    # --- what a protocol defines -------------------------------------------------------------------------------

    def mistake(self, message: str) -> None:
        """Answer a mistake, in one line."""
        raise NotImplementedError

    def remark(self, message: str) -> None:
        """Send a remark that the client may ignore."""
        raise NotImplementedError

    def report(self, thought: Thought, report: SearchReport) -> None:
        """Report a running search."""

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        """Report the result of a search; None if there is no move."""
        raise NotImplementedError

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Read and obey, until ``quit`` or the end of the input."""
        self.worker.start()
        for line in lines_of(self.reader):
            if line is None:
                self.mistake("a line of more than a million bytes")
            else:
                self.attempt(lambda line=line: self.obey(line))
            if self.ended.is_set():
                break
            if self.warming.ident is None:  # after the greeting: the first search needs what takes long to import
                self.warming.start()
        self.finish()

    def finish(self) -> None:
        """The session is over. A search answers first; a running compiler is not waited for."""
        self.ended.set()
        self.work.put(None)
        while self.scripted and self.worker.is_alive() and not self._deaf():
            self.worker.join(0.02)
        self.stop()
        late = time.monotonic() + PATIENCE
        while self.worker.is_alive() and not self.thinker.compiling and time.monotonic() < late:
            self.worker.join(0.02)

    def _deaf(self) -> bool:
        """Has the client closed our output?"""
        try:
            poll = select.poll()
            poll.register(self.writer.fileno(), select.POLLOUT)
            self.unheard = self.unheard or any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
        except (OSError, ValueError):  # not a real pipe
            return self.unheard
        return self.unheard

    def obey(self, line: str) -> None:
        """One command."""
        word, _, rest = line.partition(" ")
        if not word:
            return
        handler = getattr(self, f"on_{word}", None) if word.isidentifier() else None
        if handler is None:
            self.unknown(word, rest)
        else:
            handler(rest.strip())

    def unknown(self, word: str, rest: str) -> None:
        """A command that the protocol does not have."""
        del rest
        raise GameError(f"unknown command {shorten(word)}")

    def on_quit(self, _: str) -> None:
        self.ended.set()

    def say(self, *lines: str) -> None:
        """Send lines to the client, together. If the client is gone, the session is over."""
        with self.speaking:
            try:
                self.writer.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
                self.writer.flush()
            except (OSError, ValueError):
                self.unheard = True
                self.ended.set()

    def attempt(self, task: Callable[[], None]) -> bool:
        """Do something; any error, also in the rules of a user's game, is reported in one line."""
        try:
            task()
        except GameError as error:
            self.mistake(" ".join(str(error).split()))
        except Exception as error:
            self.mistake(shorten(f"{type(error).__name__}: {' '.join(str(error).split())}", 500))
        else:
            return True
        return False

    # --- the worker --------------------------------------------------------------------------------------------

    def later(self, task: Callable[[], None]) -> None:
        """Let the worker do this, after the tasks before it."""
        self.work.put(task)

    def _labour(self) -> None:
        while (task := self.work.get()) is not None:
            self.attempt(task)

    def think(self, order: Order) -> None:
        """Begin to search the present position; a running search is stopped and answers first."""
        self.stop()
        self.thought = thought = Thought(self.game, self.referee.line, order)
        thinker = self.thinker
        self.later(lambda: self._think(thinker, thought))

    def stop(self) -> None:
        """Stop the search, if there is one."""
        if self.thought is not None:
            self.thought.stop()

    def _think(self, thinker: Thinker, thought: Thought) -> None:
        found: list[SearchReport] = []
        with self.progress(thinker):
            self.attempt(lambda: found.append(thinker.think(thought, lambda now: self.report(thought, now))))
        if found and thought.order.endless:  # it may have ended before any report
            self.report(thought, found[0])
        if thought.order.ponder or (thought.order.endless and self.patient):
            thought.released.wait()
        self.answer(thought, found[0] if found else None)

    def get_ready(self) -> None:
        """Load the compiled game, or begin to compile it; called by the worker."""
        thinker = self.thinker
        with self.progress(thinker):
            self.attempt(lambda: self.tell_once(thinker.prepare()))

    def tell_once(self, message: str) -> None:
        if message and message not in self.remarks:
            self.remarks.add(message)
            self.remark(message)

    @contextmanager
    def progress(self, thinker: Thinker) -> Generator[None]:
        """Report from time to time that the compiler is running."""
        begun, done = time.monotonic(), threading.Event()

        def tell() -> None:
            while not done.wait(PROGRESS):
                if thinker.compiling and not self.ended.is_set():
                    self.remark(f"compiling {title(thinker.game)}, {time.monotonic() - begun:.0f} s so far")

        if not thinker.ready:
            threading.Thread(target=tell, daemon=True).start()
        try:
            yield
        finally:
            done.set()

    # --- what several protocols share ---------------------------------------------------------------------------

    def place(self, start: str, words: list[str]) -> None:
        """Set up a position: a text ("" for the initial one) and the moves from it. A client sends the whole game at
        each move: moves that it sent before are not read again. A mistake leaves the position unchanged."""
        before, moves = self.told
        if start == before and list(moves) == words[: len(moves)]:
            referee, new = Referee(self.game, self.referee.line), words[len(moves) :]
        else:
            state = read_position(self.game, start) if start else self.game.initial()
            referee, new = Referee(self.game, Line(state)), words
        for word in new:
            referee.play(self.read(referee, word))
        self.referee, self.told = referee, (start, tuple(words))

    def read(self, referee: Referee[Any], word: str) -> int:
        """The move that a word names, if it may be played now."""
        if not self.allowed(referee):
            raise GameError(f"{shorten(word)} cannot be played: the game is over")
        action = read_word(self.game, referee.state, word, self.style)
        if action not in self.allowed(referee):
            raise GameError(f"{shorten(word)} is not allowed: it would bring an earlier position back")
        return action

    def allowed(self, referee: Referee[Any]) -> list[int]:
        """The moves that may be played; empty if the game is over."""
        if self.claims:
            return moves_by_rule(referee.game, referee.state)
        return [] if referee.over() else referee.legal()

    def outcome(self) -> Payoff | None:
        """The payoff if the game is over, otherwise None."""
        return self.referee.payoff()


def shorten(text: str, length: int = 60) -> str:
    """A word of the client, quoted in an answer.

    >>> shorten("x" * 1000, 5), shorten("a\\x00b")
    ('xxxxx…', 'a\\\\x00b')
    """
    shown = text if text.isprintable() else repr(text)[1:-1]
    return shown if len(shown) <= length else f"{shown[:length]}…"


def converse(session: Session) -> None:
    """Run a session as a whole process. A compiler that still runs at the end is not waited for. When the client closes
    our output, the process ends at once."""
    threading.Thread(target=_end_unheard, args=(session,), daemon=True).start()
    session.run()
    leave_all()
    if session.worker.is_alive() or session.warming.is_alive():
        os._exit(0)  # a running LLVM may crash when the interpreter exits


def _end_unheard(session: Session) -> None:
    """Wait until the client closes our output, and end the process."""
    try:
        poll = select.poll()
        poll.register(session.writer.fileno(), 0)  # only errors
        events = [event for _, event in poll.poll()]
    except (OSError, ValueError):  # not a real pipe
        return
    if any(event & (select.POLLERR | select.POLLHUP) for event in events):  # not closed by ourselves
        session.unheard = True
        session.stop()
        leave_all()
        os._exit(0)
