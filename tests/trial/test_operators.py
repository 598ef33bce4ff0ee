"""What is not noted as too wide is the same in 64 bits: random expressions, in Python and modulo 2^64."""

from __future__ import annotations

import operator

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from gametree.bits import signed
from gametree.compile.trial.operators import ARITHMETIC, HIGHEST, LOWEST, EndlessError, Watch

BITS = {"And": operator.and_, "Or": operator.or_, "Xor": operator.xor}
COMPARED = {"Lt": operator.lt, "Eq": operator.eq}
WHOLE = [name for name in ARITHMETIC if name not in ("Div", "Pow")]

edges = [n + d for bits in (0, 1, 31, 32, 53, 62, 63) for n in (1 << bits, -(1 << bits)) for d in (-1, 0, 1)]
leaves = st.one_of(st.integers(-70, 70), st.sampled_from([n for n in edges if LOWEST <= n <= HIGHEST]))
trees = st.recursive(
    leaves, lambda below: st.tuples(st.sampled_from([*WHOLE, *BITS, *COMPARED]), below, below), max_leaves=12
)


def in_python(tree, watch):
    """Python's value, with the operators that watched rules use."""
    if isinstance(tree, int):
        return tree
    name, left, right = tree[0], in_python(tree[1], watch), in_python(tree[2], watch)
    if name in BITS:
        return BITS[name](left, right)
    if name in COMPARED:
        return int(COMPARED[name](watch.fit(left), watch.fit(right)))
    return watch.names[f"__watch_{name}__"](left, right)


def in_64_bits(tree):
    """What a processor makes of it."""
    if isinstance(tree, int):
        return tree
    name, left, right = tree[0], in_64_bits(tree[1]), in_64_bits(tree[2])
    if name in ("LShift", "RShift"):
        right &= 63
    if name in ("FloorDiv", "Mod") and right == 0:
        return 0
    return signed(int({**ARITHMETIC, **BITS, **COMPARED}[name](left, right)))


@pytest.mark.thorough
@given(trees)
@example(("RShift", ("LShift", 5, 62), 61))
@example(("And", ("LShift", 5, 62), 7))
@example(("Lt", ("Mult", HIGHEST, 2), 0))
@example(("LShift", 0, 64))
def test_what_passes_is_the_same(tree):
    watch = Watch()
    try:
        value = watch.fit(in_python(tree, watch))
    except (ZeroDivisionError, ValueError, EndlessError):  # rules that raise in Python
        assume(False)
    if watch.wide is None:
        assert value == in_64_bits(tree)


def test_what_differs_is_noted():
    watch = Watch()
    tree = ("RShift", ("LShift", 5, 62), 61)
    assert in_python(tree, watch) != in_64_bits(tree)
    assert watch.wide is not None
