"""``gametree database``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from gametree.cli.common import Json, emit
from gametree.cli.progress import LiveLine
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.solving.database import Database


def database(
    what: Annotated[
        Literal["show", "check", "stats", "pack", "unpack"],
        Parameter(help="show, check (read everything), stats, pack (into one file) or unpack (into a folder)."),
    ],
    path: Annotated[str, Parameter(help="The folder of a database; for unpack the file.")],
    to: Annotated[str | None, Parameter(help="The file to pack into, or the folder to unpack into.")] = None,
    /,
    *,
    game: Annotated[str | None, Parameter(help="The game, if its file has moved since it was solved.")] = None,
    zugzwangs: Annotated[
        bool, Parameter(help="With stats: count mutual zugzwangs too.", negative="", show_default=False)
    ] = False,
    moves: Annotated[
        bool,
        Parameter(help="With check: compare each outcome with those after its moves.", negative="", show_default=False),
    ] = False,
    json: Json = False,
) -> None:
    """Databases of solved games: show one, check it, count statistics, pack it into a single compressed file.

    Opening a database looks at its rules, its manifest and the size of every file; check reads everything and compares
    the checksums; check --moves also looks at every move of every position of a database of outcomes. stats counts by
    remoteness, and names the longest win.
    """
    from gametree.solving.database import Database

    if (to is None) != (what not in ("pack", "unpack")):
        raise GameError(f"database {what} takes {'two paths: from and to' if to is None else 'one path'}")
    if what == "pack":
        from gametree.solving.sharing import pack

        size = pack(Path(path), Path(str(to)))
        before = sum(file.stat().st_size for file in Path(path).iterdir())
        print(f"{to}: {size:,} bytes, 1/{before / max(size, 1):.1f} of the folder")
    elif what == "unpack":
        from gametree.solving.sharing import unpack

        unpack(Path(path), Path(str(to)))
        print(f"{to}: whole")
    else:
        opened = Database(path, game)
        if what == "stats":
            from gametree.solving.statistics import statistics

            emit(statistics(opened, zugzwangs=zugzwangs), json)
        elif what == "show":
            emit(opened.solution(), json)
        else:
            opened.verify()
            print(f"{path}: whole, checksum {opened.checksum}")
            if moves:
                print(f"{path}: {_compared(opened):,} outcomes follow from those of their moves")


def _compared(opened: Database) -> int:
    """Every outcome against its moves, with a live line."""
    from gametree.solving.slices.checking import check_moves

    with LiveLine() as live:
        return check_moves(opened, lambda done, size: live.show(f"compared {done:,} of {size:,}"))
