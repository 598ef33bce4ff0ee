"""Where games start, so that deterministic players do not repeat the same game."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from gametree.books.book import open_book
from gametree.errors import GameError
from gametree.game import CHANCE, Line
from gametree.notation.names import read_moves
from gametree.referee import Referee

if TYPE_CHECKING:
    from gametree.game import AnyGame

TRIES = 1000
"""After this many known or finished random openings in a row, there are no more."""


class Openings(Protocol):
    """An endless sequence of openings; after the last one it starts again."""

    description: str
    """For people: where they come from."""
    identity: str
    """For resuming: the same openings in the same order have the same identity."""

    def get(self, number: int) -> tuple[int, ...]:
        """The actions of an opening, counted from 0."""
        ...

    def different(self, wanted: int) -> int:
        """How many of the first ``wanted`` openings are different."""
        ...

    def start(self, number: int) -> Any:
        """The state in which an opening begins; None for the initial one."""
        return None


class RandomOpenings(Openings):
    """``plies`` random moves from the start; dice do not count. No two openings lead to the same position, and none to
    a game that is over.

    >>> from gametree import load
    >>> openings = RandomOpenings(load("tictactoe"), plies=1, seed=0)
    >>> sorted({openings.get(k) for k in range(20)})
    [(0,), (1,), (2,), (3,), (4,), (5,), (6,), (7,), (8,)]
    >>> openings.different(20)
    9
    """

    def __init__(self, game: AnyGame, plies: int, seed: int):
        if plies < 0:
            raise GameError(f"the number of random plies must be 0 or more, not {plies}")
        self.game, self.plies = game, plies
        self.rng = random.Random(f"openings {seed}")
        self.description = "no opening" if plies == 0 else "1 random ply" if plies == 1 else f"{plies} random plies"
        self.identity = f"{plies} plies, seed {seed}"
        self.found: list[tuple[int, ...]] = []
        self.seen: set[Any] = set()
        self.exhausted = False

    def get(self, number: int) -> tuple[int, ...]:
        """The actions of an opening, made when it is first asked for."""
        while len(self.found) <= number and not self.exhausted:
            self._find()
        if not self.found:
            plies = f"{self.plies} random plies"
            raise GameError(f"every game tried was over within {plies}; start with fewer (--plies)")
        return self.found[number % len(self.found)]

    def different(self, wanted: int) -> int:
        """How many of the first ``wanted`` openings are different."""
        if wanted:
            self.get(wanted - 1)
        return min(wanted, len(self.found))

    def _find(self) -> None:
        for _ in range(TRIES):
            referee = self._play()
            position = self.game.position(referee.state)
            if not referee.over() and position not in self.seen:
                self.seen.add(position)
                self.found.append(tuple(referee.actions))
                return
        self.exhausted = True

    def _play(self) -> Referee[Any]:
        referee = Referee(self.game, Line(self.game.initial()))
        moves = 0
        while not referee.over():
            if referee.player() == CHANCE:
                referee.play(roll(self.game, referee.state, self.rng))
            elif moves < self.plies:
                referee.play(self.rng.choice(referee.legal()))
                moves += 1
            else:
                break
        return referee


class LineOpenings(Openings):
    """Openings as they are written in the command: moves by name; a semicolon begins another one.

    >>> from gametree import load
    >>> LineOpenings(load("tictactoe"), "1 5 9; 2 5").found
    [(0, 4, 8), (1, 4)]
    """

    def __init__(self, game: AnyGame, text: str):
        words = [line.strip() for line in text.split(";") if line.strip()]
        if not words:
            raise GameError("no opening is named; write --openings none for games from the start")
        self.found = list(dict.fromkeys(_read_line(game, line) for line in words))
        self.description = f"opening {'; '.join(words)}"
        self.identity = f"moves {'; '.join(words)}"

    def get(self, number: int) -> tuple[int, ...]:
        """The actions of an opening, in the order in which they are written."""
        return self.found[number % len(self.found)]

    def different(self, wanted: int) -> int:
        """How many of the first ``wanted`` openings are different."""
        return min(wanted, len(self.found))


class FileOpenings(Openings):
    """One opening a line, moves by name. Empty lines and what follows a # are left out."""

    def __init__(self, game: AnyGame, path: str | Path):
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(f"the openings cannot be read: {error}") from error
        self.description = path.name
        self.identity = f"{path.name} {hashlib.sha256(text.encode()).hexdigest()[:16]}"
        self.found = list(dict.fromkeys(self._read(game, path, text)))
        if not self.found:
            raise GameError(f"{path} holds no openings")

    def get(self, number: int) -> tuple[int, ...]:
        """The actions of an opening, in the order of the file."""
        return self.found[number % len(self.found)]

    def different(self, wanted: int) -> int:
        """How many of the first ``wanted`` openings are different."""
        return min(wanted, len(self.found))

    def _read(self, game: AnyGame, path: Path, text: str) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].strip()
            if not words:
                continue
            try:
                found.append(_read_line(game, words))
            except GameError as error:
                raise GameError(f"{path}, line {number}: {error}") from None
        return found


class BookOpenings(Openings):
    """The lines of an opening book, each once, in an order that depends on the seed."""

    def __init__(self, game: AnyGame, path: str | Path, seed: int):
        book = open_book(path, game)
        self.found = list(book.lines())
        if not self.found:
            raise GameError(f"{path} has no opening: no move after which the game goes on")
        random.Random(f"book {seed}").shuffle(self.found)
        self.description = Path(path).name
        self.identity = f"{Path(path).name} {hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]}, seed {seed}"

    def get(self, number: int) -> tuple[int, ...]:
        """The actions of an opening."""
        return self.found[number % len(self.found)]

    def different(self, wanted: int) -> int:
        """How many of the first ``wanted`` openings are different."""
        return min(wanted, len(self.found))


def _read_line(game: AnyGame, words: str) -> tuple[int, ...]:
    opening = read_moves(game, game.initial(), words)
    if Referee(game, opening).over():
        raise GameError("the game is over after these moves")
    return opening.actions


def roll(game: AnyGame, s: Any, rng: random.Random) -> int:
    """A random outcome of chance. It takes one random number, so that the n-th roll of two games is equally lucky."""
    outcomes, weights = zip(*game.chances(s), strict=True)
    return rng.choices(outcomes, weights)[0]
