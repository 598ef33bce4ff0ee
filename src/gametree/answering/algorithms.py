"""The algorithms of ``best`` by name, which of them ``auto`` means, and which limits make sense."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from gametree.errors import GameError
from gametree.game import AnyGame, legal, over, provides
from gametree.hooks import asked

ALGORITHMS = {
    "auto": "pvs; star2 with chance, maxn with more than two players, mcts in a large game without an "
    "evaluation. The limits do not change it",
    "alphabeta": "compiled alpha-beta with a transposition table: to a depth, the value of minimax",
    "pvs": "principal variations with every technique that the game has the hooks for",
    "mtdf": "MTD(f): empty windows around the last value",
    "solve": "win, draw or loss, by empty windows to the end of the game",
    "exact": "the value and the distance, by empty windows to the end of the game",
    "dfpn": "the exact value by depth-first proof-number search, however long it takes",
    "conspiracy": "conspiracy numbers over compiled searches: until few leaves could not change the value",
    "expectiminimax": "with dice: every move and every outcome, nothing cut",
    "star1": "with dice: chance nodes cut by the bounds of the payoff",
    "star2": "with dice: Star1, after a search of one move of each outcome",
    "maxn": "with more than two players: each maximises their own payoff",
    "paranoid": "with more than two players: all others against the one to move",
    "bestreply": "with more than two players: only the opponent with the strongest reply answers; needs null",
    "mcts": "Monte-Carlo tree search: random games guide it, needs no evaluation; nodes are rounds",
    "rules": "the game's own if-then rules",
    "greedy": "the move that looks best one ply ahead",
    "random": "any legal move",
}
"""The algorithms by name; ``textbook.NAME`` asks for a textbook form."""


SOLVING = ("solve", "exact", "dfpn")
"""The algorithms that search to the end of the game, however long it takes."""
MOST_THREADS, MOST_TABLE = 256, 1 << 20


LARGE = 14
"""With more ways to play a game than this power of ten, and no evaluation, ``auto`` means mcts."""


@dataclass(frozen=True)
class Choice:
    """What ``auto`` means for a game."""

    algorithm: str
    why: str

    def __str__(self) -> str:
        return f"{self.algorithm}, because {self.why}"


def choice(game: AnyGame) -> Choice:
    """The algorithm that ``auto`` means, and why. It depends only on the game, never on the limits: a search to depth 8
    is the usual search, stopped at depth 8.

    The rule comes from matches at equal time (``benchmarks/montecarlo.py --table``): an evaluation is worth more than
    random games, but without one, alpha-beta that does not see the end of the game sees nothing.

    >>> from gametree import load
    >>> print(choice(load("chess")))
    pvs, because the game has an evaluation, by which alpha-beta looks ahead
    >>> print(choice(load("backgammon")))
    star2, because chance decides some moves
    """
    if game not in _choices:
        _choices[game] = _chosen(game)
    return _choices[game]


_choices: WeakKeyDictionary[AnyGame, Choice] = WeakKeyDictionary()


def _chosen(game: AnyGame) -> Choice:
    if own := asked(game, "algorithm"):
        return Choice(own, "the game says so (its algorithm)")
    usual = by_alpha_beta(game)
    if game.players > 2:
        return Choice(usual, f"there are {game.players} players")
    if provides(game, "chances"):
        return Choice(usual, "chance decides some moves")
    if provides(game, "evaluate"):
        return Choice(usual, "the game has an evaluation, by which alpha-beta looks ahead")
    if not all(map(math.isfinite, game.bounds)):
        return Choice(usual, "the payoff has no bounds, which random games need")
    size = magnitude(game)
    if size < LARGE:
        return Choice(
            usual, f"there are only about 10^{size:.0f} ways to play the game: alpha-beta sees most of its ends"
        )
    return Choice(
        "mcts", f"the game has no evaluation, and more than 10^{LARGE} ways to play it: random games judge it"
    )


def magnitude(game: AnyGame, games: int = 3) -> float:
    """How many ways there are to play a game, as a power of ten: the product of the numbers of moves in a random game,
    the middle one of three, always the same ones (Knuth's estimate). A random game ends where a position comes back, or
    when there are LARGE digits.

    >>> from gametree import load
    >>> 4 < magnitude(load("tictactoe")) < 6
    True
    """
    dice = random.Random(0)
    found: list[float] = []
    for _ in range(games):
        s, size, seen = game.initial(), 0.0, set[object]()
        while size < LARGE and game.position(s) not in seen and not over(game, s):
            seen.add(game.position(s))
            if not (moves := legal(game, s)):
                break
            size += math.log10(len(moves))
            s = game.result(s, dice.choice(moves))
        found.append(size)
    return sorted(found)[games // 2]


def by_alpha_beta(game: AnyGame) -> str:
    """The search by windows, or by its relatives with dice and with more than two players.

    >>> from gametree import load
    >>> by_alpha_beta(load("connect4")), by_alpha_beta(load("pig")), by_alpha_beta(load("crowdnim"))
    ('pvs', 'star2', 'maxn')
    """
    if game.players > 2:
        return "maxn" if game.players <= 6 else "textbook.maxn"
    return "star2" if provides(game, "chances") else "pvs"


def choose(game: AnyGame) -> str:
    """The algorithm that ``auto`` means.

    >>> from gametree import load
    >>> choose(load("chess")), choose(load("backgammon"))
    ('pvs', 'star2')
    """
    return choice(game).algorithm


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
