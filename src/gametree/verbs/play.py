"""``play``: a game between people and the computer. The ``front`` reads the input and shows the output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Line
from gametree.notation.names import line_at
from gametree.playing.commands import answer
from gametree.playing.front import Front, Plain
from gametree.playing.live_game import Leave, LiveGame
from gametree.titles import title
from gametree.tournament.levels import level_of

if TYPE_CHECKING:
    from pathlib import Path


def play(
    game: str | AnyGame,
    position: Any = None,
    *,
    moves: str = "",
    human: str = "first",
    level: int = 5,
    opponent: str | None = None,
    dice: str = "roll",
    luck: bool = True,
    seed: int | None = None,
    save: str | Path | None = None,
    front: Front | None = None,
) -> Line[Any]:
    """Play a game from a position: a state, a Line, a text as the game writes it, or None for the initial state; after
    the ``moves`` played from there, by name. The line that was played is returned.

    ``human`` is ``first``, ``second``, ``both``, ``none``, or the numbers of the players that are people (``1,3``).
    ``level`` is 1 to 10 (``LEVELS``); an ``opponent`` is a player as in ``match`` that plays instead of the computer:
    ``pvs:time=3``, or a program, ``ugi:cmd=./engine``. Dice are rolled, from ``seed`` if it is given; with
    ``dice="ask"`` the user types the rolls. ``luck`` says after each roll how lucky it was. ``save`` is a file to which
    the game is written at the end, for ``replay``.

    >>> class Script(Plain):
    ...     words = iter(["4", "9", "quit"])
    ...     def ask(self, prompt): return next(self.words)
    ...     def tell(self, text): print(text)
    ...     def board(self, text): pass
    >>> play("connect4", human="both", front=Script()).actions
    connect4: you play both sides. help lists the commands.
    '9' is not a legal move here; legal: 4 3 5 2 6 1 7
    (3,)
    """
    rules = load(game)
    start = line_at(rules, position, moves)
    if dice not in ("roll", "ask"):
        raise GameError(f"dice must be roll or ask, not {dice!r}")
    if save is not None:
        from gametree.playing.saving import check_saving

        check_saving(rules, start, save)
    live = LiveGame(rules, start, front or Plain(), seed)
    live.seats.give(human)
    live.level = level_of(level)
    live.ask_dice, live.dice.tells_luck = dice == "ask", luck
    if opponent is not None:
        from gametree.tournament.lobby import seated

        live.opponent = seated(opponent, f"play {seed}")
    try:
        live.start_program()
        _run(live)
    except (EOFError, KeyboardInterrupt):
        live.front.tell("")
    finally:
        if live.opponent is not None:
            live.opponent.quit()
    if save is not None:
        from gametree.playing.saving import save_game

        save_game(save, live.referee, live.signatures())
    return live.referee.line


def _run(live: LiveGame[Any]) -> None:
    """Play until the user leaves, or until the computer has played itself to the end."""
    hint = " help lists the commands." if live.seats.humans else ""
    live.front.tell(f"{title(live.game)}: {live.seats.sides()}.{hint}")
    try:
        while _turn(live):
            pass
    except Leave:
        return


def _turn(live: LiveGame[Any]) -> bool:
    """One move, roll or command; False if the game is over and no person plays."""
    humans, payoff = live.seats.humans, live.referee.payoff()
    if payoff is not None:
        live.show_news()
        if live.announce(payoff):
            return False
        _obey(live, "over (new, undo, quit)> ")
        return True
    player = live.referee.player()
    # people see the board when it is their turn; if nobody plays, every move is shown
    if not humans or player in humans:
        live.show_news()
    if player == CHANCE:
        _roll(live)
    elif player in humans:
        _obey(live, live.prompt())
    else:
        live.move()
    return True


def _obey(live: LiveGame[Any], prompt: str) -> None:
    """Ask for a command or a move, and do it."""
    line = live.front.ask(prompt).strip()
    if not line and not live.referee.over() and (forced := live.forced()) is not None:
        live.make(forced, "")
    else:
        answer(live, line)


def _roll(live: LiveGame[Any]) -> None:
    """Roll the dice, or ask the user for the roll."""
    referee, names = live.referee, live.seats.names()
    plies = len(referee.actions)
    if live.ask_dice:
        line = live.front.ask(live.dice.prompt(referee.state)).strip()
        if line != "roll":
            answer(live, live.dice.called(referee.state, line))
            if len(live.referee.actions) == plies + 1:  # it was a roll, not a command
                live.dice.tell(live.referee, live.seats.names(), set())
            return
    referee.play(live.dice.roll(referee.state, plies))
    live.dice.tell(referee, names, live.seats.humans)
