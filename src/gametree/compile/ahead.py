# pyright: basic
"""Compile beside a search: a kernel that is not in the cache is compiled in another process, while plain Python works.

The other process is a fork of this one, so it knows every game that this one knows, from wherever its rules come. It
compiles the kernel, compares the rules with Python, writes the code to the cache and ends. This process then loads the
code. What the other process finds out about rules that do not compile is in the cache too.

Compiling in this process would hold up everything else: most of it is Python, under the interpreter's lock.

``Coming`` is one such kernel. ``coming`` decides whether there is one: not if the kernel is there, if it is known not
to compile, if there is no cache on the disk by which to hand it over, or if the environment says
``GAMETREE_COMPILE=first``. Where there is none, ``prepare`` compiles as always.
"""

from __future__ import annotations

import atexit
import gc
import math
import os
import signal
import sys
import threading
import time
import warnings
from contextlib import suppress
from typing import Any

from gametree.compile import cache
from gametree.compile.interpreted import NotCompiledError
from gametree.titles import title

FIRST = "first"
"""With this in ``GAMETREE_COMPILE``, nothing is searched before it is compiled: for tests and measurements."""
WAIT = 0.3
"""Seconds of the processor's time in plain Python before a kernel is compiled. What is finished by then needs none."""
NICE = 2
"""How much the other process stands back where there are not enough cores: a little, since the search waits for it."""
GUARD = 0.25
"""Seconds between two looks of the other process at whether this one still lives."""
STUCK = 60.0
"""Seconds without any work after which the other process gives up: a lock that it needs was taken when it began."""
LEAVING = 5.0
"""Seconds that a kernel gets to be loaded when this process ends: the machine code must not be cut off in between."""
ALONE = 120.0
"""Seconds that the other process gets to finish when this one has ended: the next start then finds the kernel."""

GOODBYE = getattr(signal, "SIGUSR1", signal.SIGTERM)
"""This signal tells the other process that this one ends."""


def coming(entry: Any, *args: Any) -> Coming | None:
    """The kernel for these arguments, if it has to be compiled and another process can do it; otherwise None."""
    return None if compiles_first() else missing(entry, *args)


def compiles_first() -> bool:
    """Does the environment say that nothing is searched or solved before it is compiled?"""
    return os.environ.get("GAMETREE_COMPILE") == FIRST


def missing(entry: Any, *args: Any) -> Coming | None:
    """The same, whatever the environment says."""
    from gametree.compile.kernels import is_settled, key_of_kernel

    if not hasattr(os, "fork") or sys.platform == "darwin":
        return None
    where = cache.place()
    if where is None or not os.access(where, os.W_OK):
        return None
    key = key_of_kernel(entry, *args)
    with _lock:
        if (known := _all.get(key)) is not None:
            return None if known.ready.is_set() else known
        try:
            if is_settled(entry, *args):
                return None
        except NotCompiledError:
            return None
        return _all.setdefault(key, Coming(key, entry, args))


class Coming:
    """A kernel that another process compiles. It is begun once, however many searches wait for it."""

    def __init__(self, key: str, entry: Any, args: tuple[Any, ...]):
        self.key, self.entry, self.args = key, entry, args
        self.process: int | None = None
        self.waited = 0.0
        """Seconds of the processor's time that plain Python has searched for want of this kernel."""
        self.ready = threading.Event()
        """Set when the kernel is loaded, or known not to compile: then ``prepare`` answers at once."""
        self.stopped = self.is_loading = False
        self.thread: threading.Thread | None = None

    def wait(self, seconds: float) -> None:
        """Plain Python has searched for this many seconds; after a while the kernel is worth compiling."""
        with _lock:
            self.waited += seconds
        if self.waited >= WAIT:
            self.begin()

    def begin(self, *, load: bool = True) -> None:
        """Start the other process, if it has not been started, and say so. Without ``load``, only the cache gets it."""
        with _lock:
            if self.process is not None or self.ready.is_set():
                return
            try:
                self.process = _forked(self.entry, self.args)
            except OSError:  # no memory or no process left
                self.ready.set()
                return
            self.thread = threading.Thread(target=self._attend, args=(load,), daemon=True)
            self.thread.start()
        if load:
            print(self.line(), file=sys.stderr)

    def line(self) -> str:
        """What happens, in one line."""
        game = title(self.args[0])
        how = f"(gametree cache build {game} compiles it beforehand)"
        return f"compiling {game} in another process; until then plain Python searches {how}"

    def _attend(self, load: bool) -> None:
        """Wait for the end of the other process, and load what it has left. If it has left nothing, it was killed: then
        this process compiles."""
        from gametree.compile.kernels import forget_verdicts, prepare

        with suppress(ChildProcessError):  # somebody else has heard of its end
            os.waitpid(self.process or 0, 0)
        with _lock:
            self.is_loading = not self.stopped
        if self.is_loading:
            forget_verdicts()
            with suppress(NotCompiledError):
                if load:
                    prepare(self.entry, *self.args, quiet=True)
        self.ready.set()

    def stop(self) -> None:
        """End the other process."""
        self._send(signal.SIGKILL)
        if self.thread is not None:
            self.thread.join(LEAVING)

    def leave(self) -> None:
        """Let the other process finish alone. A kernel that is being loaded is waited for."""
        self._send(GOODBYE)
        if self.thread is not None and self.is_loading:
            self.thread.join(LEAVING)

    def _send(self, sign: int) -> None:
        with _lock:
            self.stopped = True
            _all.pop(self.key, None)
            if self.process is not None and not (self.is_loading or self.ready.is_set()):
                with suppress(ProcessLookupError):
                    os.kill(self.process, sign)


_all: dict[str, Coming] = {}
_lock = threading.RLock()


@atexit.register
def leave_all() -> None:
    """This process ends. The other ones finish what they compile, for the next start; after Ctrl-C they end too."""
    if getattr(sys, "last_type", None) is KeyboardInterrupt:
        stop_all()
    for known in list(_all.values()):
        known.leave()


def stop_all() -> None:
    """End the other processes."""
    for known in list(_all.values()):
        known.stop()


def _forked(entry: Any, args: tuple[Any, ...]) -> int:
    """Start the other process; its number. Nothing compiles at this moment, so no lock of the compiler is taken."""
    from numba.core.compiler_lock import global_compiler_lock

    parent = os.getpid()
    with global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks where there are threads
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {GOODBYE})  # for the other process, which waits for it
        child = os.fork()
    if child == 0:
        _compile(parent, entry, args)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return child


def _compile(parent: int, entry: Any, args: tuple[Any, ...]) -> None:
    """What the other process does. It never returns, writes nothing but the cache, and lets go of what is open."""
    from gametree.compile.kernels import prepare

    status = 1
    try:
        gc.freeze()  # what the first process has open is not closed here
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: the first process decides
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _let_go()
        os.nice(NICE)
        threading.Thread(target=_guard, args=(parent,), daemon=True).start()
        prepare(entry, *args, quiet=True)
        status = 0
    except NotCompiledError:
        status = 0
    finally:
        os._exit(status)


def _let_go() -> None:
    """Nothing that is open in the first process stays open because of this one."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    try:
        numbers = [int(n) for n in os.listdir("/proc/self/fd")]
    except OSError:
        numbers = [0, 1, 2]
    for n in numbers:
        if n != nowhere:
            with suppress(OSError):
                os.dup2(nowhere, n)
    sys.stdin = open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _guard(parent: int) -> None:
    """End with the first process, unless it has said goodbye; and end if nothing goes on."""
    worked, since, late = 0.0, time.monotonic(), math.inf
    while True:
        orphaned = os.getppid() != parent
        if signal.sigtimedwait({GOODBYE}, GUARD):  # it was sent before the first process ended
            late = time.monotonic() + ALONE
        now = time.monotonic()
        if time.process_time() > worked + GUARD:
            worked, since = time.process_time(), now
        if (orphaned and late == math.inf) or now - since > STUCK or now > late:
            os._exit(1)
