# pyright: basic
"""``match`` with constants: a row of ifs.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("match x:", "    case 1 | 2:", "        return 5", "    case _:", "        return 6", x=[0, 7])
if (x_ == 1) or (x_ == 2):
    return 5
else:
    return 6
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import statement
from gametree.compile.frontend.rules.choosing import condition
from gametree.compile.frontend.rules.numbers import as_truth

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame
    from gametree.compile.frontend.values import Value


@statement(ast.Match)
def matches(frame: Frame, node: ast.Match) -> bool:
    """``match`` with constants and ``_``: a row of ifs."""
    subject = frame.kept(frame.expr(node.subject))
    return _cases(frame, subject, node.cases)


def _cases(frame: Frame, subject: Value, cases: list[Any]) -> bool:
    from gametree.compile.frontend.rules.equality import equal

    if not cases:
        return False
    case, *rest = cases
    values: list[Any]
    match case.pattern:
        case ast.MatchAs(pattern=None, name=None) if case.guard is None:
            return frame.statements(case.body)
        case ast.MatchValue(value=value):
            values = [frame.expr(value)]
        case ast.MatchSingleton(value=value):
            values = [frame.constant(value)]
        case ast.MatchOr(patterns=patterns) if all(isinstance(p, ast.MatchValue) for p in patterns):
            values = [frame.expr(p.value) for p in patterns]  # type: ignore
        case _:
            raise frame.cannot("this pattern", case.pattern)
    test = " or ".join(equal(frame, subject, v).code for v in values)
    if case.guard is not None:
        with frame.aside() as written:
            guard = as_truth(frame, condition(frame, case.guard))
        if written:
            name = frame.program.temp()
            frame.write(f"{name} = {test}")
            with frame.block(f"if {name}:"):
                frame.write(f"{name} = {as_truth(frame, condition(frame, case.guard))}")
            test = name
        else:
            test = f"({test}) and {guard}"
    with frame.block(f"if {test}:"):
        ended = frame.statements(case.body)
    with frame.block("else:"):
        other = _cases(frame, subject, rest)
    return ended and other
