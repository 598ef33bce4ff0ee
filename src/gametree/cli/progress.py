"""The live line of a search, on stderr."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from gametree.analysis import show_count

if TYPE_CHECKING:
    from gametree.analysis import Analysis


class Progress:
    """Shows a search while it runs: one line that is rewritten on a terminal, lines that stay with ``verbose``, and
    nothing where stderr is a file or a pipe."""

    def __init__(self, verbose: bool = False):
        self.verbose = verbose
        self.live = sys.stderr.isatty() and not verbose

    def __call__(self, analysis: Analysis) -> None:
        """The search has come further."""
        line = describe(analysis)
        if self.verbose:
            sys.stderr.write(f"{line}\n")
        elif self.live:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[2K{line[:width]}")
            sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()


def describe(analysis: Analysis) -> str:
    """Depth, value, nodes, nodes/s and principal variation in one line."""
    speed = f"{show_count(analysis.nodes / analysis.seconds)}/s" if analysis.seconds > 0 else ""
    return (
        f"depth {analysis.depth:2}  {analysis.describe_value()}  "
        f"{show_count(analysis.nodes)} nodes  {speed}  {' '.join(analysis.line)}"
    )
