"""Statistics of a database: counts by remoteness, the longest win, draws, mutual zugzwangs.

A mutual zugzwang is a position in which the move is a disadvantage for both: Max does worse if Max is to move than if
Min is, and the same holds for Min. So each position is compared with its twin, in which the other player is to move:
the one after a pass, where the game has ``null``, or the one whose field ``turn`` is the other, where states have one
that says whose turn it is. Twins that cannot be reached are not in the database, and are not compared.

Counts by remoteness count stored positions: of symmetric ones, one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.analysis import show_value
from gametree.game import MAX, AnyGame, line_of, over, provides
from gametree.hooks import asked
from gametree.solving.solution import outcome

if TYPE_CHECKING:
    from gametree.solving.database import Database
    from gametree.solving.label import Label
    from gametree.solving.task import Task


@dataclass(frozen=True)
class Statistics:
    """The answer of ``statistics``."""

    game: str
    stored: int
    """Positions in the database; of symmetric ones, one."""
    positions: int
    wins: int | None
    losses: int | None
    draws: int | None
    """Counts of all positions that can be reached, by the outcome for Max."""
    remoteness: dict[int, tuple[int, int, int]]
    """Wins, losses and draws for Max of each remoteness, as stored."""
    endless: int
    """Positions in which play never ends, as stored."""
    longest: Label | None
    """The longest win of either side."""
    longest_state: Any = field(default=None, repr=False)
    longest_text: str = ""
    """A position with that win."""
    zugzwangs: int | None = None
    """Mutual zugzwangs; None if they were not counted, or cannot be known."""
    zugzwang_text: str = ""
    """One of them."""

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON; unknown ones are left out."""
        longest = self.longest and {**self.longest._asdict(), "position": self.longest_text}
        known: dict[str, Any] = {
            "game": self.game, "positions": self.positions, "stored": self.stored, "wins": self.wins,
            "losses": self.losses, "draws": self.draws, "endless": self.endless, "longest": longest,
            "zugzwangs": self.zugzwangs, "zugzwang": self.zugzwang_text or None,
            "remoteness": {str(n): list(counts) for n, counts in self.remoteness.items()},
        }  # fmt: skip
        return {key: value for key, value in known.items() if value is not None}

    def __str__(self) -> str:
        rows = [f"{self.game}: {self.positions:,} positions, {self.stored:,} of them stored"]
        for word, count in (("wins", self.wins), ("losses", self.losses), ("draws", self.draws)):
            if count is not None:
                rows.append(f"{word}: {count:,} ({100 * count / max(self.positions, 1):.1f} %)")
        if self.longest is not None:
            rows.append(f"longest win: value {show_value(self.longest.value)} in {self.longest.remoteness}")
            rows.append(self.longest_text)
        if self.zugzwangs is not None:
            rows.append(f"mutual zugzwangs: {self.zugzwangs:,}")
            rows += [self.zugzwang_text] if self.zugzwang_text else []
        rows.append("remoteness: wins, losses and draws for Max, as stored")
        rows += [f"{n:>10}: {' '.join(f'{c:>12,}' for c in counts)}" for n, counts in self.remoteness.items()]
        rows += [f"{'endless':>10}: {'':>12} {'':>12} {self.endless:>12,}"] if self.endless else []
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)


def statistics(database: Database, *, zugzwangs: bool = False, task: Task | None = None) -> Statistics:
    """Count a database; ``zugzwangs`` too, which takes longer, since each position is looked up."""
    game = database.game
    remoteness: dict[int, list[int]] = {}
    endless = stored = 0
    for part in database.parts.values():
        codes, counts = np.unique(database.codes_in(part), return_counts=True)
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            label = database.meaning(code)
            if label is None:
                continue  # a number that no position has
            stored += count
            if label.remoteness is None:
                endless += count if database.timed else 0
                continue
            which = ("win", "loss", "draw").index(outcome(game, label.value))
            remoteness.setdefault(label.remoteness, [0, 0, 0])[which] += count
    known = database.solution()
    longest, state = _longest(database)
    found = find_zugzwangs(database, task) if zugzwangs and has_twins(game) else None
    return Statistics(
        game=known.game, stored=stored, positions=known.positions, wins=known.wins, losses=known.losses,
        draws=known.draws, remoteness={n: (*remoteness[n],) for n in sorted(remoteness)}, endless=endless,  # pyright: ignore[reportArgumentType]
        longest=longest, longest_state=state, longest_text="" if state is None else game.text(state),
        zugzwangs=None if found is None else len(found), zugzwang_text=game.text(found[0]) if found else "",
    )  # fmt: skip


def _longest(database: Database) -> tuple[Label | None, Any]:
    """The longest win for either side, and the first position that has it."""
    best: tuple[int, Any] = (-1, None)
    if not database.timed:
        return None, None
    for part in database.parts.values():
        for code in np.unique(part.codes).tolist():
            label = database.meaning(code)
            if label is None or label.remoteness is None or outcome(database.game, label.value) == "draw":
                continue
            if label.remoteness > best[0]:
                best = label.remoteness, (part, code, label)
    if best[1] is None:
        return None, None
    part, code, label = best[1]
    return label, database.state_at(part, int(np.argmax(np.asarray(part.codes) == code)))


# --- mutual zugzwangs ------------------------------------------------------------------------------------------------


def has_twins(game: AnyGame) -> bool:
    """Does the game define the same position with the other player to move?"""
    return provides(game, "twin") or asked(game, "twin")(game.initial()) is not None


def twin(game: AnyGame, s: Any) -> Any:
    """The same position with the other player to move; None if there is none.

    >>> from gametree import load
    >>> game = load("kalah:2,1")
    >>> twin(game, game.initial())
    State(board=(1, 1, 0, 1, 1, 0), turn=1)
    """
    other = asked(game, "twin")(s)
    return other if other is not None and game.player(other) != game.player(s) else None


def find_zugzwangs(database: Database, task: Task | None = None) -> list[Any]:
    """The positions, with Max to move, in which both players would prefer the other one to move."""
    game, found = database.game, list[Any]()
    for n, (shown, label) in enumerate(database.states()):
        s = line_of(game, shown).start
        if task is not None and n % (1 << 12) == 0:
            task.tell("looking for zugzwangs", n, database.manifest["positions"])
        if game.player(s) != MAX or over(game, s):
            continue
        other = twin(game, s)
        known = None if other is None or over(game, other) else database.label(other)
        if known is not None and label.value < known.value:
            found.append(shown)
    return found
