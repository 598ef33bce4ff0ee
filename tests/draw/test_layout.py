"""The tidy tree: nothing overlaps, parents stand in the middle, equal subtrees look alike, and none is too deep."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree.draw.layout import tidy_tree
from gametree.errors import GameError


def in_order(children):
    """The nodes from left to right, every one before what is below it."""
    order, stack = [], [0]
    while stack:
        v = stack.pop()
        order.append(v)
        stack += reversed(children[v])
    return order


@st.composite
def trees(draw):
    """Children by node, and widths."""
    n = draw(st.integers(1, 60))
    children = [[] for _ in range(n)]
    for v in range(1, n):
        children[draw(st.integers(max(0, v - draw(st.integers(1, 60))), v - 1))].append(v)
    return children, draw(st.lists(st.sampled_from([0.5, 1.0, 2.0, 3.5]), min_size=n, max_size=n))


@settings(deadline=None)
@given(trees(), st.sampled_from([0.0, 0.25, 2.0]))
def test_what_makes_a_tree_tidy(tree, gap):
    children, widths = tree
    layout = tidy_tree(children, widths=widths, gap=gap)
    levels = {}
    for v in in_order(children):
        levels.setdefault(layout.depth[v], []).append(v)
    for row in levels.values():
        for left, right in pairwise(row):
            assert layout.x[right] - layout.x[left] >= (widths[left] + widths[right]) / 2 + gap - 1e-9
    for v, below in enumerate(children):
        if below:
            assert layout.x[v] == pytest.approx((layout.x[below[0]] + layout.x[below[-1]]) / 2)
            assert all(layout.depth[w] == layout.depth[v] + 1 for w in below)
    assert min(layout.x[v] - widths[v] / 2 for v in range(len(children))) == pytest.approx(0)
    assert max(layout.x[v] + widths[v] / 2 for v in range(len(children))) == pytest.approx(layout.width)
    assert layout.height == len(levels)


@settings(deadline=None)
@given(trees())
def test_a_mirrored_tree_has_the_mirrored_layout(tree):
    """Buchheim, Jünger & Leipert: what lies between two subtrees is spread evenly, so that left and right are alike."""
    children, widths = tree
    layout = tidy_tree(children, widths=widths)
    mirrored = tidy_tree([below[::-1] for below in children], widths=widths)
    assert mirrored.width == pytest.approx(layout.width)
    assert [layout.width - x for x in mirrored.x] == pytest.approx(layout.x)


def test_equal_subtrees_look_alike():
    """Two copies of one tree below a root, with something in between."""
    copy = [[1, 2, 3], [4], [5, 6, 7], [], [], [], [8], [], []]
    children = [
        [1, 10, 11],
        *[[v + 1 for v in below] for below in copy],
        [],
        *[[v + 11 for v in below] for below in copy],
    ]
    x = tidy_tree(children).x
    left = [x[v + 1] - x[1] for v in range(len(copy))]
    right = [x[v + 11] - x[11] for v in range(len(copy))]
    assert left == pytest.approx(right)


def test_small_subtrees_share_the_gap():
    """The figure of Walker's algorithm that Buchheim and the others mend: three leaves between two broad subtrees."""
    broad = [5, 6, 7, 8, 9, 10, 11]
    children = [
        [1, 2, 3, 4, 12],
        broad,
        [],
        [],
        [],
        *[[] for _ in broad],
        [13, 14, 15, 16, 17, 18, 19],
        *[[] for _ in range(7)],
    ]
    x = tidy_tree(children).x
    gaps = [b - a for a, b in zip([x[1], x[2], x[3], x[4]], [x[2], x[3], x[4], x[12]], strict=True)]
    assert gaps == pytest.approx([gaps[0]] * 4)


def test_there_is_no_limit_to_the_depth():
    n = 100_000
    layout = tidy_tree([[v + 1] for v in range(n - 1)] + [[]])
    assert layout.height == n
    assert layout.width == 1


def test_fifty_thousand_nodes():
    """As many as a page may ask for. How long it takes is for the benchmarks; that it is done is for here."""
    n = 50_000
    children = [[w for w in range(3 * v + 1, 3 * v + 4) if w < n] for v in range(n)]
    layout = tidy_tree(children)
    assert layout.height == 11
    assert layout.width == pytest.approx(3**9 + (n - sum(3**k for k in range(10))) * 2 / 3, rel=0.5)


def test_a_part_of_a_tree():
    layout = tidy_tree([[1, 2], [3], [], []], root=1)
    assert layout.depth == [-1, 0, -1, 1]
    assert layout.width == 1


def test_what_is_no_tree_is_refused():
    for children in ([[1], [0]], [[1, 2], [2], []]):
        with pytest.raises(GameError, match="not a tree"):
            tidy_tree(children)
