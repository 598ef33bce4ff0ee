"""Files in SGF: games of any game that says how it is written there.

>>> import tempfile
>>> from gametree import Line, load
>>> game = load("gomoku:size=9")
>>> with tempfile.TemporaryDirectory() as folder:
...     write_sgf(f"{folder}/games.sgf", [tree_of(game, Line(game.initial(), (44, 45)), ("Anna", "Ben"))])
...     [rules_of_sgf(f"{folder}/games.sgf").size, read_sgf(f"{folder}/games.sgf", game)[0].line.actions]
[9, (44, 45)]
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gametree.catalogue import CATALOGUE, load
from gametree.data import game_named
from gametree.errors import GameError
from gametree.notation.sgf import Node, placed, size_of, trees_in, written
from gametree.notation.sgf_games import Tree, read_tree, tree_of
from gametree.notation.sgf_go import go_in_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.game import AnyGame
    from gametree.tournament.record import Record

SGF = ".sgf"
"""The suffix of such files."""
GAMES = {"1": "go", "4": "gomoku", "11": "hex"}
"""The games by their numbers in SGF, where the file does not name one of ours. A size is their first parameter."""


def read_sgf(path: str | Path, game: AnyGame) -> list[Tree]:
    """The games of a file, each played through by the rules, with its variations."""
    try:
        return [read_tree(root, game) for root in trees_in(path)]
    except GameError as error:
        raise GameError(placed(path, error)) from None


def write_sgf(path: str | Path, trees: Iterable[Node]) -> None:
    """Write trees to a file; an old file of that name is replaced at the end."""
    from gametree.files import aside

    text = written(trees)
    with aside(Path(path)) as place:
        place.write_text(text, encoding="utf-8")


def rules_of_sgf(path: str | Path, given: AnyGame | None = None) -> AnyGame:
    """The game of a file: one of ours that its property ``RU`` names, or the one of its number ``GM``, of the size
    ``SZ``. ``given`` is the game that the user named; rules are run from no other file."""
    root = trees_in(path)[0]
    name, number = root.simple("RU"), root.simple("GM")
    if name.partition(":")[0] in CATALOGUE:
        return game_named(name, path, "--rules GAME", given)
    if given is not None:
        return given
    if number not in GAMES:
        raise GameError(f"{path}: a game of kind GM[{number[:20]}]; name its rules: --rules GAME")
    size = size_of(root)
    own = go_in_file(root) if GAMES[number] == "go" else {}
    if size is None:
        return load(GAMES[number], **own)
    if size[0] != size[1] and "rows" not in own:
        raise GameError(f"{path}: a board of {size[0]}×{size[1]} points; name its rules: --rules GAME")
    return load(f"{GAMES[number]}:{size[0]}", **own)


def sgf_of(record: Record, rules: AnyGame) -> Node:
    """A game of a match as a tree."""
    root = tree_of(rules, record.line(rules), (record.first, record.second), record.result)
    root.put("RO", record.round)
    root.put("GC", record.played.fault or record.played.reason)
    return root
