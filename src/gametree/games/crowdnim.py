"""Nim for several players: the player who takes the last stone wins, and all others lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import put
from gametree.errors import GameError
from gametree.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """What is left in each pile, and whose turn it is."""

    piles: tuple[int, ...]
    turn: int


class CrowdNim(Game[State]):
    """Nim for two to six players. A move takes stones from one pile, at most ``most`` of them where that is given; who
    takes the last stone wins 1, and nobody else anything.

    A player who cannot win himself decides who of the others does, and nothing in the game tells him how: he is a
    *king-maker*, and the values of max^n depend on the rule for ties. Three players, one pile of 4, at most two
    stones a move: the first cannot win, and gives the game to the third or to the second as he likes.

    >>> from gametree import best
    >>> game = CrowdNim((4,), most=2)
    >>> best(game, depth=9, ties="first").value, best(game, depth=9, ties="last").value
    ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    """

    total = 1
    repetition = "ignore"  # stones never come back

    def __init__(self, piles: tuple[int, ...] | int = (3, 4, 5), players: int = 3, most: int = 0):
        self.piles = (piles,) if isinstance(piles, int) else tuple(piles)
        if not 2 <= players <= 6:
            raise GameError(f"two to six players, not {players}")
        if not self.piles or not all(0 <= n < 1 << 20 for n in self.piles):
            raise GameError(f"piles are numbers of stones, such as 3,4,5; not {piles}")
        if most < 0:
            raise GameError(f"most is the most stones of a move: 1 or more, or 0 for any number; not {most}")
        self.players, self.most = players, most
        self.nothing = (0,) * players
        self.bounds = (-0.5, 0.5) if players == 2 else (0, 1)  # of two payoffs, half the difference counts

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.piles, 0)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """How many stones, times the number of piles, plus the pile."""
        for pile in range(len(self.piles)):
            limit = min(s.piles[pile], self.most) if self.most else s.piles[pile]
            for stones in range(1, limit + 1):
                yield stones * len(self.piles) + pile

    def result(self, s: State, a: int) -> State:
        pile, stones = a % len(self.piles), a // len(self.piles)
        return State(put(s.piles, pile, s.piles[pile] - stones), (s.turn + 1) % self.players)

    def terminal(self, s: State) -> bool:
        for stones in s.piles:
            if stones:
                return False
        return True

    def utility(self, s: State) -> tuple[int, ...]:
        last = (s.turn - 1) % self.players
        return put(self.nothing, last, 1)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.heaps:crowdnim"
    called = "Nim for several"
    how_to_play = (
        "Take stones from one heap, at least one. The players take turns; whoever takes the last stone wins, and all "
        "others lose."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        """The pile by its letter, and how many stones are taken."""
        return f"{chr(97 + a % len(self.piles))}{a // len(self.piles)}"

    def text(self, s: State) -> str:
        return " ".join(map(str, s.piles)) + f"   player {s.turn + 1} to move"

    def parse(self, text: str) -> State:
        """The piles and whose turn it is, as ``text`` writes them; without that it is the first player's."""
        words, _, rest = text.partition("player")
        number = rest.split()[:1] or ["1"]
        if not all(w.isdigit() for w in [*words.split(), *number]) or len(words.split()) != len(self.piles):
            raise GameError(f"not a position: write {len(self.piles)} piles, such as {self.text(self.initial())}")
        if not 1 <= int(number[0]) <= self.players:
            raise GameError(f"not a position: there is no player {number[0]} of {self.players}")
        return State(tuple(map(int, words.split())), int(number[0]) - 1)
