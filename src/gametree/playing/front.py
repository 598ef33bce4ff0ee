"""The front of a game: where input comes from and output goes to."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager


class Front(Protocol):
    """Input and output of a game: a terminal, or a test."""

    def ask(self, prompt: str) -> str:
        """The next line; EOFError or KeyboardInterrupt when there is none."""
        ...

    def tell(self, text: str) -> None:
        """Print a message."""
        ...

    def board(self, text: str) -> None:
        """Show the position."""
        ...

    def thinking(self) -> AbstractContextManager[object]:
        """A context that is open while the computer thinks."""
        ...


class Plain:
    """The simplest front: ``input`` and ``print``."""

    def ask(self, prompt: str) -> str:
        """Read a line of standard input."""
        return input(prompt)

    def tell(self, text: str) -> None:
        """Print."""
        print(text)

    def board(self, text: str) -> None:
        """Print, with an empty line before and after."""
        print(f"\n{text}\n")

    @contextmanager
    def thinking(self) -> Generator[None, None, None]:
        """Nothing is shown."""
        yield
