# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Outcomes by number, compressed so that one of them can be read without unpacking the rest.

An outcome is a symbol: LOSS, DRAW or WIN for the mover, or HOLE, a number without a position. Neighbours are mostly
alike, so the symbols are replaced by *words*: a byte stands for a string of symbols. The 256 words are learned for each
slice, by byte pairs (Gage 1994): again and again, the pair of neighbours that is seen most often becomes a word.

The outcomes are packed in blocks of ``BLOCK`` numbers, each of which begins with a word of its own. To read one, go to
its block, add up the lengths of words until its word is found, and go down the pairs that the word is made of.

    bytes 0 to 255      of each word the first half (a word)
    256 to 511          the second half
    512 to 1023         its length in symbols, two bytes each
    1024 to 1031        how many numbers there are
    1032 to …           of each block where its words begin, counted from the end of this list, four bytes each
    then                the words

Whole numbers have their low byte first.
"""

from __future__ import annotations

import numpy as np
from numba import carray

from gametree.compile import pointer
from gametree.engine.dual import at, inner

LOSS, DRAW, WIN, HOLE = range(4)
"""The symbols; they are words too, of length 1."""
BLOCK = 2048
"""Numbers in a block: more of them are packed more tightly, and take longer to read."""
LENGTHS, ROWS, BLOCKS = 512, 1024, 1032
"""Where the parts of a packed slice begin."""
WORDS = 256
ENTRY = 2
"""Words of a slice on a shelf: its first number, and the address of its packed outcomes (0: not there). The word before
the first entry is their count."""


@inner
def word_with(content, begin, rest):
    """The word that holds a symbol, and the place of the symbol in it; ``rest`` symbols of the block come before it,
    whose words begin at ``begin``."""
    place = begin
    while True:
        word = np.int64(content[at(place)])
        length = number_at(content, LENGTHS + 2 * word, 2)
        if rest < length:
            return word, rest
        rest -= length
        place += 1


@inner
def symbol_in(content, word, rest):
    """The symbol at a place in a word."""
    while word > HOLE:
        first = np.int64(content[at(word)])
        length = number_at(content, LENGTHS + 2 * first, 2)
        if rest < length:
            word = first
        else:
            rest -= length
            word = np.int64(content[at(WORDS + word)])
    return word


@inner
def number_at(content, place, size):
    """A whole number of so many bytes."""
    number = 0
    for j in range(size):
        number |= np.int64(content[at(place + j)]) << 8 * j
    return number


@inner
def outcome_at(content, i):
    """One outcome of a packed slice."""
    blocks = (number_at(content, ROWS, 8) + BLOCK - 1) // BLOCK
    begin = BLOCKS + 4 * blocks + number_at(content, BLOCKS + 4 * (i // BLOCK), 4)
    word, rest = word_with(content, begin, i % BLOCK)
    return symbol_in(content, word, rest)


@inner
def entry_of(shelf, number):
    """Where on the shelf the slice of a number is."""
    low, high = 0, shelf[0]
    while high - low > 1:
        middle = (low + high) // 2
        if shelf[at(1 + ENTRY * middle)] <= number:
            low = middle
        else:
            high = middle
    return 1 + ENTRY * low


@inner
def solved(shelf, number):
    """The outcome of a number; −1 if its slice is not solved."""
    entry = entry_of(shelf, number)
    address = shelf[at(entry + 1)]
    if address == 0:
        return -1
    return outcome_at(carray(pointer(address), 1 << 40, np.uint8), number - shelf[at(entry)])
