"""What a game is: its rules as pure functions of a state, with the names of the textbooks.

A state is a ``NamedTuple`` of integers (or of fixed-length tuples of integers), an action is an integer, and the
instance's attributes are the game's parameters. Six methods are REQUIRED; each OPTIONAL one unlocks something. The base
class gives the neutral answer for each, so a search may always ask.

Every value is Max's. No value here is "from the mover's side": only the engines use that.
"""

from __future__ import annotations

import ast
import math
import re
from dataclasses import dataclass, is_dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX = 0
"""The first of two players: the one whose payoff ``utility`` is."""
MIN = 1
"""The second of two players."""
CHANCE = -1
"""What ``player`` returns where dice decide, not a player."""

S = TypeVar("S")
Payoff: TypeAlias = "float | tuple[float, ...]"


OFFERING: set[type] = set()
"""The classes that only offer hooks: their methods give the neutral answers."""
C = TypeVar("C", bound=type)


def offers(cls: C) -> C:
    """A class that offers hooks to games: a game that merely inherits them does not provide them."""
    OFFERING.add(cls)
    return cls


@offers
class Game(Generic[S]):
    """A game. Subclass it, and write at least the six required methods.

    A pile of stones; a move takes one or two; the player who takes the last stone wins:

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

    Its attributes:

    ``players = 2``
        OPTIONAL. How many players there are; with more than two, ``utility`` and ``evaluate`` return a tuple.

    ``bounds = (-1, 1)``
        OPTIONAL. The least and the greatest ``utility``; used for sure wins and losses, windows, pruning at chance
        nodes.

    ``evaluation = "relative"``
        OPTIONAL. What ``evaluate`` means. ``"relative"``: any scale, 0 is even, and a proven win or loss outranks every
        estimate. ``"utility"``: an estimate of the payoff itself, in its units; needed for scores and for chance.

    ``repetition = "draw"``
        OPTIONAL, for games with cycles. What happens when a position comes back: ``"draw"``, ``"loss"`` (for the player
        who brought it back), ``"illegal"`` (the move may not be made) or ``"ignore"``. The default is ``"draw"``; for a
        game that defines ``chances`` it is ``"ignore"``: dice may bring a position back, and the game goes on.

    ``recurrence = 2``
        OPTIONAL, for games with cycles. At which occurrence of a position ``repetition`` applies (chess: 3).
    """

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A hook of ``mixins.py`` that this game's classes do not have: its neutral answer."""
            for offering in OFFERING:
                if name in vars(offering) and not name.startswith("_"):
                    neutral = vars(offering)[name]
                    return neutral.__get__(self) if callable(neutral) else neutral
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # --- parameters of the class -------------------------------------------------------------------------------

    players: int = 2
    bounds: tuple[float, float] = (-1, 1)
    evaluation: str = "relative"
    repetition: str = "draw"
    recurrence: int = 2

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        said = {name for c in cls.__mro__ if c is not Game for name in vars(c)}
        if "chances" in said and "repetition" not in said:
            cls.repetition = "ignore"

    def __repr__(self) -> str:
        """The words that load the game, with all its parameters."""
        from gametree.titles import in_full

        return in_full(self)

    # --- the six required methods ------------------------------------------------------------------------------

    def initial(self) -> S:
        """REQUIRED. The state in which the game starts."""
        raise missing(self, "initial", "the state in which the game starts")

    def player(self, s: S) -> int:
        """REQUIRED. Whose turn it is: 0 is Max, 1 is Min, then the others; ``CHANCE`` for dice. Defined at the end of
        the game too (whose turn it would be)."""
        raise missing(self, "player", "whose turn it is")

    def actions(self, s: S) -> Iterable[int]:
        """REQUIRED. The legal actions, integers, each once; at least one unless the state is terminal."""
        raise missing(self, "actions", "the legal actions")

    def result(self, s: S, a: int) -> S:
        """REQUIRED. The state that action ``a`` leads to. ``a`` is legal: it is not checked again."""
        raise missing(self, "result", "the state after an action")

    def terminal(self, s: S) -> bool:
        """REQUIRED. Is the game over?"""
        raise missing(self, "terminal", "whether the game is over")

    def utility(self, s: S) -> Payoff:
        """REQUIRED. Max's payoff in a terminal state, or one payoff per player. With two players, a pair is worth half
        its difference to Max."""
        raise missing(self, "utility", "Max's payoff at the end")

    # --- optional: search --------------------------------------------------------------------------------------

    def evaluate(self, s: S) -> Payoff:
        """OPTIONAL, required for good play by a depth-limited search. An estimate for Max,
        on the scale that ``evaluation`` names. Without it every position at the depth limit counts as even."""
        return 0

    def chances(self, s: S) -> Iterable[tuple[int, float]]:
        """OPTIONAL, required where ``player(s) == CHANCE``. The outcomes with their probabilities, which sum to 1;
        each outcome goes through ``result``."""
        raise missing(self, "chances", "the outcomes of chance with their probabilities")

    def position(self, s: S) -> Any:
        """OPTIONAL, for games with cycles. The part of the state that makes "the same position" (chess leaves its
        counters out, positional superko leaves the mover out)."""
        return s

    def repeated(self, s: S) -> Payoff:
        """OPTIONAL, for games with cycles. Max's payoff where a cycle is neither a draw nor a loss (Awari splits what
        is left). Where it is defined it takes precedence over ``repetition``."""
        return even(self)

    def drawn(self, s: S) -> bool:
        """OPTIONAL. Is this a draw by rule (insufficient material, fifty moves)? Respected in play and in search,
        ignored by perft."""
        return False

    def quiet(self, s: S) -> bool:
        """OPTIONAL, required for quiescence. Is it safe to evaluate here?"""
        return True

    def tactics(self, s: S) -> Iterable[int]:
        """OPTIONAL, required for quiescence. The legal actions to try where it is not quiet."""
        return self.actions(s)

    def order(self, s: S, a: int) -> int:
        """OPTIONAL. A move-ordering hint: the higher, the earlier an action is tried, for both players."""
        return 0

    def rule_of_thumb(self, s: S) -> int:
        """OPTIONAL, required for the rule-based player. The action chosen by if-then rules, the first that applies."""
        raise missing(self, "rule_of_thumb", "the action that its if-then rules choose")

    # --- optional: solving -------------------------------------------------------------------------------------

    def symmetries(self, s: S) -> Iterable[S]:
        """OPTIONAL. The states equivalent to this one, so that they are counted once."""
        return ()

    def tier(self, s: S) -> int:
        """OPTIONAL, required for solving in levels. A number that never rises along a move."""
        raise missing(self, "tier", "the level of a state")

    def parents(self, s: S) -> Iterable[S]:
        """OPTIONAL, required for retrograde solving and for bottom-up dynamic programming. The states from which one
        action leads here."""
        raise missing(self, "parents", "the states that lead to a state")

    # --- optional: reading, writing, drawing -------------------------------------------------------------------

    def text(self, s: S) -> str:
        """OPTIONAL. The position for people, on one or more lines."""
        return str(s)

    def parse(self, text: str) -> S:
        """OPTIONAL. The state that a text describes. By default it reads what Python writes for the state, or just the
        numbers of a NamedTuple. A game with its own ``text`` should read that here."""
        return _parse_fields(self, self.initial(), text)

    def name(self, s: S, a: int, style: str = "") -> str:
        """OPTIONAL. What people call an action here (``style`` is one of ``styles``)."""
        return str(a)

    def picture(self, s: S) -> dict[str, Any]:
        """OPTIONAL. The board in plain words, for a drawing on which one can play: ``rows`` of characters, the top one
        first (X and O are marks, a capital letter is a man of Max, a small one of Min, a dot an empty cell), and
        under ``moves`` for each action the cell that it concerns, or a pair of cells, from and to. Cells are called a1,
        b1, … from the bottom left: ``{"rows": ["X.", ".O"], "moves": {0: "a1", 3: "b2"}}``. More keys make it a
        chequered board, hexagons, triangles, points with lines, or put pieces over several cells: docs/drawing.md.
        Without it a board is guessed where the state looks like one."""
        raise missing(self, "picture", "the board in plain words")

    def svg(self, s: S) -> str:
        """OPTIONAL. The position as a drawing. By default: the board of a game that has a ``picture`` or is drawn by
        gametree itself; otherwise the board that can be guessed, the text in a box, or a table of the fields."""
        from gametree.draw.board import board

        return board(self, s).svg()


AnyGame: TypeAlias = Game[Any]
REQUIRED = ("initial", "player", "actions", "result", "terminal", "utility")


def provides(game: AnyGame, hook: str) -> bool:
    """Does the game define this optional method or attribute itself?

    >>> provides(Game(), "evaluate")
    False
    """
    return hook in vars(game) or provided_by(type(game), hook)


def provided_by(cls: type[AnyGame], hook: str) -> bool:
    """Do all games of a class define this optional method or attribute themselves?"""
    defined: object = getattr(cls, hook, None)
    return defined is not None and all(vars(offering).get(hook) is not defined for offering in OFFERING)


def missing(game: object, method: str, what: str) -> GameError:
    """The error for a hook that is needed and not defined."""
    return GameError(f"{type(game).__name__} does not define {method}: {what}")


def _parse_fields(game: AnyGame, like: Any, text: str) -> Any:
    if not _same_shape(like, like):
        return _parse_literal(game, like, text)
    body = re.sub(r"^\s*\w+\s*\((.*)\)\s*$", r"\1", text, flags=re.DOTALL)
    body = re.sub(r"\b[A-Za-z_]\w*\s*=", "", body)
    if "," not in body:
        body = re.sub(r"\s+", ", ", body.strip())
    try:
        fields: Any = ast.literal_eval(f"({body},)")
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: deeply nested brackets
        raise GameError(f"not a position: {text!r}; write it as {like}") from None
    shape: tuple[Any, ...] = cast("tuple[Any, ...]", like)
    if not _same_shape(fields, shape) and not _same_shape(fields, shape, varying=_varying(game)):
        raise GameError(f"not a position: {text!r}; write it as {like}")
    return type(shape)._make(fields) if hasattr(shape, "_make") else fields  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def _parse_literal(game: AnyGame, like: Any, text: str) -> Any:
    """A state that is not integers alone, as Python writes it."""
    from gametree.literals import read_like

    try:
        s = read_like(like, text)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        if not isinstance(like, tuple | list | dict | set | frozenset) and not is_dataclass(like):
            raise GameError(
                f"positions of this game cannot be read from text: define parse(text) (got {text!r})"
            ) from None
        raise GameError(f"not a position: {text!r} ({error}); write it as {like}") from None
    if isinstance(s, str | tuple) and len(cast("str", s)) != len(like) and () not in _varying(game):
        raise GameError(f"not a position: {text!r}; write it as {like}")
    return cast("Any", s)


def _same_shape(
    value: object, like: object, varying: frozenset[tuple[int, ...]] = frozenset(), at: tuple[int, ...] = ()
) -> bool:
    """Are these tuples in tuples of integers, of the same lengths but for those that vary?"""
    if isinstance(value, tuple) and isinstance(like, tuple):
        items, others = cast("tuple[object, ...]", value), cast("tuple[object, ...]", like)
        if at in varying:
            return all(isinstance(x, int | tuple) for x in items)
        pairs = enumerate(zip(items, others, strict=False))
        return len(items) == len(others) and all(_same_shape(x, y, varying, (*at, i)) for i, (x, y) in pairs)
    return isinstance(value, int) and isinstance(like, int)


def _varying(game: AnyGame) -> frozenset[tuple[int, ...]]:
    """Where in its states a game has tuples of varying length, as one short game shows."""
    lengths: dict[tuple[int, ...], set[int]] = {}

    def look(x: object, at: tuple[int, ...]) -> None:
        if isinstance(x, str):
            lengths.setdefault(at, set()).add(len(x))
        if isinstance(x, tuple):
            items = cast("tuple[object, ...]", x)
            lengths.setdefault(at, set()).add(len(items))
            for i, item in enumerate(items):
                look(item, (*at, i))

    s = game.initial()
    for _ in range(40):
        look(s, ())
        if over(game, s) or game.player(s) == CHANCE:
            break
        s = game.result(s, next(iter(game.actions(s))))
    return frozenset(at for at, seen in lengths.items() if len(seen) > 1)


# --- what every user of a game asks ----------------------------------------------------------------------------------


def even(game: AnyGame) -> float:
    """The payoff of a draw: the middle of the bounds.

    >>> even(Game())
    0.0
    """
    low, high = game.bounds
    return (low + high) / 2


def smallest(game: Game[S], s: S) -> S:
    """Of a state and those that are symmetric to it, the smallest: it stands for all of them.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> smallest(game, game.parse("7")) == game.parse("1")
    True
    """
    images: list[Any] = [s, *game.symmetries(s)]
    try:
        return min(images)
    except TypeError:  # states that have no order
        return min(images, key=repr)


def worth(payoff: Payoff) -> float:
    """Max's value of a payoff of a two-player game: the number itself, or half the difference of a pair.

    >>> worth((5, 2)), worth(3)
    (1.5, 3)
    """
    if isinstance(payoff, tuple):
        mine, theirs = payoff
        return (mine - theirs) / 2
    return getattr(payoff, "item", lambda: payoff)()  # rules that read an array return NumPy numbers


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
    return even_payoff(game)


def even_payoff(game: AnyGame) -> Payoff:
    """What a draw pays: the even payoff, with more than two players to each of them."""
    return even(game) if game.players <= 2 else (even(game),) * game.players


def legal(game: Game[S], s: S) -> list[int]:
    """The legal actions as a list, empty if the game is over; for a chance node the outcomes."""
    if over(game, s):
        return []
    if game.player(s) == CHANCE:
        return [outcome for outcome, _ in game.chances(s)]
    return list(game.actions(s))


@dataclass(frozen=True)
class Line(Generic[S]):
    """A start and the actions played from it: a position with its history, which repetition needs.

    Every argument ``position`` accepts a state or a Line.
    """

    start: S
    """The state from which the actions are played."""
    actions: tuple[int, ...] = ()
    """The actions, as the integers that the game knows them by."""

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
    front: Any = vars(game).get("_front")  # a game whose states are packed (compile/frontend): they come as the user's
    if front is not None:
        return front.line(position)
    return cast("Line[S]", position) if isinstance(position, Line) else Line(position)


def as_written(game: AnyGame, position: Any) -> tuple[AnyGame, Any]:
    """The user's own game and position, for what runs in plain Python: a packed game (``compile/frontend``) has room
    only for values like those that random games have shown. With actions that are numbered, or states that have no
    hash (lists, dicts), it stays packed."""
    front: Any = vars(game).get("_front")
    if front is None or front.numbers_actions:
        return game, position
    line = line_of(game, position)
    start = front.unpacked(line.start)
    try:
        hash(start)
    except TypeError:
        return game, position
    return front.original, Line(start, line.actions)


def says(game: AnyGame, hook: str) -> bool:
    """Has the author of the game defined this? (A packed game, ``compile/frontend``, defines more for him.)"""
    front: Any = vars(game).get("_front")
    return provides(game if front is None else front.original, hook)


def state_shown(game: Game[S], state: S) -> Any:
    """A state as its user writes it: that of a packed game (``compile/frontend``) is unpacked."""
    front: Any = vars(game).get("_front")
    return state if front is None else front.unpacked(state)


def repetition_payoff(game: Game[S], history: Sequence[S]) -> Payoff | None:
    """The payoff because the last position of the history occurs for the ``recurrence``-th time, or None. It is Max's,
    or with more than two players one for each.

    With ``repetition = "illegal"`` the payoff is NaN (``is_illegal``), and searches skip the move.
    """
    if game.repetition == "ignore" and not provides(game, "repeated"):
        return None
    last = game.position(history[-1])
    if sum(game.position(s) == last for s in history) < game.recurrence:
        return None
    if provides(game, "repeated"):
        paid = game.repeated(history[-1])
        return paid if game.players > 2 else worth(paid)
    if game.repetition == "illegal":
        return float("nan")
    if game.repetition == "loss":
        low, high = game.bounds
        loser = game.player(history[-2])
        if game.players > 2:
            return tuple(low if player == loser else even(game) for player in range(game.players))
        return low if loser == MAX else high
    return even_payoff(game)


def is_illegal(paid: Payoff | None) -> bool:
    """Does ``repetition_payoff`` say that the position may not come back?"""
    return isinstance(paid, float) and math.isnan(paid)
