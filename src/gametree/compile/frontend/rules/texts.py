# pyright: basic
"""Methods of words that lie as cells side by side: ``startswith``, ``endswith``, ``replace``, ``upper``; ``str(n)`` and
f-strings.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("f'{a}{b}' == '11'", a=[0, 1], b=[0, 1])
return ((a_ * 2 + b_) == 3)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.choosing import chosen
from gametree.compile.frontend.rules.collecting import gathered
from gametree.compile.frontend.rules.equality import equal
from gametree.compile.frontend.rules.iterating import counted, iterated
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.sequences import is_sequence
from gametree.compile.frontend.rules.tabulating import domain, tabulated
from gametree.compile.frontend.runtime import digits, fit
from gametree.compile.frontend.shapes import List, Packed, Some, Sym, Truth, Tup, UnsupportedError, told
from gametree.compile.frontend.values import Lazy, Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@expression(ast.JoinedStr)
def formatted(frame: Frame, node: ast.JoinedStr) -> Value:
    """``f"{row}{column}"``, of values that are one of a few things each."""
    values = [frame.expr(p.value) for p in node.values if isinstance(p, ast.FormattedValue)]
    for p in node.values:
        if isinstance(p, ast.FormattedValue) and (p.conversion != -1 or p.format_spec is not None):
            raise frame.cannot("a text with a format", node)

    def text(*given: Any) -> str:
        rest = iter(given)
        return "".join(str(next(rest)) if isinstance(p, ast.FormattedValue) else p.value for p in node.values)  # type: ignore

    return tabulated(frame, text, *values)


DIGITS = "0123456789-"


@builtin(str)
def to_text(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``str(n)``: one of a few words, or digit by digit."""
    if not args:
        return frame.constant("")
    v = args[0]
    if is_sequence(v) and not isinstance(v.shape, Tup):
        return v
    if domain(v) is not None:
        return tabulated(frame, str, v)
    text = f"{frame.program.helper(digits)}({as_int(frame, v)})"
    return Value(List(Sym(tuple(DIGITS))), (frame.temp(text),))


def is_letter(v: Value) -> bool:
    """Is this one letter, or one of several?"""
    return isinstance(v.shape, Sym) and all(isinstance(x, str) and len(x) == 1 for x in v.shape.values)


def _ends(name: str, at_end: bool) -> None:
    @method(name)
    def rule(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if not is_sequence(v) or len(args) != 1:
            raise UnsupportedError(f"{name} of {told(v.shape)}")
        fixed = known(args[0])
        words = [frame.constant(w) for w in fixed[0]] if fixed is not None and isinstance(fixed[0], tuple) else args
        tests = [_begins(frame, v, w, at_end) for w in words]
        return Value(Truth(), (f"({' or '.join(tests)})" if len(tests) > 1 else tests[0],))


def _begins(frame: Frame, v: Value, word: Value, at_end: bool) -> str:
    one, other = iterated(frame, v), iterated(frame, word)
    same, i = frame.program.temp("same"), frame.program.temp("i")
    frame.write(f"{same} = {other.length} <= {one.length}")
    if other.item is None or one.item is None:
        return same
    first = frame.temp(f"{one.length} - {other.length}") if at_end else "0"
    with frame.block(f"if {same}:"), frame.loop(f"for {i} in range({other.length}):"):
        at = frame.temp(f"{first} + {i}", "i") if at_end else i
        with frame.block(f"if not {equal(frame, one.item(frame, at), other.item(frame, i)).code}:"):
            frame.write(f"{same} = False")
            frame.write("break")
    return same


_ends("startswith", at_end=False)


_ends("endswith", at_end=True)


@method("replace")
def replaced(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``text.replace("X", "O")``: of one letter."""
    if len(args) != 2 or not is_sequence(v) or not is_letter(args[0]):
        raise UnsupportedError("replace of anything but one letter")
    old, new, source = frame.kept(args[0]), frame.kept(args[1]), iterated(frame, v)
    if is_letter(new):
        if source.item is None or source.length is None:
            raise UnsupportedError("replace in what cannot be counted")

        def item(frame: Frame, i: str) -> Value:
            letter = frame.kept(source.item(frame, i))  # type: ignore
            return chosen(frame, equal(frame, letter, old), new, letter)

        return gathered(frame, counted(source.length, item), kind=str)

    def each(frame: Frame, body: Any) -> None:
        def one(letter: Value) -> None:
            letter = frame.kept(letter)
            same = equal(frame, letter, old)
            with frame.block(f"if {same.code}:"):
                iterated(frame, new).each(frame, body)
            with frame.block("else:"):
                body(letter)

        source.each(frame, one)

    return gathered(frame, Lazy(each, compound=True), kind=str)


def _letter_by_letter(name: str) -> None:
    @method(name)
    def rule(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        source = iterated(frame, v)
        if args or source.item is None or source.length is None:
            raise UnsupportedError(f"{name} of {told(v.shape)}")
        letters = counted(
            source.length,
            lambda frame, i: tabulated(frame, lambda x: getattr(x, name)(), source.item(frame, i)),  # type: ignore
        )
        return gathered(frame, letters, kind=str)


for _name in ("upper", "lower", "swapcase"):
    _letter_by_letter(_name)


@method("ljust")
def padded(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``column.ljust(6, ".")`` of a word that is never longer."""
    wide = known(args[0])
    fill = args[1] if len(args) > 1 else frame.constant(" ")
    most = v.shape.most if isinstance(v.shape, Some) else v.shape.n if isinstance(v.shape, Packed) else None
    if wide is None or most is None:
        raise UnsupportedError(f"ljust of {told(v.shape)}")
    source = iterated(frame, v)
    if most > wide[0]:
        frame.write(f"{frame.program.helper(fit)}({source.length}, 0, {wide[0]})")

    def item(frame: Frame, i: str) -> Value:
        at = frame.temp(f"min({i}, {most - 1})", "i")
        letter = source.item(frame, at)  # type: ignore
        return chosen(frame, Value(Truth(), (f"({i} < {source.length})",)), letter, fill)

    return gathered(frame, counted(wide[0], item), kind=str)
