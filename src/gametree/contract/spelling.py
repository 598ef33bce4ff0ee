"""Methods and settings that look misspelt: nothing would ever call them, without any message."""

from __future__ import annotations

import inspect
from difflib import get_close_matches
from types import CodeType
from typing import TYPE_CHECKING

from gametree.game import provides
from gametree.hooks import HOOKS, arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.contract.inquiry import Inquiry

ALIKE = 0.75
"""Names that are at least this similar (``difflib``) may be a misspelling; 1 is the same name."""


def spelling(inquiry: Inquiry) -> None:
    """Warn if a game defines a name that is nearly that of a hook, and has neither that hook nor a use for the name.

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
    own = [item for base in type(inquiry.game).__mro__ for item in vars(base).items()]
    used = {name for _, value in own if inspect.isfunction(value) for name in _names(value.__code__)}
    for name, value in own:
        if name in used or name in HOOKS or name.startswith("_"):
            continue
        among = unset
        if inspect.isfunction(value):
            among = [ours for ours in absent if arguments(methods[ours]) == arguments(value)]
        if meant := get_close_matches(name, among, n=1, cutoff=ALIKE):
            inquiry.warn(name, f"is {meant[0]} meant? Under this name nothing uses it")


def _names(code: CodeType) -> Iterator[str]:
    """The names that code asks for, with those of the functions inside it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)
