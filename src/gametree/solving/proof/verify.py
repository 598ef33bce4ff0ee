"""The checker of certificates. It uses only the rules of the game, in plain Python, and shares no code with any search
or with Numba; only the reading of the file is elsewhere (``reading.py``).

It checks all that a proof needs: from the start, in every position that play can reach, the strategy has a legal
action, and after every reply of the other side play reaches a position of the file again or an end that is good enough.
It begins at the start, so the rules are never called on an impossible position. See ``certificate.py`` for the
conditions of a strategy.

It accepts only games of two players, without chance, in which the value of a position does not depend on its history.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.data import game_named
from gametree.errors import GameError
from gametree.game import AnyGame, even, over, payoff, provides, worth
from gametree.solving.fingerprint import fingerprint
from gametree.solving.proof.reading import read, state_like, words_in
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gametree.solving.database import Database

REPORTS = 1000
"""Positions between two reports."""
MOST = 1_000_000
"""The most actions of a position."""


class RefutedError(GameError):
    """The certificate proves nothing: the message says in which position it fails, and why."""


@dataclass(frozen=True)
class Verdict:
    """A certificate that was accepted."""

    game: str
    start: str
    value: float
    positions: int
    """Positions that were checked."""
    seconds: float
    verified: bool = True
    bound: str = "exact"
    """``exact``, ``lower`` (the value is at least this) or ``upper`` (at most this)."""
    database: str = ""
    """The checksum of the database that it rests on, if there is one."""

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return asdict(self)

    def __str__(self) -> str:
        effort = f"{self.positions:,} positions, {self.seconds:.2f} s"
        relation = {"exact": "", "lower": "of at least ", "upper": "of at most "}[self.bound]
        if self.database:
            effort += f"; it rests on the database {self.database[:12]}…"
        return f"{self.game}: value {relation}{self.value:g} is proven from {self.start}   ({effort})"

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)


def verify(
    path: str | Path,
    game: str | AnyGame | None = None,
    progress: Callable[[int, int], None] | None = None,
    database: str | Path | None = None,
) -> Verdict:
    """Check a certificate against the rules of a game (usually the one that it names). One that rests on a database
    needs that ``database``: play that comes to one of its positions is worth what the database says.

    Returns what is proven, or raises ``RefutedError`` with the position in which the proof fails.
    """
    begun = time.perf_counter()
    head, strategies = read(Path(path))
    how = f"gametree verify {path} GAME"
    rules = game_named(head["game"], path, how) if game is None else load(game)
    _judged(rules)
    value, low, high = head["value"], *rules.bounds
    if fingerprint(rules) != head["rules"]:
        raise RefutedError(f"{path} was made for other rules than those of {title(rules)}")
    if not low <= value <= high or len(head["start"]) != len(words_in(rules.initial())):
        raise RefutedError(f"value {value} and start {head['start']} are not possible in {title(rules)}")
    known = _database(path, head, rules, database)
    start = state_like(rules.initial(), iter(head["start"]))
    sides = {"exact": {0, 1}, "lower": {0}, "upper": {1}}[head["bound"]]
    missing = {side for side in sides if (value > low, value < high)[side]}  # whose strategies are needed
    total, done = sum(map(len, strategies)), 0
    for about, rows in zip(head["strategies"], strategies, strict=True):
        check = _Check(rules, about["side"], value, about["ranked"], len(head["start"]), rows, known)
        try:
            for _ in check.walk(start):
                done += 1
                if progress and done % REPORTS == 0:
                    progress(done, total)
        except (ArithmeticError, LookupError, TypeError, RecursionError, AssertionError) as error:
            why = f"{type(error).__name__}: {error}"
            raise RefutedError(
                f"the rules of {title(rules)} fail after {start}, so it proves nothing ({why})"
            ) from error
        missing.discard(about["side"])
    if missing:
        side = "Max gets at least" if 0 in missing else "Min gets at most"
        raise RefutedError(f"there is no strategy by which {side} {value:g}")
    return Verdict(
        title(rules), str(start), value, total, time.perf_counter() - begun, bound=head["bound"],
        database=head.get("database", {}).get("checksum", ""),
    )  # fmt: skip


def _database(path: str | Path, head: dict[str, Any], rules: AnyGame, folder: str | Path | None) -> Database | None:
    """The database that a certificate rests on, every file of it compared with its checksum."""
    if "database" not in head:
        return None
    about = head["database"]
    if folder is None:
        raise RefutedError(
            f"{path} rests on a database of {about['game']}: give it, --database FOLDER (its checksum is "
            f"{about['checksum']})"
        )
    from gametree.solving.database import Database

    found = Database(folder, rules)
    if found.checksum != about["checksum"]:
        raise RefutedError(f"{path} rests on another database: {folder} does not have the checksum {about['checksum']}")
    found.verify()
    return found


def _judged(rules: AnyGame) -> None:
    """Refuse a game for which such strategies prove nothing."""
    if rules.players != 2 or provides(rules, "chances"):
        kind = "chance" if rules.players == 2 else f"{rules.players} players"
        raise RefutedError(f"{title(rules)} is a game of {kind}; a certificate is for two players without chance")
    if provides(rules, "repeated") or rules.repetition not in ("draw", "ignore"):
        raise RefutedError(
            f"{title(rules)}: the value of a position depends on its history; a certificate proves nothing"
        )


class _Check:
    """One strategy: ``side`` gets at least (Max) or at most (Min) the value."""

    def __init__(self, game: AnyGame, side: int, value: float, ranked: bool, width: int, rows: Any, database: Any):
        self.database = database
        self.game, self.side, self.value = game, side, value
        self.must_end = not self.enough(even(game))
        if self.must_end and not ranked:
            raise RefutedError(
                f"the strategy has no ranks, but endless play has the value {even(game):g}, not {value:g}"
            )
        # the words of each position, as bytes (they take the least room), with the number of its row
        keys = rows[:, :width].astype("<i8").tobytes()
        self.rows = {keys[i * 8 * width : (i + 1) * 8 * width]: i for i in range(len(rows))}
        self.choices = rows[:, width].tolist()
        self.ranks = rows[:, width + 1].tolist() if self.must_end else [0] * len(rows)
        if len(self.rows) != len(rows):
            raise RefutedError("a position occurs twice")

    def walk(self, start: Any) -> Iterator[Any]:
        """Every position of the file, after it has been checked; each can be reached from the start."""
        waiting = [(then, self.row(then, start)) for then in self.turns(start, start)]
        met = {row for _, row in waiting}
        while waiting:
            s, row = waiting.pop()
            for then in self.turns(self.after(s, self.choices[row]), s):
                number = self.row(then, s)
                if self.must_end and not 0 <= self.ranks[number] < self.ranks[row]:
                    raise self.fails(s, f"rank {self.ranks[row]} does not fall: {then} has rank {self.ranks[number]}")
                if number not in met:
                    met.add(number)
                    waiting.append((then, number))
            yield s
        if len(met) != len(self.rows):
            never = next(key for key, row in self.rows.items() if row not in met)
            words = [int.from_bytes(never[i : i + 8], "little", signed=True) for i in range(0, len(never), 8)]
            raise self.fails(words, "it is in the file, but play never reaches it")

    def turns(self, first: Any, cause: Any) -> Iterator[Any]:
        """The next positions in which the side is to move, for every reply of the other; every end is good enough. They
        follow from ``cause``, which is named in an error."""
        path: list[tuple[Any, Iterator[Any]]] = [(None, iter([first]))]
        entered: set[Any] = set()
        above: set[Any] = set()  # on the path
        while path:
            for s in path[-1][1]:
                if over(self.game, s):
                    paid = worth(payoff(self.game, s))
                    if not (self.enough(paid) and self.game.bounds[0] <= paid <= self.game.bounds[1]):
                        raise self.fails(cause, f"it can end with {paid:g} in {s}")
                elif self.database is not None and (known := self.database.stored(s)) is not None:
                    if not self.enough(known.value):
                        raise self.fails(cause, f"it can lead to {s}, of value {known.value:g} in the database")
                elif (mover := self.game.player(s)) == self.side:
                    yield s
                elif mover != 1 - self.side:
                    raise self.fails(s, "neither Max nor Min is to move here")
                elif s in above and self.must_end:
                    raise self.fails(s, "the other side can repeat positions here")
                elif s not in entered:
                    entered.add(s)
                    above.add(s)
                    path.append((s, iter([self.game.result(s, a) for a in self.actions(s)])))
                    break
            else:
                above.discard(path.pop()[0])

    def after(self, s: Any, action: int) -> Any:
        """The state after the strategy's action."""
        if action not in self.actions(s):
            raise self.fails(s, f"action {action} is not legal")
        return self.game.result(s, action)

    def actions(self, s: Any) -> list[int]:
        """The legal actions of a position that is not over."""
        found = [int(a) for a in islice(self.game.actions(s), MOST)]
        if not found or len(found) == MOST:
            raise self.fails(s, f"there are {'over ' if found else ''}{len(found)} legal actions here, and no end")
        return found

    def row(self, s: Any, cause: Any) -> int:
        """The number of a position in the file, where it must be."""
        key = b"".join(word.to_bytes(8, "little", signed=True) for word in words_in(s))
        if key not in self.rows:
            raise self.fails(cause, f"there is no answer in {s}, which can follow from it")
        return self.rows[key]

    def enough(self, paid: float) -> bool:
        """Is this payoff good enough for the side?"""
        return paid >= self.value if self.side == 0 else paid <= self.value

    def fails(self, s: Any, why: str) -> RefutedError:
        """The position in which the proof fails, and why."""
        return RefutedError(f"{('Max', 'Min')[self.side]}'s strategy fails in {s}: {why}")
