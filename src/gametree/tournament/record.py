"""Games as readable text that can be read back: tags as in chess's PGN, then the moves by name."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.data import game_named
from gametree.errors import GameError
from gametree.game import AnyGame, Line, worth
from gametree.notation.names import read_position
from gametree.notation.words import actions_called, words_of_line
from gametree.referee import Referee
from gametree.titles import title
from gametree.tournament.playing import Played, ending, points_of

if TYPE_CHECKING:
    from collections.abc import Iterator

RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
"""Max's points as they are written."""

BY_RULE = ("rules", "draw by rule", "repetition", "no legal move")
"""The reasons that follow from the rules of the game."""


@dataclass(frozen=True)
class Record:
    """A game that was played in a match."""

    game: str
    first: str
    """Who played Max."""
    second: str
    round: str
    """Which pair, and which of its two games: ``3.2``."""
    opening: int
    """How many of the actions are the opening."""
    played: Played
    start: str = ""
    """The position in which it began, if it is not the initial one."""
    others: tuple[str, ...] = ()
    """The other players, in the order of the seats, if there are more than two."""

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        return RESULTS[self.played.points]

    def __str__(self) -> str:
        end = f"{self.played.reason}, {len(self.played.actions)} plies"
        if self.played.fault:
            end += f"; {self.played.fault}"
        if self.others:
            names = " vs ".join((self.first, self.second, *self.others))
            return f"{self.round} ({names}): {' '.join(f'{x:.3g}' for x in self.played.shares)} {{{end}}}"
        return f"{self.round} ({self.first} vs {self.second}): {self.result} {{{end}}}"

    def line(self, game: AnyGame) -> Line[Any]:
        """The game as a line from its start."""
        return Line(read_position(game, self.start) if self.start else game.initial(), self.played.actions)

    def to_text(self, game: AnyGame) -> str:
        """The game as it is written to a file.

        >>> from gametree import load
        >>> played = Played((0, 4, 1, 3, 2), 1.0, "rules", (0.25, 0.5))
        >>> print(Record("tictactoe", "alphabeta:depth=9", "random", "1.1", 2, played).to_text(load("tictactoe")))
        [Game "tictactoe"]
        [Round "1.1"]
        [First "alphabeta:depth=9"]
        [Second "random"]
        [Result "1-0"]
        [Reason "rules"]
        [OpeningPlies "2"]
        [Seconds "0.250 0.500"]
        <BLANKLINE>
        1 5 2 4 3 1-0
        <BLANKLINE>
        """
        tags = {
            "Game": self.game, "Round": self.round, "First": self.first, "Second": self.second, "Result": self.result,
            "Reason": self.played.reason, "OpeningPlies": str(self.opening),
            "Seconds": " ".join(f"{s:.3f}" for s in self.played.seconds),
        }  # fmt: skip
        if self.start:
            tags["FEN"] = self.start
        if self.played.fault:
            tags["Fault"] = " ".join(self.played.fault.split())
        head = "\n".join(f'[{key} "{_escape(value)}"]' for key, value in tags.items())
        words = " ".join([*move_words(game, self.line(game)), self.result])
        moves = textwrap.fill(words, 100, break_long_words=False, break_on_hyphens=False)
        return f"{head}\n\n{moves}\n"


def move_words(game: AnyGame, line: Line[Any]) -> list[str]:
    """The actions of a line as words without blanks, each of which names one action only: ``8/5_6/5``, or ``#17`` where
    a name is not enough."""
    return words_of_line(game, line.start, line.actions)


def read_games(path: str | Path, game: AnyGame | None = None) -> list[Record]:
    """The games of a file, each replayed by the rules: an illegal move or a wrong result is an error. ``game`` is for
    games that are not in the catalogue: rules are run from no other file.

    >>> import tempfile
    >>> text = '[Game "tictactoe"]\\n[First "a"]\\n[Second "b"]\\n[Result "1-0"]\\n[Reason "rules"]\\n\\n1 5 2 4 3 1-0'
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write(text), file.flush()
    ...     print(*read_games(file.name))
    1.1 (a vs b): 1-0 {rules, 5 plies}
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"the games cannot be read: {error}") from error
    games: dict[str, AnyGame] = {title(game): game} if game is not None else {}
    found: list[Record] = []
    for number, (tags, words) in enumerate(_split(text), 1):
        try:
            name = _tag(tags, "Game")
            if name not in games:
                games[name] = game_named(name, path, "--rules GAME", game)
            found.append(_record(games[name], tags, words))
        except GameError as error:
            raise GameError(f"{path}, game {number}: {error}") from None
    if not found:
        raise GameError(f"{path} holds no games")
    return found


def _split(text: str) -> Iterator[tuple[dict[str, str], list[str]]]:
    """The tags and the words of each game."""
    tags: dict[str, str] = {}
    words: list[str] = []
    for line in text.splitlines():
        if found := re.fullmatch(r'\[(\w+) "(.*)"\]', line.strip()):
            if words:
                yield tags, words
                tags, words = {}, []
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        else:
            words += line.split()
    if tags or words:
        yield tags, words


def _record(game: AnyGame, tags: dict[str, str], words: list[str]) -> Record:
    result, reason = _tag(tags, "Result"), _tag(tags, "Reason")
    points = {text: points for points, text in RESULTS.items()}.get(result)
    if points is None or words[-1:] != [result]:
        raise GameError(f"the result is {result!r} in the tags and {' '.join(words[-1:])!r} after the moves")
    start = tags.get("FEN", "")
    referee = _replay(game, read_position(game, start) if start else game.initial(), words[:-1])
    payoff = referee.payoff()
    if (payoff is not None) != (reason in BY_RULE):
        raise GameError(
            f"the game is {'' if payoff is not None else 'not '}over by the rules; the reason is {reason!r}"
        )
    if payoff is not None and (points_of(game, worth(payoff)), ending(referee)) != (points, reason):
        right = RESULTS[points_of(game, worth(payoff))]
        raise GameError(f"by the rules this is {right} ({ending(referee)}), not {result} ({reason})")
    seconds = [float(s) for s in tags.get("Seconds", "0 0").split()]
    return Record(
        _tag(tags, "Game"), _tag(tags, "First"), _tag(tags, "Second"), tags.get("Round", "1.1"),
        int(tags.get("OpeningPlies", "0")),
        Played(tuple(referee.actions), points, reason, (seconds[0], seconds[1]), tags.get("Fault", "")),
        start,
    )  # fmt: skip


def _replay(game: AnyGame, start: Any, words: list[str]) -> Referee[Any]:
    referee = Referee(game, Line(start))
    for number, word in enumerate(words, 1):
        if referee.over():
            raise GameError(f"move {number}: {word!r} comes after the end of the game")
        allowed = referee.legal()
        actions = [a for a in actions_called(game, referee.state, word) if a in allowed]
        if len(actions) != 1:
            raise GameError(f"move {number}: {word!r} is not a legal move here")
        referee.play(actions[0])
    return referee


def _tag(tags: dict[str, str], key: str) -> str:
    if key not in tags:
        raise GameError(f'the tag [{key} "…"] is missing')
    return tags[key]


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
