"""Openings of a match from the files of other programs: games in PGN, PDN or SGF, positions in EPD."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.formats.epd import read_epd
from gametree.formats.pdn import PDN, read_pdn
from gametree.formats.pgn import read_pgn
from gametree.formats.sgf import SGF, read_sgf
from gametree.game import Line
from gametree.notation.names import read_position
from gametree.referee import Referee
from gametree.tournament.openings import Openings

if TYPE_CHECKING:
    from gametree.game import AnyGame

PGN = ".pgn"
GAMES = (PGN, PDN, SGF)
SUFFIXES = (*GAMES, ".epd", ".fen")
"""The suffixes of such files."""


class ReadOpenings(Openings):
    """The moves of each game of a PGN, PDN or SGF file (the first ``plies`` of them), or each position of an EPD file,
    in the order of the file."""

    def __init__(self, game: AnyGame, path: str | Path, plies: int | None = None):
        path = Path(path)
        read = _games if path.suffix in GAMES else _positions
        self.found = list(dict.fromkeys(read(game, path, plies)))
        for number, line in enumerate(self.found, 1):
            if Referee(game, line).over():
                hint = "; take fewer of its moves (--plies)" if path.suffix in GAMES else ""
                raise GameError(f"{path}: opening {number} is a game that is over{hint}")
        self.description = path.name
        self.identity = f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}, plies {plies}"

    def get(self, number: int) -> tuple[int, ...]:
        """The actions of an opening."""
        return self.found[number % len(self.found)].actions

    def start(self, number: int) -> Any:
        """The state in which it begins."""
        return self.found[number % len(self.found)].start

    def different(self, wanted: int) -> int:
        """How many of the first ``wanted`` openings are different."""
        return min(wanted, len(self.found))


def _games(game: AnyGame, path: Path, plies: int | None) -> list[Line[Any]]:
    if path.suffix == SGF:
        return [Line(tree.start, tree.line.actions[:plies]) for tree in read_sgf(path, game)]
    read = read_pdn if path.suffix == PDN else read_pgn
    return [Line(played.start, played.moves.actions[:plies]) for played in read(path, game)]


def _positions(game: AnyGame, path: Path, plies: int | None) -> list[Line[Any]]:
    if plies is not None:
        raise GameError("give openings as positions of a file or random plies, not both")
    found: list[Line[Any]] = []
    for record in read_epd(path):
        try:
            found.append(Line(read_position(game, record.fen)))
        except GameError as error:
            raise GameError(f"{path}, line {record.line}: {error}") from None
    return found
