"""Where a search stands in its own file: the line that runs while a step is recorded.

The files of this folder are the pseudo-code of the book, and they are what runs. So the line to be lit beside a step is
not written down anywhere: it is the line of the algorithm's file on which Python stands. What only keeps the books (the
walk, the record) is left out.
"""

from __future__ import annotations

from inspect import currentframe
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType

FOLDER = Path(__file__).parents[1]
SILENT = {"__init__.py", "walk.py", "tracing.py", "standing.py", "deep.py", "scores.py", "playouts.py"}
"""Files of which no line is shown."""

Places = tuple[str, ...]
"""Lines as ``alphabeta.py:78``, the innermost first, one for each function that is under way."""


class Standing:
    """The lines on which a search stands, step by step.

    A search calls itself; of each function only the newest call counts. Above the call that comes twice all is as it
    was when the root was entered, so that long lines of play cost no more than short ones.
    """

    def __init__(self) -> None:
        self._names: dict[CodeType, str] = {}
        self._outer: list[tuple[CodeType, str]] = []
        self._seen: dict[Places, Places] = {}

    def now(self) -> Places:
        """The lines of the search that is recording a step; empty if it is none of this folder."""
        frame = currentframe()
        found: dict[CodeType, str] = {}
        while frame is not None:
            code = frame.f_code
            name = self._names.get(code)
            if name is None:
                name = self._names[code] = _shown(code)
            if name:
                if code in found:  # it calls itself
                    for outer, place in self._outer:
                        found.setdefault(outer, place)
                    break
                found[code] = f"{name}:{frame.f_lineno}"
            elif found and code.co_name == "search" and code.co_filename == _ENTRY:
                frame = None
                break
            frame = frame.f_back
        if frame is None:
            self._outer = list(found.items())
        places = tuple(found.values())
        return self._seen.setdefault(places, places)


_ENTRY = str(FOLDER / "__init__.py")


def _shown(code: CodeType) -> str:
    """The file of a function as the lines of this folder are called; empty for what is not shown: a node that is made
    is a line of the function that makes it."""
    path = Path(code.co_filename)
    if path.name in SILENT or code.co_name == "__init__" or FOLDER not in path.parents:
        return ""
    return path.relative_to(FOLDER).as_posix()
