"""``gametree draw``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, Position, emit, whole
from gametree.cli.output import say_json
from gametree.errors import GameError
from gametree.notation.names import line_at

if TYPE_CHECKING:
    from gametree.game import AnyGame, Line


def draw(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    graph: Annotated[
        bool,
        Parameter(help="Draw all states that can be reached, with their winners.", negative="", show_default=False),
    ] = False,
    fold: Annotated[
        Literal["nothing", "turns", "all"],
        Parameter(
            help="With --graph, draw once: positions of an impartial game that differ only in whose turn it is "
            "(turns), and those that the game calls equivalent, too (all)."
        ),
    ] = "nothing",
    growth: Annotated[
        bool,
        Parameter(
            help="Plot the nodes of searches by depth, and their branching factor.", negative="", show_default=False
        ),
    ] = False,
    depth: Annotated[int, Parameter(converter=whole, help="How deep, with --growth.")] = 5,
    svg: Annotated[
        str | None, Parameter(help="Write the drawing to this file (- for standard output).", allow_leading_hyphen=True)
    ] = None,
    json: Json = False,
) -> None:
    """A position, or the graph of a game, as a drawing.

    With --graph: shared states are drawn once, in levels by the number of actions to the end, coloured with the winner;
    for small games. With --growth: how many nodes minimax and alpha-beta look at, by depth; the plot needs matplotlib;
    without --svg a table is printed. With --json the board comes with its spots and the spots of every move, the graph
    with its nodes and edges.
    """
    if fold != "nothing" and not graph:
        raise GameError("--fold is for a graph: give --graph too")
    if graph and growth:
        raise GameError("--graph and --growth are two different drawings: give one of them")
    from gametree.draw.board import board
    from gametree.draw.files import save
    from gametree.draw.graph import game_graph

    rules = load(game)
    line = line_at(rules, position, moves)
    if growth:
        _growth(rules, line, depth, svg, json)
        return
    drawing = game_graph(rules, line, fold=fold) if graph else board(rules, line.states(rules)[-1])
    if svg is not None and svg != "-":
        save(svg, drawing.svg())
    if json:
        say_json(drawing.to_json())
    elif svg == "-" or (svg is None and not graph):
        print(drawing.svg())
    elif svg is None:
        print(f"{drawing}\nTo see it, write --svg graph.svg, or --svg - for standard output.")
    else:
        print(f"{svg}: {drawing}")


def _growth(game: AnyGame, line: Line[Any], depth: int, svg: str | None, json: bool) -> None:
    from gametree.draw.files import save
    from gametree.plots import growth

    found = growth(game, line, depth)
    if svg is not None:
        save(svg, found.svg())
    emit(found, json)
