# pyright: basic
"""A game becomes a compile-time constant.

The Numba type of a game carries the instance. In a kernel ``search(game, …)`` therefore

- ``game.method(…)`` is a direct call of the method, compiled for this very game;
- an integer, a float or a tuple of them folds to a constant; a list is read as a tuple;
- an array is data: at run time a game is one pointer, to a table of the addresses of its arrays.

The type's identity is the digest of the rules (``digest.py``), so a kernel is compiled again when the rules change, and
found again when they change back. A state crosses into kernels as a flat tuple of 64-bit words, ``pack`` and ``unpack``
being free: signatures then name no class of the user's, and can be kept on disk and read back where his file is absent.

``kernel`` is the decorator of every compiled entry point. Its cache keeps one file per kernel and game (``cache.py``).

To read in this order: ``gametype.py``, ``constants.py``, ``methods.py``, ``attributes.py`` (what ``game.name`` means in
compiled code), ``states.py``, ``instructions.py``, then ``kernels.py`` and the ``kernel_cache.py`` behind it.
"""

import gametree.compile.attributes  # noqa: F401 (it tells Numba what ``game.name`` is)
from gametree.compile.common import IN_PLACE, OPTIONS, DiffersError, NotCompiledError
from gametree.compile.constants import DERIVED, constant
from gametree.compile.gametype import game_type
from gametree.compile.instructions import compile_as, pointer, prefetch
from gametree.compile.kernels import cached, kernel, prepare, real_kernel
from gametree.compile.states import (
    emit_pack,
    emit_unpack,
    pack,
    packed_type,
    state_of,
    unpack,
    unpacked_type,
    words_of,
)

__all__ = [
    "DERIVED",
    "IN_PLACE",
    "OPTIONS",
    "DiffersError",
    "NotCompiledError",
    "cached",
    "compile_as",
    "constant",
    "emit_pack",
    "emit_unpack",
    "game_type",
    "kernel",
    "pack",
    "packed_type",
    "pointer",
    "prefetch",
    "prepare",
    "real_kernel",
    "state_of",
    "unpack",
    "unpacked_type",
    "words_of",
]
