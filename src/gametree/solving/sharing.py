"""A database as one compressed file, for sharing.

    gametree packed database 1          a line that says what it is
    the manifest                        as JSON, after its length
    pieces                              of every array in the order of the manifest, each an xz stream after its length
    the SHA-256 of all that

Keys are in rising order, so the differences from row to row are compressed: first all the lowest bytes, then the next;
most of them are zero. Unpacking checks the file, writes the folder under another name, compares the checksum of every
array with the manifest, and only then renames it.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from concurrent.futures import ThreadPoolExecutor
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from gametree.errors import GameError
from gametree.files import Array, aside, inflated, map_array, sync, write_array, write_text
from gametree.solving.database import check_place
from gametree.solving.manifest import MANIFEST, checked_manifest, read_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAGIC = b"gametree packed database 1\n"
PIECE = 1 << 20
"""Rows that are compressed together."""
PRESET = 4
"""The compression level of xz: a higher one saves only a few per cent."""
LENGTH, CHECK = 8, 32


def pack(folder: Path, file: Path, threads: int = 2) -> int:
    """Pack a database into one file; return its size in bytes."""
    manifest = read_manifest(folder)
    digest = hashlib.sha256()
    with aside(file) as place, place.open("wb") as out, ThreadPoolExecutor(threads) as pool:

        def put(content: bytes) -> None:
            out.write(content)
            digest.update(content)

        put(MAGIC)
        for content in (json.dumps(manifest).encode(), *pool.map(_compressed, _pieces(folder, manifest))):
            put(len(content).to_bytes(LENGTH, "little"))
            put(content)
        out.write(digest.digest())
        sync(out)
    return file.stat().st_size


def unpack(file: Path, folder: Path) -> dict[str, Any]:
    """Unpack a database into a folder; return its manifest. A damaged file leaves nothing behind."""
    _check(file)
    check_place(folder)
    with file.open("rb") as source, aside(folder) as place:
        source.seek(len(MAGIC))
        try:
            manifest = checked_manifest(_next(source, file), file, f"the manifest of {file}")
            place.mkdir()
            for entry in manifest["tiers"]:
                for kind, like in _arrays(entry, manifest):
                    target = place / entry[kind]["file"]
                    pieces = _unpacked(source, file, entry["rows"], like)
                    if write_array(target, pieces, entry["rows"], like) != entry[kind]["sha256"]:
                        raise GameError(f"{file} is damaged: {target.name} does not have the checksum of the manifest")
        except ValueError as error:
            raise error if isinstance(error, GameError) else GameError(f"{file} is damaged: {error}") from None
        write_text(place / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return manifest


def _check(file: Path) -> None:
    """Raise if a file is not a whole packed database."""
    if not file.is_file():
        raise GameError(f"no such file: {file}")
    size, digest = file.stat().st_size, hashlib.sha256()
    with file.open("rb") as source:
        if source.read(len(MAGIC)) != MAGIC:
            raise GameError(f"{file} is not a packed database")
        source.seek(0)
        left = size - CHECK
        while left > 0 and (content := source.read(min(left, 1 << 24))):
            digest.update(content)
            left -= len(content)
        if source.read() != digest.digest():
            raise GameError(f"{file} is damaged: its checksum is wrong")


def _arrays(entry: dict[str, Any], manifest: dict[str, Any]) -> Iterator[tuple[str, Array]]:
    """The arrays of a tier by name, each with an empty one of its kind."""
    if "keys" in entry:
        yield "keys", np.empty((0, manifest["words"]), np.int64)
    yield "codes", np.empty(0, np.dtype(entry["dtype"]))


def _pieces(folder: Path, manifest: dict[str, Any]) -> Iterator[Array]:
    for entry in manifest["tiers"]:
        for kind, like in _arrays(entry, manifest):
            array = map_array(folder / entry[kind]["file"], (entry["rows"], *like.shape[1:]), like.dtype)
            for i in range(0, len(array), PIECE):
                yield array[i : i + PIECE]


def _compressed(piece: Array) -> bytes:
    """The compressed differences, column by column, byte by byte."""
    columns = piece.reshape(len(piece), -1).T
    planes = [planes_of(column if piece.ndim == 1 else delta(column)) for column in columns]
    return lzma.compress(b"".join(planes), preset=PRESET)


def _unpacked(source: IO[bytes], file: Path, rows: int, like: Array) -> Iterator[Array]:
    width = int(np.prod(like.shape[1:], dtype=int))
    for i in range(0, rows, PIECE):
        count = min(PIECE, rows - i)
        content = np.frombuffer(inflated(_next(source, file), count * width * like.itemsize), np.uint8)
        columns = content.reshape(width, like.itemsize, count)
        found = [np.ascontiguousarray(column.T).view(like.dtype).reshape(count) for column in columns]
        yield found[0] if like.ndim == 1 else np.stack([np.cumsum(column) for column in found], axis=1)


def delta(column: Array) -> Array:
    """The differences of neighbours, the first from 0; they wrap around, and so do the sums that undo them.

    >>> delta(np.array([3, 5, 5, -1]))
    array([ 3,  2,  0, -6])
    """
    return np.diff(column, prepend=np.zeros(1, column.dtype))


def planes_of(column: Array) -> bytes:
    """All the lowest bytes, then all the next."""
    size = column.dtype.itemsize
    return np.ascontiguousarray(np.ascontiguousarray(column).view(np.uint8).reshape(-1, size).T).tobytes()


def _next(source: IO[bytes], file: Path) -> bytes:
    length = int.from_bytes(source.read(LENGTH), "little")
    content = source.read(min(length, file.stat().st_size))
    if len(content) != length:
        raise GameError(f"{file} is damaged: it ends too early")
    return content
