"""The answer of solving: the value of the game with best play, and, if strong, of every position."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast

from gametree.analysis import floats, show_value
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, even, legal, line_of, over, state_shown
from gametree.notation.names import move_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.solving.label import Label


class Labels(Protocol):
    """Anything that has the labels of positions: a table in memory, a database, a certificate."""

    def label(self, state: Any) -> Label | None:
        """The label of a position; None if unknown (it cannot be reached, or nothing was proven about it)."""
        ...


@dataclass(frozen=True)
class Tier:
    """The positions of one tier, counted by outcome for Max."""

    tier: int
    positions: int
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True)
class Move:
    """A legal move of a solved position, with the label of the position that it leads to."""

    action: int
    name: str
    value: float
    remoteness: int | None
    """Actions to the end, this move included."""


@dataclass(frozen=True)
class Solution:
    """The answer of ``solve``. Values are Max's, in the game's own units; with more than two players, tuples.

    ``solution[state]`` is the label of a position, ``solution.moves(state)`` its moves with their labels, the best
    first, and ``solution.line(state)`` a line of best play. Iterating over a strong solution gives its positions.

    >>> from gametree import solve
    >>> found = solve("nim:1,2")
    >>> sum(found[state].value == 1 for state in found), found.wins
    (5, 5)
    """

    game: str
    """The words that load the game."""
    level: str
    """``strong``, ``weak`` or ``ultra-weak``."""
    value: float
    """Max's payoff with best play; with more than two players a tuple, one number each."""
    remoteness: int | None
    """Actions to the end with best play; None if play never ends, or if unknown."""
    positions: int
    """Positions that were labelled (strong), or that the proof needs (weak); 0 if an argument needs none."""
    seconds: float
    """How long it took."""
    method: str
    """How it was found, e.g. ``levels``, ``dense``, ``dfpn``, or the name of the theorem."""
    wins: int | None = None
    """How many positions Max wins; None unless strong."""
    losses: int | None = None
    """How many positions Max loses; None unless strong."""
    draws: int | None = None
    """How many positions are drawn; None unless strong."""
    classes: int | None = None
    """Positions up to symmetry, if the game has ``symmetries``."""
    tiers: tuple[Tier, ...] = ()
    """The counts of each tier, where the game has tiers."""
    longest: int | None = None
    """Actions of the longest possible game; None if positions can come back, or if unknown."""
    loops: bool | None = None
    """Can a position come back? None if that was not checked."""
    chance: bool = False
    """Is the value an expectation? Then there is no outcome."""
    error: float = 0.0
    """The greatest error of the value (above 0 only for a loopy game of chance)."""
    bound: str = "exact"
    """``exact``, ``lower`` (the value is at least this) or ``upper`` (at most this): a theorem may give only a
    bound."""
    path: str | None = None
    """The database or certificate that was written."""
    notes: tuple[str, ...] = ()
    """More facts for the reader: the conditions of a theorem, what was left out."""
    rules: AnyGame | None = field(default=None, repr=False, compare=False)
    labels: Labels | None = field(default=None, repr=False, compare=False)
    start: Any = field(default=None, repr=False, compare=False)
    """The position from which it was solved; None for the initial one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", floats(self.value))

    @property
    def outcome(self) -> str | None:
        """``win``, ``loss`` or ``draw`` for Max; None with chance, with more than two players, and if the value is not
        exact."""
        if self.chance or self.rules is None or self.rules.players > 2 or self.bound != "exact":
            return None
        return outcome(self.rules, self.value)

    def __getitem__(self, state: Any) -> Label:
        found = self._labels().label(self._taken(state))
        if found is None:
            raise GameError(f"{self.game}: {state} is not known; it cannot be reached from the start")
        return found

    def __contains__(self, state: object) -> bool:
        """Is this position known?"""
        labels = self._labels()
        try:
            taken = self._taken(state)
        except GameError:  # it is no position of this game
            return False
        return labels.label(taken) is not None

    def __iter__(self) -> Iterator[Any]:
        """The positions that can be reached from where it was solved, each once, the nearest first."""
        if self.level != "strong":
            raise GameError(f"{self.game} is solved {self.level}ly: only strong solutions have all positions")
        labels, game = self._labels(), self._rules()
        queue = deque([game.initial() if self.start is None else self.start])
        seen = set(queue)
        while queue:
            s = queue.popleft()
            if labels.label(s) is not None:
                yield state_shown(game, s)
            for a in legal(game, s):
                child = game.result(s, a)
                if child not in seen:
                    seen.add(child)
                    queue.append(child)

    def moves(self, state: Any) -> list[Move]:
        """The legal moves with their values and remoteness, the best for the mover first; outcomes of chance in the
        game's order."""
        labels, game = self._labels(), self._rules()
        state = self._taken(state)
        found: list[Move] = []
        for a in legal(game, state):
            label = labels.label(game.result(state, a))
            if label is not None:
                length = None if label.remoteness is None else label.remoteness + 1
                found.append(Move(a, move_name(game, state, a), label.value, length))
        if game.player(state) == CHANCE:
            return found
        return sorted(found, key=lambda move: preference(game, state, move.value, move.remoteness))

    def line(self, state: Any = None, most: int = 1000) -> list[str]:
        """The names of the moves of best play, to the end, until a position comes back, or until chance decides."""
        game = self._rules()
        if state is None:
            s = game.initial() if self.start is None else self.start
        else:
            s = self._taken(state)
        names: list[str] = []
        seen: set[Any] = set()
        while not over(game, s) and game.player(s) != CHANCE and s not in seen and len(names) < most:
            seen.add(s)
            moves = self.moves(s)
            if not moves:
                break
            names.append(moves[0].name)
            s = game.result(s, moves[0].action)
        return names

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON; unknown ones are left out, except the remoteness."""
        each = cast("tuple[float, ...]", self.value)
        value = list(each) if isinstance(self.value, tuple) else self.value
        known: dict[str, Any] = {
            "game": self.game, "level": self.level, "value": value, "outcome": self.outcome,
            "positions": self.positions, "remoteness": self.remoteness, "seconds": self.seconds, "method": self.method,
            "wins": self.wins, "losses": self.losses, "draws": self.draws, "classes": self.classes,
            "longest": self.longest, "loops": self.loops, "error": self.error or None, "path": self.path,
            "bound": None if self.bound == "exact" else self.bound,
            "tiers": [vars(tier) for tier in self.tiers] or None, "notes": list(self.notes) or None,
        }  # fmt: skip
        return {key: value for key, value in known.items() if value is not None or key == "remoteness"}

    def __str__(self) -> str:
        outcome = {"win": "a win for Max", "loss": "a win for Min", "draw": "a draw"}.get(self.outcome or "", "")
        end = f", end in {self.remoteness}" if self.remoteness is not None else ""
        if self.remoteness and self.outcome == "draw":  # nobody hurries
            end += " at the latest"
        relation = {"exact": "", "lower": "at least ", "upper": "at most "}[self.bound]
        head = ", ".join(part for part in (outcome, f"value {relation}{show_value(self.value)}") if part)
        by = f"by {self.method}" if self.level == "ultra-weak" else f"{self.positions:,} positions"
        return f"{self.game}: {head}{end}   ({self.level}, {by}, {self.seconds:.2f} s)"

    def _repr_html_(self) -> str:
        from gametree.draw.html import solution_html

        return solution_html(self)

    def _taken(self, state: Any) -> Any:
        """A position of the user's as the labels know it."""
        return state if self.rules is None else line_of(self.rules, state).start

    def _rules(self) -> AnyGame:
        if self.rules is None:
            raise GameError(f"{self.game}: the rules of the game are not available")
        return self.rules

    def _labels(self) -> Labels:
        if self.labels is None:
            raise GameError(f"{self.game}: only the start is known; solve it strongly to know other positions")
        return self.labels


def outcome(game: AnyGame, value: float) -> str:
    """The outcome of a value for Max: more than the even payoff is a win. Only for two players.

    >>> from gametree import load
    >>> outcome(load("connect4"), -1)
    'loss'
    """
    if isinstance(value, tuple):
        return ""
    middle = even(game)
    return "win" if value > middle else "loss" if value < middle else "draw"


def preference(game: AnyGame, state: Any, value: float, remoteness: int | None) -> tuple[float, float]:
    """A key that sorts the moves of a position, the best for the mover first: the best value, then the quickest way to
    a value better than even and the slowest to any other.

    A player who loses, or can only draw, plays on as long as possible. With more than two players only the mover's
    payoff counts.
    """
    if isinstance(value, tuple):  # sorting keeps the order of equally good moves
        return -cast("tuple[float, ...]", value)[game.player(state)], 0
    sign = 1 if game.player(state) == 0 else -1
    good = sign * (value - even(game)) > 0
    distance = float("inf") if remoteness is None else remoteness
    return -sign * value, distance if good else -distance
