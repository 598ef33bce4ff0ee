"""Memory that grows in place: only pages that were written use memory, and growing copies nothing."""

from __future__ import annotations

import ctypes
import mmap

PRIVATE = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)


class Room:
    """A row of bytes, all 0 at first.

    >>> room = Room(10)
    >>> ctypes.memset(room.address, 7, 10) == room.address
    True
    >>> room.grow(1 << 20)
    >>> ctypes.string_at(room.address, 12)
    b'\\x07\\x07\\x07\\x07\\x07\\x07\\x07\\x07\\x07\\x07\\x00\\x00'
    """

    def __init__(self, size: int):
        self.size = size
        self.map = _new(size)

    @property
    def address(self) -> int:
        """The current address: it may change when it grows."""
        return ctypes.addressof(ctypes.c_char.from_buffer(self.map))

    def grow(self, size: int) -> None:
        """Make room for more; the content stays, and new bytes are 0."""
        try:
            self.map.resize(size)
        except (SystemError, ValueError):  # on this system memory cannot be moved without copying
            before, self.map = self.map, _new(size)
            self.map[: self.size] = before[: self.size]
        self.size = size

    def clear(self, size: int) -> None:
        """Write zeros over the first bytes."""
        ctypes.memset(self.address, 0, size)


def _new(size: int) -> mmap.mmap:
    return mmap.mmap(-1, size, flags=PRIVATE) if PRIVATE else mmap.mmap(-1, size)
