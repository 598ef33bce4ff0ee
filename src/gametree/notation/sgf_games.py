"""A tree of SGF as a game by the rules: where it starts, the moves of its main line, and all its variations.

>>> from gametree import load
>>> game = load("gomoku:size=15")
>>> tree, = parse("(;GM[4]SZ[15]PB[Anna]RE[W+R];B[hh](;W[ii];B[hi])(;W[hg]C[instead]))")
>>> played = read_tree(tree, game)
>>> played.line.actions, played.names, played.result
((119, 104, 103), ('Anna', '?'), '0-1')
>>> [(move.parent, game.name(move.state, move.action)) for move in played.moves]
[(0, 'h8'), (1, 'i7'), (2, 'h7'), (1, 'h9')]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.errors import GameError, quoted
from gametree.game import MAX, MIN, AnyGame, Line, provides
from gametree.hooks import asked
from gametree.notation.names import read_action
from gametree.notation.sgf import Node, parse, points_of, size_of
from gametree.notation.unclaimed import moves_by_rule
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COLOURS = {"B": MAX, "W": MIN}
PLAYERS = ("Black", "White")
SETTING_UP = ("AB", "AW", "AE", "PL")
RESULTS = {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0", "*": "?"}
"""Results as we write them, and as SGF does."""
PASSES = ("", "tt")
"""How a pass is written; ``tt`` on boards of up to 19 × 19 points."""


class Move(NamedTuple):
    """A move of a tree. The start is number 0, and the first move number 1."""

    parent: int
    """The number of the move before."""
    state: Any
    """The state in which it is played."""
    action: int
    node: Node


@dataclass(frozen=True, eq=False)
class Tree:
    """A game with its variations, each checked by the rules."""

    root: Node
    start: Any
    moves: tuple[Move, ...]
    """All moves, each after the one before it; the first move after another continues its line."""

    @property
    def main(self) -> list[Move]:
        """The moves of the main line."""
        found, last = list[Move](), 0
        for number, move in enumerate(self.moves, 1):
            if move.parent == last and len(found) == number - 1:
                found.append(move)
                last = number
        return found

    @property
    def line(self) -> Line[Any]:
        """The main line."""
        return Line(self.start, tuple(move.action for move in self.main))

    @property
    def names(self) -> tuple[str, str]:
        """Who played Black and White."""
        return self.root.simple("PB") or "?", self.root.simple("PW") or "?"

    @property
    def result(self) -> str:
        """``1-0`` if Black has won, ``0-1``, ``1/2-1/2``, or ``*`` if it is unknown."""
        told = self.root.simple("RE").casefold()
        if told in ("0", "draw", "jigo"):
            return "1/2-1/2"
        return {"b+": "1-0", "w+": "0-1"}.get(told[:2], "*")


def in_sgf(game: AnyGame) -> bool:
    """Does the game say how it is written in SGF?"""
    return provides(game, "sgf") and provides(game, "sgf_move")


def check_sgf(game: AnyGame) -> None:
    """Raise an error if the game cannot be written in SGF."""
    if not in_sgf(game):
        raise GameError(f"{title(game)} does not say how it is written in SGF (its hooks sgf and sgf_move)")
    asked(game, "sgf")()


def looks_like_sgf(text: str) -> bool:
    """Is this the text of a tree, and not of something else?

    >>> looks_like_sgf(" (;B[aa])"), looks_like_sgf("h8 i9")
    (True, False)
    """
    return text.lstrip("\ufeff \t\r\n").startswith("(") and text.lstrip("\ufeff \t\r\n(").startswith(";")


def read_tree(root: Node, game: AnyGame, most: int | None = None) -> Tree:
    """The game of a tree. A tree of more than ``most`` moves is refused."""
    check_sgf(game)
    _check_game(root, game)
    stones: dict[str, str] = {}
    mover: int | None = None
    node = root
    while True:  # the nodes before the first move may set stones up
        mover = _set_up(node, stones, mover)
        if "B" in node.properties or "W" in node.properties or len(node.children) != 1:
            break
        node = node.children[0]
    start = _start(node, game, stones, mover)
    return Tree(root, start, tuple(_moves(node, game, start, most)))


def _check_game(root: Node, game: AnyGame) -> None:
    own: dict[str, str] = asked(game, "sgf")()
    number, size = root.simple("GM"), size_of(root)
    if number and number != own.get("GM", number):
        raise GameError(f"line {root.line}: a game of kind GM[{number[:20]}], but {title(game)} is GM[{own['GM']}]")
    mine = size_of(Node({"SZ": [own["SZ"]]})) if "SZ" in own else None
    if size and mine and size != mine:
        board, ours = ("×".join(map(str, pair)) for pair in (size, mine))
        raise GameError(f"line {root.line}: a board of {board} points, but {title(game)} has {ours}")


def _set_up(node: Node, stones: dict[str, str], mover: int | None) -> int | None:
    """Add the stones that a node sets up; who moves then."""
    try:
        for name in ("AB", "AW", "AE"):
            for point in points_of(node.values(name)):
                stones[point] = name[1]
    except GameError as error:
        raise GameError(f"line {node.line}: {error}") from None
    if not node.values("PL"):
        return mover
    told = node.simple("PL")[:1].upper()
    if told not in COLOURS:
        raise GameError(f"line {node.line}: PL says who moves, B or W, not {quoted(node.simple('PL'))}")
    return COLOURS[told]


def _start(node: Node, game: AnyGame, stones: dict[str, str], mover: int | None) -> Any:
    black, white = ([p for p, colour in stones.items() if colour == side] for side in "BW")
    try:
        if black or white:
            return asked(game, "sgf_state")(black, white, mover)
        start = game.initial()
        if mover is not None and game.player(start) != mover:
            raise GameError(f"{PLAYERS[mover]} does not begin this game")
    except GameError as error:
        raise GameError(f"line {node.line}: {error}") from None
    return start


def _moves(first: Node, game: AnyGame, start: Any, most: int | None) -> Iterator[Move]:
    """The moves of all variations, those of the main line first."""
    number = 0
    waiting: list[tuple[Node, int, Any]] = [(first, 0, start)]
    while waiting:
        node, parent, s = waiting.pop()
        if node is not first and any(name in node.properties for name in SETTING_UP):
            raise GameError(f"line {node.line}: stones are set up after the first move; that is no move of the game")
        colours = [name for name in COLOURS if name in node.properties]
        if len(colours) > 1:
            raise GameError(f"line {node.line}: one node has moves of both sides")
        for name in colours:
            action = _action(node, game, s, name)
            yield Move(parent, s, action, node)
            number += 1
            if most is not None and number > most:
                raise GameError(f"line {node.line}: a record has at most {most} moves here")
            parent, s = number, game.result(s, action)
        waiting += [(child, parent, s) for child in reversed(node.children)]


def _action(node: Node, game: AnyGame, s: Any, colour: str) -> int:
    value = node.simple(colour)
    try:
        if game.terminal(s):
            raise GameError("the game is over")
        if game.player(s) != COLOURS[colour]:
            raise GameError(f"it is {PLAYERS[1 - COLOURS[colour]]}'s turn")
        written = {asked(game, "sgf_move")(s, a): a for a in moves_by_rule(game, s)}
        if value in written:
            return written[value]
        if value in PASSES and "" in written:
            return written[""]
        return read_action(game, s, value)  # some programs write the names of points
    except GameError as error:
        shown = value if len(value) < 20 else f"{value[:20]}…"
        raise GameError(f"line {node.line}: {colour}[{shown}]: {error}") from None


def read_line(text: str, game: AnyGame) -> Line[Any]:
    """The main line of the first tree of a text."""
    return read_tree(parse(text)[0], game).line


def _has_stones(game: AnyGame, s: Any) -> bool:
    """Are there stones on the board? A game may begin with some: a handicap."""
    return provides(game, "sgf_stones") and any(map(list, asked(game, "sgf_stones")(s)))


def tree_of(
    game: AnyGame, line: Line[Any], names: tuple[str, str] = ("", ""), result: str = "*", comments: Iterable[str] = ()
) -> Node:
    """The tree of a game: Black's and White's names, its result (``1-0`` if Black has won), and comments on the moves.

    >>> from gametree import load
    >>> from gametree.notation.sgf import written
    >>> game = load("gomoku:size=9")
    >>> print(written([tree_of(game, Line(game.initial(), (40,)), ("Anna", "Ben"), "1-0", ["", "a corner"])]))
    (;FF[4]CA[UTF-8]AP[gametree]GM[4]SZ[9]RU[gomoku:size=9]PB[Anna]PW[Ben]RE[B+]
    ;B[ae]C[a corner])
    <BLANKLINE>
    """
    check_sgf(game)
    root = Node()
    facts = {"FF": "4", "CA": "UTF-8", "AP": "gametree", **asked(game, "sgf")(), "RU": title(game)}
    for name, text in {**facts, "PB": names[0], "PW": names[1]}.items():
        if text:
            root.put(name, text)
    root.put("RE", RESULTS[result])
    if line.start != game.initial() or _has_stones(game, line.start):
        for name, points in zip(("AB", "AW"), asked(game, "sgf_stones")(line.start), strict=True):
            if listed := list(points):
                root.properties[name] = listed
        root.put("PL", "BW"[game.player(line.start)])
    node, s, told = root, line.start, iter(comments)
    for action in (None, *line.actions):
        if action is not None:
            after = Node({"BW"[game.player(s)]: [asked(game, "sgf_move")(s, action)]})
            node.children.append(after)
            node, s = after, game.result(s, action)
        if comment := next(told, ""):
            node.put("C", comment)
    return root
