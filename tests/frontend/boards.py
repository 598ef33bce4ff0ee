"""Ways in which people keep a board of cells, and the moves on it: what the generated games are put together of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """One way to keep a board in ``board``. ``place`` are the lines that make ``board`` another one with ``mark`` at
    ``i``; ``all`` goes through the cells in order, ``listed`` has them in something that counts."""

    first: str
    empty: str
    marks: tuple[str, str]
    place: str
    item: str = "board[{}]"
    all: str = "board"
    listed: str = "board"

    def at(self, index: str) -> str:
        """The cell of this number."""
        return self.item.format(index)


XO, MARKS = ('"x"', '"o"'), ("Mark.FIRST", "Mark.SECOND")
WALK = "[{} for k in range(CELLS)]"
_AT = "board[({0}) // 2][({0}) % 2]"
_ROWS = WALK.format(_AT.format("k"))
_PAIR = "board.get((({0}) // 2, ({0}) % 2))"
_SIDE = '("x" if ({0}) in board[0] else "o" if ({0}) in board[1] else ".")'
_BIT = "(1 if board[0] >> ({0}) & 1 else 2 if board[1] >> ({0}) & 1 else 0)"

BOARDS = {
    "a string": Board('"." * CELLS', '"."', XO, "board = board[:i] + mark + board[i + 1:]"),
    "a tuple of words": Board(
        '(".",) * CELLS', '"."', XO, "board = tuple(mark if k == i else c for k, c in enumerate(board))"
    ),
    "a tuple of numbers": Board(
        "(0,) * CELLS", "0", ("1", "2"), "cells = list(board)\ncells[i] = mark\nboard = tuple(cells)"
    ),
    "numbers below nought": Board("(0,) * CELLS", "0", ("1", "-1"), "board = (*board[:i], mark, *board[i + 1:])"),
    "None for nobody": Board("(None,) * CELLS", "None", ("0", "1"), "board = board[:i] + (mark,) + board[i + 1:]"),
    "an enum": Board(
        "(Mark.NONE,) * CELLS", "Mark.NONE", MARKS, "board = [*board]\nboard[i] = mark\nboard = tuple(board)"
    ),
    "truths": Board("(False,) * CELLS", "False", ("True", "True"), "board = (*board[:i], mark, *board[i + 1:])"),
    "bytes": Board("bytes(CELLS)", "0", ("1", "2"), "board = board[:i] + bytes([mark]) + board[i + 1:]"),
    "a list": Board("[0] * CELLS", "0", ("1", "-1"), "board = board.copy()\nboard[i] = mark"),
    "a list of words": Board('["."] * CELLS', '"."', XO, "board = board[:]\nboard[i] = mark"),
    "a dict": Board(
        "{i: None for i in range(CELLS)}", "None", XO, "board = {**board, i: mark}",
        all="board.values()", listed="list(board.values())",
    ),
    "a sparse dict": Board(
        "{}", "None", XO, "board = dict(board)\nboard[i] = mark", item="board.get({})",
        all=WALK.format("board.get(k)"), listed=WALK.format("board.get(k)"),
    ),
    "a dict of squares": Board(
        "{}", "None", XO, "board = board | {(i // 2, i % 2): mark}", item=_PAIR,
        all=WALK.format(_PAIR.format("k")), listed=WALK.format(_PAIR.format("k")),
    ),
    "rows in a tuple": Board(
        '((".",) * 2,) * (CELLS // 2)', '"."', XO,
        "rows = [list(row) for row in board]\nrows[i // 2][i % 2] = mark\nboard = tuple(tuple(row) for row in rows)",
        item=_AT, all=_ROWS, listed="[c for row in board for c in row]",
    ),
    "rows in a list": Board(
        "[[0, 0] for _ in range(CELLS // 2)]", "0", ("1", "2"),
        "board = [row[:] for row in board]\nboard[i // 2][i % 2] = mark",
        item=_AT, all="chain.from_iterable(board)", listed="sum(board, [])",
    ),
    "rows of text": Board(
        '("..",) * (CELLS // 2)', '"."', XO,
        "rows = list(board)\nrow = rows[i // 2]\n"
        "rows[i // 2] = mark + row[1] if i % 2 == 0 else row[0] + mark\nboard = tuple(rows)",
        item=_AT, all='"".join(board)', listed='"".join(board)',
    ),
    "two sets": Board(
        "(frozenset(), frozenset())", '"."', XO,
        'board = (board[0] | {i}, board[1]) if mark == "x" else (board[0], board[1] | {i})',
        item=_SIDE, all=WALK.format(_SIDE.format("k")), listed=WALK.format(_SIDE.format("k")),
    ),
    "two integers": Board(
        "(0, 0)", "0", ("1", "2"),
        "board = (board[0] | 1 << i, board[1]) if mark == 1 else (board[0], board[1] | 1 << i)",
        item=_BIT, all=WALK.format(_BIT.format("k")), listed=WALK.format(_BIT.format("k")),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Keeping:
    """How board and turn are kept together: the first state, how both are taken out, and the next state."""

    first: str
    take: str
    made: str


STATES = {
    "a NamedTuple": Keeping("Held({}, 0)", "board, s_turn = s", "Held(board, 1 - s_turn)"),
    "_replace": Keeping("Held({}, 0)", "board, s_turn = s.board, s.turn", "s._replace(board=board, turn=1 - s_turn)"),
    "a frozen dataclass": Keeping("Frozen({}, 0)", "board, s_turn = s.board, s.turn", "Frozen(board, 1 - s_turn)"),
    "replace": Keeping(
        "Frozen({}, 0)", "board, s_turn = s.board, s.turn", "replace(s, board=board, turn=1 - s_turn)"
    ),
    "a plain tuple": Keeping("({}, 0)", "board, s_turn = s", "(board, 1 - s_turn)"),
    "the turn is last": Keeping("({}, False)", "board, s_turn = s[0], int(s[-1])", "(board, not s_turn)"),
}  # fmt: skip
BARE = Keeping("{}", "board = s\ns_turn = sum(1 for c in {} if c != {}) % 2", "board")
"""The board alone is the state; whose turn it is follows from it."""

MOVES = {
    "numbers": ("i", "i = a"),
    "pairs": ("(i // 2, i % 2)", "r, c = a\ni = 2 * r + c"),
    "letters": ("LETTERS[i]", "i = LETTERS.index(a)"),
    "words": ('f"{LETTERS[i % 2]}{i // 2}"', "i = int(a[1:]) * 2 + LETTERS.index(a[0])"),
    "NamedTuples": ("Move(i // 2, i % 2)", "i = a.row * 2 + a.column"),
    "enums": ("Cell(i)", "i = a.value"),
    "lists of pairs": ("((i // 2, i % 2), i)", "(r, c), i = a"),
}
