"""A user of ``play`` who types what a script says."""

from __future__ import annotations

from contextlib import nullcontext

from gametree.verbs.play import play


class Script:
    """A front that types these lines and then closes, and remembers what it was told."""

    def __init__(self, *lines: str):
        self.lines = list(lines)
        self.prompts: list[str] = []
        self.said: list[str] = []
        self.boards: list[str] = []

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def tell(self, text: str) -> None:
        self.said.append(text)

    def board(self, text: str) -> None:
        self.boards.append(text)

    def thinking(self):
        return nullcontext()


def played(game, *lines: str, **options):
    """The line that comes of such a script, and what was said; one person plays all sides unless it is said who."""
    front = Script(*lines)
    line = play(game, front=front, **{"human": "both", "seed": 1, **options})
    return line, front
