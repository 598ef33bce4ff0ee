"""A conversation in this process, over pipes."""

from __future__ import annotations

import io
import os
import re
import select
import threading

from gametree.protocols.session import lines_of
from gametree.protocols.uci.ugi import Ugi

PATIENCE = 120
"""Seconds after which a test gives up; nothing is decided by how long things take."""


class Patient(io.FileIO):
    """A pipe that counts as closed when nothing is said on it for too long: then a test fails, and does not hang."""

    def readinto(self, buffer):
        return super().readinto(buffer) if select.select([self], [], [], PATIENCE)[0] else 0


class Talk:
    """A client and a session, in two threads."""

    def __init__(self, game, kind=Ugi):
        reading, self.writing = os.pipe()
        self.hearing, writing = os.pipe()
        self.session = kind(game, os.fdopen(reading, "rb"), os.fdopen(writing, "wb"))
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.lines = lines_of(io.BufferedReader(Patient(self.hearing)))
        self.open = True
        self.thread.start()

    def run(self) -> None:
        self.session.run()
        self.session.writer.close()

    def send(self, *lines: str | bytes) -> None:
        os.write(self.writing, b"".join((x if isinstance(x, bytes) else x.encode()) + b"\n" for x in lines))

    def hear(self, first: str) -> list[str]:
        """What is said, up to a line that begins with this word."""
        said: list[str] = []
        for line in self.lines:
            said.append(line or "")
            if line and line.split()[0] == first:
                return said
        raise AssertionError(f"the conversation ended without {first}: {said}")

    def hear_line(self, pattern: str) -> list[str]:
        """What is said, up to a line of this form."""
        said: list[str] = []
        for line in self.lines:
            said.append(line or "")
            if re.fullmatch(pattern, line or ""):
                return said
        raise AssertionError(f"the conversation ended without {pattern}: {said}")

    def ask(self, line: str, first: str = "response") -> str:
        self.send(line)
        return self.hear(first)[-1]

    def rest(self) -> list[str]:
        """Close the pipe, and hear what is still said."""
        self.close()
        said = [line or "" for line in self.lines]
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        return said

    def answer(self, line: str) -> str:
        """GTP: a command and its answer, up to the empty line."""
        self.send(line)
        said: list[str] = []
        for heard in self.lines:
            if said and not heard:
                return "\n".join(said)
            said.append(heard or "")
        raise AssertionError(f"the conversation ended without an answer to {line}: {said}")

    def close(self) -> None:
        if self.open:
            os.close(self.writing)
        self.open = False
