"""The jobs that search: live analysis, a move of the computer, a review of a whole game."""

from __future__ import annotations

import os
import random
import threading
from typing import TYPE_CHECKING, Any, cast

from gametree.answering.algorithms import choose
from gametree.answering.best import best
from gametree.answering.simple import ended
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, AnyGame, Line, provides
from gametree.notation.names import move_name, move_names
from gametree.referee import Referee
from gametree.tournament.levels import LEVELS
from gametree.web.answers import number, whole, word
from gametree.web.bar import first_of, share
from gametree.web.jobs import line_asked
from gametree.web.varied import LINES, UNTIL, varied

if TYPE_CHECKING:
    from gametree.engine.driver import Finding, Search
    from gametree.engine.engine import Engine
    from gametree.web.worker import Call

LONGEST = 600.0
"""Seconds that a live analysis may take."""
_compiling = threading.Lock()
SIMPLE = ("rules", "random", "greedy")
"""The players that do not search."""


def analyse(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """Search a position until a limit is reached or the page stops it; ten times a second it reports what is known so
    far. The fields are those of ``best``, and also ``shares`` (for each line: 1 if Max surely wins, 0 if Min does) and
    ``actions`` (the lines as integers)."""
    line = line_asked(game, asked)
    if (over := _over(game, line)) is not None:
        return over
    with engine_asked(game, asked) as engine:
        return _searched(engine, line, asked, call)


def engine_asked(game: AnyGame, asked: dict[str, Any]) -> Engine:
    """The engine of a request, of a bounded size."""
    from gametree.engine.making import make_engine

    algorithm = word(asked, "algorithm", "auto", 40)
    if algorithm == "auto":
        algorithm = choose(game)
    if algorithm.startswith("textbook."):
        raise GameError(f"{algorithm} is not available for live analysis; use Watch instead")
    threads = whole(asked, "threads", 1, 1, os.cpu_count() or 1)
    return make_engine(game, algorithm, table=whole(asked, "table", 32, 0, 256), threads=threads)


def limits_asked(asked: dict[str, Any], longest: float = LONGEST) -> Any:
    """The limits of a request; there is always a time limit."""
    from gametree.engine.clock import GameClock
    from gametree.engine.driver import Limits

    seconds = number(asked, "time", longest, 0.01, longest)
    left = number(asked, "left", None, 0, 86_400)
    clock = None if left is None else GameClock(max(left, 0.05), number(asked, "increment", 0, 0, 600) or 0.0)
    return Limits(whole(asked, "depth", None, 1, 1000), seconds, whole(asked, "nodes", None, 1, 1 << 62), clock)


def _searched(engine: Engine, line: Line[Any], asked: dict[str, Any], call: Call) -> dict[str, Any]:
    search = _started(engine, line, asked, call)
    finding = search.wait(lambda known: call.tell(shown(engine, search, known)), call.halt)
    if finding is None:
        raise GameError("the search was stopped before it found anything")
    return shown(engine, search, finding)


def _started(engine: Engine, line: Line[Any], asked: dict[str, Any], call: Call) -> Search:
    """Start a search. If two start at the same time, only one compiles the game; the other waits."""
    call.tell({"state": "compiling"})
    with _compiling:
        search = engine.start(line, limits_asked(asked), whole(asked, "lines", 1, 1, 10) or 1)
    call.tell({"state": "searching"})
    return search


def shown(engine: Engine, search: Search, finding: Finding) -> dict[str, Any]:
    """The result of a search, in the form of the page."""
    found = engine.analysis(search, finding).to_json()
    lines = [finding, *finding.others]
    found["actions"] = [list(f.line) for f in lines]
    found["shares"] = [_share(engine.game, f) for f in lines]
    found.setdefault("lines", [{"move": found["move"], "value": found["value"], "line": found["line"]}])
    return found


def _share(game: AnyGame, found: Any) -> float:
    """How much of the bar is Max's."""
    score: Any = found.score
    if isinstance(score, tuple):
        return share(game, first_of(cast("tuple[float, ...]", score)), relative=False)
    if isinstance(score, float) or provides(game, "chances") or game.players > 2:
        return share(game, float(score), relative=False)
    from gametree.engine.score import is_win, value_of

    estimated = game.evaluation == "relative" and not found.whole and not is_win(game, score)
    return share(game, value_of(game, score, proven=found.whole), relative=estimated)


def _over(game: AnyGame, line: Line[Any]) -> dict[str, Any] | None:
    referee = Referee(game, line)
    paid = referee.payoff()
    if paid is None:
        return None
    value = first_of(paid) if isinstance(paid, tuple) else paid
    found = ended(game, referee.state, "rules").to_json() if game.terminal(referee.state) else {"value": value}
    return {
        **found, "move": None, "action": None, "line": [], "lines": [], "actions": [], "proven": True, "distance": 0,
        "depth": 0, "nodes": 0, "seconds": 0.0, "bound": "exact", "shares": [share(game, value, relative=False)],
    }  # fmt: skip


# --- a move of the computer -------------------------------------------------------------------------------------------


def move(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """What a seat plays here: ``seat`` is ``level`` (with ``level`` 1 to 10), ``engine`` (with the limits and the
    algorithm of ``best``), ``rules``, ``greedy`` or ``random``; at a chance node the dice are rolled."""
    line = line_asked(game, asked)
    referee = Referee(game, line)
    if referee.over():
        raise GameError("the game is over")
    dice = random.Random()
    if referee.player() == CHANCE:
        outcomes, weights = zip(*game.chances(referee.state), strict=True)
        return _played(game, referee, dice.choices(outcomes, weights)[0], None)
    actions, seat = referee.legal(), word(asked, "seat", "level", 20)
    if len(actions) == 1 and seat != "rules":
        return _played(game, referee, actions[0], None)
    if seat in SIMPLE:
        return _played(game, referee, best(game, line, algorithm=seat).action, None)
    if seat == "level":
        level = LEVELS[(whole(asked, "level", 5, 1, len(LEVELS)) or 5) - 1]
        if dice.random() < level.random:
            return _played(game, referee, dice.choice(actions), None)
        asked = {**asked, "depth": level.depth, "time": level.seconds, "algorithm": "auto", "nodes": None}
    elif seat != "engine":
        raise GameError(f"no player {seat!r}; there are level, engine, {', '.join(SIMPLE)}")
    if all(asked.get(key) is None for key in ("depth", "time", "nodes", "left")):
        asked = {**asked, "time": 1.0}
    varies = seat == "level" and game.players == 2 and not provides(game, "chances") and len(line.actions) < UNTIL
    with engine_asked(game, asked) as engine:
        found = _searched(engine, line, {**asked, "lines": LINES if varies else 1}, call)
    wanted = varied(found, 1 if referee.player() == MAX else -1, dice) if varies else found["action"]
    action = wanted if wanted in actions else dice.choice(actions)
    return _played(game, referee, action, found)


def _played(game: AnyGame, referee: Referee[Any], action: int | None, found: dict[str, Any] | None) -> dict[str, Any]:
    if action is None:
        raise GameError("there is no move")
    return {"action": action, "name": move_name(game, referee.state, action), "analysis": found}


# --- a review of a game -----------------------------------------------------------------------------------------------


def review(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The value of every position of a game, each searched for ``time`` seconds (by default half a second): ``plies``,
    one object each, with ``player``, ``share``, ``value``, ``proven``, and the best ``move`` and its ``action``. Each
    is reported as soon as it is known."""
    line = line_asked(game, asked)
    asked = {**asked, "time": number(asked, "time", 0.5, 0.01, 10)}
    plies: list[dict[str, Any]] = []
    with engine_asked(game, asked) as engine:
        for ply in reversed(range(len(line.actions) + 1)):  # from the end: results there help the positions before
            if call.halt.is_set():
                break
            here = Line(line.start, line.actions[:ply])
            found = _over(game, here) or _glance(engine, here, asked, call)
            if found is not None:
                known = {key: found[key] for key in ("value", "proven", "move", "action", "distance")}
                player = game.player(here.states(game)[-1])
                plies.append({"ply": ply, "player": player, "share": found["shares"][0], **known})
                call.tell(plies[-1])
    return {"plies": plies[::-1], "names": move_names(game, line.start, line.actions)}


def _glance(engine: Engine, line: Line[Any], asked: dict[str, Any], call: Call) -> dict[str, Any] | None:
    search = _started(engine, line, {**asked, "lines": 1}, call)
    finding = search.wait(None, call.halt)
    return None if finding is None else shown(engine, search, finding)
