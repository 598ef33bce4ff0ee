"""Files that are either whole or missing: written under another name, with a checksum, and then renamed.

A killed process leaves at most a file ``.NAME.HOST-PID.aside``, which nobody opens. The next process that writes the
same name removes it.
"""

from __future__ import annotations

import ctypes
import hashlib
import lzma
import math
import mmap
import os
import re
import shutil
import socket
import stat
import weakref
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

CHUNK = 1 << 24
"""Bytes that are read or written at a time."""
MEMORY = 1 << 28
"""Bytes of memory that xz may use to unpack; our own files need a tenth of it."""

HEAD = b"\x93NUMPY\x01\x00"
"""The first bytes of an .npy file; then come the length of its header and the header."""

Array = np.ndarray[Any, Any]


def check_folder(path: str | Path) -> None:
    """Raise an error if the folder of this path does not exist: the user must create it."""
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise GameError(f"{path}: the folder {folder} does not exist: create it first")


@contextmanager
def aside(path: Path, then: str = "nothing was written") -> Generator[Path]:
    """A temporary path beside a file or folder, to write to. It is renamed when the block ends, and removed if the
    block fails. A full disk or another error of the system is reported in one line that ends with ``then``."""
    host = _host()
    place = path.with_name(f".{path.name}.{host}-{os.getpid()}.aside")
    try:
        check_folder(path)
        _sweep(path, host)
        yield place
        _replace(place, path)
    except OSError as error:
        raise GameError(f"{path}: {(error.strerror or str(error)).lower()}; {then}") from error
    finally:
        remove(place)


def remove(path: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _sweep(path: Path, host: str) -> None:
    """Remove what killed processes of this machine have left of an earlier attempt. If a process was killed while it
    renamed, the old file gets its name back."""
    pattern = re.compile(re.escape(f".{path.name}.{host}-") + r"(\d+)(\.old)?\.aside")
    for left in list(path.parent.iterdir()):
        found = pattern.fullmatch(left.name)
        if found is None or _alive(int(found[1])):
            continue
        if found[2] and not path.exists():
            left.rename(path)
        else:
            remove(left)


def sweep_folder(folder: Path) -> None:
    """Remove whatever killed processes of this machine were writing in a folder."""
    pattern = re.compile(r"\..*\." + re.escape(_host()) + r"-(\d+)(?:\.old)?\.aside")
    for left in list(folder.iterdir()):
        found = pattern.fullmatch(left.name)
        if found is not None and not _alive(int(found[1])):
            remove(left)


def _host() -> str:
    return re.sub(r"\W", "-", socket.gethostname())


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _replace(place: Path, path: Path) -> None:
    """Rename; an old folder of that name is removed once the new one is whole."""
    if place.is_dir() and path.is_dir():
        old = place.with_suffix(".old.aside")
        path.rename(old)
        place.rename(path)
        remove(old)
    else:
        place.replace(path)


def write_array(path: Path, pieces: Iterable[Array], rows: int, like: Array) -> str:
    """Write an array of ``rows`` rows, given in pieces, as an .npy file; return its SHA-256.

    ``np.save`` does not report a full disk, and gives no checksum. ``like`` has the
    dtype and the shape of the rows.
    """
    head = _header((rows, *like.shape[1:]), like.dtype)
    digest, written = hashlib.sha256(head), 0
    with path.open("wb") as file:
        file.write(head)
        for piece in pieces:
            step = max(1, CHUNK // max(1, piece[:1].nbytes))
            for i in range(0, len(piece), step):
                content = np.ascontiguousarray(piece[i : i + step], like.dtype).tobytes()
                file.write(content)
                digest.update(content)
            written += len(piece)
        sync(file)
    if written != rows:
        raise GameError(f"{path.name}: {rows} rows were announced, but {written} came")
    return digest.hexdigest()


def write_text(path: Path, text: str) -> None:
    """Write a text file that will be renamed."""
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        sync(file)


def sync(file: Any) -> None:
    """Flush a file to the disk before it is renamed, so that no name exists before its content."""
    file.flush()
    os.fsync(file.fileno())


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while content := file.read(CHUNK):
            digest.update(content)
    return digest.hexdigest()


def map_array(path: Path, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An .npy file as a memory-mapped array. Its header and its size must be as ``write_array`` writes them. Its
    content is not read, and no file stays open, however many are mapped."""
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise GameError(f"{path} is not a file")
            start = file.read(len(HEAD) + 2)
            length = int.from_bytes(start[len(HEAD) :], "little")
            words = file.read(length).rstrip()
            expected = _header(shape, dtype)[len(HEAD) + 2 :].rstrip()
            if start[: len(HEAD)] != HEAD or words != expected:
                found = words.decode("ascii", "replace") if start[: len(HEAD)] == HEAD else "no array"
                raise GameError(f"{path} is damaged: it holds {found[:200]}, not {expected.decode()}")
            size = len(start) + length + math.prod(shape) * dtype.itemsize
            if about.st_size != size:
                raise GameError(f"{path} is damaged: {about.st_size:,} bytes, not {size:,}")
            if not math.prod(shape):
                return np.zeros(shape, dtype)
            content = _mapped(file.fileno(), size)
    except FileNotFoundError:
        raise GameError(f"{path} is missing") from None
    except OSError as error:
        raise GameError(f"{path} cannot be opened: {(error.strerror or str(error)).lower()}") from None
    array: Array = np.frombuffer(content, dtype, math.prod(shape), len(start) + length).reshape(shape)
    array.flags.writeable = False
    return array


def _header(shape: tuple[int, ...], dtype: np.dtype[Any]) -> bytes:
    """The first bytes of the .npy file of an array."""
    described: dict[str, Any] = {"descr": dtype.str, "fortran_order": False, "shape": shape}
    head = BytesIO()
    cast("Any", np.lib.format).write_array_header_1_0(head, described)
    return head.getvalue()


def _mapped(descriptor: int, size: int) -> Any:
    """The bytes of a file, mapped into memory for reading. Python's own ``mmap`` would keep every file open, and there
    may be a thousand."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    address = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, descriptor, 0)
    if address in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    content = (ctypes.c_char * size).from_address(address)
    weakref.finalize(content, libc.munmap, address, size)
    return content


def inflated(content: bytes, size: int) -> bytes:
    """Unpack xz data that must have this size; never more is unpacked. A ValueError says what is wrong.

    >>> inflated(lzma.compress(b"12345"), 5)
    b'12345'
    >>> inflated(lzma.compress(bytes(1 << 24)), 5)
    Traceback (most recent call last):
    ValueError: what is packed is not 5 bytes long
    """
    unpacker = lzma.LZMADecompressor(memlimit=MEMORY)
    try:
        found = unpacker.decompress(content, max_length=size + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise ValueError(f"it cannot be unpacked ({error})") from None
    if len(found) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"what is packed is not {size} bytes long")
    return found
