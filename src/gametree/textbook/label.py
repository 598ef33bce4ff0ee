"""Labelling: the way to solve a game with loops. Label what is decided, and go on until nothing changes.

The ends have their labels. A state is won for the player to move when one of its children is, and lost when all of them
are. Round after round more states are labelled. States without a label at the end are draws: each player can keep the
other from winning, if necessary by endless play. A state's *remoteness* is the number of actions from it to the end
when both keep the value, the winner hurries and the others delay.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, MIN, AnyGame, even, payoff, provides, worth
from gametree.textbook.support.graph import Graph, explore
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, Result, State, Walk, advice, loop_error
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer

Label = tuple[float, int | None]
"""A value, and the actions to the end; None if play never ends."""


def label(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """The value of a game that may have loops, with best play; endless play is a draw.

    Payoffs of several sizes are labelled one after the other: who can force the best one, who the second best, and so
    on.

    >>> from gametree import load
    >>> label(load("tree:example=loop")).note
    'a draw; of 4 states 1 won, 1 lost, 2 drawn'
    """
    if depth is not None:
        raise GameError("label works from the ends of the game: it takes no depth")
    walk = Walk("label", game, position, None, tracer)
    graph = explore(walk)
    draws_by_loop = game.repetition in ("draw", "ignore") and not provides(game, "repeated")
    if not draws_by_loop and (endless := graph.endless()):
        what = f"label takes that for a draw, and for {title(game)} it is not; {advice(game)}"
        raise loop_error(game, *graph.loop(endless), what)
    labels = label_all(walk, graph)
    value, away = labels[walk.root]
    count = {sign: sum((v > 0) - (v < 0) == sign for v, _ in centred(game, labels)) for sign in (1, -1, 0)}
    outcome = "a draw" if value == even(game) else "a win" if value > even(game) else "a loss"
    outcome += "" if away is None else f" in {away}"
    note = f"{outcome}; of {len(labels):,} states {count[1]:,} won, {count[-1]:,} lost, {count[0]:,} drawn"
    return walk.result(value, best_line(walk, graph, labels), note=note)


def label_all(walk: Walk, graph: Graph) -> dict[State, Label]:
    """The labels of all states of the graph: what each player can force at best, and how far away it is."""
    game = walk.game
    middle = tidy(even(game))
    worths = {s: tidy(worth(payoff(game, s))) for s in graph.ends}
    walk.tracer.evaluated += len(worths)
    for s, u in worths.items():
        walk.tracer.record("leaf", graph.number[s], u, "the end")
    values: dict[State, float] = {}
    for player, sign in ((MAX, 1), (MIN, -1)):
        sizes = sorted({u for u in worths.values() if sign * (u - middle) > 0}, reverse=player == MAX)
        for size in sizes:
            for s in forced(game, graph, player, [s for s, u in worths.items() if sign * (u - size) >= 0]):
                values.setdefault(s, size)
    for s in graph.children:
        values.setdefault(s, middle)
    away = remoteness(game, graph, values)
    for s in sorted(graph.children, key=lambda s: (values[s] == middle, away.get(s, 0))):
        if graph.children[s]:
            end = f"remoteness {away[s]}" if s in away else "play never ends"
            why = f"nobody can force more: a draw; {end}" if values[s] == middle else end
            walk.tracer.record("update", graph.number[s], values[s], why)
    return {s: (values[s], away.get(s)) for s in graph.children}


def forced(game: AnyGame, graph: Graph, player: int, ends: list[State]) -> set[State]:
    """The states from which this player can force one of these ends."""
    label = set(ends)
    while True:
        found: list[State] = []
        for s, children in graph.children.items():
            enough = any if game.player(s) == player else all
            if children and s not in label and enough(child in label for child in children.values()):
                found.append(s)
        if not found:
            return label
        label.update(found)


def remoteness(game: AnyGame, graph: Graph, values: dict[State, float]) -> dict[State, int]:
    """The actions from each state to the end when both keep the value: a player who is better off than even hurries,
    and the other delays. States with endless delay are left out.

    >>> from gametree import load
    >>> from gametree.textbook.support.walk import Walk
    >>> walk = Walk("label", load("tree", tree=[0, [0, 5]], bounds=(-9, 9)), None, None, None)
    >>> label_all(walk, explore(walk))[walk.root]                   # a draw after one move, or after two: both delay
    (0, 2)
    """
    away = dict.fromkeys(graph.ends, 0)
    left = {s: sum(values[c] == values[s] for c in set(ways.values())) for s, ways in graph.children.items()}
    found = graph.ends
    for child in found:  # the nearest first: of the ways from a state the quickest is found first, the slowest last
        for s in graph.parents[child]:
            if values[s] != values[child] or s in away:
                continue
            left[s] -= 1
            if hurries(game, s, values[s]) or left[s] == 0:
                away[s] = away[child] + 1
                found.append(s)
    return away


def hurries(game: AnyGame, s: State, value: float) -> bool:
    """Is the player to move better off than even, so that it hurries to the end?"""
    return value > even(game) if game.player(s) == MAX else value < even(game)


def best_line(walk: Walk, graph: Graph, labels: dict[State, Label]) -> Line:
    """Both keep the value; a player who is better off than even hurries, and the other delays, if possible until a
    position comes back."""
    s, line, seen = walk.root, (), set[State]()
    while graph.children[s] and s not in seen:
        seen.add(s)
        value = labels[s][0]
        away = {a: labels[child][1] for a, child in graph.children[s].items() if labels[child][0] == value}
        distances = {a: inf if n is None else n for a, n in away.items()}
        best = min if hurries(walk.game, s, value) else max
        a = best(distances, key=lambda a: distances[a])
        line, s = (*line, a), graph.children[s][a]
    return line


def centred(game: AnyGame, labels: dict[State, Label]) -> list[Label]:
    """The labels with draws at 0."""
    return [(value - even(game), remoteness) for value, remoteness in labels.values()]
