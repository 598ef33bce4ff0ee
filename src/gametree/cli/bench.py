"""``gametree bench``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import Json  # noqa: TC001  (cyclopts reads it when it runs)
from gametree.errors import GameError


def bench(
    *,
    quick: Annotated[
        bool, Parameter(help="A shorter run, with wider errors.", negative="", show_default=False)
    ] = False,
    only: Annotated[str | None, Parameter(help="Only these parts, by their letters: a,d.")] = None,
    signature: Annotated[
        bool,
        Parameter(
            help="Print only the signature: how many nodes a fixed set of searches visits.",
            negative="",
            show_default=False,
        ),
    ] = False,
    elo: Annotated[
        bool,
        Parameter(help="Play matches with each technique on and off instead.", negative="", show_default=False),
    ] = False,
    json: Json = False,
) -> int:
    """The benchmarks, as ratios: against C++, against other libraries, interpreted against compiled, cold against warm,
    with threads, without techniques.

    They are in the source tree, beside src/.
    """
    flags = {"--quick": quick, "--signature": signature, "--elo": elo, "--json": json}
    words = [*(flag for flag, given in flags.items() if given), *(["--only", only] if only is not None else [])]
    return subprocess.call([sys.executable, "-m", "benchmarks", *words], cwd=_checkout())


def _checkout() -> Path:
    for folder in (Path.cwd(), Path(__file__).resolve().parents[3]):
        if (folder / "benchmarks" / "__main__.py").is_file():
            return folder
    raise GameError("the benchmarks are in the source tree: run this in a checkout of gametree")
