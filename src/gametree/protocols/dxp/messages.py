"""The messages of DXP: a letter and fields of fixed length, at most 127 characters of ASCII.

Colours are W and Z (*zwart*, black). The times and names are for information only. Boards with other than 50 squares
are written in the same way, as many squares as there are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.game import MAX
from gametree.protocols.hub.words import read_position, usual, write_position

if TYPE_CHECKING:
    from gametree.games.draughts import Draughts
    from gametree.games.draughts.rules import State

LONGEST = 127
"""The most characters of a message."""
NAME = 32
"""The characters of a name."""
COLOURS = "WZ"
UNKNOWN, I_LOSE, DRAW, I_WIN = "0", "1", "2", "3"
"""Why a game ends, said by the one who ends it."""
ACCEPTED, VERSION, REFUSED, NEVER = "0", "1", "2", "3"
"""The answers to a request; the one to ``VERSION`` is that the version is unknown."""
BACK, NOT_BACK, GO_ON = "0", "1", "2"
"""The answers to a request to go back: yes; that is not possible; the game goes on."""


@dataclass(frozen=True)
class Request:
    """R: the one who has connected asks for a game. ``start`` is the colour to move and the squares; "" is the usual
    start."""

    name: str
    colour: str
    """The colour of the one who is asked."""
    minutes: int = 0
    """For each side and the whole game."""
    moves: int = 0
    """How many moves the game may have; 0: any number."""
    start: str = ""
    version: int = 1

    def __str__(self) -> str:
        start = f"B{self.start}" if self.start else "A"
        return f"R{self.version:02}{_name(self.name)}{self.colour}{self.minutes:03}{self.moves:03}{start}"


@dataclass(frozen=True)
class Accept:
    """A: the answer to a request."""

    name: str
    code: str = ACCEPTED

    def __str__(self) -> str:
        return f"A{_name(self.name)}{self.code}"


@dataclass(frozen=True)
class Move:
    """M: a move, with the squares of the pieces taken in any order."""

    start: int
    end: int
    taken: tuple[int, ...] = ()
    seconds: int = 0

    def __str__(self) -> str:
        squares = "".join(f"{n:02}" for n in self.taken)
        return f"M{min(self.seconds, 9999):04}{self.start:02}{self.end:02}{len(self.taken):02}{squares}"

    def word(self) -> str:
        """The move as Hub writes it.

        >>> Move(5, 25, (23, 22, 12, 20)).word(), Move(32, 28).word()
        ('5x25x12x20x22x23', '32-28')
        """
        ends = f"{self.start}{'x' if self.taken else '-'}{self.end}"
        return usual("x".join([ends, *map(str, self.taken)]))


@dataclass(frozen=True)
class End:
    """E: instead of a move, or in answer to another E: the game is over."""

    reason: str = UNKNOWN
    stop: str = "0"
    """1 if no other game is wanted."""

    def __str__(self) -> str:
        return f"E{self.reason}{self.stop}"


@dataclass(frozen=True)
class Chat:
    """C: words for people."""

    words: str

    def __str__(self) -> str:
        return "C" + self.words.encode("ascii", "replace").decode().replace("\0", "")[: LONGEST - 1]


@dataclass(frozen=True)
class Back:
    """B: a request to go back, to the move of this number and colour."""

    number: int
    colour: str

    def __str__(self) -> str:
        return f"B{self.number:03}{self.colour}"


@dataclass(frozen=True)
class BackAnswer:
    """K: the answer to it."""

    code: str

    def __str__(self) -> str:
        return f"K{self.code}"


Message = Request | Accept | Move | End | Chat | Back | BackAnswer

FORMS = {
    "R": r"R(\d\d)(.{32})([WZ])(\d{3})(\d{3})(?:A|B([WZ][wzWZe]+))",
    "A": r"A(.{32})([0-3])",
    "M": r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)",
    "E": r"E([0-3])([01])",
    "C": r"C(.*)",
    "B": r"B(\d{3})([WZ])",
    "K": r"K([0-2])",
}
"""What each message looks like."""


def read_message(text: str) -> Message:
    """A message from its text; blanks at the end do not count, as some programs fill with them.

    >>> read_message("M001205250423221220")
    Move(start=5, end=25, taken=(23, 22, 12, 20), seconds=12)
    >>> str(read_message("E00")), read_message("B005Z")
    ('E00', Back(number=5, colour='Z'))
    >>> read_message("M0012061101")
    Traceback (most recent call last):
    gametree.errors.GameError: not a message of DXP: 'M0012061101'
    """
    kind = text[:1]
    found = None
    if kind in FORMS:
        padded = text.rstrip() if kind != "A" else text
        found = re.fullmatch(FORMS[kind], padded, re.ASCII | re.DOTALL)
    if found is None:
        raise _no_message(text)
    words = found.groups()
    if kind == "R":
        version, name, colour, minutes, moves, start = words
        return Request(name.strip(), colour, int(minutes), int(moves), start or "", int(version))
    if kind == "A":
        return Accept(words[0].strip(), words[1])
    if kind == "M":
        seconds, start, end, number = map(int, words[:4])
        taken = tuple(int(words[4][i : i + 2]) for i in range(0, len(words[4]), 2))
        if len(taken) != number:
            raise _no_message(text)
        return Move(start, end, taken, seconds)
    if kind == "E":
        return End(words[0], words[1])
    if kind == "B":
        return Back(int(words[0]), words[1])
    return Chat(words[0]) if kind == "C" else BackAnswer(words[0])


def _no_message(text: str) -> GameError:
    return GameError(f"not a message of DXP: {text[:60]!r}")


def _name(name: str) -> str:
    return name.encode("ascii", "replace").decode()[:NAME].ljust(NAME)


def move_of(word: str, seconds: float = 0.0) -> Move:
    """A move from Hub's word for it.

    >>> str(move_of("28x19x23", 12.3))
    'M001228190123'
    """
    start, end, *taken = map(int, re.split("[-x]", word))
    return Move(start, end, tuple(taken), round(seconds))


def start_of(game: Draughts, s: State) -> str:
    """A position: the colour to move, and the squares; "" for the usual start."""
    if s == game.initial():
        return ""
    words = COLOURS[s.turn != MAX] + write_position(game, s)[1:].translate(str.maketrans("bB", "zZ"))
    if len(words) > LONGEST - len(str(Request("", "W"))):
        raise GameError(f"a message of DXP has no room for {game.board.squares} squares")
    return words


def read_start(game: Draughts, start: str) -> State:
    """The position of a request.

    >>> from gametree.games.draughts import Draughts
    >>> game = Draughts(width=4, height=4)
    >>> s = game.parse("W:W7,K8:B1")
    >>> start_of(game, s), read_start(game, start_of(game, s)) == s
    ('WzeeeeewW', True)
    """
    if not start:
        return game.initial()
    turn = "WB"[COLOURS.index(start[0])]
    return game.parse(read_position(game, turn + start[1:].translate(str.maketrans("zZ", "bB"))))
