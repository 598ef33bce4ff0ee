"""Exercises: random trees with what a teacher asks for, a question about each, and its key. The same seed, the same
exercise.

>>> made = exercise("cuts", seed=1, cuts=3, above=1)
>>> made.words == exercise("cuts", seed=1, cuts=3, above=1).words
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import load
from gametree.draw.tree import tree_svg
from gametree.errors import GameError
from gametree.teaching.questions import KINDS, PROVING, Asked, ask

if TYPE_CHECKING:
    from gametree.draw.frames import Frames
    from gametree.teaching.marking import Question

TRIES = 20_000
"""As many trees are tried before one says that none was found."""
ODDS = ((0.5, 0.5), (0.25, 0.75), (0.4, 0.6), (0.1, 0.9), (0.2, 0.3, 0.5), (0.25, 0.25, 0.5))
"""Probabilities that can be multiplied in the head."""
SMALLEST, MOST = 6, 60
"""How many nodes a tree has at least and at most."""


@dataclass(frozen=True)
class Wanted:
    """What an exercise shall have.

    ``depth`` is the number of moves to a leaf, ``branching`` the most children; ``cuts`` the number of cut-offs of
    alpha-beta, and ``above`` how many of them skip more than leaves; ``chance`` puts a level of chance nodes below the
    root.
    """

    depth: int = 3
    branching: int = 3
    cuts: int | None = None
    above: int | None = None
    chance: bool = False

    def check(self, kind: str) -> None:
        """Can there be such an exercise?"""
        if kind not in KINDS:
            raise GameError(f"there is no kind {kind!r}; there are {', '.join(KINDS)}")
        if not 2 <= self.depth <= 5:
            raise GameError(f"depth must be from 2 to 5, not {self.depth}")
        if not 2 <= self.branching <= 4:
            raise GameError(f"branching must be from 2 to 4, not {self.branching}")
        if self.chance and kind not in ("value", "move"):
            raise GameError(f"chance nodes are for the kinds value and move, not for {kind}")
        if (self.cuts is not None or self.above is not None) and (kind in PROVING or self.chance):
            raise GameError("cuts can be asked for in trees of Max and Min only")
        if self.cuts is not None and self.above is not None and self.above > self.cuts:
            raise GameError(f"of {self.cuts} cuts {self.above} cannot lie above the leaves")
        inner = (self.branching**self.depth - 1) // (self.branching - 1)
        most = min(inner, MOST // 2) - self.depth  # nothing is cut on the way to the first leaf
        if max(self.cuts or 0, self.above or 0) > most:
            raise GameError(f"with depth {self.depth} and branching {self.branching} there are at most {most} cuts")
        if min(self.cuts or 0, self.above or 0) < 0:
            raise GameError("cuts and above are 0 or more")

    def to_json(self) -> dict[str, Any]:
        """What was asked for."""
        return {key: value for key, value in vars(self).items() if value not in (None, False)}


@dataclass(frozen=True)
class Exercise:
    """A tree, a question and its key.

    >>> made = exercise("value", seed=3, depth=2)
    >>> made.question.prompt, made.question.mark(made.question.answer).score
    ('What is the tree worth?', 1.0)
    """

    kind: str
    seed: int
    wanted: Wanted
    tree: Any
    """As the game ``tree`` takes it."""
    asked: Asked

    @property
    def question(self) -> Question:
        """What is asked, and its answer."""
        return self.asked.question

    @property
    def words(self) -> str:
        """What loads the tree: for `gametree trace` and the page."""
        return self.asked.words

    @property
    def name(self) -> str:
        """A name for lists: the kind, what was asked for, and the seed."""
        wanted = "".join(f"-{key}{value:d}" for key, value in self.wanted.to_json().items())
        return f"{self.kind}{wanted}-seed{self.seed}"

    @cached_property
    def frames(self) -> Frames:
        """The search of the whole tree, and the one that answers the question."""
        return self.asked.frames

    def svg(self, *, key: bool = False) -> str:
        """The tree with its leaves; with ``key``, as the search has left it (for a value, that of the whole tree)."""
        run = 1 if key and self.kind not in ("value", "move") else 0
        return tree_svg(self.frames, None, run, plain=not key, caption=False)

    def to_json(self) -> dict[str, Any]:
        """For a bank of questions; `text` is the tree in words."""
        return {
            "id": self.name,
            **self.question.to_json(),
            "seed": self.seed,
            "wanted": self.wanted.to_json(),
            "algorithm": self.asked.answered.algorithm,
            "game": self.words,
            "tree": self.tree,
            "text": outline(self.asked),
            "svg": self.svg(),
        }


def exercise(kind: str = "cuts", seed: int = 0, **wanted: Any) -> Exercise:
    """An exercise of a kind: ``value``, ``move``, ``cuts``, ``window``, ``numbers`` or ``proving``; ``wanted`` is what
    the tree shall have (see ``Wanted``).

    >>> exercise("cuts", seed=4, cuts=0).question.answer
    ()
    >>> exercise("cuts", depth=2, cuts=9)
    Traceback (most recent call last):
    gametree.errors.GameError: with depth 2 and branching 3 there are at most 2 cuts
    """
    asked = Wanted(**wanted)
    asked.check(kind)
    dice = Random(f"{kind} {seed} {sorted(asked.to_json().items())}")
    for _ in range(TRIES):
        tree = _logical(dice, asked) if kind in PROVING else _tree(dice, asked)
        if (found := _fitting(kind, seed, asked, tree)) is not None:
            return Exercise(kind, seed, asked, tree, found)
    raise GameError(f"no such tree in {TRIES:,} tries: ask for fewer cuts, or for more depth or branching")


def exercises(kinds: list[str], count: int, seed: int = 0, **wanted: Any) -> list[Exercise]:
    """Some exercises, the kinds in turn.

    >>> [made.kind for made in exercises(["value", "cuts"], 3, depth=2)]
    ['value', 'cuts', 'value']
    """
    if not 1 <= count <= 100:
        raise GameError(f"there can be 1 to 100 exercises, not {count}")
    return [exercise(kinds[n % len(kinds)], seed + n, **wanted) for n in range(count)]


def outline(asked: Asked) -> str:
    """The tree in words: every node with its name, and the leaves with their values.

    >>> from gametree import load
    >>> print(outline(ask(load("tree", tree=[[3, 12], [2, 8]]), "value")))
    A (Max)
    ├─ B (Min)
    │  ├─ b1  3
    │  └─ b2  12
    └─ C (Min)
       ├─ c1  2
       └─ c2  8
    """
    lines: list[str] = []
    nodes, leaves = asked.frames.nodes, asked.leaves
    logical = asked.question.kind in PROVING

    def write(i: int, before: str, branch: str) -> None:
        node = nodes[i]
        who = {0: "or" if logical else "Max", 1: "and" if logical else "Min", -1: "chance"}[node.player]
        name = node.place.removeprefix("after ")
        odds = "" if node.probability is None else f"{node.probability:g}: "
        shown = f"  {node.text.partition(': ')[2] if logical else leaves[i]}" if i in leaves else f" ({who})"
        lines.append(f"{before}{branch}{odds}{name}{shown}")
        inner = before + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
        for child in node.children:
            write(child, inner, "└─ " if child == node.children[-1] else "├─ ")

    write(0, "", "")
    return "\n".join(lines)


# --- random trees ----------------------------------------------------------------------------------------------------


EARLY = {2: 0.0, 3: 0.1, 4: 0.2, 5: 0.35}
"""How likely a leaf is above the last level, by the depth: deep trees must be thin."""


def _tree(dice: Random, wanted: Wanted) -> Any:
    """Max and Min in turn; all leaves differ, so that no answer depends on what is done where two are equal."""
    values = dice.sample(range(-5, 31), 36) if dice.random() < 0.3 else dice.sample(range(31), 31)
    values += dice.sample(range(31, 100), 60)
    odds = [odds for odds in ODDS if len(odds) <= wanted.branching]

    def node(left: int, turn: int) -> Any:
        if left == 0 or (left < wanted.depth - 1 and dice.random() < EARLY[wanted.depth]) or len(values) < 91 - MOST:
            return values.pop(0) if values else 0  # so large a tree is not used
        if wanted.chance and left == wanted.depth - 1:
            return {"chance": [[p, node(left - 1, turn)] for p in dice.choice(odds)]}
        children = [node(left - 1, 1 - turn) for _ in range(dice.randint(2, wanted.branching))]
        return {("max", "min")[turn]: children}

    return node(wanted.depth, 0)


def _logical(dice: Random, wanted: Wanted) -> Any:
    """An AND/OR tree, with leaves that are true, false and unknown."""
    made = 0

    def node(left: int, turn: int) -> Any:
        nonlocal made
        made += 1
        if left == 0 or (left < wanted.depth - 1 and dice.random() < EARLY[wanted.depth] + 0.05) or made > MOST:
            return dice.choices((True, False, None), (1, 1, 4))[0]
        return {("or", "and")[turn]: [node(left - 1, 1 - turn) for _ in range(dice.randint(2, wanted.branching))]}

    return node(wanted.depth, 0)


def _fitting(kind: str, seed: int, wanted: Wanted, tree: Any) -> Asked | None:
    """The question about a tree, if the tree is as it should be."""
    if not SMALLEST <= _size(tree) <= MOST:
        return None
    asks_for_cuts = wanted.cuts is not None or wanted.above is not None or kind == "cuts"
    if asks_for_cuts and not _cut_as_wanted(tree, wanted):
        return None
    words = f"tree:tree={json.dumps(tree, separators=(',', ':'))}"
    try:
        return ask(load("tree", tree=tree), kind, seed=seed, words=words)
    except GameError:  # nothing to ask about this one
        return None


def _below(tree: Any) -> list[Any]:
    """The children of a node of a tree as it is written; none of a leaf."""
    if not isinstance(tree, dict):
        return []
    ((kind, children),) = cast("dict[str, list[Any]]", tree).items()
    return [child for _, child in children] if kind == "chance" else children


def _size(tree: Any) -> int:
    return 1 + sum(map(_size, _below(tree)))


def _cut_as_wanted(tree: Any, wanted: Wanted) -> bool:
    cuts: list[bool] = []
    _look(tree, -inf, inf, cuts)
    if wanted.cuts == 0:  # in another order something would be cut: the order is what the exercise is about
        others: list[bool] = []
        _look(_best_first(tree)[1], -inf, inf, others)
        return not cuts and bool(others)
    if wanted.cuts is None and wanted.above is None:
        return bool(cuts)
    return wanted.cuts in (None, len(cuts)) and wanted.above in (None, sum(cuts))


def _look(tree: Any, alpha: float, beta: float, cuts: list[bool]) -> float:
    """Alpha-beta on a written tree, thousands of times quicker than a trace; it notes for each cut whether it skips
    more than leaves."""
    children = _below(tree)
    if not children:
        return tree
    maximal = "max" in tree
    best = -inf if maximal else inf
    for n, child in enumerate(children, 1):
        v = _look(child, alpha, beta, cuts)
        if maximal:
            best, alpha = max(best, v), max(alpha, v)
        else:
            best, beta = min(best, v), min(beta, v)
        if alpha >= beta and n < len(children):
            cuts.append(any(_below(left) for left in children[n:]))
            break
    return best


def _best_first(tree: Any) -> tuple[float, Any]:
    """The value of a tree, and the tree with the best move first everywhere."""
    if not (children := _below(tree)):
        return tree, tree
    (kind,) = tree
    ordered = sorted(map(_best_first, children), key=lambda pair: pair[0], reverse=kind == "max")
    return ordered[0][0], {kind: [child for _, child in ordered]}
