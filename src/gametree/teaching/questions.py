"""Questions about a search that one can answer with pencil and paper, and their answers.

The tree of a question is drawn whole, with the values of its leaves; the answer is read off the trace of the search,
and so is the reason that is told afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from gametree.draw.frames import Frames, frames
from gametree.errors import GameError, quoted
from gametree.game import CHANCE, MAX, provides
from gametree.teaching.marking import Question
from gametree.textbook import Trace, trace
from gametree.textbook.support.tracing import player_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gametree.draw.nodes import Node, Step
    from gametree.game import AnyGame

KINDS = {
    "value": "What is the tree worth?",
    "move": "Which move is best?",
    "cuts": "Which leaves does alpha-beta never look at?",
    "window": "What are α and β at a node?",
    "numbers": "What are the proof and the disproof number of the root?",
    "proving": "Which leaf is the most-proving node?",
}
"""The kinds of questions."""
PROVING = ("numbers", "proving")
LARGEST = 120
"""The most nodes of a tree to ask about."""


@dataclass(frozen=True)
class Asked:
    """A question, with the search that answers it."""

    question: Question
    game: AnyGame
    words: str
    """What loads the game."""
    whole: Trace
    """The whole tree, searched without any cut."""
    answered: Trace

    @cached_property
    def frames(self) -> Frames:
        """Both searches on one tree; the first is that of the whole tree."""
        return frames(self.whole, self.answered)

    @property
    def names(self) -> dict[int, str]:
        """What every node is called in questions and answers."""
        return {i: _name(self.frames, i) for i in range(len(self.frames.nodes))}

    @property
    def leaves(self) -> dict[int, str]:
        """The values of the leaves, by node."""
        return _leaves(self.frames)


def ask(
    game: AnyGame,
    kind: str,
    position: Any = None,
    *,
    algorithm: str = "",
    depth: int | None = None,
    seed: int = 0,
    words: str = "",
    **options: Any,
) -> Asked:
    """A question of one kind about a search of a game. ``seed`` chooses the node where there is a choice.

    >>> from gametree import load
    >>> asked = ask(load("tree:example=proof"), "proving").question
    >>> asked.prompt, asked.answer, asked.mark(["Q"]).score
    ('Which leaf is the most-proving node?', ('R',), 0.0)
    """
    if kind not in KINDS:
        raise GameError(f"there is no question {quoted(kind)}; there are {', '.join(KINDS)}")
    if kind in PROVING:
        algorithm, options = "pn", {"given": True, **(options if algorithm == "pn" else {})}
    elif not algorithm:
        chance = game.players == 2 and provides(game, "chances")
        algorithm = "expectiminimax" if chance and kind in ("value", "move") else "alphabeta"
    whole = _whole(game, position, depth, proving=kind in PROVING)
    answered = trace(game, position, algorithm, depth, events=10_000, **options)
    if answered.value is None:
        raise GameError("the search was stopped: choose a smaller depth or a smaller game")
    shown = frames(whole, answered)
    if len({_name(shown, i) for i in range(len(shown.nodes))}) < len(shown.nodes):
        raise GameError("a node is reached on two paths: there is no one answer")
    find = {"value": _value, "move": _move, "cuts": _cuts, "window": _window, "numbers": _numbers, "proving": _proving}
    question = find[kind](shown, seed)
    if kind in ("value", "window") and any(word.startswith(("win", "loss")) for word in question.answer):
        raise GameError("this search compares wins with estimates of another scale: ask to the end, or about cuts")
    return Asked(question, game, words or answered.game, whole, answered)


def _whole(game: AnyGame, position: Any, depth: int | None, *, proving: bool) -> Trace:
    if game.players > 2:
        raise GameError("questions are about games of two players")
    chance = provides(game, "chances")
    algorithm = "pn" if proving else "expectiminimax" if chance else "minimax"
    given: dict[str, Any] = {"given": True} if proving else {}
    found = trace(game, position, algorithm, depth, nodes=LARGEST + 1, **given)
    if found.value is None:
        raise GameError(
            f"too large to ask about: more than {LARGEST} nodes; choose a smaller depth or a later position"
        )
    if found.visited < 3:
        raise GameError("too small to ask about: there is nothing to choose")
    return found


def _leaves(shown: Frames) -> dict[int, str]:
    """The leaves of the whole tree, with their values."""
    found: dict[int, str] = {}
    for step in shown.runs[0]:
        if not shown.nodes[step.node].children and step.kind in ("leaf", "update"):
            found[step.node] = "?" if step.value is None else step.value
    return found


# --- what is asked, one function a kind ------------------------------------------------------------------------------


def _value(shown: Frames, _: int) -> Question:
    """By the search of the whole tree: the other one may leave something out, or have a flaw."""
    found = shown.traces[0]
    value = found.scale.show(found.value)
    return Question("value", "What is the tree worth?", ("value",), (value,), tuple(_returns(shown)))


def _move(shown: Frames, _: int) -> Question:
    """Every child with the value of the root is as good."""
    whole, root = shown.runs[0], shown.nodes[0]
    worth = {step.node: step.value for step in whole if step.kind in ("leaf", "leave")}
    best = [_name(shown, i) for i in root.children if worth.get(i) == worth[0]]
    if root.player == CHANCE or not best:
        raise GameError("nobody chooses at the root: there is no best move")
    found = shown.traces[0]
    value = found.scale.show(found.value)
    names = tuple(_name(shown, i) for i in root.children)
    reasons = {
        _name(shown, i): f"{_name(shown, i)} is worth {worth.get(i)}, and the tree {value}" for i in root.children
    }
    who = player_name(root.player)
    return Question(
        "move", f"{who} is to move at {root.place}. To which node does the best move lead?", ("node",), (best[0],),
        tuple(_returns(shown)), names, reasons=reasons, also=tuple(best[1:]),
    )  # fmt: skip


def _cuts(shown: Frames, _: int) -> Question:
    seen = {step.node for step in shown.runs[1]}
    leaves = _leaves(shown)
    names = {i: _name(shown, i) for i in sorted(leaves, key=lambda i: _path(shown, i))}
    cuts = [step for step in shown.runs[1] if step.cut]
    reasons = {names[i]: _reason(shown, cuts, i) for i in names if i not in seen}
    return Question(
        "cuts", f"Which leaves does {_search(shown.traces[1])} never look at? (None is an answer, too.)", (),
        tuple(reasons), tuple(step.say for step in cuts if step.kind == "cut") or ("Nothing is cut",),
        tuple(names.values()), reasons=reasons,
    )  # fmt: skip


def _window(shown: Frames, seed: int) -> Question:
    steps = shown.runs[1]
    open_window = ("−∞", "∞")
    places = [
        n for n, step in enumerate(steps)
        if step.kind == "enter" and step.window not in (None, open_window) and shown.nodes[step.node].children
    ]  # fmt: skip
    if not places:
        raise GameError("the window is open at every node of this search: there is nothing to ask")
    n = Random(seed).choice(places)
    step = steps[n]
    name = _name(shown, step.node)
    alpha, beta = step.window or open_window
    has = _holders(shown, n)
    why = tuple(
        f"{side} is {value}: {has.get(side) or _nobody(shown, n, value, who)}"
        for side, value, who in (("α", alpha, "Max"), ("β", beta, "Min"))
    )
    return Question(
        "window", f"{_search(shown.traces[1])[:1].upper()}{_search(shown.traces[1])[1:]} comes to {name}. "
        "What are α and β there?", ("α", "β"), (alpha, beta), why, about=name,
    )  # fmt: skip


def _numbers(shown: Frames, _: int) -> Question:
    last = [step.numbers for step in shown.runs[1] if step.node == 0 and step.numbers][-1]
    name = _name(shown, 0)
    return Question(
        "numbers", f"What are the proof and the disproof number of {name}?", ("proof", "disproof"), last,
        tuple(_counted(shown)), about=name,
    )  # fmt: skip


def _proving(shown: Frames, _: int) -> Question:
    chosen = [step.node for step in shown.runs[1] if step.kind == "select"]
    if not chosen:
        raise GameError("the tree is proved or disproved: there is no most-proving node")
    known = _proof_numbers(shown)
    path = _path(shown, chosen[0])
    for i in path[:-1]:
        node = shown.nodes[i]
        if len(_nearest(node, known)) > 1:
            raise GameError("there is more than one most-proving node")
    names = tuple(_name(shown, i) for i in _leaves(shown) if "0" not in known[i])
    why = tuple(
        f"At {_name(shown, i)} ({'or: the least proof' if shown.nodes[i].player == MAX else 'and: the least disproof'} "
        f"number) to {_name(shown, j)}, {known[j][0]} | {known[j][1]}"
        for i, j in pairwise(path)
    )
    return Question("proving", KINDS["proving"], ("node",), (_name(shown, chosen[0]),), why, names)


# --- what is told ----------------------------------------------------------------------------------------------------


def _search(found: Trace) -> str:
    names = {"alphabeta": "alpha-beta", "alphabeta_chance": "alpha-beta with chance nodes"}
    extra = ", ".join(f"{key} {value}" for key, value in found.options.items() if key != "given")
    return names.get(found.algorithm, found.algorithm) + (f" ({extra})" if extra else "")


def _name(shown: Frames, i: int) -> str:
    """What a node is called in a question: one word."""
    return shown.nodes[i].place.removeprefix("after ").replace("the root", "root").replace(" ", "-")


def _path(shown: Frames, i: int | None) -> tuple[int, ...]:
    found: list[int] = []
    while i is not None:
        found.append(i)
        i = shown.nodes[i].parent
    return tuple(found[::-1])


def _returns(shown: Frames) -> Iterable[str]:
    """With what value each inner node of the whole tree goes back up."""
    for step in shown.runs[0]:
        if step.kind == "leave":
            node = shown.nodes[step.node]
            how = {MAX: "the largest of its children", CHANCE: "the average of its outcomes"}.get(
                node.player, "the smallest of its children"
            )
            yield f"{_name(shown, step.node)} is worth {step.value}: {how}"


def _reason(shown: Frames, cuts: Sequence[Step], i: int) -> str:
    """The step that cuts a node off."""
    above = set(_path(shown, i))
    return next((step.say.partition(" (")[0] for step in cuts if above & set(step.cut)), "it is never reached")


def _holders(shown: Frames, n: int) -> dict[str, str]:
    """Who has α, and who has β, on the way to the node of step n."""
    steps = shown.runs[1]
    path = _path(shown, steps[n].node)
    has: dict[int, str] = {}
    for step in steps[:n]:
        if step.kind == "enter":
            has.pop(step.node, None)
        elif step.kind == "update" and step.value is not None:
            has[step.node] = step.value
    found: dict[str, str] = {}
    for side, player, bound in zip("αβ", (0, 1), steps[n].window or (), strict=True):
        for i in path[:-1]:
            if shown.nodes[i].player == player and has.get(i) == bound:
                found[side] = f"{player_name(player)} has it at {_name(shown, i)}"
    return found


def _nobody(shown: Frames, n: int, value: str, who: str) -> str:
    """Where a side of the window comes from that nobody on the way to the node of step n has."""
    if "∞" in value:
        return f"{who} has nothing on the way here yet"
    if any(shown.nodes[i].player == CHANCE for i in _path(shown, shown.runs[1][n].node)[:-1]):
        return "that is what the chance node above leaves of the window"
    return "the window of the search ends there"


def _proof_numbers(shown: Frames) -> dict[int, tuple[str, str]]:
    return {step.node: step.numbers for step in shown.runs[1] if step.numbers}


def _nearest(node: Node, known: dict[int, tuple[str, str]]) -> list[int]:
    """The children with the least proof number at an OR node, with the least disproof number at an AND node."""
    side = 0 if node.player == MAX else 1
    size = {i: inf if known[i][side] == "∞" else float(known[i][side]) for i in node.children}
    return [i for i in node.children if size[i] == min(size.values())]


def _counted(shown: Frames) -> Iterable[str]:
    """The numbers of each inner node, from the leaves upwards."""
    known = _proof_numbers(shown)
    for i in range(len(shown.nodes) - 1, -1, -1):
        node = shown.nodes[i]
        if node.children and i in known:
            rule = "least proof, sum of disproof" if node.player == MAX else "sum of proof, least disproof"
            yield f"{_name(shown, i)} has {known[i][0]} | {known[i][1]}: {rule}"
