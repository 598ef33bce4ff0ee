"""Books made by search, or from games that were played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gametree.books.book import Book, Entry, Move, key_of
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, AnyGame, Line, legal, over
from gametree.notation.words import actions_named
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Hashable, Sequence

    from gametree.analysis import Analysis
    from gametree.tournament.record import Record
    from gametree.tournament.spec import Spec

BEST = 100
"""The weight of the best move of a search."""


def from_search(
    game: AnyGame,
    player: Spec,
    plies: int = 6,
    lines: int = 3,
    progress: Callable[[int, int], None] | None = None,
    stop: threading.Event | None = None,
) -> Book:
    """Search the initial position, then the positions after its ``lines`` best moves, and so on, ``plies`` deep.

    Moves as good as the best have its weight; each worse one has half the weight of the one before. A move that is
    proven to lose has weight 0, unless all do. ``progress`` gets the ply and the number of positions so far. When
    ``stop`` is set, the book ends there.

    >>> from gametree import load
    >>> from gametree.tournament.spec import Spec
    >>> book = from_search(load("tictactoe"), Spec.read("alphabeta:depth=9"), plies=1, lines=9)
    >>> [(move.action, move.weight, move.value) for move in book.moves()][0][1:]
    (100, 0.0)
    """
    from gametree.answering.best import best
    from gametree.engine.searcher import is_worn

    if plies < 1 or lines < 1:
        raise GameError(f"a book needs 1 ply and 1 line or more, not {plies} and {lines}")
    if player.command is not None:
        raise GameError(f"{player.text}: a book is made only by gametree's own search")
    entries: dict[Hashable, Entry] = {}
    level: list[Line[Any]] = [Line(game.initial())]
    for ply in range(plies):
        following: list[Line[Any]] = []
        for line in level:
            s = line.states(game)[-1]
            if over(game, s) or (key := key_of(game, s)) in entries:
                continue
            if game.player(s) == CHANCE:
                following += [line.then(a) for a in legal(game, s)]
                continue
            if stop is not None and stop.is_set():
                return Book(game, entries.values(), _made(player, plies, lines))
            options: dict[str, Any] = {**player.options, "lines": lines}
            found = best(game, line, algorithm=player.algorithm, stop=stop, **options)
            if is_worn(game, line.states(game)[:-1]):  # proven only for this history, which the book does not know
                found = replace(found, proven=False)
            moves = weighed(game, s, candidates(game, s, found))
            if stop is None or not stop.is_set():  # a search that was cut short does not count
                entries[key] = Entry(line.actions, moves)
            if progress:
                progress(ply + 1, len(entries))
            following += [line.then(move.action) for move in moves]
        level = following
    return Book(game, entries.values(), _made(player, plies, lines))


def candidates(game: AnyGame, s: Any, found: Analysis) -> list[Move]:
    """The first moves of the best lines of a search; of several that lead to equivalent positions, one."""
    if found.action is None or isinstance(found.value, tuple):
        raise GameError(f"{title(game)}: a book is for games of one or two players")
    moves = {key_of(game, game.result(s, found.action)): Move(found.action, value=found.value, proven=found.proven)}
    for variation in found.lines[1:]:
        actions = actions_named(game, s, variation.line[:1])
        if actions and not isinstance(variation.value, tuple):
            moves.setdefault(key_of(game, game.result(s, actions[0])), Move(actions[0], value=variation.value))
    return list(moves.values())


def weighed(game: AnyGame, s: Any, moves: list[Move]) -> tuple[Move, ...]:
    """Moves with their weights, by their values.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> [m.weight for m in weighed(game, game.initial(), [Move(4, value=0), Move(0, value=0), Move(1, value=-1)])]
    [100, 100, 0]
    """
    sign = 1 if game.player(s) == MAX else -1
    ranked = sorted(moves, key=lambda m: -sign * (m.value or 0))
    lost = game.bounds[0] if sign > 0 else game.bounds[1]
    weight, weights = BEST, list[int]()
    for i, move in enumerate(ranked):
        if i and move.value != ranked[i - 1].value:
            weight = max(weight // 2, 1)
        weights.append(0 if move.value == lost != ranked[0].value else weight)
    return tuple(replace(m, weight=w) for m, w in zip(ranked, weights, strict=True))


@dataclass
class _Count:
    """The counts of one move."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


def from_games(game: AnyGame, records: Sequence[Record], plies: int = 6, at_least: int = 1) -> Book:
    """Count the moves in the first ``plies`` of games, and their results. The weight of a move is twice its wins plus
    its draws. A move that was played in fewer than ``at_least`` games is left out.

    >>> from gametree import load
    >>> from gametree.tournament.playing import Played
    >>> from gametree.tournament.record import Record
    >>> games = [Record("tictactoe", "a", "b", "1.1", 0, Played((0, 4, 1, 3, 2), 1.0, "rules", (0, 0)))]
    >>> from_games(load("tictactoe"), games).moves()
    [Move(action=0, weight=2, wins=1, draws=0, losses=0, value=None, proven=False)]
    """
    if plies < 1 or at_least < 1:
        raise GameError(f"a book needs 1 ply and 1 game a move or more, not {plies} and {at_least}")
    where: dict[Hashable, tuple[int, ...]] = {}
    counts: dict[Hashable, dict[Hashable, tuple[int, _Count]]] = {}
    for record in records:
        if record.game != title(game):
            raise GameError(f"a game of {record.game} cannot go into a book of {title(game)}")
        s, moves = game.initial(), 0
        for number, action in enumerate(record.played.actions):
            after, player = game.result(s, action), game.player(s)
            if moves >= plies:
                break
            if player != CHANCE:
                key = key_of(game, s)
                where.setdefault(key, record.played.actions[:number])
                # moves are counted by the position they lead to; the action is that of the line which first reached it
                known = counts.setdefault(key, {})
                if (child := key_of(game, after)) not in known:
                    known[child] = (_action_from(game, where[key], child), _Count())
                _add(known[child][1], record.played.points if player == MAX else 1 - record.played.points)
                moves += 1
            s = after
    entries: list[Entry] = []
    for key, known in counts.items():
        moves = [
            Move(action, 2 * c.wins + c.draws, c.wins, c.draws, c.losses)
            for action, c in known.values()
            if c.wins + c.draws + c.losses >= at_least
        ]
        if moves:
            entries.append(Entry(where[key], tuple(sorted(moves, key=lambda m: (-m.weight, -m.games)))))
    if not entries:
        raise GameError(f"no move was played in {at_least} games or more")
    return Book(game, entries, f"{len(records)} games, {plies} plies")


def _action_from(game: AnyGame, line: tuple[int, ...], child: Hashable) -> int:
    s = Line(game.initial(), line).states(game)[-1]
    return next(a for a in legal(game, s) if key_of(game, game.result(s, a)) == child)


def _add(count: _Count, points: float) -> None:
    if points > 0.5:
        count.wins += 1
    elif points < 0.5:
        count.losses += 1
    else:
        count.draws += 1


def _made(player: Spec, plies: int, lines: int) -> str:
    return f"{player.text}, {plies} plies, {lines} lines"
