"""``gametree best``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gametree.answering.algorithms import ALGORITHMS, choose
from gametree.answering.best import best as search
from gametree.cli.common import GameWords, Json, Moves, Position, Weights, emit, named, options_of, whole
from gametree.cli.options import HELP, option_help
from gametree.cli.progress import Progress
from gametree.features import Weighted, describe_shares
from gametree.game import Line, over
from gametree.notation.names import line_at
from gametree.notation.words import actions_named

if TYPE_CHECKING:
    from gametree.analysis import Analysis
    from gametree.game import AnyGame


def best(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    weights: Weights = None,
    algorithm: Annotated[
        str, Parameter(help=f"One of {', '.join(ALGORITHMS)}; textbook.NAME for a textbook form (see gametree trace).")
    ] = "auto",
    depth: Annotated[int | None, Parameter(converter=whole, help="Look this many actions ahead.")] = None,
    time: Annotated[float | None, Parameter(help="Think for this many seconds.")] = None,
    nodes: Annotated[
        int | None, Parameter(converter=whole, help="Visit this many nodes; for mcts, do this many rounds.")
    ] = None,
    lines: Annotated[int, Parameter(converter=whole, help="Show this many moves, the best first.")] = 1,
    threads: Annotated[int, Parameter(converter=whole, help="Search with this many threads.")] = 1,
    table: Annotated[
        int, Parameter(converter=whole, help="Size of the transposition table, or of the tree of mcts, in MiB.")
    ] = 64,
    database: Annotated[
        str | None, Parameter(help="A database (gametree solve --out): positions in it are not searched.")
    ] = None,
    book: Annotated[
        str | None, Parameter(help="An opening book (gametree book build): positions in it are not searched.")
    ] = None,
    seed: Annotated[int | None, Parameter(converter=whole, help="The seed of what is drawn at random.")] = None,
    option: Annotated[
        list[str] | None,
        Parameter(
            help="An option of the algorithm, as key=value (nullmove=off, beam=3); --option help lists them.",
            negative="",
        ),
    ] = None,
    explain: Annotated[
        bool,
        Parameter(
            help="Also say which algorithm searches this game, and why; and what its evaluation sees in the position.",
            negative="",
            show_default=False,
        ),
    ] = False,
    json: Json = False,
    verbose: Annotated[
        bool, Parameter(help="Print the progress of the search on stderr.", negative="", show_default=False)
    ] = False,
) -> None:
    """The best move, its value and the line that shows it.

    With no limit given it thinks for one second. Ctrl-C stops the search and prints the best answer so far. Values are
    those of the first player (Max), in the game's own units.
    """
    rules = named(game, weights)
    if HELP in (option or []):
        print(option_help(choose(rules) if algorithm == "auto" else algorithm))
        return
    start = line_at(rules, position, moves)
    with Progress(verbose) as progress:
        found = search(
            rules, start, algorithm=algorithm, depth=depth, time=time, nodes=nodes, lines=lines, threads=threads,
            table=table, database=database, book=book, seed=seed, progress=progress,
            **options_of(option or [], search),
        )  # fmt: skip
    emit(found, json, **_reasons(rules, start.states(rules)[-1], found) if explain else {})


def _reasons(game: AnyGame, s: Any, found: Analysis) -> dict[str, str]:
    """Why this algorithm; and what the evaluation sees in the position, and at the end of the line that is expected:
    that is where an estimate comes from."""
    reasons = {"why": found.describe_choice()}
    if not isinstance(game, Weighted) or over(game, s):
        return reasons
    reasons["evaluation"] = describe_shares(game, s)
    last = Line(s, tuple(actions_named(game, s, found.line))).states(game)[-1]
    if not found.proven and found.line and not over(game, last):
        reasons["evaluation_after"] = describe_shares(game, last, where=f"after {' '.join(found.line)}")
    return reasons
