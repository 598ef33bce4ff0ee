"""``gametree play``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from gametree.catalogue import CATALOGUE, load
from gametree.cli.common import GameWords, Moves, Position, Weights, named, whole
from gametree.errors import GameError
from gametree.notation.names import line_at

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.playing.front import Front


def play(
    game: GameWords | None = None,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    weights: Weights = None,
    human: Annotated[
        str, Parameter(help="Who is a person: first, second, both, none, or numbers of players (1,3).")
    ] = "first",
    level: Annotated[int, Parameter(converter=whole, help="How strong the computer plays, 1 to 10.")] = 5,
    opponent: Annotated[
        str | None,
        Parameter(help="Who plays instead of a level: a player as in `gametree match`, uci:./engine, gnubg:plies=0."),
    ] = None,
    dice: Annotated[Literal["roll", "ask"], Parameter(help="Roll the dice, or ask what was rolled.")] = "roll",
    luck: Annotated[bool, Parameter(help="Say after each roll how lucky it was.")] = True,
    seed: Annotated[
        int | None, Parameter(converter=whole, help="Make dice and the computer's blunders repeatable.")
    ] = None,
    save: Annotated[
        str | None, Parameter(help="Write the game to this file at the end, for `gametree replay`.")
    ] = None,
) -> None:
    """Play a game in the terminal.

    Type a move by its name, or help. Levels 1 to 4 look 1 to 3 actions ahead and move at random now and then (every
    second, fourth, tenth and twentieth move); 5 to 8 look 4, 6, 8 and 12 ahead for up to half a second, half a second,
    one and two; 9 and 10 look as far as two and five seconds allow.

    In games with dice the luck of a roll is the value of the position after it, minus the value before it, by a quick
    search. Dice do not change when moves are taken back.
    """
    from gametree.cli.terminal import Terminal
    from gametree.verbs.play import play as start

    front = Terminal()
    rules = _ask(front) if game is None else named(game, weights)
    start(
        rules,
        line_at(rules, position, moves),
        human=human,
        level=level,
        opponent=opponent,
        dice=dice,
        luck=luck,
        seed=seed,
        save=save,
        front=front,
    )


def _ask(front: Front) -> AnyGame:
    """Ask until a game is named."""
    front.tell(f"Which game? {' '.join(CATALOGUE)}, or a file.py")
    while True:
        try:
            return load(front.ask("game> ").strip())
        except EOFError:
            raise GameError("no game was named") from None
        except GameError as error:
            front.tell(str(error))
