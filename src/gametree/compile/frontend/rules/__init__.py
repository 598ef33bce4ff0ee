# pyright: reportUnusedImport=false, reportPrivateUsage=false
"""The rewrite rules, one kind a file; each registers itself with ``frame`` or ``calling``."""

from gametree.compile.frontend.rules import (  # noqa: F401
    array_arithmetic,
    array_indexing,
    array_making,
    array_reducing,
    array_search,
    bits,
    calling,
    choosing,
    collecting,
    dicts,
    iterating,
    itertools_loops,
    keyed,
    lists,
    names,
    numbers,
    records,
    reducing,
    sequences,
    statements,
    tabulating,
    texts,
    trying,
)

calling._operators()  # they need the rules of the others
