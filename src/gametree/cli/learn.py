"""``gametree learn``."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from gametree.cli import WORDS
from gametree.cli.common import ClusterWords, GameWords, Json, emit, whole
from gametree.cli.progress import LiveLine
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gametree.learning.course import News
    from gametree.tournament.record import Record

EVERY = 0.2
"""Seconds between two updates of the live line."""


def learn(
    game: GameWords,
    /,
    *,
    out: Annotated[
        str | None,
        Parameter(help="The file of the weights; by default GAME.weights. Beside it, GAME.learning keeps the games."),
    ] = None,
    method: Annotated[
        Literal["regression", "td", "tdleaf", "spsa", "network"],
        Parameter(help="Regression on results, TD(λ), TD-leaf, SPSA by matches, or a network (backgammon)."),
    ] = "regression",
    rounds: Annotated[int, Parameter(converter=whole, help="How often games are played and learned from.")] = 3,
    games: Annotated[int, Parameter(converter=whole, help="How many games a round has.")] = 4000,
    depth: Annotated[int, Parameter(converter=whole, help="How many plies each move of these games is searched.")] = 2,
    opening: Annotated[int, Parameter(converter=whole, help="A game begins with 0 to this many random moves.")] = 8,
    blunders: Annotated[float, Parameter(help="How often a later move is random too.")] = 0.05,
    longest: Annotated[int, Parameter(converter=whole, help="A game of this many plies is drawn.")] = 400,
    ridge: Annotated[
        float | None,
        Parameter(help="How strongly weights are drawn to 0; by default as strongly as explains unseen games best."),
    ] = None,
    trace: Annotated[float, Parameter(help="The λ of td and tdleaf, from 0 to 1.")] = 0.7,
    zero: Annotated[
        bool, Parameter(help="Begin with all weights 0, and compare with that.", negative="", show_default=False)
    ] = False,
    patterns: Annotated[
        bool,
        Parameter(
            help="Use patterns of the board as features, as for a game that has no evaluation.",
            negative="",
            show_default=False,
        ),
    ] = False,
    games_file: Annotated[
        str | None,
        Parameter(help="Learn from the games of this file (of a match, .pgn, .pdn, .sgf) instead of own ones."),
    ] = None,
    sprt: Annotated[
        tuple[float, float],
        Parameter(
            help="E0 E1: compare the new weights with the old ones until it is clear whether they gain E0 or E1 Elo.",
            allow_leading_hyphen=True,
            negative="",
        ),
    ] = (0, 20),
    proof_games: Annotated[
        int, Parameter(converter=whole, help="The comparison ends after this many games; 0: there is none.")
    ] = 2000,
    player: Annotated[
        str | None,
        Parameter(help="Who compares them: an algorithm and its limits; by default auto:nodes=1000."),
    ] = None,
    seed: Annotated[int, Parameter(converter=whole, help="The seed of everything that is drawn at random.")] = 0,
    threads: Annotated[int, Parameter(converter=whole, help="How many games are played at a time.")] = 1,
    cluster: ClusterWords = None,
    plot: Annotated[
        str | None, Parameter(help="Draw the learning curve to this file (.svg, .png or .pdf); needs matplotlib.")
    ] = None,
    json: Json = False,
) -> int:
    """Learn the weights of an evaluation from games of the game against itself, with a match that proves them.

    The features are those of the game (see docs/evaluation.md), or patterns of its board if it has none.
    The file that is written is what --weights takes, and GAME:weights=FILE, and weights=FILE of a player of a match.
    Ctrl-C keeps everything; the same command goes on.
    """
    from gametree.verbs.learn import Learned
    from gametree.verbs.learn import learn as taught

    place = None
    if plot is not None and method == "network":
        raise GameError("there is no plot of a network's learning")
    if plot is not None:
        from gametree.plots import plot_place

        place = plot_place(plot)
    with LiveLine(EVERY) as live:
        found = taught(
            game, out=out, method=method, rounds=rounds, games=games, depth=depth, opening=opening, blunders=blunders,
            longest=longest, ridge=ridge, trace=trace, zero=zero, patterns=patterns, games_file=games_file,
            sprt=sprt if proof_games else None, proof_games=proof_games or 2, player=player, seed=seed, threads=threads,
            cluster=cluster,
            made=shlex.join(["gametree", *WORDS]), progress=_told(live), match_progress=_compared(live),
        )  # fmt: skip
    emit(found, json)
    if place is not None and isinstance(found, Learned):
        from gametree.plots import save_lessons

        save_lessons(found, place)
    return 0 if found.ended == "finished" else 130


def _told(live: LiveLine) -> Callable[[News], None]:
    def show(news: News) -> None:
        if news.lesson is not None and live.live:
            live.clear()
            sys.stderr.write(f"{news}\n")
        else:
            live.show(str(news))

    return show


def _compared(live: LiveLine) -> Callable[[Record, Callable[[], Any]], None]:
    def show(_: Record, result: Callable[[], Any]) -> None:
        if live.due():
            t = result().tally
            live.show(f"learned against old: {t.games:,} games, {t.wins} won, {t.draws} drawn, {t.losses} lost")

    return show
