"""The options of Monte-Carlo tree search."""

from __future__ import annotations

from dataclasses import dataclass, fields

from gametree.errors import GameError
from gametree.options import check_options

ALWAYS = 1 << 40
"""As many plies as a playout may need."""


@dataclass(frozen=True)
class MctsOptions:
    """How the tree is searched.

    >>> MctsOptions.named(exploration=0.5).exploration
    0.5
    """

    exploration: float = 0.7
    """The weight of the bonus for moves that were rarely tried. Its unit is the difference between the best and the
    worst payoff that playouts have found."""
    playouts: int = 1
    """How many games are played out from a new leaf."""
    plies: int = -1
    """A playout ends after this many plies, and the game's estimate counts; without one it is a draw. −1: 1000."""
    grow: int = 1
    """A leaf grows when it was visited this often. It doubles whenever the memory is full."""
    foresight: bool = True
    """Ends that the game's ``foresee`` finds are neither searched nor played out, and its ``candidates`` are the moves
    of the tree and of playouts."""
    decisive: bool = False
    """In a playout, a move that wins at once is played (in the tree it always is). A game with ``foresee`` knows its
    wins without that."""
    seed: int = 0
    """The seed of the playouts: the same seed gives the same answer, with one thread and a limit of nodes."""

    @property
    def extras(self) -> int | None:
        """None if the kernel needs nothing but plain UCT: a smaller one is compiled then."""
        return 1 if self.decisive else None

    @property
    def switches(self) -> int:
        """What is on and off, in bits."""
        from gametree.engine.mcts.memory import DECISIVE, FORESIGHT

        return FORESIGHT * self.foresight | DECISIVE * self.decisive

    @classmethod
    def named(cls, **changes: object) -> MctsOptions:
        """The usual options, with some of them changed."""
        check_options("mcts", {f.name: f.default for f in fields(cls)}, changes)
        made = cls(**changes)  # pyright: ignore[reportArgumentType]
        for name in ("playouts", "grow"):
            if getattr(made, name) < 1:
                raise GameError(f"{name} must be 1 or more, not {getattr(made, name)}")
        if not 0 <= made.exploration < 1e6:
            raise GameError(f"exploration must be 0 or more, not {made.exploration}")
        if made.plies < -1:
            raise GameError(f"plies must be a number of moves, -1 for the usual one, not {made.plies}")
        return made
