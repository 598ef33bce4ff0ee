"""GTP's clocks: main time, then periods for a number of stones (Canadian byo-yomi). If the client does not send the
time left, we count it."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.protocols.gtp.words import COLOURS
from gametree.protocols.thinker import Order

if TYPE_CHECKING:
    from collections.abc import Generator


class GtpClock:
    """Both sides' clocks.

    >>> clock = GtpClock()
    >>> clock.settings("60 10 5"); clock.order(0).clock
    GameClock(left=60.0, increment=0.0, moves=None)
    >>> clock.tell("black 8 4"); clock.order(0).clock
    GameClock(left=8.0, increment=0.0, moves=4)
    """

    def __init__(self) -> None:
        self.main = self.period = 0
        self.stones = 0
        self.restart()

    def restart(self) -> None:
        """A game begins."""
        self.used = [0.0, 0.0]
        self.told: dict[int, tuple[int, int]] = {}

    def settings(self, words: str) -> None:
        """``time_settings``: seconds, seconds of a period, stones in it."""
        if not re.fullmatch(r"\d{1,9}\s+\d{1,9}\s+\d{1,9}", words, re.ASCII):
            raise GameError("syntax error")
        self.main, self.period, self.stones = map(int, words.split())
        self.restart()

    def settings_of_kgs(self, words: str) -> None:
        """``kgs-time_settings``: ``none``, ``absolute``, ``canadian`` or ``byoyomi``. A period of byo-yomi is for one
        stone: we never use up more than one.

        >>> clock = GtpClock()
        >>> clock.settings_of_kgs("byoyomi 0 30 5"); clock.order(0).clock
        GameClock(left=30.0, increment=0.0, moves=1)
        """
        kind, _, numbers = words.partition(" ")
        pattern = {"none": "", "absolute": r"\d{1,9}", "canadian": r"\d{1,9} \d{1,9} \d{1,9}"}
        told = " ".join(numbers.split())
        found = re.fullmatch({**pattern, "byoyomi": pattern["canadian"]}.get(kind, "(?!)"), told, re.ASCII)
        if not found:
            raise GameError("syntax error")
        main, period, stones = (*told.split(), "0", "0", "0")[:3]
        self.settings({"none": "0 1 0", "byoyomi": f"{main} {period} 1"}.get(kind, f"{main} {period} {stones}"))

    def tell(self, words: str) -> None:
        """``time_left``: a colour, seconds, and stones to play in them (0 for main time)."""
        found = re.fullmatch(r"(\S+)\s+(-?\d{1,9})\s+(\d{1,9})", words, re.ASCII)
        if not found or found[1].lower() not in COLOURS:
            raise GameError("syntax error")
        self.told[COLOURS[found[1].lower()]] = max(int(found[2]), 0), int(found[3])

    def order(self, player: int) -> Order:
        """How long a player may think about a move: one second if nothing was set."""
        if self.period and not self.stones:
            return Order(seconds=1.0)  # GTP's way to say: no limits
        if player in self.told:
            left, stones = self.told[player]
            return Order(clock=GameClock(max(float(left), 0.001), 0.0, stones or None))
        if (left := self.main - self.used[player]) > 0:
            return Order(clock=GameClock(left, 0.0, None))
        if self.period:
            return Order(clock=GameClock(float(self.period), 0.0, self.stones))
        return Order(clock=GameClock(0.001)) if self.main else Order(seconds=1.0)

    @contextmanager
    def running(self, player: int) -> Generator[None]:
        """While a player thinks."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.used[player] += time.monotonic() - begun
