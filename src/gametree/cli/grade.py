"""``gametree grade``."""

from __future__ import annotations

import json as as_json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from gametree.cli.common import Json, emit
from gametree.errors import GameError
from gametree.files import aside, check_folder

if TYPE_CHECKING:
    from gametree.teaching.grading.report import Report


def grade(
    student: Annotated[str | None, Parameter(help="The student's file.")] = None,
    /,
    *,
    tests: Annotated[str | None, Parameter(help="The folder with the tests: files in TOML.")] = None,
    out: Annotated[str | None, Parameter(help="Write the results to this file, as Gradescope reads them.")] = None,
    draw: Annotated[
        str | None, Parameter(help="Draw the first difference of each test to this folder, as SVG.")
    ] = None,
    course: Annotated[
        str | None, Parameter(help="Write the example course to this folder, which must be new; grade nothing.")
    ] = None,
    json: Json = False,
) -> int:
    """Grade a student's search: it is compared with the textbook's, node by node.

    Each test runs in a process of its own, with limits of time, memory and output, and without files, network or other
    processes. docs/grading.md says how tests are written, and what is contained. The exit status is 0 when all is
    right and 1 when points were lost.
    """
    if course is not None:
        _copy_course(Path(course))
        return 0
    if student is None or tests is None:
        raise GameError("grade needs a student's file and --tests FOLDER; --course FOLDER writes an example course")
    from gametree.teaching.grading import grade as run

    if out is not None:
        check_folder(out)  # before the work, not after it
    if draw is not None and Path(draw).exists() and not Path(draw).is_dir():
        raise GameError(f"--draw {draw}: it is a file; name a folder")
    report = run(student, tests, _progress)
    if draw is not None:
        _draw(report, Path(draw))
    if out is not None:
        with aside(Path(out), "the results are not written") as beside:
            beside.write_text(as_json.dumps(report.to_json(), indent=1, ensure_ascii=False), encoding="utf-8")
    emit(report, json)
    return 0 if report.passed else 1


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        print(f"{name} …", file=sys.stderr)


def _draw(report: Report, folder: Path) -> None:
    """A drawing for each test that has a difference to show."""
    from gametree.draw.files import save

    folder.mkdir(parents=True, exist_ok=True)
    for number, verdict in enumerate(report.verdicts, 1):
        if verdict.trace is not None:
            print(save(folder / f"test{number}.svg", verdict.trace.svg(verdict.step)), file=sys.stderr)


def _copy_course(folder: Path) -> None:
    from gametree.data import docs

    if folder.exists():
        raise GameError(f"--course {folder}: it is there already; name a new folder")
    with aside(folder, "the course is not written") as beside:
        shutil.copytree(docs() / "course", beside)
    print(f"{folder}: {', '.join(sorted(place.name for place in folder.iterdir() if place.is_dir()))}")
