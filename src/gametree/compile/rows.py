# pyright: basic
# pyright: reportAttributeAccessIssue=false
"""Rows of positions (``rowform.py``) in compiled code: their form is a constant of it."""

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import NativeValue, intrinsic, overload, register_model, typeof_impl, unbox

from gametree.compile.frontend.runtime import OutOfShapeError
from gametree.compile.numba_setup import WORD
from gametree.compile.rowform import RowForm


class RowType(types.Type):
    """The Numba type of one form; at run time there is nothing of it."""

    def __init__(self, numbers: int, fields: tuple[tuple[int, int], ...]):
        self.form = RowForm(numbers, fields)
        super().__init__(name=f"rows:{numbers}:{fields}")

    @property
    def count(self) -> int:
        """The words of a row."""
        return len(self.form)

    def __reduce__(self):
        return RowType, (self.form.numbers, self.form.fields)


@typeof_impl.register(RowForm)
def _row_type(form: RowForm, _context: object) -> RowType:
    return RowType(form.numbers, form.fields)


@register_model(RowType)
class _RowModel(models.OpaqueModel):
    pass


@unbox(RowType)
def _unbox(_typ, _obj, c):
    return NativeValue(c.context.get_dummy_value())


@overload(len)
def _width(form):
    if isinstance(form, RowType):
        count = form.count
        return lambda form: count
    return None


def _mask(bits: int):
    return WORD((1 << bits) - 1)


@intrinsic
def squeezed(typingctx, form, words):
    """The row of a state, given as its numbers; OutOfShapeError if there is no room for one."""
    if not isinstance(form, RowType):
        return None
    fields, row = form.form.fields, types.UniTuple(types.int64, form.count)

    def codegen(context, builder, _signature, args):
        numbers = cgutils.unpack_tuple(builder, args[1], words.count)
        if not fields:
            return args[1]
        above = [builder.sub(x, WORD(low)) for x, (low, _) in zip(numbers, fields, strict=True)]
        beyond = WORD(0)
        for x, (_, bits) in zip(above, fields, strict=True):
            if bits < WORD.width:
                beyond = builder.or_(beyond, builder.lshr(x, WORD(bits)))
        with builder.if_then(builder.icmp_unsigned("!=", beyond, WORD(0)), likely=False):
            context.call_conv.return_user_exc(builder, OutOfShapeError, ())
        found = [WORD(0)] * row.count
        for piece in form.form.pieces:
            bits = builder.and_(builder.lshr(above[piece.number], WORD(piece.first)), _mask(piece.bits))
            found[piece.word] = builder.or_(found[piece.word], builder.shl(bits, WORD(piece.shift)))
        return context.make_tuple(builder, row, found)

    return row(form, words), codegen


@intrinsic
def loosened(typingctx, form, row):
    """The numbers of the state in a row."""
    if not isinstance(form, RowType):
        return None
    fields, words = form.form.fields, types.UniTuple(types.int64, form.form.numbers)

    def codegen(context, builder, _signature, args):
        if not fields:
            return args[1]
        held = cgutils.unpack_tuple(builder, args[1], row.count)
        numbers = [WORD(low) for low, _ in fields]
        for piece in form.form.pieces:
            bits = builder.and_(builder.lshr(held[piece.word], WORD(piece.shift)), _mask(piece.bits))
            numbers[piece.number] = builder.add(numbers[piece.number], builder.shl(bits, WORD(piece.first)))
        return context.make_tuple(builder, words, numbers)

    return words(form, row), codegen
