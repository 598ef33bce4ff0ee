# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Of ``itertools`` ``product``, ``combinations``, ``permutations``, ``chain``, ``pairwise``: loops in loops.

>>> from itertools import combinations
>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("any(a == b for a, b in combinations(cells, 2))", combinations=combinations, cells=CELLS)
_found1 = False
_left2 = False
for _i3 in range(0, 3):
    for _i4 in range(_i3 + 1, 3):
        _t5 = ((cells_ >> _i3 * 2) & 3)
        _t6 = ((cells_ >> _i4 * 2) & 3)
        if (_t5 == _t6):
            _found1 = True
            _left2 = True
            break
    if _left2: break
return _found1
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.rules.calling import builtin
from gametree.compile.frontend.rules.iterating import _listed, counted, iterated, lazy
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.shapes import Tup, UnsupportedError
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def chained(sources: list[Lazy]) -> Lazy:
    """One after the other; what leaves the loop leaves all that follow."""

    def each(frame: Frame, body: Any) -> None:
        if not frame.loops:
            for source in sources:
                source.each(frame, body)
            return
        loop = frame.loops[-1]
        indent = frame.indent
        for source in sources:
            source.each(frame, body)
            if source is not sources[-1] and loop.used:
                frame.write(f"if not {loop.flag}:")
                frame.indent += 1
                frame.write("pass")
        frame.indent = indent

    lengths = [s.length for s in sources]
    total = sum(lengths) if all(isinstance(n, int) for n in lengths) else None  # type: ignore
    return Lazy(each, total, None, compound=True)


@builtin(itertools.chain)
def chain(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``chain(xs, ys)``."""
    fixed = [known(a) for a in args]
    if all(f is not None for f in fixed):
        return frame.constant(tuple(itertools.chain(*(_listed(f[0]) for f in fixed))))  # type: ignore
    return lazy(chained([iterated(frame, a) for a in args]))


@builtin(itertools.chain.from_iterable)
def chain_from(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``chain.from_iterable(xss)``."""
    if isinstance(args[0].shape, Tup):  # each of them may be of another kind
        return lazy(chained([iterated(frame, part) for part in items_of(frame, args[0])]))
    source = iterated(frame, args[0])

    def each(frame: Frame, body: Any) -> None:
        source.each(frame, lambda v: iterated(frame, v).each(frame, body))

    return lazy(Lazy(each, compound=True))


@builtin(itertools.product)
def product(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``product(xs, ys)``: a loop in a loop."""
    times = known(kws["repeat"]) if "repeat" in kws else (1,)
    fixed = [known(a) for a in args]
    if times is None:
        raise UnsupportedError("product with repeat that is not known")
    if all(f is not None for f in fixed):
        return frame.constant(tuple(itertools.product(*(_listed(f[0]) for f in fixed), repeat=times[0])))  # type: ignore
    sources = [iterated(frame, a) for a in args] * times[0]

    def nest(frame: Frame, rest: list[Lazy], found: list[Value], body: Any) -> None:
        if not rest:
            body(product_of(found))
            return
        rest[0].each(frame, lambda v: nest(frame, rest[1:], [*found, frame.kept(v)], body))

    return lazy(Lazy(lambda frame, body: nest(frame, sources, [], body), compound=True))


def _choices(name: str, constant: Any, test: str) -> None:
    @builtin(constant)
    def choices(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        size = known(args[1]) if len(args) > 1 else None
        fixed = known(args[0])
        if fixed is not None and (size is not None or len(args) == 1):
            return frame.constant(tuple(constant(_listed(fixed[0]), *([size[0]] if size else []))))
        source = iterated(frame, args[0])
        if size is None and len(args) == 1 and isinstance(source.length, int):
            size = (source.length,)
        if size is None or source.item is None:
            raise UnsupportedError(f"{name} whose number of items is not known")
        n = source.length

        def nest(frame: Frame, indices: list[str], body: Any) -> None:
            if len(indices) == size[0]:
                body(product_of([source.item(frame, i) for i in indices]))  # type: ignore
                return
            i = frame.program.temp("i")
            first = (
                f"{indices[-1]} + 1"
                if test == "after" and indices
                else indices[-1]
                if test == "from" and indices
                else "0"
            )
            with frame.loop(f"for {i} in range({first}, {n}):"):
                if test == "other" and indices:
                    with frame.block(f"if {' or '.join(f'{i} == {j}' for j in indices)}:"):
                        frame.write("continue")
                nest(frame, [*indices, i], body)

        return lazy(Lazy(lambda frame, body: nest(frame, [], body), compound=True))


_choices("combinations", itertools.combinations, "after")


_choices("combinations_with_replacement", itertools.combinations_with_replacement, "from")


_choices("permutations", itertools.permutations, "other")


@builtin(itertools.pairwise)
def pairs(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``pairwise(xs)``."""
    source = iterated(frame, args[0])
    if source.item is None:
        raise UnsupportedError("pairwise of what cannot be counted")
    n: Any = max(0, source.length - 1) if isinstance(source.length, int) else f"max(0, {source.length} - 1)"

    def item(frame: Frame, i: str) -> Value:
        after = str(int(i) + 1) if i.isdigit() else f"({i} + 1)"
        return product_of([source.item(frame, i), source.item(frame, after)])  # type: ignore

    return lazy(counted(n, item))
