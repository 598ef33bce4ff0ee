"""Jobs that no page can ask for: they do to a worker what nothing should be able to do."""

from __future__ import annotations

import os
import re
from typing import Any


def hold(game: Any, asked: dict[str, Any], call: Any) -> None:
    """Hold the interpreter for ever, within one expression."""
    re.fullmatch(r"(?:a*)*b", "a" * 60)


def die(game: Any, asked: dict[str, Any], call: Any) -> None:
    """Die, with the whole process."""
    os._exit(9)


def swell(game: Any, asked: dict[str, Any], call: Any) -> int:
    """Ask for more memory than there is, without touching it."""
    return len(bytearray(asked["bytes"]))
