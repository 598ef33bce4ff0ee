"""Classes of other programs, known by their methods, and the games that are made of them."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from gametree.adapters.positions import Position, word
from gametree.compile.digest import code_text, undocumented, value_text
from gametree.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_EASYAI = ("possible_moves", "make_move", "is_over")
_AIMA = ("actions", "result", "utility", "terminal_test", "to_move")


class Foreign(Game[Position]):
    """A game made of an object of another program. Its moves may be anything: an integer stands for itself, other moves
    are numbered as the other program lists them."""

    foreign: type
    """The other program's class."""

    def __init__(self, *given: Any, **parameters: Any):
        self.begin(self.make(*given, **parameters))

    def begin(self, made: Any) -> None:
        """Start with this object of the other program."""
        self.rules_of = code_of(self.foreign)
        self.start = Position(made, self.rules_of)

    @classmethod
    def make(cls, *given: Any, **parameters: Any) -> Any:
        """The other program's object with which the game starts."""
        return cls.foreign(*given, **parameters)

    @classmethod
    def offered(cls, foreign: type) -> dict[str, Any]:
        """The optional methods that a game has only if the other program's class has something for them."""
        raise NotImplementedError

    def moves(self, s: Position) -> list[Any]:
        """The legal moves, as the other program has them."""
        raise NotImplementedError

    def at(self, held: Any) -> Position:
        """A position that holds this."""
        return Position(held, self.rules_of)

    def actions(self, s: Position) -> Iterator[int]:
        for i, move in enumerate(self.moves(s)):
            yield _number(move, i)

    def move(self, s: Position, a: int) -> Any:
        """The move that a number stands for here."""
        return next(move for i, move in enumerate(self.moves(s)) if _number(move, i) == a)

    def name(self, s: Position, a: int, style: str = "") -> str:
        return word(self.move(s, a))


def _number(move: Any, i: int) -> int:
    return move if type(move) is int else i


def printed(show: Callable[[], Any]) -> str:
    """What a function prints.

    >>> printed(lambda: print("X . O"))
    'X . O'
    """
    with contextlib.redirect_stdout(io.StringIO()) as page:
        show()
    return page.getvalue().strip("\n")


def is_foreign(cls: type[Any]) -> bool:
    """Is this a class that another program knows how to play?

    >>> is_foreign(int)
    False
    """
    return not issubclass(cls, Game) and any(_has(cls, names) for names in (_EASYAI, _AIMA))


def _has(cls: type[Any], names: tuple[str, ...]) -> bool:
    """Does it have these methods, of its own or from another class than the one that only asks for them?"""
    methods = [getattr(cls, name, None) for name in names]
    return all(callable(m) and not getattr(m, "only_asked_for", False) for m in methods)


def adapted(cls: type[Any]) -> type[Foreign]:
    """The class of ours that a class of another program becomes."""
    from gametree.adapters.aima import AimaGame
    from gametree.adapters.easyai import EasyAIGame

    easy = _has(cls, _EASYAI)
    known = list(inspect.signature(cls).parameters.values())
    inside: dict[str, Any] = {
        "foreign": cls,
        "__doc__": cls.__doc__,
        "__signature__": inspect.Signature(known[1:] if easy else known),
    }
    base: type[Foreign] = EasyAIGame if easy else AimaGame
    return cast("type[Foreign]", type(cls.__name__, (base,), inside | base.offered(cls)))


def adapted_object(made: Any) -> Foreign:
    """The game of ours that an object of another program becomes."""
    cls = adapted(cast("type[Any]", type(made)))
    game = cls.__new__(cls)
    game.begin(made)
    return game


def code_of(cls: type[Any]) -> str:
    """A digest of the code and the constants of a class and of its bases: the identity of its rules.

    >>> code_of(Position) == code_of(Position)
    True
    """
    facts: list[str] = []
    for owner in cls.__mro__[:-1]:
        for name, value in sorted(vars(owner).items()):
            function = getattr(value, "fget", None) or getattr(value, "__func__", value)
            if isinstance(function, FunctionType):
                facts.append(f"{owner.__qualname__}.{name} {code_text(undocumented(function))}")
            elif isinstance(value, int | float | str | tuple | list | dict | set | frozenset) and name[:2] != "__":
                facts.append(f"{owner.__qualname__}.{name} {value_text(cast('object', value))}")
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]
