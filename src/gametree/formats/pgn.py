"""PGN: games as people and programs of chess write them, and of any other game whose moves have names.

Tags, moves, comments, annotation glyphs and variations are read and kept; every move is checked by the rules. A game
that does not begin at the initial state has its position in the tag ``FEN``; games of chess by other rules are named in
the tag ``Variant``.

>>> from gametree import load
>>> game = load("connect4")
>>> played, = read_text('[White "Anna"] 1. 4 {the middle} 4 (1... 3 2. 3) 2. 3 $1 *', game)
>>> played.tags["White"], played.moves.actions, played.moves.comments, played.result
('Anna', (3, 3, 2), {1: 'the middle'}, '*')
>>> print(played.to_text(game))
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "?"]
[Result "*"]
<BLANKLINE>
1. 4 {the middle} 1... 4 (1... 3 2. 3) 2. 3 $1 *
<BLANKLINE>
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.errors import GameError
from gametree.formats.variant_tag import other_variant, variant_tags
from gametree.game import MIN, AnyGame, Line
from gametree.notation.moves import read_move, write_move
from gametree.notation.names import read_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags that every game has, in their order, with their values for "unknown"."""
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Marks behind a move, with their numbers in the standard."""
DEEPEST = 200
"""The deepest nesting of variations."""
DIGITS = 4
"""The most digits of a glyph."""
WIDTH = 80
"""The longest line of moves in the text."""
TOKEN = re.compile(
    r'(?P<tag>\[\s*(?P<key>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\])|\{(?P<comment>[^}]*)\}|;(?P<rest>[^\n]*)'
    r"|(?P<escape>^%[^\n]*)|(?P<open>\()|(?P<close>\))|\$(?P<glyph>\d+)|(?P<number>\d+\.+)|(?P<open_comment>\{)"
    r"|(?P<word>[^\s(){};\[\]$]+(?:\(\d\)[^\s(){};\[\]$]*)*)|(?P<odd>\S)",  # 8/7(3): three men, in backgammon
    re.MULTILINE,
)


@dataclass(frozen=True)
class Moves:
    """A line of moves: those of a game, or a variation, which replaces a move and what follows it."""

    ply: int = 0
    """How many moves of the game come before."""
    actions: tuple[int, ...] = ()
    comments: dict[int, str] = field(default_factory=dict[int, str])
    """Comments by the number of the move before them (1 is the first move; 0: before it)."""
    glyphs: dict[int, tuple[int, ...]] = field(default_factory=dict[int, "tuple[int, ...]"])
    variations: tuple[Moves, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game: its tags, where it starts, and its moves."""

    tags: dict[str, str]
    start: Any
    moves: Moves
    result: str
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` if it is unknown."""
    line_number: int = 0
    """Where in its file it begins."""

    @property
    def line(self) -> Line[Any]:
        """The moves that were played, from the start."""
        return Line(self.start, self.moves.actions)

    def to_text(self, game: AnyGame) -> str:
        """The game as it is written to a file."""
        tags = {**ROSTER, **self.tags, "Result": self.result, **variant_tags(game, self.start)}
        head = "".join(f'[{key} "{_escape(value)}"]\n' for key, value in tags.items())
        first = _first(game, self.start, tags.get("FEN", ""))
        words = [*_written(game, self.start, self.moves, first), self.result]
        return f"{head}\n{_wrapped(words)}\n"


def first_tags(path: str | Path) -> dict[str, str]:
    """The tags of the first game of a file."""
    try:
        for tags, _ in _games(_text(path)):
            return tags
    except GameError as error:
        raise GameError(f"{path}, {error}") from None
    raise GameError(f"{path} holds no games")


def read_pgn(path: str | Path, game: AnyGame) -> list[Game]:
    """The games of a file, each played through by the rules of the game."""
    return read_file(path, lambda text: read_text(text, game))


def read_file(path: str | Path, read: Callable[[str], Iterable[Game]]) -> list[Game]:
    """The games that ``read`` finds in the text of a file."""
    text = _text(path)
    try:
        games = list(read(text))
    except GameError as error:
        raise GameError(f"{path}, {error}") from None
    if not games:
        raise GameError(f"{path} holds no games")
    return games


def write_pgn(path: str | Path, game: AnyGame, games: Iterable[Game]) -> None:
    """Write games to a file; an old file of that name is replaced at the end."""
    from gametree.files import aside

    text = "\n".join(played.to_text(game) for played in games)
    with aside(Path(path)) as place:
        place.write_text(text, encoding="utf-8")


def read_text(
    text: str, game: AnyGame, read: Callable[[AnyGame, Any, str], int] = read_move, most: int | None = None
) -> Iterator[Game]:
    """The games of a text, one after another; ``read`` returns the action of a word in a state. A game of more than
    ``most`` moves, with its variations, is refused.

    >>> from gametree import load
    >>> list(read_text("1. 4 4 2. 9 *", load("connect4")))
    Traceback (most recent call last):
    gametree.errors.GameError: line 1: move 2.: '9' is not a legal move here; legal: 4 3 5 2 6 1 7
    """
    for tags, tokens in _games(text):
        yield _Reader(game, tags, tokens, read, most).read()


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"the games cannot be read: {error}") from error


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    key: str = ""


def _games(text: str) -> Iterator[tuple[dict[str, str], list[_Token]]]:
    """The tags and the tokens of each game. A tag after a move begins a new one, and so does a result."""
    tags: dict[str, str] = {}
    tokens: list[_Token] = []
    for token in _tokens(text):
        if token.kind == "tag":
            if tokens:
                yield tags, tokens
                tags, tokens = {}, []
            tags[token.key] = token.text
            continue
        tokens.append(token)
        if token.kind == "word" and token.text in RESULTS:
            yield tags, tokens
            tags, tokens = {}, []
    if tags or tokens:
        yield tags, tokens


def _tokens(text: str) -> Iterator[_Token]:
    line, last = 1, 0
    for found in TOKEN.finditer(text):
        line += text.count("\n", last, found.start())
        last = found.start()
        kind = found.lastgroup or ""
        if found["tag"]:
            yield _Token("tag", re.sub(r"\\(.)", r"\1", found["value"]), line, found["key"])
        elif kind in ("open_comment", "odd"):
            what = "a comment without its end" if kind == "open_comment" else f"{found[0]!r} is not allowed here"
            raise GameError(f"line {line}: {what}")
        elif kind != "escape":
            yield _Token("comment" if kind == "rest" else kind, found[kind].strip(), line)


class _Reader:
    """Plays the moves of one game."""

    def __init__(
        self,
        game: AnyGame,
        tags: dict[str, str],
        tokens: list[_Token],
        read: Callable[[AnyGame, Any, str], int],
        most: int | None,
    ):
        self.game, self.tags, self.tokens, self.read_move = game, tags, tokens, read
        self.number = tokens[0].line if tokens else 0
        self.most = most
        self.at = self.first = self.count = self.depth = 0
        self.numbered = -1
        """The number of moves before the last move number without a dot."""

    def read(self) -> Game:
        if variant := other_variant(self.game, self.tags):
            raise GameError(f"line {self.number}: this is a game of {variant}")
        start = read_position(self.game, self.tags["FEN"]) if "FEN" in self.tags else self.game.initial()
        result = self.tags.get("Result", "*")
        if self.tokens and self.tokens[-1].text in RESULTS:
            last = self.tokens.pop()
            if "Result" in self.tags and result not in (last.text, "*"):
                raise GameError(f"line {last.line}: the result is {result} in the tags and {last.text} after the moves")
            result = last.text
        self.first = _first(self.game, start, self.tags.get("FEN", ""))
        moves = self._moves(start, 0, inside=False)
        return Game(self.tags, start, moves, result, self.number)

    def _moves(self, start: Any, ply: int, inside: bool) -> Moves:
        """A row of moves from a state on, up to its end."""
        states = [start]
        actions: list[int] = []
        comments: dict[int, list[str]] = {}
        glyphs: dict[int, list[int]] = {}
        variations: list[Moves] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            here = len(actions)
            if token.kind == "comment":
                comments.setdefault(here, []).extend(token.text.split())
            elif token.kind == "glyph":
                if len(token.text) > DIGITS:
                    raise GameError(
                        f"line {token.line}: ${token.text[:DIGITS]}… is not an annotation glyph ($0 to $255)"
                    )
                glyphs.setdefault(here, []).append(int(token.text))
            elif token.kind == "word":
                action, glyph = self._action(states[-1], token, ply + here)
                if action is None:
                    continue
                self.count += 1
                if self.most is not None and self.count > self.most:
                    raise GameError(f"line {token.line}: a game has at most {self.most} moves here")
                actions.append(action)
                states.append(self.game.result(states[-1], action))
                if glyph:
                    glyphs[here + 1] = [glyph]
            elif token.kind == "open":
                if not actions:
                    raise GameError(f"line {token.line}: a variation before the first move")
                if self.depth == DEEPEST:
                    raise GameError(f"line {token.line}: more than {DEEPEST} variations within one another")
                self.depth += 1
                variations.append(self._moves(states[-2], ply + here - 1, inside=True))
                self.depth -= 1
                if self.tokens[self.at - 1].kind != "close":
                    raise GameError(f"line {token.line}: a variation without its end")
            elif token.kind == "close":
                if not inside:
                    raise GameError(f"line {token.line}: a closing parenthesis without an opening one")
                break
        told = {count: " ".join(words) for count, words in comments.items()}
        marks = {count: tuple(numbers) for count, numbers in glyphs.items()}
        return Moves(ply, tuple(actions), told, marks, tuple(variations))

    def _action(self, s: Any, token: _Token, ply: int) -> tuple[int | None, int]:
        """The action of a word, and its glyph; None if it is the number of a move without its dot."""
        word = token.text
        mark = word[len(word.rstrip("!?")) :]
        if word in GLYPHS:
            raise GameError(f"line {token.line}: {word!r} belongs behind a move, without a blank")
        try:
            if self.game.terminal(s):  # a draw that is not claimed does not end the game
                raise GameError(f"{word!r} cannot be played: the game is over")
            return self.read_move(self.game, s, word), GLYPHS.get(mark, 0)
        except GameError as error:
            if word.isdecimal() and f"{word}." == _number(self.first + ply) and self.numbered != self.count:
                self.numbered = self.count  # once for a move
                return None, 0
            raise GameError(f"line {token.line}: move {_number(self.first + ply)}: {error}") from None


def _written(game: AnyGame, s: Any, moves: Moves, first: int) -> Iterator[str]:
    """The words of a row of moves that begins in a state."""
    if 0 in moves.comments:
        yield _comment(moves.comments[0])
    clear = False  # does the reader know the number of the next move?
    for count, action in enumerate(moves.actions, 1):
        ply = moves.ply + count - 1
        number = _number(first + ply)
        if not clear or not number.endswith("..."):
            yield number
        yield write_move(game, s, action)
        for glyph in moves.glyphs.get(count, ()):
            yield f"${glyph}"
        if count in moves.comments:
            yield _comment(moves.comments[count])
        others = [variation for variation in moves.variations if variation.ply == ply and variation.actions]
        for variation in others:
            yield f"({' '.join(_written(game, s, variation, first))})"
        clear = count not in moves.comments and not others
        s = game.result(s, action)


def _first(game: AnyGame, start: Any, fen: str) -> int:
    """How many moves of both sides come before the first one, by the number at the end of a FEN and by who moves."""
    words = fen.split()
    before = int(words[-1]) - 1 if len(words) == 6 and words[-1].isdecimal() and len(words[-1]) < 10 else 0
    return 2 * max(before, 0) + (game.player(start) == MIN)


def _number(ply: int) -> str:
    """The number before a move, ``ply`` moves of both sides after the first."""
    return f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"


def _comment(text: str) -> str:
    return f"{{{text.replace('}', ')')}}}"


def _wrapped(words: list[str]) -> str:
    """Words in lines; a comment may be broken at its blanks."""
    lines = [""]
    for word in " ".join(words).split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "".join(f"{line}\n" for line in lines)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
