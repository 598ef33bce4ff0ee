"""How a state is packed, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.kinds import field_names, is_record
from gametree.compile.frontend.observing import ABSENT
from gametree.compile.frontend.shapes import Int, Keyed, Opt, Packed, Shape, Some, Sym, Truth, Tup, Wide, fields_of

if TYPE_CHECKING:
    from gametree.compile.frontend.layout import Layout


def described(layout: Layout) -> str:
    """A state, or an action, in its packed form.

    >>> from gametree.compile.frontend.layout import Layout
    >>> described(Layout(Tup((Packed(9, Sym((".", "O", "X"))), Int(0, 1)))))
    "19 bits in 1 word: 9 cells of 2 bits ('.', 'O' or 'X'), an integer from 0 to 1 (1 bit)"
    """
    bits = sum(slot.bits for slot in layout.slots)
    count = f"{bits} bits in {layout.words} word{'s' if layout.words > 1 else ''}"
    return f"{count}: {', '.join(_parts(layout.shape))}"


def _parts(shape: Shape) -> list[str]:
    if isinstance(shape, Tup):
        names: Any = field_names(shape.cls) if is_record(shape.cls) else [""] * len(shape.items)
        return [
            f"{name}: {_said(item)}" if name else _said(item) for name, item in zip(names, shape.items, strict=True)
        ]
    return [_said(shape)]


def _said(shape: Shape) -> str:
    match shape:
        case Packed(n=n, item=item, width=width):
            return f"{n} cells of {_bits(width)} ({_values(item)})"
        case Some(most=most, item=item, cells=cells):
            return f"up to {most} items of {_bits(cells.width)} ({_values(item)})"
        case Keyed(domain=domain, cells=cells):
            what = "a set" if shape.is_set else f"a dict to {_values(cells.item)},"
            return f"{what} over {len(domain.values)} keys of {_bits(cells.width)}"
        case Int() | Sym() | Truth():
            return f"{_values(shape)} ({_bits(sum(w for _, w in fields_of(shape)))})"
        case Wide(words=words):
            return f"an integer of {words} words"
        case Opt(item=item):
            return f"None or {_said(item)}"
        case Tup():
            return f"({', '.join(_parts(shape))})"
        case _:
            return str(shape)


def _bits(n: int) -> str:
    return f"{n} bit{'s' if n != 1 else ''}"


def _values(shape: Shape) -> str:
    match shape:
        case Sym(values=values):
            named = ["nothing" if v is ABSENT else repr(v) for v in values[:6]]
            some = ", ".join(named[:-1]) + f" or {named[-1]}" if len(named) > 1 else named[0]
            return f"one of {len(values)}: {', '.join(named)} …" if len(values) > 6 else some
        case Int(lo=int(lo), hi=int(hi)):
            return f"an integer from {lo} to {hi}"
        case Int():
            return "an integer"
        case Truth():
            return "true or false"
        case Packed(n=n, item=item):
            return f"{n} of {_values(item)}"
        case Opt(item=item):
            return f"None, {_values(item)}"
        case _:
            return str(shape)
