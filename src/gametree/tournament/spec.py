"""A player in words: ``alphabeta:time=0.1``, ``level:5``, ``textbook.minimax:depth=3``, ``uci:./engine --fast``."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from gametree.errors import GameError
from gametree.options import value_of_word
from gametree.tournament.clock import Control
from gametree.tournament.levels import level_of

ENGINES = ("auto", "alphabeta", "pvs", "mtdf", "solve", "exact")
"""The algorithms that search with the engine."""
EXPECTING = ("expectiminimax", "star1", "star2", "maxn", "paranoid", "bestreply")
"""The same for games with dice, or with more than two players."""
SEARCHING = (*ENGINES, *EXPECTING, "mcts")
"""All algorithms that keep an engine for a game."""
PROTOCOLS = ("ugi", "uci", "xboard", "gtp", "gomocup", "hub", "dxp", "gnubg")
"""The protocols of other programs; the "command" of dxp is an address."""
LEVEL = "level"
"""The player that is a level of ``play``."""
GIVEN = ("game", "position", "moves", "algorithm", "progress", "stop", "book")
"""The parameters of ``best`` that are not among a player's options for it."""
WORDS = ("name", "tc", "book", "cmd", "database", "weights")
"""The options whose values stay text."""
NUMBERS = {
    "depth": int, "nodes": int, "table": int, "threads": int, "seed": int, "time": (int, float),
    "timeout": (int, float),
}  # fmt: skip
"""The options that must be numbers."""


@dataclass(frozen=True)
class Spec:
    """A player in words: an algorithm of ``best`` and its options, a level of ``play``, or a program and the protocol
    that it speaks.

    In addition to the options of ``best`` there are ``name`` (in the results), ``tc`` (a time control of its own,
    ``10+0.1``), ``book`` (an opening book), ``ponder=on`` (think on the opponent's time) and ``weights="1,0.5"`` (of
    the features of an evaluation: see ``features.py``), or ``weights=FILE``, made by ``gametree learn``. A program has
    ``cmd``, the limits ``depth``, ``time`` and ``nodes``, ``timeout``, and the options that it lists.

    >>> Spec.read("alphabeta:time=0.1,table=16").options
    {'time': 0.1, 'table': 16}
    >>> Spec.read("textbook.minimax:depth=3,name=student").name
    'student'
    >>> Spec.read("level:3").options, Spec.read("level:3").random
    ({'depth': 2, 'time': 0.1}, 0.1)
    >>> Spec.read('uci:cmd="./engine --book a,b",tc=1+0.1,Hash=16').settings
    {'Hash': 16}
    >>> Spec.read("xboard:/usr/games/gnuchess -x,tc=60").command
    '/usr/games/gnuchess -x'
    >>> Spec.read("alphabeta:dept=4")
    Traceback (most recent call last):
    gametree.errors.GameError: alphabeta:dept=4: no option 'dept'; did you mean depth? There are depth, ...
    """

    text: str
    name: str
    algorithm: str
    options: dict[str, Any] = field(hash=False)
    control: Control | None = None
    book: str | None = None
    ponder: bool = False
    command: str | None = None
    """The program's, where it is one."""
    settings: dict[str, Any] = field(default_factory=dict[str, Any], hash=False)
    """The program's own options."""
    weights: tuple[float, ...] | str | None = None
    """The weights of the features, or the file that holds them, if they are not the game's own."""
    random: float = 0.0
    """How often it moves at random instead, as the low levels do."""

    @staticmethod
    def read(text: str) -> Spec:
        """From words: ``algorithm``, or ``algorithm:key=value,key=value``; a value with commas stands in quotes."""
        text = text.strip()
        algorithm, colon, rest = text.partition(":")
        if not re.fullmatch(r"[A-Za-z][\w.]*", algorithm):
            raise GameError(
                f"not a player: {text!r}; write alphabeta:depth=4, level:5, random, textbook.minimax:depth=3, "
                "ugi:cmd=./program …"
            )
        program = algorithm in PROTOCOLS
        options: dict[str, Any] = {}
        for part in _parts(rest) if colon else ():
            key, equals, value = (word.strip() for word in part.partition("="))
            if (program or algorithm == LEVEL) and key and not equals and not options:  # uci:/usr/games/stockfish
                key, equals, value = "cmd" if program else LEVEL, "=", key
            if not equals or not value or not (key.isidentifier() or (program and key)):
                raise GameError(f"{text}: {part!r} is not an option; write key=value")
            options[key] = _unquoted(value) if key in WORDS else _value(value)
        name = options.pop("name", text)
        control = _control(text, options.pop("tc", None))
        if program:
            return _program(text, name, algorithm, options, control)
        if algorithm == LEVEL:
            return _level(text, name, options, control)
        book, ponder = options.pop("book", None), options.pop("ponder", False)
        if not isinstance(ponder, bool):
            raise GameError(f"{text}: ponder must be on or off, not {ponder!r}")
        if ponder and algorithm not in SEARCHING:
            raise GameError(f"{text}: {algorithm} does not ponder; {', '.join(SEARCHING)} do")
        weights = _weights(text, options.pop("weights", None))
        _check(text, algorithm, options)
        return Spec(text, name, algorithm, options, control, book, ponder, weights=weights)


def _parts(rest: str) -> list[str]:
    """The options, separated by commas that stand outside of quotes."""
    parts = [""]
    for i, piece in enumerate(rest.split('"')):
        if i % 2:
            parts[-1] += f'"{piece}'
        else:
            first, *others = piece.split(",")
            parts[-1] += f'"{first}' if i else first
            parts += others
    return parts


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word


def _value(word: str) -> bool | float | str:
    """The value of an option: true or false, a number, or else the word itself."""
    value = value_of_word(word)
    return value if isinstance(value, bool | int | float) else _unquoted(word)


def _control(text: str, words: str | None) -> Control | None:
    try:
        return None if words is None else Control.read(words)
    except GameError as error:
        raise GameError(f"{text}: tc is {error}") from None


def _weights(text: str, words: str | None) -> tuple[float, ...] | str | None:
    """Numbers, or the path of a file."""
    if words is None or not re.match(r"[-+.\d\s]*\d", words):
        return words
    try:
        return tuple(float(word) for word in words.split(","))
    except ValueError:
        if Path(words).exists():
            return words
        raise GameError(f'{text}: weights are numbers in quotes, weights="1,0.5", or a file, not {words}') from None


def _level(text: str, name: str, options: dict[str, Any], control: Control | None) -> Spec:
    number, book = options.pop(LEVEL, None), options.pop("book", None)
    if options:
        raise GameError(f"{text}: a level has no option {next(iter(options))!r}; there are name, tc and book")
    if number is None or isinstance(number, bool) or not isinstance(number, int):
        raise GameError(f"{text}: which level? Write level:5, a number from 1 to 10")
    level = level_of(number)
    limits = {key: value for key, value in (("depth", level.depth), ("time", level.seconds)) if value is not None}
    return Spec(text, name, "auto", limits, control, book, random=level.random)


def _program(text: str, name: str, protocol: str, options: dict[str, Any], control: Control | None) -> Spec:
    command = options.pop("cmd", {"gnubg": "gnubg", "dxp": "localhost"}.get(protocol))
    if not command:
        raise GameError(f"{text}: which program? Write {protocol}:cmd=./program")
    limits = {key: options.pop(key) for key in ("depth", "time", "nodes", "timeout") if key in options}
    _check_numbers(text, limits)
    for key, value in limits.items():
        if not value > 0:
            raise GameError(f"{text}: {key} must be more than 0, not {value}")
    return Spec(text, name, protocol, limits, control, command=command, settings=options)


def _own_options(algorithm: str) -> list[str]:
    """The names of the options that only this algorithm has."""
    name = algorithm.removeprefix("textbook.")
    if name != algorithm:
        from gametree.textbook import ALGORITHMS

        return list(ALGORITHMS[name].options) if name in ALGORITHMS else []
    if algorithm in EXPECTING:
        from gametree.engine.expectation import ExpectationOptions

        return [f.name for f in fields(ExpectationOptions)]
    if algorithm == "mcts":
        from gametree.engine.mcts.options import MctsOptions

        return [f.name for f in fields(MctsOptions)]
    from gametree.engine.options import SWITCHES

    return [*SWITCHES, "beam"] if algorithm in ENGINES else []


def _check(text: str, algorithm: str, options: dict[str, Any]) -> None:
    from difflib import get_close_matches

    from gametree.answering.best import best

    of_best = [name for name, p in inspect.signature(best).parameters.items() if p.kind is not p.VAR_KEYWORD]
    known = [name for name in (*of_best, *_own_options(algorithm)) if name not in GIVEN]
    for key in options:
        if key not in known:
            there = list(dict.fromkeys([*known, "name", "tc", "book", "ponder", "weights"]))
            close = get_close_matches(key, there, n=1)
            hint = f"did you mean {close[0]}? There" if close else "there"
            raise GameError(f"{text}: no option {key!r}; {hint} are {', '.join(there)}")
    _check_numbers(text, options)


def _check_numbers(text: str, options: dict[str, Any]) -> None:
    for key, value in options.items():
        if key in NUMBERS and (isinstance(value, bool) or not isinstance(value, NUMBERS[key])):
            raise GameError(f"{text}: {key} must be a number, not {value!r}")
