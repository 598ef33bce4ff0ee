"""What each optional method promises, tested on one state at a time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gametree.contract import required
from gametree.contract.drawing import Drawing
from gametree.contract.forced import forced_end, loses, wins
from gametree.contract.inquiry import UnansweredError, describe
from gametree.contract.states import is_integer
from gametree.draw.board import board
from gametree.errors import GameError
from gametree.game import CHANCE, even, legal, provides, worth
from gametree.hooks import asked
from gametree.mixins import group_of
from gametree.notation.unclaimed import moves_by_rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.contract.inquiry import Inquiry

COUNTED = 8
"""``finish`` is tested for ends at most this many actions away."""
HEAVIEST = 4096
"""The greatest weight of an action in random games."""
REPLIED = 2
"""Of so many actions the answers in random games are tested."""
WIDE = 10
"""States with more moves than this are compared with equivalent states one ply ahead, others two plies."""


class OptionalMethods:
    """The tests of the optional methods that a game defines."""

    def __init__(self, inquiry: Inquiry, start: Any):
        self.inquiry, self.game, self.start = inquiry, inquiry.game, start
        self.numbered: dict[int, Any] = {}
        self.reads_text = False
        self.drawing = Drawing(inquiry)
        tests: dict[str, Callable[[Any, list[int]], None]] = {
            "parents": self.parents, "index": self.index, "symmetries": self.symmetries, "text": self.text,
            "parse": self.parse, "tactics": self.tactics, "order": self.order, "null": self.null,
            "rule_of_thumb": self.rule_of_thumb, "repeated": self.repeated, "foresee": self.foresee,
            "candidates": self.candidates, "exact_end": self.exact_end,
            "playout_weight": self.playout_weight, "playout_action": self.playout_action,
            "playout_reply": self.playout_reply, "mobility": self.mobility,
            "picture": self.picture, "inner_parents": self.inner_parents,
        }  # fmt: skip
        self.tests = {method: test for method, test in tests.items() if provides(self.game, method)}

    def test(self, s: Any, moves: list[int]) -> None:
        """Test every optional method on one state. ``moves`` is empty at the end and at a chance node."""
        for method, test in self.tests.items():
            self.inquiry.allow(10)  # some look at many states
            try:
                test(s, moves)
            except UnansweredError:
                continue  # noted already
            except Exception as error:
                self.inquiry.error(method, f"leads to where the rules raise {describe(error)}", s, kind="raises")

    def parents(self, s: Any, _: list[int]) -> None:
        """Every parent leads here."""
        for parent in self.inquiry.ask("parents", s):
            if not any(self._alike(self.game.result(parent, a), s) for a in moves_by_rule(self.game, parent)):
                self.inquiry.error("parents", f"yields {parent}, from which no action leads here", s, kind="false")

    def inner_parents(self, s: Any, _: list[int]) -> None:
        """Every one leads here, within the group of slices."""
        for before in self.inquiry.ask("inner_parents", s):
            why = ""
            if not any(self.game.result(before, a) == s for a in moves_by_rule(self.game, before)):
                why = "from which no action leads here"
            elif group_of(self.game, before) != group_of(self.game, s):
                why = "which is in another group of slices"
            if why:
                self.inquiry.error("inner_parents", f"yields {before}, {why}", s, kind="false")

    def index(self, s: Any, _: list[int]) -> None:
        """The numbers are within the size, ``state`` reads them back, and only equivalent states share one."""
        number, size = self.inquiry.ask("index", s), asked(self.game, "index_size")
        if is_integer(number) and (size == 0 or number == -1):
            return  # this game, or this state, has no number
        if not is_integer(number) or not 0 <= number < size:
            self.inquiry.error("index", f"{number!r} is not within 0 to {size - 1}", s, kind="range")
        elif not self._alike(self.numbered.setdefault(number, s), s):
            self.inquiry.error("index", f"{number} is the number of {self.numbered[number]} too", s, kind="twice")
        elif provides(self.game, "state"):
            back = self.inquiry.ask("state", number)
            if not self._alike(back, s) or (back != s and asked(self.game, "index")(back) != number):
                self.inquiry.error("state", f"({number}) is not the state whose index is {number}", s, kind="inverse")

    def _alike(self, one: Any, other: Any) -> bool:
        """May two states have the same number?"""
        if one == other or provides(self.game, "banked"):
            return True
        if asked(self.game, "relative_index") and self._mover(one) != self._mover(other):
            return True
        return provides(self.game, "symmetries") and other in list(self.game.symmetries(one))

    def _mover(self, s: Any) -> int:
        """The player who decides next, after the dice if they come first."""
        for _ in range(2):
            if self.game.player(s) == CHANCE and legal(self.game, s):
                s = self.game.result(s, legal(self.game, s)[0])
        return self.game.player(s)

    def symmetries(self, s: Any, moves: list[int]) -> None:
        """Equivalent states look the same a few plies ahead, and equivalence goes both ways."""
        plies = 1 if len(moves) > WIDE else 2
        mine = self._looks(s, plies)
        for other in self.inquiry.ask("symmetries", s):
            if self._looks(other, plies) != mine:
                self.inquiry.error("symmetries", f"{other} does not have the same value", s, kind="value")
            elif other != s and s not in self.inquiry.ask("symmetries", other):
                self.inquiry.error("symmetries", f"leads to {other}, but not back", s, kind="back")

    def _looks(self, s: Any, plies: int) -> object:
        """The mover and the payoffs, here and below; the names of moves do not count."""
        player = self.game.player(s)
        if self.game.terminal(s):
            return player, self.game.utility(s)
        if player == CHANCE or plies == 0:
            return player, None
        below = [self._looks(self.game.result(s, a), plies - 1) for a in self.game.actions(s)]
        return player, tuple(sorted(below, key=repr))

    def text(self, s: Any, _: list[int]) -> None:
        """It is a string."""
        text = self.inquiry.ask("text", s)
        if not isinstance(text, str):
            self.inquiry.error("text", f"is {text!r}, not a string", s, kind="kind")

    def picture(self, s: Any, _: list[int]) -> None:
        """The board that it describes can be drawn."""
        self.inquiry.ask("picture", s)
        try:
            board(self.game, s)
        except GameError as error:
            self.inquiry.error("picture", str(error), s, kind="drawing")

    def parse(self, s: Any, _: list[int]) -> None:
        """It reads what ``text`` writes. If ``parse`` reads the first state but refuses this one, ``actions`` may have
        led to an illegal state."""
        text = self.inquiry.ask("text", s)
        try:
            back = self.game.parse(text)
        except Exception as error:
            if self.reads_text:
                what = f"refuses what an action led to: {error}; an illegal action?"
                self.inquiry.error("parse", what, s, kind="text")
            else:
                self.inquiry.warn("parse", f"does not read what text writes: {error}", s, kind="text")
            return
        self.reads_text = self.reads_text or s == self.start
        if back != s:
            self.inquiry.warn("parse", f"reads {back} from the text of this state", s, kind="other")

    def tactics(self, s: Any, moves: list[int]) -> None:
        """Tactical moves are legal moves."""
        if moves and not set(self.inquiry.ask("tactics", s)) <= set(moves):
            self.inquiry.error("tactics", "lists an action that is not legal", s, kind="illegal")
        promised = asked(self.game, "hints_tactics") and not asked(self.game, "threatened")(s)
        if moves and promised:  # under a threat the tactics may hold every move
            for a in self.inquiry.ask("tactics", s):
                if a in moves and not self.inquiry.ask("order", s, a) > 0:
                    what = f"is not above 0 for action {a}, one of the tactics, as hints_tactics promises"
                    self.inquiry.error("order", what, s, kind="promise")

    def order(self, s: Any, moves: list[int]) -> None:
        """The ordering hint is an integer."""
        for a in moves:
            rank = self.inquiry.ask("order", s, a)
            if not is_integer(rank):
                self.inquiry.error("order", f"is {rank!r} for action {a}: a hint is an integer", s, kind="kind")

    def mobility(self, s: Any, moves: list[int]) -> None:
        """It is the number of the actions."""
        if moves and (number := self.inquiry.ask("mobility", s)) != len(moves):
            self.inquiry.error("mobility", f"counts {number!r} actions, but {len(moves)} are legal", s, kind="number")

    def playout_weight(self, s: Any, moves: list[int]) -> None:
        """A weight is a whole number that is not negative, and not too large."""
        for a in moves:
            weight = self.inquiry.ask("playout_weight", s, a)
            if not is_integer(weight) or not 0 <= weight <= HEAVIEST:
                what = f"is {weight!r} for action {a}: a weight is a whole number from 0 to {HEAVIEST}"
                self.inquiry.error("playout_weight", what, s, kind="kind")

    def playout_action(self, s: Any, moves: list[int]) -> None:
        """What is drawn is legal, and in some states it is drawn as often as it should be."""
        if moves:
            self.drawing.test(s, moves)

    def playout_reply(self, s: Any, moves: list[int]) -> None:
        """What answers an action is −1, or legal after it."""
        for a in moves[:REPLIED]:
            after = self.inquiry.ask("result", s, a)
            if self.inquiry.ask("terminal", after) or self.inquiry.ask("player", after) == CHANCE:
                continue
            answer = self.inquiry.ask("playout_reply", after, a, 0x9E3779B9 * (a + 1) & 0xFFFFFFFF)
            if answer != -1 and not (is_integer(answer) and answer in self.inquiry.ask("actions", after)):
                self.inquiry.error("playout_reply", f"answers {answer!r}, which is not legal", after, kind="illegal")

    def rule_of_thumb(self, s: Any, moves: list[int]) -> None:
        """The rule-based player chooses a legal move."""
        if moves and (chosen := self.inquiry.ask("rule_of_thumb", s)) not in moves:
            self.inquiry.error("rule_of_thumb", f"chooses {chosen!r}, which is not legal", s, kind="illegal")

    def null(self, s: Any, moves: list[int]) -> None:
        """After a pass it is another player's turn, or the game is over, which means that passing makes no sense
        here."""
        if not moves:
            return
        after = self.inquiry.ask("null", s)
        if not self.game.terminal(after) and self.game.player(after) == self.game.player(s):
            self.inquiry.error("null", "leaves the same player to move", s, kind="player")

    def foresee(self, s: Any, moves: list[int]) -> None:
        """A foreseen end is really forced, if it is near enough to test. No end that is forced within two actions is
        missed."""
        if not moves or self.game.players != 2:
            return
        value, away = self.inquiry.ask("foresee", s)
        if away > (2 if len(moves) > WIDE else 3):
            return
        forced = forced_end(self.game, s, max(away, 2))
        if away == 0:
            if forced is not None:
                what = f"misses an end with payoff {forced[0]}, forced within {forced[1]}"
                self.inquiry.error("foresee", what, s, kind="overlooked")
            return
        said = worth(value), away
        if forced is None or forced[0] != said[0] or (forced[1] != away and forced[0] != even(self.game)):
            true = "no end is forced so soon" if forced is None else f"{forced[0]} is, within {forced[1]}"
            self.inquiry.error("foresee", f"says that {said[0]} is forced within {away}; {true}", s, kind="false")

    def exact_end(self, s: Any, moves: list[int]) -> None:
        """The result is the payoff with best play, if the end is near enough to test, and it is on the right side of
        any window."""
        if not moves or len(moves) > WIDE or self.game.players != 2:
            return
        low, high = (round(bound) for bound in self.game.bounds)
        said, away = self.inquiry.ask("exact_end", s, low - 1, high + 1)
        if not 0 < away <= COUNTED:
            return
        forced = forced_end(self.game, s, away)
        if forced is None or worth(said) != forced[0]:
            true = "the game may last longer" if forced is None else f"it is {forced[0]}"
            self.inquiry.error("exact_end", f"says that {said} is forced within {away}; {true}", s, kind="false")
            return
        for bar in (math.floor(forced[0]) - 1, math.floor(forced[0])):
            found = worth(self.inquiry.ask("exact_end", s, bar, bar + 1)[0])
            if (found > bar) != (forced[0] > bar):
                self.inquiry.error("exact_end", f"({bar}, {bar + 1}) says {found}; it is {forced[0]}", s, kind="window")

    def candidates(self, s: Any, moves: list[int]) -> None:
        """There is at least one; unless one of them wins at once, every action left out loses to the next action."""
        if not moves or self.game.players != 2:
            return
        chosen = self.inquiry.ask("candidates", s)
        if not chosen or not set(chosen) <= set(moves):
            what = "lists an action that is not legal" if chosen else "is empty: at least one action must remain"
            self.inquiry.error("candidates", what, s, kind="illegal")
        elif not any(wins(self.game, s, a) for a in chosen):
            for a in set(moves) - set(chosen):
                if not loses(self.game, s, a):
                    what = f"leaves out action {a}, which does not lose to the next action"
                    self.inquiry.error("candidates", what, s, kind="left out")

    def repeated(self, s: Any, moves: list[int]) -> None:
        """The payoff of a cycle lies within the bounds."""
        if moves:
            required.payoff(self.inquiry, "repeated", s)
