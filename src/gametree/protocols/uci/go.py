"""``go`` in UCI and UGI: words and numbers that say how long to think, and about what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.protocols.session import shorten
from gametree.protocols.thinker import Order

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBERS = ("depth", "nodes", "movetime", "movestogo", "mate")
"""The words that a number follows, beside those of the clocks."""
FLAGS = ("infinite", "ponder")
LONGEST_TIME = 10**12
"""Milliseconds (over thirty years): longer times count as this."""


class GoCommand:
    """Reads what follows ``go``. ``clocks`` are the names of both sides' clocks, Max's first. ``complain`` is called
    for a wrong word: if it raises, nothing is searched; otherwise the word is skipped.

    >>> order = GoCommand(("w", "b"), print).read("wtime 60000 btime 1000 winc 500 fast".split(), mover=0)
    go: unknown word fast
    >>> order.clock.left, order.clock.increment
    (60.0, 0.5)
    >>> GoCommand(("w", "b"), print).read([], mover=0).seconds      # without a limit: one second
    1.0
    """

    def __init__(self, clocks: tuple[str, str], complain: Callable[[str], None]):
        self.clocks, self.complain = clocks, complain
        self.known = (*NUMBERS, *(f"{side}{what}" for side in clocks for what in ("time", "inc")))

    def read(self, words: list[str], mover: int, move: Callable[[str], int] | None = None) -> Order:
        """The order for the player to move, 0 or 1; ``move`` finds the move that a word of ``searchmoves`` names."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        moves: list[int] = []
        chosen = False
        rest = list(reversed(words))
        while rest:
            word = rest.pop()
            if word in FLAGS:
                flags.add(word)
            elif word in self.known:
                self._number(word, rest, numbers)
            elif word == "searchmoves" and move:
                chosen = True
            elif chosen and move:
                try:
                    moves.append(move(word))
                except GameError as error:
                    self.complain(f"go searchmoves: {error}")
            else:
                self.complain(f"go: unknown word {shorten(word)}")
        return self._order(numbers, flags, tuple(dict.fromkeys(moves)) or None, self.clocks[mover])

    def _number(self, word: str, rest: list[str], numbers: dict[str, int]) -> None:
        """The number after a word. A clock may be negative: that counts as almost no time."""
        text = rest[-1] if rest else ""
        if not re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
            self.complain(f"go: {word} must be followed by a number, not {shorten(text)!r}")
            return
        rest.pop()
        numbers[word] = min(int(text), LONGEST_TIME)

    def _order(self, numbers: dict[str, int], flags: set[str], moves: tuple[int, ...] | None, mine: str) -> Order:
        clock = None
        if (left := numbers.get(f"{mine}time")) is not None:
            to_go = max(numbers.get("movestogo", 0), 0)
            clock = GameClock(max(left, 1) / 1000, max(numbers.get(f"{mine}inc", 0), 0) / 1000, to_go or None)
        depth = max(numbers["depth"], 1) if "depth" in numbers else None
        if (mate := numbers.get("mate")) is not None:
            # a mate in n moves lies within 2n − 1 plies: a search without unsafe pruning finds it if it exists
            within = 2 * max(mate, 1) - 1
            depth = min(within, depth or within)
        order = Order(
            depth=depth,
            nodes=max(numbers["nodes"], 1) if "nodes" in numbers else None,
            seconds=max(numbers["movetime"], 1) / 1000 if "movetime" in numbers else None,
            clock=clock, endless="infinite" in flags, ponder="ponder" in flags, moves=moves, sound=mate is not None,
        )  # fmt: skip
        if order.limited or order.endless or order.ponder:
            return order
        return Order(seconds=1.0, moves=moves)
