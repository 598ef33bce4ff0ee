# pyright: basic
"""``sorted(xs, key=f, reverse=True)``: a list of pairs of a key and a number, sorted.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("len(sorted(cells))", cells=CELLS)
_list1 = [0 for _ in range(0)]
for _i2 in range(3):
    _list1.append(((cells_ >> _i2 * 2) & 3))
_pairs3 = [(0, 0) for _ in range(0)]
_n4 = 0
for _i5 in range(len(_list1)):
    _pairs3.append((_list1[_i5], _n4))
    _n4 += 1
_pairs3.sort()
_board6 = _n7 = 0
for _i8 in range(3):
    _t9 = _list1[_pairs3[_i8][1]]
    _t10 = _n7 * 2
    _board6 = _board6 | _t9 << _t10
    _n7 += 1
return 3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.collecting import gathered, item_shape, zeros
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import Float, Int, List, Packed, Sym, Truth, Tup, UnsupportedError
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@builtin(sorted)
def in_order(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``sorted(xs, key=f, reverse=True)``: a list of pairs of a key and a number, sorted."""
    fixed = known(args[0])
    if fixed is not None and not kws:
        return frame.constant(tuple(sorted(fixed[0])))
    back = known(kws["reverse"]) if "reverse" in kws else (False,)
    if back is None:
        raise UnsupportedError("sorted in an order that is not known")
    source = iterated(frame, args[0])
    length = source.length
    items = gathered(frame, source, item_shape(frame, source)) if not isinstance(args[0].shape, List) else args[0]
    shape = items.shape
    assert isinstance(shape, List)
    if isinstance(shape.item, Int) and not kws and not isinstance(length, int):  # numbers are sorted as they are
        items = gathered(frame, iterated(frame, items), shape.item) if items is args[0] else items
        frame.write(f"{items.code}.sort()")
        return items
    pairs, n = frame.program.temp("pairs"), frame.program.temp("n")
    again = iterated(frame, items)
    one = lambda v: sorting_key(frame, inlined(frame, kws["key"], [v]) if "key" in kws else v)  # noqa: E731
    with frame.aside():
        zero = zeros(Tup((Int(),)))
        keyed: list[str] = []
        again.each(frame, lambda v: keyed.extend(_kinds(one(v))))
    sign = "-" if back[0] else ""
    frame.write(f"{pairs} = [({', '.join([*keyed, *zero])}) for _ in range(0)]")
    frame.write(f"{n} = 0")

    def add(v: Value) -> None:
        codes = one(v)
        frame.write(f"{pairs}.append(({', '.join(f'{sign}{c.code}' for c in codes)}, {n}))")
        frame.write(f"{n} += 1")

    with frame.user_loop(compound=True):
        again.each(frame, add)
    frame.write(f"{pairs}.sort()")
    from gametree.compile.frontend.frame import opened
    from gametree.compile.frontend.rules.iterating import counted

    count: Any = length if isinstance(length, int) else f"len({pairs})"
    found = counted(count, lambda frame, i: opened(frame, f"{items.code}[{pairs}[{i}][{len(keyed)}]]", shape.item))
    return gathered(frame, found, None if isinstance(length, int) else shape.item, list)


def _kinds(values: list[Value]) -> list[str]:
    return ["0.0" if isinstance(v.shape, Float) else "0" for v in values]


def sorting_key(frame: Frame, v: Value) -> list[Value]:
    """Numbers that come in the order of the values."""
    from gametree.compile.frontend.rules.numbers import as_number

    match v.shape:
        case Int() | Float() | Truth():
            return [as_number(frame, v)]
        case Tup():
            return [k for part in items_of(frame, v) for k in sorting_key(frame, part)]
        case Sym(values=values):
            if all(isinstance(x, int | float) for x in values):
                return [as_number(frame, v)]
            try:
                order = sorted(values)
            except TypeError:
                raise UnsupportedError("constants without an order that are sorted") from None
            return [tabulated(frame, order.index, v)]
        case Packed(n=n) if n <= 8:
            return [k for part in items_of(frame, v) for k in sorting_key(frame, part)]
    raise UnsupportedError("values without an order that are sorted")
