"""``gametree book``."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from gametree.analysis import show_estimate, show_value
from gametree.catalogue import load
from gametree.cli.common import GameWords, Json, Moves, table, whole
from gametree.cli.output import say_json
from gametree.cli.progress import LiveLine
from gametree.errors import GameError
from gametree.files import check_folder
from gametree.interrupts import interrupts
from gametree.notation.names import line_at
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.books.book import Book, Move
    from gametree.game import AnyGame

book = App(
    name="book",
    help="Opening books: built by search or from games, and what is in them.\n\n"
    "They are used by `gametree best --book F`, by players of a match (pvs:time=0.1,book=F) and as its --openings.",
)


@book.command
def build(
    game: GameWords,
    /,
    *,
    out: Annotated[str, Parameter(help="The file to write.")],
    depth: Annotated[int, Parameter(converter=whole, help="How many moves deep.")] = 6,
    search: Annotated[
        str | None, Parameter(help="The player that searches, as in `gametree match`; pvs:time=0.1 if none is given.")
    ] = None,
    lines: Annotated[int, Parameter(converter=whole, help="How many moves of a position are kept and followed.")] = 3,
    from_games: Annotated[
        list[str] | None,
        Parameter(
            help="Files of games to count in, instead of a search (gametree match --games-file; .pgn, .pdn, .sgf).",
            negative="",
        ),
    ] = None,
    at_least: Annotated[
        int, Parameter(converter=whole, help="Leave out moves that occur in fewer games than this.")
    ] = 1,
    json: Json = False,
) -> int:
    """Build a book, by a search from the start of the game, or from games that were played.

    Ctrl-C ends the search; the book then holds what was found so far.
    """
    from gametree.cli import INTERRUPTED
    from gametree.tournament.game_files import records_in
    from gametree.tournament.spec import Spec
    from gametree.verbs import build_book as maker

    rules = load(game)
    check_folder(out)
    stop = threading.Event()
    if from_games:
        if search is not None:
            raise GameError("a book is built by --search or --from-games, not both")
        records = [record for path in from_games for record in records_in(path, rules)]
        made = maker.from_games(rules, records, depth, at_least)
    else:
        with interrupts(stop), LiveLine() as live:
            made = maker.from_search(
                rules, Spec.read(search or "pvs:time=0.1"), depth, lines,
                lambda ply, positions: live.show(f"ply {ply}, {positions} positions"), stop,
            )  # fmt: skip
    made.save(out)
    facts = {"game": title(rules), "book": out, "positions": len(made), "moves": _moves(made)}
    if json:
        say_json(facts)
    else:
        print(f"{out}: {facts['positions']} positions, {facts['moves']} moves")
    return INTERRUPTED if stop.is_set() else 0


@book.command
def show(
    file: Annotated[str, Parameter(help="A book that `gametree book build` has written.")],
    /,
    *,
    moves: Moves = "",
    game: Annotated[str | None, Parameter(help="The game, if the name in the book does not load it.")] = None,
    json: Json = False,
) -> None:
    """The moves of a book in a position: each with its weight, its wins, draws and losses, and its value."""
    from gametree.books.book import open_book

    found = open_book(file, None if game is None else load(game))
    rules = found.game
    line = line_at(rules, None, moves)
    s = line.states(rules)[-1]
    known = found.moves(line)
    if json:
        facts = {
            "game": title(rules), "made": found.made, "positions": len(found), "moves_in_book": _moves(found),
            "moves": [_facts(rules, s, move) for move in known],
        }  # fmt: skip
        say_json(facts)
        return
    print(f"{title(rules)}: {len(found)} positions, {_moves(found)} moves ({found.made})\n\n{rules.text(s)}\n")
    if not known:
        print("The book does not know this position.")
        return
    head = ("move", "weight", "wins", "draws", "losses", "value")
    print(table([head, *(_row(rules, s, move) for move in known)]))


def _moves(made: Book) -> int:
    return sum(len(entry.moves) for entry in made.entries.values())


def _facts(game: AnyGame, s: Any, move: Move) -> dict[str, Any]:
    return {
        "move": game.name(s, move.action), "action": move.action, "weight": move.weight, "wins": move.wins,
        "draws": move.draws, "losses": move.losses, "value": move.value, "proven": move.proven,
    }  # fmt: skip


def _row(game: AnyGame, s: Any, move: Move) -> tuple[str, ...]:
    value = ""
    if move.value is not None:
        value = f"{show_value(move.value)}, proven" if move.proven else f"estimate {show_estimate(move.value)}"
    counts = (move.weight, move.wins, move.draws, move.losses)
    return (game.name(s, move.action), *map(str, counts), value)
