"""A conversation with a client: lines come in, lines go out, and a search runs in the background.

A protocol is a subclass with a method ``on_WORD`` for each of its commands. The main thread reads and obeys; what takes
time (compiling, searching) is done by one worker, in order, so that ``stop`` and ``quit`` are always heard. A mistake,
of the client's or in a game's rules, is answered in one line; the conversation goes on.
"""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, BinaryIO

from gametree.errors import GameError
from gametree.game import AnyGame, Line, Payoff
from gametree.protocols.options import Settings
from gametree.protocols.thinker import Order, Thinker, Thought
from gametree.protocols.words import read_word
from gametree.verbs.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gametree.analysis import Analysis

LONGEST = 1 << 20
"""Bytes of a line that are read; the rest of a longer one is skipped."""
PATIENCE = 2.0
"""Seconds that a search is given to end when the conversation does."""


def lines_of(reader: BinaryIO) -> Iterator[str | None]:
    """The lines, whatever bytes they are made of; None for one that is too long.

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
    """Does a search without end hold its answer back until it is stopped, even where it has nothing left to do?"""

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        self.game, self.reader, self.writer = game, reader, writer
        self.settings = Settings()
        self.thinker = Thinker(game, self.settings)
        self.referee = Referee(game, Line(game.initial()))
        self.told: tuple[str, tuple[str, ...]] = ("", ())
        self.thought: Thought | None = None
        self.ended = threading.Event()
        self.speaking = threading.Lock()
        self.work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.worker = threading.Thread(target=self._labour, daemon=True)

    # --- what a protocol defines -------------------------------------------------------------------------------

    def mistake(self, message: str) -> None:
        """Answer a mistake, in one line."""
        raise NotImplementedError

    def report(self, thought: Thought, analysis: Analysis) -> None:
        """Tell how a search is going."""

    def answer(self, thought: Thought, analysis: Analysis | None) -> None:
        """Tell what a search has found; None where there is no move."""
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
        self.stop()
        self.work.put(None)
        self.worker.join(PATIENCE)  # a compiler at work is not waited for

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
        """Lines for the client, together. Where nobody listens any more, the conversation is over."""
        with self.speaking:
            try:
                self.writer.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
                self.writer.flush()
            except (OSError, ValueError):
                self.ended.set()

    def attempt(self, task: Callable[[], None]) -> bool:
        """Do something; whatever goes wrong, in the rules of a user's game too, is told in one line."""
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
        """Have the worker do this, after what it was given before."""
        self.work.put(task)

    def _labour(self) -> None:
        while (task := self.work.get()) is not None:
            self.attempt(task)

    def think(self, order: Order) -> None:
        """Begin to search the present position; what is under way is stopped, and answers first."""
        self.stop()
        self.thought = thought = Thought(self.referee.line, order)
        self.later(lambda: self._think(thought))

    def stop(self) -> None:
        """Stop the search, if there is one."""
        if self.thought is not None:
            self.thought.stop()

    def _think(self, thought: Thought) -> None:
        found: list[Analysis] = []
        self.attempt(lambda: found.append(self.thinker.think(thought, lambda now: self.report(thought, now))))
        if thought.order.ponder or (thought.order.endless and self.patient):
            thought.released.wait()
        self.answer(thought, found[0] if found else None)

    # --- what several protocols share ---------------------------------------------------------------------------

    def place(self, start: str, words: list[str]) -> None:
        """Set up a position: a text ("" for the initial one) and the moves from it. A client tells the whole game at
        each move: what it has told before is not read again. A mistake leaves the position as it was."""
        before, moves = self.told
        if start == before and list(moves) == words[: len(moves)]:
            referee, new = Referee(self.game, self.referee.line), words[len(moves) :]
        else:
            state = self.game.parse(start) if start else self.game.initial()
            referee, new = Referee(self.game, Line(state)), words
        for word in new:
            if referee.over():
                raise GameError(f"{shorten(word)} cannot be played: the game is over")
            action = read_word(self.game, referee.state, word, self.style)
            if action not in referee.legal():
                raise GameError(f"{shorten(word)} is not allowed: it would bring an earlier position back")
            referee.play(action)
        self.referee, self.told = referee, (start, tuple(words))

    def outcome(self) -> Payoff | None:
        """The payoff where the game is over, or None."""
        return self.referee.payoff()


def shorten(text: str, length: int = 60) -> str:
    """A word of the client's, as it is told back to it.

    >>> shorten("x" * 1000, 5), shorten("a\\x00b")
    ('xxxxx…', 'a\\\\x00b')
    """
    shown = text if text.isprintable() else repr(text)[1:-1]
    return shown if len(shown) <= length else f"{shown[:length]}…"
