"""What ``picture(s)`` of a game says about its board, read and checked; and the same as lines of text.

docs/drawing.md lists the keys. A mistake is a ``GameError`` that says what to write instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from gametree.draw.svg import LIGHT
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EMPTY, NO_CELL = (".", "·", "-", "_", ""), "~"
GRIDS = ("square", "hex", "triangle")
KEYS = ("rows", "grid", "checkered", "glyphs", "fill", "pieces", "points", "lines", "men", "below", "moves")
WIDEST = 60
"""The most cells of a row, and the most rows."""


@dataclass(frozen=True)
class Piece:
    """One thing that lies on several cells."""

    cells: tuple[str, ...]
    colour: str
    text: str = ""


@dataclass(frozen=True)
class Picture:
    """A board in plain words."""

    rows: tuple[tuple[str, ...], ...] = ()
    """The cells, the top row first: what stands on each."""
    grid: str = "square"
    checkered: bool = False
    chessmen: bool = False
    fill: dict[str, str] = field(default_factory=dict[str, str])
    """Cells and their colours."""
    pieces: tuple[Piece, ...] = ()
    points: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    """In place of rows: points by name, with their places, y downwards."""
    lines: tuple[tuple[str, str], ...] = ()
    men: dict[str, str] = field(default_factory=dict[str, str])
    """What stands on a point."""
    below: str = ""
    moves: dict[Any, tuple[str, ...]] = field(default_factory=dict[Any, tuple[str, ...]])

    def names(self) -> list[list[str]]:
        """The names of the cells, row by row; a place without a cell has none."""
        high = len(self.rows)
        return [
            ["" if sign == NO_CELL else f"{letter(c)}{high - r}" for c, sign in enumerate(row)]
            for r, row in enumerate(self.rows)
        ]

    def cells(self) -> Iterator[tuple[str, str]]:
        """The name of each cell or point, and what stands there: nothing is the empty text."""
        if self.points:
            for name in self.points:
                yield name, self.men.get(name, "")
        for names, row in zip(self.names(), self.rows, strict=True):
            for name, sign in zip(names, row, strict=True):
                if name:
                    yield name, "" if sign in EMPTY else sign

    def __str__(self) -> str:
        """The board as lines of text, with letters and numbers at the edges.

        >>> print(Picture(rows=(("X", "."), (".", "O"))))
        2  X .
        1  . O
           a b
        >>> print(Picture(rows=(("X",), (".", "O")), grid="hex"))
        2   X
        1  . O
        """
        lines = _points_in_text(self) if self.points else _rows_in_text(self)
        return "\n".join([*(line.rstrip() for line in lines), *([self.below] if self.below else [])])


def letter(c: int) -> str:
    """The letter of a column: a to z, then aa, ab and so on."""
    return chr(97 + c) if c < 26 else f"{chr(96 + c // 26)}{chr(97 + c % 26)}"


def _rows_in_text(told: Picture) -> Iterator[str]:
    lying = {cell: piece.text or "#" for piece in told.pieces for cell in piece.cells}
    widest, high = max(map(len, told.rows)), len(told.rows)
    even = min(map(len, told.rows)) == widest
    size = max(len(sign) for row in told.rows for sign in row) or 1
    edge = len(str(high))
    for r, (row, names) in enumerate(zip(told.rows, told.names(), strict=True)):
        signs = [
            (
                " "
                if sign == NO_CELL
                else lying.get(name) or (sign if sign not in EMPTY else "#" if name in told.fill else ".")
            )
            for sign, name in zip(row, names, strict=True)
        ]
        shift = 0
        if told.grid == "hex":
            shift = r if even else widest - len(row)
        elif told.grid == "triangle" and not even:
            shift = widest - len(row)
        yield f"{high - r:>{edge}}  {' ' * shift}{' '.join(sign.rjust(size) for sign in signs)}"
    if even and told.grid == "square":
        yield f"{'':>{edge}}  {' '.join(letter(c).rjust(size) for c in range(widest))}"


def _points_in_text(told: Picture) -> list[str]:
    """Points at their places, as far as letters allow."""
    left, top = min(x for x, _ in told.points.values()), min(y for _, y in told.points.values())
    rows: dict[int, dict[int, str]] = {}
    for name, (x, y) in told.points.items():
        rows.setdefault(round((y - top) * 2), {})[round((x - left) * 4)] = told.men.get(name) or "."
    lines: list[str] = []
    for y in range(max(rows) + 1):
        line = ""
        for x, sign in sorted(rows.get(y, {}).items()):
            line = line.ljust(x) + sign
        lines.append(line)
    return lines


# --- reading ---------------------------------------------------------------------------------------------------------


def read_picture(told: object) -> Picture:
    """The picture that a game describes.

    >>> read_picture({"rows": ["X.", "oO"], "checkered": True}).rows
    (('X', '.'), ('o', 'O'))
    >>> read_picture({"rows": ["X."], "grid": "round"})
    Traceback (most recent call last):
    gametree.errors.GameError: picture(s): grid must be one of square, hex, triangle, not 'round'
    """
    if type(told) is not dict:
        raise GameError(f"picture(s) must be a dictionary with rows and moves, not {told!r}")
    facts = cast("dict[str, Any]", told)
    if unknown := [key for key in facts if key not in KEYS]:
        raise GameError(f"picture(s): unknown key {unknown[0]!r}; there are {', '.join(KEYS)}")
    grid = facts.get("grid", "square")
    if grid not in GRIDS:
        raise GameError(f"picture(s): grid must be one of {', '.join(GRIDS)}, not {grid!r}")
    if facts.get("glyphs") not in (None, "chess"):
        raise GameError(f'picture(s): glyphs can only be "chess", not {facts["glyphs"]!r}')
    points = _points(facts.get("points", {}))
    picture = Picture(
        rows=() if points else _rows(facts.get("rows", ()), grid),
        grid=grid,
        checkered=bool(facts.get("checkered")),
        chessmen=facts.get("glyphs") == "chess",
        fill={str(cell): _colour(colour) for cell, colour in _items("fill", facts.get("fill", {}))},
        pieces=tuple(map(_piece, facts.get("pieces", ()))),
        points=points,
        lines=tuple((str(a), str(b)) for a, b in facts.get("lines", ())),
        men={str(point): str(man) for point, man in _items("men", facts.get("men", {}))},
        below=str(facts.get("below", "")),
        moves={a: (to,) if isinstance(to, str) else tuple(to) for a, to in _items("moves", facts.get("moves", {}))},
    )
    _check_names(picture)
    return picture


def _items(key: str, told: object) -> Iterable[tuple[Any, Any]]:
    if not isinstance(told, dict):
        raise GameError(f"picture(s): {key} must be a dictionary, not {told!r}")
    return cast("dict[Any, Any]", told).items()


def _rows(told: Any, grid: str) -> tuple[tuple[str, ...], ...]:
    rows = tuple(_row(row) for row in told)
    if not rows or not all(rows) or (grid == "square" and len(set(map(len, rows))) > 1):
        raise GameError("picture(s) must have rows of equal length, such as {'rows': ['X.O', '...', '.X.']}")
    if len(rows) > WIDEST or max(map(len, rows)) > WIDEST:
        raise GameError(f"picture(s): a board has at most {WIDEST} rows and columns")
    return rows


def _row(row: Any) -> tuple[str, ...]:
    """A row as a text, a letter a cell, or as a list of words."""
    signs = row.replace(" ", "") if isinstance(row, str) else row
    return tuple("." if sign is None else str(sign) for sign in signs)


def _points(told: Any) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for name, place in _items("points", told):
        try:
            x, y = place
            found[str(name)] = float(x), float(y)
        except (TypeError, ValueError):
            raise GameError(f"picture(s): a point has a place (x, y), such as 'a1': (0, 1), not {place!r}") from None
    return found


def _colour(told: object) -> str:
    if told not in LIGHT:
        raise GameError(f"picture(s): there is no colour {told!r}; there are {', '.join(LIGHT)}")
    return str(told)


def _piece(told: Any) -> Piece:
    facts = cast("dict[str, Any]", told) if isinstance(told, dict) else {}
    cells = facts.get("cells", ())
    if not cells or isinstance(cells, str):
        raise GameError(
            "picture(s): a piece is a dictionary with cells, such as {'cells': ['a1', 'b1'], 'colour': 'p0'}"
        )
    return Piece(tuple(map(str, cells)), _colour(facts.get("colour", "p0")), str(facts.get("text", "")))


def _check_names(picture: Picture) -> None:
    """Are all cells that are named on the board?"""
    known = {name for name, _ in picture.cells()}
    named = [*picture.fill, *picture.men, *(c for piece in picture.pieces for c in piece.cells)]
    named += [point for line in picture.lines for point in line]
    named += [cell for path in picture.moves.values() for cell in path]
    for cell in named:
        if cell not in known:
            if picture.points:
                raise GameError(f"picture(s): there is no point {cell!r}; there are {', '.join(picture.points)}")
            size = f"{max(map(len, picture.rows))}×{len(picture.rows)}"
            raise GameError(f"picture(s): there is no cell {cell!r} in a board of {size}; a1 is bottom left")
