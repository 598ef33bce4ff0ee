"""Games of a match on the workers of a cluster: a task is one game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gametree.cluster.carrying import Spot, carry, spot
from gametree.cluster.jobs import Job
from gametree.errors import GameError
from gametree.game import Line
from gametree.tournament.lobby import seated
from gametree.tournament.playing import play_game
from gametree.tournament.programs import ProgramPlayer
from gametree.tournament.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.cluster.carrying import Carried
    from gametree.tournament.plan import Key, Plan
    from gametree.tournament.playing import Conditions, Played


def play_away(
    carried: Carried,
    players: tuple[tuple[str, str], ...],
    opening: Spot,
    dice: str,
    conditions: Conditions,
) -> Played | None:
    """The work of one task: a game between players in words, each with its seed. A program is started for it."""
    game = carried.game()
    start = Spot(opening.start).state(game)
    for words, _ in players:
        _warm(carried, words, conditions.control is not None)
    seats = [seated(words, seed) for words, seed in players]
    try:
        return play_game(game, seats, opening.actions, start=start, dice=dice, conditions=conditions)
    finally:
        for seat in seats:
            seat.close()
            if isinstance(seat, ProgramPlayer):
                seat.quit()


@lru_cache(64)
def _warm(carried: Carried, words: str, timed: bool) -> None:
    """Compile what a player needs, once a worker, before a clock runs."""
    game, player = carried.game(), seated(words, "")
    if not isinstance(player, ProgramPlayer):
        player.warm_up(game, Line(game.initial()), timed=timed)


class Tour:
    """The games of a plan as jobs."""

    def __init__(self, plan: Plan):
        self.plan, self.carried = plan, carry(plan.game)
        self.words: list[str] = []
        for player in plan.players:
            if not isinstance(player, Spec):
                raise GameError(f"{player.name} is an object, which workers do not have: on a cluster give its words")
            self.words.append(player.text)

    def job(self, key: Key) -> Job:
        """One game. Openings, dice and seeds are those that it has on one machine."""
        plan, line = self.plan, self.plan.opening(key[1])
        players = tuple((self.words[n], f"{plan.seed} {key} {n}") for n in plan.seats(key))
        opening = Spot(spot(plan.game, line.start).start, line.actions)
        return Job(play_away, (self.carried, players, opening, f"{plan.seed} {key[1]}", plan.conditions))

    def jobs(self, keys: Iterable[Key], whose: dict[str, Key]) -> Iterable[Job]:
        """The games of these keys, as they are asked for; ``whose`` tells the key of each job."""
        for key in keys:
            job = self.job(key)
            whose[job.key] = key
            yield job
