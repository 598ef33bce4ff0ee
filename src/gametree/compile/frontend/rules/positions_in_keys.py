# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""The number of a value among known keys: sets, dicts and tables are cells by such numbers.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("(r, c) in taken", r=[0, 1], c=[0, 1], taken=[{(0, 0), (1, 1)}])
_at1 = (r_ * 2 + c_)
_i2 = max(_at1, 0)
return (_at1 >= 0 and (((taken_ >> _i2) & 1) != 0))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.tabulating import domain, tabulated
from gametree.compile.frontend.shapes import Int, Opt, Sym, Tup, UnsupportedError, told
from gametree.compile.frontend.values import Value, known, parts_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

MOST_KEYS = 1024


def position_in(frame: Frame, v: Value, keys: Sym) -> str:
    """The number of a value among these keys; −1 where it is none of them."""
    if isinstance(v.shape, Opt):
        there = position_in(frame, Value(v.shape.item, v.codes[1:]), keys)
        return frame.temp(f"({there} if {v.codes[0]} else {keys.code(None)})")
    if isinstance(v.shape, Sym) or (domain(v) is not None and len(domain(v) or ()) <= 256):
        return tabulated(frame, keys.code, v).code if known(v) is None else str(keys.code(known(v)[0]))  # type: ignore
    box = _box(keys)
    if box is None:
        raise UnsupportedError(f"{told(v.shape)} looked up among keys that are no numbers")
    parts = parts_of(v) if isinstance(v.shape, Tup) else [v]
    if len(parts) != len(box):
        return "-1"
    tests, code = [], ""
    for part, (lo, hi) in zip(parts, box, strict=True):
        x = frame.temp(as_int(frame, part))
        shape = part.shape if isinstance(part.shape, Int) else Int()
        if shape.lo is None or shape.lo < lo:
            tests.append(f"{lo} <= {x}")
        if shape.hi is None or shape.hi > hi:
            tests.append(f"{x} <= {hi}")
        own = x if lo == 0 else f"({x} - {lo})" if lo > 0 else f"({x} + {-lo})"
        code = f"({code} * {hi - lo + 1} + {own})" if code else own
    import itertools

    spots = [
        keys.code(p if len(box) > 1 or isinstance(v.shape, Tup) else p[0])
        for p in itertools.product(*(range(lo, hi + 1) for lo, hi in box))
    ]
    if spots != list(range(len(spots))):
        if tests:  # a table must not be read beyond its ends
            name = frame.program.temp("at")
            frame.write(f"{name} = -1")
            with frame.block(f"if {' and '.join(tests)}:"):
                frame.write(f"{name} = {frame.program.table(spots)}[{code}]")
            return name
        return f"{frame.program.table(spots)}[{code}]"
    return frame.temp(f"({code} if {' and '.join(tests)} else -1)") if tests else code


def _box(keys: Sym) -> list[tuple[int, int]] | None:
    """The ranges of keys that are numbers, or tuples of them."""
    values = [k if isinstance(k, tuple) else (k,) for k in keys.values]
    if len({len(k) for k in values}) != 1 or not all(type(x) is int for k in values for x in k):
        return None
    box = [(min(c), max(c)) for c in zip(*values, strict=True)]
    size = 1
    for lo, hi in box:
        size *= hi - lo + 1
    return box if size <= 1 << 14 else None


# --- made and changed ------------------------------------------------------------------------------------------------


def keys_for(frame: Frame, k: Value) -> list[Any] | None:
    """All the keys that a value may be; where they are too many, those that it most likely is."""
    keys = domain(k)
    return frame.program.keys_like(k.shape) if keys is None or len(keys) > MOST_KEYS else keys
