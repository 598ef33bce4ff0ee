"""``match``: games between players: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.books.book import is_book
from gametree.catalogue import load
from gametree.errors import GameError
from gametree.files import check_folder
from gametree.formats.pdn import PDN, check_pdn, pdn_of, to_text
from gametree.formats.records import game_of
from gametree.formats.sgf import SGF, sgf_of
from gametree.game import Game
from gametree.notation.sgf import written
from gametree.notation.sgf_games import check_sgf
from gametree.titles import title
from gametree.tournament.adjudicate import Draw, Resign
from gametree.tournament.clock import Control
from gametree.tournament.lobby import Lobby
from gametree.tournament.opening_files import PGN, SUFFIXES, ReadOpenings
from gametree.tournament.openings import BookOpenings, FileOpenings, LineOpenings, Openings, RandomOpenings
from gametree.tournament.plan import Plan
from gametree.tournament.playing import Conditions
from gametree.tournament.run import run, run_away
from gametree.tournament.scoreboard import Scoreboard
from gametree.tournament.several import SeveralScoreboard
from gametree.tournament.spec import Spec
from gametree.tournament.sprt import Sprt
from gametree.tournament.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gametree.cluster.crowd import Cluster
    from gametree.game import AnyGame
    from gametree.tournament.plan import Key
    from gametree.tournament.players import Player
    from gametree.tournament.record import Record
    from gametree.tournament.result import MatchResult
    from gametree.tournament.several import SeveralResult

    Playing = Callable[[Scoreboard | SeveralScoreboard, Callable[[Key, Record], None]], MatchResult | SeveralResult]

GAMES, MOST = 100, 100_000
"""The number of games by default: without SPRT, and the most with it."""

PLIES = 4
"""How many random plies games start with by default."""


def match(
    game: str | AnyGame,
    a: str | Player,
    b: str | Player,
    *,
    others: Sequence[str | Player] = (),
    gauntlet: bool = False,
    games: int | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    plies: int | None = None,
    openings: str | Path | None = None,
    clock: str | None = None,
    draw: str | Draw | None = None,
    resign: str | Resign | None = None,
    max_plies: int = 1000,
    seed: int = 0,
    concurrency: int = 1,
    cluster: str | Cluster | None = None,
    save: str | Path | None = None,
    games_file: str | Path | None = None,
    progress: Callable[[Record, Callable[[], Any]], None] | None = None,
) -> MatchResult | SeveralResult:
    """Let ``a`` play a game against ``b``, or a round robin with ``others`` (a ``gauntlet``: ``a`` against each of the
    rest).

    A player is an algorithm of ``best`` with its options (``alphabeta:time=0.1``, ``textbook.minimax:depth=3``,
    ``random``), a level of ``play`` (``level:5``), a program and its protocol (``ugi:cmd=./engine``; see ``Spec``), or
    an object that is a ``Player``.
    Each pair plays ``games`` games (100; with ``sprt`` until it decides). Every opening is played twice with sides
    swapped. An opening is ``plies`` random moves (4), or comes from ``openings``: ``"none"`` (the start of the game),
    moves by name (``"1 5 9"``; a semicolon begins another opening), or a file: lines of moves, an opening book, games
    (PGN, PDN, SGF; their first ``plies`` moves) or positions (EPD). Openings, dice and players who move at random
    follow ``seed``, and the dice of both games of a pair are the same.

    A game for more than two players is played by as many players. Every opening is played from each rotation of the
    seats, and the result is a ``SeveralResult``: scores by player and seat (``tournament/several.py``).

    ``sprt`` is two bounds in normalised Elo, or an ``Sprt``. ``clock`` is ``10+0.1``, ``10`` or ``0.5/move``; without
    it a player thinks as long as its own options say, and one with a clock of its own (``tc=10+0.1``) plays by that.
    ``draw`` (``40,8,0.1``) and ``resign`` (``5,3``) end games early: see ``Draw`` and ``Resign``. A game of
    ``max_plies`` actions is drawn.

    With ``cluster`` the games are played by the workers of a Dask scheduler (its address, or ``local:4``), as many at a
    time as these have threads: see docs/cluster.md.

    With ``save`` every finished game goes to an SQLite file, and the same call continues a stopped match.
    ``games_file`` gets the games in words (``read_games`` reads them back), or in PGN, PDN or SGF (.pgn, .pdn,
    .sgf).
    ``progress`` is called after each game with its record and a function that returns the result so far. Ctrl-C ends
    the match and returns the result so far.

    >>> result = match("tictactoe", "alphabeta:depth=9", "random", games=10, plies=1)
    >>> result.tally.losses, result.elo > 100
    (0, True)
    """
    rules = _game(game, a, b)
    if concurrency < 1:
        raise GameError(f"the concurrency must be 1 or more, not {concurrency}")
    for path in (save, games_file):
        if path is not None:
            check_folder(path)
    if games_file is not None and Path(games_file).suffix == SGF:
        check_sgf(rules)
    if games_file is not None and Path(games_file).suffix == PDN:
        check_pdn(rules)
    players = tuple(Spec.read(p) if isinstance(p, str) else p for p in (a, b, *others))
    if rules.players > 2:
        _check_several(rules, len(players), sprt=sprt, draw=draw, resign=resign, save=save, games_file=games_file)
    if sprt and len(players) > 2:
        raise GameError("SPRT is for two players")
    plan = Plan(
        game=rules,
        players=players,
        pairs=_pairs(games, sprt is not None, rules.players),
        openings=_openings(rules, plies, openings, seed),
        gauntlet=gauntlet,
        conditions=_conditions(clock, draw, resign, max_plies),
        sprt=Sprt(*sprt) if isinstance(sprt, tuple) else sprt,
        seed=seed,
    )
    if cluster is not None:
        if concurrency > 1:
            raise GameError("on a cluster its threads say how many games are played at a time: leave out concurrency")
        from gametree.cluster.joining import joined

        with joined(cluster) as crowd:
            return _played(plan, save, games_file, progress, lambda board, done: run_away(plan, board, crowd, done))
    lobby = Lobby(plan)
    try:
        lobby.warm_up()
        return _played(plan, save, games_file, progress, lambda board, done: run(plan, board, lobby, concurrency, done))
    finally:
        lobby.close()


def _game(game: str | AnyGame, a: str | Player, b: object) -> AnyGame:
    """The game; if the game was given last, an error says that it comes first."""
    try:
        return load(game)
    except GameError:
        try:
            last = load(cast("str | AnyGame", b)) if isinstance(b, str | Game) else None
        except GameError:
            last = None
        if last is None:
            raise
        words = f"{b!r}" if isinstance(b, str) else "game"
        raise GameError(f"the game comes first: match({words}, {game!r}, {a!r})") from None


def _played(
    plan: Plan,
    save: str | Path | None,
    games_file: str | Path | None,
    progress: Callable[[Record, Callable[[], Any]], None] | None,
    playing: Playing,
) -> MatchResult | SeveralResult:
    store = Store(save, plan.identity()) if save is not None else None
    several = plan.game.players > 2
    scoreboard = SeveralScoreboard(plan, {}) if several else Scoreboard(plan, store.games() if store else {})

    def finished(key: Key, record: Record) -> None:
        if store:
            store.add(key, record, plan.game)
        if games_file is not None:
            with Path(games_file).open("a", encoding="utf-8") as file:
                file.write(_in_words(record, plan.game, Path(games_file).suffix) + "\n")
        if progress:
            progress(record, lambda: scoreboard.result("running", 0.0))

    try:
        return playing(scoreboard, finished)
    finally:
        if store:
            store.close()


def _in_words(record: Record, game: AnyGame, suffix: str) -> str:
    """A game as it is written to a file of this kind."""
    if suffix == PGN:
        return game_of(record, game).to_text(game)
    if suffix == PDN:
        return to_text(pdn_of(record, game), game)
    return written([sgf_of(record, game)]) if suffix == SGF else record.to_text(game)


def _check_several(game: AnyGame, named: int, **given: object) -> None:
    """With more than two players: check that there are enough, and no option for two players only."""
    if named < game.players:
        raise GameError(f"{title(game)} has {game.players} players: name {game.players} or more, not {named}")
    for key, value in given.items():
        if value is not None:
            raise GameError(f"{key} is for two players; {title(game)} has {game.players}")


def _pairs(games: int | None, sequential: bool, players: int) -> int:
    """How many openings are played, each from every side."""
    if games is None:
        games = MOST if sequential else -(-GAMES // players) * players
    if games < 1:
        raise GameError(f"the number of games must be {players} or more, not {games}")
    if players > 2:
        if games % players:
            raise GameError(
                f"the number of games must be a multiple of {players}, since each opening is played from every seat, "
                f"not {games}"
            )
        return games // players
    if games % 2:
        raise GameError(f"the number of games must be even, since each opening is played from both sides, not {games}")
    return games // 2


def _openings(game: AnyGame, plies: int | None, path: str | Path | None, seed: int) -> Openings:
    if path is None:
        return RandomOpenings(game, PLIES if plies is None else plies, seed)
    if Path(path).suffix in SUFFIXES:
        return ReadOpenings(game, path, plies)
    if plies is not None:
        raise GameError("give openings or random plies, not both")
    if path == "none":
        return RandomOpenings(game, 0, seed)
    if Path(path).exists():
        return BookOpenings(game, path, seed) if is_book(path) else FileOpenings(game, path)
    try:
        return LineOpenings(game, str(path))
    except GameError as error:
        raise GameError(f"openings: there is no file {path}, and as moves: {error}") from None


def _conditions(clock: str | None, draw: Any, resign: Any, max_plies: int) -> Conditions:
    if max_plies < 1:
        raise GameError(f"the longest game must have 1 ply or more, not {max_plies}")
    return Conditions(
        control=Control.read(clock) if clock is not None else None,
        draw=Draw.read(draw) if isinstance(draw, str) else draw,
        resign=Resign.read(resign) if isinstance(resign, str) else resign,
        max_plies=max_plies,
    )
