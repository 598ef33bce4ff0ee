"""``measure``: branching factor, length of games, number of states, and whether every game ends."""

from __future__ import annotations

import math
import threading
import time as clock
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

from gametree.catalogue import load
from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.errors import GameError
from gametree.game import AnyGame, Game, provides
from gametree.hooks import numbers
from gametree.interrupts import interrupts
from gametree.measuring.census import Census, Cycle, census
from gametree.measuring.counters import Counter, counter
from gametree.measuring.ordering import Ordering, ordering
from gametree.measuring.probes import Estimate, Probes, probes
from gametree.notation.names import line_at, move_names
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

S = TypeVar("S")
Number = int | float
BILLION = 10**9


@dataclass(frozen=True)
class Figure:
    """One number. Exact, or estimated with a standard error, or a bound (``lower``: at least this)."""

    value: Number
    kind: str
    """``exact``, ``estimate`` or ``lower``."""
    error: Number | None = None

    def __str__(self) -> str:
        if self.kind == "estimate" and self.error is not None and self.value > 1 and 2 * self.error > self.value:
            return f"of the order of 10^{Decimal(self.value).adjusted()}"
        if self.kind == "estimate":
            return f"about {show(self.value)} ± {'?' if self.error is None else show(self.error)}"
        return f"{'at least ' if self.kind == 'lower' else ''}{show(self.value)}"


@dataclass(frozen=True)
class Measure:
    """The answer of ``measure``. A field is None if it is unknown or does not exist."""

    game: str
    positions: Figure
    """Positions that can be reached: the size of the state space."""
    classes: int | None
    """Positions up to symmetry."""
    at_most: int | None
    """An upper bound of them, where the game numbers its positions."""
    ends: int | None
    """Positions in which the game is over."""
    games: Figure | None
    nodes: Figure | None
    """Nodes of the tree of moves."""
    infinite: bool
    """There are infinitely many games: positions come back, and no rule ends the game."""
    branching: Figure
    """Actions to choose from: the mean over all positions if exact, over random games if an estimate."""
    branching_range: tuple[int, int]
    sight: float | None
    """How many actions ahead all lines of play have a billion positions, by the mean number of actions; twice as far
    with the best order of moves (the √b law). None where the game was visited whole, has dice, or is not for two."""
    length: Figure | None
    """Actions of a game: the mean over all games if exact, over random games if an estimate."""
    length_range: tuple[int, int] | None
    must_end: bool | None
    """True: every game ends, the longest after ``length_range[1]`` actions. False: positions can come back, and
    ``cycle`` shows how. None: not proven; ``counter`` and ``declared`` hold evidence for an end."""
    counter: Counter | None
    """A number that fell or rose with every move of the random games, if nothing is proven. If it does so in all games,
    every game ends."""
    declared: bool
    """The rules of a game without dice say ``repetition = "ignore"``: their author states that no position comes
    back."""
    cycle: tuple[tuple[str, ...], tuple[str, ...]] | None
    """Moves from the start to a position, and moves that lead back to it."""
    rule: str
    """What happens when a position comes back."""
    ordering: Ordering | None
    samples: int
    """Random games behind the estimates; 0 when nothing was estimated."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join(f"{name:11} {text}" for name, text in self._rows())

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)

    def _rows(self) -> list[tuple[str, str]]:
        rows = [("game", self.game), ("positions", self._positions())]
        if self.infinite:
            rows.append(("games", "infinitely many"))
        elif self.games and self.nodes:
            rows.append(("games", f"{self.games}; the tree of moves has {self.nodes} nodes"))
        else:
            rows.append(("games", "unknown: random games did not end"))
        low, high = self.branching_range
        seen = "over all positions" if self.branching.kind == "exact" else "in random games"
        rows.append(("branching", f"{self.branching} actions {seen}, {low} to {high}"))
        if self.length and self.length_range:
            low, high = self.length_range
            seen = "over all games" if self.length.kind == "exact" else "in random games"
            rows.append(("length", f"{self.length} actions {seen}, {low} to {high}"))
        if self.sight is not None:
            deep = f"all lines of {self.sight:.1f} actions have a billion positions"
            rows.append(("depth", f"{deep}; alpha-beta with the best order sees {2 * self.sight:.1f}"))
        rows.append(("end", self._end()))
        rows += self._ordering()
        estimated = f", {self.samples:,} random games" if self.samples else ""
        rows.append(("", f"({self.seconds:.1f} s{estimated})"))
        return rows

    def _positions(self) -> str:
        classes = f", {self.classes:,} up to symmetry" if self.classes is not None else ""
        ends = f", {self.ends:,} of them ends" if self.ends is not None else ""
        most = f", at most {self.at_most:,}" if self.at_most is not None and self.ends is None else ""
        return f"{self.positions}{most}{classes}{ends}"

    def _end(self) -> str:
        if self.must_end and self.length_range:
            return f"every game ends, the longest after {self.length_range[1]} actions"
        if self.cycle:
            before, loop = (" ".join(moves) for moves in self.cycle)
            where = f"after {before}" if before else "at the start"
            return f"positions can come back: {where}, {loop} leads back, {self.rule}"
        word = '; the game states (repetition = "ignore") that no position comes back' if self.declared else ""
        if self.counter:
            return f"must end: {self.counter}{word}"
        return f"unknown: no position came back in the games that were seen{word}"

    def _ordering(self) -> list[tuple[str, str]]:
        if not self.ordering:
            return []
        found = self.ordering
        rows = [
            (
                "alpha-beta",
                f"depth {found.depth}, as trace counts, window −∞ to ∞: minimax visits {found.minimax:,} leaves, "
                f"the √b law {found.law:,.0f}",
            )
        ]
        for name, leaves in found.leaves.items():
            rows.append(("", f"{name:13} {leaves:10,}  {100 * leaves / found.minimax:5.1f} %"))
        return rows


@again_if_outgrown
def measure(
    game: str | AnyGame,
    position: Any = None,
    *,
    moves: str = "",
    time: float = 5.0,
    samples: int = 10_000,
    limit: int = 1_000_000,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
    stop: threading.Event | None = None,
) -> Measure:
    """Measure a game from a position: a state, a Line, a text as the game writes it, or None for the initial state;
    after the ``moves`` played from there, by name.

    At most ``limit`` positions are visited, each once. If these are all positions, and the time is enough, the numbers
    are exact. Otherwise they are estimated from at most ``samples`` random games. ``time`` is in seconds, and only
    roughly kept. ``progress`` is called from time to time with a line on what was counted. Ctrl-C, or ``stop`` from
    another thread, ends it early and returns what was found so far.

    >>> found = measure("tictactoe")
    >>> found.positions.value, found.games.value, found.nodes.value, found.must_end
    (5478, 255168, 549946, True)
    """
    if not time > 0:
        raise GameError(f"the time must be more than 0 seconds, not {time:g}")
    if samples < 2:
        raise GameError(f"an estimate needs at least 2 samples, not {samples}")
    if limit < 0:
        raise GameError(f"the limit must be 0 positions or more, not {limit}")
    game = load(game)
    began = clock.perf_counter()
    history = line_at(game, position, moves).states(game)
    s = history[-1]

    stop = stop or threading.Event()

    def late(share: float, until: float, what: str) -> Callable[[int], bool]:
        # if the step before took too long, this step still gets its full share
        end = max(clock.perf_counter() + share * time, began + until * time)

        def ask(count: int) -> bool:
            if progress:
                progress(f"{count:,} {what}")
            return stop.is_set() or clock.perf_counter() > end

        return ask

    with interrupts(stop):
        found = census(game, s, limit, late(0.5, 0.5, "positions"))
        exact = found.complete and found.cycle is None
        sampled = None if exact else probes(game, history, samples, seed, late(0.3, 0.8, "random games"))
        order = ordering(game, s, seed=seed, late=late(0.2, 1, "leaves"))
    facts = _exact(found) if sampled is None else _estimated(game, found, sampled)
    cycle = found.cycle or (sampled.cycle if sampled else None)
    choices = float(facts["branching"].value)
    far = not found.complete and game.players == 2 and not provides(game, "chances") and choices > 1
    return Measure(
        game=title(game),
        sight=math.log(BILLION) / math.log(choices) if far else None,
        positions=Figure(found.positions, "exact" if found.complete else "lower"),
        at_most=numbers(game) or None,
        classes=found.classes,
        ends=found.ends,
        must_end=False if cycle else True if found.complete else None,
        counter=counter(game, s, sampled.played) if sampled and not cycle and not found.complete else None,
        declared=game.repetition == "ignore" and not provides(game, "chances"),
        cycle=_named(game, s, cycle) if cycle else None,
        rule="no position comes back" if found.complete and not cycle else _rule(game),
        ordering=order,
        samples=sampled.samples if sampled else 0,
        seconds=clock.perf_counter() - began,
        **facts,
    )


def _exact(found: Census) -> dict[str, Any]:
    low, mean, high = found.branching or (0, 0.0, 0)
    return {
        "games": Figure(found.games or 0, "exact"),
        "nodes": Figure(found.nodes or 0, "exact"),
        "infinite": False,
        "branching": Figure(mean, "exact"),
        "branching_range": (low, high),
        "length": Figure(found.mean_length or 0.0, "exact"),
        "length_range": (found.shortest or 0, found.longest or 0),
    }


def _estimated(game: Game[S], found: Census, sampled: Probes) -> dict[str, Any]:
    ended = sampled.unfinished == 0
    infinite = found.cycle is not None and game.repetition == "ignore" and not provides(game, "repeated")
    counted = ended and not infinite
    branching, choices = _figure(sampled.branching), sampled.choices
    if found.branching:
        branching, choices = Figure(found.branching[1], "exact"), (found.branching[0], found.branching[2])
    return {
        "games": _figure(sampled.games) if counted else None,
        "nodes": _figure(sampled.nodes) if counted else None,
        "infinite": infinite,
        "branching": branching,
        "branching_range": choices,
        "length": _figure(sampled.length) if ended else None,
        "length_range": sampled.lengths if ended else None,
    }


def _figure(estimate: Estimate) -> Figure:
    return Figure(_number(estimate.mean), "estimate", None if estimate.error is None else _number(estimate.error))


def _number(d: Decimal) -> Number:
    """A float, or a whole number if it is too large for a float."""
    return float(d) if abs(d) < Decimal(10) ** 300 else int(d)


def _named(game: Game[S], s: S, cycle: Cycle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = tuple(move_names(game, s, cycle.before + cycle.loop))
    return names[: len(cycle.before)], names[len(cycle.before) :]


def _rule(game: Game[S]) -> str:
    """What happens when a position comes back, in words."""
    if provides(game, "repeated"):
        return "then the game is over, with its own payoff for this case"
    if game.repetition == "ignore":
        return "and no rule ends the game: it can go on for ever"
    what = {"draw": "is a draw", "loss": "loses for the player who brought it about", "illegal": "is forbidden"}[
        game.repetition
    ]
    return f"by its rule occurrence {game.recurrence} {what}"


def show(n: Number) -> str:
    """A number for people, however large.

    >>> show(255168), show(3.14159), show(4.5e20), show(10**400)
    ('255,168', '3.14', '4.5e+20', '1.0e+400')
    """
    if isinstance(n, float) and n < 1000:
        return f"{n:.3g}"
    if n < 1e12:
        return f"{n:,.0f}"
    return f"{Decimal(n):.1e}"
