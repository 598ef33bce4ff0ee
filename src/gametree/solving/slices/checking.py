# pyright: basic
"""Does every outcome follow from those of the moves? By the rules alone, without anything of the solver.

If it does, then who is said not to lose need not lose: there is always a move to a position in which that is still
said, and none of the other side's moves leads out of them. That a win comes to its end does not follow: won positions
could lead to each other for ever. (A table with distances shows it, where each move brings the end one nearer.)
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from gametree.compile import kernel, prepare
from gametree.engine.packed import HOLE, LOSS, WIN, solved
from gametree.errors import GameError
from gametree.solving.dense.common import paid
from gametree.solving.ends import ended
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.solving.database import Database
    from gametree.solving.slices.shelf import SlicedTable

CHUNK = 1 << 16
"""Numbers between two reports."""


@kernel
def first_mistake(game, first, last, shelf):
    """The first number whose outcome does not follow from those of its moves; −1 if there is none."""
    for i in range(first, last):
        s = game.state(i)
        if game.index(s) != i:
            right = HOLE
        elif ended(game, s):
            right = paid(game, s, WIN + 1, -1)
        else:
            right = LOSS
            for a in game.actions(s):
                child = game.result(s, a)
                number = game.index(child)
                theirs = WIN - paid(game, child, WIN + 1, -1) if number < 0 else solved(shelf, number)
                right = max(right, WIN - theirs)
        if solved(shelf, i) != right:
            return i
    return -1


def check_moves(database: Database, tell: Callable[[int, int], None] | None = None) -> int:
    """Compare every outcome of a sliced database with those after its moves; a GameError names the first position that
    is wrong. Returns how many there are."""
    game, folder = database.game, database.folder
    if not database.sliced:
        raise GameError(f"{folder} is no database of outcomes (solve --outcomes): its moves are not compared")
    shelf = cast("SlicedTable", database.table).shelf
    size = int(shelf.slices[-1, 1])
    call: Any = prepare(first_mistake, game, 0, 0, shelf.words)
    for first, last in pairwise([*range(0, size, CHUNK), size]):
        wrong = call(game, first, last, shelf.words)
        if wrong >= 0:
            where = cast("SlicedTable", database.table).game.state(int(wrong))
            raise GameError(f"{folder}: the outcome of {where} does not follow from those of its moves ({title(game)})")
        if tell is not None:
            tell(last, size)
    return size
