# pyright: basic
"""How positions are kept in tables and files: in rows of as few words as their numbers need.

Compiled rules see a state as its numbers, a word each: 208 bytes for 25 cells and a mover. Random games show the range
of every number; side by side, in as many bits as that needs, these take one word. Every state that is kept is checked:
what has no room stops the solve, which begins again with more room (``OutgrownError``), in the end with a word for each
number. Rows are in the order of states, so the smallest of symmetric states is the same in both.

>>> form = RowForm(3, ((0, 2), (-4, 3), (0, 1)))
>>> len(form), form.row((2, -3, 1)), form.words((0b10_001_1,))
(1, (35,), (2, -3, 1))
>>> form.row((4, 0, 0)) is None
True
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from gametree.compile import cache
from gametree.compile.digest import rules_key
from gametree.compile.frontend.front import front_of, room_of
from gametree.compile.frontend.runtime import OutgrownError
from gametree.compile.frontend.shapes import USED
from gametree.compile.trial.watched import is_ours
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import AnyGame

ENOUGH = 2
"""A state of at most this many numbers is kept as it is."""
TRIES = 2
"""The number of forms that are tried, each with more room; then every number gets a word."""


class Piece(NamedTuple):
    """Some bits of a number: which number, the first of its bits, how many, and where they lie in the row."""

    number: int
    first: int
    bits: int
    word: int
    shift: int


@dataclass(frozen=True)
class RowForm:
    """The form of a row: of each number the least value and how many bits it has; without fields, a word each."""

    numbers: int
    fields: tuple[tuple[int, int], ...] = ()

    def __len__(self) -> int:
        """The words of a row."""
        return max(1, -(-sum(bits for _, bits in self.fields) // USED)) if self.fields else self.numbers

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Where the bits of all numbers lie: as those of one large number, the last word full."""
        found, word, free = [], 0, sum(bits for _, bits in self.fields) - USED * (len(self) - 1)
        for number, (_, bits) in enumerate(self.fields):
            first = bits
            while first:
                if not free:
                    word, free = word + 1, USED
                taken = min(first, free)
                first, free = first - taken, free - taken
                found.append(Piece(number, first, taken, word, free))
        return tuple(found)

    def row(self, words: Sequence[int]) -> tuple[int, ...] | None:
        """The row of a state, given as its numbers; None if it has no room for one of them."""
        if not self.fields:
            return tuple(words)
        above = [x - low for x, (low, _) in zip(words, self.fields, strict=True)]
        if any(x < 0 or x >> bits for x, (_, bits) in zip(above, self.fields, strict=True)):
            return None
        row = [0] * len(self)
        for piece in self.pieces:
            row[piece.word] |= (above[piece.number] >> piece.first & (1 << piece.bits) - 1) << piece.shift
        return tuple(row)

    def words(self, row: Sequence[int]) -> tuple[int, ...]:
        """The numbers of the state in a row."""
        if not self.fields:
            return tuple(row)
        numbers = [low for low, _ in self.fields]
        for piece in self.pieces:
            numbers[piece.number] += (row[piece.word] >> piece.shift & (1 << piece.bits) - 1) << piece.first
        return tuple(numbers)


# --- the form for a game ---------------------------------------------------------------------------------------------

_forms: WeakKeyDictionary[AnyGame, tuple[str, RowForm]] = WeakKeyDictionary()
"""The form of each game, with the key under which it is kept on disk."""


def row_form(game: AnyGame) -> RowForm:
    """The form in which positions of a game are kept. Random games are played for it, once for a set of rules.

    >>> from gametree import load
    >>> row_form(load("connect4"))
    RowForm(numbers=2, fields=())
    """
    known = known_form(game)
    if known is None:
        from gametree.compile.frontend.fields import seen_fields
        from gametree.compile.states import words_of

        words = len(words_of(game.initial()))
        packed = RowForm(words, seen_fields(game, room_of(game)))
        known = packed if len(packed) < words == len(packed.fields) else RowForm(words)
        key = _key(game)
        _forms[game] = key, known
        cache.write(key, json.dumps(known.fields).encode())
    return known


def known_form(game: AnyGame) -> RowForm | None:
    """The same if it is known, without playing a game."""
    from gametree.compile.states import words_of

    numbers = len(words_of(game.initial()))
    if is_ours(type(game)) or front_of(game) or numbers <= ENOUGH or room_of(game) >= TRIES:
        return RowForm(numbers)
    key = _key(game)
    if game not in _forms or _forms[game][0] != key:
        kept = cache.read(key)
        if kept is None:
            return None
        _forms[game] = key, RowForm(numbers, tuple((low, bits) for low, bits in json.loads(kept)))
    return _forms[game][1]


def row_of(game: AnyGame, form: RowForm, state: Any) -> tuple[int, ...]:
    """A position as it is kept. OutgrownError if it has no room: the next time it has."""
    from gametree.compile.states import words_of

    row = form.row(words_of(state))
    if row is None:
        raise row_outgrown(game, form)
    return row


def row_outgrown(game: AnyGame, form: RowForm) -> OutgrownError:
    """A number has come up that a row has no room for: it is given more, here and in processes to come."""
    if known_form(game) == form:  # else another thread has said so
        room_of(game, more=True)
    return OutgrownError(f"{title(game)}: a number has no room in the packed form; it has more now: ask again")


def _key(game: AnyGame) -> str:
    return f"rows-{hashlib.sha256(f'{room_of(game)} {rules_key(game)}'.encode()).hexdigest()[:32]}"
