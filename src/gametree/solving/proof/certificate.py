"""Certificates: strategies in a file, so that anyone can check what was solved (``reading.py``, ``verify.py``).

The file is a line ``gametree certificate 1``, a line of JSON, and for each strategy its columns, compressed (LZMA):

    game         the words that load the game
    rules        a fingerprint of the rules: a checker with other rules says so at once
    start        the position that is proven, as words (a state flattened to integers)
    value        Max's payoff with best play
    bound        ``exact``; or ``lower`` (Max gets at least the value) or ``upper`` (at most), with one strategy
    database     if it rests on a database: its ``game`` and its ``checksum``
    sha256       of everything after the line of JSON
    strategies   for each: ``side`` (0 Max, who gets at least the value; 1 Min, who gets at most that), ``positions``,
                 ``ranked``, ``columns`` (the dtype of each) and ``bytes`` (its compressed size)

A strategy holds the positions in which its side is to move, sorted by their words, each once: columns of words, one of
actions and, where it is ranked, one of ranks. Of each column the differences from row to row are stored, so sorted
columns take little room.

What it must satisfy. From a position, its action leads to an end that is good enough (or to
a position whose value in the database is), to another position of the
file, or to the other side's turn; and there every reply does so, too. A *ranked* strategy ends: each position that it
leads to has a lower rank. A strategy without ranks need not end, so the even payoff, that of endless play, must be
enough for it. If the value is the least or the greatest of the game's ``bounds``, one strategy is enough.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, words_of
from gametree.errors import GameError
from gametree.files import aside, sync
from gametree.solving.fingerprint import fingerprint
from gametree.solving.proof.follow import NOTHING
from gametree.solving.proof.reading import KINDS, MAGIC
from gametree.titles import title

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.solving.database import Database
    from gametree.solving.proof.strategy import Strategy

Array = np.ndarray[Any, Any]


def write(
    path: Path, game: AnyGame, start: Any, value: float, strategies: list[Strategy], bound: str = "exact",
    database: Database | None = None,
) -> int:  # fmt: skip
    """Write a certificate, which may rest on a database; return its size in bytes."""
    parts: list[bytes] = []
    described: list[dict[str, Any]] = []
    for strategy in strategies:
        rows, dtypes = columns(game, strategy)
        packed = lzma.compress(b"".join(_packed(rows[:, i], dtype) for i, dtype in enumerate(dtypes)), preset=4)
        parts.append(packed)
        described.append(
            {"side": strategy.side, "positions": len(rows), "ranked": strategy.ranks is not None,
             "columns": dtypes, "bytes": len(packed)}
        )  # fmt: skip
    body = b"".join(parts)
    head: dict[str, Any] = {
        "game": title(game), "rules": fingerprint(game), "start": words_of(start), "value": value, "bound": bound,
        "sha256": hashlib.sha256(body).hexdigest(), "strategies": described,
    }  # fmt: skip
    if database is not None:
        head["database"] = {"game": database.manifest["game"], "checksum": database.checksum}
    content = MAGIC + json.dumps(head).encode() + b"\n" + body
    with aside(path, "no certificate was written") as place, place.open("wb") as file:
        file.write(content)
        sync(file)
    return len(content)


def columns(game: AnyGame, strategy: Strategy) -> tuple[Array, list[str]]:
    """The positions in which the side is to move, as sorted rows: words, action and perhaps rank; and the dtypes in
    which their differences are stored."""
    mine = strategy.choices != NOTHING
    if isinstance(strategy.states, list):
        try:
            states: Array = np.array([words_of(s) for s in strategy.states], np.int64)
        except NotCompiledError as error:
            raise GameError(f"{title(game)}: no certificate can be written: {error}") from None
    else:
        states = strategy.states
    ranks = [] if strategy.ranks is None else [strategy.ranks]
    rows = np.column_stack([states, strategy.choices, *ranks])[mine].astype(np.int64)
    rows = rows[np.lexsort(rows[:, states.shape[1] - 1 :: -1].T)]
    return rows, [_dtype(rows[:, i]) for i in range(rows.shape[1])]


def _dtype(column: Array) -> str:
    """The smallest dtype that holds the differences of a column, modulo 2**64."""
    steps = _steps(column)
    if not len(steps):
        return "<i1"
    return next(d for d in KINDS if np.array_equal(steps.astype(d), steps))


def _steps(column: Array) -> Array:
    return np.diff(column, prepend=np.int64(0))


def _packed(column: Array, dtype: str) -> bytes:
    """The differences from row to row, the first bytes of all of them first."""
    return _steps(column).astype(dtype).view(np.uint8).reshape(len(column), np.dtype(dtype).itemsize).T.tobytes()
