"""A game as a graph: every state that can be reached once, in levels by remoteness, with its winner.

If states are shared, or positions come back, the graph shows more than the tree. The ends are at the bottom; above them
come the states from which the game ends after one action with best play, after two, and so on; on top those from which
play never ends. ``game_graph(game)`` is a ``GameGraph``: ``svg()`` draws it, and ``to_json()`` is for a page:

    game      what the game is called
    nodes     the states in the order found, the first one being where play begins
        id, text      its number, and the position as the game writes it
        player, mover whose turn it is, as a number and in words
        end           true where the game is over
        value         as it is written; null where a loop is no draw by the game's rules, and nothing is labelled
        winner        "Max", "Min" or "draw"; null where there is no value
        remoteness    actions from here to the end with best play; null where play never ends
        x, y          the middle of the node, and width, height: in pixels
    edges     from, to, moves (their names), best (true where it keeps the value and the way to the end), remoteness
              (actions to the end with this move, which is one of them: one more than that of the state it leads to)
    levels    y and name of each level: "remoteness 3", "play never ends"
    width, height   of the drawing
    wins, losses, draws   how many states there are of each kind
    impartial   true where positions that differ only in whose turn it is are drawn once; then Max is the mover

With ``fold`` equal things are drawn once (``draw.folding``).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

from gametree.analysis import show_value
from gametree.draw.board import Board, board
from gametree.draw.folding import FOLDS, twins_of, with_classes
from gametree.draw.svg import document, element, line, mover, polygon, rect, safe, words
from gametree.errors import GameError
from gametree.game import AnyGame, even, over, provides
from gametree.hooks import asked
from gametree.notation.names import line_at
from gametree.textbook.label import label_all
from gametree.textbook.support.graph import explore
from gametree.textbook.support.tracing import Stopped, Tracer, player_name
from gametree.textbook.support.walk import Walk
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.textbook.label import Label

MOST = 1000
"""More states than this are not drawn."""
PICTURES = 80
"""At most this many states are drawn with their boards; more are drawn as dots."""
CARD, DOT, MARGIN = 78.0, 18.0, 24.0
"""The sides of a node with and without its board, and the margin."""
WIDE, WIDE_DOTS = 14, 40
"""The most nodes in one row."""
SWEEPS = 6
"""How often the rows are sorted by their neighbours."""


@dataclass(frozen=True)
class State:
    """A state of the graph."""

    id: int
    state: Any
    text: str
    player: int
    end: bool
    value: float | None
    winner: str | None
    remoteness: int | None


@dataclass(frozen=True)
class Edge:
    """The moves from one state to another."""

    source: int
    target: int
    moves: tuple[str, ...]
    best: bool
    remoteness: int | None
    """Actions to the end, this move included."""


@dataclass(frozen=True)
class GameGraph:
    """The states of a game and the moves between them."""

    game: str
    rules: AnyGame
    states: tuple[State, ...]
    edges: tuple[Edge, ...]
    impartial: bool = False
    """Positions that differ only in whose turn it is are one state, with Max as the mover."""

    def svg(self) -> str:
        """The drawing."""
        return _Drawing(self).svg()

    def count(self, winner: str) -> int:
        """How many states Max or Min wins, or are drawn."""
        return sum(s.winner == winner for s in self.states)

    def __str__(self) -> str:
        one, other = ("the mover wins", "the mover loses") if self.impartial else ("Max wins", "Min wins")
        counts = f"{one} {self.count('Max')}, {other} {self.count('Min')}, {self.count('draw')} are drawn"
        return f"{self.game}: {len(self.states)} states, {len(self.edges)} ways between them; {counts}"

    def to_json(self) -> dict[str, Any]:
        """What the top of this file describes."""
        drawing = _Drawing(self)
        nodes = [
            {
                "id": s.id,
                "text": s.text,
                "player": s.player,
                "mover": "either" if self.impartial else player_name(s.player),
                "end": s.end,
                "value": None if s.value is None else show_value(s.value),
                "winner": s.winner,
                "remoteness": s.remoteness,
                "x": round(drawing.place[s.id][0], 1),
                "y": round(drawing.place[s.id][1], 1),
                "width": drawing.size,
                "height": drawing.size,
            }
            for s in self.states
        ]
        return {
            "game": self.game,
            "nodes": nodes,
            "edges": [
                {"from": e.source, "to": e.target, "moves": list(e.moves), "best": e.best, "remoteness": e.remoteness}
                for e in self.edges
            ],
            "levels": [{"y": round(y, 1), "name": name} for y, name in drawing.levels],
            "width": drawing.width,
            "height": drawing.height,
            "wins": self.count("Max"),
            "losses": self.count("Min"),
            "draws": self.count("draw"),
            "impartial": self.impartial,
        }

    def _repr_svg_(self) -> str:
        return self.svg()


def game_graph(
    game: AnyGame, position: Any = None, most: int = MOST, *, moves: str = "", fold: str = "nothing"
) -> GameGraph:
    """The graph of everything that can be reached from a position (a state, a Line, a text as the game writes it),
    after the ``moves`` played from there, with who wins where.

    ``fold="turns"``: in an impartial game, where both players have the same moves, positions that differ only in whose
    turn it is are drawn once. ``fold="all"``: so are positions that the game calls equivalent (``symmetries``).

    >>> from gametree import load
    >>> graph = game_graph(load("nim:3"))
    >>> print(graph)
    nim:heaps=3: 6 states, 7 ways between them; Max wins 3, Min wins 3, 0 are drawn
    >>> [(s.winner, s.remoteness) for s in graph.states[:3]]
    [('Max', 1), ('Min', 1), ('Min', 1)]
    >>> print(game_graph(load("nim:3"), fold="turns"))
    nim:heaps=3: 4 states, 6 ways between them; the mover wins 3, the mover loses 1, 0 are drawn
    """
    if fold not in FOLDS:
        raise GameError(f"fold must be one of {', '.join(FOLDS)}, not {fold!r}")
    if provides(game, "chances") or game.players > 2:
        what = "dice" if provides(game, "chances") else f"{game.players} players"
        raise GameError(f"a graph shows who wins in a game of two players without dice; {title(game)} has {what}")
    start = line_at(game, position, moves)
    plain, game = game, (with_classes(game) if fold == "all" else game)
    walk = Walk("label", game, start, None, Tracer(nodes=most))
    try:
        found = explore(walk)
    except Stopped:
        what = f"{title(game)} has more than {most:,} states from here: too many to draw"
        raise GameError(f"{what}; try a smaller game, or a later position") from None
    draws_by_loop = game.repetition in ("draw", "ignore") and not provides(game, "repeated")
    labels = label_all(walk, found) if draws_by_loop or not found.endless() else {}
    states = [_state(game, i, s, labels.get(s)) for i, s in enumerate(found.children)]
    number = {s: i for i, s in enumerate(found.children)}
    edges = list[Edge]()
    for s, children in found.children.items():
        ways: dict[int, list[str]] = {}
        for a, child in children.items():
            ways.setdefault(number[child], []).append(game.name(s, a))
        for target, names in ways.items():
            best, away = _keeps(states[number[s]], states[target]), states[target].remoteness
            edges.append(Edge(number[s], target, tuple(names), best, None if away is None else away + 1))
    return turned(GameGraph(title(plain), plain, tuple(states), tuple(edges)), fold)


def turned(graph: GameGraph, fold: str) -> GameGraph:
    """In an impartial game: each position once, with the mover as Max."""
    twins = twins_of(graph.rules, [s.state for s in graph.states]) if fold != "nothing" else {}
    if not twins:
        return graph
    swap = {"Max": "Min", "Min": "Max"}
    number: dict[Any, int] = {}
    states: list[State] = []
    for s in graph.states:
        mover, zero = graph.rules.player(s.state), 2 * even(graph.rules)
        of_max = s.state if mover == 0 else twins[s.state]
        if of_max not in number:
            number[of_max] = len(states)
            value = s.value if s.value is None or mover == 0 else zero - s.value
            winner = s.winner if mover == 0 else swap.get(s.winner or "", s.winner)
            text = graph.rules.text(of_max)
            states.append(State(number[of_max], of_max, text, 0, s.end, value, winner, s.remoteness))
    place = [number[s.state if s.player == 0 else twins[s.state]] for s in graph.states]
    edges = {(place[e.source], place[e.target]): e for e in graph.edges}
    merged = tuple(Edge(a, b, e.moves, e.best, e.remoteness) for (a, b), e in edges.items())
    return GameGraph(graph.game, graph.rules, tuple(states), merged, impartial=True)


def _state(game: AnyGame, i: int, s: Any, label: Label | None) -> State:
    value, remoteness = (None, None) if label is None else label
    winner = None if value is None else "draw"
    if value is not None and value != even(game):
        winner = "Max" if value > even(game) else "Min"
    if over(game, s):
        remoteness = 0
    return State(i, s, game.text(s), game.player(s), over(game, s), value, winner, remoteness)


def _keeps(s: State, child: State) -> bool:
    """Is this a best move: does it keep the value and, in a win, the distance to the end?"""
    if s.value is None or s.value != child.value:
        return False
    return s.remoteness is None or child.remoteness == s.remoteness - 1 or s.winner == "draw"


class _Drawing:
    """Where everything stands, and how it looks."""

    def __init__(self, graph: GameGraph):
        self.graph = graph
        self.pictured = len(graph.states) <= PICTURES
        self.size = CARD if self.pictured else DOT
        self.step = self.size * 1.45
        self.boards: dict[int, Board] = {}
        if self.pictured and not asked(graph.rules, "named_nodes"):
            self.boards = {s.id: board(graph.rules, s.state) for s in graph.states}
        self.rows: list[list[int]] = []
        names: list[str] = []
        for name, ids in self._by_level():
            wide = WIDE if self.pictured else WIDE_DOTS
            for first in range(0, len(ids), wide):
                self.rows.append(ids[first : first + wide])
                names.append(name if first == 0 else "")
        self._untangle()
        widest = max(map(len, self.rows))
        left = MARGIN + 134
        self.width = left + widest * self.step + MARGIN
        height = self.size * (1.75 if self.pictured else 3.0)
        self.lift = height - self.size  # the room above a row, for ways within it
        top = MARGIN + self.lift * any(e.source in self.rows[0] and e.target in self.rows[0] for e in graph.edges)
        self.place: dict[int, tuple[float, float]] = {}
        self.levels: list[tuple[float, str]] = []
        for r, row in enumerate(self.rows):
            y = top + self.size / 2 + r * height
            if names[r]:
                self.levels.append((y, names[r]))
            for k, i in enumerate(row):
                self.place[i] = left + self.step * (k + 0.5 + (widest - len(row)) / 2), y
        self.foot = top + MARGIN + self.size + (len(self.rows) - 1) * height
        self.height = self.foot + 40

    def _by_level(self) -> list[tuple[str, list[int]]]:
        """The states by remoteness, the greatest first; before them those without."""
        found: dict[int | None, list[int]] = {}
        for s in self.graph.states:
            found.setdefault(s.remoteness, []).append(s.id)
        free = found.pop(None, [])
        labelled = any(s.value is not None for s in self.graph.states)
        levels = [("play never ends" if labelled else "not labelled", free)] if free else []
        for remoteness in sorted((r for r in found if r is not None), reverse=True):
            name = "ends" if remoteness == 0 else f"remoteness {remoteness}"
            levels.append((name, found[remoteness]))
        return levels

    def _untangle(self) -> None:
        """Sort each row by where its neighbours in other rows stand, again and again (Sugiyama's barycentres)."""
        near: dict[int, list[int]] = {s.id: [] for s in self.graph.states}
        for e in self.graph.edges:
            near[e.source].append(e.target)
            near[e.target].append(e.source)
        at: dict[int, float] = {}
        for row in self.rows:
            at.update({i: k - len(row) / 2 for k, i in enumerate(row)})
        for _ in range(SWEEPS):
            for row in self.rows:
                means = {i: sum(at[n] for n in near[i]) / len(near[i]) if near[i] else at[i] for i in row}
                row.sort(key=lambda i: (means[i], i))
                at.update({i: k - len(row) / 2 for k, i in enumerate(row)})

    def svg(self) -> str:
        out = list[str]()
        out += [words(MARGIN, y, name, "soft start", 11) for y, name in self.levels]
        out += [self._edge(e) for e in sorted(self.graph.edges, key=lambda e: e.best)]
        out += [self._node(s) for s in self.graph.states]
        out.append(self._legend())
        head = f"{self.graph.game}: the graph of its states"
        left, right, top, foot = self._span()
        body = "".join(out)
        if left < 0 or top < 0:
            body = element("g", body, transform=f"translate({-left:.0f} {-top:.0f})")
        return document(max(right - left, 470), foot - top, body, head, self._description())

    def _span(self) -> tuple[float, float, float, float]:
        """How far the drawing goes to the left, right, up and down: bent arrows may leave the rows. They go half of
        the way to the point that bends them."""
        across, down = [0.0, self.width], [0.0, self.height]
        for e in self.graph.edges:
            (x, y), (u, v), (p, q) = self._bend(e)
            across += (x + 2 * u + p) / 4 - 6, (x + 2 * u + p) / 4 + 6
            down += (y + 2 * v + q) / 4 - 6, (y + 2 * v + q) / 4 + 6
        return min(across), max(across), min(down), max(down)

    def _bend(self, e: Edge) -> tuple[tuple[float, float], ...]:
        """An arrow's beginning, the point that bends it, and its end."""
        (x, y), (u, v) = self.place[e.source], self.place[e.target]
        half = self.size / 2
        if v > y:
            return (x, y + half), (x, y + half), (u, v - half - 2)  # straight
        if v < y:  # upwards: bent, so that both directions can be seen
            side = half * 0.8 if u >= x else -half * 0.8
            return (x + side, y - half), ((x + u) / 2 + 2 * side, (y + v) / 2), (u + side, v + half + 2)
        lift = min(half + abs(u - x) * 0.06, self.lift * 2)
        return (x, y - half), ((x + u) / 2, y - half - lift), (u, v - half - 2)

    def _edge(self, e: Edge) -> str:
        begin, bow, end = self._bend(e)
        cls = "rule s-ink" if e.best else "rule s-faint"
        thick = 1.6 if e.best else 1.1
        tip = element("title", safe(", ".join(e.moves)))
        d = f"M{begin[0]:.1f} {begin[1]:.1f}Q{bow[0]:.1f} {bow[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
        way = element("path", cls=f"{cls} none", d=d, stroke_width=thick)
        return element("g", tip + way + _head(bow, end, 6 * thick, "ink" if e.best else "faint"), cls="way")

    def _node(self, s: State) -> str:
        x, y = self.place[s.id]
        half, cls = self.size / 2, _colour(s)
        note = "" if s.winner is None else f"; {'a draw' if s.winner == 'draw' else s.winner + ' wins'}"
        parts = [element("title", safe(f"{s.text}{note}"))]
        if not self.pictured:
            thick = 3.5 if s.id == 0 else 1
            parts.append(mover(x, y, s.player, self.size, f"{cls} s-ink", stroke_width=thick))
            return element("g", "".join(parts))
        thick = 5 if s.id == 0 else 2.5
        parts.append(rect(x - half, y - half, self.size, self.size, f"paper s-{cls}", rx=6, stroke_width=thick))
        inner = self._inner(s, x, y)
        parts += [inner, rect(x - half, y - half, self.size, 13, cls, rx=4)]
        turn = "" if s.end else "either to move" if self.graph.impartial else f"{player_name(s.player)} to move"
        parts.append(words(x, y - half + 6.5, turn or "the end", "paper" if cls == "p0" else "black", 9))
        return element("g", "".join(parts))

    def _inner(self, s: State, x: float, y: float) -> str:
        """What a node shows: the board in small, or the name of a node of a tree."""
        if asked(self.graph.rules, "named_nodes"):
            name, _, paid = s.text.partition(": ")
            return words(x, y + 6, f"{name}: {paid}" if s.end else name, "", 18 if len(name) < 4 else 12)
        drawn, half = self.boards[s.id], self.size / 2
        box: dict[str, Any] = {"x": x - half + 5, "y": y - half + 14, "width": self.size - 10, "height": self.size - 19}
        view = f"0 0 {drawn.width:.0f} {drawn.height:.0f}"
        return element("svg", "".join(drawn.shapes), viewBox=view, **box)

    def _legend(self) -> str:
        who = ("mover wins", "mover loses") if self.graph.impartial else ("Max wins", "Min wins")
        kinds = ((who[0], "p0"), (who[1], "p1"), ("a draw", "draw"))
        parts = list[str]()
        for k, (name, cls) in enumerate(kinds):
            parts.append(rect(MARGIN + 92 * k, self.foot + 2, 12, 12, f"{cls} s-ink", rx=2))
            parts.append(words(MARGIN + 92 * k + 17, self.foot + 8, name, "start", 11))
        parts.append(line(MARGIN + 270, self.foot + 8, MARGIN + 292, self.foot + 8, "rule s-ink", 1.6))
        parts.append(words(MARGIN + 298, self.foot + 8, "best moves", "start", 11))
        return "".join(parts)

    def _description(self) -> str:
        lines = [str(self.graph)]
        for s in self.graph.states[:200]:
            won = {"Max": "Max wins", "Min": "Min wins", "draw": "a draw"}.get(s.winner or "", "not labelled")
            never = "" if s.winner is None else ", play never ends"
            end = never if s.remoteness is None else f", end in {s.remoteness}"
            lines.append(f"{' / '.join(s.text.splitlines())}: {won}{end}")
        return "\n".join(lines)


def _head(origin: tuple[float, float], tip: tuple[float, float], size: float, cls: str) -> str:
    """The head of an arrow. It is no marker: these have names, which two drawings in one document would share."""
    dx, dy = tip[0] - origin[0], tip[1] - origin[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    x, y = tip[0] - ux * size, tip[1] - uy * size
    corners = (tip, (x - uy * size / 2, y + ux * size / 2), (x + uy * size / 2, y - ux * size / 2))
    return polygon(corners, cls)


def _colour(s: State) -> str:
    return {"Max": "p0", "Min": "p1", "draw": "draw"}.get(s.winner or "", "faint")
