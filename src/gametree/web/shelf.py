"""The games that the page offers: the catalogue, and the files given on the command line.

A request may name only these, with parameters of a bounded size; it never names a file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import CATALOGUE, WEIGHTS, game_class, parameters_in
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONGEST_WORDS, LONGEST_TEXT = 200, 20_000
"""Characters in the words for a game, and of one with a parameter that is written out in full."""
LARGEST = 200
"""The largest number among a game's parameters, unless the game says otherwise (``page_limits``)."""


class Shelf:
    """The games, by the names that requests may use.

    >>> Shelf().checked("connect4:width=5")
    'connect4:width=5'
    >>> Shelf().checked("chess:chess960=518")
    'chess:chess960=518'
    >>> Shelf().checked("/etc/mygame.py")
    Traceback (most recent call last):
    gametree.errors.GameError: no game '/etc/mygame.py' here; there are tree, tictactoe, ...
    """

    def __init__(self, files: tuple[str, ...] = (), databases: tuple[str, ...] = ()):
        """``files`` are as on the command line: ``mygame.py``, or ``mygame.py:Class``. ``databases`` are the folders of
        solved games."""
        self.files: dict[str, str] = {}
        for file in files:
            if "=" in file:
                raise GameError(f"{file}: give the file alone, or file.py:Class; parameters are chosen on the page")
            self.files[_free(Path(file.partition(":")[0]).name, self.files)] = file
        self.databases = {game_in(folder): folder for folder in databases}
        """The databases, by the name of the solved game."""
        self.errors: dict[str, str] = {}
        """What is wrong with a file now; its last good version is still played."""
        self.facts: dict[str, dict[str, Any]] = {}
        """The facts about the games in the files, by name."""
        self.version = 0
        """Rises with every accepted edit."""
        self.listeners: list[Callable[[], None]] = []

    def announce(self) -> None:
        """Tell all pages that the games have changed."""
        for listener in self.listeners:
            listener()

    def names(self) -> list[str]:
        """The files first, then the catalogue."""
        return [*self.files, *CATALOGUE]

    def checked(self, words: object) -> str:
        """The words for a game, if a request may use them."""
        if not isinstance(words, str):
            raise GameError("which game? Give its name as game, e.g. connect4")
        name = words.partition(":")[0]
        if name not in self.files and name not in CATALOGUE:
            raise GameError(f"no game {name[:60]!r} here; there are {', '.join(self.names())}")
        known: Mapping[str, int | str] = {}
        if name not in self.files:
            known = getattr(game_class(name), "page_limits", known)
        longest = LONGEST_TEXT if "text" in known.values() else LONGEST_WORDS
        if len(words) > longest:
            raise GameError(f"{name}: a game and its parameters may have at most {longest} letters")
        for key, value in parameters_in(words).items():
            limit = known.get(key, "file" if key == WEIGHTS else LARGEST)
            if limit == "file":
                raise GameError(f"{name}: files cannot be read from the page; leave out {key}")
            if isinstance(limit, int):
                _check(name, value, limit)
        return words

    def file_of(self, words: str) -> str | None:
        """The file that a game comes from; None for the catalogue."""
        return self.files.get(words.partition(":")[0])

    def database_of(self, words: object) -> str | None:
        """The database of a game, if one was given on the command line."""
        return self.databases.get(words) if isinstance(words, str) else None

    def name_of(self, file: str) -> str:
        """What a file is called on the page."""
        return next(name for name, path in self.files.items() if path == file)

    def to_json(self) -> dict[str, Any]:
        """What the page must know about the files."""
        solved = list(self.databases)
        return {"version": self.version, "files": list(self.files), "errors": self.errors, "databases": solved}


def _check(name: str, value: object, most: int) -> None:
    """Refuse a parameter with a number that is too large, however it is written."""
    if isinstance(value, tuple | list):
        for one in cast("list[object]", value):
            _check(name, one, most)
    elif isinstance(value, int | float):
        if not -most <= value <= most:
            raise GameError(f"{name}: here parameters are at most {most}")
    elif not isinstance(value, str) or any(int(n) > most for n in re.findall(r"\d+", value.replace("_", ""))):
        raise GameError(f"{name}: here parameters are words and numbers of at most {most}")


def game_in(folder: str) -> str:
    """The words for the game whose database a folder holds; for a game in a file, its name on the page."""
    from gametree.solving.manifest import read_manifest

    path, dot, rest = str(read_manifest(Path(folder))["game"]).partition(".py")
    return f"{Path(path).name}.py{rest}" if dot else path


def _free(name: str, taken: dict[str, str]) -> str:
    """The name, with a number added if another file has the same name."""
    number = 1
    while (name if number == 1 else f"{number}-{name}") in taken:
        number += 1
    return name if number == 1 else f"{number}-{name}"
