# pyright: basic
"""``try … except`` around an index or a key that may not be there: it is tested instead.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("try:", "    return cells[i]", "except IndexError:", "    return 9", cells=CELLS, i=[-3, 7])
_failed1 = 0
while True:
    if not -3 <= i_ < 3:
        _failed1 = 1
        break
    _i2 = (i_ if i_ >= 0 else i_ + 3)
    return ((cells_ >> _i2 * 2) & 3)
return 9
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gametree.compile.frontend.frame import Try, statement

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

_CAUGHT: dict[str, type[Exception]] = {
    e.__name__: e for e in (IndexError, KeyError, LookupError, ValueError, StopIteration, TypeError)
}


def _named(caught: ast.expr | None) -> list[str]:
    """The names of the errors that are caught; of anything else an empty one."""
    parts = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return [part.id if isinstance(part, ast.Name) else "" for part in parts]


@statement(ast.Try)
def tries(frame: Frame, node: ast.Try) -> bool:
    """``try … except IndexError``."""
    named = {name for h in node.handlers for name in _named(h.type)}
    if node.finalbody or node.orelse or len(node.handlers) != 1 or not named <= set(_CAUGHT):
        raise frame.cannot("try with other things than an except for IndexError or KeyError", node)
    if any(isinstance(n, ast.For | ast.While | ast.comprehension) for part in node.body for n in ast.walk(part)):
        raise frame.cannot("a loop inside try", node)
    flag = frame.program.temp("failed")
    frame.write(f"{flag} = 0")
    with frame.loop("while True:"):
        frame.tries.append(Try(flag, tuple(_CAUGHT[name] for name in named), frame.depth))
        ended = frame.statements(node.body)
        if not ended:
            frame.write("break")
    frame.tries.pop()
    if ended:  # what comes here has failed
        return frame.statements(node.handlers[0].body)
    with frame.block(f"if {flag}:"):
        frame.statements(node.handlers[0].body)
    return False
