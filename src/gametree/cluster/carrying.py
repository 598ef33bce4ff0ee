"""How a game and a position reach a worker: as the words that load it, and the actions that lead there.

Nothing of the rules is sent. A worker loads the game by its own files, compiles it or finds it in its cache, and
compares a digest of the rules: if they are others, the work is refused.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.catalogue import WEIGHTS, load
from gametree.compile import NotCompiledError, state_of, words_of
from gametree.compile.digest import digest, rules_key
from gametree.errors import GameError
from gametree.titles import made, title

if TYPE_CHECKING:
    from gametree.game import AnyGame

GAMES = 16
"""How many games a worker keeps loaded."""


@dataclass(frozen=True)
class Carried:
    """A game in words, and the digest of its rules."""

    head: str
    """A name of the catalogue, or an absolute path of a file."""
    parameters: tuple[tuple[str, Any], ...]
    rules: str

    def game(self) -> AnyGame:
        """The game, on the machine where this is asked. GameError if its rules are others there."""
        return _loaded(self)


@dataclass(frozen=True)
class Spot:
    """A position: the words of a state (None: the initial one), and actions played from it."""

    start: tuple[int, ...] | None
    actions: tuple[int, ...] = ()

    def state(self, game: AnyGame) -> Any:
        """The state."""
        s = game.initial() if self.start is None else state_of(game, self.start)
        for action in self.actions:
            s = game.result(s, action)
        return s

    def then(self, action: int) -> Spot:
        """The position one action later."""
        return Spot(self.start, (*self.actions, action))


def carry(game: AnyGame) -> Carried:
    """A game, to be sent to workers. It must have been loaded by its words; a file needs its absolute path there.

    >>> carried = carry(load("connect4", width=5))
    >>> carried.head, carried.parameters, carried.game().width
    ('connect4', (('width', 5),), 5)
    """
    known = made(game)
    if known is None:
        raise GameError(
            f"{title(game)} was not loaded by words, and workers could not load it: give the name of the game, or its "
            "file (mygame.py:MyGame)"
        )
    head, parameters = known
    path, colon, cls = head.partition(":")
    if path.endswith(".py"):
        head = f"{Path(path).resolve()}{colon}{cls}"
    given = {k: str(Path(v).resolve()) if k == WEIGHTS and isinstance(v, str) else v for k, v in parameters.items()}
    return Carried(head, tuple(sorted(given.items())), rules_of(game))


def spot(game: AnyGame, s: Any) -> Spot:
    """A position, to be sent to workers."""
    if s == game.initial():
        return Spot(None)
    try:
        return Spot(words_of(s))
    except NotCompiledError as error:
        raise GameError(f"{title(game)}: this position cannot be sent to workers: {error}") from None


def rules_of(game: AnyGame) -> str:
    """A digest of all that a worker runs of a game: its rules, its packed form and the content of its arrays."""
    return hashlib.sha256(f"{digest(game)} {rules_key(game)}".encode()).hexdigest()[:16]


@lru_cache(GAMES)
def _loaded(carried: Carried) -> AnyGame:
    game = load(carried.head, **dict(carried.parameters))
    if rules_of(game) != carried.rules:
        raise GameError(f"the rules of {carried.head} are others here: the workers need the same files as the client")
    return game
