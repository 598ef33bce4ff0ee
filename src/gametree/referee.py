"""A game in progress: what is legal next, when it is over, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from gametree.analysis import show_value
from gametree.errors import GameError
from gametree.game import (
    CHANCE,
    AnyGame,
    Game,
    Line,
    Payoff,
    even,
    even_payoff,
    is_illegal,
    legal,
    over,
    payoff,
    provides,
    repetition_payoff,
    worth,
)
from gametree.hooks import asked
from gametree.notation.names import move_names, read_action

if TYPE_CHECKING:
    from collections.abc import Sequence

S = TypeVar("S")


class Referee(Generic[S]):
    """Keeps the record of a game and applies its rules, those about repeated positions too.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> r = Referee(game, Line(game.initial()))
    >>> r.play(r.read("4")); r.play(r.read("4"))
    >>> r.names(), r.line.actions, r.over()
    (['4', '4'], (3, 3), False)
    """

    def __init__(self, game: Game[S], line: Line[S]):
        self.game = game
        self.start = line.start
        self.states: list[S] = line.states(game)
        self.actions: list[int] = list(line.actions)

    @property
    def state(self) -> S:
        """The present state."""
        return self.states[-1]

    @property
    def line(self) -> Line[S]:
        """The start and what was played."""
        return Line(self.start, tuple(self.actions))

    def names(self) -> list[str]:
        """What was played, by name."""
        return move_names(self.game, self.start, tuple(self.actions))

    def player(self) -> int:
        """Whose turn it is."""
        player = self.game.player(self.state)
        if player != CHANCE and not 0 <= player < self.game.players:
            raise GameError(f"player(s) is {player}, not 0 to {self.game.players - 1} or CHANCE, in {self.state}")
        return player

    def legal(self) -> list[int]:
        """The legal actions, without those that a rule against repetition forbids."""
        return [a for a in legal(self.game, self.state) if not self._forbidden(a)]

    def play(self, action: int) -> None:
        """An action, a legal one, is played."""
        self.states.append(self.game.result(self.state, action))
        self.actions.append(action)

    def take_back(self) -> None:
        """The last action is taken back."""
        self.states.pop()
        self.actions.pop()

    def read(self, word: str) -> int:
        """The legal action that a word names; otherwise a GameError says why it is not legal."""
        if self.over():  # read_action does not know ends by repetition or without a legal move
            raise GameError(f"{word!r} cannot be played: the game is over")
        try:
            action = read_action(self.game, self.state, word)
        except GameError as error:
            if (move := self._was_legal(word)) is not None:
                _, _, rest = str(error).partition(" here;")
                raise GameError(f"{word!r} was legal at move {move}, and is no longer;{rest}") from None
            raise
        if self._forbidden(action):
            raise GameError(f"{word!r} is not allowed: it would bring an earlier position back")
        return action

    def over(self) -> bool:
        """Is the game over, by its rules, as a draw by rule, by repetition, or because no move is legal?"""
        return self.payoff() is not None

    def payoff(self) -> Payoff | None:
        """The payoff when the game is over, or None."""
        if over(self.game, self.state):
            return payoff(self.game, self.state)
        repeated = repetition_payoff(self.game, self.states)
        if repeated is not None and not is_illegal(repeated):
            return repeated
        return None if self.legal() else even_payoff(self.game)

    def reason(self) -> str:
        """Why the game is over, if the board alone does not show it."""
        if self.game.terminal(self.state):
            return self._ended()
        if self.game.drawn(self.state):
            return self._ended() or "a draw by rule"
        if repetition_payoff(self.game, self.states) is not None:
            return f"the same position for the {_ordinal(self.game.recurrence)} time"
        return "no legal move is left"

    def _ended(self) -> str:
        """What the game says of its end."""
        return asked(self.game, "ended")(self.state) if provides(self.game, "ended") else ""

    def _forbidden(self, action: int) -> bool:
        if self.game.repetition != "illegal":
            return False
        after = repetition_payoff(self.game, [*self.states, self.game.result(self.state, action)])
        return is_illegal(after)

    def _was_legal(self, word: str) -> int | None:
        """The number of an earlier move of the same player at which this word was legal."""
        for number, s in enumerate(self.states[:-1], 1):
            if self.game.player(s) == self.player() and word in {self.game.name(s, a) for a in legal(self.game, s)}:
                return number
        return None


def verdict(game: AnyGame, result: Payoff, names: Sequence[str]) -> str:
    """A payoff in words; ``names`` are the players'.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> verdict(game, 1, ("X", "O")), verdict(game, 0, ("X", "O"))
    ('X wins', 'a draw')
    >>> verdict(game, (30, 18), ("you", "the computer"))
    'you win, 30 to 18'
    """
    if isinstance(result, tuple) and len(result) > 2:
        first = [name for name, score in zip(names, result, strict=True) if score == max(result)]
        who = f"{' and '.join(first)} {_wins(first)}" if len(first) < len(result) else "a draw"
        return f"{who}, {show_value(result)}"
    middle = 0 if isinstance(result, tuple) else even(game)
    value = worth(result)
    if isinstance(result, tuple):
        score = f", {show_value(max(result))} to {show_value(min(result))}"
    else:
        score = "" if value in (*game.bounds, middle) else f", the value is {show_value(value)}"
    if value == middle:
        return f"a draw{score}"
    winner = names[0] if value > middle else names[1]
    return f"{winner} {_wins([winner])}{score}"


def _wins(names: list[str]) -> str:
    return "win" if names == ["you"] or len(names) > 1 else "wins"


def _ordinal(n: int) -> str:
    return {2: "second", 3: "third", 4: "fourth"}.get(n, f"{n}th")
