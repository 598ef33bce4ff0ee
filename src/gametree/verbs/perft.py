"""``perft``: count the leaves of the tree of moves at a depth, to check the rules.

Draws by rule (``drawn``) and repetitions are ignored: the tree is that of the moves alone.
"""

from __future__ import annotations

import sys
import threading
import time as clock
from dataclasses import asdict, dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.compile.interpreted import tell_interpreted
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame
from gametree.notation.names import line_at, move_name
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gametree.cluster.crowd import Cluster


DEEPEST = 10_000


@dataclass(frozen=True)
class Perft:
    """The answer of ``perft``."""

    game: str
    depth: int
    nodes: int
    seconds: float
    divide: dict[str, int] | None = None
    """The leaves below each first move, by its name."""

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        rows = [f"{name}: {count:,}" for name, count in (self.divide or {}).items()]
        return "\n".join([*rows, f"perft({self.depth}) = {self.nodes:,}   ({self.seconds:.2f} s)"])

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)


@again_if_outgrown
def perft(
    game: str | AnyGame,
    position: Any = None,
    depth: int = 1,
    *,
    moves: str = "",
    divide: bool = False,
    ends: bool = False,
    bulk: bool = False,
    threads: int = 1,
    gpu: bool = False,
    cluster: str | Cluster | None = None,
    save: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Perft:
    """Count the leaves at exactly ``depth`` moves from a position (a state, a Line, a text as the game writes it),
    after the ``moves`` played from there, by name; ``ends`` adds the games that ended earlier, and ``divide`` counts
    below each first move separately. With ``bulk`` the last moves are counted but not made: this is faster, but does
    not test ``result`` on them. With ``gpu`` the lanes of a GPU count, always in bulk; without one a line says so.
    With ``cluster`` the workers of a Dask scheduler count (its address, or ``local:4``: docs/cluster.md); with
    ``save`` what they have counted is kept in a file, and the same call goes on after a stop. ``progress`` is
    called from time to time with the count so far.

    >>> perft("connect4", depth=6).nodes
    117649
    >>> perft("connect4", depth=6, bulk=True, threads=2).nodes
    117649
    >>> perft("tictactoe", depth=9, ends=True).nodes
    255168
    """
    game = load(game)
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise GameError(f"the depth must be a whole number from 0 to {DEEPEST}, not {depth!r}")
    if threads < 1:
        raise GameError(f"there must be at least one thread, not {threads}")
    s = line_at(game, position, moves).states(game)[-1]
    if save is not None and cluster is None:
        raise GameError("what is counted is kept in a file (save) only on a cluster")
    if cluster is not None:
        if gpu or threads > 1:
            raise GameError("on a cluster every worker counts with its own threads: leave out threads and gpu")
        from gametree.cluster.joining import joined
        from gametree.verbs.perft_spread import Spread

        with joined(cluster) as crowd, Spread(game, crowd, ends, bulk, save, progress) as spread:
            return _counted(game, s, depth, divide, spread.count)
    counter = _on_gpu(game, ends, progress) if gpu else None
    return _counted(game, s, depth, divide, counter or Crew(game, s, ends, bulk, threads, progress).count)


def _counted(
    game: AnyGame, s: Any, depth: int, divide: bool, count: Callable[[list[tuple[Any, int]]], list[int]]
) -> Perft:
    start = clock.perf_counter()
    parts = None
    if divide and depth > 0 and not game.terminal(s):
        actions = moves_of(game, s)
        names = [move_name(game, s, a) for a in actions]
        below = count([(game.result(s, a), depth - 1) for a in actions])
        parts = dict(zip(names, below, strict=True))
        nodes = sum(below)
    else:
        nodes = count([(s, depth)])[0]
    return Perft(title(game), depth, nodes, clock.perf_counter() - start, parts)


def _on_gpu(
    game: AnyGame, ends: bool, progress: Callable[[int], None] | None
) -> Callable[[list[tuple[Any, int]]], list[int]] | None:
    """What counts below states on the GPU; None, after a line that says why, if there is no GPU or the rules do not
    compile."""
    from gametree.compile import NotCompiledError
    from gametree.gpu.driver import NoGPUError
    from gametree.gpu.lanes import Graphics
    from gametree.gpu.leaves import count

    try:
        on = Graphics()
        count(game, game.initial(), 1, on)
    except (NoGPUError, NotCompiledError) as error:
        print(f"gametree: {error}; the processor does the work", file=sys.stderr)
        return None
    return lambda roots: [count(game, s, depth, on, ends=ends, tell=progress) for s, depth in roots]


class Crew:
    """Counts below several states, in several threads. Compiled, or in plain Python if the game cannot be compiled;
    then one line says why."""

    def __init__(
        self,
        game: AnyGame,
        s: Any,
        ends: bool,
        bulk: bool,
        threads: int,
        progress: Callable[[int], None] | None,
    ):
        import numpy as np

        from gametree.compile import NotCompiledError, prepare, words_of
        from gametree.engine.perft import WORDS, count_leaves

        self.game, self.ends, self.bulk, self.progress = game, ends, bulk, progress
        self.blocks = [np.zeros(WORDS, np.int64) for _ in range(threads)]
        self.kernel: Callable[..., int] | None = None
        self.errors: list[BaseException] = []
        try:
            self.kernel = prepare(count_leaves, game, words_of(s), 1, ends, bulk, self.blocks[0].ctypes.data)
        except NotCompiledError as error:
            tell_interpreted(game, error)

    def count(self, roots: list[tuple[Any, int]]) -> list[int]:
        """The leaves below each root, at its depth."""
        if self.kernel is None:
            return [count_plain(self.game, s, depth, self.ends) for s, depth in roots]
        found = [0] * len(roots)
        tasks: SimpleQueue[tuple[int, Any, int] | None] = SimpleQueue()
        for i, (s, depth) in enumerate(roots):
            for task in self._split(i, s, depth):
                tasks.put(task)
        for _ in self.blocks:
            tasks.put(None)
        lock = threading.Lock()
        workers = [
            threading.Thread(target=self._work, args=(block, tasks, found, lock), daemon=True) for block in self.blocks
        ]
        for worker in workers:
            worker.start()
        self._attend(workers)
        return found

    def _split(self, i: int, s: Any, depth: int) -> list[tuple[int, Any, int]]:
        """One task, or one for each pair of moves, so that the threads have about equal work."""
        tasks = [(i, s, depth)]
        for _ in range(2 if len(self.blocks) > 1 and depth > 3 else 0):
            if any(self.game.terminal(s) for _, s, _ in tasks):
                break
            tasks = [(i, self.game.result(s, a), n - 1) for i, s, n in tasks for a in moves_of(self.game, s)]
        return tasks

    def _work(
        self, block: Any, tasks: SimpleQueue[tuple[int, Any, int] | None], found: list[int], lock: threading.Lock
    ) -> None:
        from gametree.compile import words_of

        assert self.kernel is not None
        while task := tasks.get():
            i, s, depth = task
            try:
                leaves = int(self.kernel(self.game, words_of(s), depth, self.ends, self.bulk, block.ctypes.data))
            except BaseException as error:  # handed to the thread that waits
                self.errors.append(error)
                return
            with lock:
                found[i] += leaves

    def _attend(self, workers: list[threading.Thread]) -> None:
        """Wait for the workers; handle Ctrl-C meanwhile."""
        from gametree.engine.perft import SEEN, STOP

        try:
            for worker in workers:
                while worker.is_alive():
                    worker.join(0.1)
                    if self.progress:
                        self.progress(sum(int(block[SEEN]) for block in self.blocks))
            if self.errors:
                raise self.errors[0]
        except KeyboardInterrupt:
            for block in self.blocks:
                block[STOP] = 1
            for worker in workers:
                worker.join()
            raise


def moves_of(game: AnyGame, s: Any) -> list[int]:
    """The actions of a state, or its outcomes of chance."""
    return [o for o, _ in game.chances(s)] if game.player(s) == CHANCE else list(game.actions(s))


def count_plain(game: AnyGame, s: Any, depth: int, ends: bool) -> int:
    """The leaves below a state, counted in plain Python."""
    if depth == 0:
        return 1
    if game.terminal(s):
        return int(ends)
    return sum(count_plain(game, game.result(s, a), depth - 1, ends) for a in moves_of(game, s))
