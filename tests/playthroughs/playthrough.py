"""One random game in words: its first positions with all their moves, then what was played, and the end."""

from __future__ import annotations

import random
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from gametree import load
from gametree.analysis import show_value
from gametree.catalogue import CATALOGUE
from gametree.game import CHANCE, Line
from gametree.games.chess.variants import VARIANTS
from gametree.notation.names import move_name
from gametree.referee import Referee
from gametree.textbook.support.tracing import player_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame

FOLDER = Path(__file__).parent
SPECS = {name: name for name in CATALOGUE} | {f"chess_{name}": f"chess:variant={name}" for name in VARIANTS}
"""The games, by the name of the file."""
SHOWN, LONGEST = 8, 1000
"""Plies that are shown with their positions, and after which a game is left."""


def playthrough(spec: str, seed: int = 1) -> str:
    """The text of a game in which dice with a seed choose every move."""
    game = load(spec)
    return "\n".join([f"{spec}, a random game (seed {seed})", "", *_lines(game, random.Random(seed))]) + "\n"


def _lines(game: AnyGame, dice: random.Random) -> Iterator[str]:
    referee = Referee(game, Line(game.initial()))
    while not referee.over() and len(referee.actions) < LONGEST:
        moves = referee.legal()
        chosen = dice.choice(moves)
        if len(referee.actions) < SHOWN:
            yield from _ply(game, referee, moves, chosen)
        referee.play(chosen)
    if len(referee.actions) > SHOWN:
        yield from _wrapped(f"{SHOWN + 1}. and on: ", referee.names()[SHOWN:])
        yield ""
    yield f"After {len(referee.actions)} plies"
    yield from _board(game, referee)
    yield _end(referee)


def _ply(game: AnyGame, referee: Referee, moves: list[int], chosen: int) -> Iterator[str]:
    rolls = referee.player() == CHANCE
    yield f"{len(referee.actions) + 1}. {player_name(referee.player(), game.players)}"
    yield from _board(game, referee)
    names = [move_name(game, referee.state, a) for a in moves]
    yield from _wrapped(f"{len(moves)} {'outcome' if rolls else 'move'}{'s' * (len(moves) > 1)}: ", names)
    yield f"{'rolled' if rolls else 'played'}: {move_name(game, referee.state, chosen)}"
    yield ""


def _end(referee: Referee) -> str:
    payoff = referee.payoff()
    if payoff is None:
        return "the game goes on"
    reason = f" ({referee.reason()})" if referee.reason() else ""
    return f"the end{reason}: {show_value(payoff)}"


def _board(game: AnyGame, referee: Referee) -> Iterator[str]:
    yield from (f"    {line}".rstrip() for line in game.text(referee.state).splitlines())


def _wrapped(head: str, names: list[str]) -> list[str]:
    """Names in lines; no name is broken."""
    words = ", ".join(name.replace(" ", "\N{NO-BREAK SPACE}") for name in names)
    lines = textwrap.wrap(head + words, 110, subsequent_indent="    ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
