"""What a user types during a game: a move by its name, or one of the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE
from gametree.notation.names import listed
from gametree.playing.live_game import Leave
from gametree.tournament.levels import LEVELS, level_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.analysis import Analysis
    from gametree.playing.live_game import LiveGame

    Command = Callable[[LiveGame[Any], str], None]


def answer(live: LiveGame[Any], line: str) -> None:
    """Play a move or do a command; anything else is answered with an error."""
    if not line:
        return
    word, _, rest = line.partition(" ")
    command = ALIASES.get(word.casefold(), word.casefold())
    try:
        try:
            action = live.referee.read(line)
        except GameError:
            if command not in COMMANDS:
                raise
            do, _ = COMMANDS[command]
            do(live, rest.strip())
        else:
            live.make(action, "")
    except GameError as error:
        live.front.tell(str(error))


def _help(live: LiveGame[Any], _: str) -> None:
    width = max(map(len, COMMANDS))
    lines = "\n".join(f"  {name:{width}}  {what}" for name, (_, what) in COMMANDS.items())
    live.front.tell(f"A move by its name, or:\n{lines}")


def _moves(live: LiveGame[Any], _: str) -> None:
    legal = [] if live.referee.over() else live.referee.legal()
    live.front.tell(listed([live.game.name(live.referee.state, a) for a in legal]) or "none: the game is over")


def _hint(live: LiveGame[Any], _: str) -> None:
    live.front.tell(f"try {_ponder(live, 1).move}")


def _best(live: LiveGame[Any], seconds: str) -> None:
    try:
        limit = float(seconds or 1)
    except ValueError:
        raise GameError(f"best takes a number of seconds, not {seconds!r}") from None
    live.front.tell(str(_ponder(live, limit)))


def _ponder(live: LiveGame[Any], seconds: float) -> Analysis:
    if live.referee.over():
        raise GameError("the game is over")
    return live.think(seconds)


def _undo(live: LiveGame[Any], _: str) -> None:
    """Back to the last decision of a person, or to a roll that a person typed."""
    referee, humans = live.referee, live.seats.humans
    players = [live.game.player(s) for s in referee.states[:-1]]
    people = {*humans, CHANCE} if live.ask_dice else humans
    theirs = [n for n, player in enumerate(players) if player in people]
    if not theirs:
        raise GameError("there is nothing to take back")
    while len(referee.actions) > theirs[-1]:
        referee.take_back()
    live.dice.luck.cut(len(referee.actions))


def _board(live: LiveGame[Any], _: str) -> None:
    live.show()


def _history(live: LiveGame[Any], _: str) -> None:
    live.front.tell(listed(live.referee.names()) or "no moves yet")


def _luck(live: LiveGame[Any], _: str) -> None:
    live.front.tell(live.dice.summary(live.seats.names()))


def _level(live: LiveGame[Any], number: str) -> None:
    if number:
        if not number.isdecimal():
            raise GameError(f"the level must be 1 to {len(LEVELS)}, not {number!r}")
        live.level = level_of(int(number))
    live.front.tell(f"level {live.level.number} of {len(LEVELS)}")


def _side(live: LiveGame[Any], words: str) -> None:
    if words:
        live.seats.give(words)
    else:
        live.seats.change()
    live.front.tell(f"{live.seats.sides()}.")


def _new(live: LiveGame[Any], _: str) -> None:
    live.new_game()
    live.front.tell(f"a new game: {live.seats.sides()}.")


def _quit(_table: LiveGame[Any], _: str) -> None:
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
