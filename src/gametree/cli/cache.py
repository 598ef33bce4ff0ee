"""``gametree cache``."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from gametree.cli.common import Json, whole
from gametree.cli.output import say_json
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.answering.building import Built


def cache(
    action: Annotated[Literal["show", "clear", "build"], Parameter(help="What to do.")] = "show",
    /,
    *games: Annotated[str, Parameter(help="The games to build.", show_default=False)],
    all: Annotated[bool, Parameter(help="Build every game of the catalogue.", negative="", show_default=False)] = False,
    processes: Annotated[
        int | None, Parameter(converter=whole, help="Build with this many processes; by default one for each core.")
    ] = None,
    json: Json = False,
) -> int:
    """The compiled games on the disk: where they are and how large; build games beforehand; clear them.

    A game is compiled when it is first used; until then plain Python searches it. `gametree cache build chess connect4`
    compiles the search of these games now, several at a time; Ctrl-C stops it, and what is finished stays. Clearing
    costs nothing but time: games are compiled again when they are next used.
    """
    from gametree.compile import cache as disk

    if action == "build":
        return _build(games, all=all, processes=processes, json=json)
    if games or all or processes is not None:
        raise GameError("games are given to gametree cache build only")
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
    return 0


def _build(games: tuple[str, ...], *, all: bool, processes: int | None, json: bool) -> int:
    from gametree.answering.building import STOPPED, build
    from gametree.catalogue import CATALOGUE, load
    from gametree.cli import INTERRUPTED
    from gametree.interrupts import interrupts

    words = (*games, *(CATALOGUE if all else ()))
    if not words:
        raise GameError("which games? write gametree cache build GAME …, or --all")
    if processes is not None and processes < 1:
        raise GameError(f"the number of processes must be 1 or more, not {processes}")
    rules = [load(word) for word in dict.fromkeys(words)]
    stop = threading.Event()

    def tell(built: Built, done: int) -> None:
        print(f"[{done}/{len(rules)}] {built}", file=sys.stderr if json else sys.stdout, flush=True)

    with interrupts(stop):
        answers = build(rules, processes=processes, progress=tell, stop=stop)
    left = [built.game for built in answers if built.result == STOPPED]
    if json:
        say_json({"games": [built.to_json() for built in answers], "stopped": bool(left)})
    elif left:
        print(f"stopped; not compiled: {', '.join(left)}")
    return INTERRUPTED if left else 0
