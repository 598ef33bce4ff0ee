"""The functions of bits mean the same interpreted and compiled, on every bit including 63."""

import pickle
import random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametree import Game, GameError, bits
from gametree.compile import kernel, unpack

WORD = st.integers(-(1 << 63), (1 << 63) - 1)
EDGES = [0, 1, -1, 2, -2, (1 << 63) - 1, -(1 << 63), 1 << 62, -(1 << 62), 0x5555555555555555, -0x5555555555555556]


class Word(NamedTuple):
    x: int
    n: int


class Bits(Game):
    """Not a game: a way to call the functions from compiled code, through a method as rules do."""

    def initial(self):
        return Word(0, 0)

    def popcount(self, s):
        return bits.popcount(s.x)

    def lowest(self, s):
        return bits.lowest(s.x)

    def nth(self, s):
        return bits.nth(s.x, s.n)

    def highest(self, s):
        return bits.highest(s.x)

    def without_lowest(self, s):
        return bits.without_lowest(s.x)

    def shift_left(self, s):
        return bits.shift_left(s.x, s.n)

    def shift_right(self, s):
        return bits.shift_right(s.x, s.n)

    def flip_rows(self, s):
        return bits.flip_rows(s.x)

    def bit(self, s):
        return bits.bit(s.n)

    def ones(self, s):
        total, count = 0, 0
        for i in bits.ones(s.x):
            total += (count + 1) * i
            count += 1
        return 100000 * count + total

    def put(self, s):
        t = bits.put((1, 2, 3, 4), s.n % 4, s.x)
        return t[0] ^ t[1] * 3 ^ t[2] * 5 ^ t[3] * 7


@kernel
def bits_kernel(game, words):
    s = unpack(game, words)
    return (
        game.popcount(s), game.lowest(s), game.highest(s), game.without_lowest(s), game.shift_left(s),
        game.shift_right(s), game.flip_rows(s), game.bit(s), game.ones(s), game.nth(s), game.put(s),
    )  # fmt: skip


GAME = Bits()
NAMES = (
    "popcount", "lowest", "highest", "without_lowest", "shift_left", "shift_right", "flip_rows", "bit", "ones", "nth",
    "put",
)  # fmt: skip


def same(x: int, n: int) -> None:
    s = Word(x, n)
    plain = [getattr(GAME, name)(s) for name in NAMES]
    plain[-1] = bits.signed(plain[-1])  # the products of the test itself wrap around
    assert dict(zip(NAMES, bits_kernel(GAME, (x, n)), strict=True)) == dict(zip(NAMES, plain, strict=True))


@pytest.mark.parametrize("i", range(64))
def test_every_single_bit(i):
    same(bits.bit(i), i)
    same(bits.signed(~bits.bit(i)), 63 - i)


@pytest.mark.parametrize("x", EDGES)
def test_edges(x):
    for n in (0, 1, 7, 8, 31, 32, 56, 62, 63):
        same(x, n)


@given(WORD, st.integers(0, 63))
def test_any_word(x, n):
    same(x, n)


@given(WORD)
def test_against_strings_of_digits(x):
    """An independent account of the same functions, by the word's 64 binary digits, the lowest first."""
    digits = f"{x & (1 << 64) - 1:064b}"[::-1]
    where = [i for i, d in enumerate(digits) if d == "1"]
    assert bits.popcount(x) == len(where)
    assert list(bits.ones(x)) == where
    assert bits.lowest(x) == (where[0] if where else 64)
    assert [bits.nth(x, n) for n in range(len(where) + 1)] == [*where, 64]
    assert bits.highest(x) == (where[-1] if where else -1)
    rows = [digits[i : i + 8] for i in range(0, 64, 8)]
    assert f"{bits.flip_rows(x) & (1 << 64) - 1:064b}"[::-1] == "".join(reversed(rows))
    for n in (1, 8, 63):
        assert f"{bits.shift_right(x, n) & (1 << 64) - 1:064b}"[::-1] == digits[n:] + "0" * n
        assert f"{bits.shift_left(x, n) & (1 << 64) - 1:064b}"[::-1] == "0" * n + digits[: 64 - n]


def test_put_refuses_what_is_not_there():
    with pytest.raises(IndexError, match="no item 3"):
        bits.put((1, 2, 3), 3, 0)
    assert type(bits.put(Word(1, 2), 0, 5)) is Word


@pytest.mark.parametrize("words", [2, 4, 6])
def test_boards_of_several_words_are_one_integer_compiled_and_plain(words):
    """Red if an operator of wide boards differs from the same on one large integer, in Python or compiled."""
    from numba import njit

    import gametree.compile.kernels  # noqa: F401 (which tells Numba of boards)

    size = 64 * words
    full = (1 << size) - 1

    def asked(a, b, n):
        c = (a & ~b) ^ (a | b) << n
        c |= a >> n
        c &= b
        total = 0
        for i in bits.ones(c):
            total = total * 31 + i & 0xFFFFFF
        return (
            c,
            bits.popcount(a),
            bits.lowest(a),
            bits.nth(a, n // 2),
            bits.without_lowest(a),
            bits.has_bit(a, n),
            bits.with_bit(a, n),
            total,
        )

    compiled = njit(asked)
    rng = random.Random(words)
    for turn in range(200):
        x, y = (
            rng.getrandbits(size) & rng.choice((full, rng.getrandbits(size), 1 << rng.randrange(size), 0)) for _ in "ab"
        )
        n = rng.randrange(size)
        a, b = bits.filled(size, x), bits.filled(size, y)
        known = asked(a, b, n)
        assert compiled(a, b, n) == known
        z = ((x & ~y & full) ^ (x | y) << n & full | x >> n) & y
        assert int(known[0]) == z
        assert known[1:3] == (x.bit_count(), (x & -x).bit_length() - 1 if x else size)
        assert known[3] == ([i for i in range(size) if x >> i & 1] + [size] * size)[n // 2]
        assert (int(known[4]), known[5], int(known[6])) == (x & x - 1 if x else 0, bool(x >> n & 1), x | 1 << n)
        assert turn or pickle.loads(pickle.dumps(a)) == a


def test_a_wide_board_is_no_truth():
    with pytest.raises(TypeError, match="compare it with an empty one"):
        bool(bits.board(100))
    with pytest.raises(GameError, match="too large"):
        bits.board(100_000)
