# pyright: basic
# pyright: reportAttributeAccessIssue=false
"""The passes of Numba's compiler for what we compile: what a game does not have is left out before anything is typed.

``if game._tactical: …`` asks for a constant. LLVM would drop the branch that is never taken, but only after Numba has
found the types of all of it and written it down: most of the time to compile. So such questions are answered first.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import IRProcessing

import gametree.compile.numba_quicker
import gametree.compile.parts  # noqa: F401
from gametree.compile.constants import constant, method_of
from gametree.compile.gametype import GameType


@register_pass(mutates_CFG=False, analysis_only=False)
class AnswerFlags(FunctionPass):
    """A game's attribute that is True or False becomes that constant; Numba's next pass prunes the dead branches."""

    _name = "answer_flags"

    def __init__(self):
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        kinds = {}
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                match statement.value:
                    case ir.Arg(index=index) if isinstance(state.args[index], GameType):
                        kinds[statement.target.name] = state.args[index]
        answered = False
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                asked = statement.value
                if not (isinstance(asked, ir.Expr) and asked.op == "getattr" and asked.value.name in kinds):
                    continue
                flag = _flag(kinds[asked.value.name].game, asked.attr)
                if flag is not None:
                    statement.value = ir.Const(flag, asked.loc)
                    state.func_ir._definitions[statement.target.name] = [statement.value]
                    answered = True
        return answered


def _flag(game: Any, attr: str) -> bool | None:
    """The attribute, if it is True or False."""
    if method_of(game, attr) is not None:
        return None
    try:
        value = constant(game, attr)
    except AttributeError:
        return None  # what compiles it will say so
    return value if isinstance(value, bool) else None


class Pipeline(CompilerBase):
    """Numba's passes, with ours in its place."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(AnswerFlags, IRProcessing)
        passes.finalize()
        return [passes]


OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "pipeline_class": Pipeline}
"""How a function is compiled that Python calls."""
AS_PART: Any = {**OPTIONS, "no_cpython_wrapper": True}
"""The same for one that only compiled code calls (``parts.py``)."""
IN_PLACE: Any = {**AS_PART, "forceinline": True}
"""The same, compiled into the place where it is called."""
