"""A course of learning: rounds of games and of what follows from them, in a folder, so that it can go on after a stop.

The folder holds ``course.json`` (what is learned, and how), the games of each round in parts, and the weights after
each round. Every file is whole, and has a checksum; what is there is not made again.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.catalogue import load
from gametree.cluster.carrying import carry
from gametree.cluster.jobs import Job
from gametree.compile.digest import digest
from gametree.errors import GameError
from gametree.features import featured, weighted
from gametree.files import aside, write_text
from gametree.learning.games import Games, joined
from gametree.learning.positions import Positions, positions_of
from gametree.learning.regression import chance_of, fit, losses, scale_of
from gametree.learning.selfplay import Conditions, SelfPlay, play_part
from gametree.learning.spsa import Gains, climb
from gametree.learning.temporal import returns
from gametree.patterns import Patterned
from gametree.titles import title
from gametree.weights import proven, read_weights, save_weights, weights_of

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from gametree.cluster.crowd import Cluster
    from gametree.game import AnyGame

    Reals = NDArray[np.float64]

METHODS = {
    "regression": "the weights that explain the results of games best",
    "td": "TD(λ): each estimate should agree with those that follow it",
    "tdleaf": "TD-leaf: the same for the ends of the lines that were expected",
    "spsa": "no results of positions: small matches between weights moved up and down by chance",
}
PART = 250
"""How many games a file holds."""
EPOCHS, STEPS = 4, 8
"""In a round of TD, how often the targets are computed again, and how far the weights go towards them each time."""
PAIRS = 12
"""In SPSA, how many openings each two sets of weights play, from both sides."""
STARTING = 400
"""How many games tell how large the features are, for SPSA."""
USUAL = 100.0
"""How far estimates usually are from 0, in a game whose weights were all 0."""


@dataclass(frozen=True)
class Settings:
    """How weights are learned."""

    method: str = "regression"
    """One of ``METHODS``."""
    rounds: int = 3
    """How often games are played, each time with the weights learned so far."""
    games: int = 4000
    """How many games a round has."""
    ridge: float | None = None
    """How strongly weights are drawn to 0; None: as strongly as explains unseen games best."""
    trace: float = 0.7
    """The λ of TD: 1 learns from results alone, 0 only from the next estimate."""
    seed: int = 0
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise GameError(f"unknown method {self.method!r}; there are {', '.join(METHODS)}")
        for what, value, least in (
            ("rounds", self.rounds, 1), ("games", self.games, 8), ("plies of depth", self.conditions.depth, 1),
            ("random moves", self.conditions.opening, 0), ("plies of a game", self.conditions.longest, 2),
        ):  # fmt: skip
            if value < least:
                raise GameError(f"the number of {what} must be {least} or more, not {value}")
        if not 0 <= self.trace <= 1:
            raise GameError(f"the trace must lie between 0 and 1, not {self.trace:g}")
        if not 0 <= self.conditions.blunders <= 1:
            raise GameError(f"the share of blunders must lie between 0 and 1, not {self.conditions.blunders:g}")
        if self.ridge is not None and not self.ridge >= 0:
            raise GameError(f"the ridge must be 0 or more, not {self.ridge:g}")


@dataclass(frozen=True)
class Lesson:
    """What a round has taught: a point of the learning curve."""

    round: int
    games: int
    """How many games it was learned from."""
    positions: int
    before: float
    """How wrong the first weights are on games that were not learned from (SPSA: 0)."""
    loss: float
    """How wrong the new ones are there. (SPSA: minus their score against the first ones, from −1 to 1.)"""


@dataclass(frozen=True)
class Taught:
    """Where a course stands."""

    weights: Any
    """In the units of the game's own weights."""
    lessons: tuple[Lesson, ...]
    present: Any
    """In what share of the positions each feature counts."""
    finished: bool


@dataclass(frozen=True)
class News:
    """How far a course has come."""

    round: int
    rounds: int
    done: int
    """Games of this round."""
    of: int
    lesson: Lesson | None = None
    """What was learned, when the round is over."""

    def __str__(self) -> str:
        told = f"round {self.round} of {self.rounds}: {self.done:,} of {self.of:,} games"
        return (
            told if self.lesson is None else f"{told}; loss {self.lesson.loss:.4f} (before: {self.lesson.before:.4f})"
        )


class Course:
    """Learns the weights of one game."""

    def __init__(
        self,
        game: AnyGame,
        folder: Path,
        settings: Settings,
        *,
        given: list[tuple[Any, Games]] | None = None,
        threads: int = 1,
        cluster: Cluster | None = None,
        news: Callable[[News], None] | None = None,
    ):
        self.game = featured(game)
        if game.players != 2:
            raise GameError(f"{title(game)} has {game.players} players; gametree learns weights for two")
        self.folder, self.settings, self.given = folder, settings, given
        self.threads, self.cluster = threads, cluster
        self.news: Callable[[News], object] = news or str
        self.wins = game.evaluation == "relative"
        self.old = self.game.weights.astype(np.float64).copy()
        if cluster is not None and (settings.method == "spsa" or isinstance(game, Patterned)):
            raise GameError("a cluster plays the games of a round: not the matches of spsa, and not with patterns")
        if settings.method == "tdleaf" and given is not None:
            raise GameError("tdleaf needs games of its own: a file does not say what a search expected")
        if settings.method == "spsa" and given is not None:
            raise GameError("spsa plays its own matches: it learns nothing from a file of games")
        self._open()

    def _open(self) -> None:
        """Make the folder, or check that it belongs to this course."""
        identity: dict[str, Any] = {
            "game": title(self.game), "features": digest(self.game), "weights": [float(f"{w:.6g}") for w in self.old],
            "settings": asdict(self.settings), "given": [len(games) for _, games in self.given or ()],
        }  # fmt: skip
        identity["settings"].pop("rounds")  # there may be more of them later
        text = json.dumps(identity, indent=1, sort_keys=True)
        path = self.folder / "course.json"
        if self.folder.exists() and not path.exists() and any(self.folder.iterdir()):
            raise GameError(f"{self.folder} exists, and is no folder of gametree learn")
        if path.exists():
            before = path.read_text(encoding="utf-8")
            if before != text:
                raise GameError(
                    f"{self.folder} belongs to {_difference(before, identity)}: remove it to begin again, or choose "
                    "another --out"
                )
            return
        self.folder.mkdir(exist_ok=True)
        with aside(path) as place:
            write_text(place, text)

    def run(self, stop: threading.Event) -> Taught:
        """Learn until the last round is over, or ``stop`` is set."""
        now, lessons = self.old, list[Lesson]()
        present = np.zeros(len(self.old))
        gathered: list[Positions] = []
        for number in range(1, self.settings.rounds + 1):
            if self.settings.method == "spsa":
                found = self._match_round(number, now, stop)
            else:
                games = self._games(number, now, stop)
                if games is None:
                    return Taught(now, tuple(lessons), present, finished=False)
                gathered = [*gathered, *self._positions(games)][-3 * max(len(self.given or ()), 1) :]
                found = self._lesson(number, now, merged(gathered))
                present = gathered[-1].present()
            if found is None or stop.is_set():
                return Taught(now, tuple(lessons), present, finished=False)
            now, lesson = found
            lessons.append(lesson)
            self.news(News(number, self.settings.rounds, lesson.games, lesson.games, lesson))
            if self.given is not None and self.settings.method == "regression":
                break  # the same games teach nothing new
        return Taught(now, tuple(lessons), present, finished=True)

    # --- games -----------------------------------------------------------------------------------------------------

    def _games(self, number: int, weights: Reals, stop: threading.Event) -> list[tuple[Any, Games]] | None:
        """The games of a round: those given, or games with these weights; None if stopped."""
        if self.given is not None:
            return self.given
        total = -(-self.settings.games // PART)
        parts = [self.folder / f"round-{number}" / f"games-{part:04}.npz" for part in range(total)]
        parts[0].parent.mkdir(exist_ok=True)
        missing = [(part, path) for part, path in enumerate(parts) if not path.exists()]
        if missing and not self._play(number, weights, missing, stop):
            return None
        return [(None, joined([Games.read(path) for path in parts]))]

    def _play(self, number: int, weights: Reals, missing: list[tuple[int, Path]], stop: threading.Event) -> bool:
        """Play the parts that are missing, several at a time; False if stopped before all were there."""
        if self.cluster is not None:
            return self._play_away(self.cluster, number, weights, missing, stop)
        players = SelfPlay(weighted(self.game, weights), conditions=self.settings.conditions)
        lines = self.settings.method == "tdleaf"
        total = self.settings.games
        done = total - sum(self._count(part) for part, _ in missing)

        def one(part: int, path: Path) -> int:
            games = players.play(self._count(part), f"{self.settings.seed} {number} {part}", stop, lines=lines)
            if stop.is_set():
                return 0
            games.save(path)
            return len(games)

        self.news(News(number, self.settings.rounds, done, total))
        for count in abreast(one, missing, self.threads if players.compiled else 1, stop):
            done += count
            self.news(News(number, self.settings.rounds, done, total))
        return not stop.is_set()

    def _play_away(
        self, cluster: Cluster, number: int, weights: Reals, missing: list[tuple[int, Path]], stop: threading.Event
    ) -> bool:
        """The same on the workers of a cluster: they send the games, which are those of one machine."""
        carried, s = carry(load(title(self.game))), self.settings
        held, lines = tuple(map(float, weights)), s.method == "tdleaf"
        jobs, paths = list[Job](), dict[str, Any]()
        for part, path in missing:
            given = carried, held, s.conditions, self._count(part), f"{s.seed} {number} {part}", lines
            jobs.append(Job(play_part, given))
            paths[jobs[-1].key] = path
        done = s.games - sum(self._count(part) for part, _ in missing)
        for job, games in cluster.run(jobs, stop):
            games.save(paths[job.key])
            done += len(games)
            self.news(News(number, s.rounds, done, s.games))
        return not stop.is_set()

    def _count(self, part: int) -> int:
        return min(PART, self.settings.games - part * PART)

    def _positions(self, games: list[tuple[Any, Games]]) -> list[Positions]:
        leaves = self.settings.method == "tdleaf"
        return [positions_of(self.game, some, start, leaves=leaves) for start, some in games]

    # --- lessons ---------------------------------------------------------------------------------------------------

    def _lesson(self, number: int, now: Reals, positions: Positions) -> tuple[Reals, Lesson]:
        """Learn from positions; what was learned before is read."""
        if not len(positions):
            raise GameError(f"no position to learn from: the games are over within {self.settings.conditions.opening}")
        results = self.results(positions)
        factor = scale_of(positions, results, self.old) if self.wins else 1.0
        path = self.folder / f"round-{number}.weights"
        if path.exists():
            held = read_weights(path)
            return np.array(held.weights), Lesson(**held.proof)
        if self.settings.method == "regression":
            found = fit(positions, results, wins=self.wins, before=self.old * factor, ridge=self.settings.ridge)
            weights, loss, before = found.weights, found.loss, found.before
        else:
            weights, loss, before = self._towards_estimates(positions, results, now * factor, self.old * factor)
        own = weights / factor if not self.wins or self.old.any() else weights * usual(positions, weights)
        lesson = Lesson(number, len(np.unique(positions.game)), len(positions), before, loss)
        return self._kept(path, own, lesson), lesson

    def _kept(self, path: Path, weights: Reals, lesson: Lesson) -> Reals:
        """Write weights to a file, and return them as the file has them: a course that goes on has no others."""
        path.parent.mkdir(exist_ok=True)
        held = weights_of(self.game, weights)
        save_weights(path, proven(held, asdict(lesson)))
        return np.array(held.weights)

    def results(self, positions: Positions) -> Reals:
        """The results to learn from: points from 0 to 1, or payoffs."""
        if not self.wins:
            return positions.payoff
        low, high = self.game.bounds
        middle = (low + high) / 2
        return 0.5 + 0.5 * np.sign(positions.payoff - middle)

    def _towards_estimates(
        self, positions: Positions, results: Reals, now: Reals, old: Reals
    ) -> tuple[Reals, float, float]:
        """TD(λ): the weights, and how wrong the old and the new ones are on the results."""
        low, high = self.game.bounds
        for _ in range(EPOCHS):
            sums = positions.sums(now)
            values = chance_of(sums) if self.wins else np.clip(sums, low, high)
            targets = returns(values, results, positions.game, self.settings.trace)
            ridge = 1e-4 if self.settings.ridge is None else self.settings.ridge
            found = fit(
                positions, targets, wins=self.wins, before=now, prior=now, ridge=ridge, nuisance=False, steps=STEPS
            )
            now = found.weights
        wrong = [float(losses(positions.sums(w), results, wins=self.wins).mean()) for w in (now, old)]
        return now, wrong[0], wrong[1]

    # --- matches ---------------------------------------------------------------------------------------------------

    def _match_round(self, number: int, now: Reals, stop: threading.Event) -> tuple[Reals, Lesson] | None:
        """A round of SPSA; None if stopped."""
        path = self.folder / f"round-{number}.weights"
        if path.exists():
            held = read_weights(path)
            return np.array(held.weights), Lesson(**held.proof)
        seed = f"{self.settings.seed} {number}"
        begun = SelfPlay(self.game, conditions=self.settings.conditions).play(STARTING, f"{self.settings.seed}", stop)
        sizes = positions_of(self.game, begun).sizes()
        sizes[sizes == 0] = 1.0
        steps = max(self.settings.games // (2 * PAIRS), 1)
        start = now * sizes
        trial = 0.3 * float(np.abs(self.old * sizes).mean()) or (USUAL / 10 if self.wins else 0.5)

        def score(a: Reals, b: Reals, step: int) -> float:
            self.news(News(number, self.settings.rounds, (step - steps * (number - 1)) * 2 * PAIRS, steps * 2 * PAIRS))
            return 0.0 if stop.is_set() else self._score(a / sizes, b / sizes, PAIRS, f"{seed} {step}", stop)

        rng = np.random.default_rng([self.settings.seed, number])
        walked = climb(score, start, range(steps * (number - 1), steps * number), Gains(trial), rng) / sizes
        against = self._score(walked, self.old, 10 * PAIRS, f"{seed} judged", stop)
        if stop.is_set():
            return None
        lesson = Lesson(number, steps * 2 * PAIRS, 0, 0.0, -against)
        return self._kept(path, walked, lesson), lesson

    def _score(self, a: Reals, b: Reals, pairs: int, seed: str, stop: threading.Event) -> float:
        """The score of one set of weights against another, from −1 to 1: the same openings from both sides."""
        one, other = weighted(self.game, a), weighted(self.game, b)
        low, high = self.game.bounds
        total = 0.0

        def leg(first: AnyGame, second: AnyGame, sign: float) -> float:
            games = SelfPlay(first, second, self.settings.conditions).play(pairs, seed, stop)
            return sign * float(np.sign(games.payoffs - (low + high) / 2).sum())

        for points in abreast(leg, [(one, other, 1.0), (other, one, -1.0)], self.threads, stop):
            total += points
        return total / (2 * pairs)


def usual(positions: Positions, weights: Reals) -> float:
    """The factor that makes estimates as large as they usually are, where the game has no scale of its own."""
    size = float(np.sqrt((positions.sums(weights) ** 2).mean()))
    return USUAL / size if size else 1.0


def merged(parts: list[Positions]) -> Positions:
    """Positions of several collections as one."""
    rows, games = 0, 0
    moved: list[Positions] = []
    for part in parts:
        moved.append(
            Positions(
                part.rows + rows, part.columns, part.amounts, part.game + games, part.mover, part.payoff, part.features
            )
        )
        rows, games = rows + len(part), games + int(part.game.max(initial=-1)) + 1
    columns = {
        name: np.concatenate([getattr(p, name) for p in moved])
        for name in ("rows", "columns", "amounts", "game", "mover", "payoff")
    }
    return Positions(**columns, features=parts[0].features)


def abreast(
    task: Callable[..., Any], arguments: list[tuple[Any, ...]], threads: int, stop: threading.Event
) -> list[Any] | Any:
    """The results of some calls, in the order in which they come, several at a time. An error stops all."""
    with ThreadPoolExecutor(max(1, min(threads, os.cpu_count() or 1)), thread_name_prefix="learn") as pool:
        running: set[Future[Any]] = {pool.submit(task, *args) for args in arguments}
        try:
            while running:
                ready, running = wait(running, 0.1, FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
                if stop.is_set():
                    for future in running:
                        future.cancel()
                    running = {future for future in running if not future.cancelled()}
        except BaseException:
            stop.set()
            for future in running:
                future.cancel()
            raise


def _difference(before: str, now: dict[str, Any]) -> str:
    try:
        was = json.loads(before)
        changed = [key for key in now if was.get(key) != now[key]]
    except ValueError:
        return "a course whose course.json is damaged"
    if "settings" in changed:
        changed += [key for key, value in now["settings"].items() if was["settings"].get(key) != value]
        changed.remove("settings")
    return f"another course (other {', '.join(changed)})"
