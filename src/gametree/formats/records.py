"""Games of matches as PGN, and games of PGN files for ``gametree replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.data import game_named
from gametree.formats.pgn import Game, Moves, first_tags
from gametree.formats.variant_tag import game_of_tags

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.tournament.record import Record


def game_of(record: Record, rules: AnyGame) -> Game:
    """A game of a match, as PGN has it.

    >>> from gametree.tournament.playing import Played
    >>> from gametree.tournament.record import Record
    >>> from gametree import load
    >>> rules = load("tictactoe")
    >>> record = Record("tictactoe", "anna", "random", "1.1", 2, Played((0, 4, 1, 3, 2), 1.0, "rules", (0.2, 0.1)))
    >>> print(game_of(record, rules).to_text(rules))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "1.1"]
    [White "anna"]
    [Black "random"]
    [Result "1-0"]
    [Game "tictactoe"]
    [Termination "rules"]
    <BLANKLINE>
    1. 1 5 2. 2 4 3. 3 1-0
    <BLANKLINE>
    """
    tags = {
        "Round": record.round, "White": record.first, "Black": record.second, "Game": record.game,
        "Termination": record.played.fault or record.played.reason,
    }  # fmt: skip
    line = record.line(rules)
    return Game(tags, line.start, Moves(0, line.actions), record.result)


def rules_of(path: str | Path, given: AnyGame | None = None) -> AnyGame:
    """The game of a PGN file: from its tag ``Game``, or chess, or the variant in the tag ``Variant``. ``given`` is the
    game that the user named; rules are run from no other file."""
    tags = first_tags(path)
    if "Game" in tags:
        return game_named(tags["Game"], path, "--rules GAME", given)
    if given is not None:
        return given
    return game_of_tags(tags)
