"""Where answers go. With ``--json`` stdout holds the answer and nothing else: what rules print goes to stderr."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Generator

_stdout: list[TextIO] = []
"""The standard output, while ``sys.stdout`` is something else."""


@contextmanager
def prints_aside() -> Generator[None]:
    """Whatever is printed meanwhile goes to stderr, also from compiled rules; ``say_json`` still writes to stdout."""
    _stdout.append(sys.stdout)
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = _stdout.pop()


def say_json(facts: dict[str, Any]) -> None:
    """The answer, as one JSON object.

    >>> with prints_aside():
    ...     print("from the rules")
    ...     say_json({"value": 1})
    {"value": 1}
    """
    print(json.dumps(facts, allow_nan=False), file=_stdout[-1] if _stdout else sys.stdout)
