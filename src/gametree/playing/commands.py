"""What a user types during a game: a move by its name, or one of the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE
from gametree.notation.names import listed
from gametree.playing.table import Leave
from gametree.tournament.levels import LEVELS, level_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.analysis import Analysis
    from gametree.playing.table import Table

    Command = Callable[[Table[Any], str], None]


def answer(table: Table[Any], line: str) -> None:
    """Play a move or do a command; anything else is answered with an error."""
    if not line:
        return
    word, _, rest = line.partition(" ")
    command = ALIASES.get(word.casefold(), word.casefold())
    try:
        try:
            action = table.referee.read(line)
        except GameError:
            if command not in COMMANDS:
                raise
            do, _ = COMMANDS[command]
            do(table, rest.strip())
        else:
            table.make(action, "")
    except GameError as error:
        table.front.tell(str(error))


def _help(table: Table[Any], _: str) -> None:
    width = max(map(len, COMMANDS))
    lines = "\n".join(f"  {name:{width}}  {what}" for name, (_, what) in COMMANDS.items())
    table.front.tell(f"A move by its name, or:\n{lines}")


def _moves(table: Table[Any], _: str) -> None:
    legal = [] if table.referee.over() else table.referee.legal()
    table.front.tell(listed([table.game.name(table.referee.state, a) for a in legal]) or "none: the game is over")


def _hint(table: Table[Any], _: str) -> None:
    table.front.tell(f"try {_ponder(table, 1).move}")


def _best(table: Table[Any], seconds: str) -> None:
    try:
        limit = float(seconds or 1)
    except ValueError:
        raise GameError(f"best takes a number of seconds, not {seconds!r}") from None
    table.front.tell(str(_ponder(table, limit)))


def _ponder(table: Table[Any], seconds: float) -> Analysis:
    if table.referee.over():
        raise GameError("the game is over")
    return table.think(seconds)


def _undo(table: Table[Any], _: str) -> None:
    """Back to the last decision of a person, or to a roll that a person typed."""
    referee, humans = table.referee, table.seats.humans
    players = [table.game.player(s) for s in referee.states[:-1]]
    people = {*humans, CHANCE} if table.ask_dice else humans
    theirs = [n for n, player in enumerate(players) if player in people]
    if not theirs:
        raise GameError("there is nothing to take back")
    while len(referee.actions) > theirs[-1]:
        referee.take_back()
    table.dice.luck.cut(len(referee.actions))


def _board(table: Table[Any], _: str) -> None:
    table.show()


def _history(table: Table[Any], _: str) -> None:
    table.front.tell(listed(table.referee.names()) or "no moves yet")


def _luck(table: Table[Any], _: str) -> None:
    table.front.tell(table.dice.summary(table.seats.names()))


def _level(table: Table[Any], number: str) -> None:
    if number:
        if not number.isdecimal():
            raise GameError(f"the level must be 1 to {len(LEVELS)}, not {number!r}")
        table.level = level_of(int(number))
    table.front.tell(f"level {table.level.number} of {len(LEVELS)}")


def _side(table: Table[Any], words: str) -> None:
    if words:
        table.seats.give(words)
    else:
        table.seats.change()
    table.front.tell(f"{table.seats.sides()}.")


def _new(table: Table[Any], _: str) -> None:
    table.new_game()
    table.front.tell(f"a new game: {table.seats.sides()}.")


def _quit(_table: Table[Any], _: str) -> None:
    raise Leave


COMMANDS: dict[str, tuple[Command, str]] = {
    "help": (_help, "this list"),
    "moves": (_moves, "the legal moves"),
    "hint": (_hint, "a move to try"),
    "best": (_best, "the computer's answer here (best 5: after five seconds); also: analyse"),
    "undo": (_undo, "take your last move back"),
    "board": (_board, "draw the board again"),
    "history": (_history, "the moves so far"),
    "luck": (_luck, "the luck of each player so far"),
    "level": (_level, "how strong the computer plays (level 1 to level 10)"),
    "side": (_side, "change sides (or: side first, second, both, none)"),
    "new": (_new, "start again"),
    "quit": (_quit, "end the program (as Ctrl-C and Ctrl-D do)"),
}
ALIASES = {"?": "help", "h": "help", "analyse": "best", "analyze": "best", "u": "undo", "q": "quit", "exit": "quit"}
