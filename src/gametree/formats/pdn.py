"""PDN: games of checkers and of all kinds of draughts. It is PGN with other moves and results.

Moves are read in all the forms that are in use: ``11-15``, ``22x15x8`` with as many squares between as are needed, jump
by jump (``22x15 15x8``), without a sign (``1115``). A win may count two points, ``2-0``; since that looks like a move,
the moves may end in ``*``, with the result only in the tags. ``1-0`` is a win of White, though Black begins checkers.
The tag ``GameType`` begins with the number of the kind of draughts; a variant that has none is named in ``Game``.

>>> from gametree import load
>>> game = load("checkers")
>>> played, = read_text('[Black "Anna"] [Result "0-2"] 1.11-15 22-18! {an exchange} 2.15x22 26x17 3. 8-11 *', game)
>>> played.tags["Black"], played.result, len(played.moves.actions)
('Anna', '0-1', 5)
>>> print(to_text(played, game))
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "Anna"]
[Result "0-1"]
[GameType "21"]
<BLANKLINE>
1. 11-15 22-18 $1 {an exchange} 2. 15x22 26x17 3. 8-11 0-1
<BLANKLINE>
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.data import game_named
from gametree.errors import GameError
from gametree.formats import pgn
from gametree.formats.records import game_of
from gametree.games.checkers import Checkers, notation
from gametree.games.draughts import Draughts
from gametree.games.draughts.variants import VARIANTS
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gametree.formats.pgn import Game
    from gametree.game import AnyGame
    from gametree.tournament.record import Record

PDN = ".pdn"
POINTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
"""Results if a win counts two points."""
OTHER = {"1-0": "0-1", "0-1": "1-0"}
"""Results from the other side."""
WHITES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""White's points."""
ENGLISH = "21"
"""The number of English checkers among the kinds of draughts."""
NUMBERS = {ENGLISH: "checkers"} | {
    found.game_type.partition(",")[0]: f"draughts:variant={name}" for name, found in VARIANTS.items() if found.game_type
}
"""Our words for the kinds of draughts, by their numbers."""


def check_pdn(game: AnyGame) -> None:
    """Refuse a game of which PDN knows nothing."""
    if not isinstance(game, Draughts | Checkers):
        raise GameError(f"PDN is for checkers and draughts, not {title(game)}")


def rules_of_pdn(path: str | Path, given: AnyGame | None = None) -> AnyGame:
    """The game of a file, by the tags of its first game: ``GameType`` or ``Game``. ``given`` is the game that the user
    named; rules are run from no other file."""
    if given is not None:
        return given
    tags = pgn.first_tags(path)
    kind = tags.get("GameType", "").partition(",")[0].strip()
    if kind in NUMBERS:
        return load(NUMBERS[kind])
    if "Game" in tags:
        return game_named(tags["Game"], path, "--rules GAME", given)
    raise GameError(f'{path} does not say which draughts it holds, as [GameType "20"] does; name them with --rules')


def read_pdn(path: str | Path, game: AnyGame) -> list[Game]:
    """The games of a file, each played through by the rules."""
    check_pdn(game)
    return pgn.read_file(path, lambda text: read_text(text, game))


def write_pdn(path: str | Path, game: AnyGame, games: Iterable[Game]) -> None:
    """Write games to a file; an old file of that name is replaced at the end."""
    pgn.write_pgn(path, game, (_tagged(played, game) for played in games))


def to_text(played: Game, game: AnyGame) -> str:
    """The game as it is written to a file."""
    return _tagged(played, game).to_text(game)


def pdn_of(record: Record, rules: AnyGame) -> Game:
    """A game of a match, as PDN has it: in checkers Black begins, and the result is White's nevertheless.

    >>> from gametree import load
    >>> from gametree.tournament.playing import Played
    >>> from gametree.tournament.record import Record
    >>> game = load("checkers")
    >>> first = next(game.actions(game.initial()))
    >>> played = pdn_of(Record("checkers", "anna", "bela", "1.1", 0, Played((first,), 1.0, "resigns", (0, 0))), game)
    >>> played.tags["Black"], played.result, points_of(played, game)
    ('anna', '0-1', 1.0)
    """
    played = game_of(record, rules)
    tags = {name: text for name, text in played.tags.items() if name != "Game"}
    if isinstance(rules, Draughts):
        return replace(played, tags=tags)
    tags |= {"White": tags["Black"], "Black": tags["White"]}
    return replace(played, tags=tags, result=OTHER.get(played.result, played.result))


def points_of(played: Game, game: AnyGame) -> float | None:
    """Max's points: White's, but in checkers Black is Max. None: the game has no result."""
    points = WHITES.get(played.result)
    return points if points is None or isinstance(game, Draughts) else 1 - points


def _tagged(played: Game, game: AnyGame) -> Game:
    """The game with the tag of its kind."""
    kind = kind_of(game)
    own = {"GameType": played.tags.get("GameType", kind)} if kind else {"Game": title(game)}
    return replace(played, tags={**pgn.ROSTER, **played.tags, **own})


def kind_of(game: AnyGame) -> str:
    """The tag ``GameType`` of a game; empty if there is none, or if it is played on another board or with fewer pieces.

    >>> from gametree import load
    >>> kind_of(load("draughts:variant=russian")), kind_of(load("checkers")), kind_of(load("checkers:size=6"))
    ('25,W,8,8,A0,0', '21', '')
    """
    if isinstance(game, Draughts):
        usual, kind = VARIANTS[game.variant](game.variant), game.game_type
        same = (usual.width, usual.height) == (game.width, game.height)
    else:
        usual, kind, same = Checkers(), ENGLISH, True
    return kind if same and usual.initial() == game.initial() else ""


def read_text(text: str, game: AnyGame) -> Iterator[Game]:
    """The games of a text, one after another.

    >>> from gametree import load
    >>> list(read_text("1. 11-15 22-18 2. 8-11 *", load("checkers")))
    Traceback (most recent call last):
    gametree.errors.GameError: line 1: move 2.: '8-11' is not a legal move here; legal: 15x22
    """
    ours = kind_of(game)
    for played in pgn.read_text(_as_pgn(text), game, _read_move):
        kind = played.tags.get("GameType", ours)
        if kind.partition(",")[0].strip() != ours.partition(",")[0]:
            line = f"line {played.line_number}: "
            name = game.called if isinstance(game, Draughts) else "English checkers"
            raise GameError(f"{line}a game of kind {kind}, but {name} {f'is {ours}' if ours else 'has no number'}")
        yield played


def _read_move(game: AnyGame, s: Any, word: str) -> int:
    word = word.rstrip("!?*+")
    if isinstance(game, Draughts):
        return game.read_move(s, word)
    if re.fullmatch(r"\d{4}", word):
        word = f"{word[:2]}-{word[2:]}"
    rules: Any = game
    return notation.read_move(rules, rules.board, s, word)


def _as_pgn(text: str) -> str:
    """The text with its results as PGN has them, and the jumps of a move in one word."""
    written: list[str] = []
    result, last, jumped, moved = "*", 0, "", False
    for found in pgn.TOKEN.finditer(text):
        if found["open_comment"]:
            break  # the reader of tokens reports it; looking for the end of each further one would take quadratic time
        written.append(text[last : found.start()])
        last, word = found.end(), found[0]
        before, jumped = jumped, ""
        if found["tag"]:
            result, moved = "*" if moved else result, False
            if found["key"] == "Result":
                result = POINTS.get(found["value"], found["value"])
                word = f'[Result "{result if result in pgn.RESULTS else "*"}"]'
        elif found["word"]:
            word = POINTS.get(word, word)
            if word == "*" and result in pgn.RESULTS:
                word = result
            if before and re.match(rf"{before}[x:]\d", word):
                written[-1] = ""
                word = word[len(before) :]
            moved = True
            jumps = re.search(r"[x:](\d+)$", word)
            jumped = jumps[1] if jumps else ""
        written.append(word)
    return "".join([*written, text[last:]])
