"""Games that differ from chess in a rule or two: each a class that says only what is different."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit
from gametree.games.chess import Chess

if TYPE_CHECKING:
    from gametree.games.chess_board import State

CENTRE = bit(27) | bit(28) | bit(35) | bit(36)
"""The squares d4, e4, d5 and e5."""


class KingOfTheHill(Chess):
    """Chess in which a king that reaches the centre wins.

    >>> game = KingOfTheHill()
    >>> game.terminal(game.parse("8/8/8/4K3/8/8/8/k7 b - - 0 1"))
    True
    """

    def terminal(self, s: State) -> bool:
        return s.kings & CENTRE != 0 or super().terminal(s)

    def utility(self, s: State) -> int:
        if s.kings & CENTRE:
            return 1 if s.kings & CENTRE & s.white else -1
        return super().utility(s)

    def insufficient(self, s: State) -> bool:
        """A bare king can still walk to the centre."""
        return False


class Gardner(Chess):
    """Gardner's minichess on 5×5 squares: no long step of pawns, no castling.

    >>> len(list(Gardner().actions(Gardner().initial())))
    7
    """

    start = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"


VARIANTS: dict[str, type[Chess]] = {
    "kingofthehill": KingOfTheHill,
    "gardner": Gardner,
}
"""The variants by name, as UCI has it where it has one."""
