"""A course in which a network of Backgammon learns from games against itself: ``tdgammon.py`` is what happens in them.

The folder holds ``course.json`` (what is learned, and how) and the network after each round, so that the course can go
on after a stop. Every file is whole, and has a checksum.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.compile import NotCompiledError, prepare, words_of
from gametree.compile.digest import digest
from gametree.errors import GameError
from gametree.files import aside, write_text
from gametree.games.backgammon.evaluation import Evaluation
from gametree.games.backgammon.network import blank
from gametree.learning import tdgammon
from gametree.learning.course import News
from gametree.networks import NetworkFile, network_of, proven_network, read_network, save_network, with_network
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from gametree.game import AnyGame

FIRST, LAST = 0.1, 0.01
"""How far an answer goes towards what it should have been, in the first game and in the last: less and less, by the
same factor from round to round."""
AT_ONCE = 50
"""So many games are played between two looks at whether to stop."""


@dataclass(frozen=True)
class Round:
    """What happened in a round."""

    round: int
    games: int
    paid: float
    """The points of a game on average: more than 1 is for gammons."""
    plies: float
    """The positions of a game on average."""
    error: float
    """How far the chances to win were from those after the next play: the root of the mean square. Dice see to it that
    this does not go to 0."""

    def __str__(self) -> str:
        return (
            f"round {self.round}: {self.games:,} games of {self.plies:.1f} positions, {self.paid:.3f} points each; "
            f"chances to win change by {self.error:.4f}"
        )


class NetworkCourse:
    """Learns the network of a game, from one that knows nothing."""

    def __init__(
        self,
        game: AnyGame,
        folder: Path,
        *,
        rounds: int,
        games: int,
        seed: int,
        news: Callable[[News], None] | None = None,
    ):
        if not isinstance(game, Evaluation):
            raise GameError(f"{title(game)} has no network: the method network is for backgammon")
        if game.turns or game.away[0]:
            raise GameError("a network learns from single games without a cube; games with one use the same network")
        for what, value in (("rounds", rounds), ("games", games)):
            if value < 1:
                raise GameError(f"the number of {what} must be 1 or more, not {value}")
        self.game, self.folder = copy.copy(game), folder
        self.rounds, self.games, self.seed = rounds, games, seed
        self.news: Callable[[News], object] = news or str
        self.game.network = True
        self.game.set_layers(blank(seed))
        self._open()

    def _open(self) -> None:
        """Make the folder, or check that it belongs to this course."""
        identity = {
            "game": title(self.game), "network": digest(self.game), "rounds": self.rounds, "games": self.games,
            "seed": self.seed,
        }  # fmt: skip
        text = json.dumps(identity, indent=1, sort_keys=True)
        path = self.folder / "course.json"
        if self.folder.exists() and any(self.folder.iterdir()):
            if not path.exists():
                raise GameError(f"{self.folder} exists, and is no folder of gametree learn")
            if path.read_text(encoding="utf-8") != text:
                raise GameError(
                    f"{self.folder} belongs to another course: remove it to begin again, or choose another --out"
                )
            return
        self.folder.mkdir(exist_ok=True)
        with aside(path) as place:
            write_text(place, text)

    def run(self, stop: threading.Event) -> tuple[NetworkFile, list[Round]]:
        """Learn until the last round is over, or ``stop`` is set: the network, and the rounds that are over."""
        done: list[Round] = []
        for number in range(1, self.rounds + 1):
            path = self.folder / f"round-{number}.network"
            if path.exists():
                held = read_network(path)
                self.game = cast("Evaluation", with_network(self.game, held))
                done.append(Round(**held.proof))
                continue
            sums = self._play(number, stop)
            if sums is None:
                break
            paid, positions, squares = sums.tolist()
            done.append(
                Round(number, self.games, paid / self.games, positions / self.games, (squares / positions) ** 0.5)
            )
            save_network(path, proven_network(network_of(self.game), vars(done[-1])), precise=True)
            self.news(News(number, self.rounds, self.games, self.games))
        return self._last(done), done

    def _last(self, done: list[Round]) -> NetworkFile:
        """The network after the last round that is over."""
        path = self.folder / f"round-{len(done)}.network"
        return proven_network(read_network(path), {}) if done else network_of(self.game)

    def _play(self, number: int, stop: threading.Event) -> Any:
        """Play a round and learn from it; None if stopped."""
        rate = FIRST * (LAST / FIRST) ** ((number - 1) / self.rounds)
        root, sums = words_of(self.game.initial()), np.zeros(3)
        try:
            run = prepare(tdgammon.self_play, self.game, root, 1, 1, rate, sums)
        except NotCompiledError as error:
            raise GameError(f"a network learns in compiled games only: {error}") from None
        for played in range(0, self.games, AT_ONCE):
            if stop.is_set():
                return None
            self.news(News(number, self.rounds, played, self.games))
            seed = -1 if played else 1000 * self.seed + number - 1
            run(self.game, root, min(AT_ONCE, self.games - played), seed, rate, sums)
        return sums
