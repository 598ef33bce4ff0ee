# pyright: basic
"""Which form of a game searches take: the game itself, or its twin. ``choosing.py`` finds it, and is imported only
where a game of the user's asks: the front end takes a tenth of a second to import."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from gametree.compile import cache
from gametree.compile.digest import rules_key
from gametree.compile.frontend.runtime import OutgrownError
from gametree.compile.interpreted import WHY_NOT_REWRITTEN
from gametree.compile.trial.watched import is_ours
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.compile.frontend.interned import Interned
    from gametree.compile.frontend.twin import Made
    from gametree.game import AnyGame

FRONT, TWIN = "_front", "_twin"
"""Under these names a twin holds how it was made, and a game its twin."""


def front_of(game: AnyGame) -> Made | Interned | None:
    """How a twin was made; None for a game that is none."""
    return vars(game).get(FRONT)


def fronted(game: AnyGame) -> AnyGame:
    """The form of a game that searches take: the game itself, or its twin.

    >>> from gametree.games.nim import Nim
    >>> game = Nim()
    >>> fronted(game) is game
    True
    """
    if is_ours(type(game)):
        return game
    front = front_of(game)
    if front is not None:
        return fronted(front.original) if front.outgrown else game
    mark = rules_key(game)
    kept = vars(game).get(TWIN)
    if kept is None or kept[0] != mark:
        from gametree.compile.frontend.choosing import chosen

        form, reason = chosen(game)
        kept = mark, form
        if form is not game:
            _entitle(form, game)
        elif reason:
            WHY_NOT_REWRITTEN[game] = reason
        vars(game)[TWIN] = kept
    return kept[1]


def outgrown(game: AnyGame) -> OutgrownError:
    """A value has come up that the packed form of this game has no room for. It is given more, here and in processes
    to come; what is known of the old form is void."""
    front = front_of(game)
    assert front is not None
    if not front.outgrown:
        front.outgrown = True
        vars(front.original).pop(TWIN, None)
        room_of(front.original, more=True)
    return OutgrownError(f"{title(game)}: a value has no room in the packed form; it has more now: ask again")


_rooms: dict[str, int] = {}


def room_of(game: AnyGame, *, more: bool = False) -> int:
    """How often this game's packed form was too small."""
    key = f"room-{hashlib.sha256(rules_key(game).encode()).hexdigest()[:32]}"
    if key not in _rooms:
        kept = cache.read(key)
        _rooms[key] = int(kept) if kept else 0
    if more:
        _rooms[key] += 1
        cache.write(key, str(_rooms[key]).encode())
    return _rooms[key]


def _entitle(twin: AnyGame, game: AnyGame) -> None:
    from gametree import titles

    for register in (titles._specs, titles._made):
        if game in register:
            register[twin] = register[game]  # type: ignore
