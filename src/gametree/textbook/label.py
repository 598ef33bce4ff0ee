"""Labelling: the way to solve a game with loops. Label what is decided, and go on until nothing changes.

The ends have their labels. A state is won for the player to move when one of its children is, and lost when all of them
are. Round after round more states are labelled; the round is the state's *remoteness*, the moves to the end when the
winner hurries and the loser delays. What has no label when nothing changes any more is a draw: each can keep the other
from winning, if need be by going round for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.catalogue import title
from gametree.errors import GameError
from gametree.game import MAX, MIN, AnyGame, even, payoff, provides, worth
from gametree.textbook.support.graph import Graph, explore
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, Result, State, Walk, loop_error

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer

Label = tuple[float, int | None]
"""A value, and the moves to the end; None for a draw."""


def label(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """The value of a game that may have loops: with best play for ever, where going round is a draw.

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
        advice = f"label takes that for a draw, and for {title(game)} it is not; use repeated"
        raise loop_error(game, *graph.loop(endless), advice)
    labels = label_all(walk, graph)
    value, remoteness = labels[walk.root]
    count = {sign: sum((v > 0) - (v < 0) == sign for v, _ in centred(game, labels)) for sign in (1, -1, 0)}
    outcome = "a draw" if remoteness is None else f"{'a win' if value > even(game) else 'a loss'} in {remoteness}"
    note = f"{outcome}; of {len(labels):,} states {count[1]:,} won, {count[-1]:,} lost, {count[0]:,} drawn"
    return walk.result(value, best_line(walk, graph, labels), note=note)


def label_all(walk: Walk, graph: Graph) -> dict[State, Label]:
    """The labels of all states of the graph, by what each player can force at best."""
    game = walk.game
    middle = tidy(even(game))
    worths = {s: tidy(worth(payoff(game, s))) for s in graph.ends}
    walk.tracer.evaluated += len(worths)
    for s, u in worths.items():
        walk.tracer.record("leaf", graph.number[s], u, "the end")
    labels: dict[State, Label] = {}
    for player, sign in ((MAX, 1), (MIN, -1)):
        sizes = sorted({u for u in worths.values() if sign * (u - middle) > 0}, reverse=player == MAX)
        for size in sizes:
            ends = [s for s, u in worths.items() if sign * (u - size) >= 0]
            for s, remoteness in forced(game, graph, player, ends).items():
                if s not in labels:
                    labels[s] = size, remoteness
                    if graph.children[s]:
                        walk.tracer.record("update", graph.number[s], size, f"remoteness {remoteness}")
    for s in graph.children:
        if s not in labels:
            labels[s] = middle, None
            if graph.children[s]:
                walk.tracer.record("update", graph.number[s], middle, "nobody can force more: a draw")
    return labels


def forced(game: AnyGame, graph: Graph, player: int, ends: list[State]) -> dict[State, int]:
    """The states from which this player can force one of these ends, with the moves that it takes."""
    label = dict.fromkeys(ends, 0)
    remoteness = 0
    changed = True
    while changed:
        remoteness += 1
        found: list[State] = []
        for s, children in graph.children.items():
            if s in label or not children:
                continue
            enough = any if game.player(s) == player else all
            if enough(child in label for child in children.values()):
                found.append(s)
        label.update(dict.fromkeys(found, remoteness))
        changed = bool(found)
    return label


def best_line(walk: Walk, graph: Graph, labels: dict[State, Label]) -> Line:
    """The winner hurries and the loser delays; a draw goes on until it comes round."""
    s, line, seen = walk.root, (), set[State]()
    while graph.children[s] and s not in seen:
        seen.add(s)
        value, remoteness = labels[s]
        keeping = [(labels[child][1] or 0, a) for a, child in graph.children[s].items() if labels[child][0] == value]
        hurries = (value > even(walk.game)) == (walk.game.player(s) == MAX)
        moves = keeping[0][0] if remoteness is None else min(keeping)[0] if hurries else max(keeping)[0]
        a = next(a for m, a in keeping if m == moves)
        line, s = (*line, a), graph.children[s][a]
    return line


def centred(game: AnyGame, labels: dict[State, Label]) -> list[Label]:
    """The labels with draws at 0."""
    return [(value - even(game), remoteness) for value, remoteness in labels.values()]
