# pyright: basic
"""NVIDIA's driver by ctypes: memory, modules and launches, and nothing else.

Only ``libcuda``, which comes with the graphics driver, is needed: no toolkit, no other package. The driver translates
our PTX to machine code itself, and keeps it in a cache of its own.
"""

from __future__ import annotations

import ctypes
import sys
import time
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import cache
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError

if TYPE_CHECKING:
    import numpy as np

OK, NOT_READY = 0, 600
PROCESSORS, MAJOR, MINOR = 16, 75, 76
"""Numbers of attributes of a device."""
STACK, LOG, LOG_SIZE = 0, 5, 6
"""Numbers of a limit of a context, and of two options of a module."""
POLL = 0.0005
"""Seconds between two looks at a launch that runs: so Ctrl-C is heard."""


class NoGPUError(GameError):
    """There is no GPU here that we can use; the message says why, in one line."""


@cache
def library() -> Any:
    """The driver's library. NoGPUError if there is none."""
    name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        return ctypes.CDLL(name)
    except OSError:
        raise NoGPUError(f"no GPU here: {name}, which comes with NVIDIA's driver, was not found") from None


def _call(name: str, *args: Any) -> None:
    code = getattr(library(), name)(*args)
    if code != OK:
        text = c_char_p()
        library().cuGetErrorString(code, byref(text))
        raise NoGPUError(f"the GPU's driver says of {name}: {(text.value or b'error ' + str(code).encode()).decode()}")


class GPU:
    """The first device of this machine, with a context for the thread that made it."""

    def __init__(self) -> None:
        _call("cuInit", 0)
        found, device, context = c_int(), c_int(), c_void_p()
        _call("cuDeviceGetCount", byref(found))
        if found.value == 0:
            raise NoGPUError("no GPU here: the driver finds no device")
        _call("cuDeviceGet", byref(device), 0)
        _call("cuDevicePrimaryCtxRetain", byref(context), device)
        _call("cuCtxSetCurrent", context)
        self._device, self._context = device, context
        self._modules: dict[str, Any] = {}

    def _attribute(self, number: int) -> int:
        value = c_int()
        _call("cuDeviceGetAttribute", byref(value), number, self._device)
        return value.value

    @property
    def name(self) -> str:
        """What the card is called."""
        text = ctypes.create_string_buffer(100)
        _call("cuDeviceGetName", text, 100, self._device)
        return text.value.decode()

    @property
    def processors(self) -> int:
        """How many multiprocessors it has."""
        return self._attribute(PROCESSORS)

    @property
    def architecture(self) -> int:
        """What its processors can do: 90 for 9.0."""
        return 10 * self._attribute(MAJOR) + self._attribute(MINOR)

    @property
    def free(self) -> int:
        """Bytes of its memory that are free."""
        self.enter()
        free, total = c_size_t(), c_size_t()
        _call("cuMemGetInfo_v2", byref(free), byref(total))
        return free.value

    def enter(self) -> None:
        """Use this device in the thread that calls."""
        _call("cuCtxSetCurrent", self._context)

    def stack(self, size: int) -> None:
        """Give every lane this many bytes for calls of functions."""
        _call("cuCtxSetLimit", STACK, c_size_t(size))

    # --- memory ------------------------------------------------------------------------------------------------

    def allocate(self, size: int) -> int:
        """The address of new memory."""
        address = c_uint64()
        _call("cuMemAlloc_v2", byref(address), c_size_t(max(size, 8)))
        return address.value

    def release(self, address: int) -> None:
        """Give memory back."""
        _call("cuMemFree_v2", c_uint64(address))

    def upload(self, address: int, array: np.ndarray[Any, Any]) -> None:
        """Copy an array to the device."""
        _call("cuMemcpyHtoD_v2", c_uint64(address), c_void_p(array.ctypes.data), c_size_t(array.nbytes))

    def download(self, address: int, array: np.ndarray[Any, Any]) -> None:
        """Copy memory of the device into an array."""
        _call("cuMemcpyDtoH_v2", c_void_p(array.ctypes.data), c_uint64(address), c_size_t(array.nbytes))

    def clear(self, address: int, size: int) -> None:
        """Set memory to zeros."""
        _call("cuMemsetD8_v2", c_uint64(address), 0, c_size_t(size))

    # --- code --------------------------------------------------------------------------------------------------

    def load(self, ptx: str, entry: str) -> Any:
        """A kernel, from its text for the driver."""
        if ptx not in self._modules:
            module, said = c_void_p(), ctypes.create_string_buffer(4096)
            options = (c_int * 2)(LOG, LOG_SIZE)
            values = (c_void_p * 2)(ctypes.cast(said, c_void_p), c_void_p(len(said)))
            try:
                _call("cuModuleLoadDataEx", byref(module), ptx.encode(), 2, options, values)
            except NoGPUError as error:
                raise NoGPUError(f"{error}: {said.value.decode(errors='replace').strip()}") from None
            self._modules[ptx] = module
        function = c_void_p()
        _call("cuModuleGetFunction", byref(function), self._modules[ptx], entry.encode())
        return function

    def launch(self, function: Any, blocks: int, threads: int, words: list[Any]) -> float:
        """Run a kernel to its end; returns the seconds that it took on the device. The arguments are integers and
        floats of 64 bits each."""
        values = [ctypes.c_double(w) if isinstance(w, float) else c_uint64(w & (1 << 64) - 1) for w in words]
        args = (c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
        begun, ended = c_void_p(), c_void_p()
        _call("cuEventCreate", byref(begun), c_uint(0))
        _call("cuEventCreate", byref(ended), c_uint(0))
        try:
            _call("cuEventRecord", begun, None)
            one = c_uint(1)
            size = c_uint(blocks), one, one, c_uint(threads), one, one
            _call("cuLaunchKernel", function, *size, c_uint(0), None, args, None)
            _call("cuEventRecord", ended, None)
            while (code := library().cuEventQuery(ended)) == NOT_READY:
                time.sleep(POLL)
            if code != OK:
                _call("cuEventSynchronize", ended)
            took = c_float()
            _call("cuEventElapsedTime", byref(took), begun, ended)
            return took.value / 1000
        finally:
            library().cuEventDestroy_v2(begun)
            library().cuEventDestroy_v2(ended)


@cache
def gpu() -> GPU:
    """The GPU of this machine. NoGPUError, with the reason in one line, if there is none."""
    return GPU()
