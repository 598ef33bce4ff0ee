# pyright: basic
"""What ``game.name`` is in compiled code: a method, or a constant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.digest import definitions, function_of
from gametree.game import even, provides
from gametree.hooks import HOOKS, asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame


SUPER = "super_of_"
"""How the name begins that stands for ``super().name``; the class after which to look follows."""


def method_of(game: AnyGame, attr: str) -> tuple[type, object] | None:
    """The class that defines a method for this game, and its definition; ``super()`` looks beyond its own class."""
    found = None
    if attr.startswith(SUPER):
        owner, _, attr = attr.removeprefix(SUPER).rpartition(".")
        line = list(definitions(type(game), attr))
        mro = [c.__qualname__ for c in type(game).__mro__]
        found = next(((c, d) for c, d in line if mro.index(c.__qualname__) > mro.index(owner)), None)
    elif attr not in vars(game):
        found = next(iter(definitions(type(game), attr)), None)
    if found is None or isinstance(found[1], property) or function_of(found[1]) is None:
        return None
    return found


def constant(game: AnyGame, attr: str) -> Any:
    """The value that an attribute has in compiled code. Lists are read as tuples, whole floats stay floats."""
    if attr in DERIVED:
        return DERIVED[attr](game)
    return _frozen(asked(game, attr) if attr in HOOKS else getattr(game, attr))


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        items = [_frozen(v) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, np.integer | np.bool_):
        return value.item()
    return value


def _scale(game: AnyGame) -> int:
    """Units of score per unit of payoff: the largest power of two that keeps a payoff within 25 bits."""
    low, high = game.bounds
    reach = max(high - low, 1)
    return 1 << max(0, 24 - int(reach).bit_length()) if np.isfinite(reach) else 1 << 4


def _repeats(game: AnyGame) -> bool:
    """Does the rule of repetition matter?"""
    return game.repetition != "ignore" or provides(game, "repeated")


def _whether_provided(name: str) -> Callable[[AnyGame], bool]:
    return lambda game: provides(game, name)


DERIVED: dict[str, Callable[[AnyGame], Any]] = {
    **{hook.flag: _whether_provided(hook.name) for hook in HOOKS.values() if hook.flag},
    "_scale": _scale,
    "_even": lambda game: round(even(game) * _scale(game)) if np.isfinite(even(game)) else 0,
    "_low": lambda game: round(max(game.bounds[0], -1e6) * _scale(game)),
    "_high": lambda game: round(min(game.bounds[1], 1e6) * _scale(game)),
    "_relative": lambda game: game.evaluation == "relative",
    "_hasty": lambda game: bool(asked(game, "haste")),
    "_reaches": lambda game: provides(game, "reach") and game.evaluation == "utility" and not asked(game, "haste"),
    "_symmetric": lambda game: provides(game, "symmetries") and not _repeats(game) and not provides(game, "key"),
    "_hints_tactics": lambda game: bool(asked(game, "hints_tactics")) and provides(game, "order"),
    "_constant": lambda game: asked(game, "total") is not None,
    "_total": lambda game: float(asked(game, "total") or 0),
    "_several": lambda game: game.players > 2,
    "_seats": lambda game: game.players if game.players > 2 else 1,
    "_repeats": _repeats,
    "_repeats_illegal": lambda game: game.repetition == "illegal",
    "_repeats_loss": lambda game: game.repetition == "loss",
}
"""More constants of a game for kernels; all follow from what is digested."""
