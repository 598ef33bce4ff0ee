"""``solve``: the exact value of a game with best play, and what proves it."""

from __future__ import annotations

import functools
import os
import re
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.errors import GameError
from gametree.files import check_folder
from gametree.game import AnyGame, provides
from gametree.hooks import asked
from gametree.notation.names import line_at
from gametree.solving.task import GIB, StoppedError, Task
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.cluster.crowd import Cluster
    from gametree.solving.solution import Solution
    from gametree.solving.task import SolveProgress

    Solver = Callable[[AnyGame, Any, Task], Solution]

LEVELS = ("auto", "strong", "weak", "ultra-weak")
MOST_THREADS = 256
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


@again_if_outgrown
def solve(
    game: str | AnyGame,
    position: Any = None,
    *,
    moves: str = "",
    level: str = "auto",
    goal: str | float | None = None,
    method: str | None = None,
    threads: int | None = None,
    memory: int | str = 8 * GIB,
    out: str | Path | None = None,
    database: str | Path | None = None,
    outcomes: bool = False,
    gpu: bool = False,
    cluster: str | Cluster | None = None,
    progress: Callable[[SolveProgress], None] | None = None,
    stop: threading.Event | None = None,
    **options: Any,
) -> Solution:
    """Solve a game from a position: a state, a Line, a text as the game writes it, or None for the initial state; after
    the ``moves`` played from there, by name.

    With more than two players a value is a tuple, and the game must end: see ``solving/strong/several.py`` for the rule
    for ties.

    ``level`` is ``"strong"`` (every position that can be reached), ``"weak"`` (the start, with a strategy that proves
    it) or ``"ultra-weak"`` (the value alone, by an argument); ``"auto"`` is strong if that fits into memory or ``out``
    is given, otherwise weak. ``memory`` limits the tables, in bytes or as ``"8GiB"``. ``out`` is where the database or
    the certificate is written. With ``outcomes`` every position with a number is solved for win, draw or loss alone,
    slice by slice, into a compressed database. With ``gpu`` a GPU fills the table of a
    game that numbers its positions. With ``cluster`` the workers of a Dask scheduler (its address, or ``local:4``)
    solve a game with tiers, in ``out``, a folder that all of them see: docs/cluster.md. ``progress`` is called from
    time to time. ``stop`` ends the work from another thread: then StoppedError is raised.

    A weak solution may rest on a ``database`` of the same game (``out`` of an earlier solve): its positions are not
    searched, and who checks the certificate needs it. There are also a ``goal``, ``"win"``, ``"draw"`` or a number: it
    is then only asked whether Max can get at least this, and the value is a bound; a ``method``, ``"dfpn"``,
    ``"alphabeta"``, or ``"auto"`` for both in turn; and ``options`` of the proof-number search, ``initial`` and
    ``epsilon``. Without ``threads`` a weak solution is searched for by one thread, and a strong one by all cores.

    >>> found = solve("tictactoe")
    >>> found.outcome, found.positions
    ('draw', 5478)
    >>> found.moves(load("tictactoe").parse("XX. OO. ..."))[0]
    Move(action=2, name='3', value=1.0, remoteness=1)
    >>> bounded = solve("tictactoe", goal="win")
    >>> bounded.value, bounded.bound
    (0.0, 'upper')
    """
    game = load(game)
    if goal is not None or method is not None or database is not None or options:
        level = _weak(level)
    if outcomes and level not in ("auto", "strong"):
        raise GameError(f"outcomes are those of all positions (level strong), not of level {level}")
    if level not in LEVELS:
        raise GameError(f"unknown level {level!r}; there are {', '.join(LEVELS)}")
    start = line_at(game, position, moves).states(game)[-1]
    if out is not None:
        check_folder(out)
    task = Task(
        memory=bytes_of(memory), threads=_threads(threads), out=None if out is None else Path(out), progress=progress,
        halt=threading.Event() if stop is None else stop,
    )  # fmt: skip
    if game.players > 2 and level == "weak":
        raise GameError(f"{title(game)}: weak solutions are for two players; with {game.players}, solve it strongly")
    if level == "weak":
        solver = _proving(game, goal, method, options, threads or 1, database)
    else:
        solver = _by_slices() if outcomes else _solver(game, start, level, task)
    if cluster is not None:
        return replace(_on_cluster(game, start, task, cluster, level, gpu=gpu, outcomes=outcomes), start=start)
    if gpu and (workshop := _workshop_there(game, level, outcomes=outcomes)) is not None:
        from gametree.solving.dense.solve import solve_dense

        task, solver, level = replace(task, workshop=workshop), solve_dense, "strong"
    if task.out is not None:
        _say_what_is_kept(game, solver)
    try:
        if level == "auto" and task.out is None and not outcomes:
            found = _strong_or_weak(game, start, task, solver, threads or 1)
        else:
            found = solver(game, start, task)
    except MemoryError:
        how = "give the tables less memory (--memory), or raise the limit of this process (ulimit -v)"
        raise GameError(f"{title(game)}: out of memory; {how}") from None
    return replace(found, start=start)


def _on_cluster(
    game: AnyGame, start: Any, task: Task, cluster: str | Cluster, level: str, *, gpu: bool, outcomes: bool
) -> Solution:
    """The solution by tiers, on the workers of a cluster."""
    from gametree.cluster.joining import joined
    from gametree.solving.tiers.solve import solve_tiers

    if level not in ("auto", "strong") or outcomes or gpu:
        raise GameError("a cluster solves strongly and by tiers: leave out level, outcomes and gpu")
    if task.out is None or not provides(game, "tier"):
        raise GameError(
            f"{title(game)}: a cluster solves by tiers: it needs the hook tier, and --out in a folder that all share"
        )
    with joined(cluster) as crowd:
        return solve_tiers(game, start, replace(task, cluster=crowd))


def _workshop_there(game: AnyGame, level: str, *, outcomes: bool) -> Any:
    """What fills a dense table on the GPU; None, after a line that says why, if there is no GPU."""
    from gametree.gpu.driver import NoGPUError
    from gametree.gpu.lanes import Graphics
    from gametree.gpu.tables import on_device

    if level not in ("auto", "strong") or outcomes or not all(provides(game, n) for n in ("index", "state")):
        raise GameError(
            f"{title(game)}: a GPU fills the dense table of a strong solution: that needs index, state and index_size"
        )
    try:
        return on_device(Graphics())
    except NoGPUError as error:
        print(f"gametree: {error}; the processor does the work", file=sys.stderr)
        return None


WRITING = {"solve_tiers": True, "solve_dense": True, "solve_slices": True, "solve_strong": False, "solve_weak": False}
"""The solvers that write something; True for those that continue where they were stopped."""


def _say_what_is_kept(game: AnyGame, solver: Solver) -> None:
    """Refuse an ``out`` to which nothing would be written; warn if a stopped solve would begin again."""
    name = getattr(getattr(solver, "func", solver), "__name__", "")
    if name == "solve_several":
        return  # the solver itself refuses it
    if name not in WRITING:
        what = "an argument" if name == "ultra_weak" else "expectations of a game of chance"
        raise GameError(f"{title(game)}: {what} cannot be written to a file; leave out --out")
    if not WRITING[name]:
        print(f"{title(game)}: nothing is written before the end; a stopped solve begins again", file=sys.stderr)


def _strong_or_weak(game: AnyGame, start: Any, task: Task, solver: Solver, threads: int) -> Solution:
    """The strong solution; if it does not fit into memory, the weak one, where possible."""
    from gametree.solving.strong.solve import MemoryLimitError

    try:
        return solver(game, start, task)
    except MemoryLimitError as error:
        from gametree.solving.proof.solve import refuse, solve_weak

        try:
            refuse(game)
        except GameError:
            raise error from None
        answer = solve_weak(game, start, task, threads=threads)
        return replace(answer, notes=(*answer.notes, f"not solved strongly: {error}"))


def _weak(level: str) -> str:
    """The level of a proof, for which a goal, a method, a database or an option was given."""
    if level not in ("auto", "weak"):
        raise GameError(f"a goal, a method, a database and options are for level weak, not {level}")
    return "weak"


def _proving(
    game: AnyGame, goal: str | float | None, method: str | None, options: dict[str, Any], threads: int,
    database: str | Path | None,
) -> Solver:  # fmt: skip
    """The solver that proves the value of the start, or that it meets a goal."""
    from gametree.options import check_options
    from gametree.solving.proof.prover import Tuning
    from gametree.solving.proof.solve import solve_weak

    check_options("solve", vars(Tuning()), options)
    tuning = Tuning(**options)
    known = None
    if database is not None:
        from gametree.solving.database import Database

        known = Database(database, game)
    return functools.partial(
        solve_weak, method=method or "auto", goal=goal, tuning=tuning, threads=threads, database=known
    )


def _by_slices() -> Solver:
    """The solver for win, draw or loss alone."""
    from gametree.solving.slices.solve import solve_slices

    return solve_slices


def _solver(game: AnyGame, start: Any, level: str, task: Task) -> Solver:
    """The solver that fits the game."""
    if level == "ultra-weak":
        from gametree.solving.theorems import ultra_weak

        return ultra_weak
    if game.players > 2:
        from gametree.solving.strong.several import solve_several

        return solve_several
    if provides(game, "chances"):
        from gametree.solving.chance.rolls import fits as numbered
        from gametree.solving.chance.rolls import solve_rolls
        from gametree.solving.chance.solve import solve_chance

        return solve_rolls if numbered(game) else solve_chance
    from gametree.solving.numbering import fits, graded
    from gametree.solving.strong.solve import SMALL, solve_strong

    if task.out is None and graded(game, start):
        from gametree.solving.levels import solve_levels

        return solve_levels
    if (
        start == game.initial()
        and fits(game, task)
        and (asked(game, "index_size") > SMALL or provides(game, "repeated"))
    ):
        from gametree.solving.dense.solve import solve_dense

        return solve_dense
    if task.out is not None and provides(game, "tier"):
        from gametree.solving.tiers.solve import solve_tiers

        return solve_tiers
    return solve_strong


def bytes_of(size: int | str) -> int:
    """A size in bytes, given as a number or with a unit.

    >>> bytes_of("1.5GiB"), bytes_of("200M"), bytes_of(1000)
    (1610612736, 209715200, 1000)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", str(size).strip(), re.IGNORECASE)
    number = int(float(match[1]) * UNITS[match[2].upper()]) if match else 0
    if number <= 0:
        raise GameError(f"not a size of memory: {size!r}; write it as 8GiB or 500MiB")
    return number


def _threads(threads: int | None) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise GameError(f"the number of threads must be a whole number from 1 to {MOST_THREADS}, not {threads!r}")
    return threads


__all__ = ["StoppedError", "solve"]
