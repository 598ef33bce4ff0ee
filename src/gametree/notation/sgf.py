r"""SGF, the Smart Game Format (FF[4]): trees of nodes with properties, for any game.

A file is a row of trees. A node has properties, each a name and a list of values; its first child continues the main
line, the others are variations. Values are kept as they are written, with their escapes: ``text_of``, ``simple_of`` and
``points_of`` say what they mean. Nothing here calls itself, so that no depth of variations is too deep.

>>> tree, = parse(r"(;FF[4]C[a \[remark\]];B[aa](;W[ba])(;W[ca:cc]))")
>>> tree.text("C"), tree.children[0].values("B"), len(tree.children[0].children)
('a [remark]', ['aa'], 2)
>>> points_of(tree.children[0].children[1].values("W"))
['ca', 'cb', 'cc']
>>> print(written([tree]))
(;FF[4]C[a \[remark\]]
;B[aa]
(;W[ba])
(;W[ca:cc]))
<BLANKLINE>
"""

from __future__ import annotations

import codecs
import re
import string
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gametree.errors import GameError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LETTERS = string.ascii_lowercase + string.ascii_uppercase
"""The coordinates of points, from the left and from the top."""
TOKEN = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<node>;)|(?P<name>[A-Za-z0-9_]+)|(?P<value>\[(?:[^\]\\]+|\\.)*+\])|(?P<odd>\S)",
    re.DOTALL,
)
MOST_POINTS = 100_000
"""The most points of one property, with rectangles written out."""
NO_TEXT = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"}
"""Encodings of Python's that no file is written in."""


@dataclass(eq=False)
class Node:
    """A node of a tree, and what follows it."""

    properties: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    """The values of each property, as they are written."""
    children: list[Node] = field(default_factory=list["Node"], repr=False)
    line: int = 0
    """Where it begins in its text."""

    def values(self, name: str) -> list[str]:
        """The values of a property, as they are written; none if it is not there."""
        return self.properties.get(name, [])

    def text(self, name: str) -> str:
        """The text of a property, with its line breaks; empty if it is not there."""
        return "\n".join(map(text_of, self.values(name)))

    def simple(self, name: str) -> str:
        """The text of a property on one line; empty if it is not there."""
        return " ".join(map(simple_of, self.values(name)))

    def put(self, name: str, *texts: str) -> None:
        """Set a property to these texts."""
        self.properties[name] = [escaped(text) for text in texts]

    def main_line(self) -> Iterator[Node]:
        """This node and its first descendants."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


def escaped(text: str) -> str:
    r"""A text as a value.

    >>> escaped("a]b")
    'a\\]b'
    """
    return re.sub(r"([\]\\])", r"\\\1", text)


def text_of(value: str) -> str:
    r"""What a value says: without its escapes, and without line breaks that were escaped.

    >>> text_of("a\\]b\\\nc\td")
    'a]bc d'
    """
    plain = re.sub(r"\\(?:\n|(.?))", lambda m: m[1] or "", value, flags=re.DOTALL)
    return re.sub(r"[^\S\n]", " ", plain)


def simple_of(value: str) -> str:
    """What a value says, on one line."""
    return text_of(value).replace("\n", " ").strip()


def points_of(values: Iterable[str]) -> list[str]:
    """The points of a list, with rectangles (``aa:cc``) written out.

    >>> points_of(["aa", "ba:cb"])
    ['aa', 'ba', 'ca', 'bb', 'cb']
    """
    found: list[str] = []
    for value in values:
        corners = re.fullmatch(r"\s*([a-zA-Z])([a-zA-Z]):([a-zA-Z])([a-zA-Z])\s*", value)
        if corners:
            left, top, right, bottom = map(LETTERS.index, corners.groups())
            columns, rows = (LETTERS[min(p) : max(p) + 1] for p in ((left, right), (top, bottom)))
            found += [column + row for row in rows for column in columns]
        else:
            found.append(simple_of(value))
        if len(found) > MOST_POINTS:
            raise GameError(f"more than {MOST_POINTS:,} points in one list")
    return found


def size_of(root: Node) -> tuple[int, int] | None:
    """The columns and rows of the board (``SZ[19]`` or ``SZ[19:13]``); None if the tree does not say.

    >>> size_of(parse("(;SZ[13])")[0]), size_of(parse("(;SZ[9:6])")[0]), size_of(parse("(;B[])")[0])
    ((13, 13), (9, 6), None)
    """
    if not root.values("SZ"):
        return None
    found = re.fullmatch(r"(\d{1,3})(?::(\d{1,3}))?", root.simple("SZ"))
    if not found:
        raise GameError(f"line {root.line}: SZ[{root.values('SZ')[0][:20]}] is no size; write SZ[19] or SZ[19:13]")
    return int(found[1]), int(found[2] or found[1])


def decoded(data: bytes) -> str:
    """The text of a file, in the encoding that its property ``CA`` names; without one, UTF-8, or else Latin-1.

    >>> decoded("(;CA[ISO-8859-1]PB[Jörg])".encode("latin-1"))
    '(;CA[ISO-8859-1]PB[Jörg])'
    """
    named = re.search(rb"[;\]\s]CA\s*\[([^\]]{1,40})\]", data[:100_000])
    if data.startswith(codecs.BOM_UTF8) or not named:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    name = named[1].decode("latin-1").strip()
    try:
        if codecs.lookup(name).name.replace("-", "_") in NO_TEXT:
            raise LookupError
        return data.decode(name)
    except (LookupError, ValueError):
        raise GameError(f"the file is not in the encoding that it names: CA[{name}]") from None


def parse(text: str) -> list[Node]:
    """The trees of a text. What stands before the first one is passed over.

    >>> parse("(;B[aa);W")
    Traceback (most recent call last):
    gametree.errors.GameError: line 1, column 4: a value without its end, ]
    """
    return _Reader(re.sub(r"\r\n|\n\r|\r", "\n", text)).trees()


class _Reader:
    def __init__(self, text: str):
        self.text = text
        start = re.search(r"\(\s*;", text)
        if not start:
            raise GameError("not SGF: no tree begins in it, as in (;B[aa])")
        self.counted, self.line, self.start = 0, 1, start.start()

    def trees(self) -> list[Node]:
        trees: list[Node] = []
        waiting: list[tuple[Node | None, int]] = []  # where each tree that is open goes on when it ends
        here: Node | None = None
        opened = False  # a tree has begun, and its first node has not
        name = ""
        for token in TOKEN.finditer(self.text, self.start):
            kind, at = token.lastgroup, token.start()
            if kind == "value":
                if here is None or not name:
                    raise self.error(at, "a value without the name of a property")
                here.properties[name].append(token[0][1:-1])
                continue
            if token[0] == "[":
                raise self.error(at, "a value without its end, ]")
            if name and here is not None and not here.properties[name]:
                raise self.error(at, f"the property {name} has no value")
            name = ""
            if kind == "open":
                if opened or (waiting and here is None):
                    raise self.error(at, "a tree without a node")
                waiting.append((here, at))
                opened = True
            elif kind == "close":
                if opened or not waiting:
                    raise self.error(at, "a tree without a node" if opened else "a tree ends that did not begin")
                here, _ = waiting.pop()
            elif kind == "node":
                if not waiting:
                    raise self.error(at, "a node outside a tree")
                if here is not None and here.children and not opened:
                    raise self.error(at, "a node after a variation")
                node = Node(line=self.line_of(at))
                (trees if here is None else here.children).append(node)
                here, opened = node, False
            elif kind == "name":
                name = re.sub(r"[a-z]", "", token[0])
                if here is None or opened or not name:
                    raise self.error(at, f"{quoted(token[0])} is not allowed here")
                here.properties.setdefault(name, [])
            else:
                raise self.error(at, f"{token[0]!r} is not allowed here")
        if waiting:
            raise self.error(waiting[-1][1], "a tree without its end, )")
        return trees

    def line_of(self, at: int) -> int:
        """The line of a place, which is not before the last one that was asked for."""
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at
        return self.line

    def error(self, at: int, said: str) -> GameError:
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        return GameError(f"line {line}, column {column}: {said}")


def trees_in(path: str | Path) -> list[Node]:
    """The trees of a file, as they are written."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise GameError(f"the games cannot be read: {error}") from error
    try:
        return parse(decoded(data))
    except GameError as error:
        raise GameError(placed(path, error)) from None


def placed(path: str | Path, error: GameError) -> str:
    """An error with the file in which it is."""
    return str(error) if str(error).startswith(f"{path}, ") else f"{path}, {error}"


def written(trees: Iterable[Node]) -> str:
    """The text of trees, a node on a line."""
    parts: list[str] = []
    for tree in trees:
        todo: list[Node | str] = [")\n", tree, "("]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            parts.append(";" + "".join(f"{name}[{']['.join(values)}]" for name, values in item.properties.items()))
            if len(item.children) == 1:
                todo += [item.children[0], "\n"]
            else:
                for child in reversed(item.children):
                    todo += [")", child, "\n("]
    return "".join(parts)
