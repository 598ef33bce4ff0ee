"""Reading a tree that is written out by hand: from nested lists and dictionaries to a list of nodes."""

from __future__ import annotations

import math
import string
from collections import deque
from dataclasses import dataclass, field
from itertools import count, product
from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYERS = {"max": 0, "min": 1, "or": 0, "and": 1}
TRUTH: dict[Any, float] = {True: 1.0, False: -1.0, None: 0.0, "true": 1.0, "false": -1.0, "unknown": 0.0}
LONGEST_NUMBER = 60
"""The most characters of a probability, and of a value quoted in a message."""
FORMS = ("children", "max", "min", "or", "and", "chance", "value")
KEYS = {*FORMS, "name", "player", "estimate", "between", "quiet", "goto"}


@dataclass
class Node:
    """One node as it was written. A leaf has a payoff; a chance node has odds, as many as children."""

    name: str
    turn: int
    """Whose turn it is, to be taken modulo the number of players, which is known only when all is read."""
    told: bool = False
    """The player was written out, not counted on from the node above."""
    logical: bool = False
    """It was written as and, or, true, false or unknown."""
    payoff: tuple[float, ...] = ()
    estimate: tuple[float, ...] = ()
    between: tuple[float, ...] = ()
    """A pessimistic and an optimistic estimate of Max's payoff."""
    quiet: bool = True
    """Is it safe to evaluate here?"""
    odds: list[float] = field(default_factory=list[float])
    children: list[int] = field(default_factory=list[int])
    moves: list[str] = field(default_factory=list[str])
    """What the moves to the children are called."""


def read(root: object) -> list[Node]:
    """The nodes of a tree, level by level, the root first.

    >>> [(node.name, node.turn, node.children, node.payoff) for node in read([[3, 12], 2])]
    [('A', 0, [1, 2], ()), ('B', 1, [3, 4], ()), ('a2', 1, [], (2.0,)), ('b1', 2, [], (3.0,)), ('b2', 2, [], (12.0,))]
    """
    nodes: list[Node] = []
    gotos: list[tuple[Node, int, str]] = []  # a node, which of its children, and the name of the node meant
    waiting: deque[tuple[Any, int, Node | None, str]] = deque([(root, 0, None, "the root")])
    while waiting:
        written, turn, parent, where = waiting.popleft()
        entry = cast("dict[str, Any]", written) if isinstance(written, dict) else {}
        if parent and set(entry) == {"goto"}:
            gotos.append((parent, len(parent.children), str(entry["goto"])))
            parent.children.append(-1)
            continue
        if parent:
            parent.children.append(len(nodes))
        node, below = _read_node(entry or written, turn, where)
        nodes.append(node)
        waiting.extend(
            (child, node.turn if node.odds else node.turn + 1, node, f"child {i} of {node.name or where}")
            for i, child in enumerate(below, 1)
        )
    named = {node.name: i for i, node in enumerate(nodes) if node.name}
    if len(named) < sum(bool(node.name) for node in nodes):
        raise GameError("two nodes have the same name: to mean the same node, write {'goto': name}")
    for node, i, target in gotos:
        if target not in named:
            raise GameError(f"goto {target}: no node has this name")
        node.children[i] = named[target]
    _name_moves(nodes, set(named))
    return nodes


def _read_node(written: Any, turn: int, where: str) -> tuple[Node, list[object]]:
    """A node, and what is written for its children."""
    if isinstance(written, list):
        return Node("", turn), _children(cast("list[object]", written), where)
    if not isinstance(written, dict):
        return Node("", turn, payoff=_payoff(written, where), logical=_is_truth(written)), []
    entry = cast("dict[str, Any]", written)
    if "goto" in entry:
        raise GameError(f"{where}: goto must be the only key, in place of a child")
    node = Node(_name(entry, where), turn)
    where = node.name or where
    forms = [key for key in FORMS if key in entry]
    if unknown := set(entry) - KEYS:
        raise GameError(f"{where}: unknown key {min(unknown)!r}; a node has {', '.join(sorted(KEYS))}")
    if len(forms) != 1:
        raise GameError(f"{where}: a node has exactly one of children, max, min, or, and, chance, value")
    form, content = forms[0], entry[forms[0]]
    if form in PLAYERS or "player" in entry:
        node.turn, node.told = _player(form if form in PLAYERS else entry["player"], where), True
    node.logical = form in ("or", "and") or entry.get("player") in ("or", "and") or _is_truth(content)
    if "estimate" in entry:
        node.estimate = _payoff(entry["estimate"], where)
    if "between" in entry:
        node.between = _between(entry["between"], where)
    if "quiet" in entry:
        node.quiet = _truth(entry["quiet"], where)
    if form == "value":
        node.payoff = _payoff(content, where)
        return node, []
    if form != "chance":
        return node, _children(content, where)
    node.odds, below = _outcomes(content, where)
    return node, below


def _is_truth(written: object) -> bool:
    return written is None or isinstance(written, bool | str)


def _truth(written: object, where: str) -> bool:
    if not isinstance(written, bool):
        raise GameError(f"{where}: quiet is true or false, not {_shown(written)}")
    return written


def _name(entry: dict[str, Any], where: str) -> str:
    name = str(entry.get("name", ""))
    if any(c.isspace() or c in ":,()" for c in name):
        raise GameError(f"{where}: a name has no blanks, colons, commas or brackets: {name!r}")
    return name


def _player(word: object, where: str) -> int:
    if isinstance(word, str) and word.lower() in PLAYERS:
        return PLAYERS[word.lower()]
    if isinstance(word, int) and not isinstance(word, bool) and word >= 0:
        return word
    raise GameError(f"{where}: player is max, min, or, and, or a number from 0, not {word!r}")


def _children(written: object, where: str) -> list[object]:
    if not isinstance(written, list) or not written:
        raise GameError(f"{where}: children are a list, with at least one in it")
    return cast("list[object]", written)


def _outcomes(written: object, where: str) -> tuple[list[float], list[object]]:
    odds: list[float] = []
    below: list[object] = []
    for pair in _children(written, where):
        items = list(cast("list[object]", pair)) if isinstance(pair, list | tuple) else []
        if len(items) != 2:
            raise GameError(f"{where}: an outcome is a pair [probability, node], not {_shown(cast('object', pair))}")
        odds.append(_probability(items[0], where))
        below.append(items[1])
    if abs(sum(odds) - 1) > 1e-9:
        raise GameError(f"{where}: the probabilities sum to {sum(odds):.6g}, not 1")
    return odds, below


def _probability(written: object, where: str) -> float:
    numerator, slash, denominator = written, "", "1"
    if isinstance(written, str):
        numerator, slash, denominator = written[:LONGEST_NUMBER].partition("/")  # "1/3" is allowed
    try:
        p = float(cast("float", numerator)) / float(denominator if slash else 1)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        p = -1.0
    if not 0 < p <= 1:
        raise GameError(f"{where}: not a probability: {_shown(written)}")
    return p


def _shown(written: object) -> str:
    """What was written, within a message."""
    try:
        text = repr(written)
    except ValueError:
        return "a number of very many digits"
    return text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}…"


def _payoff(written: object, where: str) -> tuple[float, ...]:
    """One number (or true, false, unknown), or one per player."""
    if isinstance(written, str):
        written = written.lower()
    if _is_truth(written) and written in TRUTH:
        return (TRUTH[written],)
    items = list(cast("list[object]", written)) if isinstance(written, list | tuple) else [written]
    if not items or not all(_is_number(item) for item in items):
        raise GameError(f"{where}: not a payoff: {_shown(cast('object', written))}")
    return tuple(float(cast("float", item)) for item in items)


def _between(written: object, where: str) -> tuple[float, ...]:
    """A pessimistic and an optimistic estimate."""
    items = list(cast("list[object]", written)) if isinstance(written, list | tuple) else []
    if len(items) != 2 or not all(map(_is_number, items)) or cast("float", items[0]) > cast("float", items[1]):
        raise GameError(
            f"{where}: between is a pair of numbers, the lower first, not {_shown(cast('object', written))}"
        )
    return tuple(float(cast("float", item)) for item in items)


def _is_number(item: object) -> bool:
    if isinstance(item, bool) or not isinstance(item, int | float):
        return False
    try:
        return math.isfinite(item)
    except OverflowError:  # a whole number of more than 300 digits
        return False


def _name_moves(nodes: list[Node], taken: set[str]) -> None:
    """Names for those who have none: inner nodes are A, B, C, …; the unnamed children of A are a1, a2, …"""
    letters = (name for name in _letters() if name not in taken)
    named = [bool(node.name) for node in nodes]
    for node in nodes:
        if node.children and not node.name:
            node.name = next(letters)
    for node in nodes:
        own = set[str]()
        for i, child in enumerate(node.children, 1):
            move = nodes[child].name if named[child] else f"{node.name.lower()}{i}"
            while not nodes[child].name and move in taken:
                move += "'"
            if move in own:
                raise GameError(f"{node.name}: two moves are called {move}")
            node.moves.append(move)
            own.add(move)
            nodes[child].name = nodes[child].name or move
            taken.add(move)
    nodes[0].name = nodes[0].name or "A"  # a tree of one leaf


def _letters() -> Iterator[str]:
    for length in count(1):
        for letters in product(string.ascii_uppercase, repeat=length):
            yield "".join(letters)
