"""The user's files: they are checked before their games are offered, and again after every edit.

A file is run in its own worker. The worker replaces the old one only after a game could be made and started there. A
file that fails, or never ends, leaves the game as it was, and the page shows why.
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
"""Seconds between two checks."""


async def attend(desk: Desk) -> None:
    """Check the files from time to time."""
    seen: dict[str, tuple[int, int] | None] = {}
    while True:
        for name, file in desk.shelf.files.items():
            now = stamp(file)
            if file not in seen or now != seen[file]:
                seen[file] = now
                await take(desk, name, file)
        await asyncio.sleep(EVERY)


def stamp(file: str) -> tuple[int, int] | None:
    """The time and the size of a file; None if it is missing."""
    try:
        found = Path(file.partition(".py")[0] + ".py").stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


async def take(desk: Desk, name: str, file: str) -> None:
    """Run a file as it is now; offer its game, or show what is wrong with it."""
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
