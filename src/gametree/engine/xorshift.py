# pyright: basic
"""Random numbers for compiled searches: xorshift64 (Marsaglia 2003)."""

from __future__ import annotations

from gametree.bits import shift_left, shift_right
from gametree.engine.dual import in_place


@in_place
def scramble(x):
    """The word after this one; never 0 if this is not."""
    x ^= shift_left(x, 13)
    x ^= shift_right(x, 7)
    x ^= shift_left(x, 17)
    return x


@in_place
def upper(x):
    """The random number of 32 bits in a word.

    >>> [below(6, upper(scramble(scramble(seed)))) for seed in (88172645463325252, 123456789, 987654321)]
    [0, 4, 4]
    """
    return shift_right(x, 32)


@in_place
def below(n, number):
    """A number from 0 to n − 1, by a random number of 32 bits."""
    return number * n >> 32
