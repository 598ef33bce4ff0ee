"""Pig: roll a die as often as you dare; a 1 loses the points of the turn; the first player with enough points wins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from gametree.errors import GameError
from gametree.game import CHANCE, MAX, MIN, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

ROLL, HOLD = 1, 0
"""The two decisions. The outcomes of chance are the numbers that the die shows."""


class State(NamedTuple):
    """The scores, what this turn has gathered, whose turn it is, and whether the die is rolling."""

    first: int  # Max's score
    second: int  # Min's score
    gathered: int
    turn: int
    rolling: int


class Pig(Game[State]):
    """Pig with one die of ``sides`` sides, to ``target`` points.

    A turn begins with a roll. A roll of 1 ends the turn, and gains nothing; any other is added to what the turn has
    gathered, and the player rolls again or holds: then it is added to his score, and if that reaches the target he has
    won. The payoff is 1 to the winner of the two, so the value of a position is twice the chance to win, less 1.

    Todd Neller and Clifton Presser, *Optimal Play of the Dice Game Pig*, The UMAP Journal 25 (2004).

    >>> game = Pig()
    >>> s = game.result(game.result(game.result(game.initial(), 6), ROLL), 5)
    >>> print(game.text(s))
    Max 0, Min 0; Max has gathered 11
    >>> [game.name(s, a) for a in game.actions(s)]
    ['roll', 'hold']
    """

    # A turn that gains nothing brings the position back, and that is no draw: the game goes on.
    repetition = "ignore"
    evaluation = "utility"

    def __init__(self, target: int = 100, sides: int = 6):
        if target < 1 or sides < 2:
            raise GameError(
                f"Pig to {target} points with {sides} sides is not possible: 1 point or more, 2 sides or more"
            )
        self.target, self.sides = target, sides

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0, 0, MAX, 1)

    def player(self, s: State) -> int:
        return CHANCE if s.rolling else s.turn

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for number in range(1, self.sides + 1):
            yield number, 1 / self.sides

    def actions(self, s: State) -> Iterator[int]:
        """Where holding wins, there is nothing left to decide: rolling could only lose it."""
        if self.score(s, s.turn) + s.gathered < self.target:
            yield ROLL
        yield HOLD

    def result(self, s: State, a: int) -> State:
        if s.rolling:
            if a == 1:
                return State(s.first, s.second, 0, 1 - s.turn, 1)
            return State(s.first, s.second, s.gathered + a, s.turn, 0)
        if a == ROLL:
            return State(s.first, s.second, s.gathered, s.turn, 1)
        if s.turn == MAX:
            return State(min(s.first + s.gathered, self.target), s.second, 0, MIN, 1)
        return State(s.first, min(s.second + s.gathered, self.target), 0, MAX, 1)

    def score(self, s: State, player: int) -> int:
        """What a player has for sure."""
        return s.first if player == MAX else s.second

    def terminal(self, s: State) -> bool:
        return s.first >= self.target or s.second >= self.target

    def utility(self, s: State) -> int:
        return 1 if s.first >= self.target else -1

    # --- evaluation ----------------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> float:
        """What the scores differ by, the present turn's half counted, as a part of the target."""
        gathered = s.gathered if s.turn == MAX else -s.gathered
        lead = (s.first - s.second + gathered / 2) / self.target
        return min(max(lead, -0.99), 0.99)

    def rule_of_thumb(self, s: State) -> int:
        """The rule of thumb: hold at 20, or at what is still missing."""
        enough = min(20, self.target - self.score(s, s.turn))
        return HOLD if s.gathered >= enough else ROLL

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.scores:pig"
    called = "Pig"
    how_to_play = (
        "Roll a die as often as you dare: what it shows is added to the points of your turn. Hold to keep them. A 1 "
        "loses the points of the turn, and the other player rolls. The first player to reach the target wins."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        return str(a) if s.rolling else ("hold", "roll")[a]

    def text(self, s: State) -> str:
        die = ", the die rolls" if s.rolling else ""
        return f"Max {s.first}, Min {s.second}; {('Max', 'Min')[s.turn]} has gathered {s.gathered}{die}"

    def parse(self, text: str) -> State:
        match = re.fullmatch(
            r"\s*Max (\d+), Min (\d+); (Max|Min) has gathered (\d+)(, the die rolls)?\s*", text, re.IGNORECASE
        )
        if match is None:
            raise GameError(f"not a position: {text!r}; write it like {self.text(self.initial())!r}")
        first, second, gathered = int(match[1]), int(match[2]), int(match[4])
        if not (0 <= first <= self.target and 0 <= second <= self.target):
            raise GameError(f"not a position: scores are 0 to {self.target}")
        return State(first, second, gathered, int(match[3].lower() == "min"), int(match[5] is not None))
