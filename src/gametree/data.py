"""Files that others have written: how far they are trusted.

A book, a database, a certificate or a file of games is read, never run. So the game that it names comes from the
catalogue, or from a file of rules that the user has named. JSON that is nested too deeply is refused. (And where our
own docs are: in the package, or beside the sources.)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.catalogue import CATALOGUE, WEIGHTS, load
from gametree.errors import GameError
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

PATHS = ("file", WEIGHTS)
"""Parameters of games of the catalogue that name a file (``tree:file=F``)."""


def docs() -> Path:
    """The folder of the docs: in the installed package, or beside the sources."""
    package = Path(__file__).parent
    inside = package / "docs"
    return inside if inside.is_dir() else package.parents[1] / "docs"


def game_named(name: object, where: object, how: str, given: AnyGame | None = None) -> AnyGame:
    """The game that a data file names. It is loaded from the catalogue, or from the file of rules from which the user
    has ``given`` a game. ``where`` is the data file, and ``how`` tells the user how to name the game.

    >>> title(game_named("nim:3,4", "some.book", "--game GAME"))
    'nim:heaps=3,4'
    >>> game_named("/some/path/rules.py", "some.book", "--game GAME")
    Traceback (most recent call last):
    gametree.errors.GameError: some.book names '/some/path/rules.py' as its game; rules in a file are run only where \
you name them yourself: --game GAME
    """
    if not isinstance(name, str):
        raise GameError(f"{where} is damaged: {_short(name)} is not the name of a game")
    if given is not None and title(given) == name:
        return given
    head, _, rest = name.partition(":")
    if head in CATALOGUE and not any(part.partition("=")[0].strip() in PATHS for part in rest.split(",")):
        return load(name)
    if given is not None:
        own, _, _ = title(given).partition(":")
        if own.endswith(".py") and Path(own).name == Path(head).name:
            return load(f"{own}:{rest}" if rest else own)
    if not head.endswith(".py") and head not in CATALOGUE:
        return load(name)  # there is no such game: load raises the error
    raise GameError(
        f"{where} names {_short(name)} as its game; rules in a file are run only where you name them yourself: {how}"
    )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


def json_of(text: str | bytes) -> Any:
    """The content of a JSON text; a ValueError if it is not JSON, or is nested too deeply.

    >>> json_of("[" * 100_000)
    Traceback (most recent call last):
    ValueError: it is nested too deeply
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
