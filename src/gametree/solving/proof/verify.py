"""The checker of certificates. It believes nothing but the rules of the game, in plain Python, and shares no code with
any search; only reading the file (``certificate.read``, which describes it) is not in here.

What it checks is all that a proof needs: that the start is in the file, and that no position of the file can be left
but to a position of the file or to an end that is good enough. It need not know how the positions were found, and
positions that are never reached do no harm. See ``certificate.py`` for what a strategy must satisfy.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load, title
from gametree.compile import state_of, words_of
from gametree.errors import GameError
from gametree.game import AnyGame, even, over, payoff, provides, worth
from gametree.solving.fingerprint import fingerprint
from gametree.solving.proof.certificate import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPORTS = 1000
"""Positions between two reports."""


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

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return asdict(self)

    def __str__(self) -> str:
        effort = f"{self.positions:,} positions, {self.seconds:.2f} s"
        return f"{self.game}: value {self.value:g} is proven from {self.start}   ({effort})"

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)


def verify(
    path: str | Path, game: str | AnyGame | None = None, progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Check a certificate against the rules of a game (as a rule, the one that it names).

    Returns what is proven, or raises ``RefutedError`` with the position in which the proof fails.
    """
    begun = time.perf_counter()
    head, strategies = read(Path(path))
    rules = load(head["game"] if game is None else game)
    if fingerprint(rules) != head["rules"]:
        raise RefutedError(f"{path} was made for other rules than those of {title(rules)}")
    if provides(rules, "repeated") or rules.repetition in ("illegal", "loss"):
        raise RefutedError(f"{title(rules)}: the value of a position depends on its history; this proves nothing")
    value, low, high = head["value"], *rules.bounds
    if not low <= value <= high or len(head["start"]) != len(words_of(rules.initial())):
        raise RefutedError(f"value {value} and start {head['start']} are none of {title(rules)}")
    start = state_of(rules, tuple(head["start"]))
    missing = {0 if value > low else None, 1 if value < high else None} - {None}  # whose strategies are needed
    total, done = sum(map(len, strategies)), 0
    for about, rows in zip(head["strategies"], strategies, strict=True):
        check = _Check(rules, about["side"], value, about["ranked"], len(head["start"]), rows)
        for s in check.turns(start, []):
            check.rank(s, start)
        for row in rows.tolist():
            check.position(row)
            done += 1
            if progress and done % REPORTS == 0:
                progress(done, total)
        missing.discard(about["side"])
    if missing:
        side = "Max gets at least" if 0 in missing else "Min gets at most"
        raise RefutedError(f"there is no strategy by which {side} {value:g}")
    return Verdict(title(rules), str(start), value, total, time.perf_counter() - begun)


class _Check:
    """One strategy: ``side`` gets at least (Max) or at most (Min) the value."""

    def __init__(self, game: AnyGame, side: int, value: float, ranked: bool, width: int, rows: Any):
        self.game, self.side, self.value, self.width = game, side, value, width
        self.must_end = not self.enough(even(game))
        if self.must_end and not ranked:
            raise RefutedError(f"endless play is worth {even(game):g}, not {value:g}, and the strategy has no ranks")
        if rows.shape[1] != width + 1 + ranked:
            raise RefutedError(f"{rows.shape[1]} columns, where {width} words and an action belong")
        # the words of each position, as bytes (they take the least room), with its rank
        ranks = rows[:, width + 1].tolist() if self.must_end else [0] * len(rows)
        keys = rows[:, :width].astype("<i8").tobytes()
        self.ranks = {keys[i * 8 * width : (i + 1) * 8 * width]: rank for i, rank in enumerate(ranks)}
        if len(self.ranks) != len(rows):
            raise RefutedError("a position occurs twice")

    def enough(self, paid: float) -> bool:
        """Is this payoff good enough for the side?"""
        return paid >= self.value if self.side == 0 else paid <= self.value

    def position(self, row: list[int]) -> None:
        """One position of the file: its action is legal, and what comes of it is in the file, or good enough."""
        s = state_of(self.game, tuple(row[: self.width]))
        if over(self.game, s):
            raise self.fails(s, "the game is over here")
        if self.game.player(s) != self.side:
            raise self.fails(s, "it is the other side's turn here")
        if (action := row[self.width]) not in list(self.game.actions(s)):
            raise self.fails(s, f"action {action} is not legal")
        for then in self.turns(self.game.result(s, action), [s]):
            rank = self.rank(then, s)
            if self.must_end and not 0 <= rank < row[self.width + 1]:
                raise self.fails(s, f"rank {row[self.width + 1]} does not fall: {then} has rank {rank}")

    def turns(self, s: Any, path: list[Any]) -> Iterator[Any]:
        """The next positions in which the side is to move, for every reply of the other; every end is good enough."""
        if over(self.game, s):
            paid = worth(payoff(self.game, s))
            if not self.enough(paid):
                raise self.fails(path[0] if path else s, f"it can end with {paid:g} in {s}")
        elif self.game.player(s) == self.side:
            yield s
        elif s in path:
            if self.must_end:
                raise self.fails(s, "the other side can go round in circles here")
        else:
            for action in self.game.actions(s):
                yield from self.turns(self.game.result(s, action), [*path, s])

    def rank(self, s: Any, before: Any) -> int:
        """The rank of a position, which must be in the file."""
        key = b"".join(word.to_bytes(8, "little", signed=True) for word in words_of(s))
        if key not in self.ranks:
            raise self.fails(before, f"there is no answer in {s}, which can come of it")
        return self.ranks[key]

    def fails(self, s: Any, why: str) -> RefutedError:
        """The position in which the proof fails, and why."""
        return RefutedError(f"{('Max', 'Min')[self.side]}'s strategy fails in {s}: {why}")
