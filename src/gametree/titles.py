"""What a game is called: the words that load it, as ``catalogue`` reads them."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gametree.options import value_of_word

if TYPE_CHECKING:
    from gametree.game import AnyGame

_specs: WeakKeyDictionary[AnyGame, str] = WeakKeyDictionary()
_made: WeakKeyDictionary[AnyGame, tuple[str, dict[str, Any]]] = WeakKeyDictionary()
"""The name under which a game was loaded, and the parameters that were given."""


def entitle(game: AnyGame, head: str, parameters: dict[str, Any]) -> None:
    """Remember under which name a game was loaded, and the parameters that were given."""
    words = _words(parameters)
    _specs[game] = f"{head}:{words}" if words else head
    _made[game] = head, parameters


def entitle_like(game: AnyGame, other: AnyGame) -> None:
    """Call a game what another one is called."""
    for register in (_specs, _made):
        if other in register:
            register[game] = register[other]  # type: ignore[index]


def title(game: AnyGame) -> str:
    """What to call this game: the words that load it, or the name of its class."""
    return _specs.get(game, type(game).__name__)


def made(game: AnyGame) -> tuple[str, dict[str, Any]] | None:
    """The name under which a game was loaded, and the parameters that were given; None for a game made by its class.

    >>> from gametree import load
    >>> made(load("connect4", width=5))
    ('connect4', {'width': 5})
    """
    return _made.get(game)


def in_full(game: AnyGame) -> str:
    """The words that load this game, with all its parameters: what ``repr`` shows. For a game that was not loaded: the
    name of its class, and its attributes with the names of its parameters.

    >>> from gametree import load
    >>> in_full(load("connect4"))
    'connect4:width=7,height=6,connect=4'
    """
    head, _ = _made.get(game, (type(game).__name__, {}))
    told = {key: value for key, value in parameters_of(game).items() if value is not None and value != ""}
    return f"{head}:{_words(told)}" if told else head


def parameters_of(game: AnyGame) -> dict[str, Any]:
    """The parameters of a game. Of a game that was not loaded, what it keeps under their names.

    >>> from gametree import load
    >>> parameters_of(load("connect4", width=5))
    {'width': 5, 'height': 6, 'connect': 4}
    """
    known = signature(type(game))
    if game in _made:
        _, given = _made[game]
        return {key: given.get(key, p.default) for key, p in known.items()}
    return {key: vars(game)[key] for key in known if key in vars(game)}


def signature(cls: type[AnyGame]) -> dict[str, inspect.Parameter]:
    """The parameters with which games of this class are made."""
    return {
        name: p
        for name, p in inspect.signature(cls).parameters.items()
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    }


def _words(parameters: dict[str, Any]) -> str:
    return ",".join(f"{key}={_word(value)}" for key, value in parameters.items())


def _word(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and value_of_word(value) != value:  # a string of digits
        return repr(value)
    text = str(value)
    return re.sub(r"[\s()]", "", text) if isinstance(value, tuple) else text
