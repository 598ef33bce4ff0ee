"""Between people and a game: moves by their names, positions by their text."""

from __future__ import annotations

import re
from functools import lru_cache
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gametree.compile.frontend.held import Held
from gametree.errors import GameError, quoted
from gametree.game import AnyGame, Game, Line, legal, line_of, over, provides
from gametree.hooks import asked
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Sequence

S = TypeVar("S")

LONGEST_MOVE, LONGEST_POSITION = 1000, 100_000
"""The most characters of the name of a move, and of the text of a position."""


def move_name(game: Game[S], s: S, action: int, style: str = "") -> str:
    """The name of this action here. A game without styles may define only ``name(s, a)``."""
    return game.name(s, action, style) if style else game.name(s, action)


def move_names(game: Game[S], start: S, actions: tuple[int, ...], style: str = "") -> list[str]:
    """The names of the actions of a line."""
    names: list[str] = []
    for a in actions:
        names.append(move_name(game, start, a, style))
        start = game.result(start, a)
    return names


def read_action(game: Game[S], s: S, word: str) -> int:
    """The legal action that a word names: its name in any style, in any case, with its words in any order and without
    marks such as ``*``, if that leaves only one action.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> read_action(game, game.initial(), "4")
    3
    >>> read_action(game, game.initial(), "9")
    Traceback (most recent call last):
    gametree.errors.GameError: '9' is not a legal move here; legal: 4 3 5 2 6 1 7
    """
    known = _vocabulary(game, s)
    if known.over:
        raise GameError(f"{quoted(word)} cannot be played: the game is over")
    word = word.strip()
    if len(word) > LONGEST_MOVE:
        raise GameError(f"{quoted(word)} is not a move: it has {len(word):,} letters")
    for names, folded in known.styles:
        if word in names:
            return names[word]
        if word.casefold() in folded and len(folded) == len(names):
            return folded[word.casefold()]
    alike = known.loosely.get(tuple(_loosely(word)), [])
    if len(alike) == 1:
        return alike[0]
    some = listed(known.shown[:40]) + (f" … ({len(known.shown)} in all)" if len(known.shown) > 40 else "")
    raise GameError(f"{quoted(word)} is not a legal move here; legal: {some}")


class _Vocabulary(NamedTuple):
    """The words for the legal actions of a state."""

    over: bool
    shown: list[str]
    """The names of the legal actions."""
    styles: list[tuple[dict[str, int], dict[str, int]]]
    """The action of a name, for each style, with and without regard to case."""
    loosely: dict[tuple[str, ...], list[int]]
    """The actions whose names have these words."""


def _vocabulary(game: AnyGame, s: Any) -> _Vocabulary:
    return _kept_vocabulary(game, s) if hashable(s) else _make_vocabulary(game, s)


def hashable(s: object) -> bool:
    """Can this state be a key of a cache?"""
    try:
        hash(s)
    except TypeError:
        return False
    return True


def _make_vocabulary(game: AnyGame, s: Any) -> _Vocabulary:
    if over(game, s):
        return _Vocabulary(True, [], [], {})
    actions = legal(game, s)
    shown = [move_name(game, s, a) for a in actions]
    styles: list[tuple[dict[str, int], dict[str, int]]] = []
    for style in ("", *asked(game, "styles")):
        names = {move_name(game, s, a, style): a for a in actions} if style else dict(zip(shown, actions, strict=True))
        styles.append((names, {name.casefold(): a for name, a in names.items()}))
    loosely: dict[tuple[str, ...], list[int]] = {}
    for a, name in zip(actions, shown, strict=True):
        loosely.setdefault(tuple(_loosely(name)), []).append(a)
    return _Vocabulary(False, shown, styles, loosely)


_kept_vocabulary = lru_cache(maxsize=4)(_make_vocabulary)
"""Cached: wrong words often come for the same position."""


def listed(names: Sequence[str]) -> str:
    """Names in one text, separated by commas if they contain blanks.

    >>> listed(["a", "b"]), listed(["8/5 6/5", "24/20"])
    ('a b', '8/5 6/5, 24/20')
    """
    return (", " if any(" " in name for name in names) else " ").join(names)


def _loosely(name: str) -> list[str]:
    """The words of a name, sorted, without marks, repeated as a number in brackets says; ``_`` separates words too."""
    words: list[str] = []
    for word in name.casefold().replace("_", " ").split():
        plain, _, times = word.removesuffix(")").partition("(")
        words += [re.sub(r"[*+#!?]", "", plain)] * (int(times) if times.isdecimal() and len(times) == 1 else 1)
    return sorted(words)


def read_moves(game: Game[S], start: S, text: str) -> Line[S]:
    """The line that a text of moves, separated by blanks or commas, plays from a start; or a transcript, in a game that
    reads them."""
    if provides(game, "transcript"):
        return Line(start, tuple(asked(game, "transcript")(start, text)))
    actions, s = list[int](), start
    for number, word in enumerate(re.split(r"[\s,]+", text.strip()) if text.strip() else [], 1):
        try:
            actions.append(read_action(game, s, word))
        except GameError as error:
            raise GameError(f"move {number}: {error}") from None
        s = game.result(s, actions[-1])
    return Line(start, tuple(actions))


def read_position(game: Game[S], text: str) -> S:
    """The state that a text describes; any error is reported in one line."""
    if len(text) > LONGEST_POSITION:
        raise GameError(f"not a position: {quoted(text)}; that has {len(text):,} letters")
    try:
        return game.parse(text)
    except GameError as error:
        raise GameError(str(error).replace(repr(text), quoted(text))) from None
    except Exception as error:
        raise GameError(f"not a position: {quoted(text)} ({type(error).__name__}: {error})") from error


def line_at(game: Game[S], position: Any = None, moves: str = "") -> Line[S]:
    """The line from which a verb begins: a position (a state, a Line, a text as the game writes it or in SGF, or
    None for the initial state), and the moves that are played from there, by name.

    >>> from gametree import load
    >>> line_at(load("connect4"), moves="4 4").actions
    (3, 3)
    >>> game = load("tictactoe")
    >>> line_at(game, "X.. .O. ...").start == line_at(game, moves="1 5").states(game)[-1]
    True
    """
    start: Any = position
    if isinstance(position, str) and not isinstance(line_of(game, None).start, str) and not _is_own(game, position):
        start = _read_start(game, position)
    line: Line[S] = line_of(game, start)
    _check_state(game, line.start)
    if not isinstance(moves, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise GameError(
            f"moves are names in one text, such as {_example(game)!r}, not {moves!r}; for actions use a Line"
        )
    if not moves.strip():
        return line
    return Line(line.start, line.actions + read_moves(game, line.states(game)[-1], moves).actions)


def _read_start(game: Game[S], text: str) -> S | Line[S]:
    """The position of a text: as the game writes it, or the main line of a game in SGF."""
    from gametree.notation.sgf_games import in_sgf, looks_like_sgf, read_line

    if looks_like_sgf(text) and in_sgf(game):
        if len(text) > LONGEST_POSITION:
            raise GameError(f"not a position: {quoted(text)}; that has {len(text):,} letters")
        return read_line(text, game)
    return read_position(game, text)


def _check_state(game: Game[S], s: Any) -> None:
    """Raise where this is clearly no state of the game: a number, or a tuple without the fields of its states."""
    if isinstance(s, Held):  # the front end has looked at it
        return
    initial: Any = game.initial()
    numeral = isinstance(s, Number) and not isinstance(initial, Number)
    fields: tuple[str, ...] = getattr(initial, "_fields", ())
    if numeral or not all(hasattr(s, name) for name in fields):
        what = f"a state ({type(initial).__name__}), a Line, or a text as the game writes it"
        more = f"; write depth={s} for a depth" if numeral else ""
        raise GameError(f"{s!r} is no position of {title(game)}: that is {what}{more}")


def _is_own(game: Game[S], position: str) -> bool:
    """Is this text itself a state of the user's, of a game whose states are packed?"""
    front: Any = vars(game).get("_front")
    return front is not None and isinstance(front.original.initial(), str) and front.fits(position)


def _example(game: Game[S]) -> str:
    s, names = game.initial(), list[str]()
    while len(names) < 2 and (actions := legal(game, s)):
        names.append(move_name(game, s, actions[0]))
        s = game.result(s, actions[0])
    return " ".join(names)
