"""``gametree perft``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.analysis import show_count
from gametree.catalogue import load
from gametree.cli.common import ClusterWords, GameWords, Json, Moves, Position, emit, whole
from gametree.cli.progress import LiveLine
from gametree.notation.names import line_at


def perft(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    depth: Annotated[int, Parameter(converter=whole, help="How many actions deep.")],
    divide: Annotated[bool, Parameter(help="Count below each first move.", negative="", show_default=False)] = False,
    ends: Annotated[
        bool, Parameter(help="Count the games that end earlier too.", negative="", show_default=False)
    ] = False,
    bulk: Annotated[
        bool, Parameter(help="Count the last moves without making them.", negative="", show_default=False)
    ] = False,
    threads: Annotated[int, Parameter(converter=whole, help="Count with this many threads.")] = 1,
    gpu: Annotated[bool, Parameter(help="Count on a GPU, in bulk.", negative="", show_default=False)] = False,
    cluster: ClusterWords = None,
    save: Annotated[
        str | None, Parameter(help="Keep what a cluster has counted in this file, and go on from it.")
    ] = None,
    json: Json = False,
) -> None:
    """Count the leaves of the tree of moves, to check the rules.

    Leaves at exactly the depth are counted; games that end earlier only with --ends.
    """
    from gametree.verbs.perft import perft as count

    rules = load(game)
    start = line_at(rules, position, moves)
    with LiveLine() as live:
        found = count(
            rules, start, depth, divide=divide, ends=ends, bulk=bulk, threads=threads, gpu=gpu, cluster=cluster,
            save=save,
            progress=lambda leaves: live.show(f"{show_count(leaves)} leaves"),
        )  # fmt: skip
    emit(found, json)
