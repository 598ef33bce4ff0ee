"""``gametree match``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import ClusterWords, GameWords, Json, emit, whole
from gametree.cli.options import HELP, option_help
from gametree.cli.progress import LiveLine
from gametree.errors import GameError
from gametree.tournament.result import MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.tournament.record import Record
    from gametree.tournament.several import SeveralResult

EVERY = 0.5
"""Seconds between two updates of the live line."""

PlayerWords = Annotated[
    str,
    Parameter(
        help="An algorithm of `gametree best` with its options (alphabeta:time=0.1, greedy, random, …), a level of "
        "`gametree play` (level:5), or a program: uci:./engine, xboard:./engine, gtp:./engine, ugi:./engine, "
        "gomocup:./engine."
    ),
]


def match(
    game: GameWords,
    a: PlayerWords,
    b: PlayerWords,
    /,
    *others: Annotated[str, Parameter(help="More players: a round robin.")],
    gauntlet: Annotated[
        bool, Parameter(help="Only the first player plays against the others.", negative="", show_default=False)
    ] = False,
    games: Annotated[
        int | None,
        Parameter(
            converter=whole, help="How many games each pair of players plays: 100, or with --sprt until it decides."
        ),
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(
            help="E0 E1: stop when it is clear which is right: A is stronger by E0 Elo, or by E1 Elo (--sprt 0 5).",
            allow_leading_hyphen=True,
            negative="",
        ),
    ] = None,
    model: Annotated[
        Literal["normalized", "logistic"], Parameter(help="The kind of Elo in which --sprt is given.")
    ] = "normalized",
    alpha: Annotated[float, Parameter(help="The probability that --sprt accepts E1 though E0 is true.")] = 0.05,
    beta: Annotated[float, Parameter(help="The probability that --sprt accepts E0 though E1 is true.")] = 0.05,
    plies: Annotated[
        int | None,
        Parameter(converter=whole, help="Start with this many random plies; by default 4, with --openings 0."),
    ] = None,
    openings: Annotated[
        str | None,
        Parameter(
            help='"none": from the start. Moves by name ("1 5 9"; a semicolon begins another opening). Or a file: '
            "openings (one a line), an opening book, a .pgn, .pdn, .sgf or .epd.",
        ),
    ] = None,
    clock: Annotated[
        str | None, Parameter(help="Seconds and increment (10+0.1), or seconds a move (0.5/move); a fallen flag loses.")
    ] = None,
    draw: Annotated[
        str | None,
        Parameter(help="PLY,COUNT,VALUE: drawn from PLY on, when both see |value| ≤ VALUE for COUNT moves each."),
    ] = None,
    resign: Annotated[
        str | None, Parameter(help="VALUE,COUNT: lost when both see a lead of VALUE for COUNT moves each.")
    ] = None,
    max_plies: Annotated[int, Parameter(converter=whole, help="A game that reaches this many plies is drawn.")] = 1000,
    seed: Annotated[
        int, Parameter(converter=whole, help="The seed of openings, dice and players who move at random.")
    ] = 0,
    concurrency: Annotated[int, Parameter(converter=whole, help="How many games are played at a time.")] = 1,
    cluster: ClusterWords = None,
    save: Annotated[
        str | None, Parameter(help="Keep every game in this SQLite file, and go on where it stopped.")
    ] = None,
    games_file: Annotated[
        str | None, Parameter(help="Write the games here, for `gametree replay` (.pgn, .pdn, .sgf, or words).")
    ] = None,
    plot: Annotated[
        str | None, Parameter(help="Draw the result to this file (.svg, .png or .pdf); needs matplotlib.")
    ] = None,
    json: Json = False,
    verbose: Annotated[bool, Parameter(help="Report each game on stderr.", negative="", show_default=False)] = False,
) -> int:
    """Games between players: who is stronger, by how much, and how sure that is.

    A player is an algorithm with options, alphabeta:depth=6 or textbook.minimax:depth=3,name=student; time=0.1 is
    seconds a move, tc=10+0.1 a clock of its own, book=F an opening book, ponder=on thinking on the opponent's time, and
    alphabeta:help lists the options. level:5 is a level of `gametree play`. Another program is ugi:cmd=./engine or
    uci:cmd="./engine --flag",Hash=16; it takes the same limits and its own options, and loses if it crashes, does not
    answer (timeout=300) or moves illegally.

    Every opening is played twice, with sides swapped, and the errors of Elo come from these pairs. The result is the
    block that fastchess prints. A game for three players is played by three, with seats rotated; the result is a table
    of scores by player and seat, with errors. Ctrl-C ends the match and prints the result so far; with --save the same
    command continues the match.
    """
    from gametree.cli import INTERRUPTED
    from gametree.plots import plot_place, save_match
    from gametree.tournament.sprt import Sprt
    from gametree.verbs.match import match as play

    for player in (a, b, *others):
        algorithm, _, words = player.partition(":")
        if words.strip() == HELP:
            print(option_help(algorithm))
            return 0
    if sprt is None and (model, alpha, beta) != ("normalized", 0.05, 0.05):
        raise GameError("--model, --alpha and --beta need --sprt")
    place = None if plot is None else plot_place(plot)
    if place is not None and (several := load(game).players) > 2:
        raise GameError(f"--plot is for two players; {game} has {several}")
    with Live(verbose) as live:
        result = play(
            game, a, b,
            others=others, gauntlet=gauntlet, games=games, sprt=Sprt(*sprt, alpha, beta, model) if sprt else None,
            plies=plies, openings=openings, clock=clock, draw=draw, resign=resign, max_plies=max_plies, seed=seed,
            concurrency=concurrency, cluster=cluster, save=save, games_file=games_file, progress=live,
        )  # fmt: skip
    if place is not None and isinstance(result, MatchResult):
        save_match(result, place)
    emit(result, json)
    return INTERRUPTED if result.ended == "interrupted" else 0


class Live(LiveLine):
    """Shows a running match on stderr: a line for each game with ``verbose``, one live line on a terminal, and nothing
    if stderr is a file or a pipe."""

    def __init__(self, verbose: bool):
        super().__init__(EVERY)
        self.verbose = verbose
        self.live = self.live and not verbose

    def __call__(self, record: Record, standing: Callable[[], MatchResult | SeveralResult]) -> None:
        """A game has finished."""
        if self.verbose:
            sys.stderr.write(f"Finished game {record}\n")
        elif self.due():  # counting all the games after each one would take long
            self.show(describe(standing()))


def describe(result: MatchResult | SeveralResult) -> str:
    """The standing in one line: the first player's, or the leader's where there are more than two."""
    if not isinstance(result, MatchResult):
        leader = result.standings()[0]
        return f"{result.games} games, {leader.name}: {leader.score * 100:.1f} % ± {leader.error * 100:.1f} %"
    best = result.standing(0) if len(result.players) == 2 else result.standings()[0]
    t, r = best.tally, best.tally.rating
    line = f"{best.name}: +{t.wins} ={t.draws} -{t.losses}  Elo {r.elo:.0f} ± {r.elo_error:.0f}"
    return f"{line}  {result.sprt.describe(t.pentanomial)}" if result.sprt else line
