"""Games of backgammon as ``.mat``: the text of matches that nearly every program reads, Jellyfish's first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.game import CHANCE
from gametree.games.backgammon.men import BAR, OFF
from gametree.games.backgammon.plays import steps
from gametree.games.backgammon.rules import ANSWER, DROPPED, OFFER, STAY, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import Line
    from gametree.games.backgammon import Backgammon

WIDTH = 28
"""How wide the left column is."""


def to_mat(game: Backgammon, lines: Sequence[Line[State]], names: Sequence[tuple[str, str]]) -> str:
    """Games between the same two players, as the text of a match: unlimited, or with ``away`` a match to that many
    points. ``names`` are Max's and Min's, a pair for each game; the first game's Max stands on the left in all.

    >>> from gametree import Line, load
    >>> game = load("backgammon")
    >>> print(to_mat(game, [Line(game.initial(), (25, 8 | 6 << 5, 52, 24 | 13 << 5))], [("anna", "star2:depth=3")]))
     0 point match
    <BLANKLINE>
     Game 1
     anna : 0                        star2_depth=3 : 0
      1) 31: 8/5 6/5                 64: 24/18 13/9
    <BLANKLINE>
    """
    if game.start != "backgammon":
        raise GameError(f"a .mat file holds games from backgammon's own start, not {game.start}'s")
    first = names[0]
    if any(sorted(pair) != sorted(first) for pair in names):
        raise GameError("a .mat file holds the games of two players, but there are more here")
    length = max(game.away)
    text, scores = f" {length} point match\n", [length - n for n in game.away]
    for number, (line, pair) in enumerate(zip(lines, names, strict=True), 1):
        if line.start != game.initial():
            raise GameError(f"game {number} does not begin at the start; a .mat file cannot hold it")
        left = 0 if pair == first else 1  # the player of the left column
        heads = [f"{_word(name)} : {score}" for name, score in zip(first, scores, strict=True)]
        text += f"\n Game {number}\n {heads[0]:<{WIDTH + 3}} {heads[1]}\n"
        rows = _rows(game, line, left)
        if points := won(game, line.states(game)[-1]):
            column = left if points > 0 else 1 - left
            wins = f" Wins {abs(points)} point{'s' if abs(points) > 1 else ''}"
            if rows[-1].endswith(" Drops") and column == 1:  # by itself in a row, it would read as a beaver
                rows[-1] = f"{rows[-1]:<{WIDTH + 5}}{wins}"
            else:
                rows.append(f"{'':{5 + column * WIDTH}}{wins}")
            scores[column] += abs(points) if length == 0 else 0  # a game of a match begins at the score that it says
        text += "".join(f"{row}\n" for row in rows)
    return text


def won(game: Backgammon, s: State) -> int:
    """The points that Max has won at the end of a game, below 0 those that he has lost; 0 before the end."""
    if not game.terminal(s):
        return 0
    if s.stage == DROPPED:
        points = 1 if s.turn == 0 else -1
    else:
        points = game.stake(s.other_near, s.other_far) if not s.near | s.far else -game.stake(s.near, s.far)
    return points << s.cube


def _rows(game: Backgammon, line: Line[State], left: int) -> list[str]:
    """The plays, two to a row."""
    cells: list[str] = []
    for s, a in zip(line.states(game), line.actions, strict=False):
        player = game.player(s)
        if player == CHANCE or (s.stage == OFFER and a == STAY):
            continue
        if len(cells) % 2 != (player != left):
            cells.append("")  # the player on the right begins
        cells.append(_cell(s, a))
    cells += [""] * (len(cells) % 2)
    pairs = zip(cells[::2], cells[1::2], strict=True)
    # a play may be longer than the column; two blanks then part it from the other
    return [f"{n:3}) {mine + '  ':<{WIDTH}}{theirs}".rstrip() for n, (mine, theirs) in enumerate(pairs, 1)]


def _cell(s: State, a: int) -> str:
    if s.stage == OFFER:
        return f" Doubles => {2 << s.cube}"
    if s.stage == ANSWER:
        return " Takes" if a == STAY else " Drops"
    play = " ".join(steps(s, a)).replace("bar", str(BAR)).replace("off", str(OFF))
    return f"{s.dice >> 3}{s.dice & 7}: {play}".rstrip()


def _word(name: str) -> str:
    """A name without the characters that the format uses itself."""
    return re.sub(r"[^\w.=+-]+", "_", name)
