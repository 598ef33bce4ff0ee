"""Reading and changing one cell of a board that lies in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend.shapes import WORD, Int, Packed, Shape, Truth, UnsupportedError, fields_of, slots
from gametree.compile.frontend.values import Value

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def index_in(frame: Frame, i: Value, n: int) -> str:
    """The text of an index: one that counts from the end is put right, and one that may be outside is checked."""
    from gametree.compile.frontend.rules.numbers import as_int

    code = as_int(frame, i)
    shape = i.shape if isinstance(i.shape, Int) else Int(0, n - 1)
    if shape.lo is not None and shape.lo == shape.hi:
        at = shape.lo + n if shape.lo < 0 else shape.lo
        if not 0 <= at < n:
            raise UnsupportedError(f"item {shape.lo} of {n}")
        return str(at)
    low = shape.lo is None or shape.lo < -n
    high = shape.hi is None or shape.hi >= n
    if low or high:
        code = frame.temp(code)
        frame.raises_if(
            f"not -{n} <= {code} < {n}" if low and high else f"{code} < -{n}" if low else f"{code} >= {n}", IndexError
        )
    if shape.lo is not None and shape.lo >= 0:
        return code
    code = frame.temp(code)
    return f"({code} if {code} >= 0 else {code} + {n})"


def spot(shape: Packed, at: str) -> tuple[str, str]:
    """The word and the first bit of a cell."""
    per, bits = shape.per, shape.width
    if at.isdigit():
        return str(int(at) // per), str(int(at) % per * bits)
    if slots(shape) == 1:
        return "0", _times(at, bits)
    if per == 1:
        return at, "0"
    return f"{at} // {per}", _times(f"({at} % {per})", bits)


def _times(code: str, k: int) -> str:
    return code if k == 1 else f"{code} * {k}"


def get(frame: Frame, board: Value, at: str) -> Value:
    """One cell."""
    shape = board.shape
    assert isinstance(shape, Packed)
    if slots(shape) == 0:  # all cells are alike, and what they are is known
        return Value(shape.item, tuple(str(low) for low, _ in fields_of(shape.item)))
    at = at if at.isdigit() else frame.temp(at, "i")
    word, bit = spot(shape, at)
    if word.isdigit():
        whole = board.codes[int(word)]
    else:
        whole = f"({', '.join(board.codes)})[{word}]"
    if shape.width == WORD:
        return Value(shape.item, (whole,))
    return from_bits(frame, f"({whole} >> {bit})" if bit != "0" else whole, shape.item, shape.width)


def from_bits(frame: Frame, code: str, item: Shape, width: int) -> Value:
    """The value of a cell, from a number whose low bits it is."""
    fields = fields_of(item)
    if len(fields) > 1:
        code = frame.temp(code)
    codes: list[str] = []
    shift = 0
    for low, bits in fields:
        part = f"({code} >> {shift})" if shift else code
        part = f"({part} & {(1 << bits) - 1})"
        codes.append(f"({part} + {low})" if low > 0 else f"({part} - {-low})" if low < 0 else part)
        shift += bits
    if isinstance(item, Truth):
        codes = [f"({codes[0]} != 0)"]
    return Value(item, tuple(codes))


def to_bits(item: Shape, codes: tuple[str, ...]) -> str:
    """The number for the slots of a cell."""
    if isinstance(item, Truth):
        return (
            codes[0] if codes[0].isdigit() else {"True": "1", "False": "0"}.get(codes[0], f"(1 if {codes[0]} else 0)")
        )
    parts: list[str] = []
    shift = 0
    for code, (low, bits) in zip(codes, fields_of(item), strict=True):
        if low == 0 or bits == WORD:
            part = code
        elif code.lstrip("-").isdigit():
            part = str(int(code) - low)
        else:
            part = f"({code} - {low})" if low > 0 else f"({code} + {-low})"
        parts.append(f"({part} << {shift})" if shift else part)
        shift += bits
    return "0" if not parts else parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"


def put(frame: Frame, board: Value, at: str, codes: tuple[str, ...]) -> Value:
    """The board with one cell replaced."""
    shape = board.shape
    assert isinstance(shape, Packed)
    if slots(shape) == 0:
        return board
    at = at if at.isdigit() else frame.temp(at, "i")
    new = to_bits(shape.item, codes)
    word, bit = spot(shape, at)
    full = shape.width == WORD
    if not word.isdigit():
        word, new = frame.temp(word, "w"), frame.temp(new)
    bit = bit if bit.isdigit() else frame.temp(bit, "b")
    made: list[str] = []
    for k, code in enumerate(board.codes):
        if word.isdigit() and int(word) != k:
            made.append(code)
            continue
        mask = (1 << shape.width) - 1
        cut = str(~(mask << int(bit))) if bit.isdigit() else f"~({mask} << {bit})"
        here = new if full else f"{code} & {cut} | {new} << {bit}" if new != "0" else f"{code} & {cut}"
        made.append(f"({here})" if word.isdigit() else f"({here} if {word} == {k} else {code})")
    return Value(shape, tuple(made))


def build(frame: Frame, shape: Packed, items: list[tuple[str, ...]]) -> Value:
    """A board from the slots of all its cells."""
    if slots(shape) == 0:
        return Value(shape, ())
    words: list[list[str]] = [[] for _ in range(slots(shape))]
    for i, codes in enumerate(items):
        bits = to_bits(shape.item, codes)
        shift = i % shape.per * shape.width
        if shape.width == WORD:
            words[i] = [bits]
        elif bits.isdigit():
            if int(bits):
                words[i // shape.per].append(str(int(bits) << shift))
        else:
            words[i // shape.per].append(f"({bits} << {shift})" if shift else bits)
    return Value(shape, tuple("(" + " | ".join(w) + ")" if w else "0" for w in words))
