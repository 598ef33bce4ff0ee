"""The answer of a search: the best move, its value, and how it was found."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, cast

from gametree.titles import title

if TYPE_CHECKING:
    from gametree.claims import Claim
    from gametree.game import AnyGame

Value = float | tuple[float, ...]
AVERAGING = ("mcts", "uct", "montecarlo")
"""The algorithms whose estimates are average payoffs."""


def floats(value: Value) -> Value:
    """A value as every answer has it: a float, or with more than two players a tuple of floats.

    >>> floats(1), floats((0, 1, 0))
    (1.0, (0.0, 1.0, 0.0))
    """
    return tuple(map(float, value)) if isinstance(value, tuple) else float(value)


@dataclass(frozen=True)
class Variation:
    """One of several lines: its value, and the names of its moves."""

    value: Value
    line: tuple[str, ...]
    settled: bool = False
    """The value is the payoff at the end of the line, not an estimate."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", floats(self.value))

    def describe_value(self) -> str:
        """The value as an Analysis describes it."""
        return f"value {show_value(self.value)}" if self.settled else f"estimate {show_estimate(self.value)}"


@dataclass(frozen=True)
class Considered:
    """A move as Monte-Carlo tree search sees it.

    >>> Considered("4", 1200, 0.25).describe()
    '4: 1,200 visits, +0.25'
    """

    move: str
    """Its name."""
    visits: int
    """How often it was tried."""
    value: Value
    """Max's average payoff, or the payoff itself where it is proven; with more than two players one for each."""
    proven: bool = False
    """Is the value certain?"""

    def describe(self) -> str:
        """The move, its visits and its value, on one line."""
        value = f"value {show_value(self.value)}, proven" if self.proven else show_estimate(_rounded(self.value))
        return f"{self.move}: {self.visits:,} visit{'s' if self.visits != 1 else ''}, {value}"


def _rounded(value: Value) -> Value:
    return tuple(round(v, 3) for v in value) if isinstance(value, tuple) else round(value, 3)


@dataclass(frozen=True)
class Analysis:
    """The answer of ``best``. Values are Max's; ``line`` holds the names of the moves. A value that is ``proven`` is a
    payoff. Otherwise it is an estimate, on the scale of the game's ``evaluate``: 0 is even, and where
    ``evaluation`` is ``"relative"`` it cannot be compared with a payoff. Estimates by random games are average payoffs
    (``averaged``). In text for people a payoff is called
    ``value``; an estimate is called ``estimate`` and has a sign."""

    game: str
    """The words that load the game."""
    move: str | None
    """The name of the best move; None where the game is over or chance decides."""
    action: Any
    """The best move as the integer that the game knows it by."""
    value: Value
    """Max's payoff if proven, otherwise an estimate; with more than two players a tuple, one number each."""
    bound: str
    """``exact``, ``lower`` (at least this) or ``upper`` (at most this)."""
    proven: bool
    """The value is the value of the game from here with best play, not an estimate (``gametree.claims``)."""
    distance: int | None
    """Actions to the proven end; None if unknown. In a draw nobody hurries: there it is the length of the line that is
    shown (``hurry``)."""
    depth: int
    """Actions that the search looked ahead."""
    nodes: int
    """Positions that the search visited."""
    seconds: float
    """How long the search took."""
    line: tuple[str, ...]
    """The moves of best play from here, by name."""
    algorithm: str
    """The algorithm that searched."""
    compiled: bool
    """Was the search compiled? False where the rules run as plain Python."""
    selective: int = 0
    """The deepest ply that was looked at."""
    table: float = 0.0
    """The fraction of the transposition table that is in use."""
    lines: tuple[Variation, ...] = ()
    """The best lines, the best first, when several were asked for."""
    error: float | None = None
    """The standard error of the value, where it comes from samples of the outcomes of chance."""
    within: int | None = None
    """If the distance is unknown: the winner reaches the proven end in at most this many actions."""
    least: float | None = None
    """The value is proven to be at least this; None if nothing is proven."""
    most: float | None = None
    """The value is proven to be at most this; None if nothing is proven."""
    hurry: bool = True
    """Does one side hurry to the end, and the other stall? Not in a draw, nor with more than two players: there the
    distance is the length of the line that is shown."""
    moves: tuple[Considered, ...] = ()
    """By Monte-Carlo tree search: all moves with their visits and average payoffs, the best first."""
    why: str = field(default="", compare=False)
    """Why ``auto`` chose the algorithm; empty where it was asked for by name."""

    def __post_init__(self) -> None:
        for name in ("value", "least", "most"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, floats(getattr(self, name)))

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them: a tuple becomes a list."""
        values: dict[str, Any] = asdict(self)
        fields = {
            key: list(cast("tuple[Any, ...]", v)) if isinstance(v, tuple) else v
            for key, v in values.items()
            if key not in ("lines", "hurry", "moves", "why")
            and not (key in ("error", "within", "least", "most") and v is None)
        }
        if not isinstance(self.action, int | None):  # an action of the user's own kind
            fields["action"] = str(self.action)
        if self.lines:
            fields["lines"] = [
                {"move": v.line[0], "value": v.value, "settled": v.settled, "line": list(v.line)} for v in self.lines
            ]
        if self.moves:
            fields["moves"] = [asdict(considered) for considered in self.moves]
        return fields

    def __str__(self) -> str:
        if self.move is None:
            if self.nodes:
                return f"the dice decide: {self.describe_value()}   ({self.describe_effort()})"
            return f"the game is over: {show_value(self.value)}"
        best = f"{self.move}   {self.describe_value()}   line: {' '.join(self.line)}   ({self.describe_effort()})"
        others = [f"{v.line[0]}   {v.describe_value()}   line: {' '.join(v.line)}" for v in self.lines[1:]]
        return "\n".join([best, *others])

    def _repr_html_(self) -> str:
        from gametree.draw.html import analysis_html

        return analysis_html(self)

    def describe_choice(self) -> str:
        """Which algorithm searched, and why."""
        return f"{self.algorithm}, because {self.why or 'it was asked for'}"

    @property
    def averaged(self) -> bool:
        """Is an estimate of this search an average payoff?"""
        return self.algorithm.removeprefix("textbook.") in AVERAGING

    def describe_value(self) -> str:
        """The value and what is known about it, e.g. ``value 1, proven, end in 7``, ``value at least 0, at most 1, not
        settled yet`` or ``estimate +12``."""
        if not self.proven and self.least is not None and self.most is not None:
            return f"value at least {show_value(self.least)}, at most {show_value(self.most)}, not settled yet"
        error = f" ± {self.error:.2g}" if self.error is not None else ""
        if not self.proven:
            return f"estimate {show_estimate(self.value)}{error}"
        relation = {"exact": "", "lower": "at least ", "upper": "at most "}[self.bound]
        end = f", end in {self.distance}" if self.distance is not None else ""
        if self.distance and not self.hurry:
            end = f", this line ends after {self.distance}"
        end = f", end within {self.within}" if self.within is not None else end
        return f"value {relation}{show_value(self.value)}{error}, proven{end}"

    def describe_effort(self) -> str:
        """Depth, nodes, time and speed."""
        speed = f", {show_count(self.nodes / self.seconds)} nodes/s" if self.seconds > 0 else ""
        return f"depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.2f} s{speed}, {self.algorithm}"


def plain(game: AnyGame, s: Any, action: int | None, claimed: Claim, algorithm: str, **facts: Any) -> Analysis:
    """An answer without a search of the engine: fields that are unknown keep their neutral values."""
    name = None if action is None else game.name(s, action)
    neutral: dict[str, Any] = {"depth": 0, "nodes": 0, "seconds": 0.0, "compiled": False}
    return Analysis(
        game=title(game), move=name, action=action, line=(name,) if name is not None else (), algorithm=algorithm,
        **claimed.fields(), **(neutral | facts),
    )  # fmt: skip


def show_value(value: Value) -> str:
    """A value for people: whole numbers without a point.

    >>> show_value(3.0), show_value(0.25), show_value((1.0, -1.0))
    ('3', '0.25', '(1, -1)')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(show_value, value))})"
    return f"{value:.6g}"


def show_estimate(value: Value) -> str:
    """An estimate for people: with its sign, so that nobody takes it for a payoff.

    >>> show_estimate(12), show_estimate(-0.25), show_estimate(0), show_estimate((0.5, -0.5))
    ('+12', '-0.25', '0', '(+0.5, -0.5)')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(show_estimate, value))})"
    return f"{value:+.6g}" if value else "0"


def show_count(n: float) -> str:
    """A large count for people.

    >>> show_count(950), show_count(1_234_567)
    ('950', '1.2 M')
    """
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if n >= size:
            return f"{n / size:.1f}{unit}"
    return f"{n:.0f}"
