"""Where compiled games are kept between processes.

One file for one kernel compiled for one game, named by a digest of all that went into it. It is written aside and
renamed, so nobody ever reads half a file, and it carries its own checksum; a folder that cannot be written only costs
time.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

SUFFIX = ".kernel"
TABLES = ".tables"
"""How the folders end that hold tables of numbers (the bear-off's)."""


def folder() -> Path:
    """The folder of the cache: ``$GAMETREE_CACHE``, or ``gametree`` in the user's cache folder."""
    given = os.environ.get("GAMETREE_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base) / "gametree" if base else Path.home() / ".cache" / "gametree"
    except RuntimeError:  # a user without a home
        return Path(tempfile.gettempdir()) / "gametree-cache"


def read(key: str) -> bytes | None:
    """What is kept under a key; None when there is nothing, or nothing that can be trusted."""
    try:
        content = (folder() / f"{key}{SUFFIX}").read_bytes()
    except OSError:
        return None
    checksum, payload = content[:32], content[32:]
    return payload if hashlib.sha256(payload).digest() == checksum else None


def write(key: str, payload: bytes) -> None:
    """Keep something under a key. Where the folder cannot be written, nothing is kept and nothing is said."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=place, prefix=key[:20], suffix=".aside")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        Path(aside).replace(place / f"{key}{SUFFIX}")
    except OSError:
        Path(aside).unlink(missing_ok=True)


def usage() -> tuple[int, int]:
    """How many files the cache holds, and how many bytes."""
    sizes = [_size(file) for file in _files()]
    return len(sizes), sum(sizes)


def clear() -> tuple[int, int]:
    """Empty the cache; how many files and bytes went. Only the cache's own files are touched."""
    count = total = 0
    for file in _files():
        size = _size(file)
        try:
            file.unlink()
        except OSError:
            continue
        count, total = count + 1, total + size
    for emptied in folder().glob(f"*{TABLES}"):
        if not any(emptied.iterdir()):
            emptied.rmdir()
    return count, total


def _files() -> list[Path]:
    place = folder()
    names = (f"*{SUFFIX}", "*.aside", f"*{TABLES}/*")
    return [file for name in names for file in place.glob(name) if file.is_file()] if place.is_dir() else []


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
