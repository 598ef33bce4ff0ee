"""The Chess Engine Communication Protocol of XBoard and WinBoard, version 2 (T. Mann and H. G. Muller's description).

Here the engine keeps the game: it gets moves and answers with its own. It plays one side, watches (``force``),
analyses, or thinks on the opponent's time (``hard``). The worker and the reader both change the board, so each holds
the lock ``board`` meanwhile.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from gametree import __version__
from gametree.errors import GameError
from gametree.game import Line
from gametree.hooks import asked
from gametree.notation.names import read_position
from gametree.protocols.chess_games import chess, is_chess, is_shuffled, variant_of, variants
from gametree.protocols.session import Session, shorten
from gametree.protocols.xboard.timing import Timing
from gametree.protocols.xboard.words import NAMES, describe, result, spell, thinking
from gametree.referee import Referee

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.game import AnyGame
    from gametree.protocols.report import SearchReport
    from gametree.protocols.thinker import Order, Thought

COMMON = ("Hash", "Threads", "Ponder")
"""Options that have their own commands in the protocol."""
IGNORED = (
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "egtpath", "otim", "bk", "white",
    "black",
)  # fmt: skip
"""Commands that are ignored."""


class XBoard(Session):
    """A session with XBoard."""

    claims = True

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        self.board = threading.RLock()
        self.timing = Timing()
        self.side: int | None = None
        """The player that the engine plays; None if it only watches or analyses."""
        self.analysing = self.posting = self.hard = False
        self.guess: int | None = None
        """The move that the opponent is expected to play."""
        self.left_out: set[int] = set()
        """Moves that are not analysed."""
        self.latest: SearchReport | None = None
        super().__init__(game, reader, writer)

    def take_game(self, game: AnyGame) -> None:
        super().take_game(game)
        self.style = "uci" if "uci" in asked(game, "styles") else ""

    def mistake(self, message: str) -> None:
        self.say(f"Error ({message}): {self.word}")

    def remark(self, message: str) -> None:
        self.say(f"# {message}")

    # --- reading -----------------------------------------------------------------------------------------------

    word = ""
    """The command that is being done."""

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        self.word = shorten(word)
        known = {"?": self.move_now, ".": self.tell_status}
        with self.board:
            if word in known:
                known[word]()
            elif word not in IGNORED:
                super().obey(f"{word} {rest}")

    def unknown(self, word: str, rest: str) -> None:
        """A bare move is a command too; anything else is answered as unknown."""
        try:
            self.read(self.referee, word)
        except GameError:
            self.say(f"Error (unknown command): {shorten(word)}")
        else:
            self.on_usermove(word)

    def finish(self) -> None:
        with self.board:
            self.drop()  # nobody needs the move any more
        super().finish()

    # --- who we are, and what is set ------------------------------------------------------------------------------

    def on_protover(self, _: str) -> None:
        """Features. Nothing is compiled yet."""
        names = [NAMES.get(name, name) for name in variants()] if is_chess(self.game) else ["normal"]
        if is_chess(self.game):
            names.insert(1, "fischerandom")
        options = [o for o in self.settings.options if o.name not in COMMON]
        self.say(
            "feature done=0",
            f'feature myname="gametree {__version__}" variants="{",".join(names)}"',
            "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 reuse=1",
            "feature analyze=1 colors=0 ics=0 name=0 pause=0 nps=1 debug=1 memory=1 smp=1 exclude=1",
            *(f'feature option="{describe(option)}"' for option in options),
            "feature done=1",
        )

    def on_ping(self, rest: str) -> None:
        """Answered when everything before is done, also compiling; at once during an endless search."""
        if self.thought is not None and (self.thought.order.endless or self.thought.order.ponder):
            self.say(f"pong {rest}")
            return

        def pong() -> None:
            self.get_ready()
            self.say(f"pong {rest}")

        self.later(pong)

    def on_variant(self, rest: str) -> None:
        if not is_chess(self.game):
            raise GameError("there are no variants of this game")
        named = {NAMES.get(name, name): name for name in variants()}
        if rest != "fischerandom" and rest not in named and rest not in variants():
            raise GameError(f"no variant {shorten(rest)}; there are {', '.join(named)}")
        variant = "chess" if rest == "fischerandom" else named.get(rest, rest)
        self.drop()
        self.change_game(chess(variant, chess960=rest == "fischerandom"))

    def on_memory(self, rest: str) -> None:
        self.settings.set("Hash", rest)

    def on_cores(self, rest: str) -> None:
        self.settings.set("Threads", rest)

    def on_option(self, rest: str) -> None:
        name, equals, value = rest.partition("=")
        if equals and value in ("0", "1") and any(o.name == name and o.kind == "check" for o in self.options):
            value = "true" if value == "1" else "false"
        self.settings.set(name, value)

    def on_post(self, _: str) -> None:
        self.posting = True

    def on_nopost(self, _: str) -> None:
        self.posting = False

    def on_hard(self, _: str) -> None:
        self.hard = True

    def on_easy(self, _: str) -> None:
        self.hard = False
        if self.guess is not None:
            self.drop()

    # --- clocks --------------------------------------------------------------------------------------------------

    def on_level(self, rest: str) -> None:
        self.timing.level(rest)

    def on_st(self, rest: str) -> None:
        self.timing.fixed(rest)

    def on_sd(self, rest: str) -> None:
        self.timing.to_depth(rest)

    def on_nps(self, rest: str) -> None:
        self.timing.by_nodes(rest)

    def on_time(self, rest: str) -> None:
        self.timing.tell(rest)

    # --- the game ------------------------------------------------------------------------------------------------

    def on_new(self, _: str) -> None:
        """The usual game from its beginning; we are the second player."""
        self.drop()
        self.analysing, self.side, self.timing.depth = False, 1, None
        if is_chess(self.game) and (variant_of(self.game) != "chess" or is_shuffled(self.game)):
            self.change_game(chess())
        else:
            self.later(self.thinker.new_game)
        self.set_up(Line(self.game.initial()))

    def set_up(self, line: Line[Any]) -> None:
        """Set a position with its history; in analysis it is analysed at once."""
        self.referee = Referee(self.game, line)
        self.left_out.clear()
        self.latest = None
        if self.analysing:
            self.begin()

    def on_setboard(self, rest: str) -> None:
        try:
            state = read_position(self.game, rest)
        except GameError as error:
            self.say(f"tellusererror Illegal position: {' '.join(str(error).split())}")
            return
        self.drop()
        self.set_up(Line(state))

    def on_force(self, _: str) -> None:
        self.drop()
        self.side = None

    def on_go(self, _: str) -> None:
        """Play the side that is to move."""
        self.drop()
        self.analysing, self.side = False, self.referee.player()
        self.begin()

    def on_playother(self, _: str) -> None:
        self.drop()
        self.side = 1 - self.referee.player()

    def on_usermove(self, rest: str) -> None:
        try:
            action = self.read(self.referee, rest)
        except GameError:
            self.say(f"Illegal move: {shorten(rest)}")
            return
        hit = action == self.guess and self.thought is not None
        if not hit:
            self.drop()
        self.guess = None
        self.make(action)
        if hit and self.thought is not None:
            self.thought.hit(self.order())
        elif self.analysing or (self.side is not None and self.referee.player() == self.side):
            self.begin()

    def make(self, action: int) -> None:
        """Make a move on the board; if it ends the game, report the result."""
        self.referee.play(action)
        self.left_out.clear()
        if not self.analysing and not self.allowed(self.referee):
            self.say(result(self.referee))

    def on_undo(self, _: str) -> None:
        self.take_back(1)

    def on_remove(self, _: str) -> None:
        self.take_back(2)

    def take_back(self, plies: int) -> None:
        """Moves are taken back."""
        if len(self.referee.actions) < plies:
            raise GameError("there is no move to take back")
        self.drop()
        for _ in range(plies):
            self.referee.take_back()
        self.set_up(self.referee.line)

    def on_result(self, _: str) -> None:
        """The game is over, for any reason."""
        self.drop()
        self.side = None

    def on_draw(self, _: str) -> None:
        """An offer of a draw: accepted if the rules allow to claim one."""
        if self.referee.over() and self.allowed(self.referee):
            self.say("offer draw")

    # --- analysis ------------------------------------------------------------------------------------------------

    def on_analyze(self, _: str) -> None:
        self.drop()
        self.analysing, self.side = True, None
        self.begin()

    def on_exit(self, _: str) -> None:
        self.drop()
        self.analysing = False

    def on_exclude(self, rest: str) -> None:
        self._leave_out(rest, leave=True)

    def on_include(self, rest: str) -> None:
        self._leave_out(rest, leave=False)

    def _leave_out(self, rest: str, *, leave: bool) -> None:
        moves = set(self.allowed(self.referee)) if rest == "all" else {self.read(self.referee, rest)}
        self.left_out = self.left_out | moves if leave else self.left_out - moves
        if self.analysing:
            self.drop()
            self.begin()

    def tell_status(self) -> None:
        """Report the state of the analysis."""
        if self.analysing and self.latest and self.latest.action is not None:
            now, moves = self.latest, len(self.allowed(self.referee))
            best = spell(self.game, self.referee.state, now.lines[0].actions[0])
            self.say(f"stat01: {round(100 * now.seconds)} {now.nodes} {now.depth} 0 {moves} {best}")

    def on_hint(self, _: str) -> None:
        if self.guess is not None:
            self.say(f"Hint: {spell(self.game, self.referee.state, self.guess)}")

    # --- thinking ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Search the position on the board, if there is a legal move."""
        self.guess = self.latest = None
        if self.allowed(self.referee):
            self.think(self.order())

    def order(self) -> Order:
        """How long to think about the position on the board."""
        left = [a for a in self.allowed(self.referee) if a not in self.left_out] if self.left_out else []
        return self.timing.order(len(self.referee.actions) // 2, endless=self.analysing, moves=tuple(left) or None)

    def move_now(self) -> None:
        """``?``: the move, at once."""
        if self.thought is not None and not self.thought.order.ponder and not self.analysing:
            self.thought.stop()

    def drop(self) -> None:
        """Stop the search and drop its answer."""
        self.stop()
        self.thought = self.guess = None

    def report(self, thought: Thought, report: SearchReport) -> None:
        with self.board:
            if thought is not self.thought or (thought.order.ponder and not thought.released.is_set()):
                return
            news = self.latest is None or (self.latest.depth, self.latest.lines) != (report.depth, report.lines)
            self.latest = report
            if self.posting and news:
                self.say(*(thinking(thought.game, thought.state, report, k) for k in range(len(report.lines))))

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        with self.board:
            if thought is not self.thought or thought.order.endless:
                return  # dropped, or an analysis
            self.thought = None
            line: tuple[int, ...] = report.lines[0].actions if report and report.lines else ()
            if not line:
                line = tuple(self.allowed(self.referee)[:1])
            if report and line:
                self.thought = thought  # one more line of thinking will follow
                self.report(thought, report)
                self.thought = None
            if line:
                self.say(f"move {spell(self.game, thought.state, line[0])}")
                self.make(line[0])
                self.ponder(line[1:2])

    def ponder(self, expected: tuple[int, ...]) -> None:
        """Think on the opponent's time about the expected move; if pondering is off, only remember the move for a
        hint."""
        if not expected or expected[0] not in self.allowed(self.referee):
            return
        self.guess = expected[0]
        after = Referee(self.game, self.referee.line.then(expected[0]))
        if self.hard and self.allowed(after) and after.player() == self.side:
            before, self.referee = self.referee, after
            guess = self.guess
            self.think(self.timing.order(len(after.actions) // 2, ponder=True))
            self.referee, self.guess, self.latest = before, guess, None
