"""``best``: the best move of a position, what it is worth, and the line that shows it."""

from __future__ import annotations

import random
import time as clock
from typing import TYPE_CHECKING, Any

from gametree.analysis import Analysis, Value
from gametree.catalogue import load
from gametree.claims import Claim, between, estimated, known
from gametree.errors import GameError
from gametree.game import AnyGame, Line, over, payoff, provides, worth
from gametree.notation.names import line_at
from gametree.referee import Referee
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from gametree.solving.database import Database

ALGORITHMS = {
    "auto": "pvs; star2 with chance, maxn with more than two players. The limits do not change it",
    "alphabeta": "compiled alpha-beta with a transposition table: to a depth, the value of minimax",
    "pvs": "principal variations with every technique that the game has the hooks for",
    "mtdf": "MTD(f): empty windows around the last value",
    "solve": "win, draw or loss, by empty windows to the end of the game",
    "exact": "the value and how long it takes, by empty windows to the end of the game",
    "dfpn": "the exact value by depth-first proof-number search, however long it takes",
    "expectiminimax": "with dice: every move and every outcome, nothing cut",
    "star1": "with dice: chance nodes cut by the bounds of the payoff",
    "star2": "with dice: Star1, after a look at one move of each outcome",
    "maxn": "with more than two players: each for himself",
    "paranoid": "with more than two players: all others against the one to move",
    "bestreply": "with more than two players: only the opponent who harms most answers; needs null",
    "rules": "the game's own if-then rules",
    "greedy": "the move that looks best one ply ahead",
    "random": "any legal move",
}
"""The algorithms by name; ``textbook.NAME`` asks for a textbook form."""


SOLVING = ("solve", "exact", "dfpn")
"""Those that search to the end of the game, however long it takes."""
MOST_THREADS, MOST_TABLE = 256, 1 << 20


def best(
    game: str | AnyGame,
    position: Any = None,
    *,
    moves: str = "",
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    lines: int = 1,
    threads: int = 1,
    table: int = 64,
    progress: Callable[[Analysis], None] | None = None,
    stop: threading.Event | None = None,
    seed: int | None = None,
    database: str | Path | Database | None = None,
    book: str | Path | None = None,
    **options: Any,
) -> Analysis:
    """The best move of a position: a state, a Line, a text as the game writes it, or None for the initial state; after
    the ``moves`` played from there, by name.

    ``depth``, ``time`` (seconds) and ``nodes`` limit the search, and change nothing else; with none of them it takes
    one second. A search to a ``depth`` may look further where much is going on, and less far where little is; the value
    of minimax to that depth is what ``algorithm="alphabeta"`` answers. ``lines`` asks for the several best lines,
    ``threads`` runs as many; ``table`` is the size of the transposition table in MiB, 0 for none. ``options`` are those
    of the algorithm (``engine/options.py``, or the textbook's). ``progress`` is called with what is known so far;
    ``stop`` ends the search from another thread, Ctrl-C from the keyboard, and the best so far is
    the answer. A position that the ``database`` (``gametree solve --out``) knows is not searched, and one that the
    ``book`` (``gametree book build``) knows is answered from it.

    >>> answer = best("tictactoe", depth=9)
    >>> answer.value, answer.proven
    (0, True)
    >>> print(best("nim:3,4,5", depth=20).move)
    a2
    >>> best("tictactoe", moves="1 5 9", depth=9).move in ("2", "4", "6", "8")      # only an edge holds
    True
    """
    game = load(game)
    line = line_at(game, position, moves)
    check_limits(depth, time, nodes, lines, threads, table)
    if algorithm == "auto":
        algorithm = choose(game)
    if depth is None and time is None and nodes is None and algorithm not in SOLVING:
        time = 1.0
    current = line.states(game)[-1]
    _check_hashable(game, current)
    if over(game, current) or not Referee(game, line).legal():
        return ended(game, current, algorithm)
    if book is not None:
        from gametree.books.book import open_book

        if (by_book := open_book(book, game).best(line)) is not None:
            return by_book
    if algorithm.startswith("textbook."):
        from gametree.verbs.lecture import lecture

        return lecture(game, line, algorithm, depth, time, nodes, progress, stop, options)
    if algorithm not in ALGORITHMS:
        raise GameError(f"unknown algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)} and textbook.NAME")
    if algorithm in ("rules", "greedy", "random"):
        if options:
            raise GameError(f"{algorithm} has no option {next(iter(options))!r}")
        return _simple(game, line, algorithm, random.Random(seed))

    if algorithm == "dfpn":
        from gametree.verbs.proving import best_by_proof

        if options:
            raise GameError(f"dfpn has no option {next(iter(options))!r}")
        return best_by_proof(game, line, time=time, nodes=nodes, table=table, stop=stop)

    from gametree.engine.driver import Limits
    from gametree.engine.making import make_engine

    opened = _opened(database, game)
    if seed is not None and "sample" in options:
        options["seed"] = seed
    with make_engine(game, algorithm, table=table, threads=threads, database=opened, **options) as engine:
        answer = engine.best(line, Limits(depth, time, min(nodes, 1 << 62) if nodes else None), lines, progress, stop)
        return answer or unsearched(game, line, algorithm, compiled=engine.compiled, spent=engine.spent)


def check_limits(
    depth: int | None, time: float | None, nodes: int | None, lines: int = 1, threads: int = 1, table: int = 64
) -> None:
    """Refuse limits that make no sense."""
    whole = {"depth": depth, "number of nodes": nodes, "number of lines": lines, "number of threads": threads}
    for what, value in (*whole.items(), ("table's size", table)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GameError(f"the {what} must be a whole number, not {value!r}")
    if time is not None and not isinstance(time, int | float):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise GameError(f"the time must be a number of seconds, not {time!r}")
    if depth is not None and depth < 1:
        raise GameError(f"the depth must be 1 or more, not {depth}")
    if time is not None and not time > 0:
        raise GameError(f"the time must be more than 0 seconds, not {time:g}")
    if nodes is not None and nodes < 1:
        raise GameError(f"the number of nodes must be 1 or more, not {nodes}")
    if lines < 1:
        raise GameError(f"the number of lines must be 1 or more, not {lines}")
    if threads < 1:
        raise GameError(f"the number of threads must be 1 or more, not {threads}")
    if threads > MOST_THREADS:
        raise GameError(f"the number of threads must be {MOST_THREADS} or less, not {threads}")
    if not 0 <= table <= MOST_TABLE:
        raise GameError(f"the table's size must be 0 to {MOST_TABLE} MiB, not {table}")


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


def choose(game: AnyGame) -> str:
    """What ``auto`` stands for. It depends on the game alone, never on the limits: a search to depth 8 is the search
    of a second's time, stopped there.

    >>> choose(load("chess")), choose(load("backgammon"))
    ('pvs', 'star2')
    """
    if game.players > 2:
        return "maxn" if game.players <= 6 else "textbook.maxn"
    if provides(game, "chances"):
        return "star2"
    return "pvs"


def ended(game: AnyGame, s: Any, algorithm: str) -> Analysis:
    """The answer where the game is over, or where every move would bring a position back that may not come back."""
    return plain(game, s, None, known(_value(game, payoff(game, s)), distance=0), algorithm)


def unsearched(
    game: AnyGame, line: Line[Any], algorithm: str, *, compiled: bool, spent: tuple[int, float] = (0, 0.0)
) -> Analysis:
    """There was no time to finish anything: the first legal move, the estimate of the position as it stands, and what
    was spent; of a search that solves, that the value can still be anything."""
    s = line.states(game)[-1]
    value = _value(game, game.evaluate(s))
    low, high = game.bounds
    claimed = between(game, low, high, guess=value) if algorithm in SOLVING else estimated(value)
    nodes, seconds = spent
    action = Referee(game, line).legal()[0]
    return plain(game, s, action, claimed, algorithm, compiled=compiled, nodes=nodes, seconds=seconds)


def plain(game: AnyGame, s: Any, action: int | None, claimed: Claim, algorithm: str, **facts: Any) -> Analysis:
    """An answer without a search of the engine's: what is not known is left at its neutral value."""
    name = None if action is None else game.name(s, action)
    neutral: dict[str, Any] = {"depth": 0, "nodes": 0, "seconds": 0.0, "compiled": False}
    return Analysis(
        game=title(game), move=name, action=action, line=(name,) if name is not None else (), algorithm=algorithm,
        **claimed.fields(), **(neutral | facts),
    )  # fmt: skip


def _value(game: AnyGame, value: Any) -> Value:
    return worth(value) if game.players == 2 else value


def _simple(game: AnyGame, line: Line[Any], algorithm: str, dice: random.Random) -> Analysis:
    """The players that do not search."""
    start = clock.perf_counter()
    s = line.states(game)[-1]
    actions = Referee(game, line).legal()  # without those that a rule against repetition forbids
    if algorithm == "rules":
        action = game.rules(s)
        if action not in actions:
            raise GameError(f"the rules of {title(game)} choose {action}, which is not legal in {s}")
    elif algorithm == "random":
        action = dice.choice(actions)
    else:
        action = _greedy(game, s, actions)
    child = game.result(s, action)
    value = _value(game, payoff(game, child) if over(game, child) else game.evaluate(child))
    seconds = clock.perf_counter() - start
    return plain(game, s, action, estimated(value), algorithm, depth=1, nodes=len(actions), seconds=seconds)


def _greedy(game: AnyGame, s: Any, actions: list[int]) -> int:
    """The action after which things look best for the mover; an end that is better than even beats every estimate."""
    player = game.player(s)

    def appeal(action: int) -> tuple[float, float]:
        child = game.result(s, action)
        ended = over(game, child)
        value: Any = payoff(game, child) if ended else game.evaluate(child)
        mine = float(value[player] if game.players > 2 else worth(value) * (1 if player == 0 else -1))
        low, high = game.bounds
        decided = (mine > high - (high - low) / 4) - (mine < low + (high - low) / 4) if ended else 0
        return decided, mine

    return max(actions, key=appeal)
