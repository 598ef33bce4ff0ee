"""Strong solving of a game of several players that must end: max^n by backward induction.

A value is one payoff for each player. The mover takes the move with the best own payoff; of equally good moves **the
first**, in the order of ``actions``, as max^n in ``textbook/`` and ``best`` do. This rule is arbitrary: if the moves
differ for the others, another rule may give the whole game another value. The positions where it matters are counted,
and a note reports them; if there are none, the value does not depend on the rule.

Symmetries are not used: a turned board has its moves in another order, and so another first one. Games in which a
position can come back are refused: the value of endless play for each player is not defined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, over, payoff, provides
from gametree.solving.label import Label
from gametree.solving.reachable import Reachable, from_the_start
from gametree.solving.solution import Solution
from gametree.solving.strong.solve import MemoryLimitError
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.task import Task

Values = tuple[float, ...]

BYTES = 1500
"""Bytes of a position in plain Python, with its successors and its label: a rough upper estimate."""
REPORTS = 1 << 9
"""Positions between two reports."""


class Graph(Reachable[Any]):
    """The positions that can be reached, and what the ends pay."""

    def __init__(self, game: AnyGame, start: Any):
        super().__init__(game, start)
        self.ends: dict[int, Values] = {}


def solve_several(game: AnyGame, start: Any, task: Task) -> Solution:
    """The values of every position that can be reached.

    Three players take one or two stones from a pile of four; the player who takes the last one wins. The first player
    cannot win, and decides whether the third or the second wins: by the rule, the third.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("crowdnim", piles=(4,), most=2)
    >>> found = solve_several(game, game.initial(), Task())
    >>> found.value, found.remoteness, found.positions
    ((0.0, 0.0, 1.0), 3, 9)
    >>> print(found.notes[0])
    at 1 of 9 positions moves that are equally good for the mover differ for others: the first of them is taken; ...
    """
    name = title(game)
    if task.out is not None:
        raise GameError(f"{name}: databases and certificates hold values of two players; leave out the path (--out)")
    graph = _explore(game, start, task)
    order = from_the_start(graph.children)
    if len(order) < len(graph.states) or _positions_recur(game, graph):
        raise GameError(f"{name}: positions can come back; games of several players are solved only if every game ends")
    labels = SeveralLabels(game, graph, task, order)
    known = labels.found[0]
    count = len(graph.states)
    note = (
        f"at {labels.ties:,} of {count:,} positions moves that are equally good for the mover differ for others: the "
        "first of them is taken; another rule for ties may give other values"
        if labels.ties
        else "no position has equally good moves for the mover that differ for others: no rule for ties is needed"
    )
    return Solution(
        game=name, level="strong", value=known.value, remoteness=known.remoteness, positions=count,
        seconds=task.seconds, method="max^n", longest=labels.longest, loops=False, notes=(note,), rules=game,
        labels=labels,
    )  # fmt: skip


class SeveralLabels:
    """The labels of a graph, found from the ends back."""

    def __init__(self, game: AnyGame, graph: Graph, task: Task, order: list[int]):
        self.graph = graph
        self.ties = 0
        """Positions where the rule for ties matters."""
        count = len(order)
        values: list[Values] = [()] * count
        remoteness, longest = [0] * count, [0] * count
        for done, n in enumerate(reversed(order)):
            if done % REPORTS == 0:
                task.tell("labelling", done, count)
            if n in graph.ends:
                values[n] = graph.ends[n]
                continue
            children, player = graph.children[n], game.player(graph.states[n])
            best = max(values[child][player] for child in children)
            equal = [child for child in children if values[child][player] == best]
            values[n], remoteness[n] = values[equal[0]], remoteness[equal[0]] + 1
            longest[n] = 1 + max(longest[child] for child in children)
            self.ties += any(values[child] != values[n] for child in equal)
        self.longest = longest[0]
        """Actions of the longest possible game."""
        self.found = [Label(cast("Any", value), length) for value, length in zip(values, remoteness, strict=True)]

    def label(self, state: Any) -> Label | None:
        """The label of a position; None if it cannot be reached."""
        n = self.graph.number.get(state)
        return None if n is None else self.found[n]


def _explore(game: AnyGame, start: Any, task: Task) -> Graph:
    """Visit everything that can be reached, breadth first."""
    graph = Graph(game, start)
    most = max(1, task.memory // BYTES)
    for n in graph.visit():
        if n % REPORTS == 0:
            task.tell("exploring", n, None)
        if len(graph.states) > most:
            raise MemoryLimitError(
                f"{title(game)}: more than {most:,} positions do not fit into memory; give it more (--memory), or "
                "solve a later position"
            )
        s = graph.states[n]
        if over(game, s):
            graph.ends[n] = _paid(game, s)
            continue
        player = game.player(s)
        if player == CHANCE:
            raise GameError(f"{title(game)}: with dice, solving is for two players, but this game has {game.players}")
        if not 0 <= player < game.players:
            raise GameError(f"{title(game)}: player({s}) is {player}, not 0 to {game.players - 1}")
    return graph


def _paid(game: AnyGame, s: Any) -> Values:
    paid = payoff(game, s)
    if not isinstance(paid, tuple) or len(paid) != game.players:
        raise GameError(f"{title(game)}: utility({s}) is {paid}, not one number for each of {game.players} players")
    return tuple(map(float, paid))


def _positions_recur(game: AnyGame, graph: Graph) -> bool:
    """Can the same position, by the rule of repetition, come back though the state does not?"""
    if not provides(game, "position") or (game.repetition == "ignore" and not provides(game, "repeated")):
        return False
    number: dict[Any, int] = {}
    which = [number.setdefault(game.position(s), len(number)) for s in graph.states]
    children: list[list[int]] = [[] for _ in number]
    for n, below in enumerate(graph.children):
        children[which[n]] += [which[child] for child in below]
    return len(from_the_start(children)) < len(children)
