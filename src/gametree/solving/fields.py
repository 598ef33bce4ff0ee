"""Checks of every field of a manifest before it is used: a database may come from anywhere.

A mistake is a ValueError of one line. ``check_fields`` tests what every manifest must have, ``check_game`` what the
given game needs; only then are files mapped.
"""

from __future__ import annotations

import re
from itertools import pairwise
from types import NoneType
from typing import TYPE_CHECKING, Any, cast

from gametree.compile.rowform import RowForm
from gametree.game import provides
from gametree.hooks import asked, numbers

if TYPE_CHECKING:
    from gametree.game import AnyGame

NUMBER = (int, float)
FIELDS: dict[str, tuple[type, ...]] = {
    "game": (str,), "rules": (dict,), "level": (str,), "value": NUMBER, "remoteness": (int, NoneType),
    "positions": (int,), "seconds": NUMBER, "method": (str,), "wins": (int, NoneType), "losses": (int, NoneType),
    "draws": (int, NoneType), "classes": (int, NoneType), "longest": (int, NoneType), "loops": (bool, NoneType),
    "notes": (list,), "start": (list,), "words": (int,), "payoffs": (list,), "endless": NUMBER, "counts": (list,),
    "kind": (str,), "symmetric": (bool,), "tiers": (list,), "tiered": (bool,),
}  # fmt: skip
"""The JSON types that each field may have."""
ENTRY: dict[str, tuple[type, ...]] = {"tier": (int,), "rows": (int,), "dtype": (str,), "codes": (dict,)}
FILE: dict[str, tuple[type, ...]] = {"file": (str,), "sha256": (str,)}
RULES: dict[str, tuple[type, ...]] = {"digest": (str,), "python": (str,), "fingerprint": (str,)}
CODES = ("uint8", "uint16", "uint32", "uint64")
"""The dtypes in which labels are stored."""
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*[.]npy")
LARGEST = 1 << 62
HUGE = 1e15
"""The largest payoff: a search uses 64-bit integers."""


def check_fields(manifest: dict[str, Any]) -> None:
    """Raise if a field has a wrong type, or fields do not agree with each other."""
    _check(manifest, "the manifest", FIELDS)
    _check(manifest["rules"], "rules", RULES)
    for number in (manifest["value"], manifest["endless"], *manifest["payoffs"]):
        if type(number) not in NUMBER or not abs(number) <= HUGE:
            raise ValueError(f"{_short(number)} is not a payoff")
    if not manifest["payoffs"] or any(a >= b for a, b in pairwise(manifest["payoffs"])):
        raise ValueError("payoffs are not numbers in rising order")
    if not all(type(note) is str for note in manifest["notes"]):
        raise ValueError("a note is not text")
    for counts in cast("list[Any]", manifest["counts"]):
        if type(counts) is not list or len(cast("list[Any]", counts)) != 5 or not all(map(_word, cast("Any", counts))):
            raise ValueError("the counts of a tier are not five whole numbers")
    _check_rows(manifest)
    if manifest["kind"] not in ("keyed", "dense", "sliced"):
        raise ValueError(f"there is no kind {_short(manifest['kind'])}")
    if manifest["kind"] == "dense" and manifest.get("form") not in ("labels", "values"):
        raise ValueError("form is neither labels nor values")
    _check_tiers(manifest["tiers"], manifest["kind"])
    if manifest["tiered"] != ([entry["tier"] for entry in manifest["tiers"]] != [0]):
        raise ValueError("tiered does not agree with the tiers")


def _check_rows(manifest: dict[str, Any]) -> None:
    fields = cast("list[Any]", manifest.get("fields", []))
    if type(fields) is not list or not all(
        type(field) is list
        and len(cast("list[Any]", field)) == 2
        and type(field[0]) is int
        and -(1 << 63) <= field[0] < 1 << 63
        and type(field[1]) is int
        and 0 <= field[1] <= 64
        for field in fields
    ):
        raise ValueError("fields are not pairs of a least number and its bits")
    start = cast("list[Any]", manifest["start"])
    if not all(map(_word, start)) or len(start) != (len(fields) or manifest["words"]):
        raise ValueError("start does not have one whole number for each word of a position")
    form = RowForm(len(start), fields_in(manifest))
    if len(form) != manifest["words"] or form.row(start) is None:
        raise ValueError("fields do not agree with words and start")


def fields_in(manifest: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    """How the numbers of a position lie in a row, as the manifest tells."""
    return tuple((low, bits) for low, bits in manifest.get("fields", []))


def _check_tiers(tiers: list[Any], form: str) -> None:
    files: list[str] = []
    for entry in tiers:
        _check(entry, "a tier", ENTRY if form != "keyed" else {**ENTRY, "keys": (dict,)})
        if not _word(entry["tier"]) or not 0 <= entry["rows"] <= LARGEST:
            raise ValueError("a tier has a wrong number or wrong rows")
        if entry["dtype"] not in CODES:
            raise ValueError(f"dtype is {_short(entry['dtype'])}, not one of {', '.join(CODES)}")
        for kind in ("keys", "codes"):
            if kind in entry:
                _check(entry[kind], kind, FILE)
                files.append(entry[kind]["file"])
                if not NAME.fullmatch(files[-1]):
                    raise ValueError(f"{_short(files[-1])} is not the name of a file of a database")
    if any(a["tier"] >= b["tier"] for a, b in pairwise(tiers)) or len(set(files)) != len(files):
        raise ValueError("a tier or a file occurs twice, or they are not in order")
    if form == "sliced" and any("keys" in entry or entry["dtype"] != "uint8" for entry in tiers):
        raise ValueError("a sliced database has packed bytes, and no keys")
    if form == "dense" and ([entry["tier"] for entry in tiers] != [0] or "keys" in tiers[0]):
        raise ValueError("a dense database has one tier, 0, without keys")


def check_game(manifest: dict[str, Any], game: AnyGame, words: int) -> None:
    """Raise if these are not the fields of a database of this game, whose positions have ``words`` words."""
    if len(manifest["start"]) != words:
        raise ValueError(f"positions have {len(manifest['start'])} words, but those of the game have {words}")
    if manifest["kind"] == "dense":
        if not (provides(game, "index") and provides(game, "state")) or manifest["tiers"][0]["rows"] != numbers(game):
            raise ValueError("it is dense, but the game does not have as many numbers for its positions")
        kinds = int(game.bounds[1]) - int(game.bounds[0]) + 1
        if len(manifest["payoffs"]) > kinds:
            raise ValueError(f"{len(manifest['payoffs'])} payoffs, but the game has {kinds}")
    elif manifest["kind"] == "sliced":
        slices = asked(game, "slices")
        if not (provides(game, "index") and len(slices)):
            raise ValueError("it is sliced, but the game has no slices")
        if [entry["tier"] for entry in manifest["tiers"]] != list(range(len(slices))):
            raise ValueError("it does not have the slices of the game")
        if manifest["payoffs"] != [-1.0, 0.0, 1.0]:
            raise ValueError("the payoffs of a sliced database are −1, 0 and 1")
    elif manifest["tiered"] and not provides(game, "tier"):
        raise ValueError("it has tiers, but the game has none")


def _check(found: Any, what: str, kinds: dict[str, tuple[type, ...]]) -> None:
    if type(found) is not dict:
        raise ValueError(f"{what}: {_short(found)} is not an object")
    facts = cast("dict[str, Any]", found)
    for key, allowed in kinds.items():
        if key not in facts or type(facts[key]) not in allowed:
            names = " or ".join("null" if kind is NoneType else kind.__name__ for kind in allowed)
            raise ValueError(f"{what}: {key} is {_short(facts.get(key))}, but must be {names}")


def _word(number: Any) -> bool:
    return type(number) is int and -LARGEST <= number <= LARGEST


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
