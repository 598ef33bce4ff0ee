"""``playouts``: random games, many of them, and what each move has brought: flat Monte-Carlo."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gametree.analysis import show_count
from gametree.catalogue import load
from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, AnyGame, legal, over, payoff, worth
from gametree.notation.names import line_at, move_name
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Playouts:
    """The answer of ``playouts``."""

    game: str
    games: int
    averages: dict[str, float | list[float]]
    """The average payoff of the random games after each move, by its name: Max's, or with more than two players each
    player's. The best moves for the player to move come first."""
    length: float
    """The average length of a game, in actions."""
    cut: int
    """Games that were broken off, and count as even."""
    seconds: float
    where: str
    """The device that played them."""

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return asdict(self)

    def __str__(self) -> str:
        def shown(value: float | list[float]) -> str:
            return " ".join(f"{v:.4f}" for v in value) if isinstance(value, list) else f"{value:.4f}"

        width = max(map(len, self.averages), default=0)
        rows = [f"{name:{width}}  {shown(value)}" for name, value in self.averages.items()]
        cut = f", {self.cut:,} broken off" if self.cut else ""
        last = f"{self.games:,} random games of {self.length:.1f} actions{cut}"
        return "\n".join([*rows, f"{last}   ({self.seconds:.2f} s, {show_count(self.rate)} games/s on {self.where})"])


@again_if_outgrown
def playouts(
    game: str | AnyGame,
    position: Any = None,
    games: int = 10_000,
    *,
    moves: str = "",
    plies: int = 10_000,
    seed: int = 1,
    gpu: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play random games after every move of a position: at least ``games`` of them in all, each broken off after
    ``plies`` actions. With ``gpu`` they are played on a GPU; where there is none, one line says so. The same seed gives
    the same games on every device.

    >>> found = playouts("tictactoe", games=5000)
    >>> list(found.averages)[0], found.games >= 5000
    ('5', True)
    """
    from gametree.compile import NotCompiledError
    from gametree.gpu.lanes import device
    from gametree.gpu.playouts import play_out

    game = load(game)
    for name, value in (("games", games), ("plies", plies)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GameError(f"{name} must be a whole number from 1 on, not {value!r}")
    s = line_at(game, position, moves).states(game)[-1]
    if over(game, s):
        raise GameError(f"{title(game)}: the game is over in this position")
    if game.player(s) == CHANCE:
        raise GameError(f"{title(game)}: chance moves in this position; play its outcome first")
    steps = legal(game, s)
    after = {a: game.result(s, a) for a in steps}
    open_ = [a for a in steps if not over(game, after[a])]
    known: dict[Any, float | list[float]] = {}
    for a in steps:
        if over(game, after[a]):
            paid: Any = payoff(game, after[a])
            known[a] = [float(p) for p in paid] if game.players > 2 else float(worth(paid))
    played = None
    if open_:
        on = device(wanted=gpu, tell=lambda line: print(f"gametree: {line}", file=sys.stderr))
        try:
            played = play_out(
                game, [after[a] for a in open_], -(-games // len(open_)), on, plies=plies, seed=seed, tell=progress
            )  # fmt: skip
        except NotCompiledError as error:
            raise GameError(f"{title(game)}: random games by the million need compiled rules: {error}") from None
        for a, row in zip(open_, played.averages, strict=True):
            known[a] = [float(v) for v in row] if game.players > 2 else float(row[0])
    seat = game.player(s)

    def gain(a: Any) -> float:
        value = known[a]
        return value[seat] if isinstance(value, list) else value if seat == MAX else -value

    best = sorted(steps, key=gain, reverse=True)
    return Playouts(
        title(game),
        played.games if played else 0,
        {move_name(game, s, a): known[a] for a in best},
        played.plies / played.games + 1 if played else 1.0,
        played.cut if played else 0,
        played.seconds if played else 0.0,
        played.where if played else "no device",
    )
