# pyright: basic
"""Comprehensions and generator expressions: loops.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("sum(c for c in cells if c != 1)", cells=CELLS)
_sum15_ = 0
for _i1 in range(3):
    _t2 = ((cells_ >> _i1 * 2) & 3)
    if (not (_t2 == 1)):
        _sum15_ = (_sum15_ + _t2)
return _sum15_
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.rules.collecting import gathered
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import as_truth
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.shapes import UnsupportedError
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def generator(frame: Frame, node: Any, elt: Any = None) -> Lazy:
    """A generator expression, or what is inside a comprehension, as loops."""
    elt = elt or node.elt
    binds = list(frame.binds)
    first = iterated(frame, frame.expr(node.generators[0].iter))

    def run(frame: Frame, number: int, body: Any) -> None:
        if number == len(node.generators):
            body(frame.expr(elt) if not isinstance(elt, tuple) else product_of([frame.expr(e) for e in elt]))
            return
        part = node.generators[number]
        source = first if number == 0 else iterated(frame, frame.expr(part.iter))

        def one(v: Value) -> None:
            frame.binds.append(bound(frame, part.target, v))
            _tested(frame, part.ifs, lambda: run(frame, number + 1, body))
            frame.binds.pop()

        source.each(frame, one)

    def each(frame: Frame, body: Any) -> None:
        kept, frame.binds = frame.binds, list(binds)
        try:
            run(frame, 0, body)
        finally:
            frame.binds = kept

    plain = len(node.generators) == 1 and not node.generators[0].ifs
    return Lazy(each, first.length if plain else None, compound=len(node.generators) > 1 or first.compound)


def bound(frame: Frame, target: Any, v: Value) -> dict[str, Value]:
    """The variables of a comprehension."""
    match target:
        case ast.Name(id=name):
            return {name: frame.kept(v)}
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            if any(isinstance(e, ast.Starred) for e in elts):
                raise UnsupportedError("a star in the variables of a comprehension")
            found: dict[str, Value] = {}
            for e, part in zip(elts, items_of(frame, v, len(elts)), strict=True):
                found.update(bound(frame, e, part))
            return found
    raise UnsupportedError("the variables of a comprehension")


def _tested(frame: Frame, ifs: list[Any], then: Any) -> None:
    if not ifs:
        then()
        return
    from gametree.compile.frontend.rules.choosing import condition

    value = condition(frame, ifs[0])
    fixed = known(value)
    if fixed is not None:
        if fixed[0]:
            _tested(frame, ifs[1:], then)
        return
    with frame.block(f"if {as_truth(frame, value)}:"):
        _tested(frame, ifs[1:], then)


@expression(ast.GeneratorExp)
def generated(frame: Frame, node: ast.GeneratorExp) -> Value:
    """``(f(x) for x in xs)``."""
    return Value(generator(frame, node), ())


@expression(ast.ListComp)
def list_comprehension(frame: Frame, node: ast.ListComp) -> Value:
    """``[f(x) for x in xs]``."""
    return gathered(frame, generator(frame, node), kind=list)
