"""Records of games with their variations, between the page and PGN or SGF.

The page's record is a tree. Here it is a list of nodes, each after its parent, ``{"parent": 0, "action": 3}``, in the
order of writing: the first child of a node continues the main line. The root is number 0 and is not listed; the first
node of the list is number 1. A node may have a ``comment``, one ``before`` it (where a variation begins), and
``glyphs``, the numbers of marks such as ``!`` (1). The comment before the first move is the record's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import CATALOGUE
from gametree.errors import GameError
from gametree.formats.pgn import RESULTS, Game, Moves, read_text
from gametree.formats.variant_tag import other_variant
from gametree.game import AnyGame, Line, legal, worth
from gametree.notation.moves import write_move
from gametree.notation.names import move_name, read_moves
from gametree.notation.sgf import parse
from gametree.notation.sgf_games import in_sgf, looks_like_sgf, read_tree
from gametree.protocols.chess_games import NORMAL
from gametree.referee import Referee
from gametree.titles import title
from gametree.web.answers import whole, word
from gametree.web.jobs import LONGEST_GAME, line_asked

if TYPE_CHECKING:
    from gametree.web.worker import Call

LONGEST_TEXT = 200_000
TAGS = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')
LONGEST_COMMENT, MOST_TAGS, MOST_GLYPHS = 4000, 60, 8
DEEPEST = 100
"""The deepest nesting of variations."""
PGN = re.compile(r'\[\s*\w+\s+"|(?:^|\s)\(|\{|(?:^|\s)\d+\.')
"""Tags, variations, comments or numbers of moves: a text with one of these is PGN; another is moves in a row."""


def write(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """A record as ``pgn``, with its variations, and the ``moves`` from the start to the node number ``at`` as words for
    the command line."""
    start = line_asked(game, {"position": asked.get("position")}).start
    tree = _Tree(game, start, _nodes(asked))
    played = tree.moves(0, 0, 0)
    if told := _words(asked, "comment"):
        played = replace(played, comments={**played.comments, 0: told})
    names = ("White", "Black") if game.players == 2 else ()
    players = {key: word(asked, key.lower(), "?", 60) for key in names}
    result = _result(game, Line(start, played.actions)) if game.players == 2 else "*"
    tags = {**players, **_tags(asked), "Game": title(game)}
    if result == "*" and tags.get("Result") in RESULTS:
        result = tags["Result"]  # somebody gave up, or it was agreed
    text = Game(tags, start, played, result).to_text(game)
    return {"pgn": text, "moves": tree.words(whole(asked, "at", 0, 0, len(tree.nodes)) or 0)}


def read(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The record that a ``text`` holds, moves in a row, PGN or SGF (of several games the first): its ``nodes``, each
    with the ``name`` of its move, and the ``position`` that it starts from, null for the initial one."""
    text = word(asked, "text", "", LONGEST_TEXT)
    if looks_like_sgf(text) and in_sgf(game):
        return _read_sgf(game, text)
    if not PGN.search(text):
        line = read_moves(game, line_asked(game, {"position": asked.get("position")}).start, text)
        found = Game({}, line.start, Moves(0, line.actions), "*")
    else:
        _same_game(game, dict(TAGS.findall(text)))
        found = next(read_text(text, game, most=LONGEST_GAME), None)
        if found is None:
            raise GameError("there is no game in this text")
    nodes: list[dict[str, Any]] = []
    _list(game, nodes, 0, found.start, found.moves)
    if len(nodes) > LONGEST_GAME:
        raise GameError(f"a record has at most {LONGEST_GAME} moves here")
    begins = game.initial() == found.start
    told = found.moves.comments.get(0, "")
    return {"position": None if begins else game.text(found.start), "nodes": nodes, "tags": found.tags, "comment": told}


def _read_sgf(game: AnyGame, text: str) -> dict[str, Any]:
    tree = read_tree(parse(text)[0], game, LONGEST_GAME)
    nodes = [
        {"parent": move.parent, "action": move.action, "name": move_name(game, move.state, move.action)}
        for move in tree.moves
    ]
    begins = game.initial() == tree.start
    tags = {"White": tree.names[0], "Black": tree.names[1], "Result": tree.result}
    return {"position": None if begins else game.text(tree.start), "nodes": nodes, "tags": tags}


def _same_game(game: AnyGame, tags: dict[str, str]) -> None:
    other, variant = tags.get("Game", ""), other_variant(game, tags)
    if other.partition(":")[0] not in CATALOGUE or other == title(game):
        other = f"{NORMAL}:variant={variant}" if variant else ""
    if other:
        raise GameError(f"this is a game of {other}, but the page plays {title(game)}")


def _words(asked: dict[str, Any], key: str) -> str:
    """A comment, on one line."""
    return " ".join(word(asked, key, "", LONGEST_COMMENT).split())


def _tags(asked: dict[str, Any]) -> dict[str, str]:
    """The tags of a request, as PGN can hold them; where a game starts is not one of them."""
    tags: Any = asked.get("tags") or {}
    if not isinstance(tags, dict) or len(cast("dict[str, Any]", tags)) > MOST_TAGS:
        raise GameError(f"tags must be an object of at most {MOST_TAGS} texts")
    found = cast("dict[str, Any]", tags)
    if wrong := [key for key in found if not re.fullmatch(r"\w{1,40}", key)]:
        raise GameError(f"{wrong[0][:40]!r} is not the name of a tag: use letters and digits")
    kept = [key for key in found if key not in ("FEN", "SetUp", "Variant", "Game")]
    return {key: " ".join(word(found, key, "", LONGEST_COMMENT).split()) for key in kept}


def _result(game: AnyGame, line: Line[Any]) -> str:
    paid = Referee(game, line).payoff()
    if paid is None:
        return "*"
    value = worth(paid) if isinstance(paid, tuple) else paid
    return "1-0" if value > 0 else "0-1" if value < 0 else "1/2-1/2"


@dataclass(frozen=True)
class _Node:
    """A node that was sent."""

    parent: int
    action: int
    comment: str = ""
    before: str = ""
    glyphs: tuple[int, ...] = ()


def _nodes(asked: dict[str, Any]) -> list[_Node]:
    """The nodes that were sent."""
    listed = asked.get("nodes")
    if not isinstance(listed, list) or len(listed) > LONGEST_GAME:  # pyright: ignore[reportUnknownArgumentType]
        raise GameError(f"nodes must be a list of at most {LONGEST_GAME} objects")
    found: list[_Node] = []
    for number, node in enumerate(cast("list[object]", listed), 1):
        if not isinstance(node, dict):
            raise GameError(f"node {number} must be an object with parent and action")
        facts = cast("dict[str, Any]", node)
        parent, action = whole(facts, "parent", 0, 0, number - 1), facts.get("action")
        if isinstance(action, bool) or not isinstance(action, int):
            raise GameError(f"node {number}: its action must be a whole number")
        found.append(
            _Node(parent or 0, action, _words(facts, "comment"), _words(facts, "before"), _glyphs(facts, number))
        )
    return found


def _glyphs(facts: dict[str, Any], number: int) -> tuple[int, ...]:
    """The marks of a node, by their numbers."""
    glyphs: Any = facts.get("glyphs") or []
    if not isinstance(glyphs, list) or len(cast("list[object]", glyphs)) > MOST_GLYPHS:
        raise GameError(f"node {number}: glyphs must be a list of at most {MOST_GLYPHS} numbers")
    found = [whole({"glyph": one}, "glyph", 0, 0, 255) for one in cast("list[object]", glyphs)]
    return tuple(glyph for glyph in found if glyph)


class _Tree:
    """A record from a request, checked by the rules."""

    def __init__(self, game: AnyGame, start: Any, nodes: list[_Node]):
        self.game, self.nodes, self.states = game, nodes, [start]
        self.below: list[list[int]] = [[] for _ in range(len(nodes) + 1)]
        for number, node in enumerate(nodes, 1):
            s = self.states[node.parent]
            if game.terminal(s) or node.action not in legal(game, s):
                raise GameError(f"node {number}: {node.action} is not a legal action")
            self.states.append(game.result(s, node.action))
            self.below[node.parent].append(number)

    def moves(self, node: int, ply: int, depth: int) -> Moves:
        """The line from a node along the first children, with the variations at each of its moves."""
        if depth > DEEPEST:
            raise GameError(f"more than {DEEPEST} variations within one another")
        line: list[_Node] = []
        variations: list[Moves] = []
        while self.below[node]:
            first, *others = self.below[node]
            variations += [self._variation(other, ply + len(line), depth + 1) for other in others]
            line.append(self.nodes[first - 1])
            node = first
        comments = {count: one.comment for count, one in enumerate(line, 1) if one.comment}
        glyphs = {count: one.glyphs for count, one in enumerate(line, 1) if one.glyphs}
        return Moves(ply, tuple(one.action for one in line), comments, glyphs, tuple(variations))

    def _variation(self, number: int, ply: int, depth: int) -> Moves:
        """The variation that begins with a node."""
        rest, own = self.moves(number, ply + 1, depth), self.nodes[number - 1]
        comments = {count + 1: told for count, told in rest.comments.items()}
        comments |= {at: told for at, told in ((0, own.before), (1, own.comment)) if told}
        glyphs = {count + 1: marks for count, marks in rest.glyphs.items()}
        glyphs |= {1: own.glyphs} if own.glyphs else {}
        return Moves(ply, (own.action, *rest.actions), comments, glyphs, rest.variations)

    def words(self, node: int) -> str:
        """The moves that lead to a node, each as one word."""
        found: list[str] = []
        while node:
            one = self.nodes[node - 1]
            found.append(write_move(self.game, self.states[one.parent], one.action))
            node = one.parent
        return " ".join(reversed(found))


def _list(
    game: AnyGame, nodes: list[dict[str, Any]], parent: int, s: Any, moves: Moves, *, inside: bool = False
) -> None:
    """Add a line of moves and its variations below a node: each move before its alternatives."""
    for count, action in enumerate(moves.actions):
        told = {
            "comment": moves.comments.get(count + 1, ""),
            "before": moves.comments.get(0, "") if inside and not count else "",
            "glyphs": list(moves.glyphs.get(count + 1, ())),
        }
        known = {"parent": parent, "action": action, "name": move_name(game, s, action)}
        nodes.append({**known, **{key: value for key, value in told.items() if value}})
        number = len(nodes)
        for variation in moves.variations:
            if variation.ply == moves.ply + count:
                _list(game, nodes, parent, s, variation, inside=True)
        parent, s = number, game.result(s, action)
