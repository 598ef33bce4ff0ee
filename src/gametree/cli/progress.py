"""The live line of a search, on stderr."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Self

from gametree.analysis import show_count

if TYPE_CHECKING:
    from gametree.analysis import Analysis


class LiveLine:
    """One line that is rewritten while something goes on, and wiped out at the end; nothing where stderr is a file or a
    pipe."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()

    def show(self, line: str) -> None:
        """Rewrite the line."""
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[2K{line[:width]}")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()


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
