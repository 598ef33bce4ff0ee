"""Playing a match: several games at a time, until all are done, the SPRT has decided, or Ctrl-C."""

from __future__ import annotations

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from typing import TYPE_CHECKING, Any

from gametree.interrupts import interrupts
from gametree.notation.words import one_line
from gametree.titles import title
from gametree.tournament.away import Tour
from gametree.tournament.playing import Played, play_game
from gametree.tournament.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.cluster.crowd import Cluster
    from gametree.game import Line
    from gametree.tournament.lobby import Lobby
    from gametree.tournament.plan import Key, Plan
    from gametree.tournament.players import Player
    from gametree.tournament.result import MatchResult
    from gametree.tournament.scoreboard import Scoreboard
    from gametree.tournament.several import SeveralResult, SeveralScoreboard

WAIT = 0.1
"""Seconds between two checks for Ctrl-C."""


def run(
    plan: Plan,
    scoreboard: Scoreboard | SeveralScoreboard,
    lobby: Lobby,
    concurrency: int = 1,
    finished: Callable[[Key, Record], None] | None = None,
) -> MatchResult | SeveralResult:
    """Play the games that the scoreboard does not have yet. ``finished`` is called after each, in this thread.

    Games run in threads: compiled searches release the GIL. Ctrl-C drops the running games, and the result so far is
    returned. An error in a game drops them too, and is then raised.
    """
    start = time.perf_counter()
    stop = threading.Event()
    todo = (key for key in plan.schedule() if key not in scoreboard.done)
    running: dict[Future[Played | None], Key] = {}
    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="match")

    def collect(future: Future[Played | None]) -> None:
        key = running.pop(future)
        if (played := future.result()) is not None:
            record = _record(plan, key, played)
            scoreboard.add(key, record)
            if finished:
                finished(key, record)

    with interrupts(stop):
        try:
            while scoreboard.verdict is None and not stop.is_set():
                while len(running) < concurrency and (key := next(todo, None)) is not None:
                    opening = plan.opening(key[1])
                    running[pool.submit(_play, plan, lobby, key, opening, stop)] = key
                if not running:
                    break
                for future in wait(running, WAIT, FIRST_COMPLETED).done:
                    collect(future)
            ended = scoreboard.verdict or ("interrupted" if stop.is_set() else "finished")
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
            for future in [f for f in running if not f.cancelled() and f.exception() is None]:
                collect(future)
    return scoreboard.result(ended, time.perf_counter() - start)


def run_away(
    plan: Plan,
    scoreboard: Scoreboard | SeveralScoreboard,
    cluster: Cluster,
    finished: Callable[[Key, Record], None] | None = None,
) -> MatchResult | SeveralResult:
    """The same on the workers of a cluster."""
    start = time.perf_counter()
    stop = threading.Event()
    tour, whose = Tour(plan), dict[str, tuple[int, int, int]]()
    games = tour.jobs((key for key in plan.schedule() if key not in scoreboard.done), whose)
    with interrupts(stop), closing(cluster.run(games, stop)) as results:
        while scoreboard.verdict is None and (found := next(results, None)) is not None:
            job, played = found
            key = whose.pop(job.key)
            record = _record(plan, key, played)
            scoreboard.add(key, record)
            if finished:
                finished(key, record)
        ended = scoreboard.verdict or ("interrupted" if stop.is_set() else "finished")
    return scoreboard.result(ended, time.perf_counter() - start)


def _play(plan: Plan, lobby: Lobby, key: Key, opening: Line[Any], stop: threading.Event) -> Played | None:
    """One game. The dice are the same in both games of a pair."""
    numbers = plan.seats(key)
    seats: list[Player] = [lobby.seat(n, f"{plan.seed} {key} {n}", stop) for n in numbers]
    try:
        return play_game(
            plan.game, seats, opening.actions, start=opening.start, dice=f"{plan.seed} {key[1]}",
            conditions=plan.conditions, stop=stop,
        )  # fmt: skip
    finally:
        for number, seat in zip(numbers, seats, strict=True):
            lobby.leave(number, seat)


def _record(plan: Plan, key: Key, played: Played) -> Record:
    first, second, *others = (plan.players[number].name for number in plan.seats(key))
    _, pair, leg = key
    opening = plan.opening(pair)
    start = "" if opening.start == plan.game.initial() else one_line(plan.game, opening.start)
    number = f"{pair + 1}.{leg + 1}"
    return Record(title(plan.game), first, second, number, len(opening.actions), played, start, tuple(others))
