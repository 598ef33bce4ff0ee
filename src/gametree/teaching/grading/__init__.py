"""Grading: a student's search runs in a process of its own, and is compared with the textbook's, node by node.

>>> from gametree.teaching.grading.assignment import Assignment, Test
>>> from gametree import load
>>> test = Test("the tree worth 3", load("tree:example=textbook"), compare={"value": 1, "visited": 1})
>>> report = grade_source("def minimax(game, s): return 3", Assignment("Minimax", (test,)))
>>> print(report)
Minimax: 0.5 of 1 points
<BLANKLINE>
✗ the tree worth 3: 0.5 of 1
  visited: 1 nodes, 13 in the textbook's search; your program never looked at a1, which cannot be left out
  value: right (3)
<BLANKLINE>
  The textbook's search, step 2 of 32:
      step 1  enter the root
    → step 2  enter a1
  To see it drawn:
    gametree trace tree:example=textbook --algorithm minimax --step 2 --svg step.svg
"""

from __future__ import annotations

import os
import stat
import time as clock
from pathlib import Path
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.teaching.grading.assignment import Assignment, read_assignment
from gametree.teaching.grading.desk import Desk
from gametree.teaching.grading.process import run
from gametree.teaching.grading.report import Report
from gametree.teaching.grading.verdict import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 1 << 20
"""The most bytes of a student's file."""


def grade(student: str | Path, tests: str | Path, progress: Callable[[str], None] | None = None) -> Report:
    """Grade a student's file by the tests of a folder."""
    assignment = read_assignment(tests)
    return grade_source(_read(student), assignment, progress)


def grade_source(source: str, assignment: Assignment, progress: Callable[[str], None] | None = None) -> Report:
    """Grade a program, each test in a process of its own."""
    if os.name != "posix":
        raise GameError("grade needs Linux or macOS: only there a program can be kept within limits")
    begun = clock.monotonic()
    verdicts: list[Verdict] = []
    for test in assignment.tests:
        if progress is not None:
            progress(test.name)
        desk = Desk(
            test.game, list(test.to_start()), test.depth, most=test.states, estimates=test.algorithm != "evaluate"
        )
        verdicts.append(judge(test, run(source, test, desk), desk))
    return Report(assignment.title, tuple(verdicts), clock.monotonic() - begun)


def _read(student: str | Path) -> str:
    place = Path(student)
    try:
        if place.is_symlink() or not stat.S_ISREG(place.stat().st_mode):
            raise GameError(f"{student}: not a plain file")  # a link may lead to the solution, a pipe never ends
        if place.stat().st_size > LARGEST:
            raise GameError(f"{student}: larger than a program is: {LARGEST:,} bytes at most")
        return place.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise GameError(f"{student}: not a text in UTF-8") from None
    except OSError as error:
        raise GameError(f"{student}: {(error.strerror or str(error)).lower()}") from None
