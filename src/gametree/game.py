"""What a game is: its rules as pure functions of a state, with the names of the textbooks.

A state is a ``NamedTuple`` of integers (or of fixed-length tuples of integers), an action is an integer, and the
instance's attributes are the game's parameters. Six methods are REQUIRED; each OPTIONAL one unlocks something, and what
the base class answers for it is the neutral answer, so that a search may always ask.

Every value is Max's. Nothing here is ever seen "from the mover's side": that is the engines' business.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX = 0
"""The first of two players: the one whose payoff ``utility`` is."""
MIN = 1
"""The second of two players."""
CHANCE = -1
"""What ``player`` answers where dice, not a player, decide."""

S = TypeVar("S")
Payoff: TypeAlias = "float | tuple[float, ...]"


class Game(Generic[S]):
    """A game. Subclass it, and write at least the six required methods.

    A pile of stones; a move takes one or two; whoever takes the last stone wins:

    >>> from typing import NamedTuple
    >>> class Pile(NamedTuple):
    ...     stones: int
    ...     turn: int
    >>> class Take(Game):
    ...     def __init__(self, stones=4):
    ...         self.stones = stones
    ...     def initial(self): return Pile(self.stones, 0)
    ...     def player(self, s): return s.turn
    ...     def actions(self, s):
    ...         for n in (1, 2):
    ...             if n <= s.stones:
    ...                 yield n
    ...     def result(self, s, a): return Pile(s.stones - a, 1 - s.turn)
    ...     def terminal(self, s): return s.stones == 0
    ...     def utility(self, s): return 1 if s.turn == 1 else -1
    >>> game = Take()
    >>> legal(game, game.initial())
    [1, 2]
    """

    # --- parameters of the class -------------------------------------------------------------------------------

    players: int = 2
    """OPTIONAL. How many players there are; with more than two, ``utility`` and ``evaluate`` return a tuple."""

    bounds: tuple[float, float] = (-1, 1)
    """OPTIONAL. The range of ``utility``: sure wins and losses, windows, pruning at chance nodes."""

    total: float | None = None
    """OPTIONAL, with more than two players. What the payoffs of all always add up to: pruning in max^n."""

    evaluation: str = "relative"
    """OPTIONAL. What ``evaluate`` means. ``"relative"``: any scale, 0 is even, and a proven win or loss outranks every
    estimate. ``"utility"``: an estimate of the payoff itself, in its units; needed for scores and for chance."""

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

    repetition: str = "draw"
    """OPTIONAL, for games with cycles. What happens when a position comes back: ``"draw"``, ``"loss"`` (for the player
    who brought it back), ``"illegal"`` (the move may not be made) or ``"ignore"``."""

    recurrence: int = 2
    """OPTIONAL, for games with cycles. At which occurrence of a position ``repetition`` applies (chess: 3)."""

    styles: ClassVar[tuple[str, ...]] = ()
    """OPTIONAL. The styles that ``name`` knows beside the plain one, e.g. ``("uci",)``."""

    theorems: tuple[str, ...] = ()
    """OPTIONAL, required for ultra-weak solving. The theorems that give the value of the game without a strategy, by
    name: ``("strategy stealing",)``. ``gametree.solving.theorems`` has them with their conditions."""

    def __repr__(self) -> str:
        """The words that load the game, with all its parameters."""
        from gametree.catalogue import in_full

        return in_full(self)

    # --- the six required methods ------------------------------------------------------------------------------

    def initial(self) -> S:
        """REQUIRED. The state in which the game starts."""
        raise _missing(self, "initial", "the state in which the game starts")

    def player(self, s: S) -> int:
        """REQUIRED. Whose turn it is: 0 is Max, 1 is Min, then the others; ``CHANCE`` for dice. Defined at the end of
        the game too (whose turn it would be)."""
        raise _missing(self, "player", "whose turn it is")

    def actions(self, s: S) -> Iterable[int]:
        """REQUIRED. The legal actions, integers, each once; at least one unless the state is terminal."""
        raise _missing(self, "actions", "the legal actions")

    def result(self, s: S, a: int) -> S:
        """REQUIRED. The state that action ``a`` leads to. ``a`` is legal: it is not checked again."""
        raise _missing(self, "result", "the state after an action")

    def terminal(self, s: S) -> bool:
        """REQUIRED. Is the game over?"""
        raise _missing(self, "terminal", "whether the game is over")

    def utility(self, s: S) -> Payoff:
        """REQUIRED. Max's payoff in a terminal state; or one payoff per player, of which with two players Max's worth
        is half the difference."""
        raise _missing(self, "utility", "Max's payoff at the end")

    # --- optional: search --------------------------------------------------------------------------------------

    def evaluate(self, s: S) -> Payoff:
        """OPTIONAL, required for a depth-limited search that is to see further than its horizon. An estimate for Max,
        on the scale that ``evaluation`` names. Without it the horizon is even everywhere."""
        return 0

    def chances(self, s: S) -> Iterable[tuple[int, float]]:
        """OPTIONAL, required where ``player(s) == CHANCE``. The outcomes with their probabilities, which sum to 1;
        each outcome goes through ``result``."""
        raise _missing(self, "chances", "the outcomes of chance with their probabilities")

    def position(self, s: S) -> Any:
        """OPTIONAL, for games with cycles. What of the state counts as "the same position" (chess leaves its counters
        out, positional superko leaves the mover out)."""
        return s

    def repeated(self, s: S) -> Payoff:
        """OPTIONAL, for games with cycles. Max's payoff where a cycle is neither a draw nor a loss (Awari splits what
        is left). Where it is defined it takes precedence over ``repetition``."""
        return even(self)

    def drawn(self, s: S) -> bool:
        """OPTIONAL. Is this a draw by rule (insufficient material, fifty moves)? Respected in play and in search,
        ignored by perft."""
        return False

    def key(self, s: S) -> Any:
        """OPTIONAL, for the transposition table. What of the state its worth depends on: states with the same key share
        an entry. Counters that hardly ever matter may be left out (chess leaves out the number of the move)."""
        return s

    def quiet(self, s: S) -> bool:
        """OPTIONAL, required for quiescence. Is it safe to evaluate here?"""
        return True

    def threatened(self, s: S) -> bool:
        """OPTIONAL, for search. Is the mover under a threat that he has to answer (chess: in check)? Then he may not
        stop at the estimate, and is searched one ply deeper."""
        return False

    def tactics(self, s: S) -> Iterable[int]:
        """OPTIONAL, required for quiescence. The legal actions to try where it is not quiet."""
        return self.actions(s)

    def order(self, s: S, a: int) -> int:
        """OPTIONAL. A move-ordering hint: the higher, the earlier an action is tried, whoever is to move."""
        return 0

    def foresee(self, s: S) -> tuple[Payoff, int]:
        """OPTIONAL. An end that is plain to see: Max's payoff, and how many actions away it is with best play; 0 where
        none is to be seen. Who defines it sees at least every end that is forced within two actions."""
        return 0, 0

    def finish(self, s: S, low: int, high: int) -> tuple[Payoff, int]:
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
        raise _missing(self, "null", "the state after a pass")

    def rules(self, s: S) -> int:
        """OPTIONAL, required for the knowledge-based player. The action that ordered if-then rules choose."""
        raise _missing(self, "rules", "the action that its if-then rules choose")

    # --- optional: solving -------------------------------------------------------------------------------------

    def symmetries(self, s: S) -> Iterable[S]:
        """OPTIONAL. The states equivalent to this one, so that they are counted once."""
        return ()

    def tier(self, s: S) -> int:
        """OPTIONAL, required for solving in levels. A number that never rises along a move."""
        raise _missing(self, "tier", "the level of a state")

    def parents(self, s: S) -> Iterable[S]:
        """OPTIONAL, required for retrograde solving and for bottom-up dynamic programming. The states from which one
        action leads here."""
        raise _missing(self, "parents", "the states that lead to a state")

    def index(self, s: S) -> int:
        """OPTIONAL, required for dense tables. A number from 0 to ``size - 1``, a different one for every state, but
        for those that are equivalent: they may share one. −1 for a state without a number: an end that is won by the
        side that moved there, or a state in the middle of a turn, whose player moves on at once to one that has a
        number."""
        raise _missing(self, "index", "the number of a state")

    def state(self, i: int) -> S:
        """OPTIONAL, required for dense tables. The inverse of ``index``: a state with this number. A number that no
        state has may give any state of another number; so the numbers that are not used are known."""
        raise _missing(self, "state", "the state of a number")

    size: int = 0
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

    def reach(self, s: S) -> tuple[float, float]:
        """OPTIONAL, for weak solving, and for searches where only the payoff counts (``haste``). The least and the
        greatest payoff that play from here can still come to, endless play included: a side that cannot win any more
        need not be watched, and what cannot come into a search's window is not searched."""
        return self.bounds

    # --- optional: reading, writing, drawing -------------------------------------------------------------------

    def text(self, s: S) -> str:
        """OPTIONAL. The position for people, on one or more lines."""
        return str(s)

    def parse(self, text: str) -> S:
        """OPTIONAL. The state that a text describes. As it comes, it reads what ``text`` writes for a NamedTuple, or
        just its numbers; a game that draws its own ``text`` should read it here."""
        return _parse_fields(self.initial(), text)

    def name(self, s: S, a: int, style: str = "") -> str:
        """OPTIONAL. What people call an action here (``style`` is one of ``styles``)."""
        return str(a)

    def transcript(self, s: S, text: str) -> Iterable[int]:
        """OPTIONAL. The actions that a text of moves plays from here, where people write moves otherwise than by their
        names with blanks between (``f5d6c3``)."""
        raise _missing(self, "transcript", "how moves are written one after the other")

    def picture(self, s: S) -> dict[str, Any]:
        """OPTIONAL. The board in plain words, for a drawing that one can play on: ``rows`` of characters, the top one
        first (X and O are marks, a capital letter is a man of Max's, a small one of Min's, a dot an empty cell), and
        under ``moves`` for each action the cell that it concerns, or a pair of cells, from and to. Cells are called a1,
        b1, … from the bottom left: ``{"rows": ["X.", ".O"], "moves": {0: "a1", 3: "b2"}}``."""
        raise _missing(self, "picture", "the board in plain words")

    def svg(self, s: S) -> str:
        """OPTIONAL. The position as a drawing. As it comes: the board of a game that has a ``picture`` or is drawn by
        gametree itself, else the text in a box."""
        from gametree.draw.board import board

        return board(self, s).svg()


AnyGame: TypeAlias = Game[Any]
REQUIRED = ("initial", "player", "actions", "result", "terminal", "utility")
OPTIONAL = tuple(
    name for name, value in vars(Game).items() if callable(value) and not name.startswith("_") and name not in REQUIRED
)


def provides(game: AnyGame, method: str) -> bool:
    """Does the game define this optional method or attribute itself?

    >>> provides(Game(), "evaluate")
    False
    """
    defined: object = getattr(type(game), method, None)
    return method in vars(game) or defined is not getattr(Game, method, None)


def numbers(game: AnyGame) -> int:
    """How many numbers the game has for its positions; 0 if it has none, whatever else it calls its ``size``.

    >>> from gametree import load
    >>> numbers(load("nim:heaps=[1,2]")), numbers(load("othello:size=6"))
    (12, 0)
    """
    return int(game.size) if provides(game, "index") and provides(game, "state") else 0


def _missing(game: object, method: str, what: str) -> GameError:
    return GameError(f"{type(game).__name__} does not define {method}: {what}")


def _parse_fields(like: Any, text: str) -> Any:
    if not isinstance(like, tuple):
        raise GameError(f"positions of this game cannot be read from text: define parse(text) (got {text!r})")
    body = re.sub(r"^\s*\w+\s*\((.*)\)\s*$", r"\1", text, flags=re.DOTALL)
    body = re.sub(r"\b[A-Za-z_]\w*\s*=", "", body)
    if "," not in body:
        body = re.sub(r"\s+", ", ", body.strip())
    try:
        fields: Any = ast.literal_eval(f"({body},)")
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: brackets within brackets
        raise GameError(f"not a position: {text!r}; write it as {like}") from None
    shape: tuple[Any, ...] = cast("tuple[Any, ...]", like)
    if not _same_shape(fields, shape):
        raise GameError(f"not a position: {text!r}; write it as {like}")
    return type(shape)._make(fields) if hasattr(shape, "_make") else fields  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def _same_shape(value: object, like: object) -> bool:
    if isinstance(value, tuple) and isinstance(like, tuple):
        items, others = cast("tuple[object, ...]", value), cast("tuple[object, ...]", like)
        return len(items) == len(others) and all(map(_same_shape, items, others))
    return isinstance(value, int) and isinstance(like, int)


# --- what every user of a game asks ----------------------------------------------------------------------------------


def even(game: AnyGame) -> float:
    """The payoff of a draw: the middle of the bounds.

    >>> even(Game())
    0.0
    """
    low, high = game.bounds
    return (low + high) / 2


def worth(payoff: Payoff) -> float:
    """What a payoff of a two-player game is worth to Max: itself, or half the difference of a pair.

    >>> worth((5, 2)), worth(3)
    (1.5, 3)
    """
    if isinstance(payoff, tuple):
        mine, theirs = payoff
        return (mine - theirs) / 2
    return getattr(payoff, "item", lambda: payoff)()  # rules that read an array give NumPy's numbers


def over(game: Game[S], s: S) -> bool:
    """Is the game over here, by its rules or as a draw by rule?"""
    return bool(game.terminal(s) or game.drawn(s))


def payoff(game: Game[S], s: S) -> Payoff:
    """The payoff where the game is ``over``."""
    if game.terminal(s):
        paid = game.utility(s)
        if paid is None:  # a return was forgotten  # pyright: ignore[reportUnnecessaryComparison]
            raise GameError(f"{type(game).__name__}: utility returns nothing, not Max's payoff, in {s}")
        return paid
    return even(game) if game.players <= 2 else (even(game),) * game.players


def legal(game: Game[S], s: S) -> list[int]:
    """The legal actions as a list, none where the game is over; for a chance node the outcomes."""
    if over(game, s):
        return []
    if game.player(s) == CHANCE:
        return [outcome for outcome, _ in game.chances(s)]
    return list(game.actions(s))


@dataclass(frozen=True)
class Line(Generic[S]):
    """A start and the actions played from it: a position with its history, which repetition needs.

    Wherever a position is asked for, a state or a Line will do.
    """

    start: S
    actions: tuple[int, ...] = ()

    def states(self, game: Game[S]) -> list[S]:
        """All the states of the line, the start first, the present one last."""
        states = [self.start]
        for a in self.actions:
            states.append(game.result(states[-1], a))
        return states

    def then(self, action: int) -> Line[S]:
        """The line one action longer."""
        return Line(self.start, (*self.actions, action))


def line_of(game: Game[S], position: S | Line[S] | None) -> Line[S]:
    """A position, given as a state, a Line or None for the initial state, as a Line."""
    if position is None:
        return Line(game.initial())
    return cast("Line[S]", position) if isinstance(position, Line) else Line(position)


def repetition_payoff(game: Game[S], history: Sequence[S]) -> float | None:
    """Max's payoff because the last position of the history occurs for the ``recurrence``-th time, or None.

    With ``repetition = "illegal"`` this is for searches to skip the move, and the payoff is NaN.
    """
    if game.repetition == "ignore" and not provides(game, "repeated"):
        return None
    last = game.position(history[-1])
    if sum(game.position(s) == last for s in history) < game.recurrence:
        return None
    if provides(game, "repeated"):
        return worth(game.repeated(history[-1]))
    if game.repetition == "illegal":
        return float("nan")
    if game.repetition == "loss":
        low, high = game.bounds
        return low if game.player(history[-2]) == MAX else high
    return even(game)
