"""The options of Monte-Carlo tree search."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.game import provides
from gametree.hooks import asked
from gametree.options import check_options
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

CHOICES = {"selection": ("auto", "ucb", "puct"), "prior": ("auto", "order", "evaluate")}
"""The options that are words, and what they may be."""


@dataclass(frozen=True)
class MctsOptions:
    """How the tree is searched.

    >>> MctsOptions.named(exploration=0.5).exploration
    0.5
    """

    exploration: float = 0.7
    """The weight of the bonus for moves that were rarely tried. Its unit is the difference between the best and the
    worst payoff that playouts have found."""
    selection: str = "auto"
    """How a move is chosen: ``ucb`` by upper confidence bounds, ``puct`` by those with priors. auto: ``puct`` where the
    game has hints of which its priors can be made, and does not say itself that its ``evaluate`` says little."""
    prior: str = "auto"
    """Where the priors of moves come from: the game's ``order``, or ``evaluate`` of the position after the move. auto:
    ``order`` if the game has it, otherwise ``evaluate``, otherwise all are equal."""
    urgency: float = -1.0
    """First-play urgency: what a move counts for that was not tried yet, from 0 (as the worst payoff found) to 1 (the
    best). −1: with ``ucb`` such moves are tried first; with ``puct`` they are as good as the position is so far."""
    bias: float = 0.0
    """Progressive bias: the weight of a bonus by the prior of a move, which fades as the move is tried."""
    rave: int = 0
    """All moves as first (RAVE): after about this many visits a move's own average counts as much as that of all games
    in which the move was played later. 0: off."""
    implicit: float = 0.0
    """Implicit minimax backups: the weight, from 0 to 1, of the game's estimates backed up by minimax."""
    transpositions: bool = False
    """Positions reached by different moves share their children."""
    playouts: int = 1
    """How many games are played out from a new leaf."""
    plies: int = -1
    """A playout ends after this many plies, and the game's estimate counts; without one it is a draw. −1: 1000."""
    grow: int = 1
    """A leaf grows when it was visited this often. It doubles whenever the memory is full."""
    foresight: bool = True
    """Ends that the game's ``foresee`` finds are neither searched nor played out, and its ``candidates`` are the moves
    of the tree and of playouts."""
    policy: bool = True
    """Playouts go by the game's ``playout_weight``, ``playout_reply`` and ``playout_over``. Off: all moves are equally
    likely."""
    replies: bool = True
    """In a playout, the last move is answered as the game's ``playout_reply`` says."""
    decisive: bool = False
    """In a playout, a move that wins at once is played (in the tree it always is). A game with ``foresee`` knows its
    wins without that."""
    seed: int = 0
    """The seed of the playouts: the same seed gives the same answer, with one thread and a limit of nodes."""

    @property
    def extras(self) -> int | None:
        """None if the kernel needs nothing but plain UCT: a smaller one is compiled then."""
        wanted = self.decisive, self.selection == "puct", self.urgency >= 0, self.bias, self.rave, self.implicit
        return 1 if any(wanted) or self.transpositions else None

    def source(self, game: AnyGame) -> str:
        """Which hook of a game the priors come from; empty if there is none, or if no option needs them."""
        if self.selection != "puct" and not self.bias:
            return ""
        return self.hints(game)

    def hints(self, game: AnyGame) -> str:
        """Which hook of a game priors would come from; empty if there is none."""
        hooks = ("order", "evaluate") if self.prior == "auto" else (self.prior,)
        return next((hook for hook in hooks if provides(game, hook)), "")

    def chosen(self, game: AnyGame) -> str:
        """How a move is chosen in a game, if that is left open (docs/montecarlo.md has the matches)."""
        hints = self.hints(game)
        says_little = hints == "evaluate" and asked(game, "algorithm") == "mcts"
        return "puct" if hints and not says_little and game.players == 2 else "ucb"

    def switches(self, game: AnyGame) -> int:
        """What is on and off, in bits."""
        from gametree.engine.mcts import memory as m

        source = self.source(game)
        on = {
            m.FORESIGHT: self.foresight, m.POLICY: self.policy, m.DECISIVE: self.decisive,
            m.REPLYING: self.replies,
            m.PUCT: self.selection == "puct",
            m.PRIORS: self.selection == "puct" or self.bias > 0, m.BY_ORDER: source == "order",
            m.GUESSING: self.implicit > 0 or source == "evaluate", m.AMAF: self.rave > 0,
            m.SHARING: self.transpositions,
        }  # fmt: skip
        return sum(switch for switch, whether in on.items() if whether)

    def arrays(self, game: AnyGame) -> tuple[int, ...]:
        """The arrays of the tree that only these options need."""
        from gametree.engine.mcts import memory as m

        on = self.switches(game)
        wanted = {m.GUESSING: (m.GUESS,), m.AMAF: (m.AMAF_VISITS, m.AMAF_TOTAL), m.SHARING: (m.KEYS, m.FOUND)}
        return tuple(array for switch, arrays in wanted.items() if on & switch for array in arrays)

    def fitting(self, game: AnyGame) -> MctsOptions:
        """These options for a game, with nothing left open; a GameError says what it lacks for them.

        >>> from gametree import load
        >>> MctsOptions.named().fitting(load("othello")).selection
        'puct'
        >>> MctsOptions.named(transpositions=True).fitting(load("chess"))
        Traceback (most recent call last):
        gametree.errors.GameError: transpositions: a position of chess can come back, and then its past counts
        """
        if self.implicit and not provides(game, "evaluate"):
            raise GameError(f"implicit: {title(game)} has no evaluate")
        if self.prior != "auto" and not provides(game, self.prior):
            raise GameError(f"prior: {title(game)} has no {self.prior}")
        if self.bias and not self.source(game):
            raise GameError(f"bias: {title(game)} has neither order nor evaluate")
        if self.transpositions and (game.repetition != "ignore" or provides(game, "repeated")):
            raise GameError(f"transpositions: a position of {title(game)} can come back, and then its past counts")
        return replace(self, selection=self.chosen(game)) if self.selection == "auto" else self

    @classmethod
    def named(cls, **changes: object) -> MctsOptions:
        """The usual options, with some of them changed."""
        check_options("mcts", {f.name: f.default for f in fields(cls)}, changes)
        made = cls(**changes)  # pyright: ignore[reportArgumentType]
        for name in ("playouts", "grow"):
            if getattr(made, name) < 1:
                raise GameError(f"{name} must be 1 or more, not {getattr(made, name)}")
        for name in ("exploration", "bias", "rave"):
            if not 0 <= getattr(made, name) < 1e6:
                raise GameError(f"{name} must be 0 or more, not {getattr(made, name)}")
        for name, words in CHOICES.items():
            if getattr(made, name) not in words:
                raise GameError(f"{name} must be {' or '.join(words)}, not {getattr(made, name)}")
        if made.plies < -1:
            raise GameError(f"plies must be a number of moves, -1 for the usual one, not {made.plies}")
        if made.urgency != -1 and not 0 <= made.urgency <= 1:
            raise GameError(f"urgency must be from 0 to 1, -1 for the usual one, not {made.urgency}")
        if not 0 <= made.implicit <= 1:
            raise GameError(f"implicit must be from 0 to 1, not {made.implicit}")
        return made
