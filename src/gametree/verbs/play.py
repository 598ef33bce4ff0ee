"""A game between people and the computer: the loop of it. Where the words come from and go to is given."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gametree.catalogue import load, title
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Game, Line, Payoff, line_of, provides
from gametree.notation import listed
from gametree.verbs.front import Front, Plain
from gametree.verbs.interrupts import interrupts
from gametree.verbs.referee import Referee, verdict
from gametree.verbs.rolling import Dice

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.analysis import Analysis
    from gametree.tournament.players import BestPlayer
    from gametree.tournament.programs import ProgramPlayer

S = TypeVar("S")


@dataclass(frozen=True)
class Level:
    """How strong the computer plays: how far it looks, how long, and how often it moves at random instead."""

    depth: int | None
    seconds: float
    random: float


LEVELS = (
    Level(1, 0.1, 0.5),
    Level(1, 0.1, 0.25),
    Level(2, 0.1, 0.1),
    Level(3, 0.2, 0.05),
    Level(4, 0.5, 0),
    Level(6, 0.5, 0),
    Level(8, 1, 0),
    Level(12, 2, 0),
    Level(None, 2, 0),
    Level(None, 5, 0),
)
"""The levels 1 to 10."""

COMMANDS = {
    "help": "this list",
    "moves": "the legal moves",
    "hint": "a move to try",
    "best": "what the computer thinks here (best 5: after five seconds); also: analyse",
    "undo": "take your last move back",
    "board": "draw the board again",
    "history": "the moves so far",
    "luck": "what the dice have given to whom",
    "level": "how strong the computer plays (level 1 to level 10)",
    "side": "change sides (or: side first, second, both, none)",
    "new": "start again",
    "quit": "leave; so do Ctrl-C and Ctrl-D",
}
ALIASES = {"?": "help", "h": "help", "analyse": "best", "analyze": "best", "u": "undo", "q": "quit", "exit": "quit"}


def play(
    game: AnyGame | str,
    position: Any = None,
    *,
    human: str = "first",
    level: int = 5,
    seed: int | None = None,
    dice: str = "roll",
    luck: bool = True,
    opponent: str | None = None,
    save: str | Path | None = None,
    front: Front | None = None,
) -> Line[Any]:
    """Play a game; the line that was played is returned.

    ``human`` is ``first``, ``second``, ``both``, ``none``, or the numbers of the players that are people (``1,3``).
    ``level`` is 1 to 10 (see ``LEVELS``); an ``opponent`` is a player of ``match``, in words, that takes the computer's
    place: ``pvs:time=3``, or a program, ``ugi:cmd=./engine``. Dice are rolled, from ``seed`` if one is given, or with
    ``dice="ask"`` asked for; ``luck`` tells after each roll how lucky it was. ``save`` is a file to which the game is
    written in the end, for ``replay``.

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
    if dice not in ("roll", "ask"):
        raise GameError(f"dice must be roll or ask, not {dice!r}")
    if save is not None:
        from gametree.verbs.saving import check_saving

        check_saving(rules, line_of(rules, position))
    table = _Table(rules, line_of(rules, position), front or Plain(), seed)
    table.set_humans(human)
    table.set_level(level)
    table.ask_dice, table.dice.tells_luck = dice == "ask", luck
    if opponent is not None:
        from gametree.tournament.lobby import seated

        table.opponent = seated(opponent, f"play {seed}")
    try:
        table.start_program()
        table.run()
    except (EOFError, KeyboardInterrupt):
        table.front.tell("")
    finally:
        if table.opponent is not None:
            table.opponent.quit()
    if save is not None:
        from gametree.verbs.saving import save_game

        save_game(save, table.referee, table.signatures())
    return table.referee.line


class _Leave(Exception):  # noqa: N818
    """The user has had enough."""


class _Table(Generic[S]):
    """The players at one table."""

    def __init__(self, game: Game[S], line: Line[S], front: Front, seed: int | None):
        self.game, self.start, self.front, self.rng = game, line, front, random.Random(seed)
        self.dice = Dice(game, front, seed)
        self.referee = Referee(game, line)
        self.humans: set[int] = set()
        self.level = LEVELS[4]
        self.shown: Line[S] | None = None
        self.announced: Line[S] | None = None
        self.ask_dice = False
        self.opponent: BestPlayer | ProgramPlayer | None = None

    # --- who plays ---------------------------------------------------------------------------------------------

    def set_humans(self, words: str) -> None:
        everyone = set(range(self.game.players))
        named = {"first": {0}, "second": {1} & everyone, "both": everyone, "all": everyone, "none": set[int]()}
        if words in named:
            self.humans = named[words]
            return
        numbers = words.replace(",", " ").split()
        if not numbers or not all(n.isdecimal() and int(n) - 1 in everyone for n in numbers):
            raise GameError(f"no side {words!r}: say first, second, both, none, or numbers of 1 to {len(everyone)}")
        self.humans = {int(n) - 1 for n in numbers}

    def set_level(self, level: int) -> None:
        if not 1 <= level <= len(LEVELS):
            raise GameError(f"the level must be 1 to {len(LEVELS)}, not {level}")
        self.level = LEVELS[level - 1]

    def names(self) -> list[str]:
        """What the players are called."""
        numbered = (
            ["the first player", "the second player"]
            if self.game.players == 2
            else [f"player {n + 1}" for n in range(self.game.players)]
        )
        if len(self.humans) == 1:
            return [
                "you" if n in self.humans else "the computer" if len(numbered) == 2 else name
                for n, name in enumerate(numbered)
            ]
        return numbered

    def signatures(self) -> tuple[str, str]:
        """The two players as a record names them."""
        computer = self.opponent.name if self.opponent else f"level {LEVELS.index(self.level) + 1}"
        first, second = ("human" if n in self.humans else computer for n in range(2))
        return first, second

    def sides(self) -> str:
        """Who plays what, in words."""
        if len(self.humans) == self.game.players:
            return "you play both sides" if self.game.players == 2 else "you play all sides"
        if not self.humans:
            return "the computer plays itself"
        order = ["first", "second"] if self.game.players == 2 else [f"player {n + 1}" for n in range(self.game.players)]
        return f"you play {' and '.join(order[n] for n in sorted(self.humans))}"

    def start_program(self) -> None:
        """A program that plays is started before anything is said: it may not be there, or not play this game."""
        if self.opponent is not None:
            from gametree.tournament.programs import ProgramPlayer

            if isinstance(self.opponent, ProgramPlayer):
                self.opponent.begin(self.game)

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        hint = " help lists the commands." if self.humans else ""
        self.front.tell(f"{title(self.game)}: {self.sides()}.{hint}")
        try:
            while True:
                payoff = self.referee.payoff()
                # a person sees the board when it is their turn, and everybody sees every move of the computer by itself
                if payoff is not None or not self.humans or self.referee.player() in self.humans:
                    self.show_news()
                if payoff is not None:
                    if self.announce(payoff):
                        return
                    self.obey("over (new, undo, quit)> ")
                elif self.referee.player() == CHANCE:
                    self.roll()
                elif self.referee.player() in self.humans:
                    self.obey(self.prompt())
                else:
                    self.move()
        except _Leave:
            return

    def show(self) -> None:
        self.front.board(self.game.text(self.referee.state))
        self.shown = self.referee.line

    def show_news(self) -> None:
        """Draw the board, unless it was drawn and nothing has happened since."""
        if self.shown != self.referee.line:
            self.show()

    def announce(self, payoff: Payoff) -> bool:
        """Say once how the game ended; True where nobody is there to go on."""
        if self.announced != self.referee.line:
            self.announced = self.referee.line
            reason = self.referee.reason()
            words = verdict(self.game, payoff, self.names())
            self.front.tell(f"The game is over: {reason + ': ' if reason else ''}{words}.")
            if self.dice.luck.rolls:
                self.do_luck("")
        return not self.humans

    def prompt(self) -> str:
        who = self.names()[self.referee.player()].removeprefix("the ")
        only = f" ({self.game.name(self.referee.state, forced)})" if (forced := self.forced()) is not None else ""
        return f"{len(self.referee.actions) + 1}. {who}{only}> "

    def forced(self) -> int | None:
        """The one move that the dice have left; an empty line plays it."""
        legal = self.referee.legal() if provides(self.game, "chances") else ()
        return legal[0] if len(legal) == 1 else None

    def make(self, action: int, who: str) -> None:
        name = self.game.name(self.referee.state, action)
        self.referee.play(action)
        if who:
            self.front.tell(f"{who}: {name}")

    def roll(self) -> None:
        """Chance decides, or the user says what it has decided."""
        plies = len(self.referee.actions)
        if self.ask_dice:
            line = self.front.ask(self.dice.prompt(self.referee.state)).strip()
            if line != "roll":
                self.answer(self.dice.called(self.referee.state, line))
                if len(self.referee.actions) == plies + 1:  # it was no command
                    self.dice.tell(self.referee, self.names(), set())
                return
        self.referee.play(self.dice.roll(self.referee.state, plies))
        self.dice.tell(self.referee, self.names(), self.humans)

    def move(self) -> None:
        """The computer moves. Ctrl-C makes it move at once, and leave where it plays itself."""
        who = self.names()[self.referee.player()]
        legal = self.referee.legal()
        stop = threading.Event()
        if self.opponent is not None:
            self.opponent.stop = stop
            with self.front.thinking(), interrupts(stop):
                action = self.opponent.move(self.game, self.referee.line, None).action
            if action not in legal:
                raise GameError(f"{self.opponent.name} plays {action}, which is not a legal move")
        elif len(legal) == 1:
            action = legal[0]
        elif self.rng.random() < self.level.random:
            action = self.rng.choice(legal)
        else:
            with self.front.thinking(), interrupts(stop):
                found = self.think(self.level.seconds, self.level.depth, stop)
            if found.action is None:
                raise GameError(f"no move was found in {self.game.text(self.referee.state)}")
            action = found.action
        self.make(action, who)
        if stop.is_set() and not self.humans:
            raise _Leave

    def think(self, seconds: float, depth: int | None = None, stop: threading.Event | None = None) -> Analysis:
        from gametree.verbs.best import best

        return best(self.game, self.referee.line, depth=depth, time=seconds, stop=stop)

    # --- what the user says ------------------------------------------------------------------------------------

    def obey(self, prompt: str) -> None:
        line = self.front.ask(prompt).strip()
        if not line and not self.referee.over() and (forced := self.forced()) is not None:
            self.make(forced, "")
        else:
            self.answer(line)

    def answer(self, line: str) -> None:
        """A move is played, a command done; anything else is answered with the reason why not."""
        if not line:
            return
        word, _, rest = line.partition(" ")
        command = ALIASES.get(word.casefold(), word.casefold())
        try:
            try:
                action = self.referee.read(line)
            except GameError:
                if command not in COMMANDS:
                    raise
                getattr(self, f"do_{command}")(rest.strip())
            else:
                self.make(action, "")
        except GameError as error:
            self.front.tell(str(error))

    def do_help(self, _: str) -> None:
        width = max(map(len, COMMANDS))
        listed = "\n".join(f"  {name:{width}}  {what}" for name, what in COMMANDS.items())
        self.front.tell(f"A move by its name, or:\n{listed}")

    def do_moves(self, _: str) -> None:
        legal = [] if self.referee.over() else self.referee.legal()
        self.front.tell(listed([self.game.name(self.referee.state, a) for a in legal]) or "none: the game is over")

    def do_hint(self, _: str) -> None:
        self.front.tell(f"try {self.ponder(1).move}")

    def do_best(self, seconds: str) -> None:
        try:
            limit = float(seconds or 1)
        except ValueError:
            raise GameError(f"best wants a number of seconds, not {seconds!r}") from None
        self.front.tell(str(self.ponder(limit)))

    def ponder(self, seconds: float) -> Analysis:
        if self.referee.over():
            raise GameError("the game is over")
        stop = threading.Event()
        with self.front.thinking(), interrupts(stop):
            return self.think(seconds, stop=stop)

    def do_undo(self, _: str) -> None:
        """Back to the last decision that was a person's, or to a roll that a person has typed."""
        players = [self.game.player(s) for s in self.referee.states[:-1]]
        people = {*self.humans, CHANCE} if self.ask_dice else self.humans
        theirs = [n for n, player in enumerate(players) if player in people]
        if not theirs:
            raise GameError("there is nothing to take back")
        while len(self.referee.actions) > theirs[-1]:
            self.referee.take_back()
        self.dice.luck.cut(len(self.referee.actions))

    def do_board(self, _: str) -> None:
        self.show()

    def do_history(self, _: str) -> None:
        self.front.tell(listed(self.referee.names()) or "no moves yet")

    def do_luck(self, _: str) -> None:
        self.front.tell(self.dice.summary(self.names()))

    def do_level(self, number: str) -> None:
        if number:
            if not number.isdecimal():
                raise GameError(f"the level must be 1 to {len(LEVELS)}, not {number!r}")
            self.set_level(int(number))
        self.front.tell(f"level {LEVELS.index(self.level) + 1} of {len(LEVELS)}")

    def do_side(self, words: str) -> None:
        if words:
            self.set_humans(words)
        elif self.game.players == 2 and len(self.humans) == 1:
            self.humans = {0, 1} - self.humans
        else:
            raise GameError("which side? say side first, second, both or none")
        self.front.tell(f"{self.sides()}.")

    def do_new(self, _: str) -> None:
        self.referee = Referee(self.game, self.start)
        self.front.tell(f"a new game: {self.sides()}.")
        self.shown = self.announced = None
        self.dice.new_game()

    def do_quit(self, _: str) -> None:
        raise _Leave
