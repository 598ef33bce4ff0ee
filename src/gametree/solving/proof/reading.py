"""Reading certificates, for the checker: no code of a search is used here. ``certificate.py`` describes the file.

Every field is checked before it is used. A mistake is a GameError of one line, and never more is unpacked than the file
states.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.data import json_of
from gametree.errors import GameError
from gametree.files import inflated

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = b"gametree certificate 1\n"
BOUNDS = ("exact", "lower", "upper")
KINDS = ("<i1", "<i2", "<i4", "<i8")
"""How the differences of a column may be stored."""
Array = np.ndarray[Any, Any]


def read(path: Path) -> tuple[dict[str, Any], list[Array]]:
    """The line of JSON and the rows of each strategy; a damaged file is refused."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise GameError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    if not content.startswith(MAGIC):
        raise GameError(f"{path} is not a certificate of gametree")
    line, _, body = content.removeprefix(MAGIC).partition(b"\n")
    try:
        head = _head(json_of(line))
        if hashlib.sha256(body).hexdigest() != head["sha256"]:
            raise ValueError("its checksum is wrong")
        found: list[Array] = []
        for strategy in head["strategies"]:
            part, body = body[: strategy["bytes"]], body[strategy["bytes"] :]
            kinds, rows = strategy["columns"], strategy["positions"]
            size = rows * sum(np.dtype(kind).itemsize for kind in kinds)
            found.append(unpacked(inflated(part, size), rows, kinds))
        if body:
            raise ValueError(f"there are {len(body)} bytes after its strategies")
    except MemoryError:
        raise GameError(f"{path}: its strategies do not fit into memory") from None
    except ValueError as error:
        raise GameError(f"{path} is damaged: {' '.join(str(error).split())}") from None
    return head, found


def _head(found: Any) -> dict[str, Any]:
    """The line of JSON, if every field is valid."""
    head = _fields(
        found, "the line of JSON", {"game": str, "rules": str, "start": list, "sha256": str, "strategies": list}
    )
    value = head.get("value")
    if type(value) not in (int, float) or abs(cast("float", value)) > 1e300:
        raise ValueError("value is not a possible payoff")
    head["value"] = float(cast("float", value))
    if head.setdefault("bound", "exact") not in BOUNDS:  # which older certificates do not have
        raise ValueError(f"bound is not one of {', '.join(BOUNDS)}")
    if "database" in head:
        _fields(head["database"], "database", {"game": str, "checksum": str})
    for word in head["start"]:
        if type(word) is not int or not -(1 << 63) <= word < 1 << 63:
            raise ValueError("start is not a list of 64-bit words")
    for strategy in head["strategies"]:
        about = _fields(
            strategy, "a strategy", {"side": int, "positions": int, "ranked": bool, "columns": list, "bytes": int}
        )
        if about["side"] not in (0, 1):
            raise ValueError("the side of a strategy is neither 0 (Max) nor 1 (Min)")
        if not (0 <= about["positions"] < 1 << 48 and 0 <= about["bytes"] < 1 << 48):
            raise ValueError("a strategy has an impossible number of positions or bytes")
        if not all(kind in KINDS for kind in about["columns"]):
            raise ValueError(f"a column is not one of {', '.join(KINDS)}")
        if len(about["columns"]) != len(head["start"]) + 1 + about["ranked"]:
            words = len(head["start"])
            raise ValueError(f"a strategy has {len(about['columns'])} columns, but needs {words} words and an action")
    return head


def _fields(found: Any, what: str, kinds: dict[str, type]) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise ValueError(f"{what} is not an object")
    facts = cast("dict[str, Any]", found)
    for key, kind in kinds.items():
        if type(facts.get(key)) is not kind:
            raise ValueError(f"{key} of {what} is missing, or has a wrong type (it must be {kind.__name__})")
    return facts


def unpacked(content: bytes, rows: int, kinds: list[str]) -> Array:
    """The rows of a strategy, from the differences of each column, the first bytes of all of them first.

    >>> unpacked(bytes([5, 2, 255]), 3, ["<i1"]).tolist()
    [[5], [7], [6]]
    """
    found: list[Array] = []
    for kind in kinds:
        width = np.dtype(kind).itemsize
        planes = np.frombuffer(content[: rows * width], np.uint8).reshape(width, rows)
        steps = np.ascontiguousarray(planes.T).view(kind).reshape(rows)
        found.append(np.cumsum(steps.astype(np.int64)))
        content = content[rows * width :]
    return np.column_stack(found) if found else np.zeros((0, 0), np.int64)


# --- states as words -------------------------------------------------------------------------------------------------


def words_in(state: Any) -> list[int]:
    """The integers of a state, one after the other.

    >>> words_in((1, (2, 3)))
    [1, 2, 3]
    """
    if isinstance(state, tuple):
        return [word for item in cast("tuple[Any, ...]", state) for word in words_in(item)]
    return [int(state)]


def state_like(like: Any, words: Any) -> Any:
    """A state made from an iterator of integers, of the same form as another state.

    >>> state_like((0, (0, 0)), iter([1, 2, 3]))
    (1, (2, 3))
    """
    if isinstance(like, tuple):
        items = [state_like(item, words) for item in cast("tuple[Any, ...]", like)]
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)  # pyright: ignore
    return next(words)
