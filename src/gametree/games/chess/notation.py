"""Chess as people and programs write it: positions in FEN, moves in algebraic notation and as UCI has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.bits import bit, highest, lowest, ones, popcount, shift_left
from gametree.errors import GameError, quoted
from gametree.games.chess.board import FILES, KING, PAWN, square_name
from gametree.games.chess.rules import State

if TYPE_CHECKING:
    from gametree.games.chess import Chess

LETTERS = " pnbrqk"
"""The men by kind, as FEN has them; White's are capitals."""
SIDES = "wb"
KNIGHT_PLACES = [(a, b) for a in range(5) for b in range(a + 1, 5)]


def board_size(text: str) -> tuple[int, int]:
    """The width and the height of the board of a FEN.

    >>> board_size("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1")
    (5, 5)
    """
    ranks = _ranks(_fields(text)[0])
    widths = {sum(int(c) if c.isdigit() else 1 for c in rank) for rank in ranks}
    if len(widths) != 1 or not 1 <= max(widths) <= 8 or not 3 <= len(ranks) <= 8:
        raise GameError(
            f"not a board: {quoted('/'.join(ranks))}; it takes 3 to 8 ranks, all of the same 1 to 8 squares"
        )
    return widths.pop(), len(ranks)


def _fields(text: str) -> list[str]:
    """The words of a FEN: from the first one on that has ranks."""
    words = text.split()
    place = next((i for i, word in enumerate(words) if "/" in word[1:-1]), None)
    if place is None:
        raise GameError(f"not a position: {quoted(text)}; write it in FEN, like 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1")
    return words[place:]


def _ranks(board: str) -> list[str]:
    return board.partition("[")[0].replace("~", "").split("/")


def read_fen(game: Chess, text: str) -> State:
    """The state that a FEN describes. Only the board is required of it; whose move it is, castling, en passant and the
    counters may be left out from the end on."""
    board, *fields = _fields(text)
    ranks = _ranks(board)
    if board_size(board) != (game.width, game.height):
        raise GameError(f"not a position: {quoted('/'.join(ranks))} is not {game.height} ranks of {game.width} squares")
    colours, kinds = _men(ranks)
    side = fields[0] if fields else "w"
    if side not in ("w", "b"):
        raise GameError(f"not a position: {side!r} is not whose move it is, w or b")
    turn = SIDES.index(side)
    castling = _read_castling(game, fields[1] if len(fields) > 1 else "-", colours, kinds)
    passed = _read_passed(game, fields[2] if len(fields) > 2 else "-", turn, colours, kinds)
    clock, number = _number(fields[3:4], 0, 0, "clock"), _number(fields[4:5], 1, 0, "move number")
    if len(fields) > 5:
        raise GameError(
            f"not a position: nothing comes after the move number, yet there is {quoted(' '.join(fields[5:]))}"
        )
    ply = 2 * max(number - 1, 0) + turn
    s = State._make([*colours, *kinds[1:], castling, passed, clock, ply])
    game.validate(s)
    return s


def _men(ranks: list[str]) -> tuple[list[int], list[int]]:
    """The men by colour and by kind."""
    colours, kinds = [0, 0], [0] * 7
    for row, rank in enumerate(reversed(ranks)):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
                continue
            kind = LETTERS.find(letter.lower())
            if kind < 1:
                raise GameError(f"not a position: {letter!r} is no man; men are {' '.join(LETTERS[1:])}")
            here = bit(file + 8 * row)
            colours[letter.islower()] |= here
            kinds[kind] |= here
            file += 1
    return colours, kinds


def _number(words: list[str], default: int, least: int, what: str) -> int:
    if not words:
        return default
    if not words[0].isdecimal() or not least <= int(words[0]) <= 1 << 20:
        raise GameError(f"not a position: {words[0]!r} is not a {what}")
    return int(words[0])


def _read_castling(game: Chess, word: str, colours: list[int], kinds: list[int]) -> int:
    """The rooks that may castle: K and Q name the outermost rook on the king's side, a letter of a file the rook there
    (X-FEN, Shredder-FEN)."""
    found = 0
    for letter in word if word != "-" else "":
        colour = int(letter.islower())
        row = 0 if colour == 0 else 8 * (game.height - 1)
        rank = shift_left((1 << game.width) - 1, row)
        king = kinds[KING] & colours[colour] & rank
        rooks = kinds[4] & colours[colour] & rank
        rook = 0
        if king and letter.lower() == "k":
            rook = bit(highest(rooks)) if rooks and highest(rooks) > lowest(king) else 0
        elif king and letter.lower() == "q":
            rook = bit(lowest(rooks)) if rooks and lowest(rooks) < lowest(king) else 0
        elif king and letter.lower() in FILES[: game.width]:
            rook = rooks & bit(row + FILES.index(letter.lower()))
        if not rook:
            raise GameError(f"not a position: {letter!r} is no castling right here: king and rook must be at home")
        found |= rook
    return found


def _read_passed(game: Chess, word: str, turn: int, colours: list[int], kinds: list[int]) -> int:
    """The square that a pawn has just passed over; forgotten where no pawn stands ready to capture it there."""
    if word == "-":
        return 0
    rank = game.height - 2 if turn == 0 else 3
    if len(word) != 2 or word[0] not in FILES[: game.width] or word[1] != str(rank):
        raise GameError(f"not a position: {word!r} is no square that a pawn has just passed over")
    square = FILES.index(word[0]) + 8 * (rank - 1)
    back, on = (8, -8) if turn == 0 else (-8, 8)
    occupied = colours[0] | colours[1]
    behind = bit(square + on) & kinds[PAWN] & colours[1 - turn]
    if not behind or occupied & (bit(square) | bit(square + back)):
        raise GameError(f"not a position: no pawn can have just passed over {word}")
    ready = int(game.captures[1 - turn, square]) & kinds[PAWN] & colours[turn]
    return bit(square) if ready else 0


def board_field(game: Chess, s: State) -> str:
    """The men, as the first field of a FEN has them; ``~`` follows one that was a pawn, where that matters."""
    promoted = game.once_pawns(s)

    def man(square: int) -> str:
        return letter_at(game, s, square) + ("~" if promoted & bit(square) else "")

    rows = ["".join(man(f + 8 * r) for f in range(game.width)) for r in reversed(range(game.height))]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))


def letter_at(game: Chess, s: State, square: int) -> str:
    """The man on a square as a letter, ``.`` where there is none."""
    letter = LETTERS[game.kind_at(s, bit(square))]
    return "." if letter == " " else letter.upper() if s.white & bit(square) else letter


def fen(game: Chess, s: State) -> str:
    """A position in FEN; castling as X-FEN has it: KQkq, or a file where another rook stands further out."""
    passed = square_name(lowest(s.passed)) if s.passed else "-"
    rights = "".join(
        _right(game, s, rook, colour)
        for colour in (0, 1)
        for rook in sorted(ones(s.castling & s[colour]), reverse=True)
    )
    return f"{board_field(game, s)} {SIDES[s.ply & 1]} {rights or '-'} {passed} {s.clock} {s.ply // 2 + 1}"


def _right(game: Chess, s: State, rook: int, colour: int) -> str:
    rank = shift_left((1 << game.width) - 1, rook & 56)
    rooks = s.rooks & s[colour] & rank
    kings_side = rook > lowest(s.kings & s[colour] & rank)
    outermost = highest(rooks) if kings_side else lowest(rooks)
    letter = ("k" if kings_side else "q") if rook == outermost else FILES[rook & 7]
    return letter if colour else letter.upper()


def drawing(game: Chess, s: State) -> str:
    """The board for people, and the FEN."""
    rows = [
        f"{r + 1} " + " ".join(letter_at(game, s, f + 8 * r) for f in range(game.width))
        for r in reversed(range(game.height))
    ]
    return "\n".join([*rows, "  " + " ".join(FILES[: game.width]) + "   " + game.fen(s)])


def uci(game: Chess, s: State, a: int) -> str:
    """A move as UCI has it: two squares, and what a pawn becomes. Castling is the king's own move; in Chess960, and
    wherever king and rook do not stand as in chess, the king takes the rook."""
    origin, target, kind = a & 63, a >> 6 & 63, a >> 12 & 7
    if s[s.ply & 1] & bit(target) and not game.chess960 and origin & 7 == 4 and target & 7 in (0, 7):
        target = game.castled_squares(origin, target)[0]
    return square_name(origin) + square_name(target) + (LETTERS[kind] if kind else "")


def san(game: Chess, s: State, a: int) -> str:
    """A move in algebraic notation, as short as it is clear."""
    return plain_san(game, s, a) + check_mark(game, game.result(s, a))


def check_mark(game: Chess, s: State) -> str:
    """``+`` where the mover is in check, ``#`` where he has lost."""
    if game.terminal(s):
        return "#" if game.utility(s) else ""
    return "+" if game.in_check(s) else ""


def plain_san(game: Chess, s: State, a: int) -> str:
    """The same without the mark for check or mate."""
    origin, target, kind = a & 63, a >> 6 & 63, a >> 12 & 7
    here, there = bit(origin), bit(target)
    if s[s.ply & 1] & there:
        return "O-O" if target > origin else "O-O-O"
    capture = "x" if (s.white | s.black) & there or (here & s.pawns and there == s.passed) else ""
    man = game.kind_at(s, here)
    if man == PAWN:
        become = f"={LETTERS[kind].upper()}" if kind else ""
        return (FILES[origin & 7] + capture if capture else "") + square_name(target) + become
    return LETTERS[man].upper() + _distinguish(game, s, a, man) + capture + square_name(target)


def _distinguish(game: Chess, s: State, a: int, man: int) -> str:
    """The file, the rank or the square of a man, as far as another of his kind could go to the same square."""
    origin = a & 63
    others = [b & 63 for b in game.moves(s, bit(a >> 6 & 63)) if b >> 6 == a >> 6 and b & 63 != origin]
    rivals = [b for b in others if game.kind_at(s, bit(b)) == man]
    if not rivals:
        return ""
    if all(b & 7 != origin & 7 for b in rivals):
        return FILES[origin & 7]
    return square_name(origin)[1] if all(b >> 3 != origin >> 3 for b in rivals) else square_name(origin)


def chess960_start(number: int) -> str:
    """The starting position of a number, 0 to 959, in FEN (R. Scharnagl's numbering; 518 is that of chess).

    >>> chess960_start(518).split("/")[0]
    'rnbqkbnr'
    """
    if not 0 <= number <= 959:
        raise GameError(f"chess960 must be the number of a starting position, 0 to 959, not {number}")
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    row = [""] * 8
    row[2 * light + 1] = row[2 * dark] = "b"

    def place(man: str, nth: int) -> None:
        row[[i for i, held in enumerate(row) if not held][nth]] = man

    place("q", queen)
    first, second = KNIGHT_PLACES[knights]
    place("n", second)
    place("n", first)
    for man in "rkr":
        place(man, 0)
    men = "".join(row)
    rooks = [FILES[i] for i, man in enumerate(men) if man == "r"]
    rights = "".join(reversed(rooks))
    return f"{men}/pppppppp/8/8/8/8/PPPPPPPP/{men.upper()} w {rights.upper()}{rights} - 0 1"


def king_error(s: State, colour: int) -> str | None:
    """What is wrong with a side's kings, where it must have one."""
    count = popcount(s.kings & s[colour])
    name = ("White", "Black")[colour]
    return None if count == 1 else f"{name} has no king" if count == 0 else f"{name} has {count} kings"
