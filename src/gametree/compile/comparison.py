# pyright: basic
# pyright: reportAttributeAccessIssue=false
# (Numba's own annotations of tuples are wrong)
"""Compare compiled methods with Python's, before a kernel for a user's rules is first used or kept.

The kernel itself is the same code for every game, and is tested with the package. But compiled rules may mean something
else: an integer becomes a float because another branch returns one, or a library function rounds differently. So each
method that was compiled for the kernel is called on states from all depths of the trial's games, and its answer is
compared with Python's. Only a wrapper for each is compiled for that.

What is not asked: ``exact_end``, whose answer depends on a window; a generator of one of our own classes, which is
tested with the package; a method where Python raises; states that the trial's games did not come near. ``gametree
check`` asks more.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any

from numba import types

from gametree.compile.methods import methods_of
from gametree.compile.parts import can_be_called, wrapped
from gametree.compile.states import state_of, words_of
from gametree.compile.trial.operators import Place
from gametree.compile.trial.trying import LISTS, MOST, place, states_met
from gametree.compile.trial.watched import Watched
from gametree.game import CHANCE
from gametree.hooks import BY_ACTION, COMPILED_METHODS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

STEPS = 20_000
"""After this many steps of the rules no new state is compared."""
RANDOM = (0, 0x12345678, 0x9E3779B9, 0xFFFFFFFF)
"""Numbers of 32 bits for methods that draw."""
_AT_THE_END = ("terminal", "player", "utility")
_TRUTHS = ("terminal", "drawn", "quiet", "threatened", "playout_over")
"""Methods whose answers count only as true or false."""
_LEFT_OUT = ("exact_end",)


def difference(game: AnyGame, identity: str) -> str:
    """The first difference between a method of these rules in Python and its compiled form, in one line; empty if there
    is none. Only methods that have been compiled in this process are compared."""
    return Comparison(game, identity).difference()


class Comparison:
    """The compiled methods of one set of rules, and the same in Python, with their loops counted."""

    def __init__(self, game: AnyGame, identity: str):
        self.game, self.counted = game, Watched(game, numbers=False)
        self.plain = self.counted.game
        self.forms: dict[str, list[tuple[tuple[Any, ...], Callable[..., Any]]]] = {}
        """By name: the signatures a method was compiled for, and what to call."""
        parts: list[tuple[str, Any, Any]] = []
        for name, form in methods_of(game, identity):
            if name in COMPILED_METHODS and name not in _LEFT_OUT:
                for sig, made in form.overloads.items():
                    if can_be_called(made):
                        self.forms.setdefault(name, []).append((sig, made.entry_point))
                    elif not isinstance(made.signature.return_type, types.Generator):
                        parts.append((name, sig, made))
        for (name, sig, _), call in zip(parts, wrapped([made for *_, made in parts]), strict=True):
            self.forms.setdefault(name, []).append((sig, call))

    def difference(self) -> str:
        """Compare both, state by state."""
        for met in states_met(self.game):
            s = state_of(self.game, words_of(met))  # as kernels see it: integers throughout
            for name, *args in self._questions(s):
                if told := self._compared(name, *args):
                    file, line = place(self.game, name)
                    return str(Place(file, line, f"{told} (in {s})"))
            if self.counted.watch.steps > STEPS:
                break
        return ""

    def _questions(self, s: Any) -> list[tuple[Any, ...]]:
        """What to compare on a state: methods with their arguments."""
        if self._answer("terminal", s):
            return [(name, s) for name in _AT_THE_END]
        chance = self._answer("player", s) == CHANCE
        moves = self._answer("chances" if chance else "actions", s) or []
        asked: list[tuple[Any, ...]] = []
        for name in self.forms:
            if name in BY_ACTION:
                actions = [int(m[0] if chance else m) for m in moves]
                few = (
                    actions
                    if len(actions) <= 4
                    else [actions[0], max(actions), actions[len(actions) // 2], min(actions)]
                )
                asked += [(name, s, a) for a in few if not (chance and name != "result")]
            elif name == "playout_action":
                asked += [(name, s, number) for number in RANDOM]
            elif name == "playout_reply":  # whatever led here: both forms answer the same
                asked += [(name, s, int(a), number) for a in moves[:1] for number in RANDOM if not chance]
            elif name == "state":
                asked.append((name, self._answer("index", s)))
            elif name not in ("utility", "actions" if chance else "chances"):
                asked.append((name, s))
        return asked

    def _compared(self, name: str, *args: Any) -> str:
        """The difference in one answer of one method; empty if there is none."""
        forms = [entry for sig, entry in self.forms.get(name, ()) if all(map(_takes, sig[1:], args))]
        plain = self._answer(name, *args) if forms else None
        if plain is None:  # it raises or returns nothing here: not compared
            return ""
        for entry in forms:
            try:
                compiled = entry(self.game, *args)
                if name in LISTS:
                    compiled = list(islice(compiled, len(plain) + 1))
            except Exception as error:
                return f"{name} raises {type(error).__name__} compiled, but is {plain} in Python"
            if not _agree(name, compiled, plain):
                return f"{name} is {compiled} compiled, but {plain} in Python"
        return ""

    def _answer(self, name: str, *args: Any) -> Any:
        """Python's answer; None if it raises."""
        self.counted.watch.allow()
        self.counted.watch.steps += 5  # a method takes time even without a loop
        try:
            answer = getattr(self.plain, name)(*args)
            return list(islice(answer, MOST)) if name in LISTS else answer
        except Exception:
            return None


def _takes(kind: Any, argument: Any) -> bool:
    """Was the method compiled for arguments of this form?"""
    if isinstance(argument, tuple):
        items = kind.types if isinstance(kind, types.BaseTuple) else ()
        return len(items) == len(argument) and all(map(_takes, items, argument))
    return isinstance(kind, types.Integer | types.Boolean) and not isinstance(kind, types.Literal)


def _agree(name: str, compiled: Any, plain: Any) -> bool:
    """Is it the same answer? Lists may differ in order, since a set has no fixed order.

    >>> _agree("actions", [1, 2], [2, 1]), _agree("evaluate", 1.0, 1), _agree("result", (1, 2), (1, 3))
    (True, True, False)
    """
    if name in _TRUTHS:
        return bool(compiled) == bool(plain)
    if name in LISTS:
        if len(compiled) != len(plain):
            return False
        return all(map(_same, compiled, plain)) or all(map(_same, sorted(compiled), sorted(plain)))
    return _same(compiled, plain)


def _same(one: Any, other: Any) -> bool:
    """Are two numbers equal? Floats may differ in their last digits; integers may not.

    >>> _same(0.1 + 0.2, 0.3), _same(2**53, 2**53 + 1), _same(float(2**53), 2**53 + 1)
    (True, False, False)
    """
    if isinstance(one, tuple) or isinstance(other, tuple):
        return (
            isinstance(one, tuple)
            and isinstance(other, tuple)
            and len(one) == len(other)
            and all(map(_same, one, other))
        )
    if one == other or (math.isnan(one) and math.isnan(other)):
        return True
    whole = float(other).is_integer() and float(one).is_integer()
    return not whole and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
