"""How people write draughts: positions as FEN or as a drawn board, moves by numbers or by letters and numbers."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit, ones, popcount, with_bit
from gametree.errors import GameError
from gametree.games.draughts.rules import ENDS, JUMP, KING, PLACE, TAKEN, State, moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gametree.games.draughts import Draughts

FEN = re.compile(
    r"\s*\[?\s*(?:FEN\s*\"?)?([BW])\s*:\s*([BW])([^:.\"\]]*)(?::\s*([BW])([^:.\"\]]*))?((?::[HFER]\d+)*)\s*\.?\s*\"?\s*\]?\s*",
    re.IGNORECASE,
)
"""Who moves, and the squares of each side; then, as lidraughts adds them, the actions without progress (H) and the
number of the move (F), and, as we do, the actions of the present ending (E) and the king moves in turn (R)."""
SQUARE = r"(?:[a-n]\d{1,2}|\d{1,3})"
MOVE = re.compile(rf"({SQUARE})(?:\s*([-x:])\s*({SQUARE}))+", re.IGNORECASE)
SHORT = re.compile(r"(\d\d)(\d\d)|([a-n]\d)([a-n]\d)", re.IGNORECASE)
"""Two squares without a sign between them: ``3228``."""
MOST = 48
"""The most pieces of a side: as many have room in an action."""


def square(game: Draughts, word: str) -> int:
    """The bit of the square that people call so: by its number, or by its letter and number."""
    found = game.board.letters.get(word.lower())
    if found is None and word.isascii() and word.isdecimal() and len(word) < 4:
        found = game.board.numbers.get(int(word))
    if found is None:
        ends = f"1 to {game.board.squares}"
        raise GameError(f"{word!r} is not a square of this board: squares are {ends}, or {min(game.board.letters)} …")
    return found


# --- positions -------------------------------------------------------------------------------------------------------


def write_fen(game: Draughts, s: State) -> str:
    """The position as FEN: who moves, White's squares, Black's; ``K`` before the square of a king. Counts follow where
    they are not 0."""
    white, black = (",".join(_squares(game, side, s.kings)) for side in (s.white, s.black))
    counts = "".join(f":{letter}{n}" for letter, n in (("H", s.idle), ("E", s.ending), ("R", s.runs)) if n)
    return f"{'WB'[s.turn]}:W{white}:B{black}{counts}"


def _squares(game: Draughts, side: Any, kings: Any) -> Iterator[str]:
    names = sorted((game.board.number(bit), bit) for bit in ones(side))
    for _, bit in names:
        yield f"{'K' if has_bit(kings, bit) else ''}{game.board.called(bit, game.notation)}"


def read_fen(game: Draughts, text: str) -> State:
    """The position that a FEN says; ``1-20`` is a range of squares."""
    match = FEN.fullmatch(text)
    if match is None:
        raise GameError(f"not a position: {text!r}; write it as W:W31,32,K40:B1,2,K3 (who moves, and the squares)")
    turn, one, ones_squares, two, twos_squares, more = match.groups()
    two = two or ("B" if one.upper() == "W" else "W")
    if one.upper() == two.upper():
        raise GameError(f"not a position: {text!r} has two lists for one side")
    found = {one.upper(): _read_side(game, ones_squares), two.upper(): _read_side(game, twos_squares or "")}
    (white, white_kings), (black, black_kings) = found["W"], found["B"]
    none, board = game.none, game.board
    if white & black != none:
        raise GameError(f"not a position: both sides have a piece on {_named(game, white & black)}")
    for side, kings, row, name in (
        (white, white_kings, board.rows[0], "White"), (black, black_kings, board.rows[-1], "Black"),
    ):  # fmt: skip
        if (men := side & ~kings & row) != none:
            where = _named(game, men)
            raise GameError(f"not a position: {name} has a man where it would be a king, on {where}; write K{where}")
        if popcount(side) > min(MOST, game.most):
            raise GameError(f"not a position: {name} has {popcount(side)} pieces; {min(MOST, game.most)} is the most")
    counts = {letter.upper(): int(n[:6]) for letter, n in re.findall(r":([HFER])(\d+)", more, re.IGNORECASE)}
    idle, ending, runs = counts.get("H", 0), counts.get("E", 0), counts.get("R", 0)
    return State(white, black, white_kings | black_kings, "WB".index(turn.upper()), idle, ending, runs)


def _named(game: Draughts, side: Any) -> str:
    return ", ".join(_squares(game, side, game.none))


def _read_side(game: Draughts, squares: str) -> tuple[Any, Any]:
    """The pieces of a side, and which of them are kings."""
    pieces = kings = game.none
    for word in filter(None, re.split(r"[,\s]+", squares)):
        match = re.fullmatch(rf"(K?)({SQUARE})(?:-({SQUARE}))?", word, re.IGNORECASE)
        if match is None:
            raise GameError(f"not a position: {word!r} is not a square; squares are 1 to {game.board.squares}")
        first = square(game, match[2])
        last = square(game, match[3]) if match[3] else first
        bits = game.board.between(first, last)
        if not bits:
            raise GameError(f"not a position: {word!r} is not a range of squares: write the lower one first")
        for bit in bits:
            if has_bit(pieces, bit):
                raise GameError(f"not a position: {word!r} is there twice")
            pieces = with_bit(pieces, bit)
            kings = with_bit(kings, bit) if match[1] else kings
    return pieces, kings


def draw(game: Draughts, s: State) -> str:
    """The board as White sees it, and the position as FEN below it: b and w are men, B and W are kings."""
    board = game.board
    cells = [[" " for _ in range(board.width)] for _ in range(board.height)]
    for (row, column), bit in zip(board.places, board.bits, strict=True):
        mark = "b" if has_bit(s.black, bit) else "w" if has_bit(s.white, bit) else "."
        cells[row][column] = mark.upper() if has_bit(s.kings, bit) else mark
    return "\n".join([*(" ".join(row).rstrip() for row in cells), write_fen(game, s)])


# --- moves -----------------------------------------------------------------------------------------------------------


def write_move(game: Draughts, s: State, a: int, style: str = "") -> str:
    """``32-28``, or ``26x37`` for what takes. The squares between come in where another move has the same ends; always
    in the style ``long``. The style ``hub`` has the squares of the pieces taken after the ends: ``26x37x31x41``."""
    notation = style if style in ("numeric", "algebraic") else "numeric" if style == "hub" else game.notation
    start, end = a & 127, a >> PLACE & 127
    if not a >> TAKEN:
        return "-".join(game.board.called(bit, notation) for bit in (start, end))
    if style == "hub":
        _, theirs = game.sides(s)
        taken = sorted(game.board.top_left(bit) for bit in ones(game.taken(theirs, a)))
        return "x".join(str(n) for n in (game.board.top_left(start), game.board.top_left(end), *taken))
    ends = (1 << ENDS) - 1
    visited = [start, end]
    if style == "long" or sum(b & ends == a & ends for b in game.actions(s)) > 1:
        visited = next(iter(routes(game, s, a)))
    return game.jump_sign.join(game.board.called(bit, notation) for bit in visited)


def routes(game: Draughts, s: State, a: int) -> Iterator[list[int]]:
    """The squares that a capture visits, by its bits: a list for each way to the same result, the usual one first."""
    _, theirs = game.sides(s)
    start, taken = a & 127, game.taken(theirs, a)
    king = has_bit(s.kings, start)
    for end, over, path, order in game.ways(s, start, taken, theirs):
        crowned = not king and path[0] >> KING & 1
        if end == a >> PLACE & 127 and over == taken and crowned == a >> ENDS & 1:
            del order
            passed = [int(path) >> JUMP * n & 127 for n in range(popcount(taken) - 1, 0, -1)]
            yield [start, *passed, end]


def read_move(game: Draughts, s: State, word: str) -> int:
    """The legal move that a word means: its first and its last square, and between them any that it passes through, as
    far as they are needed to tell it from others. All ways to a result are known, and so are numbers and letters.

    >>> from gametree.games.draughts import Draughts
    >>> game = Draughts()
    >>> [game.name(game.initial(), read_move(game, game.initial(), word)) for word in ("32x28", "3228", "d4-e5")]
    ['32-28', '32-28', '32-28']
    """
    word = word.strip()
    short = SHORT.fullmatch(word)
    names = [w for w in short.groups() if w] if short else re.findall(SQUARE, word, re.IGNORECASE)
    legal = list(game.actions(s))
    found: list[int] = []
    if short or MOVE.fullmatch(word):
        bits = [square(game, name) for name in names]
        found = [a for a in legal if _means(game, s, a, bits)]
        if len(found) > 1:  # a whole way may also be a part of another one
            found = [a for a in found if bits in routes(game, s, a)] or found
    if len(found) == 1:
        return found[0]
    shown = " ".join(game.name(s, a) for a in legal)
    if found:
        longer = " ".join(game.name(s, a, "long") for a in found)
        raise GameError(f"{word!r} can mean several moves: {longer}")
    raise GameError(f"{word!r} is not a legal move here; legal: {shown}")


def _means(game: Draughts, s: State, a: int, bits: list[int]) -> bool:
    """Can a move be written with these squares?"""
    if [a & 127, a >> PLACE & 127] != [bits[0], bits[-1]]:
        return False
    if len(bits) == 2 or not a >> TAKEN:
        return len(bits) == 2
    for route in routes(game, s, a):
        passed = iter(list(_squares_on(game, route))[1:-1])
        if all(bit in passed for bit in bits[1:-1]):  # each further on than the one before
            return True
    return False


def _squares_on(game: Draughts, route: Iterable[int]) -> Iterator[int]:
    """All squares on a route, also those that it only passes."""
    visited = list(route)
    yield visited[0]
    for here, there in pairwise(visited):
        for step in game.steps:
            line = [here]
            at = moved(with_bit(game.none, here), step) & game.full
            while at != game.none and line[-1] != there:
                line.append(int(at).bit_length() - 1)
                at = moved(at, step) & game.full
            if line[-1] == there:
                yield from line[1:]
                break
