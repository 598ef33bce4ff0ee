"""Dynamic programming from the ends: score the ends, then their parents, and so on up to the position asked for.

As a book's chapter prints it (Algorithms 32 and 33), the loop takes the parents of the states scored last, leaves out
those that have a score already, and scores the others; as soon as the position asked for is among these parents it is
done. But a state is a parent as soon as one of its children has a score. Its other children may have none, and then the
loop asks for missing scores. So does make-a-move, which compares the children of the position. The sound form scores a
state when the last of its children is scored, and forgets a score when the last parent has used it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame, payoff, provides, worth
from gametree.textbook.support.graph import Graph, explore
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Result, State, Walk, advice, loop_error
from gametree.titles import title

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

    ``printed`` is the form with the flaw. In One-Heap Nim (six stones, take one to three) Max wins by taking two. The
    heaps of one, two and three are the parents of the empty one. Six is a parent of three, so the printed loop is done;
    and make-a-move finds no score of the heaps of four and five. It has a score for one move, which loses, and keeps no
    move.

    >>> nim = load("nim:heaps=6,limit=3")
    >>> sound, wrong = dynamic(nim), dynamic(nim, printed=True)
    >>> sound.value, sound.action, sound.proven
    (1, 2, True)
    >>> wrong.value, wrong.action, wrong.proven
    (-1, None, False)
    >>> wrong.note
    'no scores after a1 a2; every move that has one scores as badly as can be: the printed loop keeps none'
    """
    if depth is not None:
        raise GameError("dynamic works from the ends of the game: it takes no depth")
    walk = Walk("dynamic", game, position, None, tracer, printed=printed)
    graph = explore(walk)
    if endless := graph.endless():
        raise loop_error(game, *graph.loop(endless), f"dynamic needs a game that ends; {advice(game)}")
    return as_printed(walk, graph) if printed else last_child_first(walk, graph)


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


def as_printed(walk: Walk, graph: Graph) -> Result:
    """The form with the flaw: make-a-move (Algorithm 33), line by line. For Min it is turned round.

    MINSCORE and MAXSCORE are the lowest and the highest payoff of the game.
    """
    game, root = walk.game, walk.root
    history = history_of(walk, graph)
    if not graph.children[root]:
        return walk.result(history[root], (), note="the printed loop would never end: the position itself is an end")
    maximises = game.player(root) == MAX
    action, best = None, worst(walk, root)
    missing = [game.name(root, a) for a, child in graph.children[root].items() if child not in history]
    for a, child in graph.children[root].items():
        if child in history and (history[child] > best if maximises else history[child] < best):
            action, best = a, history[child]
            walk.tracer.record("update", 0, best, f"make-a-move: {game.name(root, a)} is the best so far")
    nothing = "every move that has one scores as badly as can be: the printed loop keeps none"
    notes = [f"no scores after {' '.join(missing)}" if missing else "", nothing if action is None else ""]
    return walk.result(best, () if action is None else (action,), note="; ".join(filter(None, notes)))


def history_of(walk: Walk, graph: Graph) -> dict[State, float]:
    """The scores that the printed loop leaves (Algorithm 32), line by line.

    The book leaves two things open: old scores may be thrown away, and here none is; and the states of a level come in
    any order, here in the one that suits the loop best, a child before its parents.
    """
    game, history = walk.game, dict[State, float]()
    rank = {s: i for i, s in enumerate(graph.upwards())}
    level = graph.ends
    for s in level:
        _, history[s] = scored(walk, graph, history, s)
    while True:
        above = {p for s in level for p in parents(walk, graph, s)}
        level = sorted((s for s in above if s not in history), key=lambda s: rank[s])
        if walk.root in level or not level:
            return history
        for s in level:
            score, best = worst(walk, s), max if game.player(s) == MAX else min
            for child in graph.children[s].values():
                if child in history:
                    score = best(score, history[child])
            missing = [game.name(s, a) for a, child in graph.children[s].items() if child not in history]
            why = f"no score yet after {' '.join(missing)}" if missing else ""
            walk.tracer.record("update", graph.number[s], score, why, best=source(graph, history, s, score))
            history[s] = score


def worst(walk: Walk, s: State) -> float:
    """The worst score that the mover can have: MINSCORE for Max, MAXSCORE for Min."""
    low, high = (walk.scale.payoff(tidy(bound)) for bound in walk.game.bounds)
    return low if walk.game.player(s) == MAX else high


def source(graph: Graph, score: dict[State, float], s: State, v: float) -> int | None:
    """The number of the first child that has this score."""
    return next((graph.number[c] for c in graph.children[s].values() if c in score and score[c] == v), None)


def scored(walk: Walk, graph: Graph, score: dict[State, float], s: State) -> tuple[int | None, float]:
    """The best action of a state whose children all have scores, and its score."""
    children, number = graph.children[s], graph.number[s]
    if not children:
        v = walk.scale.payoff(tidy(worth(payoff(walk.game, s))))
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", number, v, "the end")
        return None, v
    best = max if walk.game.player(s) == MAX else min
    action = best(children, key=lambda a: score[children[a]])
    v = score[children[action]]
    walk.tracer.record("update", number, v, best=graph.number[children[action]])
    return action, v


def parents(walk: Walk, graph: Graph, s: State) -> Iterable[State]:
    """The states that lead to this one, of those that can be reached."""
    if provides(walk.game, "parents"):
        return {p for p in walk.game.parents(s) if p in graph.children}
    return graph.parents[s]
