# pyright: basic
"""Where Python's operators mean something else in 64 bits.

Compiled integers are counted modulo 2^64. Sums, products, shifts to the left and the operators on bits all agree with
that: ``(b << 9) & FULL`` is the same in Python and compiled, although ``b << 9`` may be too wide in between. Every
other use of a number that is too wide may differ: to compare it, to test it, to shift it to the right, to divide it, to
mix it with floats, to pass it to a library or to put it into a state. The first such use is noted, with its place; the
rules go on with Python's number. A shift by 64 bits or more is noted as well: processors take such a number modulo 64.

NumPy's own numbers are watched in the same way: those that are narrower than 64 bits, or without a sign, wrap around in
Python where compiled ones do not.
"""

from __future__ import annotations

import operator
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree import bits
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
MOST_STEPS = 10_000_000
"""A method with more loop rounds than this counts as endless."""
MOST_BITS = 1 << 17
"""A number with more bits than this counts as growing for ever."""
ADVICE = (
    "a compiled integer has 63 bits and a sign: for larger boards write gametree.bits.board(cells), which is used "
    "like an integer"
)

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "LShift": operator.lshift,
    "RShift": operator.rshift, "FloorDiv": operator.floordiv, "Mod": operator.mod, "Div": operator.truediv,
    "Pow": operator.pow,
}  # fmt: skip
"""The operators that are watched, by the names of Python's syntax; the bit operators (&, |, ^, ~) are safe."""
IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "LShift": operator.ilshift,
    "RShift": operator.irshift, "FloorDiv": operator.ifloordiv, "Mod": operator.imod, "Div": operator.itruediv,
    "Pow": operator.ipow,
}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Where in the rules something was noted, and what."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{Path(self.file).name}, line {self.line}: {self.what}"


class EndlessError(GameError):
    """Endless rules; the message says in what way."""


class Watch:
    """The record of one game's watched rules: the first number that was too wide, and the steps taken.

    >>> watch = Watch()
    >>> watch.names["__watch_LShift__"](1, 62), watch.wide
    (4611686018427387904, None)
    >>> watch.fit(1 << 62), watch.wide
    (4611686018427387904, None)
    >>> _ = watch.fit(1 << 80)
    >>> watch.wide.what
    'a number of 81 bits; a compiled integer has 63 bits and a sign: for larger boards write ...'
    """

    def __init__(self) -> None:
        self.wide: Place | None = None
        self.steps = 0
        self.limit = MOST_STEPS
        self.names: dict[str, Callable[..., Any]] = {"__watch_fit__": self.fit, "__watch_step__": self.step}
        for name, apply in ARITHMETIC.items():
            self.names[f"__watch_{name}__"] = self._operator(name, apply)
            self.names[f"__watch_i{name}__"] = self._operator(name, IN_PLACE[name])
        self.names["__watch_at__"] = self._at
        """The functions that watched rules call, by name."""
        self.bits: dict[str, Callable[..., Any]] = {
            name: self._bits(getattr(bits, name)) for name in ("shift_left", "shift_right")
        }
        self.bits["bit"] = lambda i: self.bits["shift_left"](1, i)
        """The functions of ``gametree.bits`` that mean something else for shifts of 64 bits or more."""

    def allow(self, times: int = 1) -> None:
        """A method begins: restart the count of steps. ``times`` the usual number is allowed."""
        self.limit = self.steps + times * MOST_STEPS

    def step(self) -> bool:
        """Count one round of a loop or one call."""
        self.steps += 1
        if self.steps > self.limit:
            raise EndlessError(f"goes on for ever (more than {MOST_STEPS:,} steps)")
        return True

    def fit(self, x: Any) -> Any:
        """Note a number that is too wide where its width matters; other values pass."""
        if type(x) is int:
            if not LOWEST <= x <= HIGHEST:
                self._note(_too_wide(x))
        elif isinstance(x, tuple | list):
            for item in cast("tuple[Any, ...]", x):
                if type(item) is int and not LOWEST <= item <= HIGHEST:
                    self._note(_too_wide(item))
        elif type(x) is np.uint64 and int(x) > HIGHEST:
            self._note(_too_wide(int(x)))
        return x

    def _operator(self, name: str, apply: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """An operator that notes operands for which compiled code gives another result."""

        def agreeing(left: Any, right: Any) -> Any:
            if type(left) is int and type(right) is int:
                return apply(left, right)
            return self._mixed(name, apply, left, right)

        def growing(left: Any, right: Any) -> Any:
            if type(left) is not int or type(right) is not int:
                return self._mixed(name, apply, left, right)
            result = apply(left, right)
            if result > HIGHEST:
                _bounded(result.bit_length())
            return result

        def other(left: Any, right: Any) -> Any:
            if type(left) is not int or type(right) is not int:
                return self._mixed(name, apply, left, right)
            if name == "Pow":
                return self._power(apply, left, right)
            if name in ("LShift", "RShift"):
                return self._shifted(apply, left, right, to_left=name == "LShift")
            return apply(self.fit(left), self.fit(right))

        return agreeing if name in ("Add", "Sub") else growing if name == "Mult" else other

    def _power(self, apply: Callable[[Any, Any], Any], left: int, right: int) -> Any:
        if right < 0:
            self._note("an integer to a negative power, which is not a fraction when compiled: divide instead")
        elif abs(left) > 1:
            _bounded((left.bit_length() - 1) * right)
        return apply(left, right)

    def _shifted(self, apply: Callable[[Any, Any], Any], left: int, by: int, *, to_left: bool) -> Any:
        if by > 63:
            _bounded(by if to_left and left else 0)
            self._note(f"a shift by {by} bits; {ADVICE}")
        elif not to_left:
            self.fit(left)
        return apply(left, by)

    def _mixed(self, name: str, apply: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
        """Operands that are not both Python's integers."""
        result = apply(left, right)
        if isinstance(left, bool | int | np.integer) and isinstance(right, bool | int | np.integer):
            if isinstance(result, np.integer) and result.dtype != np.int64:
                exact = ARITHMETIC[name](int(cast("Any", left)), int(cast("Any", right)))
                if exact != int(cast("Any", result)):
                    kind = type(cast("Any", result)).__name__
                    self._note(f"{exact} does not fit into {kind}, NumPy's type here: make the array np.int64")
        elif isinstance(result, float | complex):
            self.fit(left)
            self.fit(right)
        return result

    def _bits(self, function: Callable[[int, int], int]) -> Callable[[int, int], int]:
        def watched(x: int, n: int) -> int:
            if not 0 <= n <= 63:
                self._note(f"a shift by {n} bits; {ADVICE}")
            return function(x, n)

        return watched

    def _at(self, container: Any, index: Any, name: str, value: Any) -> None:
        """``container[index] += value``, for all the operators."""
        container[index] = self.names[f"__watch_i{name}__"](container[index], value)

    def _note(self, what: str) -> None:
        if self.wide is None:
            frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
            while frame.f_back is not None and frame.f_code.co_filename == __file__:
                frame = frame.f_back
            self.wide = Place(frame.f_code.co_filename, frame.f_lineno, what)


def _too_wide(x: int) -> str:
    return f"a number of {x.bit_length()} bits; {ADVICE}"


def _bounded(bits: int) -> None:
    if bits > MOST_BITS:
        raise EndlessError(f"makes a number of more than {MOST_BITS:,} bits")
