# pyright: basic
# pyright: reportAttributeAccessIssue=false
"""From a kernel and a game to PTX, the language of NVIDIA's driver.

Nothing is compiled in another way than for the processor: Numba writes the kernel and the rules down for LLVM, by our
own passes, generators and packed states included. That text is taken before it is optimised for a processor, given to
LLVM's other back end, and entered once by every lane of the device:

    for each share of [first, last) that is this lane's:  kernel(game, …, share, …)

So the rules have one meaning, and whatever compiles for the processor compiles for the GPU, but for kernels that make
arrays or raise errors with a text of their own: they need the Python that the device has not.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.registry import cpu_target

from gametree.compile import AS_PART, NotCompiledError, cache
from gametree.compile.gametype import GameType
from gametree.compile.kernel_cache import package_stamp
from gametree.compile.numba_setup import RETURNS, TRIED
from gametree.compile.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET, PROCESSOR, VERSION = "nvptx64-nvidia-cuda", "sm_70", "+ptx70"
"""The least that we ask for: a Volta of 2017, and a driver of 2020."""
ENTRY = "lanes"
COUNTING = "void @NRT_incref(ptr %x)", "void @NRT_decref(ptr %x)"
"""Numba counts who holds an array. On a device nobody does: all memory is held by Python."""


@dataclass(frozen=True)
class Code:
    """A kernel for a device."""

    ptx: str
    functions: int
    """How many functions were left that are called: none if all was inlined."""


class PerLane:
    """An array of which each lane has a column of its own; ``columns`` are all of them after a run, if they are not
    just room to work in (``scratch``). The first items of all lanes lie side by side, then the second ones: lanes that
    work in step read a line of memory together."""

    def __init__(self, size: int, dtype: Any, *, scratch: bool = False):
        self.size, self.dtype, self.scratch = size, np.dtype(dtype), scratch
        self.columns: Any = np.zeros((size, 0), dtype)

    @property
    def total(self) -> Any:
        """The sum of all lanes."""
        return self.columns.sum(axis=1)


def signature(args: tuple[Any, ...]) -> tuple[types.Type, ...]:
    """The types of a kernel's arguments; a column of ``PerLane`` is an array."""
    return tuple(
        types.Array(numba.from_dtype(a.dtype), 1, "A") if isinstance(a, PerLane) else numba.typeof(a) for a in args
    )


def device_code(kernel: Any, args: tuple[Any, ...]) -> Code:
    """The PTX of a kernel for arguments of these types; NotCompiledError, with the reason, if there is none.

    The kernel has parameters ``first`` and ``last``, and returns an integer: a lane stops unless it is 0.
    """
    if not TRIED:
        raise NotCompiledError(f"code for a GPU needs Numba 0.68, here is {numba.__version__}")
    function = kernel.py_func if hasattr(kernel, "py_func") else kernel
    sig, rows = signature(args), tuple(isinstance(a, PerLane) for a in args)
    key = _key(function, sig, rows)
    if (kept := cache.read(key)) is not None:
        number, _, ptx = kept.decode().partition("\n")
        return Code(ptx, int(number))
    RETURNS.setdefault(function, types.int64)
    form = njit(**AS_PART)(function)
    form.compile(sig)
    made = form.overloads[sig]
    code = _lowered(made, function, sig, rows)
    cache.write(key, f"{code.functions}\n{code.ptx}".encode())
    return code


def _key(function: Any, sig: tuple[types.Type, ...], rows: tuple[bool, ...]) -> str:
    """The name of the code in the cache."""
    facts = (function.__module__, function.__qualname__, str(sig), rows, numba.__version__, PROCESSOR, VERSION)
    stamp = package_stamp(str(_PACKAGE))
    return f"gpu-{hashlib.sha256(repr((*facts, stamp)).encode()).hexdigest()[:32]}"


_PACKAGE = __import__("pathlib").Path(__file__).parent.parent


def _lowered(made: Any, function: Any, sig: tuple[types.Type, ...], rows: tuple[bool, ...]) -> Code:
    machine = _machine()
    library: Part = made.library
    whole = library.draft().clone()
    for part in _parts(library):
        whole.link_in(part.draft(), preserve=True)
    name = made.fndesc.llvm_func_name
    text = _without_counting(_retargeted(str(whole), machine)) + _entry(name, function, sig, rows)
    module = llvm.parse_assembly(text)
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name != ENTRY:
            thing.linkage = "internal"
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    for _ in range(int(__import__("os").environ.get("GT_N", "1"))):
        builder.getModulePassManager().run(module, builder)
    missing = sorted(f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm."))
    if missing:
        raise NotCompiledError(f"the device has no {', '.join(missing)}, which {function.__name__} needs")
    left = sum(not f.is_declaration for f in module.functions) - 1
    return Code(machine.emit_assembly(module), left)


def _parts(library: Part) -> list[Part]:
    """All that a function calls, directly or not, as it was written down: also what machine code was made of."""
    found, rest = [library], list(library._linking_libraries)
    while rest:
        part = rest.pop()
        if isinstance(part, Part) and part not in found:
            found.append(part)
            rest += part._linking_libraries
    return found[1:]


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TARGET).create_target_machine(cpu=PROCESSOR, features=VERSION, opt=3)


def _retargeted(text: str, machine: Any) -> str:
    """The same text for the other back end: without attributes that speak of a processor, and without wrappers."""
    text = re.sub(r"^target triple = .*$", f'target triple = "{TARGET}"', text, flags=re.M)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{machine.target_data}"', text, flags=re.M)
    return re.sub(r'"(target-cpu|target-features|probe-stack)"="[^"]*"', "", text)


def _without_counting(text: str) -> str:
    """The text with functions that count references, and do nothing."""
    for what in COUNTING:
        name = re.escape(what.split("(")[0].split("@")[1])
        text = re.sub(rf"^declare .*@{name}\(.*$", "", text, flags=re.M)
        text = re.sub(rf"^define [^\n]*@{name}\(.*?^}}$", "", text, flags=re.M | re.S)
    return text + "".join(f"\ndefine {what} alwaysinline {{ ret void }}\n" for what in COUNTING)


def _entry(name: str, function: Any, sig: tuple[types.Type, ...], rows: tuple[bool, ...]) -> str:
    """What the device starts: each lane calls the kernel for its shares."""
    names = list(inspect.signature(function).parameters)
    params: list[str] = ["i64 %first", "i64 %last", "i64 %share", "ptr %failed"]
    given: list[str] = []
    before: list[str] = []
    for slot, (kind, own) in enumerate(zip(sig, rows, strict=True)):
        if names[slot] in ("first", "last"):
            given.append("i64 %from" if names[slot] == "first" else "i64 %to")
            continue
        words = list(_words(kind, f"%a{slot}"))
        params += [f"{word} {spelt}" for word, spelt in words]
        if own:
            before.append(f"%a{slot}_skip = mul i64 %lane, {kind.dtype.bitwidth // 8}")
            before.append(f"%a{slot}_own = getelementptr i8, ptr {words[4][1]}, i64 %a{slot}_skip")
            words[4] = ("ptr", f"%a{slot}_own")
        given += [f"{word} {spelt}" for word, spelt in words]
    sreg = "@llvm.nvvm.read.ptx.sreg"
    return "\n".join(
        [
            f"define ptx_kernel void @{ENTRY}({', '.join(params)}) {{",
            *[f"  %{w} = call i32 {sreg}.{w}.x()" for w in ("tid", "ctaid", "ntid", "nctaid")],
            "  %answer = alloca i64",
            "  %error = alloca ptr",
            "  %block = mul i32 %ctaid, %ntid",
            "  %in_block = add i32 %block, %tid",
            "  %lane = zext i32 %in_block to i64",
            "  %all = mul i32 %nctaid, %ntid",
            "  %lanes = zext i32 %all to i64",
            "  %stride = mul i64 %lanes, %share",
            "  %mine = mul i64 %lane, %share",
            "  %begin = add i64 %first, %mine",
            *[f"  {line}" for line in before],
            "  br label %look",
            "look:",
            "  %from = phi i64 [%begin, %0], [%next, %again]",
            "  %in = icmp slt i64 %from, %last",
            "  br i1 %in, label %work, label %end",
            "work:",
            "  %end_of_share = add i64 %from, %share",
            "  %over = icmp slt i64 %end_of_share, %last",
            "  %to = select i1 %over, i64 %end_of_share, i64 %last",
            f"  %status = call i32 @{name}(ptr %answer, ptr %error, {', '.join(given)})",
            "  %fine = icmp eq i32 %status, 0",
            "  br i1 %fine, label %asked, label %fails",
            "asked:",
            "  %told = load i64, ptr %answer",
            "  %goes_on = icmp eq i64 %told, 0",
            "  br i1 %goes_on, label %again, label %end",
            "again:",
            "  %next = add i64 %from, %stride",
            "  br label %look",
            "fails:",
            "  %wide = sext i32 %status to i64",
            "  store i64 %wide, ptr %failed",
            "  br label %end",
            "end:",
            "  ret void",
            "}",
            *[f"declare i32 {sreg}.{w}.x()" for w in ("tid", "ctaid", "ntid", "nctaid")],
        ]
    )


def _words(kind: types.Type, name: str) -> Iterator[tuple[str, str]]:
    """How Numba passes an argument of this type: the LLVM types and names of its words."""
    if isinstance(kind, types.BaseTuple):
        for i, item in enumerate(kind.types):
            yield from _words(item, f"{name}_{i}")
    elif isinstance(kind, types.Array):
        for i, word in enumerate(("ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * kind.ndim))):
            yield word, f"{name}_{i}"
    elif isinstance(kind, GameType):
        yield "ptr", name
    else:
        yield str(_argument(kind)), name


def _argument(kind: types.Type) -> ir.Type:
    return cpu_target.target_context.get_argument_type(kind)
