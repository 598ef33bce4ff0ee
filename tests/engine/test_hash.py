"""The keys of positions: different boards of 64 squares have different keys, compiled and in plain Python alike."""

from __future__ import annotations

import random

from gametree.bits import signed
from gametree.compile import kernel
from gametree.engine.table import key_of, plain_key


@kernel
def compiled_key(words):
    return key_of(words)


def test_the_highest_squares_do_not_cancel_out():
    """A disc that changes sides on h8 while one more lies on h4: the highest bit of a word reaches only few bits of the
    key, and the next word could undo them."""
    dice = random.Random(1)
    for _ in range(40):
        mine = dice.getrandbits(64)
        theirs = dice.getrandbits(64) & ~mine
        words = (signed(mine), signed(theirs), 0)
        assert compiled_key(words) == plain_key(words)
        for high in range(48, 64):
            for low in range(64):
                change = 1 << high | 1 << low
                other = (signed(mine ^ 1 << high), signed(theirs ^ change), 0)
                assert plain_key(other) != plain_key(words)
