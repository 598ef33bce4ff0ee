"""OBF: positions of Othello on a line each, with the scores of their moves, as the FFO suite and Edax write them.

>>> record = read_record("-----OX--XO----- X; B1:-10; A2:-10;  % smallest board")
>>> record.position, record.scores, record.comment
('-----OX--XO----- X', {'b1': -10, 'a2': -10}, 'smallest board')
>>> record.score, record.best
(-10, ('b1', 'a2'))
>>> print(record)
-----OX--XO----- X; B1:-10; A2:-10; % smallest board
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable

POSITION = re.compile(r"\s*([-.XxOo*]+)\s+([XxOo*])\s*(?:;|$)")
MOVE = re.compile(r"\s*([A-Ha-h][1-8]|[Pp][AaSs](?:[Ss][Ss])?|--)\s*:\s*([+-]?\d+)\s*$")


@dataclass(frozen=True)
class Record:
    """A position, and the final score of each of its moves, for the side to move."""

    position: str
    """The squares from a1 row by row, X for Black, O for White, ``-`` for empty; then who moves. Othello's ``parse``
    reads it."""
    scores: dict[str, int] = field(default_factory=dict[str, int])
    """By the name of the move, usually the best first; moves may be missing."""
    comment: str = ""

    @property
    def score(self) -> int | None:
        """The best score of the listed moves; None if there are none."""
        return max(self.scores.values(), default=None)

    @property
    def best(self) -> tuple[str, ...]:
        """The moves with the best score."""
        return tuple(move for move, score in self.scores.items() if score == self.score)

    def __str__(self) -> str:
        moves = "".join(f" {move.upper()}:{score:+d};" for move, score in self.scores.items())
        return f"{self.position};{moves}" + (f" % {self.comment}" if self.comment else "")


def read_record(line: str) -> Record:
    """The record that a line of a file describes."""
    text, _, comment = line.partition("%")
    found = POSITION.match(text)
    if found is None:
        raise GameError(f"not a line of OBF: {line.strip()!r}; write the squares, a blank, X or O, and a semicolon")
    scores: dict[str, int] = {}
    for part in text[found.end() :].split(";"):
        if not part.strip():
            continue
        move = MOVE.match(part)
        if move is None:
            raise GameError(f"not a move with its score: {part.strip()!r} in {line.strip()!r}")
        name = move[1].lower()
        scores[name if name[0] in "abcdefgh" else "pass"] = int(move[2])
    squares = found[1].upper().replace("*", "X").replace(".", "-")
    return Record(f"{squares} {found[2].upper().replace('*', 'X')}", scores, comment.strip())


def read_records(path: str | Path) -> list[Record]:
    """All the records of a file; lines that are blank or only a comment are left out."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{path} cannot be read: {error}") from None
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        if line.partition("%")[0].strip():
            try:
                records.append(read_record(line))
            except GameError as error:
                raise GameError(f"{path}, line {number}: {error}") from None
    return records


def write_records(path: str | Path, records: Iterable[Record]) -> None:
    """Write a file of these records, one per line; an old file of that name is replaced at the end."""
    from gametree.files import aside

    text = "".join(f"{record}\n" for record in records)
    with aside(Path(path)) as place:
        place.write_text(text, encoding="utf-8")
