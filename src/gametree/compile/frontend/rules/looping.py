# pyright: basic
"""``for``, ``while``, ``break`` and ``continue``.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("while x % 3:", "    x += 1", "return x", x=[0, 7])
x_ = x_in
while ((x_ % 3) != 0):
    x_ = (x_ + 1)
return x_
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gametree.compile.frontend.frame import statement
from gametree.compile.frontend.rules.assigning import store
from gametree.compile.frontend.rules.choosing import condition

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame
    from gametree.compile.frontend.values import Value


@statement(ast.For)
def for_loop(frame: Frame, node: ast.For) -> None:
    """``for a in b:``."""
    from gametree.compile.frontend.rules.iterating import iterated

    if node.orelse:
        raise frame.cannot("else after a loop", node)
    source = iterated(frame, frame.expr(node.iter))

    def body(item: Value) -> None:
        line = frame.line
        store(frame, node.target, item)
        frame.statements(node.body)
        frame.line = line

    with frame.user_loop(compound=source.compound):
        source.each(frame, body)


@statement(ast.While)
def while_loop(frame: Frame, node: ast.While) -> None:
    """``while a:``."""
    if node.orelse:
        raise frame.cannot("else after a loop", node)
    with frame.aside() as written:
        code = condition(frame, node.test).code
    with frame.user_loop():
        if not written:
            with frame.loop(f"while {code}:"):
                frame.statements(node.body)
            return
        with frame.loop("while True:"):
            code = condition(frame, node.test).code
            frame.write(f"if not {code}: break")
            frame.statements(node.body)


@statement(ast.Break)
def leaves(frame: Frame, node: ast.Break) -> bool:
    """``break``."""
    if frame.tries and frame.loops and frame.loops[-1].depth < frame.tries[-1].depth:
        raise frame.cannot("break inside try", node)
    frame.leave(frame.loops[-1])
    return True


@statement(ast.Continue)
def goes_on(frame: Frame, node: ast.Continue) -> bool:
    """``continue``."""
    if frame.tries and frame.loops[-1].depth < frame.tries[-1].depth:
        raise frame.cannot("continue inside try", node)
    frame.write("continue")
    return True
