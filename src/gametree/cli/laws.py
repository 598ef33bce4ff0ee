"""``gametree laws``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import Json, emit, whole
from gametree.teaching.laws import laws as measured


def laws(
    *,
    branching: Annotated[int, Parameter(converter=whole, help="Children of each node.")] = 4,
    height: Annotated[int, Parameter(converter=whole, help="Moves from the root to a leaf.")] = 6,
    trees: Annotated[int, Parameter(converter=whole, help="Random trees to search.")] = 20,
    seed: Annotated[int, Parameter(converter=whole, help="The seed of the leaves.")] = 0,
    json: Json = False,
) -> None:
    """Leaves that alpha-beta looks at, beside the laws, in uniform trees.

    The best order follows the √b law exactly, a random one b^(3h/4) roughly; with the worst order little is gained.
    """
    emit(measured(branching, height, trees, seed), json)
