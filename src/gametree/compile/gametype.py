# pyright: basic
"""The Numba type of a game: it carries the instance; at run time it is one pointer, to the addresses of the arrays."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numba import types
from numba.core.datamodel import models
from numba.extending import NativeValue, register_model, typeof_impl, unbox

from gametree.compile.digest import digest
from gametree.compile.numba_setup import WORD
from gametree.game import Game

if TYPE_CHECKING:
    from gametree.game import AnyGame


class GameType(types.Type):
    """The Numba type of one set of rules. ``game`` is an instance, set by ``typeof``; it is never pickled."""

    game: AnyGame

    def __init__(self, label: str, identity: str):
        self.label, self.identity = label, identity
        super().__init__(name=f"{label}:{identity}")

    @property
    def key(self):
        return self.name

    def __reduce__(self):
        return GameType, (self.label, self.identity)


_types: dict[str, GameType] = {}


@typeof_impl.register(Game)
def game_type(game: AnyGame, _context: object = None) -> GameType:
    """The Numba type of a game; its methods are compiled for the first instance with these rules."""
    identity = digest(game)
    if identity not in _types:
        typ = GameType(type(game).__qualname__, identity)
        typ.game = game
        _types[identity] = typ
    return _types[identity]


@register_model(GameType)
class _GameModel(models.PrimitiveModel):
    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, WORD.as_pointer())


@unbox(GameType)
def _unbox_game(_typ, obj, c):
    table = c.pyapi.unserialize(c.pyapi.serialize_object(array_table))
    address = c.pyapi.call_function_objargs(table, (obj,))
    word = c.pyapi.number_as_ssize_t(address)
    c.pyapi.decref(address)
    c.pyapi.decref(table)
    return NativeValue(c.builder.inttoptr(word, WORD.as_pointer()))


def array_names(game: AnyGame) -> list[str]:
    """The names of a game's arrays, in the order of the table."""
    owners = (vars(game), *(vars(c) for c in type(game).__mro__))
    names = {n for named in owners for n, value in named.items() if isinstance(value, _MAY_BE_ARRAYS)}
    return sorted(n for n in names if not n.startswith("__") and isinstance(getattr(game, n, None), np.ndarray))


_MAY_BE_ARRAYS = np.ndarray, property, cached_property


_tables: WeakKeyDictionary[AnyGame, np.ndarray] = WeakKeyDictionary()


def array_table(game: AnyGame) -> int:
    """The address of the table of the addresses of a game's arrays; it lives as long as the game.

    The table is written again on every entry, so an attribute may be set to another array of the same shape.
    """
    names = array_names(game)
    table = _tables.setdefault(game, np.zeros(len(names) + 1, np.int64))
    for slot, name in enumerate(names):
        table[slot] = getattr(game, name).ctypes.data
    return table.ctypes.data
