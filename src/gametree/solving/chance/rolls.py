# pyright: basic
"""Games of dice that are too large for a graph: only the positions before a roll are kept, by number.

A turn is a roll, a decision, and the next roll. The game numbers the positions before a roll (``index``, ``state``,
``index_size``), as the player on roll sees them (``relative_index``). The states between, a roll and its plays, are
computed again whenever they are needed. Values are found by policy iteration (Howard 1960; for two players Hoffman &
Karp 1966). A *look* at every position finds the best play of every roll and notes where it leads. Between two looks the
values of these plays are computed from the notes, which takes a hundredth of the time. It ends when a look changes no
value by more than a tolerance.

How wrong can the values be then? If a look changes nothing by more than δ, each player's plays are within δ of the best
per turn. So no value is wrong by more than δ times the number of turns still to be played. That is ``error``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, kernel, prepare
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.dual import inner
from gametree.errors import GameError
from gametree.game import CHANCE, legal, over, payoff, provides, worth
from gametree.hooks import asked, numbers
from gametree.mixins import numbered
from gametree.solving.crew import Crew
from gametree.solving.ends import ended, final_worth
from gametree.solving.label import Label
from gametree.solving.solution import Solution
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task

TOLERANCE = 1e-14
"""The last look is one that changes no value by more than this part of the range of the payoffs."""
LOOKS, SWEEPS = 60, 30
"""The most looks, and the number of sweeps over the notes after each."""
CHUNK = 1 << 16
STOP, DONE, MISTAKE = range(3)
FINE, NOT_NUMBERED, MANY_ROLLS, NO_WHOLE_PAYOFF = range(4)
MISTAKES = {
    NOT_NUMBERED: "a position before a roll has no number, or another player than the one on roll plays it",
    MANY_ROLLS: "positions differ in how many outcomes a roll has",
    NO_WHOLE_PAYOFF: "a payoff is not a whole number within the bounds",
}


@inner
def chances_of(game, s):
    """The rolls of a position."""
    return game.chances(s)


@inner
def mover_at(game, s):
    """Who plays after the next roll."""
    for outcome, _ in game.chances(s):
        return game.player(game.result(s, outcome))
    return -1


@kernel
def look(game, first, last, rolls, values, notes, changes, shared):
    """Find the best play of every roll of the positions from ``first`` to before ``last``; note where each leads, and
    put the value in. ``changes`` holds the largest change of a value."""
    least = int(game.bounds[0])
    for i in range(first, last):
        if shared[STOP]:
            return 0
        s = game.state(i)
        if game.index(s) != i or ended(game, s):
            continue
        mover = mover_at(game, s)
        sign = 1.0 if mover == 0 else -1.0
        total, roll = 0.0, 0
        for outcome, p in chances_of(game, s):
            rolled = game.result(s, outcome)
            best, note = -1e300, 0
            for a in game.actions(rolled):
                after = game.result(rolled, a)
                if ended(game, after):
                    payoff = sign * final_worth(game, after)
                    code = -1 - (int(payoff) - least)
                    if payoff != int(payoff):
                        shared[MISTAKE] = NO_WHOLE_PAYOFF
                else:
                    number = game.index(after)
                    if number < 0 or game.player(rolled) != mover:
                        shared[MISTAKE] = NOT_NUMBERED
                        return 0
                    same = mover_at(game, after) == mover
                    payoff = values[number] if same else -values[number]
                    code = 2 * number + (0 if same else 1)
                if payoff > best:
                    best, note = payoff, code
            if roll >= rolls:
                shared[MISTAKE] = MANY_ROLLS
                return 0
            notes[i, roll] = note
            total += p * best
            roll += 1
        if roll != rolls:
            shared[MISTAKE] = MANY_ROLLS
            return 0
        change = abs(total - values[i])
        if change > changes[0]:
            changes[0] = change
        values[i] = total
        shared[DONE] += 1
    return 0


@kernel
def go_over(game, first, last, odds, notes, used, values, turns, shared):
    """Compute the values of the noted plays, once for each position, and the number of turns they take."""
    least = int(game.bounds[0])
    for i in range(first, last):
        if shared[STOP]:
            return 0
        if not used[i]:
            continue
        total, length = 0.0, 1.0
        for roll in range(len(odds)):
            note, p = notes[i, roll], odds[roll]
            if note < 0:
                total += p * (least - 1 - note)
            else:
                child = note >> 1
                total += p * (-values[child] if note & 1 else values[child])
                length += p * turns[child]
        values[i], turns[i] = total, length
        shared[DONE] += 1
    return 0


@kernel
def split(game, first, last, odds, notes, used, level, won, lost, shared):
    """Compute how often the player on roll wins, and loses, by ``level`` or more with the noted plays."""
    least = int(game.bounds[0])
    for i in range(first, last):
        if shared[STOP]:
            return 0
        if not used[i]:
            continue
        wins, losses = 0.0, 0.0
        for roll in range(len(odds)):
            note, p = notes[i, roll], odds[roll]
            if note < 0:
                payoff = least - 1 - note
                wins += p if payoff >= level else 0.0
                losses += p if -payoff >= level else 0.0
            elif note & 1:
                wins, losses = wins + p * lost[note >> 1], losses + p * won[note >> 1]
            else:
                wins, losses = wins + p * won[note >> 1], losses + p * lost[note >> 1]
        won[i], lost[i] = wins, losses
        shared[DONE] += 1
    return 0


class Rolls:
    """The values of all positions before a roll; the values of other states follow from them."""

    def __init__(self, game: AnyGame, task: Task):
        game = numbered(game)
        self.game, self.task = game, task
        first = next(
            i for i in range(game.index_size) if game.index(game.state(i)) == i and not over(game, game.state(i))
        )
        self.odds = np.array([p for _, p in game.chances(game.state(first))])
        self.values = np.zeros(game.index_size)
        self.turns = np.zeros(game.index_size)
        self.notes = np.zeros((game.index_size, len(self.odds)), np.int32)
        self.used = np.zeros(game.index_size, np.bool_)
        self.shared = np.zeros(3, np.int64)

    def bytes(self) -> int:
        """The memory of the tables."""
        return sum(a.nbytes for a in (self.values, self.turns, self.notes, self.used))

    def everywhere(self, crew: Crew, what: str, entry: Any, *arguments: Any) -> None:
        """Run a kernel over all positions, in pieces, on all threads. Lower numbers come first: a play mostly leads to
        one of these, whose value is then already new."""
        task, size = self.task, self.game.index_size
        self.shared[:] = 0
        work = prepare(entry, self.game, 0, 0, *arguments, self.shared, quiet=True)
        pieces = iter(range(0, size, CHUNK))

        def labour() -> None:
            for piece in pieces:
                if task.halt.is_set():
                    self.shared[STOP] = 1
                work(self.game, piece, min(piece + CHUNK, size), *arguments, self.shared)

        crew.run([labour] * task.threads, lambda: task.tell(what, int(self.shared[DONE]), int(self.used.sum()) or size))
        if self.shared[MISTAKE]:
            raise GameError(f"{title(self.game)}: {MISTAKES[int(self.shared[MISTAKE])]}")

    def solve(self, tolerance: float) -> tuple[int, float]:
        """Looks and sweeps, until a look changes nothing; return the number of looks and the last change."""
        low, high = self.game.bounds
        with Crew(self.task) as crew:
            for looks in range(1, LOOKS + 1):
                changes = np.zeros(1)
                what = f"look {looks}"
                self.everywhere(crew, what, look, len(self.odds), self.values, self.notes, changes)
                if looks == 1:
                    self.used = self.notes.any(axis=1)
                if changes[0] <= tolerance * (high - low):
                    break
                for _ in range(SWEEPS):
                    self.sweep(crew, f"{what}: values")
            for _ in range(SWEEPS):
                self.sweep(crew, "turns")
        return looks, float(changes[0])

    def sweep(self, crew: Crew, what: str) -> None:
        """One sweep over the notes."""
        self.everywhere(crew, what, go_over, self.odds, self.notes, self.used, self.values, self.turns)

    def chances_to_win(self, level: int, sweeps: int = 2 * SWEEPS) -> tuple[np.ndarray, np.ndarray]:
        """How often the player on roll wins, and loses, by ``level`` or more, for every number."""
        won, lost = np.zeros(self.game.index_size), np.zeros(self.game.index_size)
        with Crew(self.task) as crew:
            for _ in range(sweeps):
                self.everywhere(crew, f"wins by {level}", split, self.odds, self.notes, self.used, level, won, lost)
        return won, lost

    def value(self, s: Any) -> float | None:
        """Max's value of any state."""
        game = self.game
        if over(game, s):
            return float(worth(payoff(game, s)))
        number = game.index(s)
        if number >= 0:
            outcome = next(iter(game.chances(s)))[0]
            mine = game.player(game.result(s, outcome)) == 0
            return float(self.values[number]) * (1 if mine else -1)
        if game.player(s) == CHANCE:
            return sum(p * (self.value(game.result(s, a)) or 0.0) for a, p in game.chances(s))
        values = [v for a in legal(game, s) if (v := self.value(game.result(s, a))) is not None]
        return max(values) if game.player(s) == 0 else min(values)

    def label(self, state: Any) -> Label | None:
        """The expected payoff; there is no remoteness, as chance decides how long it takes."""
        value = self.value(state)
        return None if value is None else Label(value, None)


def fits(game: AnyGame) -> bool:
    """Does the game number its positions before a roll?"""
    return provides(game, "chances") and numbers(game) > 0 and asked(game, "relative_index")


EACH = 8 + 8 + 4 * 21 + 1
"""Bytes for a position: its value, the turns to the end, the best play of each of 21 rolls, and whether it is used."""


def solve_rolls(game: AnyGame, start: Any, task: Task, tolerance: float = TOLERANCE) -> Solution:
    """The expected payoff of every position of a game of dice whose positions before a roll are numbered."""
    game = numbered(game)
    need = game.index_size * EACH
    if need > task.memory:
        raise GameError(f"{title(game)} needs about {need >> 20} MiB for its tables, more than the allowed memory")
    rolls = Rolls(game, task)
    try:
        looks, change = rolls.solve(tolerance)
    except NotCompiledError as error:
        tell_interpreted(game, error)
        from gametree.solving.chance.solve import solve_chance

        return solve_chance(game, start, task)
    value = rolls.value(start)
    assert value is not None
    return Solution(
        game=title(game), level="strong", value=value, remoteness=None, positions=int(rolls.used.sum()),
        seconds=task.seconds, method=f"policy iteration, {looks} looks", loops=True, chance=True,
        error=change * float(rolls.turns.max()), rules=game, labels=rolls,
    )  # fmt: skip
