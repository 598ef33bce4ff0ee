"""A book: positions with their moves, the weight of each move, and its results.

A book is a file of JSON lines. The first says what it is: format, game, a digest of the rules, the number of positions,
and the SHA-256 of all the other lines.
Each of the others is a position: the ``line`` of actions that leads there, and its ``moves``. With ``symmetries``, a
position represents all equivalent ones; a move is identified by the position it leads to.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import load
from gametree.claims import estimated, known
from gametree.compile.digest import rules_digest
from gametree.data import game_named, json_of
from gametree.errors import GameError
from gametree.files import aside, write_text
from gametree.game import CHANCE, MAX, AnyGame, legal, line_of, over, smallest
from gametree.referee import Referee
from gametree.titles import title

if TYPE_CHECKING:
    import random
    from collections.abc import Hashable, Iterable, Iterator

    from gametree.analysis import Analysis

FORMAT, VERSION = "gametree book", 2
POLYGLOT = ".bin"
"""The suffix of Polyglot books."""
HUGE = 1e300
"""The largest value."""


@dataclass(frozen=True)
class Move:
    """A move of a book. Wins, draws and losses are those of the player who makes it."""

    action: int
    weight: int = 0
    """How often it is played, relative to the others."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    value: float | None = None
    """Max's value by a search; None if the move comes from games."""
    proven: bool = False

    @property
    def games(self) -> int:
        """In how many games it was played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The share of the points that the move has scored."""
        return (self.wins + self.draws / 2) / self.games if self.games else None


@dataclass(frozen=True)
class Entry:
    """A position of a book: a line that leads there, and its moves, the heaviest first."""

    line: tuple[int, ...]
    moves: tuple[Move, ...]


class Book:
    """The positions of a book; equivalent positions share an entry.

    >>> from gametree import Line, load
    >>> game = load("tictactoe")
    >>> book = Book(game, [Entry((), (Move(4, 100), Move(0, 50)))])
    >>> book.best(Line(game.initial())).move, book.best(Line(game.initial(), (4,)))
    ('5', None)
    """

    def __init__(self, game: AnyGame, entries: Iterable[Entry], made: str = ""):
        self.game, self.made = game, made
        self.entries: dict[Hashable, Entry] = {}
        self.states: dict[tuple[int, ...], Any] = {(): game.initial()}
        for entry in entries:
            s = self._state(entry.line)
            if over(game, s) or game.player(s) == CHANCE:
                raise GameError(f"no player is to move after {list(entry.line)}")
            if wrong := [move.action for move in entry.moves if move.action not in legal(game, s)]:
                raise GameError(f"{wrong[0]} is not a legal action after {list(entry.line)}")
            self.entries.setdefault(key_of(game, s), entry)

    def __len__(self) -> int:
        return len(self.entries)

    def moves(self, position: Any = None) -> list[Move]:
        """The book's moves of a position (a state, a Line, or None); empty if it is not in the book."""
        line = line_of(self.game, position)
        s = line.states(self.game)[-1]
        entry = None if over(self.game, s) else self.entries.get(key_of(self.game, s))
        if entry is None:
            return []
        allowed = Referee(self.game, line).legal()  # a rule against repetition may forbid a move of the book
        there = self._state(entry.line)
        if there == s:
            return [move for move in entry.moves if move.action in allowed]
        leads = {key_of(self.game, self.game.result(s, a)): a for a in reversed(allowed)}
        found: list[Move] = []
        for move in entry.moves:
            action = leads.get(key_of(self.game, self.game.result(there, move.action)))
            if action is not None:
                found.append(replace(move, action=action))
        return found

    def choose(self, position: Any, dice: random.Random) -> int | None:
        """A random move by the weights; None if the book has none to play."""
        moves = [move for move in self.moves(position) if move.weight > 0]
        if not moves:
            return None
        return dice.choices([m.action for m in moves], [m.weight for m in moves])[0]

    def best(self, position: Any = None) -> Analysis | None:
        """The move with the greatest weight, as an answer of ``best``; None if the book has none to play."""
        from gametree.analysis import plain
        from gametree.engine.searcher import is_worn

        moves = [move for move in self.moves(position) if move.weight > 0]
        if not moves:
            return None
        states = line_of(self.game, position).states(self.game)
        s = states[-1]
        move = max(moves, key=lambda m: m.weight)  # the first of several
        value = self._value(s, move)
        certain = move.proven and not is_worn(self.game, states[:-1])  # a book does not know the history
        return plain(self.game, s, move.action, known(value) if certain else estimated(value), "book")

    def lines(self) -> Iterator[tuple[int, ...]]:
        """The lines of the book to their ends, each once: its openings."""
        seen: set[Hashable] = set()
        for entry in self.entries.values():
            s = self._state(entry.line)
            for move in entry.moves:
                after = self.game.result(s, move.action)
                key = key_of(self.game, after)
                if move.weight > 0 and key not in self.entries and key not in seen and not over(self.game, after):
                    seen.add(key)
                    yield (*entry.line, move.action)

    def _value(self, s: Any, move: Move) -> float:
        """Max's value of a move: as searched, or by its score."""
        if move.value is not None:
            return move.value
        low, high = self.game.bounds
        score = 0.5 if move.score is None else move.score
        return low + (high - low) * (score if self.game.player(s) == MAX else 1 - score)

    def _state(self, line: tuple[int, ...]) -> Any:
        known = len(line)
        while line[:known] not in self.states:
            known -= 1
        s = self.states[line[:known]]
        for n in range(known, len(line)):
            if over(self.game, s) or line[n] not in legal(self.game, s):
                raise GameError(f"{line[n]} is not a legal action after {list(line[:n])}")
            s = self.game.result(s, line[n])
            self.states[line[: n + 1]] = s
        return s

    def save(self, path: str | Path) -> None:
        """Write the book; an old file of that name is replaced at the end."""
        path = Path(path)
        facts = [{"line": e.line, "moves": [asdict(move) for move in e.moves]} for e in self.entries.values()]
        body = "".join(json.dumps(fact, allow_nan=False) + "\n" for fact in facts)
        head = {
            "format": FORMAT, "version": VERSION, "game": title(self.game), "rules": rules_digest(self.game),
            "positions": len(self), "made": self.made, "sha256": hashlib.sha256(body.encode()).hexdigest(),
        }  # fmt: skip
        with aside(path) as place:
            write_text(place, json.dumps(head) + "\n" + body)


def key_of(game: AnyGame, s: Any) -> Hashable:
    """A key that equivalent positions share.

    >>> game = load("tictactoe")
    >>> key_of(game, game.initial()) == key_of(game, game.result(game.initial(), 4))
    False
    """
    return game.position(smallest(game, s))


def is_book(path: str | Path) -> bool:
    """Does this file begin as a book does, or is it one of Polyglot's?"""
    if str(path).endswith(POLYGLOT):
        return True
    try:
        with Path(path).open("rb") as file:
            return FORMAT.encode() in file.readline(200)
    except OSError:
        return False


def open_book(path: str | Path, game: AnyGame | None = None) -> Book:
    """Read a book, and check it against the rules of the game: by default the one that it names.

    >>> open_book("no-such.book")
    Traceback (most recent call last):
    gametree.errors.GameError: the book cannot be read: ...
    """
    try:
        stamp = Path(path).stat().st_mtime_ns
    except OSError as error:
        raise GameError(f"the book cannot be read: {error}") from error
    return _opened(str(path), stamp, game)


@lru_cache(maxsize=8)
def _opened(path: str, _stamp: int, game: AnyGame | None) -> Book:
    if path.endswith(POLYGLOT):
        from gametree.books.polyglot import PolyglotBook

        return PolyglotBook(load("chess") if game is None else game, path)
    try:
        first, _, body = Path(path).read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"the book cannot be read: {error}") from error
    head = _object(first)
    if head is None or head.get("format") != FORMAT:
        raise GameError(f"{path} is not an opening book")
    if head.get("version") != VERSION:
        raise GameError(f"{path} is a book of version {head.get('version')}; this gametree reads version {VERSION}")
    if head.get("sha256") != hashlib.sha256(body.encode()).hexdigest():
        raise GameError(f"{path} is damaged: its checksum is wrong")
    if game is None:
        game = game_named(head.get("game"), path, "--game GAME")
    if head.get("rules") != rules_digest(game):
        raise GameError(f"{path} was made for {head.get('game')} by other rules than those of {title(game)}")
    entries = [_entry(path, number, line) for number, line in enumerate(body.splitlines(), 2)]
    try:
        book = Book(game, entries, str(head.get("made", "")))
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
    if len(book) != head.get("positions"):
        raise GameError(f"{path} is damaged: it announces {head.get('positions')} positions but holds {len(book)}")
    return book


def _entry(path: str, number: int, text: str) -> Entry:
    facts = _object(text)
    try:
        if facts is None:
            raise TypeError
        moves = tuple(Move(**move) for move in facts["moves"])
        entry = Entry(tuple(facts["line"]), moves)
    except (KeyError, TypeError):
        raise GameError(f"{path}, line {number}: not a position of a book") from None
    counts = [n for m in moves for n in (m.action, m.weight, m.wins, m.draws, m.losses)]
    whole = all(type(n) is int for n in (*entry.line, *counts))
    if not whole or any(n < 0 for m in moves for n in (m.weight, m.wins, m.draws, m.losses)):
        raise GameError(f"{path}, line {number}: wrong numbers")
    if not all(m.value is None or (type(m.value) in (int, float) and abs(m.value) <= HUGE) for m in moves):
        raise GameError(f"{path}, line {number}: a value is not a number")
    if not all(type(m.proven) is bool for m in moves):
        raise GameError(f"{path}, line {number}: proven is neither true nor false")
    return entry


def _object(text: str) -> dict[str, Any] | None:
    try:
        found: object = json_of(text)
    except ValueError:
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None
