"""The live line of a command, on stderr."""

from __future__ import annotations

import math
import shutil
import sys
import time
from typing import TYPE_CHECKING, Self

from gametree.analysis import show_count

if TYPE_CHECKING:
    from gametree.analysis import Analysis

WIPE = "\r\x1b[2K"
"""Go back to the beginning of the line and clear it."""


class LiveLine:
    """One line that is rewritten during some work, and cleared at the end. Nothing is written if stderr is a file or a
    pipe. At least ``every`` seconds pass between two updates."""

    def __init__(self, every: float = 0.0) -> None:
        self.live = sys.stderr.isatty()
        self.every = every
        self.written = -math.inf

    def due(self) -> bool:
        """Would a line be shown now? Ask this first if the line takes long to make."""
        return self.live and time.monotonic() - self.written >= self.every

    def show(self, line: str) -> None:
        """Rewrite the line, if it is due."""
        if self.due():
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"{WIPE}{line[:width]}")
            sys.stderr.flush()
            self.written = time.monotonic()

    def clear(self) -> None:
        """Clear the line."""
        if self.live:
            sys.stderr.write(WIPE)
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


class Progress(LiveLine):
    """Shows a search while it runs: a live line, or lines that stay with ``verbose``."""

    def __init__(self, verbose: bool = False):
        super().__init__()
        self.verbose = verbose
        self.live = self.live and not verbose

    def __call__(self, analysis: Analysis) -> None:
        """The search has come further."""
        line = describe(analysis)
        if self.verbose:
            sys.stderr.write(f"{line}\n")
        else:
            self.show(line)


def describe(analysis: Analysis) -> str:
    """Depth, value, nodes, nodes/s and principal variation in one line."""
    speed = f"{show_count(analysis.nodes / analysis.seconds)}/s" if analysis.seconds > 0 else ""
    return (
        f"depth {analysis.depth:2}  {analysis.describe_value()}  "
        f"{show_count(analysis.nodes)} nodes  {speed}  {' '.join(analysis.line)}"
    )
