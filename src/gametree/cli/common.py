"""What the commands share: the words for a game and a position, and how a result is printed."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Annotated, Any, Protocol

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.output import prints_aside, say_json
from gametree.errors import GameError
from gametree.options import value_of_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cyclopts import Token

    from gametree.game import AnyGame
    from gametree.protocols.session import Session


def whole(_: type, tokens: Sequence[Token]) -> int:
    """A whole number from the command line, where cyclopts by itself would round 1.5 to 2."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"{tokens[0].value!r} is not a whole number") from None


GameWords = Annotated[
    str, Parameter(help="A name (see `gametree games`), name:key=value,…, file.py or file.py:Class:key=value.")
]
Position = Annotated[
    str | None, Parameter(help="Where to start: a position as the game writes it.", allow_leading_hyphen=True)
]
Moves = Annotated[
    str, Parameter(help="Moves played from there, by name.", allow_leading_hyphen=True, show_default=False)
]
Weights = Annotated[
    str | None, Parameter(help="A file of weights for its evaluation (gametree learn).", show_default=False)
]
ClusterWords = Annotated[
    str | None,
    Parameter(
        name="--cluster",
        help="Spread the work over the workers of a Dask scheduler (tcp://HOST:8786) or over processes here (local:4).",
        show_default=False,
    ),
]
Json = Annotated[bool, Parameter(help="Print one JSON object and nothing else.", negative="", show_default=False)]


class Result(Protocol):
    """What every verb returns."""

    def to_json(self) -> dict[str, Any]: ...


def options_of(words: Sequence[str], verb: Callable[..., object]) -> dict[str, Any]:
    """The options of an algorithm, from ``key=value``. An argument of the verb itself is refused here.

    >>> options_of(["nullmove=off", "beam=3"], lambda game: None)
    {'nullmove': False, 'beam': 3}
    """
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.isidentifier():
            raise GameError(f"--option {word!r}: write it as key=value")
        if key in inspect.signature(verb).parameters:
            raise GameError(
                f"--option {word!r}: {key} is not an option of an algorithm; use --{key}, or a parameter of the GAME"
            )
        options[key] = value_of_word(value)
    return options


def named(game: str, weights: str | None) -> AnyGame:
    """The game that is named, with the weights of a file if one is given.

    >>> named("connect4:width=5", None).width
    5
    """
    return load(game) if weights is None else load(game, weights=weights)


def speak(protocol: type[Session], game: str, weights: str | None = None) -> None:
    """Converse with a client over standard input and output. What the rules print goes to stderr: the client would take
    it for an answer."""
    from gametree.protocols.session import converse

    answers = sys.stdout.buffer
    with prints_aside():
        converse(protocol(named(game, weights), sys.stdin.buffer, answers))


def emit(result: Result, json: bool, **more: str) -> None:
    """Print a result, for people or for programs; with more lines, which are more fields of the JSON object."""
    if json:
        say_json({**result.to_json(), **more})
    else:
        print(result, *more.values(), sep="\n")


def table(rows: Iterable[tuple[str, ...]], gap: str = "  ") -> str:
    """Rows as columns of equal width, the last one left as it is.

    >>> print(table([("a", "1"), ("long", "2")]))
    a     1
    long  2
    """
    rows = list(rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return "\n".join(
        gap.join([*(cell.ljust(w) for cell, w in zip(row, widths, strict=False)), row[-1]]).rstrip() for row in rows
    )
