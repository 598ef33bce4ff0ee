# pyright: basic
"""``a + b`` and ``a * n`` of tuples, lists and words.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("cells + (x,)", cells=CELLS, x=[0, 1])
_t1 = ((cells_ & 3) | (((cells_ >> 2) & 3) << 2) | (((cells_ >> 4) & 3) << 4) | (x_ << 6))
return _t1
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.observing import join_all
from gametree.compile.frontend.rules.numbers import as_int, as_number
from gametree.compile.frontend.rules.sequences import is_sequence
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import Packed, Sym, Tup, UnsupportedError
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def joined(frame: Frame, a: Value, b: Value) -> Value:
    """``a + b`` of sequences."""
    from gametree.compile.frontend.rules.collecting import gathered
    from gametree.compile.frontend.rules.iterating import iterated
    from gametree.compile.frontend.rules.itertools_choices import chained

    if isinstance(a.shape, Sym) and isinstance(b.shape, Sym) and len(a.shape.values) * len(b.shape.values) <= 64:
        return tabulated(frame, operator.add, a, b)
    kind = _kind(a) or _kind(b) or tuple
    try:
        parts = items_of(frame, a) + items_of(frame, b)
    except UnsupportedError:
        return gathered(frame, chained([iterated(frame, a), iterated(frame, b)]))
    if isinstance(a.shape, Packed) or isinstance(b.shape, Packed):
        item = join_all(p.shape for p in parts)
        shape = Packed(len(parts), item, kind)
        return frame.kept(cells.build(frame, shape, [coerce(frame, p, item) for p in parts]))
    return product_of(parts, kind if kind is not str else tuple)


def _kind(v: Value) -> Any:
    match v.shape:
        case Packed(kind=kind):
            return kind
        case Tup(cls=cls):
            return cls
        case Sym(values=(x, *_)):
            return type(x)
    return None


def repeated(frame: Frame, a: Value, b: Value) -> Value:
    """``[x] * n``."""
    if not is_sequence(a):
        a, b = b, a
    fixed = known(as_number(frame, b))
    if fixed is None:
        from gametree.compile.frontend.rules.collecting import gathered
        from gametree.compile.frontend.rules.iterating import iterated

        source = iterated(frame, a)

        def each(frame: Frame, body: Any) -> None:
            with frame.loop(f"for {frame.program.temp('i')} in range({as_int(frame, b)}):"):
                source.each(frame, body)

        return gathered(frame, Lazy(each))
    parts = [frame.kept(p) for p in items_of(frame, a)] * fixed[0]
    kind = _kind(a) or tuple
    if len(parts) > 2:
        shape = Packed(len(parts), join_all(p.shape for p in parts), kind)
        return frame.kept(cells.build(frame, shape, [coerce(frame, p, shape.item) for p in parts]))
    return product_of(parts, kind)
