"""A tier in ranges of its states, each small enough for one worker: tasks over files, as those of ``tasks.py``.

``explore_range``   the states of a tier from one row to another
    in    the files ``from-….npy`` of the tier: of sorted ones only the part between the rows is read
    out   ``tier-T.keys.R.npy``, in rising order; ``from-T.R.to-V.K.npy``, each in rising order

``label_range``     the states of a tier from one number to another, where no move stays in the tier
    in    the keys of the tier; keys and codes of the tiers below
    out   ``tier-T.codes.R.npy``

Both write a record with their inputs. ``join_keys`` and ``join_codes`` put the ranges of a tier together, which gives
the files and the record that a whole tier would have. No array of a tier is ever in memory as a whole.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.errors import GameError
from gametree.files import aside, remove, write_array
from gametree.game import provides
from gametree.solving.strong.tally import Tally
from gametree.solving.tiers.below import Below
from gametree.solving.tiers.children import children_of
from gametree.solving.tiers.rows import Heap, in_order
from gametree.solving.tiers.tasks import AGAIN, Labeller, Place, leads_up
from gametree.solving.work import is_whole, read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gametree.files import Array
    from gametree.solving.label import Coding
    from gametree.solving.task import Task

Entry = dict[str, Any]
Tables = tuple[Entry, list[tuple[int, Entry, Entry]]]
Row = tuple[int, ...]
Bounds = tuple[Row | None, Row | None]
"""The first row of a range, and the first row after it; None at the ends."""
SAMPLE = 1 << 16
"""Rows that decide where a tier is divided."""


def bounds_of(arrays: Sequence[Array], parts: int) -> list[Bounds]:
    """Where a tier is divided into parts of about the same size, by a sample of the rows that arrived there. The same
    files give the same answer.

    >>> bounds_of([np.array([[7], [1], [5], [3]])], 2)
    [(None, (5,)), ((5,), None)]
    """
    step = max(1, sum(len(rows) for rows in arrays) // SAMPLE)
    sample = np.concatenate([rows[::step] for rows in arrays])
    sample = sample[in_order(sample)]
    cuts = sorted({tuple(sample[len(sample) * i // parts].tolist()) for i in range(1, parts)})
    return list(zip([None, *cuts], [*cuts, None], strict=True))


def first_of(rows: Array, bound: Row) -> int:
    """How many of some rows in rising order stand before a bound.

    >>> first_of(np.array([(1, 2), (1, 5), (3, 0)]), (1, 4))
    1
    """
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if tuple(rows[middle].tolist()) < bound:
            low = middle + 1
        else:
            high = middle
    return low


def within(rows: Array, bounds: Bounds, *, ordered: bool) -> Array:
    """The rows of a file that lie in a range.

    >>> within(np.array([(3, 0), (1, 2), (1, 5)]), ((1, 4), None), ordered=False).tolist()
    [[1, 5], [3, 0]]
    """
    rows = rows if ordered else rows[in_order(rows)]
    first, end = bounds
    return rows[0 if first is None else first_of(rows, first) : len(rows) if end is None else first_of(rows, end)]


def explore_range(
    place: Place, tier: int, part: int, bounds: Bounds, files: Sequence[dict[str, Any]], memory: int
) -> bool:
    """Find the states of a range, in files that arrived, and the states below that its moves lead to. False, and no
    record is written, if a move stays in the tier: then ranges are not independent."""
    heap = Heap(place.width, memory // 4)
    for entry in files:
        heap.put(within(place.open(entry, keys=True), bounds, ordered=entry["ordered"]))
    keys = heap.rows()
    keys = keys[in_order(keys)]
    del heap
    children = children_of(place.game, place.start, divided=place.divided)
    below = Below(place, f"from-{tier}.{part}", memory // 4, ordered=True)
    cycles: set[float] = set()
    for chunk in children.of(keys):
        if provides(place.game, "repeated"):
            cycles.update(np.unique(chunk.cycles[chunk.kinds < 0]).tolist())
        for lower in np.unique(chunk.tiers).tolist():
            if lower > tier:
                raise leads_up(place, tier, lower)
            if lower == tier:
                return False
            below.put(lower, chunk.words[chunk.tiers == lower])
        below.flush(memory // 8)
    below.flush(0)
    record: dict[str, Any] = {
        "inputs": down_inputs(bounds, files), "keys": place.save(f"tier-{tier}.keys.{part}.npy", keys),
        "out": below.out, "payoffs": sorted(children.payoffs), "cycles": sorted(cycles)[:2],
    }  # fmt: skip
    write_record(_record(place, "down", tier, part), record, AGAIN)
    return True


def down_inputs(bounds: Bounds, files: Sequence[dict[str, Any]]) -> Any:
    """What the states of a range follow from."""
    return json.loads(json.dumps([bounds, [entry["sha256"] for entry in files]]))


def label_range(
    place: Place, tier: int, part: int, bounds: tuple[int, int], coding: Coding, task: Task, tables: Tables
) -> None:
    """Label the states of a range, given by their numbers. ``tables``: the keys of the tier, and keys and codes of the
    tiers below."""
    own, lower = tables
    first, end = bounds
    known = {t: (place.open(keys, keys=True), place.open(codes, keys=False)) for t, keys, codes in lower}
    labeller = Labeller(place, tier, coding, place.open(own, keys=True)[first:end], known, task)
    codes, _ = labeller.run(inner=False)
    tally = Tally(place.game, coding)
    tally.count(codes, labeller.weights, np.full(len(codes), tier), tier)
    most = int(codes.max(initial=0))
    record: dict[str, Any] = {
        "inputs": up_inputs(bounds, tables), "most": most, "counts": [list(vars(t).values()) for t in tally.tiers],
        "codes": place.save(f"tier-{tier}.codes.{part}.npy", codes.astype(np.min_scalar_type(most))),
    }  # fmt: skip
    write_record(_record(place, "up", tier, part), record, AGAIN)


def up_inputs(bounds: tuple[int, int], tables: Tables) -> Any:
    """What the labels of a range follow from."""
    own, lower = tables
    return [list(bounds), own["sha256"], [[t, keys["sha256"], codes["sha256"]] for t, keys, codes in lower]]


def finished(place: Place, way: str, tier: int, part: int, inputs: Any) -> dict[str, Any] | None:
    """The record of a range that is finished, from the same inputs, with all its files whole; None otherwise."""
    record = read_record(_record(place, way, tier, part))
    if record is None or record["inputs"] != inputs:
        return None
    files = [record["keys"], *record["out"]] if way == "down" else [record["codes"]]
    return record if all(is_whole(place.folder, entry) for entry in files) else None


def join_keys(place: Place, tier: int, parts: int) -> None:
    """Put the ranges of a tier together: its keys, and its record."""
    records = [_read(place, "down", tier, part) for part in range(parts)]
    keys = _joined(place, f"tier-{tier}.keys.npy", [record["keys"] for record in records], keys=True)
    place.write_record("down", tier, {
        "tier": tier, "keys": keys, "out": [out for record in records for out in record["out"]], "inner": False,
        "payoffs": sorted({payoff for record in records for payoff in record["payoffs"]}),
        "cycles": sorted({cycle for record in records for cycle in record["cycles"]})[:2],
    })  # fmt: skip
    _clear(place, "down", tier, parts, "keys")


def join_codes(place: Place, tier: int, parts: int) -> None:
    """Put the labels of the ranges together."""
    records = [_read(place, "up", tier, part) for part in range(parts)]
    dtype = np.min_scalar_type(max(record["most"] for record in records))
    codes = _joined(place, f"tier-{tier}.codes.npy", [record["codes"] for record in records], keys=False, dtype=dtype)
    counts: dict[int, list[int]] = {}
    for row in (row for record in records for row in record["counts"]):
        counts[row[0]] = [a + b for a, b in zip(counts.get(row[0], [0] * len(row[1:])), row[1:], strict=True)]
    rows = [(number, *sums) for number, sums in sorted(counts.items())]
    place.write_record("up", tier, {"tier": tier, "codes": codes, "counts": rows, "loops": False})
    _clear(place, "up", tier, parts, "codes")


def _joined(
    place: Place, name: str, entries: list[dict[str, Any]], *, keys: bool, dtype: Any = np.int64
) -> dict[str, Any]:
    rows = sum(entry["rows"] for entry in entries)
    like = np.empty((0, place.width) if keys else 0, dtype)
    with aside(place.folder / name, AGAIN) as new:
        digest = write_array(new, (place.open(entry, keys=keys) for entry in entries), rows, like)
    return {"file": name, "rows": rows, "dtype": str(like.dtype), "sha256": digest}


def _clear(place: Place, way: str, tier: int, parts: int, kind: str) -> None:
    """The files of the ranges are not needed any more."""
    for part in range(parts):
        remove(_record(place, way, tier, part))
        remove(place.folder / f"tier-{tier}.{kind}.{part}.npy")


def _record(place: Place, way: str, tier: int, part: int) -> Path:
    return place.folder / f"range-{way}.{tier}.{part}.json"


def _read(place: Place, way: str, tier: int, part: int) -> dict[str, Any]:
    record = read_record(_record(place, way, tier, part))
    if record is None:
        raise GameError(f"{_record(place, way, tier, part)} is missing or damaged; {AGAIN}")
    return record
