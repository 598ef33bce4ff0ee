"""A fingerprint of what rules do, in one number that is the same for every version of Python.

A few games are played with fixed random numbers, and all answers of the rules are hashed. It cannot see a change in
positions that these games do not reach. The digest of the code can (``compile/digest.py``), but it differs between
versions of Python.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, provides

if TYPE_CHECKING:
    from gametree.game import AnyGame

GAMES, LONGEST = 12, 80


def fingerprint(game: AnyGame) -> str:
    """Sixteen hexadecimal digits that change when the rules behave differently in these games.

    >>> from gametree import load
    >>> fingerprint(load("connect4")) == fingerprint(load("connect4:7,6"))
    True
    >>> fingerprint(load("connect4")) == fingerprint(load("connect4:6,6"))
    False
    """
    digest = hashlib.sha256()
    dice = 1
    for _ in range(GAMES):
        s = game.initial()
        for _ in range(LONGEST):
            actions = _actions(game, s)
            digest.update(repr((_plain(s), int(game.player(s)), actions, _facts(game, s))).encode())
            if not actions:
                break
            dice = (dice * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            s = game.result(s, actions[(dice >> 33) % len(actions)])
    return digest.hexdigest()[:16]


def _actions(game: AnyGame, s: Any) -> list[int]:
    if game.terminal(s):
        return []
    if game.player(s) == CHANCE:
        return [int(outcome) for outcome, _ in game.chances(s)]
    return [int(a) for a in game.actions(s)]


def _facts(game: AnyGame, s: Any) -> list[Any]:
    """Other answers that decide the value of a state or its place in a database."""
    facts: list[Any] = [bool(game.drawn(s)), _plain(game.utility(s)) if game.terminal(s) else None]
    facts += [int(getattr(game, hook)(s)) for hook in ("tier", "index") if provides(game, hook)]
    return [*facts, sorted(_plain(image) for image in game.symmetries(s))]


def _plain(value: Any) -> Any:
    """A state or a payoff in one form: 1, 1.0 and True are the same."""
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, str):
        return value
    number = float(value)
    return int(value) if number == int(number) else number
