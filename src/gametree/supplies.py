"""Tables that games need and higher layers compute: a game's rules import no solver and no compiler.

A game names what it needs; the table below says which function makes it. The function is imported when it is needed.

>>> sorted(SUPPLIERS)
['bear-off tables']
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

SUPPLIERS = {"bear-off tables": "gametree.solving.chance.bearoff:tables"}
"""By name: the module and the function that makes it."""


def supplied(name: str, *parameters: Any) -> Any:
    """Make the thing of this name, with these parameters."""
    module, _, function = SUPPLIERS[name].partition(":")
    return getattr(import_module(module), function)(*parameters)
