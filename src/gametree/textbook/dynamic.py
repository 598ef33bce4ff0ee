"""Dynamic programming from the ends: score the ends, then their parents, and so on up to the position asked for.

Only the scores that are still needed are kept. As the course text prints it, the loop goes level by level: score the
parents of the last level, and forget that level. If one child of a state is an end and another is not, the state is
reached, and scored, before all of its children are; and when it is reached again the first child's score is forgotten.
Its make-a-move then asks for the scores of the root's children, which are forgotten too. The sound form scores a state
when the last of its children is scored, and forgets a score when the last parent has used it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.catalogue import title
from gametree.errors import GameError
from gametree.game import MAX, AnyGame, payoff, provides, worth
from gametree.textbook.support.graph import Graph, explore
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Result, State, Walk, loop_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.textbook.support.tracing import Tracer


def dynamic(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    printed: bool = False,
    tracer: Tracer | None = None,
) -> Result:
    """Bottom-up dynamic programming over ``parents`` (found while exploring, where the game does not give them).

    >>> from gametree import load
    >>> dynamic(load("tictactoe")).note
    '5,478 states, at most 1,849 scores kept at a time'

    ``printed`` is the form with the flaw. Max can have 5 at once, and the printed form has forgotten it by the time
    that the other child is scored:

    >>> uneven = load("tree", tree=[5, [3, 9]])
    >>> dynamic(uneven).value, dynamic(uneven, printed=True).value
    (5, 3)
    """
    if depth is not None:
        raise GameError("dynamic works from the ends of the game: it takes no depth")
    walk = Walk("dynamic", game, position, None, tracer)
    graph = explore(walk)
    if endless := graph.endless():
        raise loop_error(game, *graph.loop(endless), "dynamic needs a game that ends; use label")
    return level_by_level(walk, graph) if printed else last_child_first(walk, graph)


def last_child_first(walk: Walk, graph: Graph) -> Result:
    """The sound form."""
    score: dict[State, float] = {}
    unscored = {s: len(set(children.values())) for s, children in graph.children.items()}
    users = {s: len(parents) for s, parents in graph.parents.items()}
    action, peak, ready = None, 0, graph.ends
    for s in ready:
        action, score[s] = scored(walk, graph, score, s)
        peak = max(peak, len(score))
        for child in set(graph.children[s].values()):
            users[child] -= 1
            if users[child] == 0:
                del score[child]
        for parent in parents(walk, graph, s):
            unscored[parent] -= 1
            if unscored[parent] == 0:
                ready.append(parent)
    if walk.root not in score:
        raise GameError(f"{title(walk.game)}: parents leaves out states that lead to others")
    note = f"{len(graph.children):,} states, at most {peak:,} scores kept at a time"
    return walk.result(score[walk.root], () if action is None else (action,), note=note)


def level_by_level(walk: Walk, graph: Graph) -> Result:
    """The form with the flaws."""
    level = {s: scored(walk, graph, {}, s)[1] for s in graph.ends}
    root = level.get(walk.root)
    for _ in graph.children:
        above: dict[State, float] = {}
        for s in level:
            for parent in parents(walk, graph, s):
                above[parent] = scored(walk, graph, level, parent)[1]
        level = above  # and the level below is forgotten
        root = level.get(walk.root, root)
    if root is None:
        raise GameError(f"{title(walk.game)}: parents leaves out states that lead to others")
    return walk.result(root, (), note="make-a-move has no scores of the root's children left to compare")


def scored(walk: Walk, graph: Graph, score: dict[State, float], s: State) -> tuple[int | None, float]:
    """The best action of a state and its score, from those scores of its children that there are."""
    children = {a: child for a, child in graph.children[s].items() if child in score}
    number = graph.number[s]
    if not graph.children[s]:
        v = walk.scale.payoff(tidy(worth(payoff(walk.game, s))))
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", number, v, "the end")
        return None, v
    best = max if walk.game.player(s) == MAX else min
    action = best(children, key=lambda a: score[children[a]])
    v = score[children[action]]
    missing = len(set(graph.children[s].values())) - len(set(children.values()))
    walk.tracer.record("update", number, v, f"{missing} of its children are not scored" if missing else "")
    return action, v


def parents(walk: Walk, graph: Graph, s: State) -> Iterable[State]:
    """The states that lead to this one, of those that can be reached."""
    if provides(walk.game, "parents"):
        return {p for p in walk.game.parents(s) if p in graph.children}
    return graph.parents[s]
