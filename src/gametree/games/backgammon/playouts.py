"""One play of backgammon for a random game, without a list of all."""

from __future__ import annotations

from gametree.bits import nth, popcount
from gametree.games.backgammon.men import BAR, blocked, count, occupied
from gametree.games.backgammon.rules import Rules, State

TRIES = 4
"""How many pairs of points are tried with one random number: each takes less than eight of its 32 bits."""


class Playouts(Rules):
    """Plays that can be drawn."""

    def playout_action(self, s: State, number: int) -> int:
        """A man for each die, drawn from all that could be there for it and come to a point that is not blocked; if
        that is no play, what is left of the number serves for another draw. Doubles and the cube are listed."""
        high, low = s.dice >> 3, s.dice & 7
        if s.stage or high == low:
            return -1
        near, far, other_near, other_far = s.near, s.far, s.other_near, s.other_far
        if s.turn == 1:
            near, far, other_near, other_far = s.other_near, s.other_far, s.near, s.far
        points, closed = occupied(near, far), blocked(other_near, other_far)
        highs = (points | points >> low) & ~(closed << high | 1)
        lows = (points | points >> high) & ~(closed << low | 1)
        if points >> BAR:
            several, by_high, by_low = count(near, far, BAR) > 1, highs >> BAR, lows >> BAR
            if several or not by_low:
                highs &= 1 << BAR
            if several or not by_high:
                lows &= 1 << BAR
        if highs == 0 or lows == 0:
            return self.by_one_die(near, far, other_near, other_far, highs, high, lows, low, number)
        width = popcount(lows)
        pairs = popcount(highs) * width
        for _ in range(TRIES):
            number *= pairs
            p, q = nth(highs, (number >> 32) // width), nth(lows, (number >> 32) % width)
            number &= 0xFFFFFFFF
            if not (points >> q & 1 or q == p - high):
                continue
            is_play = self.plays_both(near, far, other_near, other_far, p, high, q, low)
            if is_play and not self.is_twin(near, far, other_near, other_far, p, high, q, low):
                return p | q << 5
        return -1

    def by_one_die(
        self,
        near: int,
        far: int,
        other_near: int,
        other_far: int,
        highs: int,
        high: int,
        lows: int,
        low: int,
        number: int,
    ) -> int:
        """The same where one of the dice cannot be played."""
        if highs:
            p = nth(highs, number * popcount(highs) >> 32)
            return p if self.fits(near, far, other_near, other_far, p, high) else -1
        if lows:
            q = nth(lows, number * popcount(lows) >> 32)
            return q << 5 if self.fits(near, far, other_near, other_far, q, low) else -1
        return 0
