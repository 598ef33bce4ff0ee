"""Moves and positions as words of a protocol: without blanks, and each word names only one move."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import provides
from gametree.hooks import asked
from gametree.notation.names import hashable, move_name, read_action
from gametree.notation.unclaimed import moves_by_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import AnyGame


def word_of(game: AnyGame, s: Any, action: int, style: str = "") -> str:
    """A move as one word: its name, ``8/5_6/5`` for one with blanks, or ``#17`` if the name is not unique.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> word_of(game, game.initial(), 3)
    '4'
    """
    word = _joined(move_name(game, s, action, style))
    alike = (_kept_words if hashable(s) else _words)(game, s, style).get(word, [])
    return word if word and alike == [action] else f"#{action}"


def words_of_line(game: AnyGame, start: Any, actions: Sequence[int], style: str = "") -> list[str]:
    """The moves of a line as words."""
    words: list[str] = []
    for action in actions:
        words.append(word_of(game, start, action, style))
        start = game.result(start, action)
    return words


def read_word(game: AnyGame, s: Any, word: str, style: str = "") -> int:
    """The legal move that a word names, as ``word_of`` writes it or as people do.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> read_word(game, game.initial(), "4"), read_word(game, game.initial(), "#3")
    (3, 3)
    """
    named = (_kept_words if hashable(s) else _words)(game, s, style).get(word, [])
    return named[0] if len(named) == 1 else read_action(game, s, word)


def _words(game: AnyGame, s: Any, style: str) -> dict[str, list[int]]:
    """The moves that a word may stand for."""
    found: dict[str, list[int]] = {}
    for a in moves_by_rule(game, s):
        for word in {_joined(move_name(game, s, a, style)), f"#{a}"}:
            found.setdefault(word, []).append(a)
    return found


_kept_words = lru_cache(maxsize=4)(_words)
"""Cached: many words come for the same position."""


def actions_called(game: AnyGame, s: Any, word: str) -> list[int]:
    """The legal moves that a word of ``word_of`` stands for: one, if it is such a word.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> actions_called(game, game.initial(), "4"), actions_called(game, game.initial(), "9")
    ([3], [])
    """
    return [a for a in moves_by_rule(game, s) if word in (_joined(move_name(game, s, a)), f"#{a}")]


def actions_named(game: AnyGame, s: Any, names: Sequence[str]) -> list[int]:
    """The actions of the names of a line, up to the first name that is not unique or not legal.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> actions_named(game, game.initial(), ("4", "4", "9"))
    [3, 3]
    """
    actions: list[int] = []
    for name in names:
        named = [a for a in moves_by_rule(game, s) if game.name(s, a) == name]
        if len(named) != 1:
            break
        actions.append(named[0])
        s = game.result(s, named[0])
    return actions


def one_line(game: AnyGame, s: Any) -> str:
    """A position on one line, which ``parse`` reads back.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> game.parse(one_line(game, game.initial())) == game.initial()
    True
    """
    own = [asked(game, "fen")(s)] if provides(game, "fen") else []
    for text in (*own, " ".join(game.text(s).split()), str(s)):
        try:
            if "\n" not in text and game.parse(text) == s:
                return text
        except (GameError, ValueError, LookupError, TypeError, AttributeError):
            continue
    raise GameError("this position cannot be written on one line: only games from the initial position can be sent")


def _joined(name: str) -> str:
    return re.sub(r"\s", "_", name)
