"""``learn(…, method="network")``: a network from games against itself, and a match that compares it."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.interrupts import interrupts
from gametree.learning.network_course import NetworkCourse, Round
from gametree.networks import proven_network, save_network
from gametree.titles import title
from gametree.tournament.result import MatchResult
from gametree.verbs.match import match

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.learning.course import News
    from gametree.tournament.record import Record
    from gametree.tournament.sprt import Sprt

SUFFIX = ".network"
PLAYER = "star2:depth=1"
"""Who compares networks: each takes the play after which its evaluation likes the position best."""


@dataclass(frozen=True)
class LearnedNetwork:
    """The answer of ``learn`` with the method network."""

    game: str
    """The words that load the game."""
    path: str
    """The file of the network; empty if the course was stopped in its first round."""
    lessons: tuple[Round, ...]
    """What happened in each round."""
    match: MatchResult | None
    """The match of the network against the game's own evaluation; None if there was none."""
    ended: str
    """``finished`` or ``interrupted``."""
    seconds: float
    """The seconds of this run, without earlier runs of a course that went on."""

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return {
            "game": self.game, "path": self.path, "lessons": [vars(lesson) for lesson in self.lessons],
            "match": self.match.to_json() if self.match else None, "ended": self.ended, "seconds": self.seconds,
        }  # fmt: skip

    def __str__(self) -> str:
        parts = ["\n".join(map(str, self.lessons))]
        if self.match is not None:
            parts.append(str(self.match))
        if self.path:
            parts.append(self.path)
        if self.ended == "interrupted":
            parts.append("stopped: the same command goes on from here")
        return "\n\n".join(part for part in parts if part)


def learn_network(
    rules: AnyGame,
    path: Path,
    folder: Path,
    *,
    rounds: int,
    games: int,
    seed: int,
    sprt: Sprt | tuple[float, float] | None,
    proof_games: int,
    player: str | None,
    threads: int,
    made: str,
    progress: Callable[[News], None] | None,
    match_progress: Callable[[Record, Callable[[], Any]], None] | None,
    halt: threading.Event,
) -> LearnedNetwork:
    """Learn a network of a game, write it to a file, and compare it with the game's own evaluation."""
    start = clock.perf_counter()
    course = NetworkCourse(rules, folder, rounds=rounds, games=games, seed=seed, news=progress)
    with interrupts(halt):
        held, lessons = course.run(halt)
    held = proven_network(held, {}, made)
    result: MatchResult | None = None
    if lessons:
        save_network(path, held)
    if len(lessons) == rounds and sprt is not None and not halt.is_set():
        who = player or PLAYER
        learned = f'{who}{"," if ":" in who else ":"}weights="{path}",name=learned'
        found = match(
            rules, learned, f"{who}{',' if ':' in who else ':'}name=old", games=proof_games, sprt=sprt, seed=seed,
            concurrency=threads, progress=match_progress,
        )  # fmt: skip
        assert isinstance(found, MatchResult)
        result = found
        t = result.tally
        proof = {"player": who, "games": t.games, "wins": t.wins, "draws": t.draws, "losses": t.losses}
        save_network(path, proven_network(held, proof, made))
    stopped = halt.is_set() or len(lessons) < rounds or (result is not None and result.ended == "interrupted")
    return LearnedNetwork(
        title(rules), str(path) if lessons else "", tuple(lessons), result, "interrupted" if stopped else "finished",
        clock.perf_counter() - start,
    )  # fmt: skip
