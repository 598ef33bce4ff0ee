"""``explain``: how each method of a game runs, and how fast."""

from __future__ import annotations

import time as clock
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gametree.analysis import show_count
from gametree.catalogue import load
from gametree.compile.frontend.describing import described
from gametree.compile.frontend.front import front_of
from gametree.compile.frontend.twin import Made
from gametree.game import provides
from gametree.hooks import COMPILED_METHODS
from gametree.titles import title
from gametree.verbs.perft import count_plain, perft

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

AS_WRITTEN, REWRITTEN, INTERPRETED = "compiled as written", "rewritten", "interpreted"
SECONDS, DEEPEST = 0.3, 40


@dataclass(frozen=True)
class Method:
    """How one method runs: ``how``, why it is interpreted, and what it was rewritten to."""

    name: str
    how: str
    why: str = ""
    source: str = ""

    def __str__(self) -> str:
        line = f"{self.name}: {self.how}{f', since {self.why}' if self.why else ''}"
        return f"{line}\n{_indented(self.source)}" if self.source else line


@dataclass(frozen=True)
class Explanation:
    """The answer of ``explain``. Speeds are nodes a second: of the tree of moves, counted compiled and in Python."""

    game: str
    packed: str
    methods: tuple[Method, ...]
    helpers: tuple[str, ...]
    """The sources of the functions that rewritten methods call."""
    compiled: float | None
    interpreted: float

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return asdict(self)

    def __str__(self) -> str:
        rows = [*map(str, self.methods), *(f"helper:\n{_indented(text)}" for text in self.helpers)]
        if self.packed:
            rows.append(f"a state is packed: {self.packed}")
        fast = f"{show_count(self.compiled)} nodes/s compiled, " if self.compiled is not None else ""
        rows.append(f"{self.game}: {fast}{show_count(self.interpreted)} nodes/s in Python")
        return "\n".join(rows)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def explain(game: str | AnyGame) -> Explanation:
    """How each method of a game runs: compiled as written, rewritten, or interpreted and why; how a state is packed;
    and how many nodes a second that makes.

    >>> print(explain("tictactoe"))
    player: compiled as written
    actions: compiled as written
    ...
    tictactoe: ... nodes/s compiled, ... nodes/s in Python
    """
    from gametree.compile import NotCompiledError

    game = load(game)
    front = front_of(game)
    compiled, why = None, ""
    try:
        compiled = _speed(game)
    except NotCompiledError as error:
        why = str(error)
    names = [name for name in COMPILED_METHODS if provides(front.original if front else game, name)]
    methods = tuple(_method(front, name, why) for name in names)
    made = front if isinstance(front, Made) else None
    helpers = made.helpers() if made and compiled else ()
    packed = described(made.rewriting.state) if made else ""
    return Explanation(title(game), packed, methods, helpers, compiled, _plain_speed(front.original if front else game))


def _method(front: Any, name: str, why: str) -> Method:
    if why:
        return Method(name, INTERPRETED, why)
    if not isinstance(front, Made):
        return Method(name, AS_WRITTEN)
    if name in front.left:
        return Method(name, INTERPRETED, front.left[name])
    return Method(name, REWRITTEN, source=front.texts[name])


def _speed(game: AnyGame) -> float:
    """Nodes a second of the tree of moves, compiled."""
    import numpy as np

    from gametree.compile import prepare, words_of
    from gametree.engine.perft import WORDS, count_leaves

    prepare(count_leaves, game, words_of(game.initial()), 1, True, False, np.zeros(WORDS, np.int64).ctypes.data)
    return _measured(lambda depth: perft(game, depth=depth, ends=True).nodes)


def _plain_speed(game: AnyGame) -> float:
    return _measured(lambda depth: count_plain(game, game.initial(), depth, True))


def _measured(count: Callable[[int], int]) -> float:
    """Nodes a second. The tree is counted to one depth more as long as that promises to be done in time; then again to
    the same depth."""
    depth, total, nodes, took, grown = 0, 0, 1, 0.0, 1.0
    start = clock.perf_counter()
    while clock.perf_counter() - start < SECONDS:
        deeper = depth < DEEPEST and took * grown < SECONDS
        depth += deeper
        begun = clock.perf_counter()
        found = count(depth)
        took = clock.perf_counter() - begun
        if deeper:
            grown, nodes = found / nodes, found
        total += found
    return total / (clock.perf_counter() - start)
