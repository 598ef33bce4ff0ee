"""The results of a match on the disk, in SQLite: every game as it finishes, so that a match can be resumed."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.tournament.playing import Played
from gametree.tournament.record import Record, move_words

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.tournament.plan import Key

TABLES = """
CREATE TABLE match (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE game (
    pairing INTEGER, pair INTEGER, leg INTEGER,
    game TEXT, first TEXT, second TEXT, round TEXT, opening INTEGER, moves TEXT, actions TEXT,
    points REAL, result TEXT, reason TEXT, seconds_first REAL, seconds_second REAL,
    finished TEXT DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (pairing, pair, leg)
);
"""


class Store:
    """A file of results. It belongs to one match, which ``identity`` describes.

    >>> store = Store(":memory:", {"game": "tictactoe"})
    >>> store.games()
    {}
    """

    def __init__(self, path: str | Path, identity: dict[str, str]):
        self.path = path
        try:
            self.db = sqlite3.connect(path)
            tables = {name for (name,) in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                with self.db:
                    self.db.executescript(TABLES)
                    self.db.executemany("INSERT INTO match VALUES (?, ?)", identity.items())
            elif not {"match", "game"} <= tables:
                raise GameError(f"{path} does not hold a match")
            before = dict(self.db.execute("SELECT key, value FROM match"))
        except sqlite3.Error as error:
            raise GameError(f"{path} cannot be used for results: {error}") from error
        for key in identity.keys() | before.keys():
            if identity.get(key) != before.get(key):
                was, now = before.get(key, "nothing"), identity.get(key, "nothing")
                raise GameError(f"{path} belongs to another match: {key} was {was}, but is now {now}")

    def games(self) -> dict[Key, Record]:
        """What was played so far."""
        rows = self.db.execute(
            "SELECT pairing, pair, leg, game, first, second, round, opening, actions, points, reason, seconds_first,"
            " seconds_second FROM game ORDER BY pair, pairing, leg"
        )
        found: dict[Key, Record] = {}
        for pairing, pair, leg, game, first, second, number, opening, actions, points, reason, *seconds in rows:
            played = Played(tuple(json.loads(actions)), points, reason, (seconds[0], seconds[1]))
            found[pairing, pair, leg] = Record(game, first, second, number, opening, played)
        return found

    def add(self, key: Key, record: Record, game: AnyGame) -> None:
        """A game has finished: it is on the disk when this returns."""
        played = record.played
        moves = " ".join(move_words(game, record.line(game)))
        row = (
            *key, record.game, record.first, record.second, record.round, record.opening, moves,
            json.dumps(played.actions), played.points, record.result, played.reason, *played.seconds,
        )  # fmt: skip
        columns = (
            "pairing, pair, leg, game, first, second, round, opening, moves, actions, points, result, reason,"
            " seconds_first, seconds_second"
        )
        try:
            with self.db:
                self.db.execute(f"INSERT INTO game ({columns}) VALUES ({', '.join('?' * len(row))})", row)
        except sqlite3.IntegrityError:
            raise GameError(f"{self.path} is being written by another match at the same time") from None
        except sqlite3.Error as error:
            raise GameError(f"{self.path} cannot be written: {error}") from error

    def close(self) -> None:
        """The file is closed."""
        self.db.close()
