"""Who is spoken to when a game is played."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager


class Front(Protocol):
    """Who is spoken to: a terminal, or a test."""

    def ask(self, prompt: str) -> str:
        """The next line; EOFError or KeyboardInterrupt when there is none."""
        ...

    def tell(self, text: str) -> None:
        """Something is said."""
        ...

    def board(self, text: str) -> None:
        """The position is shown."""
        ...

    def thinking(self) -> AbstractContextManager[object]:
        """The computer thinks as long as this is open."""
        ...


class Plain:
    """The plainest front: ``input`` and ``print``."""

    def ask(self, prompt: str) -> str:
        """Read a line of standard input."""
        return input(prompt)

    def tell(self, text: str) -> None:
        """Print."""
        print(text)

    def board(self, text: str) -> None:
        """Print, with an empty line around."""
        print(f"\n{text}\n")

    @contextmanager
    def thinking(self) -> Generator[None, None, None]:
        """Nothing is shown."""
        yield
