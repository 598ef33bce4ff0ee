"""``gametree trace``."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, options_of, whole
from gametree.cli.options import HELP, option_help
from gametree.errors import GameError
from gametree.notation.names import line_at
from gametree.textbook import ALGORITHMS, Trace
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
    tikz: Annotated[str | None, Parameter(help="Write the tree for LaTeX (TikZ) to this file.")] = None,
    html: Annotated[
        str | None, Parameter(help="Write all steps to this file: a page that runs alone in any browser.")
    ] = None,
    boards: Annotated[bool, Parameter(help="Show the position in every node (svg, html).", negative="")] = False,
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
    written = _drawings(found, step, svg=svg, tikz=tikz, html=html, boards=boards)
    if not written and (step is not None or boards):
        raise GameError(f"{'--boards' if step is None else '--step'} needs a drawing: give --svg FILE too")
    if json or not written:
        emit(found, json)
    else:
        print(f"{', '.join(written)}: {found.summary()}")
    if found.value is None and depth is None and found.unkept:
        print(
            "gametree: the tree is too large for every step of it; --depth 3 looks three actions ahead, --moves begins"
            " later in the game (gametree best is the fast search)",
            file=sys.stderr,
        )


def _drawings(
    found: Trace, step: int | None, *, svg: str | None, tikz: str | None, html: str | None, boards: bool
) -> list[str]:
    """Write the drawings that are asked for; their names."""
    from gametree.draw.files import save

    written: list[str] = []
    if svg is not None:
        written.append(str(save(svg, found.svg(step, boards=boards))))
    if tikz is not None:
        written.append(str(save(tikz, found.tikz(step), ".tex")))
    if html is not None:
        from gametree.draw.frames import frames
        from gametree.web.alone import alone

        shown = frames(found)
        steps = len(found.events)
        if step is not None and not 0 < abs(step) <= steps:
            raise GameError(f"there is no step {step}: the steps are 1 to {steps}, and -1 is the last")
        first = 1 if step is None else step if step > 0 else steps + 1 + step
        written.append(str(save(html, alone(shown, first, boards=boards), ".html")))
    return written
