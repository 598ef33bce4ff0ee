# pyright: basic
# pyright: reportAttributeAccessIssue=false
"""Two steps of Numba's compiler that do much work for nothing, replaced by ones with the same result.

They took a fifth of the time to compile a search.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, ssa
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg

from gametree.compile.numba_setup import TRIED

_run_ssa = ssa._run_ssa
_rewrite_all = ssa._run_block_rewrite
_postprocess = PostProcessor.run
_names: dict[Any, set[str]] = {}
"""The variables that each block names. Numba compiles one function at a time, under a lock."""


def _run_ssa_by_names(blocks: Any) -> Any:
    """Single assignment, variable by variable; first it is noted which blocks name which variables."""
    _names.clear()
    for label, block in blocks.items():
        _names[label] = {var.name for statement in block.body for var in statement.list_vars()}
        _names[label] |= {statement.target.name for statement in block.find_insts(ir.Assign)}
    return _run_ssa(blocks)


def _rewrite_where_named(blocks: Any, states: Any, handler: Any) -> Any:
    """Rewrite a variable in the blocks that name it; Numba goes through all statements for each variable."""
    name = states["varname"]
    named = {label: block for label, block in blocks.items() if name in _names[label]}
    rewritten = _rewrite_all(named, states, handler)
    return {label: rewritten.get(label, block) for label, block in blocks.items()}


def _postprocess_if_needed(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """After each pass Numba works out which variables live where. Only generators, and the last pass, look at it."""
    if emit_dels or self.func_ir.is_generator:
        _postprocess(self, emit_dels, extend_lifetimes)
        return
    self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)
    self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # which works it out when it is asked
    self.func_ir.generator_info = None


if TRIED:
    ssa._run_ssa = _run_ssa_by_names
    ssa._run_block_rewrite = _rewrite_where_named
    PostProcessor.run = _postprocess_if_needed
