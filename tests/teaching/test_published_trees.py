"""Trees of courses, with the nodes that their published answers look at: pruned on equality, or not."""

from __future__ import annotations

import pytest
from test_grading import COURSE

from gametree import load
from gametree.teaching.grading import grade_source
from gametree.teaching.grading.assignment import Assignment, Test
from gametree.textbook import trace

# Temple University, CIS 587, "Simple Example of MiniMax with Alpha-Beta Cutoff": a trace, node by node. Leaves that it
# does not look at are not printed there; they are −100 and 100 here.
TEMPLE = [
    [[[10, 11], [9, -100]], [[14, 15], [-100, -100]]],
    [[[15, 2], [4, 100]], [[100, 100], [100, 100]]],
]
# Berkeley, CS 188, project "Multi-Agent Search": trees of its question on alpha-beta, where equality is not pruned on.
TIED = [[10], [10, 0]]
THREE_LEVELS = [[[3, 9], [10, 6]], [[4, 7], [0, 5]]]
FOUR_LEVELS = [
    [[[3, 13], [5, 9]], [[10, 11], [6, 8]]],
    [[[1, 0], [4, 7]], [[12, 15], [2, 14]]],
]
# Cornell, CS 472, fall 2002, homework 2, problem 4: the solution names the leaves that are pruned, of P to EE, under
# both readings, and from right to left. It names the values T = 2, U = 7, and that D is worth 2 and C is worth 3.
# The others are ours, as its words ask for.
CORNELL = {
    "P": 2, "Q": 5, "R": 1, "S": 9, "T": 2, "U": 7, "V": 1, "W": 6,
    "X": 3, "Y": 4, "Z": 1, "AA": 9, "BB": 3, "CC": 4, "DD": 5, "EE": 6,
}  # fmt: skip


def pairs(items):
    """A binary tree over these leaves."""
    return items[0] if len(items) == 1 else [pairs(items[: len(items) // 2]), pairs(items[len(items) // 2 :])]


def leaves(tree, *, equality):
    """The leaves that the textbook's search looks at, in its order."""
    found = trace(load("tree", tree=tree), equality=equality)
    return found.value, [e.value for e in found.events if e.kind == "leaf"]


PUBLISHED = {
    # tree: pruned on equality?, value, the leaves that are looked at, the nodes
    "Russell & Norvig, figure 6.5": ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], True, 3, [3, 12, 8, 2, 14, 5, 2], 11),
    "Temple": (TEMPLE, True, 10, [10, 11, 9, 14, 15, 15, 2, 4], 19),
    "Temple, not on equality": (TEMPLE, False, 10, [10, 11, 9, 14, 15, 15, 2, 4], 19),
    "CS 188, a tie at the root": (TIED, False, 10, [10, 10, 0], 6),
    "CS 188, three levels": (THREE_LEVELS, False, 9, [3, 9, 10, 4, 7], 11),
    "CS 188, four levels": (FOUR_LEVELS, False, 5, [3, 13, 5, 9, 10, 11, 1, 4], 19),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_leaves_are_looked_at(name):
    tree, equality, value, looked, count = PUBLISHED[name]
    assert leaves(tree, equality=equality) == (value, looked)
    assert trace(load("tree", tree=tree), equality=equality).visited == count


def test_a_tie_is_where_the_two_readings_differ():
    assert leaves(TIED, equality=True) == (10, [10, 10])


@pytest.mark.parametrize(("equality", "pruned"), [(False, "S W AA"), (True, "S V W AA DD EE")])
def test_cornell_accepts_both_readings(equality, pruned):
    looked = [value for name, value in CORNELL.items() if name not in pruned.split()]
    assert leaves(pairs(list(CORNELL.values())), equality=equality) == (3, looked)


@pytest.mark.parametrize("equality", [False, True])
def test_cornell_from_right_to_left(equality):
    pruned = ["P", "Q", "R", "S", "BB"]
    looked = [value for name, value in reversed(CORNELL.items()) if name not in pruned]
    assert leaves(pairs(list(reversed(CORNELL.values()))), equality=equality) == (3, looked)


def test_the_grader_agrees_with_the_published_answers():
    """A student's program that cuts as the course asks gets all points, and one that cuts otherwise loses some."""
    source = (COURSE / "2_alphabeta" / "solution.py").read_text(encoding="utf-8")
    trees = {"tie": TIED, "Cornell": pairs(list(CORNELL.values()))}

    def score(function, equality):
        tests = tuple(
            Test(name, load("tree", tree=tree), algorithm="alphabeta", function=function, equality=equality,
                 compare={"visited": 1.0})
            for name, tree in trees.items()
        )  # fmt: skip
        return grade_source(source, Assignment("published", tests)).score

    assert score("alphabeta", (True,)) == score("alphabeta_strict", (False,)) == 2
    assert score("alphabeta", (False,)) == score("alphabeta_strict", (True,)) == 0
    assert score("alphabeta", (True, False)) == score("alphabeta_strict", (True, False)) == 2
