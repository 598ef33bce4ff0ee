"""What games ask for and something above them works out: a game's rules know no solver and no compiler.

A game names what it needs; the table below says which function makes it. The function is imported when it is asked for.

>>> sorted(SUPPLIERS)
['bear-off tables']
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

SUPPLIERS = {"bear-off tables": "gametree.solving.chance.bearoff:tables"}
"""By name: the module and the function that makes it."""


def supplied(name: str, *parameters: Any) -> Any:
    """What goes by this name, made with these parameters."""
    module, _, function = SUPPLIERS[name].partition(":")
    return getattr(import_module(module), function)(*parameters)
