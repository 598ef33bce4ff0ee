# pyright: basic
# pyright: reportAttributeAccessIssue=false
# (Numba's own annotations of contexts made lazily are wrong)
"""Kernels: compiled entry points, from their decorator to the callable for one game."""

from __future__ import annotations

import hashlib
import re
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from numba import njit, types
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target

import gametree.compile.attributes
import gametree.compile.instructions
import gametree.compile.wide  # noqa: F401 (these tell Numba what ``game.name``, ``bits`` and wide integers are)
from gametree.blame import is_ours_file
from gametree.compile import cache
from gametree.compile.digest import definitions, function_of
from gametree.compile.explain import explain
from gametree.compile.frontend.front import front_of, outgrown
from gametree.compile.frontend.runtime import OutOfShapeError, RaisesError, RulesRaiseError
from gametree.compile.interpreted import WHY_NOT_REWRITTEN, DiffersError, NotCompiledError
from gametree.compile.kernel_cache import KernelCache, package_stamp
from gametree.compile.methods import ChangedError
from gametree.compile.numba_setup import RETURNS
from gametree.compile.pipeline import OPTIONS
from gametree.compile.rowform import RowForm, row_outgrown
from gametree.compile.trial.trying import too_wide
from gametree.compile.trial.watched import is_ours
from gametree.game import Game
from gametree.hooks import COMPILED_METHODS
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame


def kernel(function: Callable[..., Any], returns: types.Type = types.int64) -> Any:
    """A compiled entry point: a module-level function whose first argument is a game. Runs without the GIL. A kernel
    that calls itself returns ``returns``, by default an integer."""
    dispatcher: Any = njit(**OPTIONS)(function)
    RETURNS[function] = returns
    dispatcher._cache = KernelCache(function)
    return dispatcher


def real_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that returns a float."""
    return kernel(function, types.float64)


def cached(entry: Any, *args: Any) -> bool:
    """Can this kernel start at once for these arguments, without compiling anything?"""
    sig = tuple(numba.typeof(a) for a in args)
    if sig in entry.overloads:
        return True
    return cache.read(entry._cache.key(sig, cpu_target.target_context.codegen())) is not None


_failures: dict[tuple[Any, ...], str] = {}


def _compile_aside(entry: Any, sig: tuple[Any, ...], game: AnyGame) -> None:
    """Compile in a thread of its own: a Ctrl-C that came while LLVM calls back into Python would be lost."""
    errors: list[Exception] = []

    def work() -> None:
        try:
            entry.compile(sig)
        except Exception as error:  # for every error of the compiler, the game can still run interpreted
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if errors:
        _failures[sig] = _reason(errors[0], game)
        if isinstance(errors[0], NumbaError) and isinstance(game, Game):  # it would fail again
            cache.write(_failure_key(entry, sig, game), _failures[sig].encode())
        raise NotCompiledError(_failures[sig]) from errors[0]


def _reason(error: Exception, game: Any) -> str:
    """Why a game does not compile. Numba saw the rules as they are written, and names the first line that *it* does not
    take; where the front end stumbled over another line, that is the one to change."""
    told = explain(error, game)
    if not isinstance(game, Game):
        return told
    if (front := front_of(game)) is not None:
        return front.why_interpreted or told
    theirs, ours = (re.search(r"line (\d+): ", text) for text in (told, WHY_NOT_REWRITTEN.get(game, "")))
    if theirs is None or ours is None or theirs[1] == ours[1] or isinstance(error, ChangedError):
        return told
    return f"{Path(type(game).result.__code__.co_filename).name}, {WHY_NOT_REWRITTEN[game]}"


def _failure_key(entry: Any, sig: tuple[Any, ...], game: AnyGame) -> str:
    """Under which key it is kept that a kernel does not compile: the reason names lines, so these count too."""
    functions = [function_of(d) for name in COMPILED_METHODS for _, d in definitions(type(game), name)]
    lines = [(f.__code__.co_filename, f.__code__.co_firstlineno) for f in functions if f is not None]
    where = hashlib.sha256(repr(lines).encode()).hexdigest()[:16]
    return f"fails-{entry._cache.key(sig, cpu_target.target_context.codegen())}-{where}"


_TRIAL = Path(__file__).parent / "trial"
_differences: dict[str, str] = {}


def _known_difference(identity: str, told: str | None = None) -> str:
    """How compiled rules of this digest differ from Python, as remembered in the cache. ``told`` is stored as the new
    answer."""
    facts = identity, numba.__version__, sys.version_info[:3], package_stamp(str(_TRIAL))
    key = f"differs-{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"
    if told is not None:
        _differences[key] = told
        cache.write(key, told.encode())
    elif key not in _differences:
        _differences[key] = (cache.read(key) or b"").decode()
    return _differences[key]


def _compile_compared(entry: Any, sig: tuple[Any, ...], game: AnyGame) -> None:
    """Compile, and compare the compiled rules with Python; only then is the code kept."""
    from gametree.compile.comparison import difference

    told = None
    entry._cache.withheld[sig] = None
    try:
        _compile_aside(entry, sig, game)
        told = difference(game, sig[0].identity)
    finally:
        entry._cache.release(sig, keep=told == "")
        if told != "":  # it must not be kept, also if the comparison was interrupted
            entry.overloads.pop(sig, None)
    if told:
        _known_difference(sig[0].identity, told)
        raise DiffersError(told)


def is_settled(entry: Any, *args: Any) -> bool:
    """Need nothing be compiled for these arguments? False if nothing is known yet. Raises NotCompiledError, with the
    reason in one line, if the rules are known not to compile."""
    game, sig = args[0], tuple(numba.typeof(a) for a in args)
    _refuse(entry, sig, game, compare=_is_compared(game))
    return sig in entry.overloads or cached(entry, *args)


def key_of_kernel(entry: Any, *args: Any) -> str:
    """The name of this kernel for these arguments in the cache."""
    return entry._cache.key(tuple(numba.typeof(a) for a in args), cpu_target.target_context.codegen())


def forget_verdicts() -> None:
    """Look again into the cache: another process may have found that rules differ."""
    _differences.clear()


def _is_compared(game: Any) -> bool:
    return isinstance(game, Game) and not is_ours(type(game))


def _refuse(entry: Any, sig: tuple[Any, ...], game: AnyGame, *, compare: bool) -> None:
    """Raise NotCompiledError for rules that are known not to compile, to need more than 64 bits, or to differ."""
    if isinstance(game, Game) and (front := front_of(game)) is not None and front.reason:
        raise NotCompiledError(front.reason)
    if isinstance(game, Game) and (reason := too_wide(game)):
        raise NotCompiledError(reason)
    if isinstance(game, Game) and (reason := _raised.get(sig[0].identity)):
        raise NotCompiledError(reason)
    if compare and (reason := _known_difference(sig[0].identity)):
        raise DiffersError(reason)
    if sig in entry.overloads:
        return
    if sig not in _failures and compare and (kept := cache.read(_failure_key(entry, sig, game))) is not None:
        _failures[sig] = kept.decode()
    if sig in _failures:
        raise NotCompiledError(_failures[sig])


def prepare(entry: Any, *args: Any, quiet: bool = False, compare: bool = True) -> Callable[..., Any]:
    """Compile a kernel for these arguments, or fetch it from the cache; say so on stderr if it will take a while.

    Returns the kernel for arguments of exactly these types: it does not look at the game's rules again. Raises
    NotCompiledError, with the reason in one line, if the rules cannot be compiled, need more than 64 bits, or differ
    from Python (tested with ``compare``). Every search and solver enters compiled code through this function.
    """
    game = args[0]
    form = next((a for a in args if isinstance(a, RowForm)), None)
    sig = tuple(numba.typeof(a) for a in args)
    compare = compare and _is_compared(game)
    _refuse(entry, sig, game, compare=compare)
    if sig in entry.overloads:
        return guarded(entry.overloads[sig].entry_point, game, form)
    fresh = not cached(entry, *args)
    line = f"compiling {type(args[0]).__name__} …"
    if fresh and not quiet:
        print(line, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    try:
        (_compile_compared if fresh and compare else _compile_aside)(entry, sig, game)
    finally:
        if fresh and not quiet and sys.stderr.isatty():
            print("\r" + " " * len(line) + "\r", end="", file=sys.stderr, flush=True)
    return guarded(entry.overloads[sig].entry_point, game, form)


def guarded(
    run: Callable[..., Any], game: Any, form: RowForm | None = None, *, compiled: bool = True
) -> Callable[..., Any]:
    """A kernel that tells if the packed form of a game (``frontend/``), or a row of its positions (``rowform.py``), has
    no room for a value; and, compiled, if a user's rules raise an error."""
    if not isinstance(game, Game):
        return run
    theirs, in_rows = not is_ours(type(game)), form is not None and bool(form.fields)
    if not theirs and not in_rows:
        return run

    def told(*args: Any) -> Any:
        try:
            return run(*args)
        except Exception as error:
            if isinstance(error, OutOfShapeError) and not isinstance(error, RaisesError):
                if front_of(game) is not None:
                    raise outgrown(game) from None
                if form is not None:
                    raise row_outgrown(game, form) from None
            if theirs and compiled:
                raise _rules_raise(game, error) from None
            raise

    return told


_raised: dict[str, str] = {}
"""By the identity of rules that have raised an error in compiled code: what is said of them."""


def _rules_raise(game: AnyGame, error: Exception) -> RulesRaiseError:
    """Compiled rules have raised an error. From now on they run interpreted, in this process: there Python raises its
    own, with the line and what it says."""
    last = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".py")][-1]
    where = "" if is_ours_file(last.filename) else f"line {last.lineno}, in {last.name}: "
    reason = f"{where}the rules raise an error in a position that has come up"
    _raised[numba.typeof(game).identity] = reason
    return RulesRaiseError(title(game), reason)
