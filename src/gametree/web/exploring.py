"""Solved games: solving a small game, and the values of a position and of each of its moves."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, over
from gametree.solving.solution import outcome, preference
from gametree.titles import title
from gametree.web.answers import number
from gametree.web.jobs import line_asked, position

if TYPE_CHECKING:
    from gametree.solving.label import Label
    from gametree.solving.solution import Solution
    from gametree.solving.task import SolveProgress
    from gametree.web.worker import Call

MEMORY = 1 << 30
"""The most bytes of a solution made for the page."""
KEPT = 4
"""The most solutions kept in memory."""
LONGEST = 300.0
"""The most seconds of solving for the page."""
BUSY = 5
"""Time to solve is processor time; wall-clock time may be at most this many times as long."""
COMPILING = 30.0
"""Seconds of processor time for compiling before the first step."""
LOOK, GRACE = 0.1, 2.0
"""Seconds between checks of the time, and seconds that a solver gets to stop."""
STATISTICS = 2_000_000
"""The statistics of larger databases take too long for a page."""

_solved: OrderedDict[str, Solution] = OrderedDict()
_lock = threading.Lock()


def solve(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """Solve a game strongly within ``time`` seconds, or take its database if one was given; reports the progress. The
    answer has the fields of ``gametree solve --json``."""
    found = _known(game, asked)
    if found is None:
        found = _solve(game, number(asked, "time", 30, 0.1, LONGEST) or 30.0, call)
        with _lock:
            _solved[title(game)] = found
            while len(_solved) > KEPT:
                _solved.popitem(last=False)
    return found.to_json()


def _known(game: AnyGame, asked: dict[str, Any]) -> Solution | None:
    with _lock:
        if title(game) in _solved:
            _solved.move_to_end(title(game))
            return _solved[title(game)]
    if (folder := asked.get("database")) is None:
        return None
    from gametree.solving.database import Database

    found = Database(folder, game).solution()
    with _lock:
        _solved[title(game)] = found
    return found


def _solve(game: AnyGame, seconds: float, call: Call) -> Solution:
    """Solve a game within ``seconds``, not counting compiling, which has its own limit. A compiler cannot be stopped:
    the client gets an answer anyway, and the compiled code is ready the next time."""
    from gametree.solving.task import StoppedError
    from gametree.verbs.solve import solve as solved

    enough, done = threading.Event(), threading.Event()
    late, begun, first = False, 0.0, time.process_time()
    found: list[Solution] = []
    failed: list[Exception] = []
    call.tell({"state": "compiling"})

    def look(wall: float) -> None:
        nonlocal late
        limit = begun + seconds if begun else first + seconds + COMPILING
        late = late or time.process_time() > limit or wall > BUSY * seconds
        if late or call.halt.is_set():
            enough.set()

    def progress(report: SolveProgress) -> None:
        nonlocal begun
        begun = begun or time.process_time()  # processor time, since the machine may be busy
        look(report.seconds)
        call.tell({"state": "solving", "what": report.what, "done": report.done, "seconds": report.seconds})

    def work() -> None:
        try:
            found.append(solved(game, level="strong", memory=MEMORY, threads=1, progress=progress, stop=enough))
        except Exception as error:
            failed.append(error)
        finally:
            done.set()

    threading.Thread(target=work, daemon=True).start()
    waited = 0.0
    while not done.wait(LOOK) and waited < GRACE:
        look(0.0)
        waited += LOOK if enough.is_set() else 0.0
    if found:
        return found[0]
    if failed and not isinstance(failed[0], StoppedError):
        raise failed[0]
    why = f"it takes more than {seconds:g} seconds" if late else "it was stopped"
    rest = "" if failed else "; compiling continues, and its result will be ready the next time"
    raise GameError(f"{title(game)} is not solved: {why}{rest}")


def explore(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """A position of a solved game as ``/api/position`` describes it, and beside that its ``label``; each move's
    ``value``, ``outcome`` and ``remoteness``, the best first; the ``best`` line; and the ``history``, the labels of all
    positions since the start. ``solved`` is false if the game is not solved yet."""
    shown = position(game, asked, call)
    solution = _known(game, asked)
    if solution is None:
        return {**shown, "solved": False}
    states = line_asked(game, asked).states(game)
    s = states[-1]
    known = {move.action: move for move in solution.moves(s)}
    labels = [solution.labels.label(state) if solution.labels else None for state in states]
    moves: list[dict[str, Any]] = []
    for move in shown["moves"]:
        label = known.get(move["action"])
        facts = {} if label is None else _facts(game, label.value, label.remoteness)
        moves.append({**move, **facts})
    if game.player(s) != CHANCE:
        moves.sort(key=lambda m: preference(game, s, m["value"], m["remoteness"]) if "value" in m else (9e9, 0))
    return {
        **shown, "solved": True, "moves": moves, "label": _label(game, labels[-1]),
        "history": [_label(game, label) for label in labels],
        "best": [] if over(game, s) or labels[-1] is None else solution.line(s),
        "chance": solution.chance,
    }  # fmt: skip


def _label(game: AnyGame, label: Label | None) -> dict[str, Any] | None:
    return None if label is None else _facts(game, label.value, label.remoteness)


def _facts(game: AnyGame, value: float, remoteness: int | None) -> dict[str, Any]:
    return {"value": value, "outcome": outcome(game, value), "remoteness": remoteness}


def statistics(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """Counts over the solved game; by remoteness if it is a database."""
    from gametree.solving.database import Database

    solution = _known(game, asked)
    if solution is None:
        raise GameError(f"{title(game)} is not solved yet")
    if isinstance(solution.labels, Database) and solution.positions <= STATISTICS:
        from gametree.solving.statistics import statistics as counted

        return counted(solution.labels).to_json()
    return solution.to_json()
