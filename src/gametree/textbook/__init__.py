"""The algorithms as the books print them, in plain Python, one file each, with a record of every step.

They work for every game, whatever its states are, and they are what the compiled engines are compared with.

>>> from gametree.textbook import ALGORITHMS, search, trace
>>> search("tictactoe", None, "alphabeta").value
0
>>> trace("tictactoe", algorithm="alphabeta").visited        # of the 549,946 nodes of the tree
18297
"""

from __future__ import annotations

import inspect
import time as clock
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.errors import GameError
from gametree.game import as_written
from gametree.notation.names import line_at, move_names
from gametree.options import check_options
from gametree.textbook import (
    alphabeta,
    alphabeta_chance,
    aspiration,
    beam,
    bestfirst,
    bestreply,
    bounded,
    bstar,
    conspiracy,
    cutoff,
    dynamic,
    expectiminimax,
    iterative,
    label,
    make_a_move,
    maxn,
    mcpn,
    memo,
    minimax,
    montecarlo,
    mtdf,
    paranoid,
    pn,
    pn2,
    quiescence,
    repeated,
    reuse,
    rules,
    singular,
    sss,
    sure,
    uct,
)
from gametree.textbook.support.tracing import Event, Stopped, Trace, Tracer
from gametree.textbook.support.walk import Result, check_depth
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from gametree.game import AnyGame, Line

__all__ = ["ALGORITHMS", "Algorithm", "Event", "Result", "Stopped", "Trace", "Tracer", "search", "trace"]


@dataclass(frozen=True)
class Algorithm:
    """One of the algorithms: its name, its function, what it is, and its options with their defaults.

    >>> ALGORITHMS["beam"].summary, ALGORITHMS["beam"].options
    ('minimax over the best-looking children only', {'width': 3, 'ordering': 'evaluation'})
    """

    name: str
    function: Callable[..., Result]
    summary: str
    options: dict[str, Any]


def _algorithm(function: Callable[..., Result], summary: str) -> Algorithm:
    parameters = inspect.signature(function).parameters.values()
    options = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY and p.name != "tracer"}
    return Algorithm(function.__name__, function, summary, options)


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        _algorithm(minimax.minimax, "minimax to the ends of the game"),
        _algorithm(make_a_move.make_a_move, "the best move, by a loop over the moves"),
        _algorithm(cutoff.cutoff, "heuristic minimax: a cut-off test and an evaluation"),
        _algorithm(sure.sure, "minimax with an early stop at a sure win or loss"),
        _algorithm(alphabeta.alphabeta, "alpha-beta pruning"),
        _algorithm(bounded.bounded, "alpha-beta with known bounds of the leaves"),
        _algorithm(aspiration.aspiration, "alpha-beta with a window around a guess"),
        _algorithm(iterative.iterative, "iterative deepening"),
        _algorithm(memo.memo, "memoised alpha-beta"),
        _algorithm(repeated.repeated, "minimax that handles repeated states: on the same path, on another path"),
        _algorithm(reuse.reuse, "minimax in the tree that the last search left"),
        _algorithm(quiescence.quiescence, "alpha-beta that evaluates only where it is quiet"),
        _algorithm(singular.singular, "minimax with singular extensions"),
        _algorithm(beam.beam, "minimax over the best-looking children only"),
        _algorithm(expectiminimax.expectiminimax, "minimax with chance nodes"),
        _algorithm(alphabeta_chance.alphabeta_chance, "alpha-beta with chance nodes"),
        _algorithm(maxn.maxn, "max^n, for more than two players"),
        _algorithm(paranoid.paranoid, "more than two players, all others against one"),
        _algorithm(bestreply.bestreply, "more than two players, of whom only one answers"),
        _algorithm(mtdf.mtdf, "MTD(f): empty windows, and a memory"),
        _algorithm(sss.sss, "SSS* and DUAL*: best-first search over strategies"),
        _algorithm(bestfirst.bestfirst, "best-first minimax: goes on where the best line ends"),
        _algorithm(bstar.bstar, "B*: until one move is shown to be best, by optimistic and pessimistic bounds"),
        _algorithm(conspiracy.conspiracy, "conspiracy numbers: goes on where few leaves could change the value"),
        _algorithm(pn.pn, "proof-number search"),
        _algorithm(pn2.pn2, "PN²: proof-number search, with a second one at each leaf"),
        _algorithm(mcpn.mcpn, "Monte-Carlo proof-number search: random games set the first numbers"),
        _algorithm(montecarlo.montecarlo, "flat Monte-Carlo: random games after each move"),
        _algorithm(uct.uct, "UCT: Monte-Carlo tree search"),
        _algorithm(dynamic.dynamic, "dynamic programming from the ends upwards"),
        _algorithm(label.label, "labelling of a game with loops until nothing changes"),
        _algorithm(rules.rules, "the rule-based player"),
    )
}
"""The algorithms by name."""


def search(
    game: AnyGame | str,
    position: Any = None,
    algorithm: str = "alphabeta",
    depth: int | None = None,
    tracer: Tracer | None = None,
    **options: Any,
) -> Result:
    """The answer of a textbook algorithm. The position is a state, a ``Line``, or None for the start of the game.

    >>> search("tictactoe", None, "alphabet")
    Traceback (most recent call last):
    gametree.errors.GameError: unknown textbook algorithm 'alphabet'; did you mean alphabeta? There are minimax, ...
    """
    if algorithm not in ALGORITHMS:
        close = get_close_matches(algorithm, ALGORITHMS, n=1)
        hint = f"did you mean {close[0]}? There" if close else "there"
        raise GameError(f"unknown textbook algorithm {algorithm!r}; {hint} are {', '.join(ALGORITHMS)}")
    chosen = ALGORITHMS[algorithm]
    check_depth(depth)
    check_options(chosen.name, chosen.options, options)
    if depth is not None:  # some have a default
        options["depth"] = depth
    return chosen.function(*as_written(load(game), position), tracer=tracer, **options)


def trace(
    game: str | AnyGame,
    position: Any = None,
    algorithm: str = "alphabeta",
    depth: int | None = None,
    *,
    moves: str = "",
    time: float | None = None,
    nodes: int | None = None,
    events: int = 10_000,
    stop: threading.Event | None = None,
    **options: Any,
) -> Trace:
    """Every step of a textbook search: the answer, the counts, and at most ``events`` of its first steps.

    ``position`` is a state, a ``Line``, a text as the game writes it, or None for the start of the game; ``moves`` are
    played from there, by name. The search stops after ``time`` seconds or after this many ``nodes``, by Ctrl-C, or
    when another thread sets ``stop``.

    >>> from gametree import load
    >>> print(trace(load("tree", tree=[[3, 12], [2, 4]])))
    step  event   move    window   value  why
       1  enter   (root)  (−∞, ∞)
       2  enter     a1    (−∞, ∞)
       3  enter       b1  (−∞, ∞)
       4  leaf        b1  (−∞, ∞)  3      the end
       5  update    a1    (−∞, 3)  3      Min has 3 now
       6  enter       b2  (−∞, 3)
       7  leaf        b2  (−∞, 3)  12     the end
       8  leave     a1    (−∞, ∞)  3
       9  update  (root)  (3, ∞)   3      Max has 3 now
      10  enter     a2    (3, ∞)
      11  enter       c1  (3, ∞)
      12  leaf        c1  (3, ∞)   2      the end
      13  update    a2    (3, 2)   2      Min has 2 now
      14  cut       a2    (3, 2)   2      cut: 2 ≤ α 3; Max already has 3
      15  leave     a2    (3, ∞)   2      at most this
      16  leave   (root)  (−∞, ∞)  3
    <BLANKLINE>
    tree:tree=[[3, 12], [2, 4]], alphabeta: value 3, proven, line a1 b1
    generated 6, visited 6, expanded 3, evaluated 3, cut 1, hits 0
    """
    game = load(game)
    algorithm = algorithm.removeprefix("textbook.")  # as ``best`` calls it
    if events < 0:
        raise GameError(f"events must be 0 or more, not {events}")
    if time is not None and not time > 0:
        raise GameError(f"time must be more than 0 seconds, not {time}")
    game, line = as_written(game, line_at(game, position, moves))
    deadline = None if time is None else clock.monotonic() + time
    tracer = Tracer(events, deadline=deadline, nodes=nodes, stop=None if stop is None else stop.is_set)
    stopped = False
    try:
        result = search(game, line, algorithm, depth, tracer, **options)
    except (Stopped, KeyboardInterrupt) as error:  # the steps that were taken can be read
        when = "by Ctrl-C" if isinstance(error, KeyboardInterrupt) else _end(tracer, time)
        stopped, result = True, Result(0, None, (), depth, note=f"stopped {when} without an answer")
    return told(game, line, algorithm, options, tracer, result, stopped=stopped)


def told(
    game: AnyGame,
    line: Line[Any],
    algorithm: str,
    options: dict[str, Any],
    tracer: Tracer,
    result: Result,
    *,
    stopped: bool = False,
) -> Trace:
    """What a search has answered and what a tracer has recorded of it, as one."""
    root = line.states(game)[-1]
    names = tuple(move_names(game, root, result.line))
    return Trace(
        game=title(game),
        algorithm=algorithm,
        options=options,
        depth=result.depth,
        value=None if stopped else result.value,
        bound=result.bound,
        proven=result.proven,
        action=result.action,
        move=names[0] if names else None,
        line=names,
        note=result.note,
        **{name: getattr(tracer, name) for name in ("generated", "visited", "expanded", "evaluated", "cut", "hits")},
        events=tuple(tracer.events),
        unkept=tracer.unkept,
        states=tuple(tracer.states),
        positions=tuple(game.text(s) for s in tracer.states),
        scale=tracer.scale,
        rules=game,
    )


def _end(tracer: Tracer, time: float | None) -> str:
    """What has stopped a search."""
    if tracer.nodes is not None and tracer.visited >= tracer.nodes:
        return f"after {tracer.nodes:,} nodes"
    late = tracer.deadline is not None and clock.monotonic() > tracer.deadline
    return f"after {time:g} s" if late else "from outside"
