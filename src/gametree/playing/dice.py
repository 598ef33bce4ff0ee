"""Dice for people: drawn as text, and read in any order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PIPS = {
    "1": ("     ", "  o  ", "     "),
    "2": ("o    ", "     ", "    o"),
    "3": ("o    ", "  o  ", "    o"),
    "4": ("o   o", "     ", "o   o"),
    "5": ("o   o", "  o  ", "o   o"),
    "6": ("o   o", "o   o", "o   o"),
}
"""The faces of a die, in letters that every terminal has."""


def are_dice(names: Sequence[str]) -> bool:
    """Are these names of dice: a number, or several in one word, and perhaps more words?

    >>> are_dice(["1", "2", "3", "4", "5", "6"]), are_dice(["heads", "tails"]), are_dice(["1", "2"])
    (True, False, False)
    """
    numbers = [name.partition(" ")[0] for name in names]
    return len({len(n) for n in numbers}) == 1 and set("".join(numbers)) == set(PIPS)


def drawn(name: str) -> str:
    """The dice of an outcome, side by side.

    >>> print(drawn("31"))
    +-------+ +-------+
    | o     | |       |
    |   o   | |   o   |
    |     o | |       |
    +-------+ +-------+
    """
    dice = name.partition(" ")[0]
    rows = [" ".join(f"| {PIPS[die][row]} |" for die in dice) for row in range(3)]
    edge = " ".join("+-------+" for _ in dice)
    return "\n".join([edge, *rows, edge])


def called(names: Sequence[str], typed: str) -> str:
    """The outcome for dice typed in any order: ``13``, ``1 3``, ``3-1 X`` for ``31 for X``; if it is not clear, the
    typed text itself.

    >>> called(["21", "31", "32"], "1 3"), called(["31 for X", "31 for O"], "13 X"), called(["31"], "7")
    ('31', '31 for X', '7')
    """
    found = re.fullmatch(r"((?:[1-6][\s,-]*)+)(.*)", typed.strip(), re.DOTALL)
    if not found:
        return typed
    dice, rest = sorted(re.findall(r"\d", found[1])), found[2].casefold()
    meant = [
        name
        for name in names
        if sorted(name.partition(" ")[0]) == dice and name.partition(" ")[2].casefold().endswith(rest)
    ]
    return meant[0] if len(meant) == 1 else typed
