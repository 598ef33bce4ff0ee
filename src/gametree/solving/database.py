"""Databases: the labels of all the positions of a solved game, in a folder of memory-mapped files.

    manifest.json            what was solved, by which rules, the counts by outcome, and the checksum of every file
    tier-12.keys.npy         the positions of a tier, one row of 64-bit words each, in rising order; the manifest tells
                             if several numbers of a position share a word (``compile/rowform.py``)
    tier-12.codes.npy        their labels (``label.py``), in the same order
    codes.npy                or, in a dense database, the labels by the game's own ``index``, and no keys
    slice-12.npy             or, in a sliced one, win, draw or loss by ``index``, packed (``slices/packing.py``)

A game without ``tier`` has one tier, 0. Of symmetric positions only the smallest, word by word, is stored.

Opening reads the manifest and checks the size of every file, so it is fast for any size. A position is found by binary
search in its tier, or at its index. ``verify`` reads everything. A folder is written under another name and renamed, so
an existing folder is whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.catalogue import load
from gametree.compile.rowform import RowForm
from gametree.data import game_named
from gametree.errors import GameError
from gametree.files import Array, aside, checksum, map_array, write_array
from gametree.game import AnyGame, Line, legal, line_of, over, smallest, state_shown
from gametree.mixins import numbered
from gametree.solving.dense.table import DenseTable
from gametree.solving.fields import check_game, fields_in
from gametree.solving.label import Coding, Label
from gametree.solving.manifest import (
    FORMAT,
    MANIFEST,
    check_rules,
    content_checksum,
    read_manifest,
    rules_entry,
    write_manifest,
)
from gametree.solving.solution import Solution, Tier
from gametree.solving.worths import divides
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

FACTS = (
    "level", "value", "remoteness", "positions", "seconds", "method", "wins", "losses", "draws", "classes", "longest",
    "loops", "notes",
)  # fmt: skip
"""The fields of a Solution that the manifest keeps unchanged."""


@dataclass(frozen=True)
class Part:
    """One tier of a database, its arrays mapped from the files; a dense database has one part without keys, a
    sliced one has a part for each slice, packed."""

    tier: int
    keys: Array | None
    codes: Array


class Database:
    """A database on disk. It has the label of every position that was solved, and no others.

    >>> import tempfile
    >>> from gametree import load
    >>> from gametree.solving.label import Coding
    >>> game, folder = load("nim:1,1"), Path(tempfile.mkdtemp()) / "nim"
    >>> keys = np.array([(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])
    >>> answer = Solution("nim:1,1", "strong", -1.0, 2, 4, 0.0, "by hand", wins=2, losses=2, draws=0)
    >>> database = write_database(folder, game, answer, Coding((-1.0, 1.0), 0.0), [(0, keys, [1, 4, 4, 5])])
    >>> Database(folder).label(game.initial())
    Label(value=-1.0, remoteness=2)
    """

    def __init__(self, folder: str | Path, game: str | AnyGame | None = None):
        """Open a database. ``game`` must be the one that was solved; if None, it is loaded as the manifest names it."""
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        named = self.manifest["game"]
        self.game = game_named(named, self.folder, "--game GAME") if game is None else load(game)
        check_rules(self.manifest, self.game, self.folder)
        try:
            check_game(self.manifest, self.game, len(words_of(self.game.initial())))
        except ValueError as error:
            raise GameError(f"{self.folder / MANIFEST} is damaged: {error}") from None
        self.form = RowForm(len(self.manifest["start"]), fields_in(self.manifest))
        self.coding = Coding(tuple(self.manifest["payoffs"]), self.manifest["endless"])
        self.words: int = self.manifest["words"]
        self.tiered: bool = self.manifest["tiered"]
        self.symmetric: bool = self.manifest["symmetric"]
        self.dense: bool = self.manifest["kind"] == "dense"
        self.sliced: bool = self.manifest["kind"] == "sliced"
        self.parts = {entry["tier"]: self._part(entry) for entry in self.manifest["tiers"]}
        self.table: DenseTable | None = None
        if self.sliced:
            from gametree.solving.slices.shelf import SlicedTable, shelf_of

            self.table = SlicedTable(self.game, shelf_of(self.game, self.parts))
        if self.dense:
            valued = self.manifest["form"] == "values"
            self.table = DenseTable(self.game, self.parts[0].codes, self.coding.payoffs, valued=valued)

    def _part(self, entry: dict[str, Any]) -> Part:
        rows, dtype = entry["rows"], np.dtype(entry["dtype"])
        keys = None
        if "keys" in entry:
            keys = map_array(self.folder / entry["keys"]["file"], (rows, self.words), np.dtype(np.int64))
        return Part(entry["tier"], keys, map_array(self.folder / entry["codes"]["file"], (rows,), dtype))

    def label(self, state: Any) -> Label | None:
        """The label of a position; None if it is not in the database."""
        state = line_of(self.game, state).start
        if self.table is not None:
            return self.table.label(state)
        s = smallest(self.game, state) if self.symmetric else state
        part = self.parts.get(int(self.game.tier(s)) if self.tiered else 0)
        if part is None or part.keys is None:
            return None
        key = self.form.row(words_of(s))
        row = None if key is None else find(part.keys, key)
        return None if row is None else self.coding.decode(int(part.codes[row]))

    def stored(self, state: Any) -> Label | None:
        """The label of a position that is itself in the files, as compiled code reads them: not one that follows from
        the positions after it."""
        return None if self.table is not None and int(self.table.game.index(state)) < 0 else self.label(state)

    def in_search(self, root: Any = None) -> Any:
        """What a search from ``root`` may read: of outcomes without distances only the lower slices; all if it is
        None."""
        if not self.sliced:
            return self
        from gametree.solving.slices.shelf import Lower

        return Lower(cast("Any", self.table), root)

    def keeping(self, root: Any) -> tuple[float, tuple[int, ...]] | None:
        """The value of a position by outcomes alone, and the moves that keep it, for a search to choose from; None if
        distances are known too, or the position is not."""
        if not self.sliced or (label := self.label(root)) is None:
            return None
        kept = (a for a in legal(self.game, root) if self.label(self.game.result(root, a)) == label)
        return label.value, tuple(kept)

    def states(self) -> Iterator[tuple[Any, Label]]:
        """Every position that is stored, with its label, tier by tier."""
        for part in self.parts.values():
            for i, code in enumerate(self.codes_in(part)):
                known = self.meaning(int(code))
                if known is not None:
                    s = self.state_at(part, i)
                    yield state_shown(self.game, s), known if self.table is None else self.table.label(s) or known

    def codes_in(self, part: Part) -> Array:
        """The codes of a part, by row; those of a slice are unpacked."""
        return cast("Any", self.table).codes_in(part.tier) if self.sliced else part.codes

    @property
    def timed(self) -> bool:
        """Does it tell distances?"""
        return self.table is None or not self.table.valued

    def meaning(self, code: int) -> Label | None:
        """The label of a code in its files; None if it marks a number without a position (``dense/table.py``)."""
        return self.coding.decode(code) if self.table is None else self.table.meaning(code)

    def state_at(self, part: Part, row: int) -> Any:
        """The position of a row."""
        from gametree.compile import state_of

        if part.keys is None:
            game = numbered(self.game)
            return game.state(row + (int(game.slices[part.tier][0]) if self.sliced else 0))
        return state_of(self.game, self.form.words(part.keys[row].tolist()))

    @property
    def start(self) -> Any:
        """The position from which it was solved."""
        from gametree.compile import state_of

        return state_of(self.game, tuple(self.manifest["start"]))

    @property
    def checksum(self) -> str:
        """A checksum of the whole content: two solves of the same game have the same."""
        return content_checksum(self.manifest)

    def solution(self) -> Solution:
        """The answer that was written with the database, with the labels of every position."""
        facts: dict[str, Any] = {key: self.manifest[key] for key in FACTS}
        facts["notes"] = tuple(facts["notes"])
        facts["tiers"] = tuple(Tier(*counts) for counts in self.manifest["counts"])
        return Solution(
            game=title(self.game), **facts, path=str(self.folder), rules=self.game, labels=self, start=self.start
        )

    def completed(self, state: Any, actions: tuple[int, ...]) -> tuple[int, ...]:
        """A line from a position, continued by best play: to the end of the game, until a position comes back, or until
        a position is not in the database."""
        solution, found = self.solution(), list(actions)
        s = Line(state, actions).states(self.game)[-1]
        seen: set[Any] = set()
        while not over(self.game, s) and s not in seen and (moves := solution.moves(s)):
            seen.add(s)
            found.append(moves[0].action)
            s = self.game.result(s, moves[0].action)
        return tuple(found)

    def verify(self, tell: Callable[[str], None] | None = None) -> None:
        """Read every file and compare its checksum; a GameError names the first damaged one."""
        for entry in self.manifest["tiers"]:
            for kind in ("keys", "codes"):
                if kind in entry:
                    file = self.folder / entry[kind]["file"]
                    if tell is not None:
                        tell(file.name)
                    if checksum(file) != entry[kind]["sha256"]:
                        raise GameError(f"{file} is damaged: its checksum is not that of the manifest")

    def __repr__(self) -> str:
        return f"Database({str(self.folder)!r}: {title(self.game)}, {self.manifest['positions']:,} positions)"


def words_of(state: Any) -> tuple[int, ...]:
    """A state as the words of a key."""
    from gametree.compile import NotCompiledError
    from gametree.compile import words_of as flatten

    try:
        return flatten(state)
    except NotCompiledError as error:
        raise GameError(f"a database cannot hold this position: {error}") from None


def form_of(game: AnyGame) -> RowForm:
    """How the keys of a game hold its states."""
    from gametree.compile import NotCompiledError, row_form

    try:
        return row_form(game)
    except NotCompiledError as error:
        raise GameError(f"a database cannot hold these positions: {error}") from None


def key_of(game: AnyGame, form: RowForm, state: Any) -> tuple[int, ...]:
    """A state as the row of a key."""
    from gametree.compile import NotCompiledError, row_of

    try:
        return row_of(game, form, state)
    except NotCompiledError as error:
        raise GameError(f"a database cannot hold this position: {error}") from None


def find(keys: Array, words: tuple[int, ...]) -> int | None:
    """The row with these words among rows in rising order; None if there is none.

    >>> find(np.array([(1, 5), (2, 0), (2, 7)]), (2, 7))
    2
    """
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if tuple(keys[middle].tolist()) < words:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and tuple(keys[low].tolist()) == words else None


# --- writing ---------------------------------------------------------------------------------------------------------


def write_database(
    folder: str | Path,
    game: AnyGame,
    solution: Solution,
    coding: Coding,
    parts: Iterable[tuple[int, Any, Any]],
    *,
    start: Any = None,
    symmetric: bool | None = None,
    form: RowForm | None = None,
) -> Database:
    """Write a database and open it. Each of ``parts`` is a tier: its number, its states as rows of words (in any order)
    and their codes. One part, 0, may hold everything.

    ``solution`` is the answer for the whole game. ``start`` is the position that was solved (None: the initial one).
    ``symmetric`` says that of symmetric positions only the smallest one is stored (None: if possible, see
    ``divides``). ``form`` says how the rows hold the states (None: one word for each number).
    """
    folder = Path(folder)
    start = game.initial() if start is None else start
    symmetric = divides(game, start) if symmetric is None else symmetric
    check_place(folder)
    with aside(folder) as place:
        place.mkdir()
        entries = [write_tier(place, tier, np.asarray(keys), np.asarray(codes)) for tier, keys, codes in parts]
        head = describe(game, solution, coding, start, symmetric=symmetric, form=form)
        write_manifest(place / MANIFEST, head, entries)
    return Database(folder, game)


def write_dense(
    folder: str | Path, game: AnyGame, solution: Solution, coding: Coding, codes: Any, *, start: Any = None,
    form: str = "labels",
) -> Database:  # fmt: skip
    """Write a dense database and open it: the codes of all positions by the game's ``index``. ``form`` is ``labels``,
    or ``values`` if remoteness is not stored (``dense/table.py``)."""
    folder = Path(folder)
    check_place(folder)
    with aside(folder) as place:
        place.mkdir()
        entry = {"tier": 0, "rows": len(codes), **write_codes(place / "codes.npy", np.asarray(codes))}
        head = describe(game, solution, coding, start, symmetric=False) | {"kind": "dense", "form": form}
        write_manifest(place / MANIFEST, head, [entry])
    return Database(folder, game)


def check_place(folder: Path) -> None:
    """Refuse to overwrite anything that is not a database."""
    if folder.exists() and not (folder / MANIFEST).exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise GameError(f"{folder} exists already and is not a database; choose another name")


def write_tier(place: Path, tier: int, keys: Array, codes: Array) -> dict[str, Any]:
    """Write the files of one tier into a folder; return its entry of the manifest, without the counts."""
    if not is_rising(keys):
        from gametree.solving.tiers.rows import in_order

        order = in_order(keys)
        keys, codes = keys[order], codes[order]
    name = f"tier-{tier}.keys.npy"
    like = np.empty((0, keys.shape[1]), np.int64)
    entry: dict[str, Any] = {"tier": tier, "rows": len(keys)}
    entry["keys"] = {"file": name, "sha256": write_array(place / name, [keys], len(keys), like)}
    return entry | write_codes(place / f"tier-{tier}.codes.npy", codes)


def write_codes(path: Path, codes: Array) -> dict[str, Any]:
    """Write labels in the smallest dtype that holds them; return their part of an entry of the manifest."""
    like = np.empty(0, np.min_scalar_type(int(codes.max(initial=0))))
    return {
        "dtype": str(like.dtype),
        "codes": {"file": path.name, "sha256": write_array(path, [codes], len(codes), like)},
    }


def is_rising(keys: Array) -> bool:
    """Are the rows in strictly rising order? They are checked in pieces, so a memory map may be given.

    >>> is_rising(np.array([(1, 5), (2, 0), (2, 7)])), is_rising(np.array([(1, 5), (1, 5)]))
    (True, False)
    """
    step = 1 << 20
    for begin in range(0, len(keys) - 1, step):
        piece = keys[begin : begin + step + 1]
        before, after = piece[:-1], piece[1:]
        less, same = np.zeros(len(before), bool), np.ones(len(before), bool)
        for column in range(keys.shape[1]):
            less |= same & (before[:, column] < after[:, column])
            same &= before[:, column] == after[:, column]
        if not less.all():
            return False
    return True


def describe(
    game: AnyGame, solution: Solution, coding: Coding, start: Any, *, symmetric: bool, form: RowForm | None = None
) -> dict[str, Any]:
    """The head of a manifest: everything except the entries of the tiers."""
    words = words_of(game.initial() if start is None else start)
    form = form or RowForm(len(words))
    packed = {"fields": form.fields} if form.fields else {}
    return {
        "format": FORMAT, "game": title(game), "rules": rules_entry(game),
        **{key: getattr(solution, key) for key in FACTS},
        "start": words, "words": len(form), **packed, "payoffs": coding.payoffs, "endless": coding.endless,
        "counts": [[tier.tier, tier.positions, tier.wins, tier.losses, tier.draws] for tier in solution.tiers],
        "kind": "keyed", "symmetric": symmetric,
    }  # fmt: skip
