# pyright: reportUnknownVariableType=false
"""Compare the compiled rules with the interpreted ones, state by state."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import DiffersError, NotCompiledError, prepare, state_of, words_of
from gametree.compile.frontend.front import front_of, fronted, outgrown
from gametree.compile.frontend.runtime import OutgrownError, OutOfShapeError, RaisesError
from gametree.compile.interpreted import why_interpreted
from gametree.compile.trial.trying import tried
from gametree.contract.inquiry import UnansweredError
from gametree.contract.states import fits, numbers
from gametree.engine.examine import COUNT, DRAWN, FIRST, PLAYER, ROOM, TERMINAL, VALUE, examine, follow, payoff_number
from gametree.engine.options import Options
from gametree.engine.searcher import Searcher
from gametree.engine.table import Table
from gametree.errors import GameError
from gametree.game import line_of, provides

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.contract.inquiry import Inquiry


class Twin:
    """The compiled form of a game. Making it compiles the rules and, with ``search``, the search; if that fails,
    ``ready`` is false and the reason is noted."""

    def __init__(self, inquiry: Inquiry, start: Any, *, search: bool = True):
        self.inquiry, self.game = inquiry, inquiry.original
        self.room = np.zeros(ROOM)
        self.ready = False
        self.refused = ""
        self.front: Any = None
        try:
            self.game = fronted(tried(self.game))
            self.front = front_of(self.game)
            words = words_of(self._packed(start))
            prepare(examine, self.game, words, 0, compare=False)
            prepare(follow, self.game, words, 0, compare=False)
            if search and self.game.players == 2 and not provides(self.game, "chances"):
                Searcher(self.game, line_of(self.game, start), Options(), Table(0))
            self.ready = True
        except DiffersError as error:
            inquiry.error("compile", f"differs from Python, so the game runs interpreted: {error}")
            self.ready = True
        except NotCompiledError as error:
            why = why_interpreted(self.game, error)
            inquiry.warn("compile", f"runs interpreted, 50 to 150 times slower: {why}")
        except OutgrownError:  # the check begins again, with more room
            raise
        except GameError as error:  # rules that cannot be played; the random games will say more
            self.refused = str(error)

    def _packed(self, s: Any) -> Any:
        """A state as compiled code takes it."""
        return s if self.front is None else self.front.packed(s)

    def _fits(self, s: Any) -> bool:
        return fits(s) if self.front is None else self.front.fits(s)

    def compare(self, s: Any, moves: list[int], *, over: bool) -> None:
        """Compare all methods on one state. ``moves`` is empty at the end and at a chance node."""
        if not self.ready or not self._fits(s):
            return
        try:
            self._room_for(lambda: examine(self.game, words_of(self._packed(s)), self.room.ctypes.data))
        except OutgrownError:
            raise
        except Exception as error:  # None where a number belongs, say: Python takes it, compiled code does not
            self.inquiry.error(
                "compile", f"raises {type(error).__name__}: {error}, but not in Python", s, kind="raises"
            )
            return
        self._agree("terminal", s, bool(self.room[TERMINAL]), over)
        self._agree("player", s, int(self.room[PLAYER]), int(self.inquiry.original.player(s)))
        count = int(self.room[COUNT])
        self._agree("actions", s, count, len(moves))
        if count == len(moves) <= ROOM - FIRST:
            self._agree("actions", s, [int(a) for a in self.room[FIRST : FIRST + count]], moves)
        method = "utility" if over else "evaluate"
        with suppress(UnansweredError):  # noted already
            self._agree("drawn", s, bool(self.room[DRAWN]), bool(self.inquiry.ask("drawn", s)))
            self._agree_on_value(method, s, float(self.room[VALUE]), payoff_number(self.inquiry.ask(method, s)))

    def compare_move(self, s: Any, a: int, child: Any) -> None:
        """Compare ``result`` for one action."""
        if self.ready and self._fits(s) and self._fits(child):
            found = self._room_for(lambda: follow(self.game, words_of(self._packed(s)), a))
            compiled = state_of(self.game, found)
            if tuple(numbers(compiled)) != tuple(numbers(self._packed(child))):
                self._agree("result", s, compiled, child)

    def _room_for(self, ask: Callable[[], Any]) -> Any:
        """What compiled code answers. OutgrownError if its packed form has no room for a value."""
        try:
            return ask()
        except OutOfShapeError as error:
            if self.front is None or isinstance(error, RaisesError):
                raise
            raise outgrown(self.game) from None

    def _agree_on_value(self, method: str, s: Any, compiled: float, plain: float) -> None:
        both_none = math.isnan(compiled) and math.isnan(plain)  # no payoff at all: reported elsewhere
        if not both_none and not math.isclose(compiled, plain, rel_tol=1e-9, abs_tol=1e-12):
            self._agree(method, s, compiled, plain)

    def _agree(self, method: str, s: Any, compiled: object, plain: object) -> None:
        if compiled != plain:
            what = f"is {compiled} compiled, but {plain} in Python"
            self.inquiry.error(method, what, s, kind="differs")
