"""What becomes of a game: compiled, interpreted or refused; and whether compiled code says what Python says.

A small part of ``gametree check``: the rules are compiled, the search is not, and a few random games are played with
both forms side by side.
"""

from __future__ import annotations

import importlib
import random
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gametree import Game, GameError, load
from gametree.compile import NotCompiledError, prepare, words_of
from gametree.contract.compiled import Twin
from gametree.contract.inquiry import Inquiry, UnansweredError
from gametree.contract.random_games import RandomGames, first_state
from gametree.engine.examine import examine, follow

if TYPE_CHECKING:
    from gametree.game import AnyGame

COMPILED, INTERPRETED, REFUSED = "compiled", "interpreted", "refused"
GAMES = 40
FILES = sorted(path.stem for path in Path(__file__).parent.glob("probes_*.py"))


@dataclass(frozen=True)
class Verdict:
    """What becomes of a game, and why it is not compiled."""

    state: str
    why: str = ""


def probes() -> dict[str, type[AnyGame]]:
    """The probes by name, in the order of the files: the games there that have a style to tell in their docstring, and
    are no base of others."""
    found: dict[str, type[AnyGame]] = {}
    for name in FILES:
        module = importlib.import_module(name)
        games = [c for c in vars(module).values() if isinstance(c, type) and issubclass(c, Game)]
        found |= {c.__name__: c for c in games if c.__module__ == name and c.__name__ not in BASES}
    return found


BASES = ("Bits", "FlatBoard")
"""Games in those files that only others are made of."""


def look(game: AnyGame, games: int = GAMES) -> Verdict:
    """What becomes of this game: first as for every search and solver, then as ``check`` looks at it."""
    try:
        game = load(game)
        why = ""
        for kernel in (examine, follow):
            prepare(kernel, game, words_of(game.initial()), 0, quiet=True)
    except GameError as error:
        return Verdict(REFUSED, str(error))
    except NotCompiledError as error:
        why = str(error)
    inquiry = Inquiry(game)
    with suppress(UnansweredError):
        start = first_state(inquiry)
        walk = RandomGames(inquiry, start, random.Random(0), None if why else Twin(inquiry, start, search=False))
        for _ in range(games):
            walk.play()
    errors = [str(p) for p in inquiry.problems if p.severity == "error"]
    if errors:
        return Verdict(REFUSED, errors[0])
    return Verdict(INTERPRETED, why) if why else Verdict(COMPILED)
