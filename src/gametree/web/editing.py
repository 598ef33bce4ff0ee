"""The user's files: looked at before their games are offered, and again when they are edited.

A file is run in a worker of its own. Only when a game could be made and begun there does that worker take the place of
the one before: a file that does not run, or never comes to an end, leaves the game as it was, and says why.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.web.desk import Process

if TYPE_CHECKING:
    from gametree.web.desk import Desk

EVERY = 0.4
"""Seconds between two looks."""


async def attend(desk: Desk) -> None:
    """Look at the files again and again."""
    seen: dict[str, tuple[int, int] | None] = {}
    while True:
        for name, file in desk.shelf.files.items():
            now = stamp(file)
            if file not in seen or now != seen[file]:
                seen[file] = now
                await take(desk, name, file)
        await asyncio.sleep(EVERY)


def stamp(file: str) -> tuple[int, int] | None:
    """When a file was written, and how large it is; None where it is not there."""
    try:
        found = Path(file.partition(".py")[0] + ".py").stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


async def take(desk: Desk, name: str, file: str) -> None:
    """Run a file as it is now; its game is offered, or what is wrong with it is told."""
    shelf = desk.shelf
    fresh = await Process.start(name, file)
    try:
        facts = await fresh.work("gametree.web.jobs:file_facts", name, {}, desk.patience)
    except GameError as error:
        fresh.end("it is not used")
        shelf.errors[name] = str(error)
    else:
        desk.replace(file, fresh)
        shelf.errors.pop(name, None)
        shelf.facts[name] = facts
        shelf.version += 1
    shelf.announce()
