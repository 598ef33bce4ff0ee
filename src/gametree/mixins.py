"""What a game may tell beyond the usual: each class here is a ``Game`` with a few more hooks, for those who want them.

A game inherits the class for its documentation and its types. The hooks are found by their names: a game that defines
one of them without the class is understood as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from gametree.game import AnyGame, Game, Payoff, missing, offers

if TYPE_CHECKING:
    from collections.abc import Iterable

S = TypeVar("S")


@offers
class Expert(Game[S]):
    """Hooks of an expert: what the author knows that a search would have to find out."""

    def key(self, s: S) -> Any:
        """OPTIONAL, for the transposition table. What of the state its worth depends on: states with the same key share
        an entry. Counters that hardly ever matter may be left out (chess leaves out the number of the move)."""
        return s

    def threatened(self, s: S) -> bool:
        """OPTIONAL, for search. Is the mover under a threat that he has to answer (chess: in check)? Then he may not
        stop at the estimate, and is searched one ply deeper."""
        return False

    def foresee(self, s: S) -> tuple[Payoff, int]:
        """OPTIONAL. An end that is plain to see: Max's payoff, and how many actions away it is with best play; 0 where
        none is to be seen. Who defines it sees at least every end that is forced within two actions."""
        return 0, 0

    def exact_end(self, s: S, low: int, high: int) -> tuple[Payoff, int]:
        """OPTIONAL. The end counted out by the game's own code, where that is quicker than a search: Max's payoff with
        best play, and within how many actions the game is over. Below 0 where that is not known: −n says that it will
        be in about n actions, and 0 says nothing. A payoff that is ``low`` or less may be too high, but not above
        ``low``; one that is ``high`` or more may be too low, but not below ``high``."""
        return 0, 0

    def candidates(self, s: S) -> Iterable[int]:
        """OPTIONAL. The legal actions worth a look, at least one: either one that wins at once, or all but some that
        lose to the next action. To win is to get the best payoff of the ``bounds``."""
        return self.actions(s)

    def null(self, s: S) -> S:
        """OPTIONAL, required for null-move pruning. The state after a pass."""
        raise missing(self, "null", "the state after a pass")

    def reach(self, s: S) -> tuple[float, float]:
        """OPTIONAL, for weak solving, and for searches where only the payoff counts (``haste``). The least and the
        greatest payoff that play from here can still come to, endless play included: a side that cannot win any more
        need not be watched, and what cannot come into a search's window is not searched."""
        return self.bounds

    total: float | None = None
    """OPTIONAL, with more than two players. What the payoffs of all always add up to: pruning in max^n."""


@offers
class Tuned(Game[S]):
    """How the engine should search this game."""

    margin: float = 0
    """OPTIONAL, with a relative ``evaluate``. By how much a move may well change the estimate: what is hopeless and
    what is far better is measured by that. 0: a few random games tell."""

    haste: bool = True
    """OPTIONAL. Does it matter how soon the game ends? Of two ways to the same payoff, a search then takes the quicker
    one when it is ahead, and the slower one when behind. False where only the payoff counts (the discs of Othello):
    that is known sooner, and how far away the end is remains open."""

    hints_tactics: bool = False
    """OPTIONAL. Is ``order`` above 0 for the ``tactics``, and else only for moves that must not be missed either? Then
    a search need not ask for the tactics as well to bring them to the front."""

    techniques_off: tuple[str, ...] = ()
    """OPTIONAL. Techniques of the search (``engine/options.py``) that do not pay in this game: they are off, unless
    asked for."""


@offers
class Numbered(Game[S]):
    """Positions with numbers, for solving in dense tables."""

    def index(self, s: S) -> int:
        """OPTIONAL, required for dense tables. A number from 0 to ``index_size - 1``, a different one for every state,
        but for those that are equivalent: they may share one. −1 for a state without a number: an end that is won by
        the side that moved there, or a state in the middle of a turn, whose player moves on at once to one that has a
        number."""
        raise missing(self, "index", "the number of a state")

    def state(self, i: int) -> S:
        """OPTIONAL, required for dense tables. The inverse of ``index``: a state with this number. A number that no
        state has may give any state of another number; so the numbers that are not used are known."""
        raise missing(self, "state", "the state of a number")

    index_size: int = 0
    """OPTIONAL, required for dense tables. How many numbers ``index`` uses; 0: this game has none after all."""

    relative_index: bool = False
    """OPTIONAL, for dense tables. Does ``index`` number positions as the mover sees them? Then ``state`` always has Max
    to move, and a state with Min to move has the number of the one with the sides exchanged, whose payoffs are the
    opposite."""

    def banked(self, s: S) -> float:
        """OPTIONAL, for dense tables of games of scores. What Max has for certain, whatever follows (stones taken, his
        less Min's): the value of a state is this and what the rest is worth, which does not depend on it. Then
        ``index`` may leave out what is banked."""
        return 0


@offers
class Notated(Game[S]):
    """Other ways in which people and programs write moves and positions."""

    styles: ClassVar[tuple[str, ...]] = ()
    """OPTIONAL. The styles that ``name`` knows beside the plain one, e.g. ``("uci",)``."""

    def transcript(self, s: S, text: str) -> Iterable[int]:
        """OPTIONAL. The actions that a text of moves plays from here, where people write moves otherwise than by their
        names with blanks between (``f5d6c3``)."""
        raise missing(self, "transcript", "how moves are written one after the other")

    def fen(self, s: S) -> str:
        """OPTIONAL. The position on one line, as other programs write it; ``parse`` reads it back."""
        raise missing(self, "fen", "the position on one line")


@offers
class Shown(Game[S]):
    """How drawings and the page show the game."""

    drawer: ClassVar[str] = ""
    """OPTIONAL. The function that draws a position, as ``"module:function"``. It is called with the game, the state and
    an empty ``gametree.draw.board.Board``, and returns a function from an action to the spots that it concerns. Where
    the game has a ``picture`` or an ``svg``, that is drawn instead."""

    numbers_pairs: ClassVar[bool] = False
    """OPTIONAL. Are moves numbered in pairs, one of each side (1. e4 e5 2. Nf3), and not one by one?"""

    sits_below: ClassVar[int | None] = None
    """OPTIONAL. The player who sits at the lower edge of the board. None where the board cannot be turned."""

    named_nodes: ClassVar[bool] = False
    """OPTIONAL. Are the positions nodes with names, and no boards? Then ``text`` begins with the name and a colon, and
    at an end the payoff follows. Drawings show that instead of a board."""


@offers
class Theory(Game[S]):
    """What theorems need to give the value of the game without a strategy."""

    theorems: tuple[str, ...] = ()
    """OPTIONAL, required for ultra-weak solving. The theorems that give the value of the game without a strategy, by
    name: ``("strategy stealing",)``. ``gametree.solving.theorems`` has them with their conditions."""

    def winning_sets(self) -> Iterable[Iterable[int]]:
        """OPTIONAL, required for pairing and for the theorem of Erdős and Selfridge. The sets of actions of which a
        player wins who has made all."""
        raise missing(self, "winning_sets", "the sets of actions that win")

    def mirrored(self, s: S, a: int) -> int:
        """OPTIONAL, required for the theorem of symmetry. The action by which the second player answers ``a``, made in
        ``s``: its mirror image."""
        raise missing(self, "mirrored", "the answer to action a, for symmetry")

    def exchanged(self, a: int) -> int:
        """OPTIONAL, for strategy stealing. The action that means to the other side what ``a`` means to this one, where
        it is not ``a`` itself."""
        return a


def numbered(game: AnyGame) -> Numbered[Any]:
    """The same game, as one whose positions have numbers: the type that dense tables work with."""
    return cast("Numbered[Any]", game)
