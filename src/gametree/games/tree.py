"""Trees written out by hand: the examples of the textbooks, and your own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from gametree.analysis import show_value
from gametree.bits import put
from gametree.errors import GameError
from gametree.game import CHANCE, Game, worth
from gametree.games.famous_trees import EXAMPLES
from gametree.games.written import Node, read

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 400
"""``text`` shows at most this many characters of a tree; deeper parts are cut off."""


class State(NamedTuple):
    """A node, by its number: level by level from the root, which is 0."""

    node: int


class Tree(Game[State]):
    """A tree (or a graph) of nodes: nested lists, dictionaries, JSON, JSON in a file, or an example by its name.

    In nested lists a number is a leaf and a list is a node; Max moves at the root, and the players take turns. With
    more than two players a leaf is a tuple, one payoff each.

    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> print(game.text(game.initial()))
    A: max(min(3 12 8) min(2 4 6) min(14 5 2))
    >>> [game.name(game.initial(), a) for a in game.actions(game.initial())], game.bounds
    (['a1', 'a2', 'a3'], (2.0, 14.0))

    A node may be a dictionary instead: its children under ``"max"``, ``"min"``, ``"or"``, ``"and"`` or ``"children"``
    (then ``"player"`` may say whose turn it is: these words, or a number from 0); outcomes with their probabilities
    under ``"chance"``; a leaf's payoff under ``"value"``; and beside them a ``"name"``, an ``"estimate"`` for searches
    that stop there (without it, the middle of the bounds), and for B* a pessimistic and an optimistic one:
    ``"between": [2, 7]``. ``"quiet": false`` says that no estimate is safe there, so that quiescence search goes on.
    ``{"goto": "A"}`` in place of a child is the node A, wherever it is written out: nodes can be shared, and there can
    be loops.

    >>> loop = Tree({"name": "A", "max": [-1, {"name": "B", "min": [1, {"goto": "A"}]}]})
    >>> print(loop.text(loop.parse("B")))
    B: min(1 A: max(-1 B))

    A move to a named child has the child's name; the moves of A to the unnamed ones are called a1, a2, … Inner nodes
    without a name are called A, B, C, … level by level.

    The leaves of AND/OR trees are true (+1), false (−1) and unknown (0; ``null`` in JSON). Max, at the OR nodes, wants
    true. Then or is the maximum and and is the minimum, and minimax is Kleene's logic of three values: +1 is "proved",
    −1 "disproved", 0 "neither, while the unknown stays unknown". To a proof-number search an unknown leaf has the
    numbers (1, 1): it could still be either.

    ``bounds``, unless given, are the range of the leaves and estimates, or −1 to 1 where they all lie within that.
    """

    evaluation = "utility"

    def __init__(
        self,
        tree: Any = None,
        file: str = "",
        example: str = "",
        bounds: tuple[float, float] | None = None,
    ):
        nodes = read(_source(tree, file, example))
        self.players = max(2, *(max(len(node.payoff), node.turn + 1 if node.told else 0) for node in nodes))
        stated = [x for node in nodes for x in (*_payoff(node, self.players), *node.between)]
        self.bounds = _bounds(stated or [0.0], bounds)
        unknown = (sum(self.bounds) / 2,) * (1 if self.players == 2 else self.players)
        # All that a search needs is in arrays, which are data: another tree of the same size is not compiled again.
        self.values = np.array([_payoff(node, self.players) or unknown for node in nodes], dtype=np.float64)
        self.movers = np.array([CHANCE if node.odds else node.turn % self.players for node in nodes], dtype=np.int64)
        self.edges = np.cumsum([0] + [len(node.children) for node in nodes], dtype=np.int64)  # where a node's begin
        self.children = np.array([child for node in nodes for child in node.children], dtype=np.int64)
        self.odds = np.array([p for node in nodes for p in node.odds or [1.0] * len(node.children)], dtype=np.float64)
        arrivals = np.argsort(self.children, kind="stable")  # the edges again, by where they lead
        self.origins = np.repeat(np.arange(len(nodes)), np.diff(self.edges))[arrivals]
        self.arrivals = np.searchsorted(self.children[arrivals], np.arange(len(nodes) + 1))
        self.index_size = len(nodes)
        self.repetition = "draw" if _loopy(nodes) else "ignore"
        self._names = [node.name for node in nodes]
        self._moves = [move for node in nodes for move in node.moves]
        self._logical = any(node.logical for node in nodes)
        self._between = {i: node.between for i, node in enumerate(nodes) if node.between}
        self._unknown = {i for i, node in enumerate(nodes) if node.logical and node.payoff == (0.0,)}
        # Separate classes: only a game with chance has ``chances``, and a method that returns either a number or a
        # tuple would not compile.
        if self.players > 2:
            self.nothing = (0.0,) * self.players
            self.__class__ = TreeForMany  # pyright: ignore[reportAttributeAccessIssue]
        elif CHANCE in self.movers:
            self.__class__ = TreeWithChance  # pyright: ignore[reportAttributeAccessIssue]
        elif not all(node.quiet for node in nodes):
            self.calm = np.array([node.quiet for node in nodes])
            self.__class__ = RestlessTree  # pyright: ignore[reportAttributeAccessIssue]

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0)

    def player(self, s: State) -> int:
        return int(self.movers[s.node])

    def actions(self, s: State) -> Iterator[int]:
        for a in range(self.edges[s.node + 1] - self.edges[s.node]):
            yield a

    def result(self, s: State, a: int) -> State:
        return State(int(self.children[self.edges[s.node] + a]))

    def terminal(self, s: State) -> bool:
        return bool(self.edges[s.node] == self.edges[s.node + 1])

    def utility(self, s: State) -> float:
        return float(self.values[s.node, 0])

    # --- evaluation ----------------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> float:
        """The estimate written at the node; without one, the middle of the bounds."""
        return float(self.values[s.node, 0])

    def span(self, s: State) -> tuple[float, float]:
        """The bounds written at the node (``between``); without them, those of the tree."""
        low, high = self._between.get(s.node, self.bounds)
        return low, high

    def unknown(self, s: State) -> bool:
        """Was this leaf written as unknown?"""
        return s.node in self._unknown

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def parents(self, s: State) -> Iterator[State]:
        for i in range(self.arrivals[s.node], self.arrivals[s.node + 1]):
            yield State(int(self.origins[i]))

    def index(self, s: State) -> int:
        return s.node

    def state(self, i: int) -> State:
        return State(i)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.trees:tree"
    called = "A tree by hand"
    how_to_play = (
        "A tree that is written out: at each node a player chooses the branch, and the number at the end is what Max "
        "gets. Max wants it high, Min wants it low. Round nodes are decided by chance."
    )
    player_names = ("Max", "Min")
    player_colours = ("p0", "p1")
    named_nodes = True
    page_limits: ClassVar[dict[str, int | str]] = {"tree": "text", "file": "file"}

    def name(self, s: State, a: int, style: str = "") -> str:
        return self._moves[int(self.edges[s.node]) + a]

    def parse(self, text: str) -> State:
        """A node by its name (what ``text`` writes begins with it), or the moves that lead to it from the root."""
        name = text.partition(":")[0].strip()
        if name in self._names:
            return State(self._names.index(name))
        s = self.initial()
        for word in name.replace(",", " ").split():
            moves = {self.name(s, a): a for a in self.actions(s)}
            if word not in moves:
                raise GameError(f"no node or move is called {word!r} here; there are {' '.join(moves) or 'none'}")
            s = self.result(s, moves[word])
        return s

    def text(self, s: State) -> str:
        """The node's name, and the tree below it, as deep as it fits."""
        shown = f"{self._names[s.node]}: {self._expression(s, 1, {s.node})}"
        depth = 2
        while "…" in shown:
            deeper = f"{self._names[s.node]}: {self._expression(s, depth, {s.node})}"
            if len(deeper) > WIDTH:
                break
            shown, depth = deeper, depth + 1
        return shown

    def _expression(self, s: State, depth: int, seen: set[int]) -> str:
        if self.terminal(s):
            return self._leaf(s)
        if depth == 0:
            return "…"
        parts: list[str] = []
        for a in self.actions(s):
            child, p = self.result(s, a), self.odds[self.edges[s.node] + a]
            part = self._names[child.node]  # a node that is shown already, or being shown, is written as its name
            if child.node not in seen:
                seen.add(child.node)
                shared = len(list(self.parents(child))) + (child.node == 0) > 1
                part = (f"{part}: " if shared else "") + self._expression(child, depth - 1, seen)
            parts.append(f"{p:.4g}*{part}" if self.player(s) == CHANCE else part)
        return f"{self._mover(s)}({' '.join(parts)})"

    def _mover(self, s: State) -> str:
        who = self.player(s)
        if who == CHANCE:
            return "chance"
        return f"player{who}" if self.players > 2 else (("or", "and") if self._logical else ("max", "min"))[who]

    def _leaf(self, s: State) -> str:
        words = {1.0: "true", -1.0: "false", 0.0: "?"}
        value = self.utility(s)
        return words[value] if self._logical and value in words else show_value(value)


class RestlessTree(Tree):
    """A tree with nodes that are not quiet: the class of a ``Tree`` that has read one.

    >>> game = Tree(example="horizon")
    >>> game.quiet(game.parse("wait")), [game.name(game.parse("wait"), a) for a in game.tactics(game.parse("wait"))]
    (False, ['queen', 'wait2'])
    """

    calm: np.ndarray[tuple[int], np.dtype[np.bool_]]

    def quiet(self, s: State) -> bool:
        return bool(self.calm[s.node])

    def tactics(self, s: State) -> Iterator[int]:
        for a in range(self.edges[s.node + 1] - self.edges[s.node]):
            yield a


class TreeWithChance(Tree):
    """A tree with chance nodes: the class of a ``Tree`` that has read one.

    >>> game = Tree(example="chance")
    >>> list(game.chances(game.parse("a1")))
    [(0, 0.9), (1, 0.1)]
    """

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for a in range(self.edges[s.node + 1] - self.edges[s.node]):
            yield a, float(self.odds[self.edges[s.node] + a])


class TreeForMany(TreeWithChance):
    """A tree for more than two players: the class of a ``Tree`` that has read one.

    >>> game = Tree(example="maxn")
    >>> game.players, game.utility(game.parse("a2 c1 f2"))
    (3, (1.0, 5.0, 2.0))
    """

    def utility(self, s: State) -> tuple[float, ...]:  # pyright: ignore[reportIncompatibleMethodOverride]
        payoffs: tuple[float, ...] = self.nothing
        for i in range(self.players):
            payoffs = put(payoffs, i, float(self.values[s.node, i]))
        return payoffs

    def evaluate(self, s: State) -> tuple[float, ...]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.utility(s)


def _source(tree: Any, file: str, example: str) -> object:
    """The written tree, from any of its sources."""
    if sum((tree is not None, file != "", example != "")) > 1:
        raise GameError("give only one of tree, file and example")
    if file:
        try:
            tree = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from None
    elif tree is None:
        if (example or "textbook") not in EXAMPLES:
            raise GameError(f"no example {example!r}; there are {', '.join(EXAMPLES)}")
        return EXAMPLES[example or "textbook"]
    if not isinstance(tree, str):
        return tree
    try:
        return json.loads(tree)
    except ValueError as error:
        raise GameError(f"{file or 'this'} is not a tree in JSON: {error}") from None
    except RecursionError:
        raise GameError(f"{file or 'this'} is nested too deeply for JSON: use names and goto") from None


def _payoff(node: Node, players: int) -> tuple[float, ...]:
    """The payoffs (or estimates) of a node, one for two players and one each for more; empty if none is written."""
    written = node.payoff or node.estimate
    if len(written) == 2 and players == 2:
        return (worth(written),)
    if written and len(written) != (1 if players == 2 else players):
        raise GameError(f"{node.name}: a tree for {players} players needs {players} payoffs, not {len(written)}")
    return written


def _bounds(values: list[float], given: object) -> tuple[float, float]:
    low, high = min(values), max(values)
    if given is None:
        return (-1.0, 1.0) if low >= -1 and high <= 1 else (low, high) if low < high else (low - 1, high + 1)
    if not isinstance(given, tuple | list) or len(given) != 2 or not given[0] < given[1]:  # pyright: ignore
        raise GameError(f"bounds are a lower and a higher number, not {given!r}")
    if low < given[0] or high > given[1]:
        raise GameError(f"a payoff or an estimate lies outside the bounds: they range from {low:g} to {high:g}")
    return float(given[0]), float(given[1])  # pyright: ignore


def _loopy(nodes: list[Node]) -> bool:
    """Can a position come back? Take away the nodes that nothing leads to, again and again: only loops stay."""
    incoming = [0] * len(nodes)
    for node in nodes:
        for child in node.children:
            incoming[child] += 1
    free = [i for i, n in enumerate(incoming) if n == 0]
    for i in free:
        for child in nodes[i].children:
            incoming[child] -= 1
            if incoming[child] == 0:
                free.append(child)
    return len(free) < len(nodes)
