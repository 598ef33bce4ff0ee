# pyright: basic
"""The compiled code of a kernel on disk (``cache.py``): one file per kernel and signature, found again as long
as neither the rules nor our own sources have changed."""

from __future__ import annotations

import hashlib
import inspect
import pickle
import sys
from functools import cache as memoise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from numba.core import compiler, serialize
from numba.core.caching import _Cache

from gametree.compile import cache

if TYPE_CHECKING:
    from collections.abc import Callable


@memoise
def package_stamp(folder: str) -> str:
    """A digest of our own compiled sources, those of a kernel's folder and those that all use: a new version of a
    kernel is a new kernel. A part of the package counts as a whole, since its folders share functions."""
    ours, own = Path(__file__).parents[1], Path(folder)
    common = [ours / name for name in ("bits.py", "game.py", "hooks.py", "mixins.py")]
    common += [*(ours / "compile").rglob("*.py"), *(ours / "engine").glob("*.py")]
    if ours in own.parents:
        part = (ours / own.relative_to(ours).parts[0]).rglob("*.py")
    else:
        part = own.glob("*.py")
    files = sorted({*common, *part})
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class KernelCache(_Cache):
    """The cache of one kernel, as Numba's dispatchers want it: one file per signature."""

    def __init__(self, function: Callable[..., Any]):
        self.name, self.folder = function.__name__, str(Path(inspect.getfile(function)).parent)
        self.withheld: dict[Any, Any] = {}
        """Signatures whose code must not be written yet, and the code, once it exists."""

    @property
    def cache_path(self):
        return str(cache.folder())

    def key(self, sig, codegen):
        text = repr(
            (str(sig), numba.__version__, sys.version_info[:3], codegen.magic_tuple(), package_stamp(self.folder))
        )
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"

    def load_overload(self, sig, target_context):
        target_context.refresh()
        payload = cache.read(self.key(sig, target_context.codegen()))
        if payload is None:
            return None
        try:
            parts = pickle.loads(payload)
        except (ImportError, AttributeError):  # it names a module or a function that has moved since: compile again
            return None
        return compiler.CompileResult._rebuild(target_context, *parts)

    def save_overload(self, sig, data):
        if sig in self.withheld:
            self.withheld[sig] = data
        elif not data.library.has_dynamic_globals:
            cache.write(self.key(sig, data.codegen), serialize.dumps(data._reduce()))

    def release(self, sig, *, keep):
        """Write the code that was held back, or drop it."""
        data = self.withheld.pop(sig)
        if keep and data is not None:
            self.save_overload(sig, data)

    def enable(self):
        raise NotImplementedError

    disable = flush = enable
