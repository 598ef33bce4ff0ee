"""Who plays: anything with a name and a move. Players of our own are described in words, ``alphabeta:depth=4``."""

from __future__ import annotations

import inspect
import math
import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gametree.errors import GameError
from gametree.game import even
from gametree.tournament.clock import Clock, allotment

if TYPE_CHECKING:
    import threading

    from gametree.analysis import Analysis
    from gametree.game import AnyGame, Line


class Reply(NamedTuple):
    """A player's move, and what it thinks of its position."""

    action: int
    value: float | None = None
    """Max's, 0 is even, infinite where a win or a loss is proven; None from a player who does not say."""


class Player(Protocol):
    """One who plays. A program that speaks a protocol fits as well as a function.

    An object of yours is used for all the games of a match; with concurrency, by several threads at once.
    """

    @property
    def name(self) -> str:
        """What it is called in the results."""
        ...

    def move(self, game: AnyGame, line: Line[Any], clock: Clock | None) -> Reply:
        """The move at the end of the line; ``clock`` is the player's own, None where no clock runs."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


@dataclass(frozen=True)
class Spec:
    """A player in words: an algorithm of ``best`` and its options.

    >>> Spec.read("alphabeta:time=0.1,table=16").options
    {'time': 0.1, 'table': 16}
    >>> Spec.read("textbook.minimax:depth=3,name=student").name
    'student'
    >>> Spec.read("alphabeta:deep=4")
    Traceback (most recent call last):
    gametree.errors.GameError: alphabeta:deep=4: no option 'deep'; there are depth, time, nodes, ...
    """

    text: str
    name: str
    algorithm: str
    options: dict[str, Any] = field(hash=False)

    @staticmethod
    def read(text: str) -> Spec:
        """From words: ``algorithm``, or ``algorithm:key=value,key=value``. ``name=…`` is the name in the results."""
        algorithm, colon, rest = text.strip().partition(":")
        if not re.fullmatch(r"[A-Za-z][\w.]*", algorithm):
            raise GameError(
                f"not a player: {text!r}; write alphabeta:depth=4, greedy, random, textbook.minimax:depth=3 …"
            )
        options: dict[str, Any] = {}
        for part in rest.split(",") if colon else ():
            key, equals, value = (word.strip() for word in part.partition("="))
            if not equals or not key.isidentifier() or not value:
                raise GameError(f"{text}: {part!r} is not an option; write key=value")
            options[key] = value if key == "name" else _value(value)
        name = options.pop("name", text.strip())
        _check(text, algorithm, options)
        return Spec(text.strip(), name, algorithm, options)


def _value(word: str) -> bool | float | str:
    """The value of an option: on or off, a number, or else the word itself."""
    if word.lower() in ("on", "true", "yes"):
        return True
    if word.lower() in ("off", "false", "no"):
        return False
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


GIVEN = ("game", "position", "algorithm", "progress", "stop")
"""The parameters of ``best`` that are not a player's to choose."""


def _own_options(algorithm: str) -> list[str]:
    """The names of the options that only this algorithm has."""
    name = algorithm.removeprefix("textbook.")
    if name != algorithm:
        from gametree.textbook import ALGORITHMS

        return list(ALGORITHMS[name].options) if name in ALGORITHMS else []
    from gametree.engine.options import SWITCHES

    return [*SWITCHES, "beam"] if algorithm in ("auto", "alphabeta", "pvs", "mtdf", "solve") else []


NUMBERS = {"depth": int, "nodes": int, "table": int, "threads": int, "seed": int, "time": (int, float)}
"""The options that must be numbers."""


def _check(text: str, algorithm: str, options: dict[str, Any]) -> None:
    from gametree.verbs.best import best

    of_best = [name for name, p in inspect.signature(best).parameters.items() if p.kind is not p.VAR_KEYWORD]
    known = [name for name in (*of_best, *_own_options(algorithm)) if name not in GIVEN]
    for key, value in options.items():
        if key not in known:
            raise GameError(f"{text}: no option {key!r}; there are {', '.join(known)}")
        if key in NUMBERS and (isinstance(value, bool) or not isinstance(value, NUMBERS[key])):
            raise GameError(f"{text}: {key} must be a number, not {value!r}")


class BestPlayer:
    """Plays what ``best`` answers. Made anew for each game: ``seed`` is that game's, so that a player who moves at
    random does not play one game over and over, and yet plays the same match again from the same seed.

    >>> from gametree import Line, load
    >>> game = load("nim:3,4,5")
    >>> player = BestPlayer(Spec.read("alphabeta:depth=20"), seed="1")
    >>> reply = player.move(game, Line(game.initial()), None)
    >>> game.name(game.initial(), reply.action), reply.value      # a proven win
    ('a2', inf)
    """

    def __init__(self, spec: Spec, seed: str, stop: threading.Event | None = None):
        self.spec, self.seed, self.stop = spec, seed, stop

    @property
    def name(self) -> str:
        return self.spec.name

    def move(self, game: AnyGame, line: Line[Any], clock: Clock | None) -> Reply:
        options = dict(self.spec.options)
        if clock is not None:
            options["time"] = min(allotment(clock), options.get("time", math.inf))
        words = f"{self.seed} {options.get('seed', '')} {len(line.actions)}"
        options["seed"] = random.Random(words).getrandbits(32)
        found = self._best(game, line, options)
        if found.action is None:
            raise GameError(f"{self.name} has no move in {line}")
        return Reply(found.action, _opinion(game, found))

    def warm_up(self, game: AnyGame, line: Line[Any]) -> None:
        """Look one move ahead: it compiles the game, which is not to cost a player its time, and shows mistakes in
        the options before any game is played."""
        self._best(game, line, {**self.spec.options, "depth": 1})

    def close(self) -> None:
        """Nothing is held."""

    def _best(self, game: AnyGame, line: Line[Any], options: dict[str, Any]) -> Analysis:
        from gametree.verbs.best import best

        try:
            return best(game, line, algorithm=self.spec.algorithm, stop=self.stop, **options)
        except GameError as error:
            raise GameError(f"{self.spec.text}: {error}") from error


def _opinion(game: AnyGame, found: Analysis) -> float | None:
    if isinstance(found.value, tuple):
        return None
    above = found.value - (even(game) if found.proven or game.evaluation == "utility" else 0)
    return math.copysign(math.inf, above) if found.proven and above else above
