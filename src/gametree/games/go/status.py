"""Which stones are dead at the end of a game, as random games see it: a group that seldom survives them is dead.

The rules ask nobody (``rules.py``): what stands on the board after two passes counts. People and other programs pass
earlier, and agree about dead stones. So a program that is asked (GTP's ``final_score`` and ``final_status_list``) plays
the position out at random many times, in which no side fills its own eyes. Stones that cannot be taken by Benson's
theorem live. A group whose stones are there at the end of few games is dead, of about half of them is in seki: there
the side that moves first loses its stones, and random games move first by chance.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gametree.bits import ones, popcount
from gametree.game import MAX
from gametree.games.go.life import alive, parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.games.go import Go
    from gametree.games.go.groups import Stones
    from gametree.games.go.rules import State


GAMES = 64
DEAD, SEKI = 0.3, 0.7
"""Groups that survive in a smaller share of the games are dead, or in seki."""
STATUSES = ("alive", "dead", "seki", "black_territory", "white_territory", "dame")


@dataclass(frozen=True)
class Status:
    """What is known of a position.

    >>> from gametree import load
    >>> game = load("go:5,komi=0.5")
    >>> s = game.parse('''
    ...     . X . . .
    ...     X X X . O
    ...     . X . X .
    ...     X X X X X
    ...     . X . X .   X to move''')
    >>> status = Status.of(game, s)
    >>> [game.name(s, p) for p in status.groups("dead")[0]], status.score
    (['E4'], 'B+24.5')
    """

    game: Go
    state: State
    living: tuple[Stones, ...]
    dead: tuple[Stones, ...]
    seki: tuple[Stones, ...]

    @staticmethod
    def of(game: Go, s: State) -> Status:
        """The status of a position; the same random games are played each time."""
        return _status(game, s)

    @property
    def settled(self) -> State:
        """The position without the dead stones, which count as taken."""
        s, gone = self.state, self.game.empty
        for group in self.dead:
            gone |= group
        taken = popcount(s.white & gone) - popcount(s.black & gone) if self.game.territory else 0
        return s._replace(black=s.black & ~gone, white=s.white & ~gone, taken=s.taken + taken)

    @property
    def score(self) -> str:
        """Who wins and by how much: ``B+3.5``, ``W+2``, ``0``."""
        margin = self.game.margin_of(self.settled)
        return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

    def groups(self, kind: str) -> list[list[int]]:
        """The groups, or regions, of one of the ``STATUSES``: the points of each."""
        game, s = self.game, self.settled
        if kind in ("alive", "dead", "seki"):
            found = {"alive": self.living, "dead": self.dead, "seki": self.seki}[kind]
            return [list(ones(group)) for group in found]
        free = game.full & ~(s.black | s.white)
        black, white = game.grown(s.black, free) & free, game.grown(s.white, free) & free
        wanted = {"black_territory": black & ~white, "white_territory": white & ~black}.get(kind, black & white)
        return [list(ones(region)) for region in parts(game, wanted)]


@lru_cache(maxsize=4)
def _status(game: Go, s: State) -> Status:
    groups = [(g, MAX) for g in parts(game, s.black)] + [(g, 1 - MAX) for g in parts(game, s.white)]
    certain, kept = alive(game, s), dict[object, float]()
    dice = random.Random(0)
    for _ in range(GAMES if groups else 0):
        end = played_out(game, s, dice.randrange)
        for group, side in groups:
            kept[group] = kept.get(group, 0.0) + popcount(group & (end.black, end.white)[side]) / popcount(group)
    shares = [1.0 if group & ~certain[side] == game.empty else kept[group] / GAMES for group, side in groups]
    lists: tuple[list[Stones], ...] = ([], [], [])
    for (group, _), share in zip(groups, shares, strict=True):
        lists[1 if share < DEAD else 2 if share < SEKI else 0].append(group)
    return Status(game, s, *map(tuple, lists))


def played_out(game: Go, s: State, below: Callable[[int], int]) -> State:
    """The end of a random game from here: the one to move is drawn too, no side fills its eyes, and superko does not
    count. ``below`` draws a number."""
    s = s._replace(passes=0, turn=below(2))
    for _ in range(3 * game.points):
        s = game.result(s, game.playout_action(s, below(1 << 32)))
        if s.passes == 2:
            break
    return s
