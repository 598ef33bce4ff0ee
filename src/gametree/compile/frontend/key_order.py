"""The order of keys: a dict in a state goes, compiled, by its keys, and in Python by when they were put in. Rules must
not depend on it: two positions that are equal would have different values. So where games show keys in another order,
the rules are asked with both."""

from __future__ import annotations

from typing import Any

from gametree.compile.frontend.layout import built, items_in
from gametree.compile.frontend.shapes import Keyed, Opt, Shape, Tup


def is_by_keys(value: Any, shape: Shape) -> bool:
    """Were the keys of all dicts put in in the order of the packed form?

    >>> from gametree.compile.frontend.observing import observe
    >>> shape = observe([({0: 1, 1: 2}, 3)])
    >>> is_by_keys(({0: 1, 1: 2}, 3), shape), is_by_keys(({1: 2, 0: 1}, 3), shape)
    (True, False)
    """
    match shape:
        case Keyed(domain=domain) if not shape.is_set:
            places = [domain.code(k) for k in value]
            return places == sorted(places)
        case Tup(items=items, cls=cls):
            return all(map(is_by_keys, items_in(value, cls), items))
        case Opt(item=item):
            return value is None or is_by_keys(value, item)
        case _:
            return True


def turned_round(value: Any, shape: Shape) -> Any:
    """The same value, with the keys of its dicts put in from the last to the first.

    >>> from gametree.compile.frontend.observing import observe
    >>> turned_round((3, {1: "a", 0: "b"}), observe([(3, {1: "a", 0: "b"})]))
    (3, {0: 'b', 1: 'a'})
    """
    match shape:
        case Keyed(kind=kind) if not shape.is_set:
            return kind(dict(reversed(value.items())))
        case Tup(items=items, cls=cls):
            parts = [turned_round(part, item) for part, item in zip(items_in(value, cls), items, strict=True)]
            return built(parts, cls)
        case Opt(item=item):
            return None if value is None else turned_round(value, item)
        case _:
            return value
