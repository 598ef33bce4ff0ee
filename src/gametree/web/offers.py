"""Where a graph or a solution is too large: the nearest things that work. Each was tried before it is offered.

POST /api/offers   {game, position, moves, for: "graph" or "solution"}: [{title, game, position, moves, fold, tab}]
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import CATALOGUE, load
from gametree.draw.folding import with_classes
from gametree.draw.graph import MOST
from gametree.errors import GameError
from gametree.game import AnyGame, Line, legal, over, provides
from gametree.notation.names import move_names
from gametree.options import value_of_word
from gametree.textbook.support.graph import explore
from gametree.textbook.support.tracing import Stopped, Tracer
from gametree.textbook.support.walk import Walk
from gametree.titles import parameters_of
from gametree.web.jobs import line_asked

if TYPE_CHECKING:
    from gametree.web.worker import Call

SOLVED = 5_000
"""As many states are solved at once."""
PATIENCE, EACH = 6.0, 1.5
"""Seconds for all trials, and for one."""
LONGEST, TRIED = 300, 12
"""The most moves of a game that is played to a late position, and how many are tried for one that does not end it."""
SIZES = ("width", "height", "rows", "columns", "size", "side", "m", "n", "pits", "men", "heaps", "target")
TINY = "mnk:m=2,n=3,k=2"
SMALL = {
    "connect4": ("connect4:width=3,height=2,connect=2", "connect4:width=4,height=4"),
    "mnk": (TINY, "mnk:m=3,n=4,k=3"),
    "gomoku": (TINY, "mnk:m=3,n=4,k=3"),
    "pente": (TINY, "mnk:m=3,n=4,k=3"),
    "connect6": (TINY, "mnk:m=3,n=4,k=3"),
    "qubic": (TINY, "tictactoe"),
    "chess": ("ponghauki", "chess_ending"),
    "chess_ending": ("ponghauki", "ponghauki"),
    "othello": ("nim:2,3", "othello:size=4"),
    "checkers": ("ponghauki", "checkers:size=4"),
    "dots": ("dots:rows=1,columns=2", "dots:rows=2,columns=2"),
    "kalah": ("kalah:m=2,n=1", "kalah:m=2,n=2"),
    "awari": ("awari:pits=2,stones=1", "awari:pits=2,stones=2"),
    "hex": ("hex:columns=2,rows=2", "hex:columns=3,rows=3"),
    "y": ("y:size=2", "y:size=3"),
    "go": ("ponghauki", "ponghauki"),
    "sharks": ("sharks:width=2,height=3", "sharks:width=3,height=3"),
    "morris": ("ponghauki", "morris:men=3"),
    "pig": ("nim:2,3", "pig:target=10"),
    "einstein": ("nim:2,3", "einstein:size=3"),
    "backgammon": ("nim:2,3", "bearoff"),
    "hypergammon": ("nim:2,3", "bearoff"),
    "crowdnim": ("nim:2,3", "nim:2,3"),
    "crowdmnk": (TINY, "tictactoe"),
    "star": ("ponghauki", "ponghauki"),
}
"""Smaller games that a game of the catalogue leads to: for a graph, and to be solved."""


class _Clock:
    """The time that is left for trials."""

    def __init__(self) -> None:
        self.end = time.monotonic() + PATIENCE

    def one(self) -> float:
        """When the next trial must end."""
        return min(self.end, time.monotonic() + EACH)

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end


def offers(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """What is near to what was asked for, and works."""
    graph = asked.get("for") != "solution"
    words, clock = str(asked.get("game")), _Clock()
    line = line_asked(game, asked)
    found: list[dict[str, Any]] = []
    most = MOST if graph else SOLVED
    drawable = game.players == 2 and not provides(game, "chances")
    if drawable and graph and provides(game, "symmetries"):
        count = _states(with_classes(game), line, most, clock)
        if count:
            asked_for = {key: asked[key] for key in ("position", "moves", "actions") if asked.get(key)}
            title = f"Equivalent positions drawn once: {count:,} of them"
            found.append({"title": title, "tab": "graph", "game": words, "fold": "all", **asked_for})
    if drawable:
        late = _late(game, line, MOST, clock)
        if late:
            moves, count = late
            found.append({
                "title": f"A late position as a graph, after {len(moves.actions)} moves: {count:,} states",
                "tab": "graph", "game": words,
                "moves": _named(game, moves), **({"position": asked["position"]} if asked.get("position") else {}),
            })  # fmt: skip
    if not drawable and graph:
        found.append({"title": "Watch a search of this game", "tab": "watch", "game": words})
    found += [{"title": f"A game that is small enough: {small}", "tab": "graph" if graph else "explore", "game": small}
              for small in _smaller(game, words, graph=graph, clock=clock)]  # fmt: skip
    base = words.partition(":")[0]
    found += [
        {"title": f"Solved already, and served here: {name}", "tab": "explore", "game": name}
        for name in cast("list[str]", asked.get("databases") or []) if name.partition(":")[0] == base and name != words
    ]  # fmt: skip
    return {"offers": found}


def _states(game: AnyGame, line: Line[Any], most: int, clock: _Clock) -> int:
    """How many states can be reached; 0 if that are too many, or too slow to count."""
    try:
        walk = Walk("label", game, Line(line.states(game)[-1]), None, Tracer(nodes=most, deadline=clock.one()))
        return len(explore(walk).children)
    except (Stopped, GameError):
        return 0


def _late(game: AnyGame, line: Line[Any], most: int, clock: _Clock) -> tuple[Line[Any], int] | None:
    """The earliest position of a random game from which all can be shown, and how many states there are."""
    dice, states, actions = Random(1), [line.states(game)[-1]], list(line.actions)
    while len(states) <= LONGEST and (moves := legal(game, states[-1])) and not clock.over:
        dice.shuffle(moves)
        after = [game.result(states[-1], a) for a in moves[:TRIED]]
        best = next((i for i, s in enumerate(after) if not over(game, s)), 0)  # go on, if that is possible
        actions.append(moves[best])
        states.append(after[best])
    played = len(line.actions)
    low, high, found = 1, len(states) - 1, None
    while low <= high and not clock.over:  # fewer states the later it is, nearly always
        middle = (low + high) // 2
        here = Line(line.start, tuple(actions[: played + middle]))
        count = _states(game, here, most, clock)
        if count > 2:
            found, high = (here, count), middle - 1
        elif count:
            high = middle - 1
        else:
            low = middle + 1
    return found


def _named(game: AnyGame, line: Line[Any]) -> str:
    return " ".join(move_names(game, line.start, line.actions))


def _smaller(game: AnyGame, words: str, *, graph: bool, clock: _Clock) -> list[str]:
    """The words of a smaller game: one that is known, or with sizes that are less, each by one more."""
    name = words.partition(":")[0]
    if name in SMALL:
        return [SMALL[name][0 if graph else 1]]
    given = {key: value for key, value in parameters_of(game).items() if key in SIZES}
    sizes = {key: value for key, value in given.items() if isinstance(value, int) and not isinstance(value, bool)}
    for less in range(1, max(sizes.values(), default=0) - 1):
        smaller = {key: max(2, value - less) for key, value in sizes.items()}
        told = f"{name}:{','.join(f'{key}={value_of_word(str(value))}' for key, value in smaller.items())}"
        try:
            tried = load(told) if name in CATALOGUE else type(game)(**smaller)
            if _states(tried, Line(tried.initial()), MOST if graph else SOLVED, clock):
                return [told]
        except (GameError, TypeError):
            return []
        if clock.over:
            return []
    return []
