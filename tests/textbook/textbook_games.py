"""Small games for the tests of the textbook, trees of nested tuples and graphs; and their values by brute force."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from hypothesis import strategies as st

from gametree import CHANCE, Game

LEAF, CHOICE = "leaf", "chance"


class Nested(Game):
    """A tree of nested tuples; the state is the node itself, so that equal subtrees are the same state.

    A node is ("leaf", payoff), ("max" or "min", estimate, children) or ("chance", estimate, ((probability, child), …)).
    """

    repetition = "ignore"
    evaluation = "utility"

    def __init__(self, root, bounds=(-10, 10), evaluation="utility"):
        self.root, self.bounds, self.evaluation = root, bounds, evaluation

    def initial(self):
        return self.root

    def player(self, s):
        return {"max": 0, "min": 1, CHOICE: CHANCE, LEAF: 0}[s[0]]

    def actions(self, s):
        yield from range(len(s[2]))

    def chances(self, s):
        for i, (p, _) in enumerate(s[2]):
            yield i, p

    def result(self, s, a):
        return s[2][a][1] if s[0] == CHOICE else s[2][a]

    def terminal(self, s):
        return s[0] == LEAF

    def utility(self, s):
        return s[1]

    def evaluate(self, s):
        return s[1]


class Shares(Nested):
    """Three players, whose turn is written in the node."""

    players = 3

    def player(self, s):
        return 0 if s[0] == LEAF else s[0]


class Graph(Game):
    """States are numbers; ``moves[s]`` are the states that a move leads to, ``ends[s]`` the payoff of an end."""

    bounds = (-2, 2)

    def __init__(self, moves, movers, ends, repetition="draw"):
        self.moves, self.movers, self.ends, self.repetition = moves, movers, ends, repetition

    def initial(self):
        return 0

    def player(self, s):
        return self.movers[s]

    def actions(self, s):
        yield from self.moves[s]

    def result(self, s, a):
        return a

    def terminal(self, s):
        return s in self.ends

    def utility(self, s):
        return self.ends[s]


NEAR = ((1, 2), (0, 3), (0, 3), (1, 2))
"""The neighbours of each point of a 2 × 2 board."""


class SmallGo(Game):
    """Go on 2 × 2 by area, without suicide; a position, with the player to move, may not come back (superko).

    A state is the board (0 empty, 1 Black's, 2 White's), whose turn it is, and how many have passed; 4 is a pass.
    """

    bounds = (-4, 4)
    repetition = "illegal"

    def initial(self):
        return (0, 0, 0, 0), 0, 0

    def player(self, s):
        return s[1]

    def actions(self, s):
        board, turn, _ = s
        return [4, *(a for a in range(4) if board[a] == 0 and placed(board, a, turn))]

    def result(self, s, a):
        board, turn, passes = s
        return (board, 1 - turn, passes + 1) if a == 4 else (placed(board, a, turn), 1 - turn, 0)

    def terminal(self, s):
        return s[2] == 2

    def utility(self, s):
        score, board = 0, s[0]
        for a in range(4):
            owners = {board[a]} if board[a] else {board[b] for c in group(board, a) for b in NEAR[c]} - {0}
            score += (owners == {1}) - (owners == {2})
        return score


def placed(board, a, turn):
    """The board after a stone; None where that would be suicide."""
    new = [*board[:a], 1 + turn, *board[a + 1 :]]
    for b in NEAR[a]:
        if new[b] == 2 - turn and not breathes(new, b):
            for c in group(new, b):
                new[c] = 0
    return tuple(new) if breathes(new, a) else None


def group(board, a):
    """The points connected with this one that have what it has."""
    found = [a]
    for c in found:
        found += [b for b in NEAR[c] if board[b] == board[a] and b not in found]
    return found


def breathes(board, a):
    """Has the group an empty neighbour?"""
    return any(board[b] == 0 for c in group(board, a) for b in NEAR[c])


PAYOFFS = st.integers(-10, 10)


def trees(kinds=("max", "min"), payoffs=PAYOFFS, leaves=14):
    """Random trees: ties, extra turns, uneven depths, and shared subtrees where equal ones happen to arise."""

    def inner(children):
        players = [k for k in kinds if k != CHOICE]
        node = st.tuples(st.sampled_from(players), payoffs, st.lists(children, min_size=1, max_size=4).map(tuple))
        if CHOICE not in kinds:
            return node
        weights = st.lists(st.tuples(st.integers(1, 4), children), min_size=1, max_size=3).map(_normed)
        return node | st.tuples(st.just(CHOICE), payoffs, weights)

    return st.recursive(st.tuples(st.just(LEAF), payoffs), inner, max_leaves=leaves)


def _normed(weighted):
    total = sum(w for w, _ in weighted)
    return tuple((Fraction(w, total), child) for w, child in weighted)


@st.composite
def graphs(draw, payoffs=(-1, 0, 1)):
    """Random graphs of up to seven states, most of them with loops."""
    n = draw(st.integers(2, 7))
    ends = draw(st.dictionaries(st.integers(1, n - 1), st.sampled_from(payoffs), max_size=n - 1))
    moves = {
        s: draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=3, unique=True)) for s in range(n) if s not in ends
    }
    movers = {s: draw(st.integers(0, 1)) for s in range(n)}
    return Graph(moves, movers, ends)


def brute(game, s, depth=inf):
    """The value by brute force: Max takes the most, Min the least, chance the average; estimates at the depth.

    A relative estimate is compared with a payoff as a pair: first by whether it is won, even or estimated, or lost.
    """
    relative = depth < inf and game.evaluation == "relative"

    def key(value, sure):
        return ((value > 0) - (value < 0) if sure else 0, value) if relative else (0, value)

    def value(s, depth):
        if game.terminal(s):
            return key(game.utility(s), True)
        if depth <= 0:
            return key(game.evaluate(s), False)
        if game.player(s) == CHANCE:
            return (0, sum(p * value(game.result(s, a), depth - 1)[1] for a, p in game.chances(s)))
        best = max if game.player(s) == 0 else min
        return best(value(game.result(s, a), depth - 1) for a in game.actions(s))

    return value(s, depth)[1]


def brute_path(game, path):
    """The value of a graph by brute force along paths: a state that comes back is a draw."""
    s = path[-1]
    if s in game.ends:
        return game.ends[s]
    if s in path[:-1]:
        return 0
    best = max if game.player(s) == 0 else min
    return best(brute_path(game, (*path, child)) for child in game.moves[s])


def play(game, s, line):
    """The state at the end of a line."""
    for a in line:
        s = game.result(s, a)
    return s
