"""The terminal as a front for ``play``: the board in colours on a real terminal, plain text elsewhere."""

from __future__ import annotations

import importlib
import re
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

MARKS = {"X": "bold cyan", "O": "bold yellow", ".": "dim"}
"""How single marks of a board are drawn."""


class Terminal:
    """Colours and line editing on a terminal; plain text elsewhere."""

    def __init__(self, console: Console | None = None):
        self.console = console or Console(highlight=False, soft_wrap=True)
        self.last = ""
        if self.console.is_terminal:
            importlib.import_module("readline")  # input() then edits its lines and remembers them

    def ask(self, prompt: str) -> str:
        """Read a line."""
        # input() tells readline the prompt; without a terminal no prompt is needed
        return input(prompt if self.console.is_terminal else "")

    def tell(self, text: str) -> None:
        """Print a line; on a terminal it is broken between words."""
        self.console.print(Text(text), soft_wrap=not self.console.is_terminal)

    def board(self, text: str) -> None:
        """Print a position; what has changed since the last one stands out."""
        self.console.print()
        self.console.print(paint(text, self.last), no_wrap=True, overflow="ignore", crop=False)
        self.console.print()
        self.last = text

    def thinking(self) -> AbstractContextManager[object]:
        """Show that the computer is thinking."""
        if not self.console.is_terminal:
            return nullcontext()
        return self.console.status("thinking (Ctrl-C: move now)", spinner="dots")


def paint(text: str, before: str = "") -> Text:
    """The board with its marks coloured and what differs from the board before in reverse.

    >>> paint("X .", ". .").spans
    [Span(0, 1, 'bold cyan'), Span(2, 3, 'dim'), Span(0, 1, 'reverse')]
    """
    painted = Text(text)
    for match in re.finditer(r"(?<!\S)[XO.](?!\S)", text):
        painted.stylize(MARKS[match[0]], *match.span())
    rows, old = text.split("\n"), before.split("\n")
    if [len(row) for row in rows] == [len(row) for row in old]:  # the same drawing, so that cells can be compared
        turn = re.search(r"\S+ to move\s*$", text)  # says whose turn it is, and so always changes
        for i, (a, b) in enumerate(zip(text, before, strict=True)):
            if a != b and not a.isspace() and not (turn and i >= turn.start()):
                painted.stylize("reverse", i, i + 1)
    return painted
