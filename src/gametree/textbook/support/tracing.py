"""The record of a search: what happened at which node, and why."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.analysis import floats
from gametree.game import CHANCE, MAX, MIN, AnyGame
from gametree.textbook.support.listing import Listing, listings
from gametree.textbook.support.scores import Scale, tidy
from gametree.textbook.support.standing import Places, Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.analysis import Value

KINDS = {
    "enter": "the search enters a node",
    "leaf": "the node is the end of the game or of the search, and gets a value",
    "update": "the best that the mover has found changes, and with it the window",
    "cut": "the other children of the node are skipped",
    "select": "the search chooses the leaf to go on with",
    "hit": "the value of the node is known already",
    "skip": "a child is left out",
    "leave": "the search goes back up with the value of the node",
}
"""The kinds of events."""


class Stopped(Exception):  # noqa: N818  (not an error: the clock or the user has ended the search)
    """The time or the nodes of a search are used up, or it was stopped."""


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a search. ``alpha``, ``beta`` and ``value`` are scores as the search compares them."""

    kind: str
    node: int
    """The node's number; the root is 0, and nodes are numbered as they are entered."""
    parent: int | None
    action: int | None
    """The action that led here, and its name."""
    move: str
    ply: int
    player: int
    """Whose turn it is at the node."""
    alpha: float | None
    beta: float | None
    value: Value | None
    why: str
    best: int | None = None
    """The number of the child that the value of an update comes from."""
    lines: Places = ()
    """The lines of the algorithm's files on which the search stands: ``alphabeta.py:78``, the innermost first."""


class Tracer:
    """Records the steps of a search. It counts everything, and keeps the first ``keep`` events.

    It can also end the search: at a ``deadline`` (of ``time.monotonic``), after a number of ``nodes``, or when
    ``stop()`` says so, it raises ``Stopped`` from within.

    >>> from gametree.textbook import search
    >>> tracer = Tracer(keep=3)
    >>> search("tree:example=textbook", tracer=tracer).value
    3
    >>> [event.kind for event in tracer.events], tracer.unkept, tracer.evaluated
    (['enter', 'enter', 'enter'], 26, 7)
    """

    def __init__(
        self,
        keep: int = 0,
        *,
        deadline: float | None = None,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
    ):
        self.keep = keep
        self.deadline, self.nodes, self.stop = deadline, nodes, stop
        self.events: list[Event] = []
        self.states: list[Any] = []
        self.scale = Scale()
        self.generated = self.visited = self.expanded = self.evaluated = self.cut = self.hits = self.unkept = 0
        self._nodes: list[tuple[int | None, int | None, str, int, int]] = []
        self._standing = Standing()

    def keeps(self) -> bool:
        """Will the next event be kept? If not, it is counted here, and needs no text."""
        if len(self.events) < self.keep:
            return True
        self.unkept += 1
        return False

    def visit(self, game: AnyGame, s: Any, player: int, parent: int | None, action: int | None, ply: int) -> int:
        """The search enters a node; return its number."""
        if self.nodes is not None and self.visited >= self.nodes:
            raise Stopped
        if self.visited % 256 == 0:
            self.look_at_the_clock()
        self.visited += 1
        if len(self.events) < self.keep:
            before = None if parent is None else self.states[parent]
            move = "" if before is None or action is None else game.name(before, action)
            self.states.append(s)
            self._nodes.append((parent, action, move, ply, player))
        return self.visited - 1

    def look_at_the_clock(self) -> None:
        """Raise ``Stopped`` if a limit is reached."""
        late = self.deadline is not None and time.monotonic() > self.deadline
        if late or (self.stop is not None and self.stop()):
            raise Stopped

    def record(
        self,
        kind: str,
        node: int,
        value: Value | None = None,
        why: str = "",
        alpha: float | None = None,
        beta: float | None = None,
        best: int | None = None,
    ) -> None:
        """Keep an event, or count it only."""
        if self.keeps():
            parent, action, move, ply, player = self._nodes[node]
            lines = self._standing.now()
            self.events.append(
                Event(kind, node, parent, action, move, ply, player, alpha, beta, value, why, best, lines)
            )


@dataclass(frozen=True)
class Trace:
    """A search as it happened: the answer, the counts, and every step. Values are Max's.

    ``str`` of it is a table for people, ``to_json`` for programs. The states of the nodes are kept by their numbers,
    for drawings.
    """

    game: str
    """The words that load the game."""
    algorithm: str
    """The name of the algorithm."""
    options: dict[str, Any]
    """The options that it was given."""
    depth: int | None
    """The depth to which it searched; None for no limit."""
    value: Value | None
    """None when the search was stopped before it had an answer."""
    bound: str
    """``exact``, ``lower`` (at least this) or ``upper`` (at most this)."""
    proven: bool
    """The value is the value of the game, not an estimate."""
    action: int | None
    """The best move as the integer that the game knows it by."""
    move: str | None
    """The name of the best move; None if there is none."""
    line: tuple[str, ...]
    """The moves of best play, by name."""
    note: str
    """What the algorithm says beside, in words."""
    generated: int
    """Nodes made, the root included."""
    visited: int
    """Nodes entered: fewer than were made, if children are sorted before they are searched."""
    expanded: int
    """Nodes whose children were made."""
    evaluated: int
    """Leaves: ends of the game or of the search."""
    cut: int
    """Cut-offs."""
    hits: int
    """Values that were known already."""
    events: tuple[Event, ...] = field(repr=False)
    unkept: int
    """Events beyond those that were kept: counted, not recorded."""
    states: tuple[Any, ...] = field(repr=False)
    positions: tuple[str, ...] = field(repr=False)
    """The states as the game writes them."""
    scale: Scale = field(repr=False)
    rules: AnyGame = field(repr=False, compare=False)
    """The game itself, for drawings."""

    def __post_init__(self) -> None:
        if self.value is not None:
            object.__setattr__(self, "value", floats(self.value))

    def counts(self) -> dict[str, int]:
        """The counts by name."""
        names = ("generated", "visited", "expanded", "evaluated", "cut", "hits")
        return {name: getattr(self, name) for name in names}

    def window(self, event: Event) -> str:
        """The window of an event for people: what Max has, and what Min has."""
        if event.alpha is None or event.beta is None:
            return ""
        return f"({self.scale.show(event.alpha)}, {self.scale.show(event.beta)})"

    def __str__(self) -> str:
        rows = [("step", "event", "move", "window", "value", "why")]
        for number, e in enumerate(self.events, 1):
            indented = "  " * e.ply + (e.move or ("(root)" if e.parent is None else ""))
            rows.append((f"{number:>4}", e.kind, indented, self.window(e), self.scale.show(e.value), e.why))
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        lines = ["  ".join([*map(str.ljust, row, widths), row[5]]).rstrip() for row in rows]
        if self.unkept:
            lines.append(f"… and {self.unkept:,} more events, which were counted but not kept")
        return "\n".join([*lines, "", self.summary()])

    def summary(self) -> str:
        """The answer and the counts."""
        relation = {"exact": "", "lower": "at least ", "upper": "at most "}[self.bound]
        value = "no answer" if self.value is None else f"value {relation}{_shown(self.value)}"
        where = self.algorithm + (f" to depth {self.depth}" if self.depth is not None else "")
        where += f" ({', '.join(f'{k}={v}' for k, v in self.options.items())})" if self.options else ""
        line = f", line {' '.join(self.line)}" if self.line else ""
        answer = f"{self.game}, {where}: {value}{', proven' if self.proven else ''}{line}"
        counts = ", ".join(f"{name} {n:,}" for name, n in self.counts().items())
        return "\n".join([answer, *([self.note] if self.note else []), counts])

    def listings(self) -> list[Listing]:
        """The functions that the search went through, as they are shown beside its tree: those of the book.

        >>> from gametree.textbook import trace
        >>> [listing.name for listing in trace("tree:example=textbook").listings()]
        ['window', 'alphabeta']
        """
        return listings(event.lines for event in self.events)

    def tikz(self, step: int | None = None) -> str:
        """The tree of the search for LaTeX, after a step or as it has ended.

        >>> from gametree.textbook import trace
        >>> trace("tree:example=textbook").tikz().splitlines()[0]
        '\\\\documentclass[tikz,border=4pt]{standalone}'
        """
        from gametree.draw.frames import frames
        from gametree.draw.tikz import tree_tikz

        return tree_tikz(frames(self), step)

    def svg(self, step: int | None = None, *, boards: bool = False) -> str:
        """The tree of the search as a drawing: as it is after a step (the first is 1, −1 the last), or as it has ended;
        with ``boards``, each node shows its position.

        >>> from gametree.textbook import trace
        >>> "step 3 of 29" in trace("tree:example=textbook").svg(step=3)
        True
        """
        from gametree.draw.frames import frames
        from gametree.draw.tree import tree_svg

        return tree_svg(frames(self), step, boards=boards)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.states else None  # without events there is nothing to draw

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them; in an event an infinite number is null, and ``shown`` is the value in words."""
        return {
            "game": self.game,
            "algorithm": self.algorithm,
            "options": {key: _plain(value) for key, value in self.options.items()},
            "depth": self.depth,
            "value": _plain(self.value),
            "bound": self.bound,
            "proven": self.proven,
            "action": self.action,
            "move": self.move,
            "line": list(self.line),
            "note": self.note,
            **self.counts(),
            "events": [{"step": number, **self._event(e)} for number, e in enumerate(self.events, 1)],
            "unkept": self.unkept,
            "positions": list(self.positions),
        }

    def _event(self, e: Event) -> dict[str, Any]:
        return {
            "kind": e.kind,
            "node": e.node,
            "parent": e.parent,
            "action": e.action,
            "move": e.move,
            "ply": e.ply,
            "player": e.player,
            "alpha": _plain(e.alpha, self.scale),
            "beta": _plain(e.beta, self.scale),
            "value": _plain(e.value, self.scale),
            "best": e.best,
            "shown": self.scale.show(e.value),
            "window": self.window(e),
            "why": e.why,
            "lines": list(e.lines),
        }


def player_name(player: int, players: int = 2) -> str:
    """The name of a player, in a game of ``players`` players.

    >>> player_name(0), player_name(1), player_name(1, players=3)
    ('Max', 'Min', 'player 2')
    """
    names = {CHANCE: "chance", MAX: "Max", MIN: "Min"} if players <= 2 else {CHANCE: "chance"}
    return names.get(player, f"player {player + 1}")


def _shown(value: Value) -> str:
    return Scale().show(value)


def _plain(value: Any, scale: Scale = Scale()) -> Any:  # noqa: B008  (frozen)
    """A value as JSON can hold it."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, tuple | list):
        return [_plain(item, scale) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if not hasattr(value, "__float__"):
        return str(value)
    number = float(scale.value(value))
    return tidy(number) if math.isfinite(number) else None
