"""``explore``: walk through a solved game, seeing what every position and every move is worth."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from gametree.analysis import show_value
from gametree.errors import GameError
from gametree.game import AnyGame, over
from gametree.notation.names import line_at, read_action, read_position
from gametree.solving.solution import outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.solving.label import Label
    from gametree.solving.solution import Solution

COMMANDS = {
    "MOVE …": "play one or more moves, by name",
    "undo": "take the last move back",
    "best": "play the best move",
    "line": "the line of best play from here",
    "start": "back to where the walk began",
    "go POSITION": "another position, as the game writes it",
    "stats": "counts over all positions",
    "quit": "end the walk",
}


def explore(
    solution: Solution,
    position: Any = None,
    *,
    ask: Callable[[], str] | None = None,
    tell: Callable[[str], None] = print,
) -> None:
    """Walk through a solved game: each position is shown with its value and remoteness, and with those of every move,
    the best first. Commands are read a line at a time until ``quit`` or the end of the input.

    >>> from gametree import load, solve
    >>> game = load("nim:1,2")
    >>> lines = iter(["b1", "quit"])
    >>> explore(solve(game), ask=lambda: next(lines))
    a1 b2   nim-sum 3   Max to move
    a win for Max, value 1, end in 3
      b1     win 1   end in 3
      a1    loss -1   end in 2
      b2    loss -1   end in 2
    a1 b1   nim-sum 0   Min to move
    a win for Max, value 1, end in 2
      a1     win 1   end in 2
      b1     win 1   end in 2
    """
    _Explorer(solution, position, ask or _ask, tell).run()


def _ask() -> str:
    return input("explore> " if sys.stdin.isatty() else "")


class _Explorer:
    def __init__(self, solution: Solution, position: Any, ask: Callable[[], str], tell: Callable[[str], None]):
        if solution.rules is None:
            raise GameError(f"{solution.game}: the rules of the game are not available")
        self.solution, self.ask, self.tell = solution, ask, tell
        self.game: AnyGame = solution.rules
        self.timed = tells_distances(solution.labels)
        self.path: list[Any] = [line_at(self.game, position).states(self.game)[-1]]

    def run(self) -> None:
        self.show()
        while True:
            try:
                words = self.ask().split()
            except EOFError:
                return
            if words and words[0].casefold() in ("quit", "q", "exit"):
                return
            if words:
                self.obey(words)

    def obey(self, words: list[str]) -> None:
        """Do one command; a mistake is reported and changes nothing."""
        before = list(self.path)
        try:
            self._obey(words)
        except GameError as error:
            self.path = before
            self.tell(str(error))

    def _obey(self, words: list[str]) -> None:
        command = words[0].casefold()
        if command in ("help", "?"):
            self.tell("\n".join(f"{word:<12} {what}" for word, what in COMMANDS.items()))
        elif command == "stats":
            self.tell(self.statistics())
        elif command == "line":
            self.tell(" ".join(self.solution.line(self.path[-1])) or "the game is over")
        else:
            if command == "undo":
                self.undo()
            elif command == "start":
                self.path = self.path[:1]
            elif command == "go":
                self.path = [read_position(self.game, " ".join(words[1:]))]
            elif command == "best":
                self.play(self.best())
            else:
                for word in words:
                    self.play(read_action(self.game, self.path[-1], word))
            self.show()

    def undo(self) -> None:
        if len(self.path) == 1:
            raise GameError("there is no move to take back")
        self.path.pop()

    def best(self) -> int:
        moves = self.solution.moves(self.path[-1])
        if not moves:
            raise GameError("there is no move: the game is over")
        return moves[0].action

    def play(self, action: int) -> None:
        self.path.append(self.game.result(self.path[-1], action))

    def show(self) -> None:
        """The position, its value, and its moves, the best first."""
        s = self.path[-1]
        self.tell(self.game.text(s))
        known = self.solution[s]
        self.tell(describe(self.game, known, timed=self.timed))
        if over(self.game, s):
            self.tell("the game is over")
        rows = [(m.name, outcome(self.game, m.value), m.value, m.remoteness) for m in self.solution.moves(s)]
        width = max((len(name) for name, *_ in rows), default=0)
        for name, word, value, remoteness in rows:
            end = ("never ends" if self.timed else "") if remoteness is None else f"end in {remoteness}"
            self.tell(f"  {name:<{width}}   {word:>5} {show_value(value)}   {end}")

    def statistics(self) -> str:
        """Counts over all positions."""
        from gametree.solving.database import Database

        if isinstance(self.solution.labels, Database):
            from gametree.solving.statistics import statistics

            return str(statistics(self.solution.labels))
        counts = {"wins": self.solution.wins, "losses": self.solution.losses, "draws": self.solution.draws}
        known = [f"{word}: {n:,}" for word, n in counts.items() if n is not None]
        return "\n".join([f"{self.solution.game}: {self.solution.positions:,} positions", *known])


def tells_distances(labels: Any) -> bool:
    """Do labels tell how far the end is? Not those of a table of values alone."""
    return not getattr(getattr(labels, "table", labels), "valued", False)


def describe(game: AnyGame, label: Label, *, timed: bool = True) -> str:
    """A label in words. Labels that are not ``timed`` tell no distances.

    >>> from gametree import load
    >>> from gametree.solving.label import Label
    >>> describe(load("connect4"), Label(-1.0, 8))
    'a win for Min, value -1, end in 8'
    """
    who = {"win": "a win for Max, ", "loss": "a win for Min, ", "draw": "a draw, "}.get(outcome(game, label.value), "")
    never = "play never ends" if timed else "the distance is not kept"
    end = never if label.remoteness is None else f"end in {label.remoteness}"
    return f"{who}value {show_value(label.value)}, {end}"
