"""``gametree trace``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, options_of, whole
from gametree.cli.options import HELP, option_help
from gametree.errors import GameError
from gametree.notation.names import line_at
from gametree.textbook import ALGORITHMS
from gametree.textbook import trace as search


def trace(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    algorithm: Annotated[str, Parameter(help=f"One of {', '.join(ALGORITHMS)}.")] = "alphabeta",
    depth: Annotated[int | None, Parameter(converter=whole, help="Stop this many actions deep.")] = None,
    time: Annotated[float, Parameter(help="Stop after this many seconds.")] = 10.0,
    nodes: Annotated[int | None, Parameter(converter=whole, help="Stop after this many nodes.")] = None,
    events: Annotated[int, Parameter(converter=whole, help="Keep at most this many steps, the first ones.")] = 10_000,
    option: Annotated[
        list[str] | None,
        Parameter(help="An option of the algorithm, as key=value; --option help lists them.", negative=""),
    ] = None,
    svg: Annotated[str | None, Parameter(help="Draw the tree of the search to this file.")] = None,
    step: Annotated[
        int | None,
        Parameter(
            converter=whole, help="Draw the tree after this step (the first is 1); by default after the last step."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Every step of a textbook search.

    Nodes entered, leaves, window updates, cut-offs with their reason, table hits. The algorithms are written as the
    books print them, in plain Python: use them for small positions.
    """
    if HELP in (option or []):
        print(option_help(f"textbook.{algorithm.removeprefix('textbook.')}"))
        return
    rules = load(game)
    options = options_of(option or [], search)
    line = line_at(rules, position, moves)
    found = search(rules, line, algorithm, depth, time=time, nodes=nodes, events=events, **options)
    if svg is not None:
        from gametree.draw.files import save

        save(svg, found.svg(step))
    elif step is not None:
        raise GameError("--step needs a drawing: give --svg FILE too")
    if svg is None or json:
        emit(found, json)
    else:
        print(f"{svg}: {found.summary()}")
