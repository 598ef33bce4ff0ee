# pyright: basic
"""``game.name`` in compiled code: a method that is called directly, a constant, or an array that is data."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import lower_builtin
from numba.np import arrayobj

from gametree.compile.constants import DERIVED, constant, method_of
from gametree.compile.digest import function_of
from gametree.compile.gametype import GameType, array_names
from gametree.compile.methods import jitted
from gametree.compile.numba_setup import WORD
from gametree.hooks import HOOKS

_lowered: set[tuple[Any, ...]] = set()


@infer_getattr
class _GameAttributes(AttributeTemplate):
    key = GameType

    def generic_resolve(self, typ, attr):
        found = method_of(typ.game, attr)
        if found is None:
            if not (hasattr(typ.game, attr) or attr in DERIVED or attr in HOOKS):
                return None
            value = constant(typ.game, attr)
            try:
                return self.context.resolve_value_type(value)
            except ValueError:
                raise TypingError(f"attribute self.{attr} is a <class '{type(value).__name__}'>") from None
        owner, definition = found
        function = function_of(definition)
        assert function is not None
        dispatcher = types.Dispatcher(jitted(typ.identity, function, owner))
        if isinstance(definition, staticmethod):
            return dispatcher
        method_key = (GameType, attr, typ.name)

        class Method(AbstractTemplate):
            key = method_key

            def generic(self, args, kws):
                signature = dispatcher.get_call_type(self.context, (typ, *args), kws)
                return signature.as_method() if signature else None

        if method_key not in _lowered:
            _lowered.add(method_key)

            @lower_builtin(method_key, typ, types.VarArg(types.Any))
            def _call(context, builder, signature, args):
                return context.get_function(dispatcher, signature)(builder, args)

        return types.BoundFunction(Method, typ)


@lower_getattr_generic(GameType)
def _lower_attribute(context, builder, typ, value, attr):
    found = method_of(typ.game, attr)
    if found is not None:
        return context.get_dummy_value() if isinstance(found[1], staticmethod) else value
    content = constant(typ.game, attr)
    kind = context.typing_context.resolve_value_type(content)
    if not isinstance(content, np.ndarray):
        return context.get_constant_generic(builder, kind, content)
    slot = array_names(typ.game).index(attr)
    address = builder.load(builder.gep(value, [ir.Constant(WORD, slot)]))
    data = builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer())
    array = context.make_array(kind)(context, builder)

    def extent(numbers):
        return cgutils.pack_array(builder, [ir.Constant(WORD, n) for n in numbers], ty=WORD)

    itemsize = ir.Constant(WORD, content.itemsize)
    arrayobj.populate_array(
        array, data=data, shape=extent(content.shape), strides=extent(content.strides), itemsize=itemsize, meminfo=None
    )
    return array._getvalue()
