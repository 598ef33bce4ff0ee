"""What the files of the compiler share: how everything is compiled, and the error that says that something is not."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

WORD = ir.IntType(64)
OPTIONS: Any = {"nogil": True, "error_model": "numpy"}
IN_PLACE: Any = {**OPTIONS, "forceinline": True}


class NotCompiledError(Exception):
    """A game that cannot be compiled; the message says why, in one line."""


class DiffersError(NotCompiledError):
    """A game whose compiled rules say something else than in Python; the message says where."""
