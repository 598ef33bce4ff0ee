"""Programs that keep the game themselves, and are sent only the new moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import Line

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.protocols.client import Program


class Follower:
    """The part of a client that keeps a program's board up to date."""

    game: AnyGame
    program: Program
    known: Line[Any] | None = None
    """The game as the program knows it, up to its own last move; None if that is unknown."""

    def restart(self, start: Any) -> None:
        """Tell it to begin again, from this position."""
        raise NotImplementedError

    def tell(self, s: Any, action: int) -> None:
        """Tell it a move."""
        raise NotImplementedError

    def follow(self, line: Line[Any]) -> Any:
        """Send the moves that it does not know yet; return the present position."""
        known = self.known
        if known is None or known.start != line.start or line.actions[: len(known.actions)] != known.actions:
            self.known = None
            self.restart(line.start)
            known = Line(line.start)
        s = known.states(self.game)[-1]
        for action in line.actions[len(known.actions) :]:
            self.tell(s, action)
            s = self.game.result(s, action)
        self.known = line
        return s
