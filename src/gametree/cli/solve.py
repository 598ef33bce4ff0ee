"""``gametree solve``."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from gametree.analysis import show_count
from gametree.catalogue import load
from gametree.cli.common import ClusterWords, GameWords, Json, Moves, Position, emit, options_of, whole
from gametree.cli.progress import LiveLine
from gametree.interrupts import interrupts
from gametree.notation.names import line_at
from gametree.solving.task import StoppedError

if TYPE_CHECKING:
    from gametree.solving.solution import Solution
    from gametree.solving.task import SolveProgress

INTERRUPTED = 128 + 2
EVERY = 0.2
"""Seconds between two updates of the live line."""


def solve(
    game: GameWords,
    /,
    *,
    position: Position = None,
    moves: Moves = "",
    level: Annotated[
        str, Parameter(help="strong (every position), weak (the start, with a proof), ultra-weak (by an argument).")
    ] = "auto",
    goal: Annotated[
        str | None, Parameter(help="Prove only that Max can win (win), draw (draw), or get at least a number; weak.")
    ] = None,
    method: Annotated[str | None, Parameter(help="How to prove it: dfpn, alphabeta, or auto (in turn); weak.")] = None,
    option: Annotated[
        list[str] | None,
        Parameter(help="An option of the proof-number search: initial=mobility, epsilon=0.5; weak.", negative=""),
    ] = None,
    threads: Annotated[int | None, Parameter(converter=whole, help="Work with this many threads.")] = None,
    memory: Annotated[str, Parameter(help="How much memory the tables may take.")] = "8GiB",
    out: Annotated[str | None, Parameter(help="Write the database, or the certificate, here.")] = None,
    database: Annotated[
        str | None, Parameter(help="A database (--out of an earlier solve) on which the proof may rest; weak.")
    ] = None,
    outcomes: Annotated[
        bool, Parameter(help="Win, draw or loss alone, slice by slice, compressed.", negative="", show_default=False)
    ] = False,
    estimate: Annotated[
        bool, Parameter(help="Only estimate the size of the game, from a sample.", negative="", show_default=False)
    ] = False,
    tiers: Annotated[
        bool, Parameter(help="Show the counts of each tier too.", negative="", show_default=False)
    ] = False,
    explore: Annotated[
        bool, Parameter(help="Then walk through the positions, with their values.", negative="", show_default=False)
    ] = False,
    gpu: Annotated[
        bool, Parameter(help="Let a GPU fill the dense table of a strong solution.", negative="", show_default=False)
    ] = False,
    cluster: ClusterWords = None,
    json: Json = False,
) -> int:
    """The exact value of a game with best play, and what proves it.

    By default it solves strongly, if that fits into memory: every position that can be reached gets its value and its
    distance to the end (the quickest win, the slowest loss). With --out, a stopped run continues where it stopped, if
    the game has tiers or numbers its positions. Ctrl-C stops it. Values are those of the first player (Max); with more
    than two players there is one value for each, by max^n; of equally good moves the first is taken.
    """
    from gametree.verbs.solve import solve as answer

    rules = load(game)
    start = line_at(rules, position, moves)
    if estimate:
        from gametree.solving.estimating.estimate import estimate as sized

        emit(sized(rules, start), json)
        return 0
    stop = threading.Event()
    live = Live()
    with interrupts(stop), live:
        try:
            found = answer(
                rules, start, level=level, goal=goal, method=method, threads=threads, memory=memory, out=out,
                outcomes=outcomes, database=database, gpu=gpu, cluster=cluster, progress=live, stop=stop,
                **options_of(option or [], answer),
            )  # fmt: skip
        except StoppedError:
            live.clear()
            resumable = out is not None and any(Path(f"{out}.work").glob("*-*.npy"))
            sys.stderr.write(f"gametree: stopped; {live.left(resumable)}\n")
            return INTERRUPTED
    if json:
        emit(found, json)
    else:
        print("\n".join(account(found, tiers=tiers)))
    if explore:
        from gametree.verbs.explore import explore as walk

        walk(found, start.states(rules)[-1])
    return 0


def account(found: Solution, *, tiers: bool = False) -> list[str]:
    """A solution for people, in lines.

    >>> from gametree import solve
    >>> print("\\n".join(account(solve("tictactoe"))[1:]))
    positions    2,936 won, 1,474 lost, 1,068 drawn for Max; 765 up to symmetry
    games        end after 9 actions at most
    """
    rows: list[tuple[str, str]] = []
    if found.wins is not None:
        counts = f"{found.wins:,} won, {found.losses:,} lost, {found.draws:,} drawn for Max"
        same = "" if found.classes is None else f"; {found.classes:,} up to symmetry"
        rows.append(("positions", counts + same))
    if found.longest is not None:
        rows.append(("games", f"end after {found.longest:,} actions at most"))
    elif found.loops:
        rows.append(("games", "can go on for ever: positions come back"))
    if found.path is not None:
        rows.append(("written to", found.path))
    rows += [("note", note) for note in found.notes]
    lines = [str(found), *(f"{name:12} {text}" for name, text in rows)]
    if tiers and found.tiers:
        head = ("tier", "positions", "wins", "losses", "draws")
        cells = [head, *(tuple(f"{n:,}" for n in vars(tier).values()) for tier in found.tiers)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines += ["  ".join(cell.rjust(n) for cell, n in zip(row, widths, strict=True)) for row in cells]
    return lines


class Live(LiveLine):
    """The live line of a solve, on stderr where that is a terminal: what is being done, how fast, and the time left."""

    def __init__(self) -> None:
        super().__init__(EVERY)
        self.last: SolveProgress | None = None
        self.began: dict[str, float] = {}

    def __call__(self, report: SolveProgress) -> None:
        """The work has come further."""
        self.last = report
        self.began.setdefault(report.what, report.seconds)
        self.show(self.describe(report))

    def describe(self, report: SolveProgress) -> str:
        """One line on how far it has come.

        >>> from gametree.solving.task import SolveProgress
        >>> Live().describe(SolveProgress("labelling", 500, 2000, 4.0))
        'labelling: 500 of 2,000 positions'
        """
        taken = report.seconds - self.began.get(report.what, report.seconds)
        of = f" of {report.total:,}" if report.total else ""
        parts = [f"{report.what}: {report.done:,}{of} positions"]
        if taken > 0 and report.done:
            parts.append(f"{show_count(report.done / taken)}/s")
            if report.total:
                parts.append(f"{duration(taken * max(report.total - report.done, 0) / report.done)} left")
        return ", ".join(parts)

    def left(self, kept: bool) -> str:
        """What is kept of a solve that was stopped."""
        if self.last is None:
            return "nothing has been found yet"
        again = "the same command continues from the files on the disk" if kept else "nothing was kept"
        return f"{self.describe(self.last)}; {again}"


def duration(seconds: float) -> str:
    """Seconds for people.

    >>> duration(42), duration(150), duration(9000)
    ('42 s', '2.5 min', '2.5 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
