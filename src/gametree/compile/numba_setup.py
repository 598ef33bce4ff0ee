# pyright: basic
# pyright: reportAttributeAccessIssue=false
"""Two functions of Numba that are replaced, because ours know more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
from llvmlite import ir
from numba.core.generators import GeneratorDescriptor
from numba.core.typeinfer import TypeInferer

if TYPE_CHECKING:
    from numba import types

WORD = ir.IntType(64)
TRIED = numba.__version__.startswith("0.68.")
"""Is this a version of Numba whose inner parts are known? With another one, nothing is replaced that only saves time
(``numba_quicker.py``, ``parts.py``)."""

RETURNS: dict[Any, types.Type] = {}
"""The return type of each kernel."""
_guess_return_type = TypeInferer.return_types_from_partial


def _return_type(inferer: Any) -> Any:
    """The return type of a function that calls itself. For a kernel it is known; for others Numba guesses.

    Numba guesses again, by typing the whole function, at each recursive call and in each round. For a kernel with five
    recursive calls that was four fifths of the time to compile.
    """
    return RETURNS.get(inferer.func_id.func) or _guess_return_type(inferer)


TypeInferer.return_types_from_partial = _return_type
_describe_generator: Any = GeneratorDescriptor.from_generator_fndesc


def _generator_in_place(func_ir: Any, fndesc: Any, gentype: Any, mangler: Any) -> Any:
    """Compile a generator's steps: inlined if the generator asks for it; Numba itself would always call them."""
    described = _describe_generator(func_ir, fndesc, gentype, mangler)
    described.inline = fndesc.inline
    return described


GeneratorDescriptor.from_generator_fndesc = _generator_in_place
