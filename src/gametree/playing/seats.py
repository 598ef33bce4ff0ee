"""Who plays: which players are people, and their names."""

from __future__ import annotations

from gametree.errors import GameError


class Seats:
    """The players of a game; those in ``humans`` are people, and the computer plays the others.

    >>> seats = Seats(2)
    >>> seats.give("second")
    >>> seats.names(), seats.sides()
    (['the computer', 'you'], 'you play second')
    """

    def __init__(self, players: int):
        self.players = players
        self.humans: set[int] = set()

    def give(self, words: str) -> None:
        """Seat people: ``first``, ``second``, ``both``, ``none``, or the numbers of players (``1,3``)."""
        everyone = set(range(self.players))
        named = {"first": {0}, "second": {1} & everyone, "both": everyone, "all": everyone, "none": set[int]()}
        if words in named:
            self.humans = named[words]
            return
        numbers = words.replace(",", " ").split()
        if not numbers or not all(n.isdecimal() and int(n) - 1 in everyone for n in numbers):
            raise GameError(f"no side {words!r}: write first, second, both, none, or numbers from 1 to {len(everyone)}")
        self.humans = {int(n) - 1 for n in numbers}

    def change(self) -> None:
        """One person and the computer change sides."""
        if self.players != 2 or len(self.humans) != 1:
            raise GameError("which side? write side first, second, both or none")
        self.humans = {0, 1} - self.humans

    def names(self) -> list[str]:
        """The names of the players."""
        numbered = (
            ["the first player", "the second player"]
            if self.players == 2
            else [f"player {n + 1}" for n in range(self.players)]
        )
        if len(self.humans) == 1:
            return [
                "you" if n in self.humans else "the computer" if len(numbered) == 2 else name
                for n, name in enumerate(numbered)
            ]
        return numbered

    def sides(self) -> str:
        """Who plays what, in words."""
        if len(self.humans) == self.players:
            return "you play both sides" if self.players == 2 else "you play all sides"
        if not self.humans:
            return "the computer plays itself"
        order = ["first", "second"] if self.players == 2 else [f"player {n + 1}" for n in range(self.players)]
        return f"you play {' and '.join(order[n] for n in sorted(self.humans))}"

    def signatures(self, computer: str) -> tuple[str, str]:
        """The names of the two players in a record."""
        first, second = ("human" if n in self.humans else computer for n in range(2))
        return first, second
