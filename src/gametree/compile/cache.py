"""Where compiled games are kept between processes.

One file for one kernel compiled for one game, named by a digest of all that went into it. It is written under another
name and then renamed, so nobody ever reads half a file. It carries its own checksum. If the folder cannot be written,
games are compiled again in each process.

The files hold code that is run. So a folder or a file is used only if it belongs to the user (or to root) and nobody
else may write to it. Otherwise there is no cache on the disk, and one line says why.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
import time
from pathlib import Path

SUFFIX = ".kernel"
HOUR = 3600
TABLES = ".tables"
"""The suffix of folders that hold tables of numbers (the bear-off's)."""


def folder() -> Path:
    """The folder of the cache: ``$GAMETREE_CACHE``, or ``gametree`` in the user's cache folder. It may be missing or
    unsafe: see ``place``."""
    given = os.environ.get("GAMETREE_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base) / "gametree" if base else Path.home() / ".cache" / "gametree"
    except RuntimeError:  # a user without a home
        return Path(tempfile.gettempdir()) / f"gametree-cache-{os.geteuid()}"


def place() -> Path | None:
    """The folder of the cache, created if it is missing; None if it cannot be created or trusted."""
    where = folder()
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        where.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return None if distrust(where) else where


_told: set[str] = set()


def distrust(where: Path) -> str:
    """Why a folder is not used, in one line, printed once; empty if it is used or missing."""
    try:
        about = where.lstat() if where.parent == Path(tempfile.gettempdir()) else where.stat()
    except OSError:
        return ""
    why = "" if stat.S_ISDIR(about.st_mode) else "it is not a folder"
    why = why or _why_not(about)
    if why and str(where) not in _told:
        _told.add(str(where))
        how = "make it yours alone, or choose another (GAMETREE_CACHE)"
        print(f"gametree: the cache {where} is not used: {why}; {how}", file=sys.stderr)
    return why


def _why_not(about: os.stat_result) -> str:
    """Why a file or a folder cannot be trusted; empty if it can."""
    if about.st_uid not in (os.geteuid(), 0):
        return f"it belongs to another user ({about.st_uid})"
    if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to it"
    return ""


def read(key: str) -> bytes | None:
    """What is kept under a key; None if there is nothing, or nothing that can be trusted."""
    where = place()
    if where is None:
        return None
    try:
        with (where / f"{key}{SUFFIX}").open("rb") as file:
            if _why_not(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    checksum, payload = content[:32], content[32:]
    return payload if hashlib.sha256(payload).digest() == checksum else None


def write(key: str, payload: bytes) -> None:
    """Keep something under a key. If the folder cannot be written, nothing is kept, without a message."""
    where = place()
    if where is None:
        return
    _sweep(where)
    try:
        handle, aside = tempfile.mkstemp(dir=where, prefix=key[:20], suffix=".aside")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        Path(aside).replace(where / f"{key}{SUFFIX}")
    except OSError:
        Path(aside).unlink(missing_ok=True)


def _sweep(where: Path) -> None:
    """Remove unfinished files of killed processes: files older than an hour, since no write takes so long."""
    for left in where.glob("*.aside"):
        try:
            if time.time() - left.stat().st_mtime > HOUR:
                left.unlink()
        except OSError:
            continue


def usage() -> tuple[int, int]:
    """How many files the cache holds, and how many bytes."""
    sizes = [_size(file) for file in _files()]
    return len(sizes), sum(sizes)


def clear() -> tuple[int, int]:
    """Empty the cache; return how many files and bytes were removed. Only the cache's own files are touched."""
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
    where = folder()
    names = (f"*{SUFFIX}", "*.aside", f"*{TABLES}/*")
    return [file for name in names for file in where.glob(name) if file.is_file()] if where.is_dir() else []


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
