"""The work folder ``OUT.work`` of a solve that may be killed: the same command continues from it.

    work.json       which game, which rules, which start, and how it is solved: another solve is refused there
    lock            held while a process is at work
    records         JSON with a checksum of its own, written aside and renamed; each names files with their checksums

Everything in it is checked: a record or a file with a wrong checksum counts as missing, and is made again.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import title
from gametree.compile import row_form, words_of
from gametree.compile.digest import rules_digest
from gametree.compile.frontend.runtime import OutgrownError
from gametree.data import json_of
from gametree.errors import GameError
from gametree.files import aside, check_folder, checksum, remove, sweep_folder, write_text

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from gametree.game import AnyGame

ABOUT, LOCK = "work.json", "lock"


def work_of(out: Path) -> Path:
    """The folder of the work on a database."""
    return out.with_name(out.name + ".work")


@contextmanager
def held(folder: Path, game: AnyGame, start: Any, how: str) -> Generator[None]:
    """Lock the work folder. It is created, or found with the work of the same solve; unfinished files of a killed
    process are removed."""
    about: dict[str, Any] = {"game": title(game), "rules": rules_digest(game), "start": list(words_of(start))}
    about["how"] = how
    if packed := row_form(game).fields:
        about["fields"] = [list(field) for field in packed]
    check_folder(folder)
    folder.mkdir(exist_ok=True)
    if not (folder / ABOUT).exists():
        with aside(folder / ABOUT) as new:
            write_text(new, json.dumps(about))
    try:
        known: object = json_of((folder / ABOUT).read_bytes())
    except ValueError:
        raise GameError(f"{folder / ABOUT} is damaged; remove {folder}, and run the same command again") from None
    if known != about:
        raise GameError(
            f"{folder} holds the work on another game, other rules or another start; remove it, or choose "
            "another name for the database"
        )
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise GameError(f"{folder}: another process is working there") from None
        sweep_folder(folder)
        try:
            yield
        except OutgrownError:  # what is there has too little room: the next attempt begins anew
            remove(folder)
            raise


def write_record(path: Path, record: dict[str, Any], then: str) -> None:
    """Write a record with its checksum; ``then`` ends the message if it cannot be written."""
    with aside(path, then) as place:
        write_text(place, json.dumps(record | {"checksum": _seal(record)}))


def read_record(path: Path) -> dict[str, Any] | None:
    """The content of a record; None if it is missing or damaged."""
    try:
        found: object = json_of(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    record = cast("dict[str, Any]", found)
    return record if record.pop("checksum", None) == _seal(record) else None


def _seal(record: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(json.loads(json.dumps(record)), sort_keys=True).encode()).hexdigest()


def is_whole(folder: Path, entry: dict[str, Any]) -> bool:
    """Does the file of an entry exist, with the checksum of the entry?"""
    try:
        return checksum(folder / entry["file"]) == entry["sha256"]
    except OSError:
        return False
