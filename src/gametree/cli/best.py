"""``gametree best``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, where, whole
from gametree.cli.progress import Progress


def best(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    depth: Annotated[int | None, Parameter(converter=whole, help="Look this many actions ahead.")] = None,
    time: Annotated[float | None, Parameter(help="Think for this many seconds.")] = None,
    nodes: Annotated[int | None, Parameter(converter=whole, help="Visit this many nodes.")] = None,
    algorithm: Annotated[str, Parameter(help="auto, alphabeta, …; textbook.NAME for the textbook form.")] = "auto",
    table: Annotated[int, Parameter(converter=whole, help="Size of the transposition table in MiB.")] = 64,
    json: Json = False,
    verbose: Annotated[
        bool, Parameter(help="Print the progress of the search on stderr.", negative="", show_default=False)
    ] = False,
) -> None:
    """The best move, its value and the line that shows it.

    With no limit given it thinks for one second. Ctrl-C stops the search and prints the best answer so far. Values are
    those of the first player (Max), in the game's own units.
    """
    from gametree.verbs.best import best as search

    rules = load(game)
    start = where(rules, position, moves)
    with Progress(verbose) as progress:
        found = search(
            rules, start, depth=depth, time=time, nodes=nodes, algorithm=algorithm, table=table, progress=progress
        )
    emit(found, json)
