"""Methods and settings that look misspelt: nothing would ever call them, without any message."""

from __future__ import annotations

import inspect
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gametree.game import provides
from gametree.hooks import HOOKS, arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.contract.inquiry import Inquiry

ALIKE = 0.75
"""Names that are at least this similar (``difflib``) may be a misspelling; 1 is the same name."""


def spelling(inquiry: Inquiry) -> None:
    """Warn if a game defines a name that is nearly the name of a hook, and does not define that hook.

    >>> from gametree.contract.inquiry import Inquiry
    >>> from gametree import Game
    >>> class Mine(Game[int]):
    ...     def evalute(self, s: int) -> int: return 0
    >>> inquiry = Inquiry(Mine())
    >>> spelling(inquiry)
    >>> print(inquiry.problems[0])
    warning: evalute: is evaluate meant? Under this name nothing uses it
    """
    methods = {name: hook.neutral for name, hook in HOOKS.items() if hook.is_method}
    absent = [name for name in methods if not provides(inquiry.game, name)]
    unset = [name for name, hook in HOOKS.items() if not hook.is_method and not provides(inquiry.game, name)]
    for name, value in _own(type(inquiry.game)):
        among = unset
        if inspect.isfunction(value):
            among = [ours for ours in absent if arguments(methods[ours]) == arguments(value)]
        if meant := get_close_matches(name, among, n=1, cutoff=ALIKE):
            inquiry.warn(name, f"is {meant[0]} meant? Under this name nothing uses it")


def _own(cls: type) -> Iterator[tuple[str, Any]]:
    """What a game's own classes define, without private names."""
    for base in cls.__mro__:
        for name, value in vars(base).items():
            if not name.startswith("_") and name not in HOOKS:
                yield name, value
