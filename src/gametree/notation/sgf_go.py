"""What a file in SGF says of a game of Go: the size, komi, and the names of rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.notation.sgf import size_of

if TYPE_CHECKING:
    from gametree.notation.sgf import Node

RULES = {
    "aga": {"ko": "situational"},
    "chinese": {},
    "goe": {"ko": "situational", "suicide": True},
    "japanese": {"ko": "simple", "scoring": "territory"},
    "korean": {"ko": "simple", "scoring": "territory"},
    "new_zealand": {"ko": "situational", "suicide": True},
    "nz": {"ko": "situational", "suicide": True},
    "tromp-taylor": {"suicide": True},
}
"""What files (``RU``) and the server KGS call the rules, as our parameters."""


def go_in_file(root: Node) -> dict[str, Any]:
    """What a file says of a game of Go beside the number of columns (19 if it says nothing), as our parameters: rows,
    komi (what White gets), and rules by a name that is known. Handicap stones are set up by the file itself.

    >>> from gametree.notation.sgf import parse
    >>> go_in_file(parse("(;GM[1]SZ[9:7]KM[5.5]RU[Japanese])")[0])
    {'rows': 7, 'komi': 5.5, 'ko': 'simple', 'scoring': 'territory'}
    """
    size, komi = size_of(root), root.simple("KM")
    found: dict[str, Any] = {"size": 19} if size is None else {"rows": size[1]} if size[0] != size[1] else {}
    if re.fullmatch(r"[+-]?\d{1,4}([.,]\d{0,9})?", komi, re.ASCII):
        found["komi"] = float(komi.replace(",", "."))
    return {**found, **RULES.get(root.simple("RU").casefold().replace(" ", "_"), {})}
