"""``gametree cache``."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from gametree.cli.common import Json  # noqa: TC001  (cyclopts reads it when it runs)
from gametree.cli.output import say_json
from gametree.errors import GameError


def cache(
    action: Annotated[Literal["show", "clear"], Parameter(help="What to do.")] = "show", /, *, json: Json = False
) -> None:
    """The compiled games on the disk: where they are and how large; clear them.

    Clearing costs nothing but time: games are compiled again when they are next used.
    """
    from gametree.compile import cache as disk

    files, size = disk.clear() if action == "clear" else disk.usage()
    if action == "clear" and (left := disk.usage()[0]):
        raise GameError(f"{left} file{'' if left == 1 else 's'} in {disk.folder()} cannot be removed")
    unused = disk.distrust(disk.folder())
    if json:
        facts = {"folder": str(disk.folder()), "files": files, "bytes": size, "cleared": action == "clear"}
        facts["used"] = not unused
        say_json(facts)
    else:
        verb = "cleared " if action == "clear" else ""
        print(f"{disk.folder()}: {verb}{files} file{'' if files == 1 else 's'}, {size / 2**20:.1f} MiB")
