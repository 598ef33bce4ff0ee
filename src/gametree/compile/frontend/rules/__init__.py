# pyright: reportUnusedImport=false, reportPrivateUsage=false
"""The rewrite rules, one kind a file; each registers itself with ``frame`` or ``calling``."""

from gametree.compile.frontend.rules import (  # noqa: F401
    bits,
    calling,
    choosing,
    collecting,
    iterating,
    keyed,
    names,
    numbers,
    records,
    reducing,
    sequences,
    statements,
    tabulating,
    trying,
)

calling._operators()  # they need the rules of the others
