"""The board of a game that describes none, as far as it can be guessed from its states; and else a table of the fields.

A board is guessed from rows of characters in the text, from a field with rows of cells, from a flat tuple or string of
cells, from coordinates, and from bitboards where the game says how large the board is (``width`` and ``height``,
``rows`` and ``columns``, ``size`` …, as attributes or as constants of its file). The cells of a move are those that it
changes.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from gametree.adapters.positions import Position
from gametree.draw.boards.described import drawn
from gametree.draw.boards.picture import EMPTY, NO_CELL, WIDEST, Picture
from gametree.game import CHANCE, legal, says, state_shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gametree.draw.board import Board, Path
    from gametree.game import AnyGame

SIZES = (("rows", "columns"), ("rows", "cols"), ("height", "width"), ("h", "w"), ("m", "n"), ("n", "m"))
SIDES = ("size", "side", "n", "N", "board_size")
WHOLE = ("shape", "board", "size", "dimensions")
"""The names of attributes that tell the size of a board: rows and columns, the side of a square, or both numbers."""
TURNS = ("turn", "player", "mover", "to_move", "side", "ply")
"""The names of fields that say whose turn it is."""
MARKS = {" ", *EMPTY, *"XOxo"}
"""A text of these alone is a board of cells, and no word."""
PAIRS = ({"1": "X", "2": "O"}, {"w": "W", "b": "b"}, {"W": "W", "B": "b"})
"""Names of two players' men, neither of which is a small letter and the other a capital one."""
GAMES, PLIES = 3, 40
"""How many random games a guess must hold in, and how many moves of each."""
MOST = 200
"""The most legal moves of which the cells are looked for."""
LONGEST = 400
"""The most characters of a field in a table."""


def guess(game: AnyGame, s: Any) -> Picture | None:
    """The board of a state, if there is one to be seen; without the cells of the moves.

    >>> from typing import NamedTuple
    >>> from gametree import Game
    >>> class State(NamedTuple):
    ...     cells: tuple[int, ...]
    ...     turn: int
    >>> class Over(Game):
    ...     def initial(self): return State((0,) * 9, 0)
    ...     def terminal(self, s): return True
    >>> print(guess(Over(), State((1, 0, 0, 0, 2, 0, 0, 0, 1), 1)))
    3  X . .
    2  . O .
    1  . . X
       a b c
    turn  1
    """
    if game not in _seen:
        _seen[game] = _stays(game)
    return _look(game, s) if _seen[game] else None


_seen: WeakKeyDictionary[AnyGame, bool] = WeakKeyDictionary()
"""For each game: is there a board to be seen in all states of a few random games?"""


def _stays(game: AnyGame) -> bool:
    """A guess counts only if it holds throughout a few random games, with a board of one size: scores that look like
    bitboards do so for a while only. What is covered stays so, or else is uncovered for good: a number that counts is
    no bitboard."""
    sizes: set[tuple[int, ...]] = set()
    grows = shrinks = True
    for seed in range(GAMES):
        dice, s, before = Random(seed), game.initial(), None
        for _ in range(PLIES):
            picture = _look(game, s)
            covered = _covered(game, s)
            if before is not None and covered is not None:
                grows, shrinks = grows and before & ~covered == 0, shrinks and covered & ~before == 0
                if not (grows or shrinks):
                    return False
            before = covered
            sizes.add(tuple(map(len, picture.rows)) if picture else ())
            if () in sizes or len(sizes) > 1:
                return False
            actions = legal(game, s)
            if not actions:
                break
            s = game.result(s, dice.choice(actions))
    return True


def _look(game: AnyGame, s: Any) -> Picture | None:
    """The board that can be seen in this state."""
    return _plain(game, s) or _covering(game, s)


def _plain(game: AnyGame, s: Any) -> Picture | None:
    """The same, but for boards of one bit a cell, which take a second look."""
    if has_text(game, s) and (rows := _rows_of_text(game.text(s))):
        return Picture(rows)
    found = fields_of(game, s)
    for name, value in found.items():
        if rows := _rows_of_value(game, value):
            return Picture(rows, below=table({key: v for key, v in found.items() if key != name}))
    return _bitboards(game, found) or _coordinates(game, found)


def guessed(game: AnyGame, s: Any, b: Board) -> Path | None:
    """Draw the guessed board, if there is one."""
    picture = guess(game, s)
    if picture is None:
        return None
    before, moves = dict(picture.cells()), dict[Any, tuple[str, ...]]()
    actions = legal(game, s) if game.player(s) != CHANCE else []
    for a in actions if len(actions) <= MOST else []:
        after = guess(game, game.result(s, a))
        if after is not None and (path := _changed(before, dict(after.cells()))):
            moves[a] = path
    return drawn(replace(picture, moves=moves), b)


def has_text(game: AnyGame, s: Any) -> bool:
    """Does the game write its positions, or does a state write itself, on several lines?"""
    return says(game, "text") or "\n" in game.text(s)


def fields_of(game: AnyGame, s: Any) -> dict[str, Any]:
    """The fields of a state by name, as its user writes them.

    >>> from gametree import load
    >>> fields_of(load("nim"), load("nim").initial())
    {'heaps': (3, 4, 5), 'turn': 0}
    """
    shown: Any = state_shown(game, s)
    if isinstance(shown, Position):  # an object of another program's
        shown = shown.held
    if isinstance(shown, dict) and shown and all(isinstance(name, str) for name in cast("dict[Any, Any]", shown)):
        return dict(cast("dict[str, Any]", shown))
    if isinstance(shown, tuple) and hasattr(cast("Any", shown), "_fields"):
        names: Sequence[str] = cast("Any", shown)._fields
        return {name: getattr(cast("Any", shown), name) for name in names}
    kind = cast("Any", type(cast("object", shown)))
    if is_dataclass(kind):
        return {f.name: getattr(cast("Any", shown), f.name) for f in fields(kind)}
    if (
        kept := []
        if isinstance(shown, Enum)
        else [n for n in getattr(cast("Any", shown), "__dict__", ()) if n[0] != "_"]
    ):
        return {name: getattr(cast("Any", shown), name) for name in kept}
    if isinstance(shown, tuple) and not _rows_of_value(game, cast("Any", shown)):
        return {str(i): value for i, value in enumerate(cast("tuple[Any, ...]", shown), 1)}
    return {"state": shown}


def table(found: dict[str, Any]) -> str:
    """The fields as lines of text, in two columns.

    >>> print(table({"score": 3, "to_move": 1}))
    score    3
    to_move  1
    """
    wide = max(map(len, found), default=0)
    return "\n".join(f"{name.ljust(wide)}  {_short(value)}" for name, value in found.items())


def _short(value: Any) -> str:
    if isinstance(value, Enum):
        value = value.name
    if isinstance(value, frozenset | set):
        value = f"{{{', '.join(sorted(map(str, cast('frozenset[Any]', value))))}}}"
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def tabulated(game: AnyGame, s: Any, b: Board) -> Path:
    """Any state: a table of its fields."""
    found = {name: _short(value).split("\n") for name, value in fields_of(game, s).items()}
    size, line, gap = 14.0, 20.0, 14.0
    left = gap + max(map(len, found), default=1) * size * 0.62
    widest = max((len(words) for lines in found.values() for words in lines), default=1)
    b.width, y = max(280.0, left + 2 * gap + widest * size * 0.61), 8.0
    for name, lines in found.items():
        high = len(lines) * line + 6
        b.write(gap, y + 3 + line / 2, name, "mono soft", size)
        for i, words in enumerate(lines):
            b.write(left + gap, y + 3 + line * (i + 0.5), words, "mono", size)
        b.line(gap / 2, y + high, b.width - gap / 2, y + high, "hair", 1)
        y += high
    b.height = y + 8
    return lambda a: ()


# --- what may be a board ---------------------------------------------------------------------------------------------


def _rows_of_text(text: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a text that is a rectangle of characters, with or without blanks or bars between them."""
    lines = [line for line in text.split("\n") if line.strip() and set(line.strip()) - set("-+=")]
    if len(lines) < 2:
        return ()
    if all("|" in line for line in lines):
        rows = [[cell.strip() or "." for cell in line.split("|")] for line in lines]
        if all(line.strip().startswith("|") and line.strip().endswith("|") for line in lines):  # a frame
            rows = [row[1:-1] for row in rows]
    elif all(" " in line.strip() for line in lines):
        rows = [line.split() for line in lines]
    else:
        rows = [list(line) for line in lines]
    return _rectangle(rows)


def _rows_of_value(game: AnyGame, value: Any) -> tuple[tuple[str, ...], ...]:
    """The rows of a field: rows of cells, or a flat row of cells of which the game tells the size."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str) and any(apart in value for apart in "/\n"):
        return _rectangle([list(row) for row in value.replace("/", "\n").split("\n")])
    if not isinstance(value, str | bytes | tuple | list):
        return ()
    items = list(cast("Sequence[Any]", value))
    if len(items) > 1 and all(isinstance(row, str | tuple | list) and len(cast("Any", row)) > 1 for row in items):
        return _rectangle([[_sign(cell) for cell in row] for row in items])
    signs = [_sign(cell) for cell in items]
    if len(signs) < 4 or not all(signs) or not _are_cells(items):
        return ()
    square = len(signs) > 8 and (not isinstance(value, str | bytes) or (isinstance(value, str) and set(value) <= MARKS))
    rows, columns = size_of(game, len(signs)) or (_square(len(signs)) if square else None) or (0, 0)
    return _rectangle([signs[r * columns : (r + 1) * columns] for r in range(rows)]) if rows > 1 else ()


def _are_cells(items: Iterable[Any]) -> bool:
    """Are these the contents of cells, and not numbers of stones? Cells have few numbers: none, one's, the other's."""
    numbers = {item for item in items if isinstance(item, int) and not isinstance(item, Enum | bool)}
    return numbers <= {0, 1, 2} or numbers <= {-1, 0, 1}


def _sign(cell: Any) -> str:
    """What is written on a cell; the empty text for what cannot be a cell."""
    if isinstance(cell, Enum):
        name = cell.name.upper()
        return "." if name in ("EMPTY", "NONE", "FREE", "BLANK") else name[0] if name[:1] != "B" else name[0].lower()
    if cell is None or cell is False or cell == 0 or (isinstance(cell, str) and cell in (" ", *EMPTY)):
        return "."
    if cell is True:
        return "#"
    if isinstance(cell, int):
        return {1: "X", 2: "O", -1: "O"}.get(cell, str(cell))
    return cell if isinstance(cell, str) and len(cell) <= 3 else ""


def _rectangle(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The rows, if they are a board: at least two, of equal length, of at most three letters a cell."""
    widths = {len(row) for row in rows}
    good = len(rows) > 1 and len(widths) == 1 and 1 < min(widths) <= WIDEST and len(rows) <= WIDEST
    if not good or not all(0 < len(cell) <= 3 and not cell.isspace() for row in rows for cell in row):
        return ()
    used = {cell for row in rows for cell in row}
    known = next((names for names in PAIRS if used <= {*names, *EMPTY}), dict[str, str]())
    return tuple(tuple("·" if cell == NO_CELL else known.get(cell, cell) for cell in row) for row in rows)


def size_of(game: AnyGame, cells: int | None = None) -> tuple[int, int] | None:
    """Rows and columns as the game states them in its attributes, or its file in constants (``ROWS, COLUMNS = 3, 4``);
    with as many ``cells``, if that is given."""
    known: dict[str, Any] = {**_constants(type(game)), **vars(type(game)), **vars(game)}
    pairs = [(known.get(a), known.get(b)) for a, b in SIZES] + [(known.get(side), known.get(side)) for side in SIDES]
    pairs += [pair for name in WHOLE if isinstance(pair := known.get(name), tuple) and len(cast("Any", pair)) == 2]
    for rows, columns in pairs:
        if not (isinstance(rows, int) and isinstance(columns, int)):
            continue
        if min(rows, columns) > 1 and max(rows, columns) <= WIDEST and cells in (None, rows * columns):
            return rows, columns
    return None


def _constants(cls: type[AnyGame]) -> dict[str, Any]:
    """The constants of the file that a class is from, by their names in small letters."""
    for method in (method for known in cls.__mro__ for method in vars(known).values()):
        written: dict[str, Any] = getattr(method, "__globals__", {})
        if written.get("__name__") == cls.__module__:
            return {name.lower(): value for name, value in written.items() if name.isupper()}
    return {}


def _square(cells: int) -> tuple[int, int] | None:
    side = isqrt(cells)
    return (side, side) if side * side == cells else None


def _bitboards(game: AnyGame, found: dict[str, Any]) -> Picture | None:
    """Two integers with a bit for each cell of a board whose size the game states; the first is Max's."""
    size = size_of(game)
    if size is None:
        return None
    rows, columns = size
    boards = {
        name: value for name, value in found.items()
        if isinstance(value, int) and not isinstance(value, bool) and name not in TURNS
    }  # fmt: skip
    if len(boards) < 2:
        return None
    whole = (1 << rows * columns) - 1
    (one, first), (other, second) = list(boards.items())[:2]
    if whole == (1 << 64) - 1:  # the last cell is the sign
        first, second = first & whole, second & whole
    if first & second or not 0 <= first <= whole or not 0 <= second <= whole:
        return None
    signs = ["X" if first >> i & 1 else "O" if second >> i & 1 else "." for i in range(rows * columns)]
    others = {key: value for key, value in found.items() if key not in (one, other)}
    return Picture(tuple(tuple(signs[r * columns : (r + 1) * columns]) for r in range(rows)), below=table(others))


def _covered(game: AnyGame, s: Any) -> int | None:
    """The only number of a state beside the turn, if it may have a bit for each cell of a board whose size the game
    states, and no other board is to be seen."""
    size = size_of(game)
    if size is None or _plain(game, s) is not None:
        return None
    numbers = [
        value for name, value in fields_of(game, s).items()
        if isinstance(value, int) and not isinstance(value, bool) and name not in TURNS
    ]  # fmt: skip
    return numbers[0] if len(numbers) == 1 and 0 <= numbers[0] < 1 << size[0] * size[1] else None


def _covering(game: AnyGame, s: Any) -> Picture | None:
    """One integer with a bit for each cell: the cells that are covered, or still there."""
    size, covered = size_of(game), _covered(game, s)
    if size is None or covered is None:
        return None
    rows, columns = size
    signs = ["#" if covered >> i & 1 else "." for i in range(rows * columns)]
    others = {name: value for name, value in fields_of(game, s).items() if name in TURNS or value is not covered}
    return Picture(tuple(tuple(signs[r * columns : (r + 1) * columns]) for r in range(rows)), below=table(others))


def _coordinates(game: AnyGame, found: dict[str, Any]) -> Picture | None:
    """Sets or dictionaries of (row, column) on a board whose size the game states."""
    size = size_of(game)
    if size is None:
        return None
    rows, columns = size
    board = [["."] * columns for _ in range(rows)]
    used: list[str] = []
    for name, value in found.items():
        if not isinstance(value, dict | set | frozenset):
            continue
        given = cast("Iterable[Any]", value)
        men = (
            cast("dict[Any, Any]", value) if isinstance(value, dict) else dict.fromkeys(given, "XO#"[min(len(used), 2)])
        )
        for place, man in men.items():
            if not (isinstance(place, tuple) and len(cast("Any", place)) == 2):
                return None
            r, c = cast("tuple[Any, Any]", place)
            if not (isinstance(r, int) and isinstance(c, int) and 0 <= r < rows and 0 <= c < columns):
                return None
            board[r][c] = _sign(man) or "?"
        used.append(name)
    others = {key: v for key, v in found.items() if key not in used}
    return Picture(tuple(map(tuple, board)), below=table(others)) if used else None


def _changed(before: dict[str, str], after: dict[str, str]) -> tuple[str, ...]:
    """The cells of a move: where a man came, or two of them; or the one that he left and the one that he went to."""
    if before.keys() != after.keys():
        return ()
    changed = [name for name in before if before[name] != after[name]]
    came = [name for name in changed if after[name]]
    if len(changed) == 1 or (len(came) == len(changed) == 2):
        return tuple(changed)
    if len(came) != 1:
        return ()
    left = [name for name in changed if not after[name] and before[name] == after[came[0]]]
    return (left[0], came[0]) if len(left) == 1 else ()
