"""Creates the players of a match, and keeps programs between games."""

from __future__ import annotations

import gc
import threading
from typing import TYPE_CHECKING

from gametree.game import CHANCE
from gametree.tournament.players import BestPlayer, Player
from gametree.tournament.programs import ProgramPlayer
from gametree.tournament.spec import Spec

if TYPE_CHECKING:
    from gametree.tournament.plan import Plan


def seated(words: str, seed: str) -> BestPlayer | ProgramPlayer:
    """A player from words, for games outside of a match.

    >>> seated("alphabeta:depth=3,name=three", "").name
    'three'
    """
    spec = Spec.read(words)
    return BestPlayer(spec, seed) if spec.command is None else ProgramPlayer(spec)


class Lobby:
    """Creates the players of a plan. Our own player is made again for each game, so nothing learned in one game helps
    in the next. A program is started once for each game that is played at the same time."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.waiting: dict[int, list[ProgramPlayer]] = {}
        self.lock = threading.Lock()

    def warm_up(self) -> None:
        """Each of our players searches the first opening, and every program is started. So nothing is compiled while a
        clock runs, and mistakes in the options are reported before anything is written. Moves that no clock decides
        need not wait for the compiler."""
        plan = self.plan
        line = plan.opening(0)
        s = line.states(plan.game)[-1]
        while plan.game.player(s) == CHANCE:
            outcome = next(iter(plan.game.chances(s)))[0]
            line, s = line.then(outcome), plan.game.result(s, outcome)
        for number, player in enumerate(plan.players):
            if isinstance(player, Spec) and player.command is not None:
                program = ProgramPlayer(player)
                self.waiting.setdefault(number, []).append(program)
                program.begin(plan.game)
                program.close()
            elif isinstance(player, Spec):
                BestPlayer(player, seed="").warm_up(plan.game, line, timed=plan.conditions.control is not None)
        # the compiler leaves many objects: a garbage collection over them may cost a player 100 ms
        gc.collect()
        gc.freeze()

    def seat(self, number: int, seed: str, stop: threading.Event) -> Player:
        """The player of this number, for one game."""
        player = self.plan.players[number]
        if not isinstance(player, Spec):
            return player
        if player.command is None:
            return BestPlayer(player, seed, stop)
        with self.lock:
            waiting = self.waiting.setdefault(number, [])
            program = waiting.pop() if waiting else ProgramPlayer(player)
        program.stop = stop
        return program

    def leave(self, number: int, player: Player) -> None:
        """The game is over."""
        player.close()
        if isinstance(player, ProgramPlayer):
            with self.lock:
                self.waiting[number].append(player)

    def close(self) -> None:
        """The match is over: programs are ended."""
        for programs in self.waiting.values():
            for program in programs:
                program.quit()
        self.waiting.clear()
        gc.unfreeze()
