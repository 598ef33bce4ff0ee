"""``best``: the best move of a position, its value, and the line that shows it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gametree.answering.algorithms import ALGORITHMS, SOLVING, by_alpha_beta, check_limits, choice
from gametree.answering.simple import by_a_simple_player, ended, unsearched
from gametree.catalogue import load
from gametree.compile.frontend.front import front_of
from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.errors import GameError
from gametree.game import AnyGame, over
from gametree.notation.names import line_at
from gametree.referee import Referee
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from gametree.analysis import Analysis
    from gametree.solving.database import Database


@again_if_outgrown
def best(
    game: str | AnyGame,
    position: Any = None,
    *,
    moves: str = "",
    algorithm: str = "auto",
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    table: int = 64,
    database: str | Path | Database | None = None,
    book: str | Path | None = None,
    seed: int | None = None,
    progress: Callable[[Analysis], None] | None = None,
    stop: threading.Event | None = None,
    **options: Any,
) -> Analysis:
    """The best move of a position: a state, a Line, a text as the game writes it, or None for the initial state; after
    the ``moves`` played from there, by name.

    ``depth``, ``time`` (seconds) and ``nodes`` limit the search, and change nothing else; with none of them it takes
    one second. A search to a ``depth`` may search forcing lines deeper and others less deeply;
    ``algorithm="alphabeta"`` returns the minimax value to that depth. ``lines`` is the number of best lines,
    ``threads`` the number of threads; ``table`` is the size of the transposition table in MiB, 0 for none. ``options``
    are those of the algorithm (``engine/options.py``, or the textbook's). ``progress`` is called with what is known so
    far. ``stop`` ends the search from another thread, Ctrl-C from the keyboard; the answer is then the best so far. A
    position in the ``database`` (``gametree solve --out``) is not searched, and one in the ``book`` (``gametree book
    build``) is answered from it.

    >>> answer = best("tictactoe", depth=9)
    >>> answer.value, answer.proven
    (0.0, True)
    >>> print(best("nim:3,4,5", depth=20).move)
    a2
    >>> best("tictactoe", moves="1 5 9", depth=9).move in ("2", "4", "6", "8")      # only an edge keeps the draw
    True
    """
    game = load(game)
    line = line_at(game, position, moves)
    front = front_of(game)
    told = front.answered if front else _unchanged
    why = ""
    check_limits(depth, time, nodes, lines, threads, table)
    _check_hashable(game, line.states(game)[-1])
    if algorithm == "auto":
        found = choice(game)
        algorithm, why = found.algorithm, found.why
        if algorithm == "mcts" and database is not None:
            algorithm, why = by_alpha_beta(game), "mcts does not read databases"

    def own(answer: Analysis) -> Analysis:
        return replace(told(answer), why=why) if why else told(answer)

    if depth is None and time is None and nodes is None and algorithm not in SOLVING:
        time = 1.0
    current = line.states(game)[-1]
    if over(game, current) or not Referee(game, line).legal():
        return own(ended(game, current, algorithm))
    if book is not None:
        from gametree.books.book import open_book

        if (by_book := open_book(book, game).best(line)) is not None:
            return own(by_book)
    if algorithm not in ALGORITHMS:
        algorithm = _in_full(algorithm)
    if algorithm.startswith("textbook."):
        from gametree.answering.by_textbook import best_by_textbook

        return own(best_by_textbook(game, line, algorithm, depth, time, nodes, progress, stop, options))
    if algorithm not in ALGORITHMS:
        raise GameError(f"unknown algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)} and textbook.NAME")
    if algorithm in ("rules", "greedy", "random"):
        if options:
            raise GameError(f"{algorithm} has no option {next(iter(options))!r}")
        return own(by_a_simple_player(game, line, algorithm, random.Random(seed)))

    if algorithm == "dfpn":
        from gametree.answering.proving import best_by_proof

        return own(
            best_by_proof(game, line, time=time, nodes=nodes, table=table, stop=stop, threads=threads, **options)
        )

    if algorithm == "conspiracy":
        from gametree.answering.conspiring import best_by_conspiracy

        found = best_by_conspiracy(
            game, line, depth=depth, time=time, nodes=nodes, table=table, progress=progress, stop=stop, **options
        )
        return own(found or unsearched(game, line, algorithm, compiled=False))

    from gametree.engine.driver import Limits
    from gametree.engine.making import make_engine

    opened = _opened(database, game)
    if seed is not None and ("sample" in options or algorithm == "mcts"):
        options["seed"] = seed
    with make_engine(game, algorithm, table=table, threads=threads, database=opened, **options) as engine:
        engine.goes_on = False  # it begins again, with more room
        answer = engine.best(line, Limits(depth, time, min(nodes, 1 << 62) if nodes else None), lines, progress, stop)
        return own(answer or unsearched(game, line, algorithm, compiled=engine.compiled, spent=engine.spent))


def _in_full(algorithm: str) -> str:
    """``textbook.NAME`` for an algorithm that has only a textbook form."""
    from gametree.textbook import ALGORITHMS as PRINTED

    return f"textbook.{algorithm}" if algorithm in PRINTED else algorithm


def _unchanged(answer: Analysis) -> Analysis:
    return answer


def _opened(database: str | Path | Database | None, game: AnyGame) -> Database | None:
    if database is None:
        return None
    from gametree.solving.database import Database

    if isinstance(database, Database) and database.game is game:
        return database
    return Database(database.folder if isinstance(database, Database) else database, game)


def _check_hashable(game: AnyGame, s: Any) -> None:
    try:
        hash(s)
    except TypeError:
        raise GameError(
            f"a state of {title(game)} cannot be hashed ({type(s).__name__}): use a NamedTuple of integers, or a tuple"
        ) from None
