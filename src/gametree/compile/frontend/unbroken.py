"""``else`` after a loop, in other words: a flag says that the loop was not broken.

>>> print(ast.unparse(flagged(ast.parse(BEFORE).body[0])))
def f(cells):
    unbroken_1 = True
    for c in cells:
        if c == 0:
            unbroken_1 = False
            break
    if unbroken_1:
        return True
    return False
"""

from __future__ import annotations

import ast
import copy

BEFORE = """
def f(cells):
    for c in cells:
        if c == 0:
            break
    else:
        return True
    return False
"""


def flagged(node: ast.FunctionDef) -> ast.FunctionDef:
    """The same function, no loop in it with an ``else``."""
    if not any(isinstance(part, ast.For | ast.While) and part.orelse for part in ast.walk(node)):
        return node
    taken = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return ast.fix_missing_locations(_Flagging(taken).visit(copy.deepcopy(node)))


def _assigned(name: str, value: bool, at: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value)), at)


class _Flagging(ast.NodeTransformer):
    def __init__(self, taken: set[str]):
        self.taken = taken
        self.flags: list[str] = []
        """For each loop around here its flag; empty for a loop without ``else``."""

    def _fresh(self) -> str:
        number = 1
        while f"unbroken_{number}" in self.taken:
            number += 1
        self.taken.add(f"unbroken_{number}")
        return f"unbroken_{number}"

    def _statements(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for node in nodes:
            made = self.visit(node)
            found += made if isinstance(made, list) else [made]
        return found

    def _loop(self, node: ast.For | ast.While) -> ast.stmt | list[ast.stmt]:
        orelse = self._statements(node.orelse)
        self.flags.append(self._fresh() if orelse else "")
        node.body = self._statements(node.body)
        flag = self.flags.pop()
        if not orelse:
            return node
        node.orelse = []
        then = ast.copy_location(ast.If(ast.Name(flag, ast.Load()), orelse, []), orelse[0])
        return [_assigned(flag, True, node), node, then]

    visit_For = visit_While = _loop  # noqa: N815

    def visit_Break(self, node: ast.Break) -> ast.stmt | list[ast.stmt]:
        flag = self.flags[-1]
        return [_assigned(flag, False, node), node] if flag else node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        return node
