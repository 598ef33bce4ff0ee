# pyright: basic
"""Packing outcomes by number, and unpacking all of them: ``engine/packed.py`` has the form, and reads single ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import kernel
from gametree.engine.dual import inner
from gametree.engine.packed import BLOCK, BLOCKS, HOLE, LENGTHS, ROWS, WORDS, number_at, symbol_in

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]

SAMPLE = 1 << 21
"""So many symbols teach the words of a slice."""
WORTH = 8
"""A pair that is seen less often than this in the sample gets no word."""


def pack(symbols: Array) -> Array:
    """Pack the outcomes of a slice.

    >>> from gametree.engine.packed import DRAW, LOSS, WIN, outcome_at
    >>> packed = pack(np.array([WIN] * 5000 + [LOSS, DRAW] * 2500, np.uint8))
    >>> len(packed) - BLOCKS < 80, [int(outcome_at(packed, i)) for i in (0, 4999, 5000, 5001, 9999)]
    (True, [2, 2, 0, 1, 1])
    """
    halves, lengths = np.zeros((2, WORDS), np.uint8), np.ones(WORDS, np.uint16)
    sample = _sample(symbols)
    count = learn(sample, np.zeros((WORDS, WORDS), np.int64), halves, lengths)
    begins = np.zeros(-(-len(symbols) // BLOCK), np.uint32)
    words = np.empty(len(symbols), np.uint8)
    size = encode(symbols, halves, count, begins, words)
    rows = np.array([len(symbols)], np.int64)
    return np.concatenate([*(part.ravel().view(np.uint8) for part in (halves, lengths, rows, begins)), words[:size]])


def _sample(symbols: Array) -> Array:
    """Some blocks of the slice, evenly spread."""
    blocks = -(-len(symbols) // BLOCK)
    step = -(-blocks * BLOCK // SAMPLE)
    return np.concatenate([symbols[k * BLOCK : (k + 1) * BLOCK] for k in range(0, blocks, step)])


@kernel
def learn(text, pairs, halves, lengths):
    """Make words of the pairs seen most often in a text, which is shortened on the way; return how many there are."""
    size = len(text)
    for word in range(HOLE + 1, WORDS):
        pairs[:] = 0
        last = -1
        for i in range(size - 1):
            first, second = text[i], text[i + 1]
            if first == second and i == last + 1 and last >= 0 and text[last] == first:
                last = -1  # three in a row are one pair
                continue
            pairs[first, second] += 1
            last = i
        best, left, right = 0, 0, 0
        for first in range(word):
            for second in range(word):
                long = np.int64(lengths[first]) + np.int64(lengths[second]) > BLOCK
                if pairs[first, second] > best and not long:
                    best, left, right = pairs[first, second], first, second
        if best < WORTH:
            return word
        halves[0, word], halves[1, word] = left, right
        lengths[word] = lengths[left] + lengths[right]
        size = replace(text, size, left, right, word)
    return WORDS


@inner
def replace(text, size, left, right, word):
    """Write a word wherever these two follow each other; return the new length."""
    n, i = 0, 0
    while i < size:
        if i + 1 < size and text[i] == left and text[i + 1] == right:
            text[n] = word
            i += 2
        else:
            text[n] = text[i]
            i += 1
        n += 1
    return n


@kernel
def encode(symbols, halves, count, begins, words):
    """Write all blocks with these words; return how many words there are."""
    text = np.empty(BLOCK, np.uint8)
    met = np.zeros(WORDS, np.int64)
    done = 0
    for k in range(len(begins)):
        begins[k] = done
        size = min(BLOCK, len(symbols) - k * BLOCK)
        met[:] = 0
        for i in range(size):
            text[i] = symbols[k * BLOCK + i]
            met[text[i]] += 1
        for word in range(HOLE + 1, count):
            left, right = halves[0, word], halves[1, word]
            if met[left] and met[right]:
                before = size
                size = replace(text, size, left, right, word)
                met[word] = before - size
                met[left] -= before - size
                met[right] -= before - size
        for i in range(size):
            words[done + i] = text[i]
        done += size
    return done


@kernel
def unpack(content, symbols):
    """Write all the outcomes of a packed slice."""
    done, place = 0, BLOCKS + 4 * ((number_at(content, ROWS, 8) + BLOCK - 1) // BLOCK)
    while done < len(symbols):
        word = np.int64(content[place])
        length = number_at(content, LENGTHS + 2 * word, 2)
        for rest in range(length):
            symbols[done + rest] = symbol_in(content, word, rest)
        done += length
        place += 1
    return done
