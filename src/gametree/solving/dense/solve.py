"""Dense solving: a table with one small number for every position that the game can number.

With ``index``, ``state`` and ``index_size`` no states are stored at all. A byte holds value and remoteness if games are
short and payoffs few; otherwise two or four bytes. Without remoteness two bits are enough for three payoffs. Every
number of a position is solved, whether it can be reached or not; unused numbers (``index(state(i)) != i``) are holes.

There are three methods:

- ``dense_forward``: by looking ahead; for games whose moves lead to lower tiers, or all to lower numbers (or all to
  higher ones), and for games without ``parents``;
- ``dense_parents``: backwards from the ends, counting successors; for the other games, with ``parents``;
- ``dense_values``: values alone; for games that bank what has been won, or without remoteness.

If a database is to be written, the table is saved from time to time between two rounds (``keeping.py``): the same
command continues a killed solve.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.files import remove
from gametree.game import CHANCE, AnyGame, provides
from gametree.mixins import Numbered, numbered
from gametree.solving.database import check_place, write_dense
from gametree.solving.dense.common import HIGHEST, LABELLED, NO_ROOM, STATUS
from gametree.solving.dense.keeping import RECORD
from gametree.solving.dense.table import tier_ranges
from gametree.solving.dense.work import Workshop
from gametree.solving.solution import Solution, Tier
from gametree.solving.work import held, work_of
from gametree.solving.worths import refuse_loops, refuse_unsound
from gametree.titles import title

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.solving.task import Task

SAMPLE = 200
"""Positions in the sample that shows what kind of game it is."""
PIECE = 1 << 26
"""Numbers in a piece of a sweep."""


def solve_dense(game: AnyGame, start: Any, task: Task, *, remoteness: bool = True) -> Solution:
    """Label every position that has a number.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("awari:endgame=4")
    >>> found = solve_dense(game, game.initial(), Task())
    >>> found[game.parse("0 0 0 0 0 0  1 2  1 0 0 0 0 0")].value      # Max took two, Min one; Max takes the last
    2.0
    """
    game = numbered(game)
    _check(game, start, task)
    keeps = remoteness and not provides(game, "banked")
    if task.out is None:
        return _solve(game, start, task, None, keeps=keeps)
    check_place(task.out)
    folder = work_of(task.out)
    with held(folder, game, start, "dense" if keeps else "dense, values alone"):
        try:
            solution = _solve(game, start, task, folder, keeps=keeps)
        except BaseException:
            if not (folder / RECORD).exists():
                remove(folder)  # nothing was kept yet
            raise
        remove(folder)
    return solution


def _solve(game: Numbered[Any], start: Any, task: Task, folder: Path | None, *, keeps: bool) -> Solution:
    """Fill the table, which is saved in ``folder`` meanwhile, and write the database."""
    ranges = tier_ranges(game)
    with (task.workshop or Workshop)(game, task, folder) as shop:
        if not keeps:
            method = _by_values(shop, ranges)
        elif not provides(game, "parents") or (ranges and _graded(game)) or (task.workshop is None and _one_way(game)):
            method = _by_looking_ahead(shop, ranges, one_way=_one_way(game))
        else:
            method = _by_parents(shop)
        table = shop.table
    found = table.label(start)
    if found is None:
        raise GameError(f"{title(game)}: the start has no number: {start}")
    counts = table.counted(0, game.index_size)
    tiers = [Tier(tier, *table.counted(first, last)) for tier, first, last in ranges]
    notes = [f"counted over all numbers of the table ({game.index_size:,}), reachable or not"]
    if game.relative_index:
        notes.append("a number is a position from its mover's side; wins are the mover's")
    if not keeps:
        notes.append("values alone: remoteness is not kept")
    solution = Solution(
        game=title(game), level="strong", value=found.value, remoteness=found.remoteness, positions=counts[0],
        seconds=task.seconds, method=f"dense, {method}", wins=counts[1], losses=counts[2], draws=counts[3],
        tiers=tuple(tiers) if len(tiers) > 1 else (), loops=True if keeps and table.has_endless() else None,
        notes=tuple(notes), rules=game, labels=table,
    )  # fmt: skip
    if task.out is None:
        return solution
    if table.packed:
        table.unpack()
    form = "values" if table.valued else "labels"
    write_dense(task.out, game, solution, table.coding, table.codes, start=start, form=form)
    return replace(solution, path=str(task.out))


def _check(game: Numbered[Any], start: Any, task: Task) -> None:
    """Refuse a game that has no dense table, with the reason."""
    name = title(game)
    for method in ("index", "state", "index_size"):
        if not provides(game, method):
            raise GameError(f"{name} does not define {method}: a dense table needs index, state and index_size")
    if game.index_size < 1:
        raise GameError(f"{name} has no numbers for its positions (index_size is {game.index_size})")
    if game.index_size > task.memory:
        raise GameError(f"{name}: a table of {game.index_size:,} positions does not fit into {task.memory:,} bytes")
    if game.players != 2 or game.player(start) == CHANCE:
        raise GameError(f"{name}: labels are for two players without chance")
    low, high = game.bounds
    if low != int(low) or high != int(high) or (low + high) % 2:
        raise GameError(f"{name}: a dense table needs bounds that are whole numbers, with a whole number in the middle")
    refuse_unsound(game)
    refuse_loops(game)


def _graded(game: Numbered[Any]) -> bool:
    """Does every move of a sample lead to a lower tier? Then no position comes back."""
    rng = random.Random(1)
    for i in (rng.randrange(game.index_size) for _ in range(SAMPLE)):
        s = game.state(i)
        if game.index(s) == i and not game.terminal(s):
            tier = game.tier(s)
            if any(game.tier(game.result(s, a)) >= tier for a in game.actions(s)):
                return False
    return True


def _one_way(game: Numbered[Any]) -> bool:
    """Does every move of a sample lead to a lower number, or every move to a higher one? Then one sweep labels all, ten
    times as fast as counting successors; what the sample does not show costs further sweeps, and is labelled too."""
    rng, ways = random.Random(1), set[bool]()
    for i in (rng.randrange(game.index_size) for _ in range(SAMPLE)):
        s = game.state(i)
        if game.index(s) == i and not game.terminal(s):
            for number in (game.index(game.result(s, a)) for a in game.actions(s)):
                ways.add(number > i)
                if number < 0 or len(ways) > 1:
                    return False
    return len(ways) == 1


def _by_looking_ahead(shop: Workshop, ranges: list[tuple[int, int, int]], *, one_way: bool = False) -> str:
    """Sweep until all is labelled; if cycles are left, depth by depth. Where the moves lead one way, a sweep is done in
    pieces, so that a killed solve can be continued."""
    table, size, tiers = shop.table, shop.table.size, sorted(ranges) or [(0, 0, shop.table.size)]
    direction = _direction(numbered(shop.game))
    if one_way and not ranges:
        tiers = [(k, first, min(first + PIECE, size)) for k, first in enumerate(range(0, size, PIECE))][::direction]
    begin = {"tier": 0, "step": direction, "highest": 0, "gain": (table.kinds - 1) // 2, "depth": 1}
    at = shop.keeper.resume(begin)
    while at["tier"] < len(tiers):
        tier, first, last = tiers[int(at["tier"])]
        left = table.unlabelled(first, last)
        # without tiers a position's successors may be anywhere: one thread goes on from the ends
        found = shop.sweep(f"tier {tier}" if ranges else "labelling", first, last, at["step"], alone=not ranges)
        at["highest"] = max(at["highest"], int(found[HIGHEST]))
        at["step"] = -at["step"]
        if table.unlabelled(first, last) in (0, left):
            at["tier"], at["step"] = at["tier"] + 1, direction
        shop.keeper.keep(at)
    if not table.unlabelled(0, size):
        return "looking ahead"
    while at["gain"] >= 0:
        gain, depth = at["gain"], at["depth"]
        found = shop.sweep(f"payoff {gain}, depth {depth}", 0, size, 1, gain, depth)
        at["highest"] = max(at["highest"], int(found[HIGHEST]))
        at["depth"] += 1
        if at["depth"] > at["highest"] + 2:
            at["gain"], at["depth"] = gain - 1, 1
        shop.keeper.keep(at)
    return "looking ahead depth by depth"


def _direction(game: Numbered[Any]) -> int:
    """Do the moves of a sample lead to lower numbers (1: then the lowest come first), or to higher ones (−1)?"""
    rng, up = random.Random(1), 0
    for i in (rng.randrange(game.index_size) for _ in range(SAMPLE)):
        s = game.state(i)
        if game.index(s) == i and not game.terminal(s):
            up += sum(1 if game.index(game.result(s, a)) > i else -1 for a in game.actions(s))
    return -1 if up > 0 else 1


def _by_parents(shop: Workshop) -> str:
    """Count successors, then go back from the ends."""
    table = shop.table
    at = shop.keeper.resume({"counted": False, "most": 0, "gain": 0, "depth": 0, "highest": 2})
    if not at["counted"]:
        found = shop.count()
        while found[STATUS] == NO_ROOM:
            table.widen(0)
            found = shop.count()
        at["counted"], at["most"] = True, int(found[HIGHEST])
        table.narrow_payoffs()
        shop.keeper.keep(at)
    gains, most = sorted({abs(int(v)) for v in table.gains}, reverse=True), at["most"]
    while at["gain"] < len(gains):
        while 1 + (at["depth"] + 2) * table.kinds >= table.hole - 1 - most:
            table.widen(most)
        if shop.tell(gains[int(at["gain"])], at["depth"], most)[LABELLED]:
            at["highest"] = max(at["highest"], at["depth"] + 1)
        at["depth"] += 1
        if at["depth"] > at["highest"] + 1:
            at["gain"], at["depth"], at["highest"] = at["gain"] + 1, 0, 2
        shop.keeper.keep(at)
    table.forget_counters(most)
    return "counting back from the ends"


def _by_values(shop: Workshop, ranges: list[tuple[int, int, int]]) -> str:
    """Improve values, tier by tier where there are tiers, until nothing changes."""
    game, table = numbered(shop.game), shop.table
    if provides(game, "banked") and not ranges:
        raise GameError(f"{title(game)} banks payoffs: then index must number the positions tier by tier")
    table.keep_values_only()
    at = shop.keeper.resume({"tier": 0, "begun": False, "step": 1})
    tiers = sorted(ranges) or [(0, 0, game.index_size)]
    while at["tier"] < len(tiers):
        tier, first, last = tiers[int(at["tier"])]
        if not at["begun"]:
            shop.begin(first, last)
            at["begun"] = True
        changed = shop.improve(f"tier {tier}" if ranges else "values", first, last, at["step"])[LABELLED]
        at["step"] = -at["step"]
        if not changed:
            at["tier"], at["begun"], at["step"] = at["tier"] + 1, False, 1
        shop.keeper.keep(at)
    return "values alone"
