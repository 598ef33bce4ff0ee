"""EPD: a position on a line with facts about it, the format of test suites.

>>> record = read_record('8/8/8/8/8/5K2/6R1/7k w - - bm Rg4 Rg5; dm 2; id "corner"; D1 22;')
>>> record.best, record.mate, record.id, record.perft
(('Rg4', 'Rg5'), 2, 'corner', {1: 22})
>>> print(record)
8/8/8/8/8/5K2/6R1/7k w - - bm Rg4 Rg5; dm 2; id "corner"; D1 22;
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KNOWN = ("acd", "acn", "acs", "am", "bm", "ce", "dm", "fmvn", "hmvc", "id", "pm", "pv")
"""Opcodes that begin an operation even where the semicolon before them was forgotten."""
POSITION = r"\s*(\S+)\s+([wb])\s+([^\s;]+)\s+([^\s;]+)(?:\s+(\d+)\s+(\d+)(?=\s|;|$))?"
"""Pieces, side to move, castling and en passant, and perhaps the two counters of a FEN."""
WORD = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<semicolon>;)|(?P<word>[^\s;"]+)|(?P<open>")')
MARKS = ("+", "#", "!", "?", "!!", "??", "!?", "?!")
"""Marks that some files write apart from the move."""


@dataclass(frozen=True)
class Record:
    """A position and its operations. A wrong number is an error when it is read."""

    position: str
    """The first four fields of a FEN: pieces, side to move, castling, en passant."""
    operations: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The operands of each opcode."""
    line: int = 0
    """Where in its file it was."""

    @property
    def fen(self) -> str:
        """The position with its counters: ``hmvc`` and ``fmvn``, or 0 and 1."""
        halfmoves, move = (self.operations.get(code, ("",))[0] for code in ("hmvc", "fmvn"))
        return f"{self.position} {halfmoves or 0} {move or 1}"

    @property
    def id(self) -> str:
        """The name of the position; empty if it has none."""
        return " ".join(self.operations.get("id", ()))

    @property
    def best(self) -> tuple[str, ...]:
        """``bm``: the moves of which one should be found."""
        return self._moves("bm")

    @property
    def avoid(self) -> tuple[str, ...]:
        """``am``: the moves that should not be played."""
        return self._moves("am")

    @property
    def mate(self) -> int | None:
        """``dm``: in how many moves the side to move mates."""
        return self._number("dm")

    @property
    def value(self) -> int | None:
        """``ce``: the value in centipawns, for the side to move."""
        return self._number("ce")

    @property
    def comments(self) -> tuple[str, ...]:
        """``c0`` to ``c9``, those that there are."""
        return tuple(" ".join(operands) for code, operands in self.operations.items() if re.fullmatch(r"c\d", code))

    @property
    def perft(self) -> dict[int, int]:
        """``D1``, ``D2``, …: the leaves of the tree of moves by depth."""
        codes = [code for code in self.operations if re.fullmatch(r"D\d+", code)]
        return {int(code[1:]): self._number(code) or 0 for code in codes}

    def _moves(self, code: str) -> tuple[str, ...]:
        return tuple(word for word in self.operations.get(code, ()) if word not in MARKS)

    def _number(self, code: str) -> int | None:
        operands = self.operations.get(code)
        if operands is None:
            return None
        if len(operands) != 1 or not re.fullmatch(r"[+-]?\d+", operands[0]):
            raise GameError(f"{self._place()}{code} is followed by one whole number, not by {' '.join(operands)!r}")
        return int(operands[0])

    def _place(self) -> str:
        return f"line {self.line}: " if self.line else ""

    def __str__(self) -> str:
        words = (" ".join([code, *(_quoted(code, o) for o in ops)]) for code, ops in self.operations.items())
        return " ".join([self.position, *(f"{word};" for word in words)])


def read_record(text: str, line: int = 0) -> Record:
    """The record of one line. It also reads common deviations from the standard: the counters of a FEN after the
    position, semicolons before operations instead of behind them, or none at all.

    >>> read_record("7k/8/8/8/8/8/8/K7 w - - 3 17 ;D1 3 ;D2 9").fen
    '7k/8/8/8/8/8/8/K7 w - - 3 17'
    >>> read_record("7k/8/8 x")
    Traceback (most recent call last):
    gametree.errors.GameError: not a position: '7k/8/8 x'; a record begins with pieces, w or b, castling, en passant
    """
    found = re.match(POSITION, text)
    if not found:
        raise GameError(
            f"{f'line {line}: ' if line else ''}not a position: {text.strip()[:60]!r}; "
            "a record begins with pieces, w or b, castling, en passant"
        )
    operations: dict[str, tuple[str, ...]] = {}
    if found[5]:
        operations |= {"hmvc": (found[5],), "fmvn": (found[6],)}
    for operation in _operations(text[found.end() :]):
        code, *operands = operation
        operations[code] = tuple(operands)
    return Record(" ".join(found.groups()[:4]), operations, line)


def read_epd(path: str | Path) -> list[Record]:
    """The records of a file; empty lines, and lines that begin with #, are left out."""
    try:
        text = Path(path).read_text(encoding="utf-8").replace("\0", " ")  # some suites have zero bytes
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"the positions cannot be read: {error}") from error
    try:
        records = [read_record(line, number) for number, line in _lines(text)]
    except GameError as error:
        raise GameError(f"{path}, {error}") from None
    if not records:
        raise GameError(f"{path} holds no positions")
    return records


def write_epd(path: str | Path, records: Iterable[Record]) -> None:
    """Write a file of records, one per line; an old file of that name is replaced at the end."""
    from gametree.files import aside

    text = "".join(f"{record}\n" for record in records)
    with aside(Path(path)) as place:
        place.write_text(text, encoding="utf-8")


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a file that hold records, with their numbers. A text in quotes may go on on the next line."""
    lines: list[tuple[int, list[str]]] = []
    quotes = 0  # in the last of them
    for number, line in enumerate(text.splitlines(), 1):
        if quotes % 2 and not re.match(POSITION, line):
            lines[-1][1].append(line)
            quotes += line.count('"')
        elif line.strip() and not line.startswith("#"):
            lines.append((number, [line]))
            quotes = line.count('"')
    return [(number, " ".join(parts)) for number, parts in lines]


def _operations(text: str) -> list[list[str]]:
    """The operations, each as its words: a semicolon ends one, and so does a known opcode after an operand."""
    operations: list[list[str]] = []
    words: list[str] = []
    for quoted, semicolon, word in _words(text):
        if semicolon or (len(words) > 1 and word in KNOWN):
            operations += [words] if words else []
            words = []
        if not semicolon:
            words.append(word or re.sub(r"\\(.)", r"\1", quoted))
    return operations + ([words] if words else [])


def _words(text: str) -> Iterator[tuple[str, str, str]]:
    """The words: what stands in quotes, a semicolon, or a plain word. If a quote has no end, it and all further quotes
    are plain words: looking for the end of each would take quadratic time."""
    at = 0
    while found := WORD.search(text, at):
        at = found.end()
        if found["open"] is None:
            yield found["quoted"] or "", found["semicolon"] or "", found["word"] or ""
            continue
        for semicolon, word in re.findall(r'(;)|([^\s;"]+|")', text[found.start() :]):
            yield "", semicolon, word
        return


def _quoted(code: str, operand: str) -> str:
    """An operand as the standard writes it: a text in quotes, a move or a number plain."""
    if code == "id" or re.fullmatch(r"c\d", code) or re.search(r'[\s;"]', operand) or not operand:
        escaped = operand.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return operand
