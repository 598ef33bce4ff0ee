# pyright: basic
# pyright: reportAttributeAccessIssue=false
"""Functions that only compiled code calls are *parts*: machine code is made once, of the kernel with all its parts.

Numba makes machine code of every function on its own, optimised with all the functions that it calls, and links it
into its callers, where all of it is optimised again. A search of Connect Four has 70 such functions. Here a function
without a wrapper for Python stays as it was written down for LLVM until something that Python can call needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from gametree.compile.numba_setup import TRIED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Part(JITCodeLibrary):
    """The code of one function. It is finished, with the parts that it needs, when an address in it is asked for."""

    _draft = None
    _environment = None

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def draft(self) -> Any:
        """This function alone, as others may link it: whoever defines it again defines the same."""
        if self._draft is None:
            self._draft = self._final_module.clone()
            for function in self._draft.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "weak_odr"
        return self._draft

    def needed(self) -> Iterator[Any]:
        """All that this function calls, directly or not, each once."""
        seen, rest = {self}, list(reversed(self._linking_libraries))
        while rest:
            library = rest.pop()
            if library not in seen:
                seen.add(library)
                yield library
                if _is_draft(library):
                    rest += reversed(library._linking_libraries)

    def _hide(self, own: set[str]) -> None:
        """Functions that were linked in are nobody else's: a call must not lead into another kernel, which has parts of
        the same names."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"

    def _verify_declare_only_symbols(self) -> None:
        """Nothing is left to be found in another kernel: it would not be there when this one comes from the cache."""
        missing = [f.name for f in self._final_module.functions if f.is_declaration and f.name.startswith("_ZN")]
        assert not missing, f"{self.name} was linked without {missing}"

    def finalize(self) -> None:
        """Link, optimise and make machine code. Numba's own does the same, but links libraries that are finished."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        self.draft()
        parts = [library for library in self.needed() if _is_draft(library)]
        for part in parts:
            self._final_module.link_in(part.draft(), preserve=True)
        for library in self.needed():  # of these only what is used by now is linked
            self._reload_init.update(library._reload_init)
            if not _is_draft(library):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._hide({function.name for function in self.draft().functions if not function.is_declaration})
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        _kept.append(self)
        for part in parts:
            if part._environment and self._codegen._engine.is_symbol_defined(part._environment[0]):
                self._codegen.set_env(*part._environment)


def _is_draft(library: Any) -> bool:
    return isinstance(library, Part) and not library._finalized


_kept: list[Part] = []
"""Machine code is never freed: names that modules share, as those of Numba's environments, lead to the first one."""
_executable: Any = CPUContext.get_executable


def _executable_if_called(context: Any, library: Any, described: Any, environment: Any) -> Any:
    """What Python calls; for a part only something that stands for it."""
    if _is_draft(library) and not _has_wrapper(library, described):
        library._environment = context.get_env_name(described), environment
        name = described.qualname.split(".")[-1]
        return make_function(described.lookup_module(), name, "a part", 0, environment, (library,))
    return _executable(context, library, described, environment)


def _has_wrapper(library: Any, described: Any) -> bool:
    try:
        library._final_module.get_function(described.llvm_cpython_wrapper_name)
    except NameError:
        return False
    return True


def can_be_called(made: Any) -> bool:
    """May Python call this result of Numba? Not if it is a part, for which there is no machine code."""
    return made.library._finalized and _has_wrapper(made.library, made.fndesc)


def wrapped(parts: list[Any]) -> list[Callable[..., Any]]:
    """These results of Numba, parts without generators, as functions that Python can call."""
    library = cpu_target.target_context.codegen().create_library("wrapped")
    library.enable_object_caching()
    for part in parts:
        context = part.target_context  # it knows whether the function makes lists
        with context.push_code_library(library):
            context.create_cpython_wrapper(library, part.fndesc, part.environment, part.call_helper)
        library.add_linking_library(part.library)
    return [_executable(part.target_context, library, part.fndesc, part.environment) for part in parts]


if TRIED:
    CPUContext.get_executable = _executable_if_called
    JITCPUCodegen._library_class = Part
