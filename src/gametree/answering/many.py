"""``best_many``: the best moves of many positions, over all cores."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from gametree.answering.algorithms import MOST_THREADS
from gametree.answering.best import best
from gametree.catalogue import load
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.analysis import Analysis
    from gametree.game import AnyGame


def best_many(
    game: str | AnyGame, positions: Iterable[Any], *, threads: int | None = None, **options: Any
) -> list[Analysis]:
    """The best move of each of these positions, in their order: the same answers as ``best(game, position, …)``, so
    many at a time as there are ``threads`` (by default one for each core). All other arguments are those of ``best``,
    for each position. Every search has a table of its own.

    >>> from gametree import load
    >>> game = load("nim:3,4,5")
    >>> starts = [game.initial(), game.result(game.initial(), 2)]
    >>> [found.value for found in best_many(game, starts, depth=20)]
    [1.0, -1.0]
    """
    rules = load(game)
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise GameError(f"the number of threads must be 1 to {MOST_THREADS}, not {threads}")
    stop: threading.Event = options.pop("stop", None) or threading.Event()

    def answer(position: Any) -> Analysis:
        return best(rules, position, stop=stop, **options)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        try:
            return list(pool.map(answer, positions))
        except BaseException:  # a mistake, or Ctrl-C: nobody waits for the rest
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
