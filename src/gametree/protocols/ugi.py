"""The Universal Game Interface: UCI's words for any game, and questions about whose turn it is and who has won.

As kz04px describes it for cutegames (ugi.md): the engine knows the rules, the client need not. Moves are the names that
the game gives them (in the style ``uci`` where it has that one); positions are written as the game's ``parse`` reads
them. Beyond it: ``go ponder``, ``ponderhit`` and ``movestogo`` as in UCI, and ``query moves`` and ``query position``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree import __version__
from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, even, worth
from gametree.protocols.session import Session, shorten
from gametree.protocols.thinker import Order, Thought
from gametree.protocols.words import actions_named, one_line, read_word, word_of, words_of_line

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.analysis import Analysis, Value
    from gametree.game import AnyGame
    from gametree.protocols.options import Option

WORDS = {"depth", "nodes", "movetime", "movestogo", "infinite", "ponder"}
"""What may follow ``go``, beside the clocks."""
LONGEST_TIME = 10**12
"""Milliseconds: what is more than that, over thirty years, is no time."""


class Ugi(Session):
    """A conversation in UGI. UCI, which it comes from, differs in a few words."""

    greeting, ready, clocks = "ugi", "ugiok", ("p1", "p2")
    """The word that begins, the answer to it, and how the players' clocks are called."""

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        super().__init__(game, reader, writer)
        self.style = next((style for style in ("ugi", "uci") if style in game.styles), "")

    def mistake(self, message: str) -> None:
        self.say(f"info string {message}")

    # --- commands ----------------------------------------------------------------------------------------------

    def on_ugi(self, _: str) -> None:
        self.introduce()

    def introduce(self) -> None:
        """Who we are, and what can be set. Nothing is compiled yet."""
        options = [describe(option) for option in self.settings.options]
        self.say(f"id name gametree {__version__}", "id author the gametree authors", *options, self.ready)

    def on_isready(self, _: str) -> None:
        """Ready at once while a search runs; otherwise when the game is compiled."""
        if self.thought is not None and not self.thought.released.is_set():
            self.say("readyok")
        else:
            self.later(self._get_ready)

    def _get_ready(self) -> None:
        self.attempt(self.thinker.prepare)
        self.say("readyok")

    def on_setoption(self, rest: str) -> None:
        found = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", rest)
        if not found:
            raise GameError("write setoption name NAME value VALUE")
        self.settings.set(found[1], (found[2] or "").strip())

    def on_uginewgame(self, _: str) -> None:
        self.stop()
        self.later(self.thinker.new_game)

    def on_position(self, rest: str) -> None:
        start, _, moves = f" {rest} ".partition(" moves ")
        words = start.split()
        if words[:1] == ["startpos"] and len(words) == 1:
            self.place("", moves.split())
        elif words[:1] == ["fen"] and len(words) > 1:
            self.place(" ".join(words[1:]), moves.split())
        else:
            raise GameError("write position startpos, or position fen TEXT, and then moves MOVE MOVE …")

    def on_go(self, rest: str) -> None:
        self.think(self.order(rest.split()))

    def on_stop(self, _: str) -> None:
        self.stop()

    def on_ponderhit(self, _: str) -> None:
        if self.thought is not None:
            self.thought.hit()

    def on_query(self, rest: str) -> None:
        question = rest.split(maxsplit=1)[0] if rest else ""
        answers = {
            "p1turn": lambda: truth(self.referee.player() == MAX),
            "gameover": lambda: truth(self.outcome() is not None),
            "result": self.result,
            "moves": lambda: " ".join(self._word(a) for a in self.referee.legal()),
            "position": lambda: one_line(self.game, self.referee.state),
            "islegal": lambda: truth(self._is_legal(rest.partition(" ")[2].strip())),
        }
        if question not in answers:
            raise GameError(f"unknown query {shorten(question)}; there are {', '.join(answers)}")
        self.say(f"response {answers[question]()}")

    # --- answers -----------------------------------------------------------------------------------------------

    def result(self) -> str:
        """Who has won: ``p1win``, ``p2win``, ``draw``, or ``none`` where the game is not over."""
        payoff = self.outcome()
        if payoff is None:
            return "none"
        if isinstance(payoff, tuple) and len(payoff) > 2:
            best = [n for n, score in enumerate(payoff, 1) if score == max(payoff)]
            return f"p{best[0]}win" if len(best) == 1 else "draw"
        above = worth(payoff) - even(self.game)
        return "p1win" if above > 0 else "p2win" if above < 0 else "draw"

    def report(self, thought: Thought, analysis: Analysis) -> None:
        """One ``info`` line for each of the best lines."""
        shown = analysis.lines or (None,)
        self.say(*(self._info(thought, analysis, k) for k in range(len(shown))))

    def answer(self, thought: Thought, analysis: Analysis | None) -> None:
        if analysis is None or analysis.action is None:
            self.say("bestmove (none)")
            return
        self.report(thought, analysis)
        s = thought.line.states(self.game)[-1]
        words = self._words(s, analysis.line[:2])
        best = word_of(self.game, s, analysis.action, self.style)
        self.say(f"bestmove {best} ponder {words[1]}" if len(words) > 1 else f"bestmove {best}")

    def _info(self, thought: Thought, analysis: Analysis, k: int) -> str:
        s = thought.line.states(self.game)[-1]
        line = analysis.lines[k].line if analysis.lines else analysis.line
        value = analysis.lines[k].value if analysis.lines else analysis.value
        score = self._score(s, analysis, value, first=k == 0)
        milliseconds = round(1000 * analysis.seconds)
        facts = {
            "depth": analysis.depth, "seldepth": analysis.selective or analysis.depth, "multipv": k + 1, "score": score,
            "nodes": analysis.nodes, "nps": round(analysis.nodes / max(analysis.seconds, 1e-6)),
            "hashfull": round(1000 * (analysis.table or 0)), "time": milliseconds,
            "pv": " ".join(self._words(s, line)),
        }  # fmt: skip
        return "info " + " ".join(f"{key} {value}" for key, value in facts.items())

    def _score(self, s: object, analysis: Analysis, value: Value, *, first: bool) -> str:
        """A value from the mover's side: hundredths of the game's unit above even, or plies to a forced end."""
        player = self.game.player(s)
        middle = even(self.game) if analysis.proven or self.game.evaluation == "utility" else 0
        if isinstance(value, tuple):
            return f"cp {round(100 * (value[player] - middle))}"
        sign = 1 if player == MAX else -1
        above = sign * (value - middle)
        if first and analysis.proven and analysis.distance and value in self.game.bounds:
            return f"mate {analysis.distance if above > 0 else -analysis.distance}"
        score = f"cp {round(100 * above)}"
        if first and analysis.bound != "exact":
            own = analysis.bound if sign > 0 else {"lower": "upper", "upper": "lower"}[analysis.bound]
            score += f" {own}bound"
        return score

    def _words(self, s: object, names: tuple[str, ...]) -> list[str]:
        """The moves of a line, which has them by name for people, as words of the protocol."""
        return words_of_line(self.game, s, actions_named(self.game, s, names), self.style)

    def _word(self, action: int) -> str:
        return word_of(self.game, self.referee.state, action, self.style)

    def _is_legal(self, word: str) -> bool:
        try:
            return read_word(self.game, self.referee.state, word, self.style) in self.referee.legal()
        except GameError:
            return False

    # --- go ----------------------------------------------------------------------------------------------------

    def order(self, words: list[str]) -> Order:
        """What ``go`` asks for. Without any limit it is one second, as everywhere in gametree."""
        first, second = self.clocks
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        known = WORDS | {f"{side}{what}" for side in self.clocks for what in ("time", "inc")}
        rest = iter(words)
        for word in rest:
            if word in ("infinite", "ponder"):
                flags.add(word)
            elif word in known:
                numbers[word] = _number(word, next(rest, ""))
            else:
                raise GameError(f"go: unknown word {shorten(word)}; there are {', '.join(sorted(known))}")
        mine = second if self.referee.player() not in (MAX, CHANCE) else first
        clock = None
        if (left := numbers.get(f"{mine}time")) is not None:
            moves = numbers.get("movestogo")
            clock = GameClock(max(left, 1) / 1000, max(numbers.get(f"{mine}inc", 0), 0) / 1000, moves or None)
        order = Order(
            depth=max(numbers["depth"], 1) if "depth" in numbers else None,
            nodes=max(numbers["nodes"], 1) if "nodes" in numbers else None,
            seconds=max(numbers["movetime"], 1) / 1000 if "movetime" in numbers else None,
            clock=clock, endless="infinite" in flags, ponder="ponder" in flags,
        )  # fmt: skip
        return order if order.limited or order.endless or order.ponder else Order(seconds=1.0)


def describe(option: Option) -> str:
    """An option as the greeting lists it.

    >>> from gametree.protocols.options import Option
    >>> describe(Option("Hash", 64, 0, 1024))
    'option name Hash type spin default 64 min 0 max 1024'
    """
    default = truth(option.default) if isinstance(option.default, bool) else option.default
    line = f"option name {option.name} type {option.kind} default {default if default != '' else '<empty>'}"
    return f"{line} min {option.low} max {option.high}" if option.kind == "spin" else line


def truth(value: bool) -> str:
    """``true`` or ``false``."""
    return "true" if value else "false"


def _number(word: str, text: str) -> int:
    """A number after a word of ``go``. A clock may be behind: less than nothing counts as next to nothing."""
    if not re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
        raise GameError(f"go: {word} must be followed by a number, not {shorten(text)!r}")
    return min(int(text), LONGEST_TIME)
