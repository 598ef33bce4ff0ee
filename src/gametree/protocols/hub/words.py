"""The words of the Hub protocol: lines, positions, moves, and the names of variants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit, with_bit
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.draughts import Draughts
from gametree.games.draughts.variants import VARIANTS

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.games.draughts.rules import State

ARGUMENT = re.compile(r'\s*([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
THEIRS = {"international": "normal", "breakthrough": "bt", "giveaway": "losing"}
"""Scan's names of variants where they differ from ours."""
NAMES = tuple(THEIRS.get(name, name) for name in VARIANTS)
"""The names of all variants, as Hub has them."""


def draughts(game: AnyGame, protocol: str = "Hub") -> Draughts:
    """The game, if it is one of draughts."""
    if isinstance(game, Draughts):
        return game
    raise GameError(
        f"the {protocol} protocol is for draughts: gametree {protocol.lower()} draughts, or draughts:variant=frisian"
    )


def variant_named(word: str) -> str:
    """Our name of a variant.

    >>> variant_named("normal"), variant_named("frisian")
    ('international', 'frisian')
    """
    ours = {theirs: ours for ours, theirs in THEIRS.items()}.get(word, word)
    if ours not in VARIANTS or word in THEIRS:
        raise GameError(f"there is no variant {word!r}; there are {', '.join(NAMES)}")
    return ours


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """The command of a line, and its arguments; one without a value has the value "".

    >>> read_line('pos pos=Wbbww moves="32-28 19-23" quickly')
    ('pos', {'pos': 'Wbbww', 'moves': '32-28 19-23', 'quickly': ''})
    >>> read_line('pos moves="32-28')
    Traceback (most recent call last):
    gametree.errors.GameError: pos: cannot be read from '"32-28' on; write name=value, or name="several words"
    """
    command, _, rest = line.strip().partition(" ")
    found: dict[str, str] = {}
    place, rest = 0, rest.strip()
    while place < len(rest):
        match = ARGUMENT.match(rest, place)
        if match is None or (match.end() < len(rest) and not rest[match.end()].isspace()):
            at = rest[place if match is None else match.end() :][:40]
            raise GameError(f'{command[:40]}: cannot be read from {at!r} on; write name=value, or name="several words"')
        found[match[1]] = match[2] if match[2] is not None else match[3] or ""
        place = match.end()
    return command, found


def write_line(command: str, **arguments: object) -> str:
    """A line. Values with blanks get quotes.

    >>> write_line("info", mean_depth=3.5, pv="32-28 19-23")
    'info mean-depth=3.5 pv="32-28 19-23"'
    """
    words = [command]
    for name, value in arguments.items():
        text = " ".join(str(value).replace('"', "'").split())
        words.append(f"{name.replace('_', '-')}=" + (f'"{text}"' if " " in text or not text else text))
    return " ".join(words)


def write_position(game: Draughts, s: State) -> str:
    """A position: who moves, and the squares from the top left, ``e`` being empty.

    >>> game = Draughts(width=4, height=4)
    >>> write_position(game, game.initial())
    'Wbbeeeeww'
    """
    marks = [
        "e" if not has_bit(s.white | s.black, bit) else _mark(has_bit(s.white, bit), has_bit(s.kings, bit))
        for bit in game.board.bits
    ]
    return ("W" if s.turn == MAX else "B") + "".join(marks)


def _mark(white: bool, king: bool) -> str:
    mark = "w" if white else "b"
    return mark.upper() if king else mark


def read_position(game: Draughts, text: str) -> str:
    """The FEN of a position in Hub's words."""
    if not re.fullmatch(rf"[WB][wbWBe]{{{game.board.squares}}}", text):
        raise GameError(f"not a position: write W or B, and for each of {game.board.squares} squares one of w b W B e")
    sides = {"w": game.none, "b": game.none}
    kings = game.none
    for mark, bit in zip(text[1:], game.board.bits, strict=True):
        if mark != "e":
            sides[mark.lower()] = with_bit(sides[mark.lower()], bit)
            kings = with_bit(kings, bit) if mark.isupper() else kings
    s: Any = game.initial()._replace(white=sides["w"], black=sides["b"], kings=kings, turn="WB".index(text[0]))
    return game.fen(s)


def usual(word: str) -> str:
    """A move with the squares of the pieces taken in their order, which Hub leaves open.

    >>> usual("26x37x41x31"), usual("32-28")
    ('26x37x31x41', '32-28')
    """
    squares = word.split("x")
    if len(squares) < 4 or not all(n.isascii() and n.isdecimal() and len(n) < 4 for n in squares):
        return word
    return "x".join([*squares[:2], *sorted(squares[2:], key=int)])
