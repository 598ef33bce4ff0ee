# pyright: basic
"""A game becomes a compile-time constant.

The Numba type of a game carries the instance. In a kernel ``search(game, …)`` therefore

- ``game.method(…)`` is a direct call of the method, compiled for this very game;
- an integer, a float or a tuple of them folds to a constant; a list is read as a tuple;
- an array is data: at run time a game is one pointer, to a table of the addresses of its arrays.

The type's identity is the digest of the rules (``digest.py``), so a kernel is compiled again when the rules change, and
found again when they change back. A state crosses into kernels as a flat tuple of 64-bit words, ``pack`` and ``unpack``
cost nothing. So signatures name no class of the user, and can be kept on disk and read back without the user's file.
Where positions are kept in a table or a file, several numbers share a word (``rowform.py``, ``rows.py``).

``kernel`` is the decorator of every compiled entry point. Its cache keeps one file per kernel and game (``cache.py``).

To read in this order: ``gametype.py``, ``constants.py``, ``methods.py``, ``attributes.py`` (what ``game.name`` means in
compiled code), ``states.py``, ``instructions.py``, ``pipeline.py`` and ``parts.py`` (how Numba goes about it), then
``kernels.py`` and the ``kernel_cache.py`` behind it, and ``ahead.py``, which compiles beside a search. A user's rules
are first tried out in plain Python (``trial/``). Rules that do not compile run interpreted (``interpreted.py``), and
``explain.py`` says why.

``digest``, ``cache``, ``explain``, ``interpreted`` and ``trial`` do without Numba, which takes a third of a second to
import. So the names below are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametree.compile.constants import DERIVED, constant
    from gametree.compile.gametype import game_type
    from gametree.compile.instructions import compile_as, pointer, prefetch
    from gametree.compile.interpreted import DiffersError, NotCompiledError
    from gametree.compile.kernels import cached, guarded, kernel, prepare, real_kernel
    from gametree.compile.pipeline import AS_PART, IN_PLACE, OPTIONS
    from gametree.compile.rowform import RowForm, known_form, row_form, row_of
    from gametree.compile.rows import loosened, squeezed
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

_LATER = {
    "DERIVED": "constants", "constant": "constants", "game_type": "gametype", "compile_as": "instructions",
    "pointer": "instructions", "prefetch": "instructions", "DiffersError": "interpreted",
    "NotCompiledError": "interpreted", "cached": "kernels", "guarded": "kernels", "kernel": "kernels",
    "prepare": "kernels", "real_kernel": "kernels", "IN_PLACE": "pipeline", "OPTIONS": "pipeline",
    "AS_PART": "pipeline", "RowForm": "rowform", "known_form": "rowform", "row_form": "rowform", "row_of": "rowform",
    "loosened": "rows", "squeezed": "rows", "emit_pack": "states", "emit_unpack": "states", "pack": "states",
    "packed_type": "states", "state_of": "states", "unpack": "states", "unpacked_type": "states", "words_of": "states",
}  # fmt: skip
"""In which file each name is."""

__all__ = [
    "AS_PART",
    "DERIVED",
    "IN_PLACE",
    "OPTIONS",
    "DiffersError",
    "NotCompiledError",
    "RowForm",
    "cached",
    "compile_as",
    "constant",
    "emit_pack",
    "emit_unpack",
    "game_type",
    "guarded",
    "kernel",
    "known_form",
    "loosened",
    "pack",
    "packed_type",
    "pointer",
    "prefetch",
    "prepare",
    "real_kernel",
    "row_form",
    "row_of",
    "squeezed",
    "state_of",
    "unpack",
    "unpacked_type",
    "words_of",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'gametree.compile' has no attribute {name!r}")
    if _LATER[name] != "interpreted":
        import_module("gametree.compile.kernels")  # which tells Numba what a game and its attributes are
    module = import_module(f"gametree.compile.{_LATER[name]}")
    globals()[name] = found = getattr(module, name)
    return found
