"""Random games in which the contract is tested on every state and every move."""

from __future__ import annotations

import time as clock
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gametree.compile.trial.randomness import ADVICE, rolled_in
from gametree.contract import required
from gametree.contract.inquiry import UnansweredError
from gametree.contract.moves import Moves
from gametree.contract.optional import OptionalMethods
from gametree.contract.sides import Sides
from gametree.contract.spelling import spelling
from gametree.contract.states import is_immutable
from gametree.game import CHANCE, MAX, legal, over, payoff, provides, worth
from gametree.notation.names import line_at

if TYPE_CHECKING:
    from random import Random

    from gametree.contract.compiled import Twin
    from gametree.contract.inquiry import Inquiry
    from gametree.game import AnyGame

PLIES = 300
"""A random game is stopped after this many moves."""


QUICK = 200
"""Positions after which the value of a state is not computed any further."""


def first_state(inquiry: Inquiry, position: Any = None, moves: str = "") -> Any:
    """The state to walk from, after the tests that come before the first move."""
    required.settings(inquiry)
    spelling(inquiry)
    if position is not None or moves:
        return line_at(inquiry.game, position, moves).states(inquiry.game)[-1]
    start = inquiry.ask("initial")
    if not required.usable(inquiry, start, "initial"):
        for a in inquiry.ask("actions", start):  # no game can be played, but a move that changes the state is found
            inquiry.ask("result", start, a)
        raise UnansweredError
    if inquiry.ask("initial") != start:
        inquiry.error("initial", "returns different states when called twice")
    return start


class RandomGames:
    """The random games of one examination, from one start."""

    def __init__(self, inquiry: Inquiry, start: Any, dice: Random, twin: Twin | None = None):
        self.inquiry, self.game, self.start, self.dice, self.twin = inquiry, inquiry.game, start, dice, twin
        self.moves_of: dict[Any, list[int]] = {}
        self.moves = Moves(inquiry)
        self.sides = Sides(inquiry)
        self.children: dict[tuple[Any, int], Any] = {}
        self.optional = OptionalMethods(inquiry, start)
        self.games = self.ended = self.longest = self.unended = 0
        self.astray: Any = None
        self.cycle: Any = None
        """A position that the players brought back, without dice."""
        self.rolled_back: Any = None
        """One that came back after a roll."""
        self.parameters = _parameters(self.game)

    def play(self, deadline: float = float("inf")) -> None:
        """One random game."""
        s = self.start
        met, since_dice, path = set[Any](), set[Any](), list[Any]()
        self.games += 1
        for ply in range(PLIES):
            moves = self.visit(s)
            path.append(s)
            if not moves:
                self._reached(path)
                self._needed(path)
                self.sides.note(path)
                self.ended += 1
                self.longest = max(self.longest, ply)
                return
            if clock.perf_counter() > deadline:
                return
            position = self.inquiry.ask("position", s)
            if not required.usable(self.inquiry, position, "position"):
                raise UnansweredError
            if self.game.player(s) == CHANCE:
                since_dice.clear()  # dice may bring a position back, and the game still ends
            elif position in since_dice and self.cycle is None:
                self.cycle = s
            if position in met and position not in since_dice and self.rolled_back is None:
                self.rolled_back = s
            met.add(position)
            since_dice.add(position)
            s = self.move(s, self.dice.choice(moves))
        self.unended += 1
        if len(met) == PLIES:
            self.astray = s

    def _reached(self, path: list[Any]) -> None:
        """The value must lie within ``reach``: for the last states of a game, as long as it is computed quickly."""
        if not provides(self.game, "reach") or self.game.players != 2:
            return
        for s in reversed(path):
            value = _value(self.game, s, [QUICK])
            if value is None:
                return
            low, high = self.inquiry.ask("reach", s)
            if not low <= value <= high:
                self.inquiry.error("reach", f"says {low} to {high}, but best play comes to {value:g}", s, kind="range")
                return

    def _needed(self, path: list[Any]) -> None:
        """``must_play`` must leave one of the best actions, or none where all of them lose: tested as ``reach`` is."""
        if not provides(self.game, "must_play") or self.game.players != 2:
            return
        for s in reversed(path[:-1]):
            value = _value(self.game, s, [QUICK])
            if value is None:
                return
            needed = self.inquiry.ask("must_play", s)
            if not set(needed) <= set(legal(self.game, s)):
                self.inquiry.error("must_play", "lists an action that is not legal", s, kind="illegal")
                return
            worst = self.game.bounds[0 if self.game.player(s) == MAX else 1]
            left = [_value(self.game, self.game.result(s, a), [QUICK]) for a in needed] or [worst]
            if value not in left:
                what = (
                    f"leaves out every action that comes to {value:g}"
                    if needed
                    else f"is empty, but best play comes to {value:g}"
                )
                self.inquiry.error("must_play", what, s, kind="left out")
                return

    def visit(self, s: Any) -> list[int]:
        """The moves of a state, or the outcomes. The state is tested when it is first seen."""
        if s in self.moves_of:
            return self.moves_of[s]
        inquiry = self.inquiry
        required.state(inquiry, s, self.start)
        over = required.ended(inquiry, s)
        chance = required.player(inquiry, s, over=over) == CHANCE
        actions = [] if over or chance else required.actions(inquiry, s)
        self.moves_of[s] = required.outcomes(inquiry, s) if chance and not over else actions
        self.moves.of(s, actions)
        required.values(inquiry, s, over=over)
        self.optional.test(s, actions)
        if self.twin:
            self.twin.compare(s, actions, over=over)
        return self.moves_of[s]

    def move(self, s: Any, a: int) -> Any:
        """The state that a move leads to. The move is tested the first time, and must always give the same state."""
        child = self.moves.result(s, a)
        if (s, a) not in self.children:
            self.children[s, a] = self.moves.result(s, a)
            with suppress(UnansweredError):
                self.moves.one(s, a, child)
            if self.twin:
                self.twin.compare_move(s, a, child)
        if self.children[s, a] != child:
            rolled = rolled_in(self.inquiry.original, "result")
            why = f" (it uses {rolled}): {ADVICE}" if rolled else ""
            what = f"returns different states for action {a} when called twice{why}"
            self.inquiry.error("result", what, s, kind="random")
        return child

    def judge(self) -> None:
        """The tests at the end, when all the games have been played."""
        self.moves.judge()
        self.sides.judge()
        self._ends()
        self._cycles()
        for name, value in self.parameters.items():
            if getattr(self.game, name, None) != value:
                self.inquiry.warn(name, "was changed by the rules: methods should be functions of the state alone")

    def _ends(self) -> None:
        if self.unended > 1 and not self.ended:
            self.inquiry.warn("terminal", f"no random game came to an end within {PLIES} moves")
        elif self.games >= 20 and self.astray is not None and 10 * self.longest <= PLIES:
            what = (
                f"{self.unended} of {self.games} random games went on beyond {PLIES} moves, to ever new positions; the "
                f"others ended within {self.longest}: does an illegal action lead past the end?"
            )
            self.inquiry.error("terminal", what, self.astray, kind="astray")

    def _cycles(self) -> None:
        ignored = self.game.repetition == "ignore" and not provides(self.game, "repeated")
        if ignored and self.cycle is not None:
            what = 'is "ignore", but a position came back: if that is legal, set what happens then'
            self.inquiry.warn("repetition", what, self.cycle)
        if not ignored and self.rolled_back is not None:
            what = (
                f'is "{self.game.repetition}", so that a game ends where dice bring a position back, as they did here; '
                'with dice the usual is "ignore"'
            )
            self.inquiry.warn("repetition", what, self.rolled_back)
        came_back = self.cycle is not None or self.rolled_back is not None
        if not ignored and self.twin and self.twin.ready and self.ended and not came_back:
            what = (
                f"no position came back in {self.games} random games of up to {self.longest} moves; if none ever can, "
                'repetition = "ignore" makes search faster'
            )
            self.inquiry.warn("repetition", what)


def _parameters(game: AnyGame) -> dict[str, Any]:
    """The attributes that rules must not change. Arrays and dicts are left out: rules may use them as scratch space or
    memory."""
    attributes: dict[str, Any] = vars(game)
    return {name: value for name, value in attributes.items() if is_immutable(value)}


def _value(game: AnyGame, s: Any, left: list[int]) -> float | None:
    """What best play comes to, by trying everything; None if that takes more positions than are left."""
    left[0] -= 1
    if left[0] < 0:
        return None
    if over(game, s):
        return float(worth(payoff(game, s)))
    values = [_value(game, game.result(s, a), left) for a in legal(game, s)]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    if game.player(s) == CHANCE:
        return sum(p * value for (_, p), value in zip(game.chances(s), known, strict=True))
    return max(known) if game.player(s) == MAX else min(known)
