"""``perft``: how many leaves the tree of moves has at a depth, the referee of rules.

Draws by rule (``drawn``) and repetitions are ignored: the tree is that of the moves alone.
"""

from __future__ import annotations

import sys
import threading
import time as clock
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load, title
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, line_of
from gametree.notation import move_name

if TYPE_CHECKING:
    from collections.abc import Callable


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


def perft(
    game: str | AnyGame,
    position: Any = None,
    depth: int = 1,
    *,
    ends: bool = False,
    divide: bool = False,
) -> Perft:
    """Count the leaves at exactly ``depth`` moves from a position; ``ends`` adds the games that ended earlier, and
    ``divide`` counts below each first move separately.

    >>> perft("connect4", depth=6).nodes
    117649
    >>> perft("tictactoe", depth=9, ends=True).nodes
    255168
    """
    game = load(game)
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise GameError(f"the depth must be a whole number from 0 to {DEEPEST}, not {depth!r}")
    s = line_of(game, position).states(game)[-1]
    count = _counter(game, s)
    start = clock.perf_counter()
    parts = None
    if divide and depth > 0 and not game.terminal(s):
        below = [(move_name(game, s, a), count(game.result(s, a), depth - 1, ends)) for a in _moves(game, s)]
        parts = dict(below)
        nodes = sum(n for _, n in below)
    else:
        nodes = count(s, depth, ends)
    return Perft(title(game), depth, nodes, clock.perf_counter() - start, parts)


def _moves(game: AnyGame, s: Any) -> list[int]:
    return [o for o, _ in game.chances(s)] if game.player(s) == CHANCE else list(game.actions(s))


def _counter(game: AnyGame, s: Any) -> Callable[[Any, int, bool], int]:
    """How to count: compiled, or in plain Python where the game cannot be compiled; then one line says why."""
    import numpy as np

    from gametree.compile import NotCompiledError, prepare, words_of
    from gametree.engine.perft import STOP, WORDS, count_leaves

    block = np.zeros(WORDS, np.int64)
    try:
        prepare(count_leaves, game, words_of(s), 1, False, block.ctypes.data)
    except NotCompiledError as error:
        print(f"{title(game)} runs interpreted: {error}", file=sys.stderr)
        return lambda s, depth, ends: _count(game, s, depth, ends)

    def count(s: Any, depth: int, ends: bool) -> int:
        return _interruptible(
            lambda: count_leaves(game, words_of(s), depth, ends, block.ctypes.data), lambda: block.put(STOP, 1)
        )

    return count


def _interruptible(work: Callable[[], int], stop: Callable[[], None]) -> int:
    """Run a kernel in a thread of its own, so that Ctrl-C is heard meanwhile."""
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(int(work())), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except KeyboardInterrupt:
        stop()
        thread.join()
        raise
    return answers[0]


def _count(game: AnyGame, s: Any, depth: int, ends: bool) -> int:
    if depth == 0:
        return 1
    if game.terminal(s):
        return int(ends)
    return sum(_count(game, game.result(s, a), depth - 1, ends) for a in _moves(game, s))
