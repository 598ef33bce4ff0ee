"""``gametree verify``."""

from __future__ import annotations

from pathlib import Path  # cyclopts reads the annotations  # noqa: TC003
from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import Json, emit
from gametree.cli.progress import LiveLine


def verify(
    certificate: Annotated[Path, Parameter(help="The file that `gametree solve --level weak --out` wrote.")],
    game: Annotated[
        str | None,
        Parameter(help="The game with whose rules to check it; by default the one that the certificate names."),
    ] = None,
    /,
    *,
    database: Annotated[str | None, Parameter(help="The database that the certificate rests on, if it does.")] = None,
    json: Json = False,
) -> None:
    """Check a certificate: does it prove the value that it states?

    The checker knows the rules of the game and nothing of any search. A certificate that proves nothing is refused with
    exit status 2; the message names the position where it fails. A certificate that rests on a database needs it too:
    every file of it is compared with its checksum, and its values are taken as they are.
    """
    from gametree.solving.proof.verify import verify as check

    with LiveLine() as live:
        verdict = check(
            certificate, game, lambda done, total: live.show(f"checked {done:,} of {total:,} positions"), database
        )
    emit(verdict, json)
