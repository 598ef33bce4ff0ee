"""Whose mistake is it? An error raised by the rules in a user's file is reported in one line that names file and
line."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

_LIBRARIES = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
_OURS = (Path(__file__).resolve().parent, *(Path(folder).resolve() for folder in _LIBRARIES))


def users_fault(error: Exception) -> str | None:
    """The line for the user if the error comes from the user's file; None if it is a bug of gametree."""
    theirs = [f for f in traceback.extract_tb(error.__traceback__) if not is_ours_file(f.filename)]
    if not theirs:
        return None
    last = theirs[-1]
    return f"{last.filename}: line {last.lineno}, in {last.name}: {type(error).__name__}: {error}"


def is_ours_file(filename: str) -> bool:
    """Is this a file of gametree's, or of a library?"""
    path = Path(filename)
    if filename.startswith("<") or not path.is_file():
        return True
    return any(path.resolve().is_relative_to(folder) for folder in _OURS)
