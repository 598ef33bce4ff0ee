"""``learn``: weights for a game from its own games, what each feature became worth, and a match that proves it."""

from __future__ import annotations

import re
import threading
import time as clock
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import load
from gametree.cluster.joining import joined
from gametree.errors import GameError
from gametree.features import Weighted, featured
from gametree.files import check_folder
from gametree.game import AnyGame, provides
from gametree.interrupts import interrupts
from gametree.learning.course import METHODS, Course, Lesson, News, Settings
from gametree.learning.given import given_games
from gametree.learning.report import curve, worths
from gametree.learning.selfplay import Conditions
from gametree.patterns import patterned
from gametree.titles import title
from gametree.tournament.result import MatchResult
from gametree.tournament.sprt import Sprt
from gametree.verbs.match import match
from gametree.weights import proven, save_weights, weights_of, with_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.cluster.crowd import Cluster
    from gametree.tournament.record import Record
    from gametree.verbs.learn_network import LearnedNetwork
    from gametree.weights import WeightFile

__all__ = ["METHODS", "Learned", "learn"]

SUFFIX, FOLDER = ".weights", ".learning"
"""How the file of weights ends by default, and the folder in which its games are kept."""
NETWORK = "network"
"""The method that learns the network of a game, and no weights of features."""
PROOF_GAMES = 2000
"""The match that compares weights ends after this many games, if nothing is decided before."""


@dataclass(frozen=True)
class Learned:
    """The answer of ``learn``."""

    game: str
    """The words that load the game."""
    path: str
    """The file of the weights; empty if the course was stopped before there were any."""
    terms: tuple[str, ...]
    """What the features are called."""
    old: tuple[float, ...]
    """What they were worth before."""
    new: tuple[float, ...]
    """What they are worth now."""
    present: tuple[float, ...]
    """In what share of the positions each feature counts."""
    lessons: tuple[Lesson, ...]
    """The learning curve: what each round has taught."""
    match: MatchResult | None
    """The match of the new against the old weights; None if there was none."""
    ended: str
    """``finished`` or ``interrupted``."""
    seconds: float
    """The seconds of this run, without earlier runs of a course that went on."""

    @property
    def verdict(self) -> str:
        """What the match says, in words."""
        if self.match is None:
            return "not compared"
        told = {"H1": "better: the SPRT accepts it", "H0": "not better: the SPRT rejects it"}
        return told.get(self.match.ended, f"undecided after {self.match.tally.games} games")

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        names = ("game", "path", "terms", "old", "new", "present", "ended", "seconds")
        return {
            **{name: _listed(getattr(self, name)) for name in names},
            "lessons": [vars(lesson) for lesson in self.lessons], "verdict": self.verdict,
            "match": self.match.to_json() if self.match else None,
        }  # fmt: skip

    def __str__(self) -> str:
        parts = [worths(self.terms, self.old, self.new, self.present), curve(self.lessons)]
        if self.match is not None:
            parts.append(str(self.match))
        if self.path:
            parts.append(f"{self.path}: {self.verdict}")
        if self.ended == "interrupted":
            parts.append("stopped: the same command goes on from here")
        return "\n\n".join(part for part in parts if part)


def _listed(value: Any) -> Any:
    return list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else value


def learn(
    game: str | AnyGame,
    *,
    out: str | Path | None = None,
    method: str = "regression",
    rounds: int = 3,
    games: int = 4000,
    depth: int = 2,
    opening: int = 8,
    blunders: float = 0.05,
    longest: int = 400,
    ridge: float | None = None,
    trace: float = 0.7,
    zero: bool = False,
    patterns: bool = False,
    games_file: str | Path | None = None,
    sprt: Sprt | tuple[float, float] | None = (0, 20),
    proof_games: int = PROOF_GAMES,
    player: str | None = None,
    seed: int = 0,
    threads: int = 1,
    cluster: str | Cluster | None = None,
    made: str = "",
    progress: Callable[[News], None] | None = None,
    match_progress: Callable[[Record, Callable[[], Any]], None] | None = None,
    stop: threading.Event | None = None,
) -> Learned | LearnedNetwork:
    """Learn the weights of a game with weighted features (``Weighted``, ``Scored``), and compare them with the old.

    In each of some ``rounds`` the game plays itself (``games`` times; each move searched to a ``depth``, after up to
    ``opening`` random moves, and with a share of ``blunders`` later), and weights are learned from that by a
    ``method``: ``regression`` on the results, ``td`` or ``tdleaf`` with a ``trace`` (λ), or ``spsa``, by matches. With
    ``games_file`` they are learned from those games instead. ``ridge`` says how strongly weights are drawn to 0; by
    default as strongly as explains unseen games best. ``zero``: begin with all weights 0.
    A game without an evaluation, or any with ``patterns``, gets patterns of its board as features.
    The method ``network`` is for backgammon, and its answer is a ``LearnedNetwork``: a network learns from nothing, in
    as many games as ``rounds`` and ``games`` say, and the file is called ``GAME.network``.

    The weights go to the file ``out`` (by default ``GAME.weights``), what they were learned from to the folder beside
    it (``GAME.learning``). Ctrl-C, or ``stop``, keeps all of it, and the same call goes on. At last the new weights
    play the old ones until ``sprt`` has decided (two bounds in normalised Elo; None: no match), or ``proof_games`` are
    played; ``player`` are the algorithm and the limits of both (``alphabeta:depth=4``). ``made`` is what the file says
    of its origin: the command. With ``cluster`` the workers of a Dask scheduler (its address, or ``local:4``) play the
    games of the rounds; the last match is played here.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = learn("ponghauki", out=f"{folder}/a.weights", rounds=1, games=200, sprt=None)
    ...     best = load(f"ponghauki:weights={folder}/a.weights")
    >>> found.terms, found.ended, best.weights.tolist() == list(found.new)
    (('moves', 'centre'), 'finished', True)
    """
    start = clock.perf_counter()
    rules = load(game)
    if method == NETWORK:
        if patterns or zero or games_file is not None:
            raise GameError("the method network learns from its own games alone, and from nothing")
        from gametree.verbs.learn_network import SUFFIX as NETWORK_SUFFIX
        from gametree.verbs.learn_network import learn_network

        path = Path(out) if out is not None else Path(file_name(rules)).with_suffix(NETWORK_SUFFIX)
        check_folder(path)
        _check_proof(sprt, proof_games)
        return learn_network(
            rules, path, path.with_suffix(FOLDER), rounds=rounds, games=games, seed=seed, sprt=sprt,
            proof_games=proof_games, player=player, threads=threads, made=made, progress=progress,
            match_progress=match_progress, halt=stop or threading.Event(),
        )  # fmt: skip
    if patterns or not (isinstance(rules, Weighted) or provides(rules, "evaluate")):
        rules = load(patterned(rules))
    conditions = Conditions(depth, opening, blunders, longest)
    settings = Settings(method, rounds, games, ridge, trace, seed, conditions)
    if threads < 1:
        raise GameError(f"the number of threads must be 1 or more, not {threads}")
    path = Path(out) if out is not None else Path(file_name(rules))
    check_folder(path)
    owner = featured(rules)
    old = weights_of(owner, [0.0] * len(owner.weights) if zero else None)
    given = given_games(games_file, rules) if games_file is not None else None
    base = with_weights(rules, old)
    _check_proof(sprt, proof_games)
    halt = stop or threading.Event()
    with joined(cluster) if cluster is not None else nullcontext() as crowd, interrupts(halt):
        course = Course(
            base, path.with_suffix(FOLDER), settings, given=given, threads=threads, cluster=crowd, news=progress
        )
        taught = course.run(halt)
    held = weights_of(owner, taught.weights, made)
    result: MatchResult | None = None
    if taught.lessons:
        save_weights(path, held)
    if taught.finished and sprt is not None and not halt.is_set():
        result = _proof(rules, course.folder, (held, old), sprt, proof_games, player, seed, threads, match_progress)
        held = proven(held, _told(result, player or usual_player(rules)))
        save_weights(path, held)
    stopped = halt.is_set() or not taught.finished or (result is not None and result.ended == "interrupted")
    return Learned(
        title(rules), str(path) if taught.lessons else "", tuple(owner.terms), old.weights, held.weights,
        tuple(map(float, taught.present)), taught.lessons, result, "interrupted" if stopped else "finished",
        clock.perf_counter() - start,
    )  # fmt: skip


def file_name(game: AnyGame) -> str:
    """What the file of weights is called if nobody says.

    >>> file_name(load("kalah:m=3")), file_name(load("nim:3,4"))
    ('kalah_m=3.weights', 'nim_heaps=3_4.weights')
    """
    head, _, rest = title(game).partition(":")
    words = f"{Path(head).stem}_{rest}" if rest else Path(head).stem
    return re.sub(r"[^\w=.-]+", "_", words) + SUFFIX


def usual_player(game: AnyGame) -> str:
    """Who compares weights if nobody says: a quick search that depends on no clock."""
    return "auto:depth=1" if provides(game, "chances") else "auto:nodes=1000,table=1"


def _check_proof(sprt: Sprt | tuple[float, float] | None, games: int) -> None:
    if isinstance(sprt, tuple):
        Sprt(*sprt)
    if sprt is not None and (games < 2 or games % 2):
        raise GameError(f"the number of games of the comparison must be even, 2 or more, not {games}")


def _proof(
    rules: AnyGame, folder: Path, sides: tuple[WeightFile, WeightFile], sprt: Sprt | tuple[float, float], games: int,
    player: str | None, seed: int, threads: int, progress: Callable[[Record, Callable[[], Any]], None] | None,
) -> MatchResult:  # fmt: skip
    """The match of the new weights against the old ones. It goes on where it stopped."""
    words: list[str] = []
    for name, held in zip(("learned", "old"), sides, strict=True):
        path = folder / f"{name}{SUFFIX}"
        save_weights(path, held)
        who = player or usual_player(rules)
        words.append(f'{who}{"," if ":" in who else ":"}weights="{path}",name={name}')
    # other weights are another match
    mark = hash((sides[0].weights, sides[1].weights)) & 0xFFFFFFFF
    found = match(
        rules, *words, games=games, sprt=sprt, seed=seed, concurrency=threads, save=folder / f"match-{mark:08x}.sqlite",
        progress=progress,
    )  # fmt: skip
    assert isinstance(found, MatchResult)
    return found


def _told(result: MatchResult, player: str) -> dict[str, Any]:
    """What a file of weights says of its match."""
    t = result.tally
    return {
        "player": player, "games": t.games, "wins": t.wins, "draws": t.draws, "losses": t.losses,
        "elo": round(result.elo, 1) if abs(result.elo) < 1e4 else None,
        "sprt": [result.sprt.elo0, result.sprt.elo1] if result.sprt else None, "ended": result.ended,
    }  # fmt: skip
