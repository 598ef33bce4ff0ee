# pyright: basic, reportCallIssue=false
"""Random games by the million: each lane plays its own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import kernel, pack, unpack, words_of
from gametree.engine.dual import inner
from gametree.engine.expectiminimax import share as part_of
from gametree.engine.perft import outcomes
from gametree.engine.xorshift import below, scramble, upper
from gametree.errors import GameError
from gametree.game import CHANCE, legal, over
from gametree.gpu.lowering import PerLane
from gametree.gpu.memory import add_to, state_in
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.gpu.lanes import Device

GAMES, PLIES, CUT, NO_MOVES = range(4)
"""What a lane counts: games, their plies, those that were broken off, and positions without a move that are no ends."""
MIXED = -7046029254386353131
"""The golden ratio of 64 bits: neighbouring numbers become different words."""


@inner
def random_game(game, s, x, plies, found):
    """The end of a random game, or where it was broken off: after ``plies`` actions. The rule of repetition is
    ignored."""
    left = plies
    while left > 0 and not game.terminal(s) and not game.drawn(s):
        x = scramble(x)
        chosen, seen, number = 0, 0, upper(x)
        if game.player(s) == CHANCE:
            rest = number / 4294967296.0
            for outcome, p in outcomes(game, s):
                if p > 0.0 and rest >= 0.0:
                    chosen = outcome
                    rest -= p
                seen += 1
        else:
            for action in game.actions(s):
                seen += 1
                if below(seen, number) == 0:  # the n-th replaces the one before with a chance of 1 in n
                    chosen = action
                x = scramble(x)
                number = upper(x)
        if seen == 0:
            found[NO_MOVES] += 1
            break
        s = unpack(game, pack(game.result(s, chosen)))  # numbers of one kind throughout
        left -= 1
    found[GAMES] += 1
    found[PLIES] += plies - left
    return s


@inner
def paid(game, s, seat):
    """A player's payoff where a random game has ended; even if it was broken off, or drawn by a rule. With two players
    Max's."""
    if game.terminal(s):
        return part_of(game.utility(s), seat)
    return game._even / game._scale


@kernel
def play_games(game, rows, first, last, each, plies, seed, sums, found):
    """Random games from the positions in ``rows``, ``each`` from every one; ``sums`` gets the payoffs of every player,
    of two players Max's alone. The games of a share begin in one position."""
    row, sum_ = first // each, 0.0
    for i in range(first, last):
        x = scramble(scramble((seed + i + 1) * MIXED | 1))
        s = random_game(game, state_in(game, rows, row), x, plies, found)
        if not game.terminal(s) and not game.drawn(s):
            found[CUT] += 1
        if game._several:
            for seat in range(game._seats):
                add_to(sums, row * game._seats + seat, paid(game, s, seat))
        else:
            sum_ += paid(game, s, 0)
    if not game._several:
        add_to(sums, row, sum_)
    return 0


@dataclass(frozen=True)
class Played:
    """What random games have shown, by the positions they began in."""

    averages: Any
    """The average payoff of every player (of two players Max's alone), a row for each position."""
    games: int
    plies: int
    cut: int
    """Games that were broken off after the most plies; they count as even."""
    seconds: float
    where: str
    """The name of the device."""

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds if self.seconds else 0.0


SHARE = 64
"""The most games that a lane plays before it looks for more."""


def play_out(
    game: AnyGame, states: list[Any], games: int, on: Device, *, plies: int = 10_000, seed: int = 1, tell: Any = None
) -> Played:
    """Play ``games`` random games from each of some positions. The games are the same on every device.

    >>> from gametree import load
    >>> from gametree.gpu.lanes import Processor
    >>> game = load("tictactoe")
    >>> played = play_out(game, [game.initial()], 1000, Processor())
    >>> played.games, bool(0.2 < played.averages[0][0] < 0.4)       # whole shares of 64 games
    (1024, True)
    """
    for s in states:
        if over(game, s) or (game.player(s) != CHANCE and not legal(game, s)):
            raise GameError(f"{title(game)}: there is nothing to play in a position that has ended")
    seats = game.players if game.players > 2 else 1
    each = -(-games // SHARE) * SHARE if games >= SHARE else games
    rows = on.keep(np.array([words_of(s) for s in states], np.int64))
    sums = on.keep(np.zeros(len(states) * seats, np.float64))
    found = PerLane(4, np.int64)
    begun = time.perf_counter()
    worked = on.seconds
    on.run(
        play_games, 0, each * len(states), min(SHARE, each),
        [game, rows, None, None, each, plies, seed, sums, found], tell,
    )  # fmt: skip
    took = on.seconds - worked or time.perf_counter() - begun
    counts = [int(n) for n in found.total]
    if counts[NO_MOVES]:
        raise GameError(f"{title(game)} has no actions in a state that is not terminal")
    averages = on.fetch(sums).reshape(len(states), seats) / each
    return Played(averages, counts[GAMES], counts[PLIES], counts[CUT], took, on.name)
